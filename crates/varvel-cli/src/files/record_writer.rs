//! Writes the records of a document into a stream of any format.

use std::io::Write;

use varvel::formats::{AnyFormat, Row, Visit};
use varvel::{AsText, Encode as _, Error, ErrorKind, StreamOptions, StreamWriter, View, records};

use crate::files::flatbuffers::Loaded;
use crate::files::format::Format;
use crate::files::layout::Layout;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Record;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// The output of records.
pub type Out<'a> = &'a mut (dyn Write + Send);

/// Writes successive records.
pub enum RecordWriter<'a> {
    /// Documents of a format.
    Documents(Out<'a>, AnyFormat, &'a Layout),
    /// FlatBuffers, each with its size before it, and the values that are text in them.
    Buffers(Out<'a>, Box<Loaded>, AsText),
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
            Format::Records(records::Format::Frozen) => {
                let options = StreamOptions {
                    duplicates: reading.duplicates(),
                    limits: reading.limits(),
                    ..StreamOptions::DEFAULT
                };
                Self::Frozen(Box::new(StreamWriter::new(out, options)))
            }
            Format::FlatbuffersStream => {
                let schema = Box::new(reading.flatbuffers()?);
                Self::Buffers(out, schema, layout.as_text(to.profile()))
            }
            _ => Self::Documents(out, to.each().unwrap_or(AnyFormat::Json), layout),
        })
    }

    /// Adds a node of a document as a record.
    pub fn push(&mut self, record: &View<'_>) -> varvel::Result {
        match self {
            Self::Frozen(writer) => writer.push(record),
            Self::Documents(out, format, layout) => {
                let document = layout.document(record, *format)?;
                written(*out, &with_end(document, *format))
            }
            Self::Buffers(out, schema, as_text) => {
                let mut builder = schema.builder(*as_text)?;
                record.encode(&mut builder, &())?;
                written(*out, &builder.finish()?)
            }
        }
    }

    /// Adds a record of a stream, straight from its format into this one.
    pub fn push_record(&mut self, record: &Record<'_>) -> varvel::Result {
        match self {
            Self::Frozen(writer) => writer.push_with(|sink| record.give(Purpose::Any, sink)),
            Self::Documents(out, format, layout) => {
                let document = format.visit(Document { record, layout })?;
                written(*out, &with_end(document, *format))
            }
            Self::Buffers(out, schema, as_text) => {
                let mut builder = record.write(Purpose::Any, schema.builder(*as_text)?)?;
                written(*out, &builder.finish()?)
            }
        }
    }

    /// Writes the rest.
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

/// A record that is converted into a format of documents.
struct Document<'r> {
    record: &'r Record<'r>,
    layout: &'r Layout,
}

impl Visit for Document<'_> {
    type Output = varvel::Result<Vec<u8>>;

    fn visit<F: Row>(self) -> varvel::Result<Vec<u8>> {
        let purpose = match F::PROFILE.text {
            true => Purpose::Text,
            false => Purpose::Any,
        };
        let as_text = self.layout.as_text(F::PROFILE);
        as_text.try_without_keys(|as_text| {
            let options = F::write_options(&self.layout.options(as_text));
            let writer = F::writer(&options, Vec::new());
            F::finish(self.record.write(purpose, writer)?)
        })
    }
}

/// Returns a document with the separator behind it: a record of text is a line.
fn with_end(mut document: Vec<u8>, format: AnyFormat) -> Vec<u8> {
    if format.profile().text {
        document.push(b'\n');
    }
    document
}

/// Writes bytes. The output reports its errors itself; see
/// [`crate::terminal::output::Output::fill`].
fn written(out: &mut dyn Write, bytes: &[u8]) -> varvel::Result {
    out.write_all(bytes).map_err(|_| Error::new(ErrorKind::Io))
}
