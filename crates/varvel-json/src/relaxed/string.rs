//! Strings of JSON5, in single or double quotes.

use varvel_core::Result;

use super::error;
use super::output::Output;
use super::scan::{Scan, is_line_end};

impl<O: Output> Scan<'_, O> {
    /// Scans a string, from its quote on.
    pub(super) fn string(&mut self, quote: u8) -> Result {
        self.output.say(self.at, "\"")?;
        self.at += 1;
        loop {
            let clean = self.at;
            let bytes = self.text.as_bytes();
            let plain = |byte: &u8| *byte >= b' ' && !matches!(*byte, b'"' | b'\'' | b'\\');
            self.at += bytes[clean..].iter().take_while(|byte| plain(byte)).count();
            self.copy_from(clean)?;
            let at = self.at;
            match self.peek() {
                Some(byte) if byte == quote => break,
                Some(b'"') => self.instead(1, "\\\"")?,
                Some(b'\'') => self.instead(1, "'")?,
                Some(b'\\') => self.escape()?,
                Some(byte @ (0..=9 | 11..=12 | 14..=31)) => {
                    self.control(1, byte)?;
                }
                _ => return Err(error::broken_string(self.text, at)),
            }
        }
        self.output.say(self.at, "\"")?;
        self.at += 1;
        self.end_value();
        Ok(())
    }

    /// Replaces `len` bytes of the text by `json`.
    fn instead(&mut self, len: usize, json: &str) -> Result {
        let at = self.at;
        self.at += len;
        self.output.say(at, json)
    }

    /// Replaces `len` bytes of the text by the escape of a control character.
    fn control(&mut self, len: usize, byte: u8) -> Result {
        let at = self.at;
        self.at += len;
        self.output.print(at, format_args!("\\u{byte:04x}"))
    }

    /// Scans an escape, from its backslash on.
    fn escape(&mut self) -> Result {
        let at = self.at;
        let Some(letter) = self.text[at + 1..].chars().next() else {
            return Err(error::broken_string(self.text, self.text.len()));
        };
        let len = 1 + letter.len_utf8();
        match letter {
            '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => {
                self.at += len;
                self.copy_from(at)
            }
            // The reader of the JSON checks whether it is half of a character.
            'u' => match self.hex_digits(at + 2, 4) {
                Some(_) => {
                    self.at += 6;
                    self.copy_from(at)
                }
                None => Err(error::bad_escape(self.text, at)),
            },
            'v' => self.instead(len, "\\u000b"),
            '0' if !self.text[at + 2..].starts_with(|c: char| c.is_ascii_digit()) => {
                self.instead(len, "\\u0000")
            }
            'x' => match self.hex_digits(at + 2, 2) {
                Some(_) => {
                    self.instead(4, "\\u00")?;
                    self.output.copy(self.text, at + 2..at + 4)
                }
                None => Err(error::bad_escape(self.text, at)),
            },
            '0'..='9' => Err(error::bad_escape(self.text, at)),
            '\r' if self.text[at + 2..].starts_with('\n') => self.instead(3, ""),
            line_end if is_line_end(line_end) => self.instead(len, ""),
            control @ '\0'..' ' => self.control(len, control as u8),
            // Any other character is itself.
            _ => {
                self.at += 1;
                let begin = self.at;
                self.at += letter.len_utf8();
                self.copy_from(begin)
            }
        }
    }
}
