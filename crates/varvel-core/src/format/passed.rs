//! [`Passed`]: the lines of a text that is passed piece by piece.

/// The lines of the part of a text that was passed. Its pieces, one after the other, give the same
/// as the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// The number of line breaks in it.
    breaks: u64,
    /// The number of characters behind the last of these.
    characters: u64,
}

impl Passed {
    /// Adds the bytes behind it.
    pub fn pass(&mut self, bytes: &[u8]) {
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
        Self {
            breaks: self.breaks + behind.breaks,
            characters,
        }
    }

    /// Returns the line and the column behind it, both from 1.
    pub const fn place(self) -> (u64, u64) {
        (self.breaks + 1, self.characters + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_give_the_lines_of_the_whole() {
        let text = "a\u{e4}\n\n\u{20ac}b".as_bytes();
        for cut in 0..=text.len() {
            let [mut all, mut first, mut second] = [Passed::default(); 3];
            all.pass(text);
            first.pass(&text[..cut]);
            second.pass(&text[cut..]);
            assert_eq!(first.then(second), all);
            first.pass(&text[cut..]);
            assert_eq!(first, all);
        }
        let mut all = Passed::default();
        assert_eq!(all.place(), (1, 1));
        all.pass(text);
        assert_eq!(all.place(), (3, 3));
    }
}
