//! The keys of objects that do not use the trie: each key is remembered and searched for.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use crate::secret::RandomState;
use hashbrown::HashTable;
use varvel_raw::short::words;

use crate::error::{Error, Result};

/// The keys of the open objects that do not use the trie.
#[derive(Debug, Default)]
pub struct Overflow {
    /// The keys, one behind the other: an inner object's behind those of the objects around it.
    text: Vec<u8>,
    /// The end of each key in `text`.
    ends: Vec<usize>,
    /// A mark of each key. Keys with different marks are different.
    marks: Vec<u64>,
    open: Vec<Stray>,
    hasher: RandomState,
}

/// An open object.
#[derive(Debug)]
struct Stray {
    /// The number of its first key.
    first: usize,
    /// A table of its keys, once there are more than [`COMPARED`].
    table: HashTable<usize>,
}

/// How many keys are compared with each other. More keys go through a hash table.
const COMPARED: usize = 16;

impl Overflow {
    /// Begins with an object inside the innermost one.
    pub fn open(&mut self) -> Result {
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Stray {
            first: self.ends.len(),
            table: HashTable::new(),
        });
        Ok(())
    }

    /// Forgets all objects.
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.marks.clear();
        self.open.clear();
    }

    /// Forgets the innermost object.
    pub fn close(&mut self) {
        if let Some(Stray { first, .. }) = self.open.pop() {
            self.ends.truncate(first);
            self.marks.truncate(first);
            self.text.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Remembers a key of the innermost object. It is an error if that has the key already.
    #[inline]
    pub fn add(&mut self, key: &str) -> Result {
        self.add_bytes(key.as_bytes(), mark(key), || Error::duplicate_key(key))
    }

    /// Remembers a key that is not a string, as bytes that no string has. It is an error if the
    /// innermost object has the key already.
    #[cold]
    pub(super) fn add_node(&mut self, key: &[u8]) -> Result {
        // Short keys differ mostly at their ends.
        let mut end = [0; 8];
        for (to, from) in end.iter_mut().zip(key.iter().rev()) {
            *to = *from;
        }
        let mark = u64::from_le_bytes(end) ^ key.len() as u64;
        self.add_bytes(key, mark, Error::duplicate_node)
    }

    fn add_bytes(&mut self, key: &[u8], mark: u64, duplicate: impl FnOnce() -> Error) -> Result {
        let no_room = || Error::out_of_memory();
        let Self {
            text,
            ends,
            marks,
            open,
            hasher,
        } = self;
        let Some(Stray { first, table }) = open.last_mut() else {
            return Ok(());
        };
        let at = ends.len();
        ends.try_reserve(1).map_err(|_| no_room())?;
        marks.try_reserve(1).map_err(|_| no_room())?;
        text.try_reserve(key.len()).map_err(|_| no_room())?;
        let same = |&i: &usize| nth(text, ends, i) == key;
        if at - *first < COMPARED {
            // This compares all marks in one step, and then the texts with an equal mark.
            let before = &marks[*first..];
            if before
                .iter()
                .fold(false, |found, &other| found | (other == mark))
                && (*first..at).any(|i| same(&i))
            {
                return Err(duplicate());
            }
        } else {
            let hash = |&i: &usize| hasher.hash_one(nth(text, ends, i));
            let missing = if table.is_empty() { *first..at } else { at..at };
            table
                .try_reserve(missing.len() + 1, hash)
                .map_err(|_| no_room())?;
            for i in missing {
                table.insert_unique(hash(&i), i, hash);
            }
            let own = hasher.hash_one(key);
            if table.find(own, same).is_some() {
                return Err(duplicate());
            }
            table.insert_unique(own, at, hash);
        }
        text.extend_from_slice(key);
        ends.push(text.len());
        marks.push(mark);
        Ok(())
    }
}

/// Returns a mark that is equal for equal keys: all of a short key; both ends and the length of a
/// longer one.
#[inline(always)]
fn mark(key: &str) -> u64 {
    let bytes = key.as_bytes();
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
            first ^ last.rotate_left(29) ^ bytes.len() as u64
        }
        _ => words(key).map_or(0, |[word, ..]| word),
    }
}

/// Returns the key number `i`.
fn nth<'a>(text: &'a [u8], ends: &[usize], i: usize) -> &'a [u8] {
    let start = i.checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[i]]
}
