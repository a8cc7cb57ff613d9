//! The reasons why a conversion stops, and reports on bad records.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use std::io;

use crate::{Error, Report};

/// The unit that the number of a bad record counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Lines of NDJSON, including blank ones, from 1 on as editors count.
    Line,
    /// Documents that are not lines, such as values of a binary format, from 0 on.
    Value,
    /// Segments of a frozen stream, from 0 on, as [`StreamReader`](crate::StreamReader) counts.
    Segment,
    /// Records of a frozen stream, from 0 on.
    Record,
}

impl Unit {
    /// Returns the name, such as `line`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Value => "value",
            Self::Segment => "segment",
            Self::Record => "record",
        }
    }
}

/// A record that cannot be read, or that the other format cannot hold.
///
/// Its text is one line: `line 3, column 7: ...`, with the byte in the whole input.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRecord<'a> {
    /// The unit of `number`.
    pub unit: Unit,
    /// The number of the record.
    pub number: u64,
    /// The offset of the record in the whole input, in bytes.
    pub offset: u64,
    /// The bytes of the record, with the end of its line if it has one. Empty for an error in a
    /// frozen stream.
    pub bytes: Cow<'a, [u8]>,
    /// The error. Its offset is one in `bytes`, so that [`Error::report`] shows the place.
    pub error: Error,
    /// The line and the column of the first byte of `bytes` in the whole input, both from 1; the
    /// column counts characters. `None` in a binary format.
    pub start: Option<(u64, u64)>,
}

impl BadRecord<'_> {
    /// Returns the offset of the error in the whole input, in bytes.
    pub fn error_offset(&self) -> u64 {
        let inside = self.error.offset().unwrap_or(0);
        self.offset.saturating_add(inside as u64)
    }

    /// Returns the line of the error in the whole input, and the column in that, in characters;
    /// both from 1. `None` in a binary format.
    ///
    /// ```
    /// use varvel::records::{Failure, Format, Options, Watch, check};
    /// let text = "[\n  {\"a\": 1},\n  {\"a\":\n    nope}\n]";
    /// let options = Options { array: true, ..Options::DEFAULT };
    /// let failure = check(text.as_bytes(), Format::Ndjson, &options, Watch::default());
    /// let Err(Failure::Bad(record)) = failure else { panic!("the second item is bad") };
    /// assert_eq!((record.number, record.line_column()), (1, Some((4, 5))));
    /// ```
    pub fn line_column(&self) -> Option<(usize, usize)> {
        self.report().line_column()
    }

    /// Returns the column of the error in its line, in characters from 1 on.
    pub fn column(&self) -> Option<usize> {
        self.line_column().map(|(_, column)| column)
    }

    /// Returns the error together with the record: printed, it shows the line of the input and a
    /// caret; for records that are not lines, the byte in the input.
    ///
    /// ```
    /// use varvel::records::{Failure, Format, Options, Watch, check};
    /// let lines = "{\"a\": 1}\n{\"a\": }\n";
    /// let failure = check(lines.as_bytes(), Format::Ndjson, &Options::default(), Watch::default());
    /// let Err(Failure::Bad(record)) = failure else { panic!("the second line is bad") };
    /// assert!(record.report().to_string().contains("\n  --> line 2, column 7, at $.a\n2 | {\"a\": }\n"));
    /// ```
    pub fn report(&self) -> Report<'_> {
        let from = usize::try_from(self.offset).unwrap_or(usize::MAX);
        let report = self.error.report(&self.bytes);
        let start = self.start.map(|(line, column)| {
            let line = usize::try_from(line).unwrap_or(usize::MAX);
            (line, usize::try_from(column).unwrap_or(usize::MAX))
        });
        match start {
            Some((line, column)) => report.within(Some(line), from).from_column(column),
            None => report.within(None, from),
        }
    }

    /// Returns the bad record with its own copy of the bytes.
    pub fn into_owned(self) -> BadRecord<'static> {
        BadRecord {
            bytes: Cow::Owned(self.bytes.into_owned()),
            unit: self.unit,
            number: self.number,
            offset: self.offset,
            error: self.error,
            start: self.start,
        }
    }
}

impl fmt::Display for BadRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit.name(), self.number)?;
        if let (Unit::Line, Some(column)) = (self.unit, self.column()) {
            write!(f, ", column {column}")?;
        }
        let place = usize::try_from(self.error_offset()).unwrap_or(usize::MAX);
        write!(f, ": {}", self.error.at_offset(place))
    }
}

/// The reason why a conversion stopped before the end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A record is bad, and bad records are not set aside. It is the first one.
    Bad(Box<BadRecord<'static>>),
    /// An error of a frozen stream as a whole, such as in its index; or memory ran out.
    Input(Error),
    /// Reading the input failed.
    Read(io::Error),
    /// Writing the output failed.
    Write(io::Error),
    /// A bad record could not be set aside: the error of [`Watch::bad`](super::Watch::bad).
    SetAside(io::Error),
    /// [`Watch::progress`](super::Watch::progress) ended it.
    Cancelled,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bad(record) => record.fmt(f),
            Self::Input(error) => error.fmt(f),
            Self::Read(error) => write!(f, "the input cannot be read: {error}"),
            Self::Write(error) => write!(f, "the output cannot be written: {error}"),
            Self::SetAside(error) => write!(f, "a bad record cannot be set aside: {error}"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl core::error::Error for Failure {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Bad(record) => Some(&record.error),
            Self::Input(error) => Some(error),
            Self::Read(error) | Self::Write(error) | Self::SetAside(error) => Some(error),
            Self::Cancelled => None,
        }
    }
}
