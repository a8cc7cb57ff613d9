//! Reads the records of a stream one by one, with the place of each for errors.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::sync::{Arc, Mutex};

use varvel::format::{self, UniqueKeys};
use varvel::formats::AnyFormat;
use varvel::path::Step;
use varvel::records::{self, Each, Reader};
use varvel::{
    Builder, Duplicates, Encode as _, Error, ErrorKind, Limits, Sink, StreamReader, View,
    with_builder,
};
#[cfg(feature = "full")]
use varvel_arrow::Rows;

use varvel_files::Split;

use crate::files::any_sink::AnySink;
use crate::files::flatbuffers::Loaded;
use crate::files::flatbuffers::rows::{self, Bad};
use crate::files::format::Format;
use crate::files::input::{Opened, Seekable};
use crate::files::located::Located;
use crate::files::node_place::{is_about_key, place_of};
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
#[cfg(feature = "full")]
use crate::files::table_rows::TableRows;
use crate::files::trail::{Trail, Trailed};
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::progress::Watched;
use crate::terminal::report;

/// The records that are left of a stream.
pub struct Records<'r> {
    name: String,
    reading: &'r Reading,
    /// The number of records that were returned.
    given: u64,
    /// Where a split is in its file.
    located: Option<Located>,
    kind: Kind,
}

enum Kind {
    Nothing,
    Documents(Box<Documents>),
    Buffers(Box<Buffers>),
    Frozen(Box<Frozen>),
    #[cfg(feature = "full")]
    Table(Box<TableRows>),
}

/// The records of a frozen stream up to one of them.
struct Frozen {
    stream: StreamReader<Seekable>,
    /// The number of the first record.
    first: u64,
    /// The number after the last record.
    until: u64,
}

impl Frozen {
    /// Returns all records of a stream; those of a split, if it is one.
    fn of(stream: StreamReader<Seekable>, split: Option<&Split>) -> Self {
        let all = stream.len();
        let Some(split) = split else {
            let (first, until) = (0, all);
            return Self {
                stream,
                first,
                until,
            };
        };
        let first_from = |at: u64| {
            let mut numbers = 0..stream.segments();
            let after = numbers.find_map(|i| stream.place(i).filter(|place| place.offset >= at));
            after.map_or(all, |place| place.first)
        };
        let (first, until) = (first_from(split.start), first_from(split.end));
        Self {
            stream,
            first,
            until,
        }
    }
}

/// Successive documents, or the items of one array.
struct Documents {
    reader: Reader<'static>,
    /// Why reading failed, if it did.
    cause: Cause,
    document: Documented,
    /// The array whose items these are, to find places in it.
    array: Option<(Trail, Format)>,
    /// The number of documents that were returned.
    given: u64,
    /// Whether the next one has been found.
    ready: bool,
}

/// How a document is read.
#[derive(Clone, Copy)]
struct Documented {
    format: AnyFormat,
    each: Each,
    /// Whether it is an item of an array.
    item: bool,
}

/// FlatBuffers, each with its size before it.
struct Buffers {
    input: BufReader<Opened>,
    schema: Loaded,
    buffer: Vec<u8>,
    /// The offset of the next buffer.
    at: u64,
}

/// The error of an input. The reader replaces it by an error of its own.
type Cause = Arc<Mutex<Option<io::Error>>>;

/// An input that keeps the error with which it failed.
struct Remembering<R>(R, Cause);

impl<R: Read> Read for Remembering<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|cause| {
            let kind = cause.kind();
            if kind != io::ErrorKind::Interrupted
                && let Ok(mut slot) = self.1.lock()
            {
                *slot = Some(cause);
            }
            kind.into()
        })
    }
}

fn read_failure(name: &str, cause: Option<&io::Error>) -> Failure {
    let unknown = io::ErrorKind::Other.into();
    report::io(&format!("read {name}"), cause.unwrap_or(&unknown))
}

