//! Block scalars: lines as they are (`|`), or joined (`>`).

use varvel_core::Result;

use super::properties::Range;
use super::space::{is_blank, is_break};
use super::{Event, Events, Style};
use crate::error;

/// The handling of line breaks at the end of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomp {
    /// One is kept.
    Clip,
    /// None is kept: `-`.
    Strip,
    /// All are kept: `+`.
    Keep,
}

/// The line that begins a block scalar.
struct Header {
    style: Style,
    chomp: Chomp,
    /// The column of its lines, if the header gives it.
    indent: Option<usize>,
}

impl<'de> Events<'de> {
    /// Reads the block scalar whose `|` or `>` is here. Its lines are indented deeper than
    /// `indent`.
    pub(super) fn block_scalar(&mut self, indent: i32) -> Result<Event> {
        let start = self.place.at;
        let header = self.header(indent)?;
        let first = self.place.at;
        self.scratch.clear();
        let (column, mut breaks, mut line) = match header.indent {
            Some(column) => (column, 0, first),
            None => self.detect(first, indent)?,
        };
        let mut text_before = false;
        let mut blank_before = false;
        loop {
            let spaces = self.spaces_to(line, column);
            let at = line + spaces;
            let byte = self.byte(at);
            if is_break(byte) {
                // This is an empty line. The last line may have no line break, but then it counts
                // only if it has spaces.
                if at >= self.input.len() {
                    breaks += usize::from(spaces > 0);
                    line = at;
                    break;
                }
                breaks += 1;
                line = self.after_break(at);
                continue;
            }
            if spaces < column || at == line && self.is_marker(at) {
                break;
            }
            let blank = is_blank(byte);
            match text_before && header.style == Style::Folded && !blank && !blank_before {
                true => self.fold(breaks)?,
                false => (0..breaks).try_for_each(|_| self.append_char('\n'))?,
            }
            let end = self.line_end(at);
            self.append(Range { start: at, end })?;
            (text_before, blank_before, breaks) = (true, blank, 1);
            line = self.after_break(end);
            if end >= self.input.len() {
                break;
            }
        }
        let kept = match header.chomp {
            Chomp::Strip => 0,
            Chomp::Clip => usize::from(text_before),
            Chomp::Keep => breaks,
        };
        (0..kept).try_for_each(|_| self.append_char('\n'))?;
        self.end_of_block_scalar(line)?;
        Ok(self.scratched(header.style, start))
    }

    /// Reads the line that begins with `|` or `>`, and goes to the next line.
    fn header(&mut self, indent: i32) -> Result<Header> {
        let start = self.place.at;
        let mut header = Header {
            style: match self.here() {
                b'|' => Style::Literal,
                _ => Style::Folded,
            },
            chomp: Chomp::Clip,
            indent: None,
        };
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                digit @ b'1'..=b'9' if header.indent.is_none() => {
                    let outer = usize::try_from(indent).unwrap_or(0);
                    header.indent = Some(outer + usize::from(digit - b'0'));
                }
                b'-' if header.chomp == Chomp::Clip => header.chomp = Chomp::Strip,
                b'+' if header.chomp == Chomp::Clip => header.chomp = Chomp::Keep,
                _ => break,
            }
            at += 1;
        }
        let end = self.skip_blanks(at);
        if !self.ends_line(end) {
            return Err(error::block_header(self.input, end));
        }
        self.place.at = self.after_break(self.line_end(end));
        self.place.line = self.place.at;
        Ok(header)
    }

    /// Returns the column of the first line that is not empty, the number of empty lines before it,
    /// and its beginning.
    fn detect(&self, first: usize, indent: i32) -> Result<(usize, usize, usize)> {
        let outer = usize::try_from(indent + 1).unwrap_or(0);
        let (mut line, mut breaks, mut widest) = (first, 0, (0, first));
        loop {
            let at = self.skip_spaces(line);
            let spaces = at - line;
            if !is_break(self.byte(at)) {
                let column = spaces.max(outer);
                if spaces >= outer && widest.0 > column {
                    return Err(error::empty_line_too_deep(widest.1, column));
                }
                return Ok((column, breaks, line));
            }
            if spaces > widest.0 {
                widest = (spaces, line);
            }
            if at >= self.input.len() {
                // There are only empty lines. The caller looks at the last one again.
                return Ok((outer.max(widest.0), breaks, line));
            }
            breaks += 1;
            line = self.after_break(at);
        }
    }

    /// Returns how many spaces the line begins with, at most `most`.
    #[inline(always)]
    fn spaces_to(&self, line: usize, most: usize) -> usize {
        let mut spaces = 0;
        while spaces < most && self.byte(line + spaces) == b' ' {
            spaces += 1;
        }
        spaces
    }

    /// Goes to `line`, the first line that does not belong to a block scalar.
    fn end_of_block_scalar(&mut self, line: usize) -> Result {
        self.place.at = line;
        self.place.line = line;
        self.place.token = usize::MAX;
        let spaces = self.skip_spaces(line);
        if self.byte(spaces) == b'\t' {
            return Err(error::tab(self.input, line, spaces + 1));
        }
        Ok(())
    }
}
