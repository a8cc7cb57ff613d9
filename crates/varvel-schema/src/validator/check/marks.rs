//! The members or items of one value that some schema has looked at.

use alloc::vec::Vec;

/// The children of a value that were looked at, by their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Marks {
    all: bool,
    words: Vec<u64>,
    /// Whether more might have been looked at, if the value had fitted some branch.
    pub unsure: bool,
}

impl Marks {
    pub fn mark(&mut self, child: usize) {
        let word = child / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (child % 64);
    }

    pub fn mark_all(&mut self) {
        self.all = true;
    }

    pub fn has(&self, child: usize) -> bool {
        let word = self.words.get(child / 64);
        self.all || word.is_some_and(|word| word >> (child % 64) & 1 == 1)
    }

    /// Returns about how many bytes they take.
    pub fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.words)
    }

    /// Adds the children of another.
    pub fn add(&mut self, other: &Self) {
        self.all |= other.all;
        self.unsure |= other.unsure;
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}
