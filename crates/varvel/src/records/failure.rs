//! Why it stopped, and what is known of a bad record.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use core::fmt;
use std::io;

use crate::Error;

/// What the number of a bad record counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// Lines of NDJSON, those passed over included, from 1 on as editors count.
    Line,
    /// Documents that are no lines, such as values of a binary format, from 0 on.
    Value,
    /// Segments of a frozen stream, from 0 on, as [`StreamReader`](crate::StreamReader) counts.
    Segment,
    /// Records of a frozen stream, from 0 on.
    Record,
}

impl Unit {
    /// Such as `line`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Value => "value",
            Self::Segment => "segment",
            Self::Record => "record",
        }
    }
}

/// A record that cannot be read, or not be written in the other format.
///
/// As a text it is one line: `line 3, column 7: ...`, with the byte in the whole input.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRecord<'a> {
    /// What is counted.
    pub unit: Unit,
    /// Which of them it is.
    pub number: u64,
    /// Where in the whole input it begins, in bytes.
    pub offset: u64,
    /// Its bytes as they came, with the end of its line if that has one. Empty for what is wrong in
    /// a frozen stream.
    pub bytes: Cow<'a, [u8]>,
    /// What is wrong. Its offset is one in `bytes`, so that [`Error::report`] shows the place.
    pub error: Error,
}

impl BadRecord<'_> {
    /// Where in the whole input the error is, in bytes.
    pub fn error_offset(&self) -> u64 {
        let inside = self.error.offset().unwrap_or(0);
        self.offset.saturating_add(inside as u64)
    }

    /// The column of the error in its line, in characters from 1 on.
    pub fn column(&self) -> Option<usize> {
        match self.unit {
            Unit::Line => self
                .error
                .report(&self.bytes)
                .line_column()
                .map(|(_, column)| column),
            _ => None,
        }
    }

    /// The same with bytes of its own.
    pub fn into_owned(self) -> BadRecord<'static> {
        BadRecord {
            bytes: Cow::Owned(self.bytes.into_owned()),
            unit: self.unit,
            number: self.number,
            offset: self.offset,
            error: self.error,
        }
    }
}

impl fmt::Display for BadRecord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit.name(), self.number)?;
        if let Some(column) = self.column() {
            write!(f, ", column {column}")?;
        }
        let place = usize::try_from(self.error_offset()).unwrap_or(usize::MAX);
        write!(f, ": {}", self.error.clone().with_offset(place))
    }
}

/// Why records were not converted to the end.
#[derive(Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A record is bad, the first one, and bad ones are not set aside.
    Bad(Box<BadRecord<'static>>),
    /// What is wrong with a frozen stream as a whole, its index say; memory that could not be had.
    Input(Error),
    /// The input could not be read.
    Read(io::Error),
    /// The output could not be written.
    Write(io::Error),
    /// A bad record could not be set aside: what [`Watch::bad`](super::Watch::bad) gave.
    SetAside(io::Error),
    /// [`Watch::progress`](super::Watch::progress) said so.
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
