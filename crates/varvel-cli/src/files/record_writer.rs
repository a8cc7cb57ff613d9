//! The records of a document on their way out, into a stream of any format.

use std::io::Write;

use varvel::{Encode as _, Error, ErrorKind, StreamOptions, StreamWriter, View, json, msgpack};

use crate::files::flatbuffers::Loaded;
use crate::files::format::Format;
use crate::files::input::Reading;
use crate::files::layout::Layout;
use crate::files::purpose::Purpose;
use crate::files::records::Record;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// What records are written to.
pub type Out<'a> = &'a mut (dyn Write + Send);

/// Writes records one after the other.
pub enum RecordWriter<'a> {
    /// Lines of JSON text.
    Lines(Out<'a>, &'a Layout),
    /// MessagePack values.
    Values(Out<'a>, msgpack::WriteOptions),
    /// FlatBuffers, each with its size before it.
    Buffers(Out<'a>, Box<Loaded>),
    /// A frozen stream.
    Frozen(Box<StreamWriter<Out<'a>>>),
}

impl<'a> RecordWriter<'a> {
    /// Writes to `out` in a format of streams.
    pub fn new(
        out: Out<'a>,
        to: Format,
        reading: &Reading,
        layout: &'a Layout,
    ) -> Result<Self, Failure> {
        Ok(match to {
            Format::FrozenStream => {
                let options = StreamOptions {
                    duplicates: reading.duplicates(),
                    limits: reading.limits(),
                    ..StreamOptions::DEFAULT
                };
                Self::Frozen(Box::new(StreamWriter::new(out, options)))
            }
            Format::MsgpackStream => {
                let options = msgpack::WriteOptions::default();
                Self::Values(out, options.with_as_text(layout.as_text(to)))
            }
            Format::FlatbuffersStream => Self::Buffers(out, Box::new(reading.flatbuffers()?)),
            _ => Self::Lines(out, layout),
        })
    }

    /// Adds a node of a document as a record.
    pub fn push(&mut self, record: &View<'_>) -> varvel::Result {
        match self {
            Self::Frozen(writer) => writer.push(record),
            Self::Lines(out, layout) => {
                let mut text = layout.json(record, Format::Ndjson)?;
                text.push(b'\n');
                written(*out, &text)
            }
            Self::Values(out, options) => written(*out, &msgpack::to_vec_with(record, options)?),
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
            Self::Frozen(writer) => writer.push_with(|sink| record.give(Purpose::Any, sink)),
            Self::Lines(out, layout) => {
                let as_text = layout.as_text(Format::Ndjson);
                let mut text = as_text.try_without_keys(|as_text| {
                    let options = json::WriteOptions::compact().with_as_text(as_text);
                    record
                        .write(Purpose::Text, json::Writer::new(options))?
                        .finish()
                })?;
                text.push(b'\n');
                written(*out, &text)
            }
            Self::Values(out, options) => {
                let writer = msgpack::Writer::with_options(*options, Vec::new());
                written(*out, &record.write(Purpose::Any, writer)?.finish()?)
            }
            Self::Buffers(out, schema) => {
                let mut builder = record.write(Purpose::Any, schema.builder()?)?;
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

/// An error of the output is told by the output itself; see [`crate::terminal::output::Output::fill`].
fn written(out: &mut dyn Write, bytes: &[u8]) -> varvel::Result {
    out.write_all(bytes).map_err(|_| Error::new(ErrorKind::Io))
}
