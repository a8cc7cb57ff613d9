//! [`Report`]: an error together with its input: line, column, the line's text and a caret; or, in
//! a binary input, the offset and the bytes around it.

use core::fmt::{self, Write as _};

use super::lines::{LineCount, characters, mark_len, shown};
use super::{Error, ErrorKind, Lines};
use crate::path::Path;

/// An error together with its input; see [`Error::report`].
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    error: &'a Error,
    input: &'a [u8],
    /// The number of the input's first line; `None` if it begins somewhere in a line.
    first_line: Option<usize>,
    /// The column in which its first line begins.
    first_column: usize,
    /// The offset of the input in the whole.
    from: usize,
}

/// How many bytes of a long line are shown on either side of the place.
const CONTEXT: usize = 60;

/// How many bytes of a binary input are shown on either side of the place.
const BYTES: usize = 8;

impl<'a> Report<'a> {
    pub(super) fn new(error: &'a Error, input: &'a [u8]) -> Self {
        Self {
            error,
            input,
            first_line: Some(1),
            first_column: 1,
            from: 0,
        }
    }

    /// Makes it the report of an input that is a part of a longer one: the part begins at byte
    /// `from` of the whole, with the line of this number. The lines of the whole are not known with
    /// `None`: then the report shows the byte.
    ///
    /// ```
    /// use varvel::json;
    /// let record = b"{\"a\": }";
    /// let error = json::freeze(record).unwrap_err();
    /// let report = error.report(record).within(Some(3), 16);
    /// assert_eq!(report.line_column(), Some((3, 7)));
    /// assert!(report.to_string().contains("line 3, column 7"));
    /// let report = error.report(record).within(None, 16);
    /// assert_eq!(report.line_column(), None);
    /// assert!(report.to_string().contains("byte 22"));
    /// ```
    #[must_use]
    pub fn within(mut self, line: Option<usize>, from: usize) -> Self {
        (self.first_line, self.from) = (line, from);
        self
    }

    /// Says that the first line of the input begins in this column of a longer line. Of an input
    /// without bytes that is not the start of the whole, the place is shown and no line.
    ///
    /// ```
    /// use varvel::json;
    /// let error = json::freeze(b"{\"a\": }").unwrap_err();
    /// let report = error.report(b"{\"a\": }").within(Some(3), 16).from_column(11);
    /// assert_eq!(report.line_column(), Some((3, 17)));
    /// ```
    #[must_use]
    pub fn from_column(mut self, column: usize) -> Self {
        self.first_column = column;
        self
    }

    /// Returns the line and the column of the error, both from one. The column counts characters,
    /// and each byte that is not UTF-8 as one. A byte order mark that the whole begins with is not
    /// counted. Returns `None` if the error has no offset, or if it is about a binary input.
    ///
    /// ```
    /// use varvel::json;
    /// let text = "\u{FEFF}[1, ]";
    /// let error = json::freeze(text.as_bytes()).unwrap_err();
    /// let report = error.report(text.as_bytes());
    /// assert_eq!((report.line_column(), error.offset()), (Some((1, 5)), Some(7)));
    /// ```
    pub fn line_column(&self) -> Option<(usize, usize)> {
        if self.is_of_binary() {
            return None;
        }
        let offset = self.error.offset()?;
        let (line, column) = match self.error.0.lines {
            Lines::At(line, column) => (line, column),
            _ => LineCount::new(self.input).place(offset),
        };
        // Inside of the whole, a mark is a character like others.
        let mark = mark_len(self.input);
        let is_counted = self.from > 0 && mark > 0 && offset >= mark;
        let first = match line {
            1 => self.first_column + usize::from(is_counted),
            _ => 1,
        };
        Some((self.first_line? + line - 1, first + column - 1))
    }

    /// Returns the length of the byte order mark that is not shown.
    fn hidden(&self) -> usize {
        match self.from {
            0 => mark_len(self.input),
            _ => 0,
        }
    }

    /// Returns whether the error says by itself that the input is binary.
    pub(super) fn is_of_binary(&self) -> bool {
        let binary = matches!(
            self.error.kind(),
            ErrorKind::InvalidFrozen
                | ErrorKind::UnsupportedVersion
                | ErrorKind::ChecksumMismatch
                | ErrorKind::InvalidBuffer
        );
        match self.error.0.lines {
            Lines::None => true,
            Lines::Unknown => binary,
            Lines::At(..) => false,
        }
    }

