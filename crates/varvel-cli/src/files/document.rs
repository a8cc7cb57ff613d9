//! Documents in memory, which are frozen from any format. A stream becomes the array of its
//! records.

use std::path::Path;

use varvel::format::Read;
use varvel::format::Transient;
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::json::Json;
use varvel::path::{Selector, Step};
use varvel::yaml::{self, Yaml};
use varvel::{
    Builder, Error, ErrorKind, Frozen, Limits, Sink, Source, View, records, with_builder,
};
use varvel_files::Compression;

use crate::files::any_sink::AnySink;
use crate::files::format::Format;
use crate::files::input::{Input, Opened, is_stream};
use crate::files::json_documents::{RECORD_SEPARATOR, json_documents};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// A document that was read.
pub struct Document {
    /// Its name in errors.
    pub name: String,
    /// The format in which it was read.
    pub format: Format,
    /// How it was compressed.
    pub compression: Option<Compression>,
    /// The length of the input in bytes, if it was held in memory.
    pub len: Option<usize>,
    frozen: Frozen,
    /// The input and the purpose for which it was read, to find the places of errors in writing.
    origin: Option<(Input, Purpose)>,
}

impl Document {
    /// Reads an input that was opened.
    pub fn of(opened: Opened, reading: &Reading) -> Result<Self, Failure> {
        Self::of_for(opened, reading, Purpose::Any)
    }

    /// Reads an input that was opened, for a purpose.
    pub fn of_for(opened: Opened, reading: &Reading, purpose: Purpose) -> Result<Self, Failure> {
        let (name, format) = (opened.name.clone(), opened.format);
        let compression = opened.compression;
        if format.is_stream() {
            return Ok(Self {
                name,
                format,
                compression,
                len: None,
                frozen: gathered(opened, reading, purpose)?,
                origin: None,
            });
        }
        let input = opened.whole()?;
        let len = input.bytes.len();
        let (frozen, input) = input.freeze_and_keep(reading, purpose)?;
        // Every value of JSON can be written as JSON. So no error needs the text, and its memory is
        // freed.
        let input = input
            .filter(|_| (format, purpose) != (Format::Document(AnyFormat::Json), Purpose::Json));
        Ok(Self {
            name,
            format,
            compression,
            len: Some(len),
            frozen,
            origin: input.map(|input| (input, purpose)),
        })
    }

    /// Reads an input that was opened for its records. A text may have any number of documents;
    /// those of JSON follow each other.
    pub fn of_records(
        opened: Opened,
        reading: &Reading,
        purpose: Purpose,
    ) -> Result<Self, Failure> {
        let Format::Document(format) = opened.format else {
            return Self::of_for(opened, reading, purpose);
        };
        if purpose == Purpose::Flatbuffers {
            return Self::of_for(opened, reading, purpose);
        }
        let compression = opened.compression;
        let input = opened.whole()?;
        let frozen = records_in(&input, format, reading, purpose)?;
        Ok(Self::of_input(input, purpose, compression, frozen))
    }

    /// Reads the first `count` records of an input that was opened, for JSON output. The first
    /// items of an array are returned even if there is an error behind them.
    pub fn of_first_records(
        mut opened: Opened,
        reading: &Reading,
        count: u64,
    ) -> Result<Self, Failure> {
        let Format::Document(format) = opened.format else {
            let first =
                opened.part_of_frozen(&reading.limits(), |parts| parts.first_items(count))?;
            return match first.flatten() {
                Some(frozen) => Ok(Self::of_frozen(opened, frozen)),
                None => Self::of_for(opened, reading, Purpose::Json),
            };
        };
        let compression = opened.compression;
        let input = opened.whole()?;
        let frozen = records_in(&input, format, reading, Purpose::Json);
        let frozen = frozen.or_else(|failure| {
            let mut first = None;
            format.visit(First {
                bytes: &input.bytes,
                reading,
                count,
                found: &mut first,
            });
            first.ok_or(failure)
        })?;
        Ok(Self::of_input(input, Purpose::Json, compression, frozen))
    }

