//! Pieces of a text that are replaced by others.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::{Error, Result};

use crate::memory::push;

/// The ranges of a text to be replaced, each with its new text.
#[derive(Debug, Default)]
pub struct Replacements(Vec<(Range<usize>, Cow<'static, str>)>);

/// The smallest range of a text with all that is replaced in it.
#[derive(Debug)]
pub struct Extent {
    pub range: Range<usize>,
    /// How many bytes are added.
    pub come: usize,
    /// How many bytes are taken away.
    pub go: usize,
}

impl Replacements {
    /// Replaces a range.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<Cow<'static, str>>) -> Result {
        push(&mut self.0, (range, text.into()))
    }

    /// Deletes a range.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn delete(&mut self, range: Range<usize>) -> Result {
        self.replace(range, "")
    }

    /// Inserts a text, behind texts that were inserted at the same place before.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn insert(&mut self, at: usize, text: impl Into<Cow<'static, str>>) -> Result {
        self.replace(at..at, text)
    }

    /// Returns whether a replacement adds lines at the end of a text of this length.
    pub fn add_lines_at(&self, len: usize) -> bool {
        let mut last = self.0.iter().filter(|(range, _)| range.end == len);
        last.any(|(_, new)| new.contains(['\n', '\r']))
    }

    /// Returns the smallest range with all that is replaced.
    pub fn extent(&self) -> Option<Extent> {
        let start = self.0.iter().map(|(range, _)| range.start).min()?;
        let end = self.0.iter().map(|(range, _)| range.end).max()?;
        let come = self.0.iter().map(|(_, new)| new.len()).sum();
        let go = self.0.iter().map(|(range, _)| range.len()).sum();
        let range = start..end;
        Some(Extent { range, come, go })
    }

    /// Returns the text with all replacements made.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn apply(mut self, text: &str) -> Result<String> {
        in_order(&mut self.0);
        let added: usize = self.0.iter().map(|(_, new)| new.len()).sum();
        let mut out = String::new();
        out.try_reserve(text.len() + added)
            .map_err(|_| Error::out_of_memory())?;
        let mut from = 0;
        for (range, new) in &self.0 {
            out.push_str(text.get(from..range.start).unwrap_or_default());
            out.push_str(new);
            from = from.max(range.end);
        }
        out.push_str(text.get(from..).unwrap_or_default());
        Ok(out)
    }
}

/// Sorts replacements by their places. Texts inserted at one place stay in order. An edit makes a
/// few, and a stable sort of more than that would take memory.
fn in_order(all: &mut [(Range<usize>, Cow<'static, str>)]) {
    for at in 1..all.len() {
        let start = all[at].0.start;
        let before = all[..at].partition_point(|(range, _)| range.start <= start);
        all[before..=at].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_replaced_wherever_they_come_from() {
        let mut replacements = Replacements::default();
        replacements.delete(4..6).unwrap();
        replacements.insert(2, "x").unwrap();
        replacements.insert(2, "y").unwrap();
        replacements.replace(0..1, "ab").unwrap();
        assert_eq!(replacements.apply("012345678").unwrap(), "ab1xy23678");
    }
}