/// Opens the whole segments of a damaged stream, or of one that another process adds to, and warns
/// about the rest.
fn recovered(
    name: &str,
    mut file: Seekable,
    reading: &Reading,
    added: bool,
) -> Result<StreamReader<Seekable>, Failure> {
    let len = file.seek(SeekFrom::End(0));
    let len = len.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let stream = StreamReader::recover(file, reading.limits())
        .map_err(|error| report::in_document(name, &error))?;
    let lost = len - stream.byte_len();
    if added {
        let records = stream.len();
        report::warn(&format!(
            "another process adds to {name}: {records} records are read, which are whole"
        ));
        return Ok(stream);
    }
    if stream.byte_len() == 0 {
        let what = format!("{name} has no segment that is whole");
        return Err(report::plain(Exit::Document, what, None));
    }
    if lost > 0 {
        let records = stream.len();
        report::warn(&format!(
            "{name}: {records} records are whole, and the last {lost} bytes are not read"
        ));
    }
    Ok(stream)
}

/// A record, and its place.
pub struct Record<'a> {
    /// The name of the stream in errors.
    pub name: &'a str,
    reading: &'a Reading,
    body: Body<'a>,
    /// The place of the split that has the record.
    located: Option<&'a Located>,
}

/// The content of a record.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// A document.
    Document(format::Record<'a>, Documented, Option<&'a (Trail, Format)>),
    /// A FlatBuffer, and its offset in the stream.
    Buffer(&'a [u8], u64, &'a Loaded),
    /// A frozen record, and its number.
    Frozen(View<'a>, u64),
    /// A row: the rows in memory, its number in these, and in the file.
    #[cfg(feature = "full")]
    Row(&'a Rows, usize, u64),
}

impl<'r> Records<'r> {
    /// Opens the records of a stream. An input that is no stream has none.
    pub fn of(opened: Opened, reading: &'r Reading) -> Result<Self, Failure> {
        let name = opened.name.clone();
        let located = Located::of(&opened);
        let kind = match opened.format {
            Format::Records(records::Format::Frozen) => {
                let added = opened.is_added_to();
                let split = opened.split().cloned();
                let file = opened.into_seekable();
                let file = file.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
                let stream = match (reading.recover || added) && split.is_none() {
                    true => recovered(&name, file, reading, added),
                    false => StreamReader::open(file, reading.limits())
                        .map_err(|error| report::in_document(&name, &error)),
                };
                Kind::Frozen(Box::new(Frozen::of(stream?, split.as_ref())))
            }
            Format::FlatbuffersStream => Kind::Buffers(Box::new(Buffers {
                schema: reading.flatbuffers()?,
                input: BufReader::with_capacity(1 << 16, opened),
                buffer: Vec::new(),
                at: 0,
            })),
            Format::Records(records) => Kind::of_documents(opened, records, false),
            #[cfg(feature = "full")]
            Format::Table(_) => Kind::Table(Box::new(TableRows::open(opened, reading)?)),
            _ => Kind::Nothing,
        };
        let given = match &kind {
            Kind::Frozen(frozen) => frozen.first,
            _ => 0,
        };
        Ok(Self {
            name,
            reading,
            given,
            located,
            kind,
        })
    }

    /// Opens the items of the array. Returns the input if it is no array that can be read item by
    /// item.
    pub fn of_array(opened: Opened, reading: &'r Reading) -> Result<Self, Opened> {
        let Some(items) = opened.items().filter(|_| reading.limits().depth > 0) else {
            return Err(opened);
        };
        Ok(Self {
            name: opened.name.clone(),
            reading,
            given: 0,
            located: None,
            kind: Kind::of_documents(opened, items, true),
        })
    }

    /// Returns the name of the input in errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of records, if the stream has it.
    pub fn len(&self) -> Option<u64> {
        match &self.kind {
            Kind::Frozen(frozen) => Some(frozen.until - frozen.first),
            #[cfg(feature = "full")]
            Kind::Table(rows) => Some(rows.len()),
            _ => None,
        }
    }

    /// Returns the bytes of a frozen stream from its beginning, to be read on all cores. The
    /// records can be read after that as before.
    pub fn frozen_bytes(&self) -> Option<Box<dyn Read + Send + '_>> {
        let Kind::Frozen(frozen) = &self.kind else {
            return None;
        };
        let stream = &frozen.stream;
        let bytes: Box<dyn Read + Send> = match stream.get_ref() {
            Seekable::File(Watched(file, progress)) => {
                let mut file: &File = file;
                file.seek(SeekFrom::Start(0)).ok()?;
                Box::new(Watched(file, progress.clone()))
            }
            Seekable::Memory(bytes) => Box::new(&bytes.get_ref()[..]),
        };
        Some(Box::new(bytes.take(stream.byte_len())))
    }

    /// Skips this many records. Returns how many of these were missing.
    pub fn skip(&mut self, count: u64) -> Result<u64, Failure> {
        if let Some(len) = self.len() {
            self.given = count.min(len);
            #[cfg(feature = "full")]
            if let Kind::Table(rows) = &mut self.kind {
                let found = rows.seek(self.given);
                found.map_err(|error| report::in_document(&self.name, &error))?;
            }
            return Ok(count - self.given);
        }
        for passed in 0..count {
            if self.next()?.is_none() {
                return Ok(count - passed);
            }
        }
        Ok(0)
    }

    /// Returns the next record. `wait` is called before the reader waits for more of the input.
    pub fn next_or(
        &mut self,
        wait: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<Option<Record<'_>>, Failure> {
        let ready = match &mut self.kind {
            Kind::Documents(documents) => documents.is_ready(&self.name)?,
            _ => false,
        };
        if !ready {
            wait()?;
        }
        self.next()
    }

    /// Returns the next record.
    pub fn next(&mut self) -> Result<Option<Record<'_>>, Failure> {
        let name = &self.name;
        let body = match &mut self.kind {
            Kind::Nothing => None,
            Kind::Documents(documents) => documents.next(name)?,
            Kind::Buffers(buffers) => {
                let Buffers {
                    input,
                    schema,
                    buffer,
                    at,
                } = &mut **buffers;
                let begin = *at;
                match rows::next(input, buffer) {
                    Ok(false) => None,
                    Ok(true) => {
                        *at += buffer.len() as u64;
                        Some(Body::Buffer(buffer, begin, schema))
                    }
                    Err(Bad::Read(cause)) => {
                        return Err(report::io(&format!("read {name}"), &cause));
                    }
                    Err(Bad::CutOff) => {
                        let expected = "the bytes that the buffer's size says";
                        let error = Error::expected(ErrorKind::UnexpectedEnd, expected);
                        return Err(report::in_value(name, begin, error));
                    }
                }
            }
            Kind::Frozen(frozen) if self.given == frozen.until => None,
            Kind::Frozen(frozen) => {
                let view = frozen.stream.record(self.given);
                let view = view.map_err(|error| report::in_document(name, &error))?;
                Some(Body::Frozen(view, self.given))
            }
            #[cfg(feature = "full")]
            Kind::Table(rows) => {
                let next = rows.next();
                let next = next.map_err(|error| report::in_document(name, &error))?;
                next.map(|(rows, index)| Body::Row(rows, index, self.given))
            }
        };
        self.given += 1;
        let (reading, located) = (self.reading, self.located.as_ref());
        Ok(body.map(|body| Record {
            name,
            reading,
            body,
            located,
        }))
    }
}