    fn of_input(
        input: Input,
        purpose: Purpose,
        compression: Option<Compression>,
        frozen: Frozen,
    ) -> Self {
        Self {
            len: Some(input.bytes.len()),
            name: input.name.clone(),
            format: input.format,
            compression,
            frozen,
            origin: Some((input, purpose)),
        }
    }

    /// Reads a node of a frozen document, and nothing else of the file. Also returns the steps of
    /// the path that lead to it; the rest of the path is to be followed in it. Returns the input if
    /// it is another one, or has to be read whole, if only to find what is wrong.
    pub fn of_path(
        mut opened: Opened,
        path: &[Selector<'_>],
        reading: &Reading,
    ) -> Result<Result<(Self, Vec<Step>), Opened>, Failure> {
        if path.is_empty() {
            return Ok(Err(opened));
        }
        let node = opened.part_of_frozen(&reading.limits(), |parts| parts.select(path))?;
        Ok(match node {
            Some((frozen, steps)) => Ok((Self::of_frozen(opened, frozen), steps)),
            None => Err(opened),
        })
    }

    /// Makes a document of a part of a frozen one.
    fn of_frozen(opened: Opened, frozen: Frozen) -> Self {
        Self {
            name: opened.name,
            format: opened.format,
            compression: opened.compression,
            len: None,
            frozen,
            origin: None,
        }
    }

    /// Reads the record of a stream with this number, from 0 on, for JSON output. In a frozen
    /// stream no other segment is read; in other streams all records before it are.
    pub fn of_record(opened: Opened, number: usize, reading: &Reading) -> Result<Self, Failure> {
        let (format, compression) = (opened.format, opened.compression);
        let records = Records::of(opened, reading)?;
        let absent = |name: &str, len| {
            let hint = match len {
                0 => "it is an empty stream".to_owned(),
                len => format!("its records are [0] to [{}]", len - 1),
            };
            let what = format!("{name}: there is no record {number}");
            report::plain(Exit::Document, what, Some(&hint))
        };
        Self::of_numbered(records, number, reading, absent).map(|document| Self {
            format,
            compression,
            ..document
        })
    }

    /// Reads the item of an array with this number, for JSON output, and nothing behind it. Returns
    /// the input if it is no array that can be read item by item.
    pub fn of_item(
        opened: Opened,
        number: usize,
        reading: &Reading,
    ) -> Result<Result<Self, Opened>, Failure> {
        let (format, compression) = (opened.format, opened.compression);
        let items = match Records::of_array(opened, reading) {
            Ok(items) => items,
            Err(opened) => return Ok(Err(opened)),
        };
        let absent = |name: &str, len| {
            let hint = match len {
                0 => "it is an empty array".to_owned(),
                len => format!("its items are [0] to [{}]", len - 1),
            };
            let what = format!("{name}: $ has no item {number}");
            report::plain(Exit::Document, what, Some(&hint))
        };
        let document = Self::of_numbered(items, number, reading, absent)?;
        Ok(Ok(Self {
            format,
            compression,
            ..document
        }))
    }

    /// Reads the record with this number. `absent` makes the failure if there are only so many.
    fn of_numbered(
        mut records: Records<'_>,
        number: usize,
        reading: &Reading,
        absent: impl FnOnce(&str, u64) -> Failure,
    ) -> Result<Self, Failure> {
        let left = records.skip(number as u64)?;
        let name = records.name().to_owned();
        let Some(record) = records.next()?.filter(|_| left == 0) else {
            return Err(absent(&name, number as u64 - left));
        };
        let frozen = with_builder(reading.duplicates(), reading.limits(), |builder| {
            builder.start()?;
            record.freeze(Purpose::Json, builder)?;
            builder.finish()
        });
        Ok(Self {
            name,
            format: Format::Document(AnyFormat::Json),
            compression: None,
            len: None,
            frozen: frozen.map_err(|error| record.failure(error))?,
            origin: None,
        })
    }

    /// Returns the items of an array, each of several documents, or any other document itself.
    /// Each item comes with its step in the path; a document that stands alone has none.
    pub fn records(&self) -> impl Iterator<Item = (Option<Step>, View<'_>)> {
        let root = self.view();
        let alone = (!root.is_array()).then_some((None, root));
        let items = root.items().enumerate();
        items
            .map(|(index, item)| (Some(Step::Index(index)), item))
            .chain(alone)
    }

    /// Reports an error in writing the node that `steps` lead to. The document is the one at
    /// `path`, which is read again if it is a stream.
    pub fn failure_below(
        &self,
        path: &Path,
        reading: &Reading,
        steps: impl DoubleEndedIterator<Item = Step>,
        error: Error,
    ) -> Failure {
        let error = steps.rev().fold(error, Error::inside);
        match &self.origin {
            Some((input, purpose)) => input.failure_in_tree(reading, *purpose, &error),
            None => failure_in_array(path, &self.name, reading, &error),
        }
    }

    /// Returns the root.
    pub fn view(&self) -> View<'_> {
        self.frozen.view()
    }
}

