//! The records of a document on their way out, into a stream of any format.

use std::io::Write;

use varvel::json;
use varvel::{Encode as _, Error, ErrorKind, StreamOptions, StreamWriter, View, msgpack};

use crate::exit::Failure;
use crate::flatbuffers::Loaded;
use crate::format::Format;
use crate::input::Reading;
use crate::records::Record;
use crate::report;

/// What records are written to.
pub type Out<'a> = &'a mut (dyn Write + Send);

/// Writes records one after the other.
pub enum RecordWriter<'a> {
    /// Lines of JSON text.
    Lines(Out<'a>),
    /// MessagePack values.
    Values(Out<'a>),
    /// FlatBuffers, each with its size before it.
    Buffers(Out<'a>, Box<Loaded>),
    /// A frozen stream.
    Frozen(Box<StreamWriter<Out<'a>>>),
}

impl<'a> RecordWriter<'a> {
    /// Writes to `out` in a format of streams.
    pub fn new(out: Out<'a>, to: Format, reading: &Reading) -> Result<Self, Failure> {
        Ok(match to {
            Format::FrozenStream => {
                let options = StreamOptions {
                    duplicates: reading.duplicates(),
                    limits: reading.limits(),
                    ..StreamOptions::DEFAULT
                };
                Self::Frozen(Box::new(StreamWriter::new(out, options)))
            }
            Format::MsgpackStream => Self::Values(out),
            Format::FlatbuffersStream => Self::Buffers(out, Box::new(reading.flatbuffers()?)),
            _ => Self::Lines(out),
        })
    }

    /// Adds a node of a document as a record.
    pub fn push(&mut self, record: &View<'_>) -> varvel::Result {
        match self {
            Self::Frozen(writer) => writer.push(record),
            Self::Lines(out) => {
                let mut text = json::to_vec(record)?;
                text.push(b'\n');
                written(*out, &text)
            }
            Self::Values(out) => written(*out, &msgpack::to_vec(record)?),
            Self::Buffers(out, schema) => {
                let mut builder = schema.builder()?;
                record.encode(&mut builder, &())?;
                written(*out, &builder.finish()?)
            }
        }
    }

    /// Adds a record of a stream, straight from its format into this one.
    pub fn push_record(&mut self, record: &Record<'_>) -> varvel::Result {
        match self {
            Self::Frozen(writer) => writer.push_with(|sink| record.give(sink)),
            Self::Lines(out) => {
                let writer = json::Writer::new(json::WriteOptions::compact());
                let mut text = record.write(writer)?.finish()?;
                text.push(b'\n');
                written(*out, &text)
            }
            Self::Values(out) => written(*out, &record.write(msgpack::Writer::new())?.finish()?),
            Self::Buffers(out, schema) => {
                let mut builder = record.write(schema.builder()?)?;
                written(*out, &builder.finish()?)
            }
        }
    }

    /// Writes what is still to come.
    pub fn finish(self, name: &str) -> Result<(), Failure> {
        match self {
            Self::Frozen(writer) => writer
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
