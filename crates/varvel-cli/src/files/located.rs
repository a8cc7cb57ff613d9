//! [`Located`]: where the records of a split are in their file.

use std::io;
use std::sync::OnceLock;

use varvel::records::{self, BadRecord, Unit};
use varvel_files::{Before, Origin};

use crate::files::input::Opened;

/// The place of a split in its file. The lines before it are counted when a record is bad.
pub struct Located {
    origin: Origin,
    before: OnceLock<Before>,
}

impl Located {
    /// Returns the place of an input, if it is a split.
    pub fn of(input: &Opened) -> Option<Self> {
        Some(Self {
            origin: input.origin()?,
            before: OnceLock::new(),
        })
    }

    /// Returns the place of the first record, as far as it is known.
    pub fn place(&self) -> records::Part {
        self.origin.place()
    }

    /// Returns a bad record with its place in the file.
    pub fn locate<'r>(&self, record: &'r BadRecord<'_>) -> io::Result<BadRecord<'r>> {
        match record.unit {
            Unit::Line => Ok(self.origin.locate(self.before()?, record)),
            // Segments have their numbers in the split.
            _ => Ok(record.clone()),
        }
    }

    /// Returns the number of lines before the first record.
    pub fn lines(&self) -> io::Result<u64> {
        Ok(self.before()?.lines)
    }

    fn before(&self) -> io::Result<Before> {
        if let Some(before) = self.before.get() {
            return Ok(*before);
        }
        let before = self.origin.before()?;
        Ok(*self.before.get_or_init(|| before))
    }
}