impl Input {
    /// Drives the document, which has this format, into a sink. All sinks share the code.
    pub fn drive(
        &self,
        format: AnyFormat,
        reading: &Reading,
        purpose: Purpose,
        sink: &mut AnySink<'_>,
    ) -> varvel::Result {
        reading.drive(format, &self.bytes, purpose, sink)
    }

    /// Drives the document, which has this format, into a sink, by code that is compiled for the
    /// sink: see [`Reading::drive_fast`].
    pub fn drive_fast<S: for<'x> Sink<'x>>(
        &self,
        format: AnyFormat,
        reading: &Reading,
        purpose: Purpose,
        sink: &mut S,
    ) -> varvel::Result {
        reading.drive_fast(format, &self.bytes, purpose, sink)
    }

    /// Returns the document frozen. One that is frozen already is used as it is.
    pub fn freeze(self, reading: &Reading) -> Result<Frozen, Failure> {
        self.freeze_for(reading, Purpose::Any)
    }

    /// Returns the document frozen for a purpose.
    pub fn freeze_for(self, reading: &Reading, purpose: Purpose) -> Result<Frozen, Failure> {
        let (frozen, _) = self.freeze_and_keep(reading, purpose)?;
        Ok(frozen)
    }

    /// Returns the document frozen for a purpose, and the input, unless the input is the frozen
    /// document.
    pub fn freeze_and_keep(
        self,
        reading: &Reading,
        purpose: Purpose,
    ) -> Result<(Frozen, Option<Self>), Failure> {
        if self.format != Format::Frozen {
            return Ok((self.frozen(reading, purpose)?, Some(self)));
        }
        let Self { name, bytes, .. } = self;
        let head = bytes[..bytes.len().min(64)].to_vec();
        match Frozen::from_bytes_with(bytes, &reading.limits()) {
            Ok(frozen) => Ok((frozen, None)),
            Err(error) => Err(report::in_frozen(&name, &head, &error)),
        }
    }

    /// Freezes a document that is not frozen yet.
    fn frozen(&self, reading: &Reading, purpose: Purpose) -> Result<Frozen, Failure> {
        let Format::Document(format) = self.format else {
            let schema = reading.flatbuffers()?;
            let frozen = built(reading, |builder| {
                schema.drive(&self.bytes, purpose == Purpose::Json, builder)
            });
            return frozen.map_err(|error| self.failure(&error));
        };
        match format {
            _ if purpose == Purpose::Flatbuffers => built(reading, |builder| {
                self.drive(format, reading, purpose, &mut Transient::exact(builder))
            }),
            AnyFormat::Yaml => match freeze_yaml(&self.bytes, reading, purpose) {
                Ok((_, Count::None)) => return Err(no_document(&self.name)),
                read => read.map(|(frozen, _)| frozen),
            },
            _ => self.built(format, reading, purpose),
        }
        .map_err(|error| self.failure(&error))
    }

    fn built(
        &self,
        format: AnyFormat,
        reading: &Reading,
        purpose: Purpose,
    ) -> varvel::Result<Frozen> {
        built(reading, |builder| {
            self.drive_fast(format, reading, purpose, builder)
        })
    }
}

