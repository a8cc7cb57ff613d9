//! Positions of written content, found by its bytes: vtables, and shared strings.

use alloc::vec::Vec;
use core::hash::{BuildHasher as _, Hasher as _};

use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

/// An open-addressing hash table, at most half full.
#[derive(Debug, Default)]
pub(super) struct Stock {
    /// The entries: a hash, and a position that is never 0. Position 0 marks a free entry.
    places: Vec<(u64, u32)>,
    taken: usize,
    /// The seed of the hashes. Strings come from elsewhere, so that the hashes must not be
    /// predictable.
    hasher: RandomState,
}

impl Stock {
    /// Returns the hash of these bytes, which is valid in this table only.
    pub fn hash(&self, bytes: &[u8]) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(bytes);
        hasher.finish()
    }

    pub fn clear(&mut self) {
        self.places.fill((0, 0));
        self.taken = 0;
    }

    /// Returns the position of an entry with this hash for which `same` is true.
    pub fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.places.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            match self.places[at] {
                (_, 0) => return None,
                (found, position) if found == hash && same(position) => return Some(position),
                _ => at = (at + 1) & mask,
            }
        }
    }

    pub fn insert(&mut self, hash: u64, position: u32) -> Result {
        if (self.taken + 1) * 2 > self.places.len() {
            self.grow()?;
        }
        self.put(hash, position);
        self.taken += 1;
        Ok(())
    }

    fn put(&mut self, hash: u64, position: u32) {
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        while self.places[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.places[at] = (hash, position);
    }

    fn grow(&mut self) -> Result {
        let len = (self.places.len() * 2).max(16);
        let mut places = Vec::new();
        places
            .try_reserve_exact(len)
            .map_err(|_| Error::out_of_memory())?;
        places.resize(len, (0, 0));
        let old = core::mem::replace(&mut self.places, places);
        for (hash, position) in old.into_iter().filter(|place| place.1 != 0) {
            self.put(hash, position);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Stock;

    #[test]
    fn equal_hashes_are_told_apart() {
        let mut stock = Stock::default();
        assert_eq!(stock.find(7, |_| true), None);
        for position in 1..100 {
            stock.insert(7, position).unwrap();
        }
        assert_eq!(stock.find(7, |position| position == 50), Some(50));
        assert_eq!(stock.find(8, |_| true), None);
        stock.clear();
        assert_eq!(stock.find(7, |_| true), None);
    }
}
