//! Records on their way out, into a stream of any format.

use std::io::Write;

use varvel::json::{self, WriteOptions};
use varvel::{Error, ErrorKind, StreamOptions, StreamWriter, View, msgpack};

use crate::exit::Failure;
use crate::format::Format;
use crate::input::Reading;
use crate::records::Record;
use crate::report;

/// What records are written to.
pub type Out<'a> = &'a mut (dyn Write + Send);

/// Writes records one after the other.
pub struct RecordWriter<'a> {
    kind: Kind<'a>,
    /// The text or value of the last record, whose memory is used again.
    buffer: Vec<u8>,
}

enum Kind<'a> {
    Text(Out<'a>, WriteOptions),
    Msgpack(Out<'a>),
    Frozen(Box<StreamWriter<Out<'a>>>),
}

impl<'a> RecordWriter<'a> {
    /// Writes to `out` in a format of streams, or JSON texts one after the other.
    pub fn new(out: Out<'a>, to: Format, options: WriteOptions, reading: &Reading) -> Self {
        let kind = match to {
            Format::FrozenStream => {
                let options = StreamOptions {
                    duplicates: reading.duplicates(),
                    limits: reading.limits(),
                    ..StreamOptions::DEFAULT
                };
                Kind::Frozen(Box::new(StreamWriter::new(out, options)))
            }
            Format::MsgpackStream => Kind::Msgpack(out),
            _ => Kind::Text(out, options),
        };
        let buffer = Vec::new();
        Self { kind, buffer }
    }

    /// Adds a record of another stream.
    pub fn push(&mut self, record: &Record<'_>) -> Result<(), Failure> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let result = match &mut self.kind {
            Kind::Frozen(writer) => writer.push_with(|sink| record.give(sink)),
            Kind::Text(out, options) => record
                .write(json::Writer::with_buffer(*options, buffer))
                .and_then(json::Writer::finish)
                .and_then(|mut text| {
                    text.push(b'\n');
                    self.buffer = text;
                    written(*out, &self.buffer)
                }),
            Kind::Msgpack(out) => record
                .write(msgpack::Writer::with_buffer(buffer))
                .and_then(msgpack::Writer::finish)
                .and_then(|bytes| {
                    self.buffer = bytes;
                    written(*out, &self.buffer)
                }),
        };
        result.map_err(|error| record.failure(error))
    }

    /// Adds a node of a document as a record.
    pub fn push_view(&mut self, view: &View<'_>) -> varvel::Result {
        match &mut self.kind {
            Kind::Frozen(writer) => writer.push(view),
            Kind::Text(out, options) => {
                let mut text = json::to_vec_with(view, options)?;
                text.push(b'\n');
                written(*out, &text)
            }
            Kind::Msgpack(out) => written(*out, &msgpack::to_vec(view)?),
        }
    }

    /// Writes what is still to come.
    pub fn finish(self, name: &str) -> Result<(), Failure> {
        match self.kind {
            Kind::Frozen(writer) => writer
                .finish()
                .map(|_| ())
                .map_err(|error| report::in_document(name, &error)),
            _ => Ok(()),
        }
    }
}

/// An error of the output is told by the output itself; see [`crate::output::Output::fill`].
fn written(out: &mut dyn Write, bytes: &[u8]) -> varvel::Result {
    out.write_all(bytes).map_err(|_| Error::new(ErrorKind::Io))
}