/// Freezes the events that `give` sends to a builder.
fn built(
    reading: &Reading,
    give: impl FnOnce(&mut Builder) -> varvel::Result,
) -> varvel::Result<Frozen> {
    with_builder(reading.duplicates(), reading.limits(), |builder| {
        builder.start()?;
        give(builder)?;
        builder.finish()
    })
}

/// Freezes a document for its records. A text of JSON or YAML may be any number of documents.
fn records_in(
    input: &Input,
    format: AnyFormat,
    reading: &Reading,
    purpose: Purpose,
) -> Result<Frozen, Failure> {
    let bytes = &input.bytes;
    let read = match format {
        AnyFormat::Yaml => freeze_yaml(bytes, reading, purpose).map(|(frozen, _)| frozen),
        AnyFormat::Json => match input.built(format, reading, purpose) {
            Err(error) if is_row(bytes, &error) => freeze_json_documents(bytes, reading, purpose),
            read => read,
        },
        AnyFormat::Json5 => match input.built(format, reading, purpose) {
            Err(error) if error.kind() == ErrorKind::TrailingData => {
                freeze_json5_documents(bytes, reading, purpose)
            }
            read => read,
        },
        _ => return input.frozen(reading, purpose),
    };
    read.map_err(|error| input.failure(&error))
}

/// Freezes the first `count` items of an array for JSON output, if there are so many, whatever is
/// behind them.
struct First<'i> {
    bytes: &'i [u8],
    reading: &'i Reading,
    count: u64,
    found: &'i mut Option<Frozen>,
}

impl Visit for First<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        let options = self.reading.options_of::<F>(Purpose::Json);
        // An error behind the items comes after they are found. If the error is before them, the
        // caller has already reported it.
        let _ = F::read(self.bytes, &options, self);
    }
}

impl<'b> Read<'b> for First<'_> {
    type Output = ();

    fn read<R: Source<'b>>(self, source: &mut R) -> varvel::Result {
        let frozen = built(self.reading, |builder| {
            source.begin_array()?;
            builder.begin_array(None)?;
            for _ in 0..self.count {
                if !source.next_item()? {
                    return Err(Error::new(ErrorKind::NotFound));
                }
                source.drive(builder)?;
            }
            builder.end_array()
        })?;
        *self.found = Some(frozen);
        Ok(())
    }
}

/// Returns whether an error in a JSON text may mean that it is several documents.
fn is_row(bytes: &[u8], error: &Error) -> bool {
    error.kind() == ErrorKind::TrailingData
        || bytes.trim_ascii_start().first() == Some(&RECORD_SEPARATOR)
}

/// How many documents a text has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    None,
    One,
    Several,
}

/// Freezes a YAML text: its document, or the array of its documents if it has none or several.
fn freeze_yaml(
    bytes: &[u8],
    reading: &Reading,
    purpose: Purpose,
) -> varvel::Result<(Frozen, Count)> {
    let options = &reading.options_of::<Yaml>(purpose);
    let duplicates = reading.duplicates();
    let none = yaml::Documents::new(bytes, options)?.next()?.is_none();
    match yaml::freeze_with(bytes, duplicates, *options) {
        _ if none => {}
        Err(error) if error.kind() == ErrorKind::TrailingData => {}
        result => return result.map(|frozen| (frozen, Count::One)),
    }
    let limits = Limits {
        depth: options.limits.depth.saturating_add(1), // for the array
        ..options.limits
    };
    let mut documents = yaml::Documents::new(bytes, options)?;
    with_builder(duplicates, limits, |builder| {
        builder.start()?;
        builder.begin_array(None)?;
        while documents.drive_next(builder)? {}
        builder.end_array()?;
        builder.finish()
    })
    .map(|frozen| match none {
        true => (frozen, Count::None),
        false => (frozen, Count::Several),
    })
}

