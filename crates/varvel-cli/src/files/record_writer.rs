//! Writes the records of a document into a stream of any format.

use std::io::Write;

use varvel::formats::{AnyFormat, Row, Visit};
use varvel::path::Step;
use varvel::{
    AsText, Encode as _, Error, ErrorKind, Sink as _, StreamOptions, StreamWriter, View, records,
};

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
            Self::Frozen(writer) => match record.view() {
                Some(view) => writer.push(&view),
                None => writer.push_with(|sink| record.give(Purpose::Any, sink)),
            },
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

/// Writes successive records as the items of one array, which is a text: they are not held.
pub struct ArrayWriter<'a> {
    out: Out<'a>,
    format: AnyFormat,
    layout: &'a Layout,
    count: u64,
}

impl<'a> ArrayWriter<'a> {
    /// Writes to `out` in a format of documents, if that is JSON or YAML.
    pub fn new(out: Out<'a>, to: Format, layout: &'a Layout) -> Option<Self> {
        let Format::Document(format @ (AnyFormat::Json | AnyFormat::Yaml)) = to else {
            return None;
        };
        Some(Self {
            out,
            format,
            layout,
            count: 0,
        })
    }

    /// Adds a record of a stream.
    pub fn push_record(&mut self, record: &Record<'_>) -> varvel::Result {
        let (layout, purpose) = (self.layout, Purpose::Text);
        let item = OneItem {
            record,
            layout,
            purpose,
        };
        let array = self.format.visit(item);
        self.push_array(array.map_err(|error| self.numbered(error))?)
    }

    /// Adds a node of a document.
    pub fn push(&mut self, record: &View<'_>) -> varvel::Result {
        let array = self.layout.document(&[*record], self.format);
        self.push_array(array.map_err(|error| self.numbered(error))?)
    }

    /// Adds the item of an array.
    fn push_array(&mut self, array: Vec<u8>) -> varvel::Result {
        // Arrays of one item, one behind the other, are the array of them all: in YAML as they are,
        // in JSON without the brackets.
        if self.format == AnyFormat::Json {
            let item = array.strip_prefix(b"[").unwrap_or(&array);
            let item = item.strip_suffix(b"]").unwrap_or(item).trim_ascii_end();
            let before: &[u8] = match (self.count, self.layout.pretty && !item.starts_with(b"\n")) {
                (0, false) => b"[",
                (0, true) => b"[\n  ",
                (_, false) => b",",
                (_, true) => b",\n  ",
            };
            written(self.out, before)?;
            written(self.out, item)?;
        } else {
            written(self.out, &array)?;
        }
        self.count += 1;
        Ok(())
    }

    /// Returns the error of an item that cannot be written, with its number: the path has that of
    /// the array of one item.
    fn numbered(&self, error: Error) -> Error {
        match error.steps() {
            Some([Step::Index(0), rest @ ..]) if error.kind() == ErrorKind::Unrepresentable => {
                let number = usize::try_from(self.count).unwrap_or(usize::MAX);
                let path = [&[Step::Index(number)], rest].concat();
                error.with_path(path)
            }
            _ => error,
        }
    }

    /// Writes the end of the array.
    pub fn finish(self) -> varvel::Result {
        match (self.count, self.format) {
            (0, _) => written(self.out, b"[]\n"),
            (_, AnyFormat::Json) if self.layout.pretty => written(self.out, b"\n]\n"),
            (_, AnyFormat::Json) => written(self.out, b"]\n"),
            _ => Ok(()),
        }
    }
}

/// A record that becomes an array of one item.
struct OneItem<'r> {
    record: &'r Record<'r>,
    layout: &'r Layout,
    purpose: Purpose,
}

impl Visit for OneItem<'_> {
    type Output = varvel::Result<Vec<u8>>;

    fn visit<F: Row>(self) -> varvel::Result<Vec<u8>> {
        let as_text = self.layout.as_text(F::PROFILE);
        as_text.try_without_keys(|as_text| {
            let options = F::write_options(&self.layout.options(as_text));
            let mut writer = F::writer(&options, Vec::new());
            writer.begin_array(Some(1))?;
            let mut writer = self.record.write(self.purpose, writer)?;
            writer.end_array()?;
            F::finish(writer)
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
