//! [`Passed`]: the lines of a text that is passed piece by piece.

use crate::error::MARK;

/// The lines of the part of a text that was passed. Its pieces, one after the other, give the same
/// as the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// The number of line breaks in it.
    breaks: u64,
    /// The number of characters behind the last of these.
    characters: u64,
    /// The first bytes of the text, up to the length of a byte order mark, and their number.
    first: [u8; MARK.len()],
    count: usize,
}

impl Passed {
    /// Returns whole lines, as many as `breaks`.
    pub fn of_lines(breaks: u64) -> Self {
        Self {
            breaks,
            ..Self::default()
        }
    }

    /// Adds the bytes behind it.
    pub fn pass(&mut self, bytes: &[u8]) {
        self.begin(bytes);
        let is_break = |byte: &u8| *byte == b'\n';
        let last = match bytes.iter().rposition(is_break) {
            Some(end) => {
                self.breaks += bytes.iter().filter(|byte| is_break(byte)).count() as u64;
                self.characters = 0;
                &bytes[end + 1..]
            }
            None => bytes,
        };
        // Continuation bytes of UTF-8 do not begin a character.
        let begin = last.iter().filter(|&&byte| byte & 0xC0 != 0x80);
        self.characters += begin.count() as u64;
    }

    /// Returns the lines of this part and of one behind it.
    #[must_use]
    pub fn then(self, behind: Self) -> Self {
        let characters = match behind.breaks {
            0 => self.characters + behind.characters,
            _ => behind.characters,
        };
        let mut then = Self {
            breaks: self.breaks + behind.breaks,
            characters,
            ..self
        };
        then.begin(&behind.first[..behind.count]);
        then
    }

    /// Returns the line and the column behind it, both from 1. A byte order mark that it begins
    /// with has no column.
    pub fn place(self) -> (u64, u64) {
        let mark = match self.breaks {
            0 if self.count > 0 && MARK.starts_with(&self.first[..self.count]) => 1,
            _ => 0,
        };
        (self.breaks + 1, self.characters + 1 - mark)
    }

    /// Notes the first bytes.
    fn begin(&mut self, bytes: &[u8]) {
        let count = bytes.len().min(MARK.len() - self.count);
        self.first[self.count..][..count].copy_from_slice(&bytes[..count]);
        self.count += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_the_lines_of_the_whole() {
        let text = "a\u{e4}\n\n\u{20ac}b".as_bytes();
        joined(text);
        let mut all = Passed::default();
        assert_eq!(all.place(), (1, 1));
        all.pass(text);
        assert_eq!(all.place(), (3, 3));
    }

    #[test]
    fn a_byte_order_mark_has_no_column_at_the_beginning() {
        let text = "\u{feff}a\u{feff}b\n\u{feff}c".as_bytes();
        joined(text);
        let ends = [0, 1, 2, 3, 4, 7, 8, 9, 12, 13];
        let places = ends.map(|end| {
            let mut passed = Passed::default();
            passed.pass(&text[..end]);
            passed.place()
        });
        let first = [1, 1, 1, 1, 2, 3, 4].map(|column| (1, column));
        let second = [1, 2, 3].map(|column| (2, column));
        assert_eq!(places, *[&first[..], &second[..]].concat());
        let mut inside = Passed::of_lines(4);
        inside.pass(text);
        assert_eq!(inside.place(), (6, 3));
        let mut inside = Passed::of_lines(4);
        inside.pass(&text[..4]);
        assert_eq!(inside.place(), (5, 3));
    }

    /// Joins the two parts of a text, cut at each place.
    fn joined(text: &[u8]) {
        for cut in 0..=text.len() {
            let [mut all, mut first, mut second] = [Passed::default(); 3];
            all.pass(text);
            first.pass(&text[..cut]);
            second.pass(&text[cut..]);
            assert_eq!(first.then(second), all);
            first.pass(&text[cut..]);
            assert_eq!(first, all);
        }
    }
}
