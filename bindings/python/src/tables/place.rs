//! [`Place`]: where the records of a unit are in their file.

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;

use varvel::records::{self, BadRecord, Failure, Unit};
use varvel::{AsText, Error};
use varvel_files::{Before, Origin};

use crate::errors::Located;

/// Where the records of a unit are in their file. The lines before a split are counted when a
/// record is bad.
pub struct Place {
    file: String,
    origin: Option<Origin>,
    before: OnceLock<Before>,
}

impl Place {
    /// Returns the place of all records of a file.
    pub fn of_file(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            origin: None,
            before: OnceLock::new(),
        }
    }

    /// Returns the place of the records of a split.
    pub fn of_split(file: &str, origin: Origin) -> Self {
        Self {
            origin: Some(origin),
            ..Self::of_file(file)
        }
    }

    /// Returns the place of the first record, as far as it is known.
    pub fn first(&self) -> records::Part {
        self.origin
            .as_ref()
            .map_or_else(Default::default, Origin::place)
    }

    /// Returns the error of a bad record.
    pub fn bad(&self, record: &BadRecord<'_>) -> Located {
        let record = &BadRecord {
            error: with_own_hint(record.error.clone()),
            bytes: Cow::Borrowed(&*record.bytes),
            ..*record
        };
        let Some(origin) = self.origin.as_ref().filter(|_| record.unit == Unit::Line) else {
            return Located::of_record(record, Some(&self.file));
        };
        let before = match self.before.get() {
            Some(&before) => Ok(before),
            None => origin.before(),
        };
        match before {
            Ok(before) => {
                let before = *self.before.get_or_init(|| before);
                Located::of_record(&origin.locate(before, record), Some(&self.file))
            }
            Err(error) => Located::system(&error, Path::new(&self.file)),
        }
    }

    /// Returns the reason why reading ended.
    pub fn failure(&self, failure: &Failure) -> Located {
        match failure {
            Failure::Bad(record) => self.bad(record),
            other => Located::failure(other, Path::new(&self.file)),
        }
    }
}

/// The ways to have a value in a table that a column of values of any kind does not hold.
const KEPT: &str = "the write option `as_text` writes it as text; a column of JSON (`conflicts=\"json\"`) \
                    keeps any number, and one of VARIANT (`\"variant\"`) bytes and points in time; \
                    `columns` leaves it out";

/// Gives an error a hint of this package, whose tables have more ways than text.
pub fn with_own_hint(error: Error) -> Error {
    match error.hint() {
        Some(AsText::HINT) => error.with_hint(KEPT),
        _ => error,
    }
}
