//! A set of the fields that have come.

use alloc::vec::Vec;

/// The fields that have come.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub few: u64,
    /// The bits of the fields from 64 on.
    more: Vec<u64>,
}

impl Seen {
    #[inline(always)]
    pub fn has(&self, index: usize) -> bool {
        match index {
            0..64 => self.few >> index & 1 == 1,
            _ => {
                let word = self.more.get(index / 64 - 1);
                word.is_some_and(|word| word >> (index % 64) & 1 == 1)
            }
        }
    }

    #[inline(always)]
    pub fn has_all(&self, few: u64) -> bool {
        self.few & few == few && self.more.is_empty()
    }

    /// Notes that the field has come. Returns whether it had come before.
    #[inline(always)]
    pub fn replace(&mut self, index: usize) -> bool {
        let had = self.has(index);
        match index {
            0..64 => self.few |= 1 << index,
            _ => {
                let word = index / 64 - 1;
                if self.more.len() <= word {
                    self.more.resize(word + 1, 0);
                }
                self.more[word] |= 1 << (index % 64);
            }
        }
        had
    }
}
