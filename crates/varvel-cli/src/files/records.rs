//! The records of a stream, one after the other, with the place of each for errors.

use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom};
use std::sync::{Arc, Mutex};

use varvel::format::{RecordFormat, RecordReader};
use varvel::formats::AnyFormat;
use varvel::records::{Row, Visit};
use varvel::{
    Duplicates, Encode as _, Error, ErrorKind, Sink, StreamReader, UniqueKeys, View, with_builder,
};

use crate::files::flatbuffers::Loaded;
use crate::files::flatbuffers::rows::{self, Bad};
use crate::files::format::Format;
use crate::files::input::{Opened, Reading, Seekable};
use crate::files::purpose::Purpose;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// Records that are yet to come.
pub struct Records<'r> {
    name: String,
    reading: &'r Reading,
    /// Records that were given.
    given: u64,
    kind: Kind,
}

enum Kind {
    Lines(Lines),
    Values(Box<dyn Values>, AnyFormat, Cause),
    Buffers(Box<Buffers>),
    Frozen(Box<StreamReader<Seekable>>),
}

/// FlatBuffers, each with its size before it.
struct Buffers {
    input: BufReader<Opened>,
    schema: Loaded,
    buffer: Vec<u8>,
    /// Where the next begins.
    at: u64,
}

/// Documents of a binary format with nothing between them.
trait Values {
    /// The next one.
    fn next(&mut self) -> varvel::Result<Option<&[u8]>>;

    /// Where the next one begins.
    fn offset(&self) -> u64;
}

impl<F: RecordFormat> Values for RecordReader<Remembering, F> {
    fn next(&mut self) -> varvel::Result<Option<&[u8]>> {
        let record = RecordReader::next(self)?;
        Ok(record.map(|record| record.document))
    }

    fn offset(&self) -> u64 {
        RecordReader::offset(self)
    }
}

/// Why an input failed: what reads from it makes an error of its own of that.
type Cause = Arc<Mutex<Option<io::Error>>>;

/// An input that keeps the error for which it failed.
struct Remembering(Opened, Cause);

impl Read for Remembering {
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

/// What is whole of a stream, with a line about what is not.
fn recovered(
    name: &str,
    mut file: Seekable,
    reading: &Reading,
) -> Result<StreamReader<Seekable>, Failure> {
    let len = file.seek(SeekFrom::End(0));
    let len = len.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let stream = StreamReader::recover(file, reading.limits())
        .map_err(|error| report::in_document(name, &error))?;
    let lost = len - stream.byte_len();
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

/// A record, and where it stands.
pub struct Record<'a> {
    /// The stream, as errors name it.
    pub name: &'a str,
    reading: &'a Reading,
    body: Body<'a>,
}

/// What a record is made of.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// The text of a line, and its number.
    Line(&'a [u8], u64),
    /// A document of a binary format, and where in the stream it begins.
    Value(&'a [u8], u64, AnyFormat),
    /// A FlatBuffer, and where in the stream it begins.
    Buffer(&'a [u8], u64, &'a Loaded),
    /// A frozen record, and its number.
    Frozen(View<'a>, u64),
}

/// Opens a stream by its format.
struct Open<'r> {
    opened: Opened,
    reading: &'r Reading,
}

impl Visit for Open<'_> {
    type Output = Result<Kind, Failure>;

    fn documents<F: Row>(self) -> Self::Output {
        let each = match self.opened.format.each() {
            Some(each) if !F::LINES => each,
            _ => return Ok(Kind::Lines(Lines::of(self.opened))),
        };
        let cause = Cause::default();
        let input = Remembering(self.opened, Arc::clone(&cause));
        let values = RecordReader::<_, F>::new(input, &self.reading.limits());
        Ok(Kind::Values(Box::new(values), each, cause))
    }

    fn frozen(self) -> Self::Output {
        let name = self.opened.name.clone();
        let file = self.opened.into_seekable();
        let file = file.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
        let stream = match self.reading.recover {
            true => recovered(&name, file, self.reading),
            false => StreamReader::open(file, self.reading.limits())
                .map_err(|error| report::in_document(&name, &error)),
        };
        Ok(Kind::Frozen(Box::new(stream?)))
    }
}

impl<'r> Records<'r> {
    /// Those of a stream. What is no stream has none.
    pub fn of(opened: Opened, reading: &'r Reading) -> Result<Self, Failure> {
        let name = opened.name.clone();
        let kind = match opened.format {
            Format::Records(format) => format.visit(Open { opened, reading })?,
            Format::FlatbuffersStream => Kind::Buffers(Box::new(Buffers {
                schema: reading.flatbuffers()?,
                input: BufReader::with_capacity(1 << 16, opened),
                buffer: Vec::new(),
                at: 0,
            })),
            _ => Kind::Lines(Lines::of(opened)),
        };
        Ok(Self {
            name,
            reading,
            given: 0,
            kind,
        })
    }

