//! [`Interned`]: byte strings, each kept once and known by a number.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use crate::secret::RandomState;
use hashbrown::HashTable;

use crate::error::{Error, Result};

/// Byte strings, numbered in the order in which they first came. Two have the same number if and
/// only if they are equal: they are compared where their hashes are equal.
#[derive(Debug)]
pub struct Interned<H = RandomState> {
    /// The strings, one behind the other, and then the one that is being put together.
    bytes: Vec<u8>,
    /// The end of each string.
    ends: Vec<usize>,
    table: HashTable<Entry>,
    hasher: H,
}

/// A string in the table: a part of its hash, so that the table grows without a look at the
/// strings, and its number.
#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u32,
    number: u32,
}

impl Entry {
    /// Returns a hash for the table, which wants many different bits.
    fn spread(&self) -> u64 {
        // The odd number nearest to 2^64 divided by the golden ratio: Knuth, volume 3, section 6.4.
        u64::from(self.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl<H: Default> Default for Interned<H> {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            hasher: H::default(),
        }
    }
}

impl<H: BuildHasher> Interned<H> {
    /// Returns how many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds bytes to the string that is being put together.
    pub fn put(&mut self, bytes: &[u8]) -> Result {
        self.bytes
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Returns the number of the string that was put together, and whether it is new.
    pub fn finish(&mut self) -> Result<(u32, bool)> {
        let no_room = || Error::out_of_memory();
        let start = self.end(self.ends.len());
        let mut entry = Entry {
            hash: self.hash(&self.bytes[start..]),
            number: u32::try_from(self.ends.len()).map_err(|_| no_room())?,
        };
        let same = |other: &Entry| {
            other.hash == entry.hash && self.get(other.number) == &self.bytes[start..]
        };
        if let Some(found) = self.table.find(entry.spread(), same) {
            entry.number = found.number;
            self.bytes.truncate(start);
            return Ok((entry.number, false));
        }
        self.ends.try_reserve(1).map_err(|_| no_room())?;
        self.table
            .try_reserve(1, Entry::spread)
            .map_err(|_| no_room())?;
        self.table
            .insert_unique(entry.spread(), entry, Entry::spread);
        self.ends.push(self.bytes.len());
        Ok((entry.number, true))
    }

    /// Forgets all strings but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        let removed = self.ends.len().saturating_sub(len);
        if len == 0 && removed >= self.table.capacity() / 16 {
            // This takes as long as the table is large.
            self.table.clear();
        } else {
            for number in len..self.ends.len() {
                let entry = Entry {
                    hash: self.hash(self.get(number as u32)),
                    number: number as u32,
                };
                let same = |other: &Entry| other.number == entry.number;
                if let Ok(found) = self.table.find_entry(entry.spread(), same) {
                    found.remove();
                }
            }
        }
        self.ends.truncate(len);
        self.bytes.truncate(self.end(self.ends.len()));
    }

    fn hash(&self, bytes: &[u8]) -> u32 {
        let hash = self.hasher.hash_one(bytes);
        (hash ^ hash >> 32) as u32
    }

    fn get(&self, number: u32) -> &[u8] {
        &self.bytes[self.end(number as usize)..self.ends[number as usize]]
    }

    /// Returns the end of the string before number `number`.
    fn end(&self, number: usize) -> usize {
        number.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}