impl Record<'_> {
    /// Returns the record if it is frozen.
    pub fn view(&self) -> Option<View<'_>> {
        match self.body {
            Body::Frozen(view, _) => Some(view),
            _ => None,
        }
    }

    /// Gives the record to a sink, with its duplicate keys. In a tree that becomes JSON, a
    /// FlatBuffer has words for NaN: see [`Loaded::drive`].
    pub fn give(&self, purpose: Purpose, mut sink: &mut AnySink<'_>) -> varvel::Result {
        match self.body {
            Body::Document(record, each, _) => {
                each.drive(record.document, self.reading, purpose, sink)
            }
            Body::Buffer(bytes, _, schema) => schema.drive(bytes, purpose == Purpose::Json, sink),
            Body::Frozen(view, _) => view.encode(&mut sink, &()),
            #[cfg(feature = "full")]
            Body::Row(rows, index, _) => give_row(rows, index, purpose, &mut sink),
        }
    }

    /// Gives the record to a builder, as [`Record::give`] does. Documents go there fast.
    pub fn freeze(&self, purpose: Purpose, builder: &mut Builder) -> varvel::Result {
        match self.body {
            Body::Document(record, each, _) if !each.item => {
                let document = record.document;
                (self.reading).drive_fast(each.format, document, purpose, builder)
            }
            Body::Frozen(view, _) => view.encode(builder, &()),
            #[cfg(feature = "full")]
            Body::Row(rows, index, _) => give_row(rows, index, purpose, builder),
            _ => self.give(purpose, builder),
        }
    }

    /// Gives the record to a sink that writes for a purpose, with each key once.
    pub fn write<S: for<'x> Sink<'x>>(&self, purpose: Purpose, mut sink: S) -> varvel::Result<S> {
        let (duplicates, limits) = (self.reading.duplicates(), self.reading.limits());
        match self.body {
            Body::Frozen(..) | Body::Buffer(..) => self.give(purpose, &mut sink)?,
            #[cfg(feature = "full")]
            Body::Row(rows, index, _) if rows.has_unique_keys() => {
                give_row(rows, index, purpose, &mut sink)?;
            }
            _ if duplicates == Duplicates::Error => {
                let mut pipe = UniqueKeys::try_new(sink)?;
                self.give(purpose, &mut pipe)?;
                return Ok(pipe.into_inner());
            }
            _ => with_builder(duplicates, limits, |builder| {
                builder.start()?;
                self.freeze(purpose, builder)?;
                builder.finish_view()?.encode(&mut sink, &())
            })?,
        }
        Ok(sink)
    }

    /// Reports an error in writing the node of this record that `steps` lead to. Returns `None` if
    /// the place of the node is not found.
    pub fn failure_in_tree(&self, steps: &[Step], error: &Error) -> Option<Failure> {
        let mut error = error.clone();
        if let Body::Document(record, each, array) = self.body {
            let (bytes, purpose) = (record.document, Purpose::Text);
            let about_key = is_about_key(&error);
            let place = place_of(steps, about_key, each.format, bytes, self.reading, purpose)?;
            error = error.with_offset(place);
            if array.is_some() {
                // The number of the item is added.
                error = error.with_path(steps.to_vec());
            }
        }
        Some(self.failure(error))
    }

    /// Reports an error in it.
    pub fn failure(&self, error: Error) -> Failure {
        match self.body {
            Body::Document(record, each, array) => {
                // The blank line that `of_documents` puts before a split is not counted.
                let before = self.located.map_or(Ok(0), Located::lines);
                match before {
                    Ok(before) => {
                        let mut record = record;
                        record.number += before.saturating_sub(1);
                        each.failure(self.name, &record, self.reading, error, array)
                    }
                    Err(cause) => read_failure(self.name, Some(&cause)),
                }
            }
            Body::Buffer(_, at, _) => report::in_value(self.name, at, error),
            Body::Frozen(_, number) => report::in_record(self.name, number, &error),
            #[cfg(feature = "full")]
            Body::Row(_, _, number) => report::in_record(self.name, number, &error),
        }
    }
}