    /// How many there are, where the stream says so.
    pub fn len(&self) -> Option<u64> {
        match &self.kind {
            Kind::Frozen(stream) => Some(stream.len()),
            _ => None,
        }
    }

    /// Passes over so many records; how many of these there were not.
    pub fn skip(&mut self, count: u64) -> Result<u64, Failure> {
        if let Some(len) = self.len() {
            self.given = count.min(len);
            return Ok(count - self.given);
        }
        for passed in 0..count {
            if self.next()?.is_none() {
                return Ok(count - passed);
            }
        }
        Ok(0)
    }

    /// The next record.
    pub fn next(&mut self) -> Result<Option<Record<'_>>, Failure> {
        let name = &self.name;
        let body = match &mut self.kind {
            Kind::Lines(lines) => {
                let line = lines.next();
                let line = line.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
                line.map(|(text, number)| Body::Line(text, number))
            }
            Kind::Values(values, each, cause) => {
                let at = values.offset();
                let value = values.next();
                let value = value.map_err(|error| match cause.lock() {
                    Ok(cause) if cause.is_some() => read_failure(name, cause.as_ref()),
                    _ => report::in_value(name, at, error),
                })?;
                value.map(|bytes| Body::Value(bytes, at, *each))
            }
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
            Kind::Frozen(stream) if self.given == stream.len() => None,
            Kind::Frozen(stream) => {
                let view = stream.record(self.given);
                let view = view.map_err(|error| report::in_document(name, &error))?;
                Some(Body::Frozen(view, self.given))
            }
        };
        self.given += 1;
        let reading = self.reading;
        Ok(body.map(|body| Record {
            name,
            reading,
            body,
        }))
    }
}

impl Record<'_> {
    /// A record that is frozen.
    pub fn view(&self) -> Option<View<'_>> {
        match self.body {
            Body::Frozen(view, _) => Some(view),
            _ => None,
        }
    }

    /// Gives the record to a sink, duplicate keys and all. In a tree that becomes JSON, a FlatBuffer has words for
    /// NaN: see [`Loaded::drive`].
    pub fn give<S: for<'x> Sink<'x>>(&self, purpose: Purpose, sink: &mut S) -> varvel::Result {
        match self.body {
            Body::Line(text, _) => self.reading.drive(AnyFormat::Json, text, purpose, sink),
            Body::Value(bytes, _, each) => self.reading.drive(each, bytes, purpose, sink),
            Body::Buffer(bytes, _, schema) => schema.drive(bytes, purpose == Purpose::Json, sink),
            Body::Frozen(view, _) => view.encode(sink, &()),
        }
    }

    /// Gives the record to a sink that writes for a purpose, with each key once.
    pub fn write<S: for<'x> Sink<'x>>(&self, purpose: Purpose, mut sink: S) -> varvel::Result<S> {
        let (duplicates, limits) = (self.reading.duplicates(), self.reading.limits());
        match self.body {
            Body::Frozen(view, _) => view.encode(&mut sink, &())?,
            Body::Buffer(bytes, _, schema) => {
                schema.drive(bytes, purpose == Purpose::Json, &mut sink)?;
            }
            _ if duplicates == Duplicates::Error => {
                let mut pipe = UniqueKeys::new(sink);
                self.give(purpose, &mut pipe)?;
                return Ok(pipe.into_inner());
            }
            _ => with_builder(duplicates, limits, |builder| {
                builder.start()?;
                self.give(purpose, builder)?;
                builder.finish_view()?.encode(&mut sink, &())
            })?,
        }
        Ok(sink)
    }

    /// What is wrong with it.
    pub fn failure(&self, error: Error) -> Failure {
        match self.body {
            Body::Line(text, number) => report::in_line(self.name, number, text, &error),
            Body::Value(_, at, _) | Body::Buffer(_, at, _) => {
                report::in_value(self.name, at, error)
            }
            Body::Frozen(_, number) => report::in_record(self.name, number, &error),
        }
    }
}

/// What some programs begin a text with, which is no part of the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Lines that are not blank.
struct Lines {
    input: BufReader<Opened>,
    line: Vec<u8>,
    /// The number of the last line, from 1.
    number: u64,
}

impl Lines {
    fn of(input: Opened) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            number: 0,
        }
    }

    /// The next line and its number.
    fn next(&mut self) -> io::Result<Option<(&[u8], u64)>> {
        loop {
            self.line.clear();
            if !self.read_line()? {
                return Ok(None);
            }
            self.number += 1;
            if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            let blank = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
            if !self.line.iter().all(blank) {
                return Ok(Some((&self.line, self.number)));
            }
        }
    }

    /// Reads up to the end of a line; false where nothing is left.
    fn read_line(&mut self) -> io::Result<bool> {
        loop {
            let some = self.input.fill_buf()?;
            if some.is_empty() {
                return Ok(!self.line.is_empty());
            }
            let end = some.iter().position(|&byte| byte == b'\n');
            let part = &some[..end.unwrap_or(some.len())];
            self.line
                .try_reserve(part.len())
                .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
            self.line.extend_from_slice(part);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}
