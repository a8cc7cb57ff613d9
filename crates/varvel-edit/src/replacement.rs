//! Pieces of a text that are replaced by others.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::{Error, Result};

/// The ranges of a text to be replaced, each with its new text.
#[derive(Debug, Default)]
pub struct Replacements(Vec<(Range<usize>, String)>);

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
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// Deletes a range.
    pub fn delete(&mut self, range: Range<usize>) {
        self.replace(range, String::new());
    }

    /// Inserts a text, behind texts that were inserted at the same place before.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at..at, text);
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
        // The sort is stable: texts inserted at one place stay in order.
        self.0.sort_by_key(|(range, _)| range.start);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_replaced_wherever_they_come_from() {
        let mut replacements = Replacements::default();
        replacements.delete(4..6);
        replacements.insert(2, "x");
        replacements.insert(2, "y");
        replacements.replace(0..1, "ab");
        assert_eq!(replacements.apply("012345678").unwrap(), "ab1xy23678");
    }
}
