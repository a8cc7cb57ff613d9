//! [`Report`]: an error together with its input: line, column, the line's text and a caret.

use alloc::string::String;
use core::fmt;

use super::Error;
use crate::path::Path;

/// An error together with its input; see [`Error::report`].
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    error: &'a Error,
    input: &'a [u8],
}

/// How many bytes of a long line are shown on either side of the place.
const CONTEXT: usize = 60;

impl<'a> Report<'a> {
    pub(super) fn new(error: &'a Error, input: &'a [u8]) -> Self {
        Self { error, input }
    }

    /// Returns the line and the column of the error, both from one. The column counts characters,
    /// and each byte that is not UTF-8 as one. Returns `None` if the error has no offset.
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

    /// Returns the part of the line around the error, and the offset inside of it.
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
        // The excerpt must not begin or end inside a character. In bytes that are not UTF-8, at
        // most three are looked at.
        for _ in 0..3 {
            start -= usize::from(start > line_start && self.input[start] & 0xC0 == 0x80);
            end += usize::from(end < line_end && self.input[end] & 0xC0 == 0x80);
        }
        Some((&self.input[start..end], offset - start))
    }
}

/// Returns how many characters `bytes` are shown as.
fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

/// Returns text for a terminal: one column a character, with visible signs for control characters.
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

/// Returns whether a character is a control character, or turns the direction of writing. Such
/// characters could show another text than the real one.
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
