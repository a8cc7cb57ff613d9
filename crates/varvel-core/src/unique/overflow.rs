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
    /// Marks of the first keys of each object. Keys with different marks are different.
    marks: Vec<u64>,
    open: Vec<Stray>,
    hasher: RandomState,
}

/// An open object.
#[derive(Debug)]
struct Stray {
    /// The number of its first key.
    first: usize,
    /// The number of the mark of that key.
    first_mark: usize,
    /// A table of its keys, once there are more than [`COMPARED`].
    table: HashTable<usize>,
}

/// How many keys are compared with each other. More keys go through a hash table.
const COMPARED: usize = 16;

/// The first byte of a key that is not a string. No text in UTF-8 begins with it.
const NODE: u8 = 0xff;

impl Overflow {
    /// Begins with an object inside the innermost one.
    pub fn open(&mut self) -> Result {
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Stray {
            first: self.ends.len(),
            first_mark: self.marks.len(),
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
        if let Some(object) = self.open.pop() {
            self.ends.truncate(object.first);
            self.marks.truncate(object.first_mark);
            self.text.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Remembers a key of the innermost object. It is an error if that has the key already.
    #[inline]
    pub fn add(&mut self, key: &str) -> Result {
        match self.is_new(&[], key.as_bytes(), mark(key))? {
            true => Ok(()),
            false => Err(Error::duplicate_key(key)),
        }
    }

    /// Remembers a key that is not a string, by its code. It is an error if the innermost object
    /// has the key already.
    #[cold]
    pub(super) fn add_node(&mut self, code: &[u8]) -> Result {
        // Short keys differ mostly at their ends.
        let mut end = [0; 8];
        for (to, from) in end.iter_mut().zip(code.iter().rev()) {
            *to = *from;
        }
        let mark = u64::from_le_bytes(end) ^ code.len() as u64;
        match self.is_new(&[NODE], code, mark)? {
            true => Ok(()),
            false => Err(Error::duplicate_node()),
        }
    }

    /// Remembers a key, in two parts. Returns `false` if the innermost object has it already.
    fn is_new(&mut self, head: &[u8], key: &[u8], mark: u64) -> Result<bool> {
        let no_room = || Error::out_of_memory();
        let Self {
            text,
            ends,
            marks,
            open,
            hasher,
        } = self;
        let Some(object) = open.last_mut() else {
            return Ok(true);
        };
        let &mut Stray {
            first, first_mark, ..
        } = object;
        let at = ends.len();
        ends.try_reserve(1).map_err(|_| no_room())?;
        text.try_reserve(head.len() + key.len())
            .map_err(|_| no_room())?;
        text.extend_from_slice(head);
        text.extend_from_slice(key);
        ends.push(text.len());
        let key = nth(text, ends, at);
        let same = |&i: &usize| nth(text, ends, i) == key;
        if at - first < COMPARED {
            // This compares all marks in one step, and then the texts with an equal mark.
            let before = &marks[first_mark..];
            if before
                .iter()
                .fold(false, |found, &other| found | (other == mark))
                && (first..at).any(|i| same(&i))
            {
                return Ok(false);
            }
            marks.try_reserve(1).map_err(|_| no_room())?;
            marks.push(mark);
            return Ok(true);
        }
        let hash = |&i: &usize| hasher.hash_one(nth(text, ends, i));
        let table = &mut object.table;
        let missing = if table.is_empty() { first..at } else { at..at };
        table
            .try_reserve(missing.len() + 1, hash)
            .map_err(|_| no_room())?;
        for i in missing {
            table.insert_unique(hash(&i), i, hash);
        }
        let own = hasher.hash_one(key);
        if table.find(own, same).is_some() {
            return Ok(false);
        }
        table.insert_unique(own, at, hash);
        Ok(true)
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
