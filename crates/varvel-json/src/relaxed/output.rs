//! The output of the scan: JSON, or the place in the text that a byte of it comes from.

use alloc::string::String;
use core::fmt::{self, Write};
use core::ops::Range;

use varvel_core::{Error, Result};

/// A receiver of JSON, piece by piece.
pub trait Output {
    /// Takes a part of the text, unchanged.
    fn copy(&mut self, text: &str, part: Range<usize>) -> Result;

    /// Takes JSON that replaces the text at `at`.
    fn say(&mut self, at: usize, json: &str) -> Result;

    /// Takes formatted JSON that replaces the text at `at`, without allocating.
    fn print(&mut self, at: usize, json: fmt::Arguments<'_>) -> Result
    where
        Self: Sized,
    {
        let mut printed = Printed {
            output: self,
            at,
            result: Ok(()),
        };
        // The result holds the error.
        let _ = printed.write_fmt(json);
        printed.result
    }
}

/// An adapter that gives formatted text to an output.
struct Printed<'o, O> {
    output: &'o mut O,
    at: usize,
    result: Result,
}

impl<O: Output> Write for Printed<'_, O> {
    fn write_str(&mut self, json: &str) -> fmt::Result {
        self.result = self.output.say(self.at, json);
        self.result.as_ref().map_err(|_| fmt::Error).copied()
    }
}

impl Output for String {
    #[inline]
    fn copy(&mut self, text: &str, part: Range<usize>) -> Result {
        let at = part.start;
        self.say(at, text.get(part).unwrap_or_default())
    }

    #[inline]
    fn say(&mut self, _at: usize, json: &str) -> Result {
        if self.try_reserve(json.len()).is_err() {
            return Err(Error::out_of_memory());
        }
        self.push_str(json);
        Ok(())
    }
}

/// A search for the place in the text that a byte of the JSON comes from.
pub enum PlaceSearch {
    /// The byte comes this many bytes later.
    After(usize),
    /// The place of the byte.
    Found(usize),
}

impl PlaceSearch {
    /// Begins to search for the byte at `offset` of the JSON.
    pub fn of(offset: usize) -> Self {
        Self::After(offset)
    }

    /// Returns the place, if the JSON is long enough.
    pub fn found(&self) -> Option<usize> {
        match *self {
            Self::After(_) => None,
            Self::Found(at) => Some(at),
        }
    }

    /// Passes `len` bytes of JSON. `at` returns the place of one of them.
    fn pass(&mut self, len: usize, at: impl FnOnce(usize) -> usize) {
        if let Self::After(left) = *self {
            *self = match left.checked_sub(len) {
                Some(left) => Self::After(left),
                None => Self::Found(at(left)),
            };
        }
    }
}

impl Output for PlaceSearch {
    fn copy(&mut self, _text: &str, part: Range<usize>) -> Result {
        self.pass(part.len(), |offset| part.start + offset);
        Ok(())
    }

    fn say(&mut self, at: usize, json: &str) -> Result {
        self.pass(json.len(), |_| at);
        Ok(())
    }
}