/// Gives a row to a sink that writes for a purpose.
#[cfg(feature = "full")]
fn give_row<'s, S: Sink<'s>>(
    rows: &'s Rows,
    index: usize,
    purpose: Purpose,
    sink: &mut S,
) -> varvel::Result {
    match purpose.keeps_decimals() {
        true => rows.give_exact(index, sink),
        false => rows.give(index, sink),
    }
}

impl Kind {
    /// Opens the documents of a stream; or of an array, if they are items.
    fn of_documents(opened: Opened, records: records::Format, item: bool) -> Self {
        let format = opened.format;
        let Some(each) = format.each() else {
            return Self::Nothing;
        };
        let array = item.then(|| (Trail::new(format.is_text()), format));
        let begins_file = opened.split().is_none_or(|split| split.start == 0);
        let cause = Cause::default();
        let remembering = Arc::clone(&cause);
        // There is no limit, so that records of any length are found.
        let limits = &Limits::NONE;
        let reader = match &array {
            Some((trail, _)) => {
                let input = Trailed(opened, trail.clone());
                Reader::new(Remembering(input, remembering), records, item, limits)
            }
            None => {
                // A byte order mark is passed at the beginning of a file only. So the reader gets a
                // blank line before a split, and counts one line more.
                let before: &[u8] = if begins_file { b"" } else { b"\n" };
                let input = before.chain(Remembering(opened, remembering));
                Reader::new(input, records, item, limits)
            }
        };
        let Some(reader) = reader else {
            return Self::Nothing;
        };
        Self::Documents(Box::new(Documents {
            document: Documented {
                format: each,
                each: reader.each(),
                item,
            },
            reader,
            cause,
            array,
            given: 0,
            ready: false,
        }))
    }
}

