//! The words of errors, which are short, and the memory that their paths take.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::hint::black_box;

/// How much memory there must be for a path. Few take as much.
const PATH: usize = 16 << 10;

/// Returns whether there is memory for a path. To find one ends the program where there is none.
pub(super) fn has_room() -> bool {
    let mut room = Vec::<u8>::new();
    let found = room.try_reserve_exact(PATH).is_ok();
    // Otherwise the compiler could remove both the allocation and its release.
    black_box(&room);
    found
}

/// Returns short words, or `None` if there is no memory for them.
#[cold]
pub(super) fn words(of: fmt::Arguments<'_>) -> Option<String> {
    let mut words = Bounded::default();
    words.write_fmt(of).ok()?;
    Some(words.text)
}

/// A text of at most [`CONTENT`] characters.
#[derive(Default)]
pub(super) struct Bounded {
    pub text: String,
    characters: usize,
}

/// How many characters of a document an error keeps.
const CONTENT: usize = 200;

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        if self.characters == CONTENT {
            return Err(fmt::Error);
        }
        self.characters += 1;
        self.push(c)
    }
}

impl Bounded {
    /// Adds a character if there is memory for it.
    pub fn push(&mut self, c: char) -> fmt::Result {
        let refused = |_| fmt::Error;
        self.text.try_reserve(c.len_utf8()).map_err(refused)?;
        self.text.push(c);
        Ok(())
    }
}
