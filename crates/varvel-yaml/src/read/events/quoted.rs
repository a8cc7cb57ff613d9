//! Scalars in quotes: decodes their escapes, and joins their lines.

use varvel_core::Result;

use super::properties::{Range, hex};
use super::space::is_break;
use super::{Event, Events, Style};
use crate::error;

impl<'de> Events<'de> {
    /// Reads the scalar whose opening quote is here. Further lines are indented deeper than
    /// `indent`.
    pub(super) fn quoted(&mut self, indent: i32) -> Result<Event> {
        let at = self.place.at;
        let (quote, style) = match self.here() {
            b'"' => (b'"', Style::DoubleQuoted),
            _ => (b'\'', Style::SingleQuoted),
        };
        let stop = self.quoted_stop(at + 1, quote);
        if self.byte(stop) == quote && !(quote == b'\'' && self.byte(stop + 1) == quote) {
            self.place.at = stop + 1;
            let range = Range {
                start: at + 1,
                end: stop,
            };
            return Ok(self.scalar(style, at, range));
        }
        self.long_quoted(at, stop, indent, style)
    }

    /// Returns the first byte from `at` on that is not ordinary text.
    #[inline(always)]
    fn quoted_stop(&self, mut at: usize, quote: u8) -> usize {
        loop {
            let byte = self.byte(at);
            if byte == quote || is_break(byte) || byte == b'\\' && quote == b'"' {
                return at;
            }
            at += 1;
        }
    }

    /// Reads a scalar with escapes or of several lines.
    #[inline(never)]
    fn long_quoted(&mut self, at: usize, stop: usize, indent: i32, style: Style) -> Result<Event> {
        let quote = self.byte(at);
        self.scratch.clear();
        let (mut from, mut stop) = (at + 1, stop);
        loop {
            let byte = self.byte(stop);
            if byte == quote {
                self.append(Range {
                    start: from,
                    end: stop,
                })?;
                if quote == b'"' || self.byte(stop + 1) != quote {
                    self.place.at = stop + 1;
                    return Ok(self.scratched(style, at));
                }
                self.append_char('\'')?;
                from = stop + 2;
            } else if byte == b'\\' {
                self.append(Range {
                    start: from,
                    end: stop,
                })?;
                from = match is_break(self.byte(stop + 1)) && stop + 1 < self.input.len() {
                    true => {
                        let (breaks, next) = self.next_quoted_line(at, stop + 1, indent)?;
                        (1..breaks).try_for_each(|_| self.append_char('\n'))?;
                        next
                    }
                    false => self.escape(at, stop)?,
                };
            } else {
                let range = self.trimmed(from, stop);
                self.append(range)?;
                let (breaks, next) = self.next_quoted_line(at, stop, indent)?;
                self.fold(breaks)?;
                from = next;
            }
            stop = self.quoted_stop(from, quote);
        }
    }

    /// Goes from the line break at `stop` to the text of the next line that is not empty. Returns
    /// the number of line breaks, and the place of that text. `at` is the opening quote.
    fn next_quoted_line(&mut self, at: usize, stop: usize, indent: i32) -> Result<(usize, usize)> {
        let (mut end, mut breaks) = (stop, 0);
        loop {
            if end >= self.input.len() {
                return Err(error::unclosed_quote(self.input, at));
            }
            let line = self.after_break(end);
            breaks += 1;
            let spaces = self.skip_spaces(line);
            let next = self.skip_blanks(spaces);
            if is_break(self.byte(next)) {
                end = next;
                continue;
            }
            if next == line && self.is_marker(next) {
                return Err(error::marker_inside(next, "quotes"));
            }
            let column = i32::try_from(spaces - line).unwrap_or(i32::MAX);
            let tolerated = self.tolerant && column == indent && next == spaces;
            if column <= indent && !tolerated {
                let tab = next != spaces;
                let helps = column == indent && !tab && self.ends_with_line(next, self.byte(at));
                return Err(error::quoted_indent(next, at, indent, tab, helps));
            }
            self.place.line = line;
            return Ok((breaks, next));
        }
    }

    /// Returns whether the scalar that continues at `at` ends at the end of a line. If it does not,
    /// another scalar begins there.
    #[cold]
    fn ends_with_line(&self, mut at: usize, quote: u8) -> bool {
        loop {
            let stop = self.quoted_stop(at, quote);
            at = match self.byte(stop) {
                b'\'' if quote == b'\'' && self.byte(stop + 1) == quote => stop + 2,
                byte if byte == quote => return self.ends_line(self.skip_blanks(stop + 1)),
                b'\\' => stop + 2,
                _ if stop >= self.input.len() => return false,
                _ => self.after_break(stop),
            };
        }
    }

    /// Appends the character of the escape at `at`. Returns the end of the escape. `quote` is the
    /// opening quote.
    fn escape(&mut self, quote: usize, at: usize) -> Result<usize> {
        let letter = self.byte(at + 1);
        let character = match letter {
            b'0' => '\0',
            b'a' => '\x07',
            b'b' => '\x08',
            b't' | b'\t' => '\t',
            b'n' => '\n',
            b'v' => '\x0B',
            b'f' => '\x0C',
            b'r' => '\r',
            b'e' => '\x1B',
            b' ' => ' ',
            b'"' => '"',
            b'/' => '/',
            b'\\' => '\\',
            b'N' => '\u{85}',
            b'_' => '\u{A0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            b'x' => return self.code(at, 2),
            b'u' => return self.code(at, 4),
            b'U' => return self.code(at, 8),
            0 => return Err(error::unclosed_quote(self.input, quote)),
            _ => return Err(error::bad_escape(self.input, at)),
        };
        self.append_char(character)?;
        Ok(at + 2)
    }

    /// Appends the character of an escape whose code point has `digits` digits. Returns the end of
    /// the escape. Two escapes that are the halves of a surrogate pair are one character, as in
    /// JSON.
    fn code(&mut self, at: usize, digits: usize) -> Result<usize> {
        let mut end = at + 2 + digits;
        let mut code = self.digits(at, digits)?;
        if (0xD800..0xDC00).contains(&code) && self.byte(end) == b'\\' && self.byte(end + 1) == b'u'
        {
            let low = self.digits(end, 4)?;
            if (0xDC00..0xE000).contains(&low) {
                code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                end += 6;
            }
        }
        match char::from_u32(code) {
            Some(character) => self.append_char(character)?,
            None => return Err(error::no_character(at, code)),
        }
        Ok(end)
    }

    /// Reads the digits of the escape at `at`.
    fn digits(&self, at: usize, digits: usize) -> Result<u32> {
        let mut code = 0_u32;
        for i in 0..digits {
            let place = at + 2 + i;
            let Some(digit) = hex(self.byte(place)) else {
                return Err(error::bad_digit(self.input, place, digits));
            };
            code = code << 4 | u32::from(digit);
        }
        Ok(code)
    }
}
