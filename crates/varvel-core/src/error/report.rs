//! An error held against its input: line, column, the line's text and a caret.

use alloc::string::String;
use core::fmt;

use super::Error;
use crate::path::Path;

/// An error held against its input; see [`Error::report`].
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    error: &'a Error,
    input: &'a [u8],
}

/// How much of a long line is shown on either side of the place.
const CONTEXT: usize = 60;

impl<'a> Report<'a> {
    pub(super) fn new(error: &'a Error, input: &'a [u8]) -> Self {
        Self { error, input }
    }

    /// Line and column of the error, both from one; the column counts characters, a byte that is
    /// not UTF-8 as one. `None` when the error has no offset.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let offset = self.error.offset()?.min(self.input.len());
        let before = &self.input[..offset];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Some((line, 1 + characters(&before[line_start..])))
    }

    /// The part of the line around the error, in bytes of the input, and the offset inside it.
    fn excerpt(&self) -> Option<(&[u8], usize)> {
        let offset = self.error.offset()?.min(self.input.len());
        let line_start = self.input[..offset]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let line_end = self.input[offset..]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(self.input.len(), |i| offset + i);
        let mut start = line_start.max(offset.saturating_sub(CONTEXT));
        let mut end = line_end.min(offset.saturating_add(CONTEXT));
        // Not in the middle of a character; in what is no UTF-8 at most three bytes are looked at.
        for _ in 0..3 {
            start -= usize::from(start > line_start && self.input[start] & 0xC0 == 0x80);
            end += usize::from(end < line_end && self.input[end] & 0xC0 == 0x80);
        }
        Some((&self.input[start..end], offset - start))
    }
}

/// How many characters `bytes` show as.
fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

/// Text for a terminal: one column a character, control characters made visible.
fn visible(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if steers(c) => '\u{FFFD}',
            c => c,
        })
        .collect()
}

/// Control characters, and those that turn the direction of writing: they could show another text
/// than is there.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, true)?;
        if let Some((line, column)) = self.line_column() {
            write!(f, "\n  --> line {line}, column {column}")?;
            if let Some(steps) = self.error.steps()
                && !steps.is_empty()
            {
                write!(f, ", at {}", Path::new(steps))?;
            }
            if let Some((excerpt, offset)) = self.excerpt() {
                let gutter = alloc::format!("{line}");
                let caret = characters(&excerpt[..offset]);
                write!(f, "\n{gutter} | {}", visible(excerpt))?;
                write!(f, "\n{:1$} | {2:3$}^", "", gutter.len(), "", caret)?;
            }
        }
        if let Some(hint) = self.error.hint() {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}