/// Returns the documents of a YAML text, each frozen on its own, for YAML output.
pub fn yaml_documents(input: &Input, reading: &Reading) -> varvel::Result<Vec<Frozen>> {
    let mut documents =
        yaml::Documents::new(&input.bytes, &reading.options_of::<Yaml>(Purpose::Text))?;
    let mut all = Vec::new();
    loop {
        let next = with_builder(reading.duplicates(), reading.limits(), |builder| {
            builder.start()?;
            match documents.drive_next(builder)? {
                true => builder.finish().map(Some),
                false => Ok(None),
            }
        })?;
        match next {
            Some(frozen) => all.push(frozen),
            None => return Ok(all),
        }
    }
}

/// Reports a YAML text without a document.
fn no_document(name: &str) -> Failure {
    report::plain(Exit::Document, format!("{name} has no document"), None)
}

/// Freezes successive JSON documents as an array. Between them is white space, such as a line
/// break, or a record separator (RFC 7464), or nothing if a bracket or a quote tells them apart.
fn freeze_json_documents(
    bytes: &[u8],
    reading: &Reading,
    purpose: Purpose,
) -> varvel::Result<Frozen> {
    freeze_array(reading, |builder| {
        let options = reading.options_of::<Json>(purpose);
        json_documents(bytes, &options, |document| document.drive(builder))
    })
}

/// Freezes an array of the documents that `each` gives.
fn freeze_array(
    reading: &Reading,
    each: impl FnOnce(&mut Builder) -> varvel::Result,
) -> varvel::Result<Frozen> {
    let limits = Limits {
        depth: reading.limits().depth.saturating_add(1), // for the array
        ..reading.limits()
    };
    with_builder(reading.duplicates(), limits, |builder| {
        builder.start()?;
        builder.begin_array(None)?;
        each(builder)?;
        builder.end_array()?;
        builder.finish()
    })
}

/// Freezes successive JSON5 documents as an array.
fn freeze_json5_documents(
    bytes: &[u8],
    reading: &Reading,
    purpose: Purpose,
) -> varvel::Result<Frozen> {
    let documents = records::Reader::new(bytes, records::Format::Json5, false, &Limits::NONE);
    freeze_array(reading, |builder| {
        let Some(mut documents) = documents else {
            return Ok(());
        };
        while let Some(record) = documents.next()? {
            let read =
                reading.drive_fast(AnyFormat::Json5, record.document, purpose, &mut *builder);
            read.map_err(|error| {
                let offset = error.offset().unwrap_or_default();
                error.with_offset(record.offset as usize + offset)
            })?;
        }
        Ok(())
    })
}

/// Freezes the records of a stream as one array.
fn gathered(opened: Opened, reading: &Reading, purpose: Purpose) -> Result<Frozen, Failure> {
    let name = opened.name.clone();
    let fails = |error| report::in_document(&name, &error);
    let limits = Limits {
        depth: reading.limits().depth.saturating_add(1), // for the array
        ..reading.limits()
    };
    let mut builder = Builder::try_with(reading.duplicates(), limits).map_err(fails)?;
    let mut records = Records::of(opened, reading)?;
    builder.start().map_err(fails)?;
    builder.begin_array(None).map_err(fails)?;
    while let Some(record) = records.next()? {
        let given = record.freeze(purpose, &mut builder);
        given.map_err(|error| record.failure(error))?;
    }
    builder.end_array().map_err(fails)?;
    builder.finish().map_err(fails)
}

/// Reports an error in writing the array of the records of a stream. If the stream is a file, the
/// record is read again, to show the place.
fn failure_in_array(path: &Path, name: &str, reading: &Reading, error: &Error) -> Failure {
    let placed = placed_in_array(path, reading, error);
    placed.unwrap_or_else(|| report::in_document(name, error))
}

fn placed_in_array(path: &Path, reading: &Reading, error: &Error) -> Option<Failure> {
    let [Step::Index(number), steps @ ..] = error.steps()? else {
        return None;
    };
    if is_stream(path) || !path.is_file() {
        return None;
    }
    let opened = Opened::open(path, reading).ok()?;
    let mut records = match opened.format.is_stream() {
        true => Records::of(opened, reading).ok()?,
        false => Records::of_array(opened, reading).ok()?,
    };
    if records.skip(*number as u64).ok()? > 0 {
        return None;
    }
    records.next().ok()??.failure_in_tree(steps, error)
}
