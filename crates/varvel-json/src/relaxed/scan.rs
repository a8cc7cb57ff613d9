//! The scan of tokens: white space, comments, commas, names and words.

use core::ops::{Range, RangeInclusive};

use memchr::memchr3;
use varvel_core::Result;

use super::output::Output;
use super::{Words, error};

/// One pass over a text.
pub struct Scan<'t, O> {
    pub(super) text: &'t str,
    /// The position in the text.
    pub(super) at: usize,
    pub(super) words: Words,
    pub(super) output: O,
    /// A token whose meaning depends on the next one.
    pending: Option<Pending>,
    /// The beginning of white space that was not given to the output yet.
    space: Option<usize>,
    /// Whether the last token ended a value. Then a trailing comma may follow.
    ended: bool,
}

/// A token whose meaning depends on the next one.
enum Pending {
    /// A comma at this place. It is left out before a closing bracket.
    Comma(usize),
    /// A word: a name if a colon follows, else a value.
    Word(Range<usize>),
}

impl<'t, O: Output> Scan<'t, O> {
    pub fn new(text: &'t str, words: Words, output: O) -> Self {
        Self {
            text,
            at: 0,
            words,
            output,
            pending: None,
            space: None,
            ended: false,
        }
    }

    pub fn into_output(self) -> O {
        self.output
    }

    /// Scans the whole text.
    pub fn run(&mut self) -> Result {
        while let Some(first) = self.peek() {
            if self.spaces()? {
                continue;
            }
            self.settle(first)?;
            let begin = self.at;
            match first {
                b'{' | b'[' | b':' => self.mark(false)?,
                b'}' | b']' => self.mark(true)?,
                b',' if self.ended => {
                    self.pending = Some(Pending::Comma(begin));
                    self.at += 1;
                    self.ended = false;
                }
                b',' => self.mark(false)?,
                b'"' | b'\'' => self.string(first)?,
                b'+' | b'-' | b'.' | b'0'..=b'9' => self.number()?,
                _ => self.word()?,
            }
        }
        self.settle(b' ')
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Returns the character at the position.
    pub(super) fn character(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    /// Returns `count` hexadecimal digits, if they stand at `at`.
    pub(super) fn hex_digits(&self, at: usize, count: usize) -> Option<&'t str> {
        let digits = self.text.get(at..at + count)?;
        let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        all.then_some(digits)
    }

    /// Copies the part from `begin` up to the position, unchanged.
    pub(super) fn copy_from(&mut self, begin: usize) -> Result {
        self.output.copy(self.text, begin..self.at)
    }

    /// Records that a value ends here.
    pub(super) fn end_value(&mut self) {
        self.ended = true;
    }

    /// Scans a token of one byte.
    fn mark(&mut self, ended: bool) -> Result {
        self.at += 1;
        self.ended = ended;
        self.copy_from(self.at - 1)
    }

    /// Skips white space and comments, which become one space. Returns whether there were any.
    fn spaces(&mut self) -> Result<bool> {
        let begin = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b'/' => self.comment()?,
                _ => match white_len(&self.text.as_bytes()[self.at..]) {
                    0 => break,
                    len => self.at += len,
                },
            }
        }
        if self.at == begin {
            return Ok(false);
        }
        self.space = Some(begin);
        Ok(true)
    }

    fn comment(&mut self) -> Result {
        let rest = &self.text[self.at..];
        let len = match rest.as_bytes().get(1) {
            Some(b'/') => line_len(rest.as_bytes()).unwrap_or(rest.len()),
            Some(b'*') => match rest[2..].find("*/") {
                Some(len) => len + 4,
                None => return Err(error::open_comment(self.text, self.at)),
            },
            _ => return Err(error::unexpected(self.text, self.at)),
        };
        self.at += len;
        Ok(())
    }

    /// Gives the pending token to the output. The next token begins with `next`.
    pub fn settle(&mut self, next: u8) -> Result {
        match self.pending.take() {
            Some(Pending::Comma(_)) if matches!(next, b']' | b'}') => {}
            Some(Pending::Comma(at)) => self.output.copy(self.text, at..at + 1)?,
            Some(Pending::Word(word)) if next == b':' => match self.text[word.clone()].find('.') {
                Some(point) => return Err(error::name_goes_on(self.text, word.start + point)),
                None => self.quoted(word)?,
            },
            Some(Pending::Word(word)) => self.value(word)?,
            None => {}
        }
        match self.space.take() {
            Some(space) => self.output.say(space, " "),
            None => Ok(()),
        }
    }

    /// Scans a name, or a value that is a word.
    fn word(&mut self) -> Result {
        let begin = self.at;
        while let Some(c) = self.character() {
            if c == '\\' {
                self.escaped_letter(begin)?;
            } else if c == '.' && self.words == Words::Strings && self.at > begin
                || is_letter(c)
                || self.at > begin && is_inside(c)
            {
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        if self.at == begin {
            return Err(error::unexpected(self.text, begin));
        }
        // A following sign or point may be left out of the output. Then digits would run into the
        // word.
        if let Some(b'+' | b'-' | b'.') = self.peek() {
            return Err(error::name_goes_on(self.text, self.at));
        }
        self.pending = Some(Pending::Word(begin..self.at));
        self.ended = true;
        Ok(())
    }

    /// Scans a letter of a name that is written as `\u0061`.
    fn escaped_letter(&mut self, begin: usize) -> Result {
        let digits = match self.text[self.at..].starts_with("\\u") {
            true => self.hex_digits(self.at + 2, 4),
            false => None,
        };
        let code = digits
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        match code {
            Some(c) if is_letter(c) || self.at > begin && is_inside(c) => self.at += 6,
            _ => return Err(error::bad_escape_in_name(self.text, self.at)),
        }
        Ok(())
    }

    /// Gives a word as a value to the output.
    fn value(&mut self, word: Range<usize>) -> Result {
        match &self.text[word.clone()] {
            "true" | "false" | "null" => self.output.copy(self.text, word),
            "NaN" | "Infinity" if self.words == Words::Numbers => self.output.copy(self.text, word),
            _ if self.words == Words::Strings => self.quoted(word),
            _ => Err(error::word(self.text, word.start, self.words)),
        }
    }

    /// Gives a part of the text as a string to the output. It contains no quotes, and its escapes
    /// are those of JSON.
    pub(super) fn quoted(&mut self, part: Range<usize>) -> Result {
        self.output.say(part.start, "\"")?;
        self.output.copy(self.text, part.clone())?;
        self.output.say(part.start, "\"")
    }
}

/// Returns whether a line ends with this character.
pub fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Returns whether this is white space of ECMAScript 5.1, which includes the byte order mark.
pub fn is_space(c: char) -> bool {
    match c {
        '\u{FEFF}' => true,
        // NEL is white space in Unicode, but not in ECMAScript.
        '\u{85}' => false,
        _ => c.is_whitespace(),
    }
}

/// Returns the length of the white space character that bytes begin with, or 0.
#[inline]
pub fn white_len(bytes: &[u8]) -> usize {
    match bytes.first() {
        Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C) => 1,
        Some(0x80..) => {
            let first = bytes[..bytes.len().min(4)].utf8_chunks().next();
            let first = first.and_then(|chunk| chunk.valid().chars().next());
            first.filter(|c| is_space(*c)).map_or(0, char::len_utf8)
        }
        _ => 0,
    }
}