impl Documents {
    /// Returns whether the next record has come.
    fn is_ready(&mut self, name: &str) -> Result<bool, Failure> {
        let found = self.reader.try_advance();
        self.ready = found.map_err(|error| self.failure(name, error))?;
        Ok(self.ready)
    }

    fn next(&mut self, name: &str) -> Result<Option<Body<'_>>, Failure> {
        if let Some((trail, _)) = &self.array {
            trail.leave(self.reader.offset());
        }
        if !std::mem::take(&mut self.ready) {
            let found = self.reader.advance();
            found.map_err(|error| self.failure(name, error))?;
        }
        let record = self.reader.current();
        self.given += u64::from(record.is_some());
        let (document, array) = (self.document, self.array.as_ref());
        Ok(record.map(|record| Body::Document(record, document, array)))
    }

    /// Reports why no other record was found.
    fn failure(&self, name: &str, error: Error) -> Failure {
        let cause = self.cause.lock();
        if let Ok(cause) = &cause
            && cause.is_some()
        {
            return read_failure(name, cause.as_ref());
        }
        let offset = self.reader.offset();
        match &self.array {
            Some((trail, format)) => trail.failure(name, *format, self.given, offset, error),
            None => report::in_value(name, offset, error),
        }
    }
}

impl Documented {
    /// Gives the document to a sink.
    fn drive(
        self,
        document: &[u8],
        reading: &Reading,
        purpose: Purpose,
        sink: &mut AnySink<'_>,
    ) -> varvel::Result {
        match self.item {
            true => {
                let options = reading.options(purpose);
                self.each.drive(document, &options, sink)
            }
            false => reading.drive(self.format, document, purpose, sink),
        }
    }

    /// Reports an error in a record of the stream or the array `name`.
    fn failure(
        self,
        name: &str,
        record: &format::Record<'_>,
        reading: &Reading,
        error: Error,
        array: Option<&(Trail, Format)>,
    ) -> Failure {
        let (number, offset) = (record.number, record.offset);
        if let Some((trail, format)) = array {
            let options = reading.options(Purpose::Text);
            let first = number == 0;
            let error = self.each.explain(record.bytes, first, &options, error);
            return trail.failure(name, *format, number, offset, error);
        }
        match self.format.profile().text {
            true => report::in_line(name, number, record.document, &error),
            false => report::in_value(name, offset, error),
        }
    }
}
