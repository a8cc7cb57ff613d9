//! Lines and columns of places in a text. Those of many places are counted in one pass.

use alloc::vec::Vec;

use super::{Error, Lines};

/// The line and the column of places in a text, which come in their order: the text between two of
/// them is looked at once.
#[derive(Debug)]
pub(super) struct LineCount<'t> {
    text: &'t [u8],
    /// The place up to which lines are counted. No character goes beyond it.
    at: usize,
    line: usize,
    column: usize,
}

/// Returns the length of the byte order mark that a text begins with; 0 if there is none. Editors
/// do not show it, so it has no column.
pub(super) fn mark_len(text: &[u8]) -> usize {
    match text.starts_with(MARK) {
        true => MARK.len(),
        false => 0,
    }
}

/// The byte order mark in UTF-8.
pub(crate) const MARK: &[u8] = "\u{FEFF}".as_bytes();

impl<'t> LineCount<'t> {
    /// Begins in the first column, which is behind a byte order mark.
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: mark_len(text),
            line: 1,
            column: 1,
        }
    }

    /// Returns the line and the column of a place that is not before the last one, both from one. A
    /// place behind the end is the end.
    pub fn place(&mut self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len()).max(self.at);
        let more = &self.text[self.at..offset];
        let (mut line, mut column) = (self.line, self.column);
        let start = more.iter().rposition(|&b| b == b'\n').map(|at| at + 1);
        if let Some(start) = start {
            line += more[..start].iter().filter(|&&b| b == b'\n').count();
            column = 1;
        }
        column += characters(&more[start.unwrap_or(0)..]);
        // A byte that goes on with a character is not counted alone the next time.
        if self.text.get(offset).is_none_or(|&b| b & 0xC0 != 0x80) {
            (self.at, self.line, self.column) = (offset, line, column);
        }
        (line, column)
    }
}

/// Returns how many characters `bytes` are shown as.
pub(super) fn characters(bytes: &[u8]) -> usize {
    shown(bytes).count()
}

/// Returns the characters that `bytes` are shown as. An error may be shown where memory is refused,
/// so this takes none.
pub(super) fn shown(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let bad = !chunk.invalid().is_empty();
        let end = bad.then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(end)
    })
}

impl Error {
    /// Counts the lines of `input` up to the offsets of errors as [`Error::or_line`] does, in one
    /// pass for all of them.
    ///
    /// ```
    /// use varvel::{Error, ErrorKind};
    /// let at = |offset| Error::new(ErrorKind::Refused).with_offset(offset);
    /// let mut errors = [at(4), at(0), at(6)];
    /// Error::or_lines(&mut errors, b"ab\n cd\n");
    /// let places = errors.map(|error| (error.line(), error.column()));
    /// assert_eq!(places, [(2, 2), (1, 1), (2, 4)]);
    /// ```
    #[cold]
    pub fn or_lines(errors: &mut [Self], input: &[u8]) {
        let mut unknown: Vec<&mut Self> = errors
            .iter_mut()
            .filter(|error| error.0.lines == Lines::Unknown && !error.report(input).is_of_binary())
            .collect();
        unknown.sort_by_key(|error| error.offset());
        let mut count = LineCount::new(input);
        for error in unknown {
            if let Some(offset) = error.offset() {
                let (line, column) = count.place(offset);
                error.0.lines = Lines::At(line, column);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn lines_of_many_places_are_those_of_each() {
        let texts: [&[u8]; 7] = [
            b"",
            b"a\nb\n\ncd",
            "\n\u{E9}\u{1F432}\nx\u{E9}y\n".as_bytes(),
            b"\xFF\xC3\n\xE2\x82a\x80\x80\x80\nb",
            b"\xF0\x9F\x90 \xF0\x9F\n\x90\x90",
            b"a\r\nb\rc",
            "\u{FEFF}a\u{FEFF}b\n\u{FEFF}c".as_bytes(),
        ];
        for text in texts {
            let all = 0..text.len() + 2;
            for step in 1..4 {
                let places = all.clone().step_by(step);
                let errors = places.map(|at| Error::new(ErrorKind::Refused).with_offset(at));
                let mut errors: Vec<Error> = errors.collect();
                errors.reverse();
                let each: Vec<Error> = errors
                    .iter()
                    .map(|error| error.clone().or_line(text))
                    .collect();
                Error::or_lines(&mut errors, text);
                assert_eq!(errors, each, "{text:?}");
            }
        }
    }
}