/// Returns how many bytes stand before the first that ends a line, or `None` if none does.
pub fn line_len(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr3(b'\n', b'\r', 0xE2, &bytes[at..])?;
        match bytes[at..] {
            // The separators of lines and paragraphs.
            [0xE2, 0x80, 0xA8 | 0xA9, ..] | [b'\n' | b'\r', ..] => return Some(at),
            _ => at += 1,
        }
    }
}

/// Returns whether a name may begin with this character: a letter of ECMAScript, `ID_Start`.
pub fn is_letter(c: char) -> bool {
    matches!(c, '$' | '_') || unicode_ident::is_xid_start(c) || changes_its_form(c)
}

/// Returns whether a name may continue with this character.
pub fn is_inside(c: char) -> bool {
    // Names may contain joiners of letters.
    unicode_ident::is_xid_continue(c) || changes_its_form(c) || matches!(c, '\u{200C}' | '\u{200D}')
}

/// Returns whether this is one of the letters of [`CHANGED`].
fn changes_its_form(c: char) -> bool {
    !c.is_ascii() && CHANGED.iter().any(|letters| letters.contains(&c))
}

/// Letters of `ID_Start` that `XID_Start` leaves out, because a normal form of them is no
/// identifier: <https://www.unicode.org/reports/tr31/#NFKC_Modifications>.
const CHANGED: &[RangeInclusive<char>] = &[
    // <spec:changed> Made by `cargo xtask spec`.
    '\u{37a}'..='\u{37a}',
    '\u{e33}'..='\u{e33}',
    '\u{eb3}'..='\u{eb3}',
    '\u{309b}'..='\u{309c}',
    '\u{fc5e}'..='\u{fc63}',
    '\u{fdfa}'..='\u{fdfb}',
    '\u{fe70}'..='\u{fe70}',
    '\u{fe72}'..='\u{fe72}',
    '\u{fe74}'..='\u{fe74}',
    '\u{fe76}'..='\u{fe76}',
    '\u{fe78}'..='\u{fe78}',
    '\u{fe7a}'..='\u{fe7a}',
    '\u{fe7c}'..='\u{fe7c}',
    '\u{fe7e}'..='\u{fe7e}',
    '\u{ff9e}'..='\u{ff9f}',
    // </spec:changed>
];
