//! Plain scalars: text without quotes, which ends at certain characters.

use varvel_core::{Error, Result};

use super::properties::Range;
use super::space::{is_blank, is_flow_indicator, is_space};
use super::{Event, Events, Position, Style};
use crate::error;

/// The bytes at which a plain scalar may end. Bit 1 marks those inside of brackets, and bit 0 those
/// outside of them.
const STOPS: [u8; 256] = {
    let mut stops = [0; 256];
    let everywhere = b"\n\r:#";
    let mut i = 0;
    while i < everywhere.len() {
        stops[everywhere[i] as usize] = 3;
        i += 1;
    }
    let inside = b",[]{}";
    let mut i = 0;
    while i < inside.len() {
        stops[inside[i] as usize] = 2;
        i += 1;
    }
    stops
};

impl<'de> Events<'de> {
    /// Checks that a plain scalar may begin here.
    #[inline(always)]
    pub(super) fn check_plain(&self, flow: bool) -> Result {
        let byte = self.here();
        if byte.is_ascii_alphanumeric() {
            return Ok(());
        }
        let next = self.byte(self.place.at + 1);
        let fine = match byte {
            b'-' | b'?' | b':' => !(is_space(next) || flow && is_flow_indicator(next)),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\''
            | b'"' | b'%' | b'@' | b'`' | 0 => false,
            _ => true,
        };
        match fine {
            true => Ok(()),
            false => Err(error::no_plain(self.input, self.place.at, flow)),
        }
    }

    /// Returns the end of the part of a plain scalar that begins at `at`: a line break, a comment,
    /// the colon of a key, or, inside of brackets, a bracket or comma. White space may stand before
    /// it.
    #[inline(always)]
    pub(super) fn plain_line(&self, at: usize, flow: bool) -> usize {
        let bytes = self.input.as_bytes();
        let stops = 1 << u8::from(flow);
        let mut end = at;
        loop {
            while bytes
                .get(end)
                .is_some_and(|&byte| STOPS[usize::from(byte)] & stops == 0)
            {
                end += 1;
            }
            match self.byte(end) {
                b':' if !self.is_colon(end, flow, false) => {}
                b'#' if end == at || !is_blank(self.byte(end - 1)) => {}
                _ => return end,
            }
            end += 1;
        }
    }

    /// Returns the range from `start` to `stop` without white space at its end.
    #[inline(always)]
    pub(super) fn trimmed(&self, start: usize, stop: usize) -> Range {
        let mut end = stop;
        while end > start && is_blank(self.byte(end - 1)) {
            end -= 1;
        }
        Range { start, end }
    }

    /// Reads the plain scalar that begins at `at`. Its first line ends at `stop`. Further lines
    /// belong to it while they are indented deeper than `indent`.
    #[inline(always)]
    pub(super) fn plain(
        &mut self,
        at: usize,
        stop: usize,
        indent: i32,
        flow: bool,
    ) -> Result<Event> {
        let range = self.trimmed(at, stop);
        self.place.at = range.end;
        if !matches!(self.byte(stop), b'\n' | b'\r') {
            return Ok(self.scalar(Style::Plain, at, range));
        }
        match self.next_part(stop, indent, flow) {
            None => Ok(self.scalar(Style::Plain, at, range)),
            Some(breaks) => self.long_plain(at, range, breaks, indent, flow),
        }
    }

    /// Reads the rest of a plain scalar of several lines. The position is at its second part.
    #[inline(never)]
    fn long_plain(
        &mut self,
        at: usize,
        first: Range,
        mut breaks: usize,
        indent: i32,
        flow: bool,
    ) -> Result<Event> {
        self.scratch.clear();
        self.append(first)?;
        loop {
            self.fold(breaks)?;
            let start = self.place.at;
            let stop = self.plain_line(start, flow);
            let range = self.trimmed(start, stop);
            self.append(range)?;
            self.place.at = range.end;
            let more = match self.byte(stop) {
                b'\n' | b'\r' => self.next_part(stop, indent, flow),
                _ => None,
            };
            match more {
                Some(next) => breaks = next,
                None => return Ok(self.scratched(Style::Plain, at)),
            }
        }
    }

    /// Goes to the part of a plain scalar behind the line break at `stop`, and returns the number
    /// of line breaks before it. Returns `None` if there is no such part. Then the position stays,
    /// or is at the next token if that was found.
    #[inline(always)]
    fn next_part(&mut self, stop: usize, indent: i32, flow: bool) -> Option<usize> {
        let (mut at, mut breaks) = (stop, 0);
        let (line, spaces) = loop {
            let line = self.after_break(at);
            breaks += 1;
            let spaces = self.skip_spaces(line);
            at = self.skip_blanks(spaces);
            if !matches!(self.byte(at), b'\n' | b'\r') {
                break (line, spaces);
            }
        };
        let byte = self.byte(at);
        if byte == b'#' {
            return None;
        }
        let end = byte == 0 || at == line && self.is_marker(at);
        let column = match end {
            true => -1,
            false => i32::try_from(spaces - line).unwrap_or(i32::MAX),
        };
        let token = Position {
            at,
            line,
            token: at,
            indent: column,
            tab: at != spaces,
        };
        if end || column <= indent {
            if !flow {
                self.place = token;
            }
            return None;
        }
        if flow && is_flow_indicator(byte) || self.is_colon(at, flow, false) {
            return None;
        }
        self.place = Position {
            token: usize::MAX,
            ..token
        };
        Some(breaks)
    }

    /// Appends the text that joins two lines: a space for a single line break, and all but one of
    /// several line breaks.
    pub(super) fn fold(&mut self, breaks: usize) -> Result {
        match breaks {
            1 => self.append_char(' '),
            _ => (1..breaks).try_for_each(|_| self.append_char('\n')),
        }
    }

    /// Appends a part of the input to the text in `scratch`.
    pub(super) fn append(&mut self, range: Range) -> Result {
        let part = self.slice(range);
        self.scratch
            .try_reserve(part.len())
            .map_err(|_| Error::out_of_memory())?;
        self.scratch.push_str(part);
        Ok(())
    }

    pub(super) fn append_char(&mut self, character: char) -> Result {
        self.scratch
            .try_reserve(4)
            .map_err(|_| Error::out_of_memory())?;
        self.scratch.push(character);
        Ok(())
    }
}