    /// Returns whether the input has a zero byte, as no text in UTF-8 has. Where lines are known,
    /// it is UTF-8, UTF-16 or UTF-32, and some of its bytes tell: many errors of it may be shown.
    fn has_zero(&self) -> bool {
        /// How many bytes at the start and on either side of the place are looked at.
        const TOLD: usize = 4096;
        match self.error.0.lines {
            Lines::At(..) => {
                let offset = self.error.offset().unwrap_or(0).min(self.input.len());
                let near = offset.saturating_sub(TOLD);
                let far = self.input.len().min(offset.saturating_add(TOLD));
                let start = &self.input[..self.input.len().min(TOLD)];
                start.contains(&0) || self.input[near..far].contains(&0)
            }
            _ => self.input.contains(&0),
        }
    }

    /// Writes the offset, the path, and the bytes around the place.
    fn write_bytes(&self, offset: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n  --> byte {}", self.from.saturating_add(offset))?;
        self.write_path(f)?;
        if self.is_of_other_bytes() {
            return Ok(());
        }
        let offset = offset.min(self.input.len());
        let start = offset.saturating_sub(BYTES);
        let end = self.input.len().min(offset.saturating_add(BYTES));
        let first = self.from.saturating_add(start);
        write!(f, "\n{first} |")?;
        for byte in &self.input[start..end] {
            write!(f, " {byte:02x}")?;
        }
        let caret = 3 * (offset - start);
        write!(f, "\n{:1$} | {2:3$}^^", "", digits(first), "", caret)
    }

    /// Writes the line, the column, the path, and the line's text with a caret.
    fn write_line(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(offset) = self.error.offset() else {
            return Ok(());
        };
        let line = self.line_column();
        match line {
            Some((line, column)) => write!(f, "\n  --> line {line}, column {column}")?,
            None => write!(f, "\n  --> byte {}", self.from.saturating_add(offset))?,
        }
        self.write_path(f)?;
        if let Some((excerpt, offset)) = self.excerpt()
            && !self.is_of_other_bytes()
        {
            let caret = characters(&excerpt[..offset]);
            let width = match line {
                Some((line, _)) => {
                    write!(f, "\n{line} | ")?;
                    digits(line)
                }
                None => {
                    write!(f, "\n | ")?;
                    0
                }
            };
            write_visible(excerpt, f)?;
            write!(f, "\n{:1$} | {2:3$}^", "", width, "", caret)?;
        }
        Ok(())
    }

    fn write_path(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error.steps() {
            Some(steps @ [_, ..]) => write!(f, ", at {}", Path::new(steps)),
            _ => Ok(()),
        }
    }

    /// Returns whether the place is known and the bytes there are not, as in a stream that has gone
    /// on.
    fn is_of_other_bytes(&self) -> bool {
        self.input.is_empty() && self.from > 0
    }

    /// Returns the part of the line around the error, and the offset inside of it.
    fn excerpt(&self) -> Option<(&[u8], usize)> {
        let hidden = self.hidden();
        let offset = self.error.offset()?.min(self.input.len()).max(hidden);
        // No more of a long line is looked at than is shown: of an end that is farther away, it is
        // enough to know that.
        let near = offset.saturating_sub(CONTEXT + 4).max(hidden);
        let line_start = self.input[near..offset]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(near, |i| near + i + 1);
        let far = self.input.len().min(offset.saturating_add(CONTEXT + 4));
        let line_end = self.input[offset..far]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(far, |i| offset + i);
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

/// Writes text for a terminal: one column a character, with visible signs for control characters.
fn write_visible(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for c in shown(bytes) {
        f.write_char(match c {
            '\t' => ' ',
            c if steers(c) => char::REPLACEMENT_CHARACTER,
            c => c,
        })?;
    }
    Ok(())
}

/// Returns how many digits a number has.
fn digits(number: usize) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Returns whether a character is a control character, or turns the direction of writing. Such
/// characters could show another text than the real one.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, true)?;
        match (self.error.offset(), self.error.0.lines) {
            // Readers of UTF-16 and UTF-32 count lines of texts that have zero bytes, too.
            (Some(_), Lines::At(line, column)) if self.has_zero() && self.first_line.is_some() => {
                let line = line + self.first_line.map_or(0, |first| first - 1);
                write!(f, "\n  --> line {line}, column {column}")?;
                self.write_path(f)?;
            }
            (Some(offset), _) if self.is_of_binary() || self.has_zero() => {
                self.write_bytes(offset, f)?;
            }
            _ => self.write_line(f)?,
        }
        if let Some(hint) = self.error.hint() {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}
