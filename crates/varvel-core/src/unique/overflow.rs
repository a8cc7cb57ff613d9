//! The keys of objects that do not use the trie: each key is remembered and searched for.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use crate::secret::RandomState;
use hashbrown::HashTable;
use varvel_raw::short::words;

use super::node_codes::{self, NodeCodes};
use crate::error::{Error, Result};

/// The keys of the open objects that do not use the trie.
#[derive(Debug, Default)]
pub struct Overflow {
    /// The keys, one behind the other, each with its length before it: an inner object's behind
    /// those of the objects around it.
    text: Vec<u8>,
    /// Marks of the first keys of each object. Keys with different marks are different.
    marks: Vec<u64>,
    open: Vec<Stray>,
    hasher: RandomState,
}

/// An open object.
#[derive(Debug)]
struct Stray {
    /// Where its first key begins.
    start: usize,
    /// The number of the mark of that key.
    first_mark: usize,
    /// How many keys it has.
    len: usize,
    /// The places of its keys, once there are more than [`COMPARED`].
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
            start: self.text.len(),
            first_mark: self.marks.len(),
            len: 0,
            table: HashTable::new(),
        });
        Ok(())
    }

    /// Forgets all objects.
    pub fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
        self.open.clear();
    }

    /// Forgets the innermost object.
    pub fn close(&mut self) {
        if let Some(object) = self.open.pop() {
            self.marks.truncate(object.first_mark);
            self.text.truncate(object.start);
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

    /// Remembers a key of any kind, which `give` gives to `codes`. It is an error if the innermost
    /// object has the key already.
    #[cold]
    pub(crate) fn add_key(
        &mut self,
        codes: &mut NodeCodes,
        give: impl FnOnce(&mut NodeCodes) -> Result,
    ) -> Result {
        codes.forget_coming();
        give(codes)?;
        match node_codes::string(codes.codes()) {
            Some(text) => self.add(text),
            None => self.add_node(codes.codes()),
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
            marks,
            open,
            hasher,
        } = self;
        let Some(object) = open.last_mut() else {
            return Ok(true);
        };
        let own = text.len();
        let len = head.len() + key.len();
        text.try_reserve(size_of::<usize>() + 1 + len)
            .map_err(|_| no_room())?;
        put_length(text, len);
        text.extend_from_slice(head);
        text.extend_from_slice(key);
        let (key, _) = key_at(text, own);
        if object.len < COMPARED {
            // This compares all marks in one step, and then the texts with an equal mark.
            let before = &marks[object.first_mark..];
            if before
                .iter()
                .fold(false, |found, &other| found | (other == mark))
                && places(text, object.start, object.len).any(|at| key_at(text, at).0 == key)
            {
                return Ok(false);
            }
            marks.try_reserve(1).map_err(|_| no_room())?;
            marks.push(mark);
        } else {
            let hash = |&at: &usize| hasher.hash_one(key_at(text, at).0);
            let table = &mut object.table;
            let missing = if table.is_empty() { object.len } else { 0 };
            table
                .try_reserve(missing + 1, hash)
                .map_err(|_| no_room())?;
            for at in places(text, object.start, missing) {
                table.insert_unique(hash(&at), at, hash);
            }
            let hashed = hasher.hash_one(key);
            let same = |&at: &usize| key_at(text, at).0 == key;
            if table.find(hashed, same).is_some() {
                return Ok(false);
            }
            table.insert_unique(hashed, own, hash);
        }
        object.len += 1;
        Ok(true)
    }
}

/// Writes a length: 7 bits a byte, the lowest first; all bytes but the last have the highest bit.
#[inline(always)]
fn put_length(text: &mut Vec<u8>, mut len: usize) {
    while len >= 0x80 {
        text.push(len as u8 | 0x80);
        len >>= 7;
    }
    text.push(len as u8);
}

/// Returns the key whose length is at `at`, and its end.
#[inline(always)]
fn key_at(text: &[u8], mut at: usize) -> (&[u8], usize) {
    let (mut len, mut shift) = (0, 0);
    loop {
        let byte = text[at];
        at += 1;
        len |= usize::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
        shift += 7;
    }
    (&text[at..at + len], at + len)
}

/// Returns the places of `count` keys, the first of which is at `at`.
fn places(text: &[u8], mut at: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |_| {
        let place = at;
        at = key_at(text, at).1;
        place
    })
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
