//! Numbers of JSON5, also hexadecimal ones.

use varvel_core::Result;

use super::output::Output;
use super::scan::{Scan, is_inside, is_letter, is_space};
use super::{Words, error};

impl<O: Output> Scan<'_, O> {
    /// Scans a number, from its sign on.
    pub(super) fn number(&mut self) -> Result {
        let begin = self.at;
        let sign = self.peek().filter(|byte| matches!(byte, b'+' | b'-'));
        self.at += usize::from(sign.is_some());
        if let Some(c) = self.character()
            && is_letter(c)
        {
            return self.non_finite(begin);
        }
        if sign == Some(b'-') {
            self.copy_from(begin)?;
        }
        match self.text.as_bytes()[self.at..] {
            [b'0', b'x' | b'X', ..] => self.hexadecimal()?,
            _ => self.decimal()?,
        }
        // A following sign or point may be left out of the output. Then digits would run into each
        // other.
        let delimited = match self.character() {
            Some(',' | ']' | '}' | ':' | '/') | None => true,
            Some(c) => is_space(c),
        };
        if !delimited {
            return Err(error::goes_on(self.text, self.at));
        }
        self.end_value();
        Ok(())
    }

    /// Scans a signed word, such as `-Infinity`. Its sign is at `begin`.
    fn non_finite(&mut self, begin: usize) -> Result {
        let len = self.text[self.at..].find(|c: char| !is_letter(c) && !is_inside(c));
        let end = len.map_or(self.text.len(), |len| self.at + len);
        let word = &self.text[self.at..end];
        if self.words == Words::Numbers && matches!(word, "NaN" | "Infinity") {
            // JSON5 as rewritten has no sign of NaN, and no plus of infinity.
            let negative = word == "Infinity" && self.text[begin..].starts_with('-');
            let from = if negative { begin } else { self.at };
            self.at = end;
            if let Some(b'+' | b'-' | b'.') = self.peek() {
                return Err(error::name_goes_on(self.text, self.at));
            }
            self.end_value();
            return self.copy_from(from);
        }
        let known = ["inf", "infinity", "nan"];
        if self.words == Words::Strings && known.iter().any(|one| word.eq_ignore_ascii_case(one)) {
            self.at = end;
            self.end_value();
            return self.quoted(begin..end);
        }
        Err(error::word(self.text, self.at, self.words))
    }

    fn digits(&mut self) -> Result<bool> {
        let begin = self.at;
        let digits = self.text.as_bytes()[begin..].iter();
        self.at += digits.take_while(|byte| byte.is_ascii_digit()).count();
        self.copy_from(begin)?;
        Ok(self.at > begin)
    }

    fn decimal(&mut self) -> Result {
        let begin = self.at;
        let whole = self.digits()?;
        if self.peek() == Some(b'.') {
            if !whole {
                self.output.say(begin, "0")?;
            }
            self.at += 1;
            self.copy_from(self.at - 1)?;
            if !self.digits()? {
                if !whole {
                    return Err(error::no_digit(self.text, self.at));
                }
                self.output.say(self.at - 1, "0")?;
            }
        } else if !whole {
            return Err(error::no_digit(self.text, self.at));
        }
        if let Some(b'e' | b'E') = self.peek() {
            let begin = self.at;
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.copy_from(begin)?;
            if !self.digits()? {
                return Err(error::no_digit(self.text, self.at));
            }
        }
        Ok(())
    }

    fn hexadecimal(&mut self) -> Result {
        let begin = self.at;
        self.at += 2;
        let digits = self.text.as_bytes()[self.at..].iter();
        let len = digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
        let digits = &self.text[self.at..self.at + len];
        self.at += len;
        if len == 0 {
            return Err(error::no_digit(self.text, self.at));
        }
        match u128::from_str_radix(digits, 16) {
            Ok(integer) => self.output.print(begin, format_args!("{integer}")),
            Err(_) => Err(error::too_many_digits(begin)),
        }
    }
}
