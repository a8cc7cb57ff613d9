//! The duplicate-key check for pipes between formats.

use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_raw::short::words;

use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink that passes every event on to `inner`, and refuses an object that has a key twice.
///
/// A shape that is built applies its own policy; this is for a source driven straight into the
/// writer of a format. Keys that are not strings are passed on unchecked.
///
/// Cost: a comparison of strings a key up to 16 keys an object, beyond that a hash with a random
/// seed: linear in the events. The keys of the objects that are open are kept.
#[derive(Debug)]
pub struct UniqueKeys<S> {
    inner: S,
    /// The keys of the open objects, one behind the other: an inner object's behind those of the
    /// objects around it.
    text: Vec<u8>,
    /// Where each of them ends in `text`.
    ends: Vec<usize>,
    /// A mark of each: keys whose marks differ do.
    marks: Vec<u64>,
    open: Vec<Open>,
    hasher: RandomState,
}

/// An open object.
#[derive(Debug)]
struct Open {
    /// Its first key.
    first: usize,
    /// Its keys, once there are more than are compared.
    table: HashTable<usize>,
}

/// Up to this many keys are compared with each other; more go through a hash table.
const COMPARED: usize = 16;

impl<S> UniqueKeys<S> {
    /// Watches over what goes to `inner`.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            text: Vec::new(),
            ends: Vec::new(),
            marks: Vec::new(),
            open: Vec::new(),
            hasher: RandomState::default(),
        }
    }

    /// Begins another document, into another sink: gives the one before back. The memory for keys is used
    /// again.
    pub fn replace(&mut self, inner: S) -> S {
        self.text.clear();
        self.ends.clear();
        self.marks.clear();
        self.open.clear();
        core::mem::replace(&mut self.inner, inner)
    }

    /// Gives `inner` back.
    pub fn into_inner(self) -> S {
        self.inner
    }

    fn open(&mut self) -> Result {
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Open {
            first: self.ends.len(),
            table: HashTable::new(),
        });
        Ok(())
    }

    fn close(&mut self) {
        if let Some(Open { first, .. }) = self.open.pop() {
            self.ends.truncate(first);
            self.marks.truncate(first);
            self.text.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Remembers a key of the innermost open object; an error if that has it already.
    fn add(&mut self, key: &str) -> Result {
        let no_room = || Error::out_of_memory();
        let Self {
            text,
            ends,
            marks,
            open,
            hasher,
            ..
        } = self;
        let Some(Open { first, table }) = open.last_mut() else {
            return Ok(());
        };
        let at = ends.len();
        ends.try_reserve(1).map_err(|_| no_room())?;
        marks.try_reserve(1).map_err(|_| no_room())?;
        let mark = mark(key);
        text.try_reserve(key.len()).map_err(|_| no_room())?;
        let same = |&i: &usize| nth(text, ends, i) == key.as_bytes();
        if at - *first < COMPARED {
            // All marks in one step, then the texts of what looks alike.
            let before = &marks[*first..];
            if before
                .iter()
                .fold(false, |found, &other| found | (other == mark))
                && (*first..at).any(|i| same(&i))
            {
                return Err(Error::duplicate_key(key));
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
            let own = hasher.hash_one(key.as_bytes());
            if table.find(own, same).is_some() {
                return Err(Error::duplicate_key(key));
            }
            table.insert_unique(own, at, hash);
        }
        text.extend_from_slice(key.as_bytes());
        ends.push(text.len());
        marks.push(mark);
        Ok(())
    }
}

/// Equal for equal keys: of a short one all of it, of a longer one both ends and its length.
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

/// The key number `i`.
fn nth<'a>(text: &'a [u8], ends: &[usize], i: usize) -> &'a [u8] {
    let start = i.checked_sub(1).map_or(0, |before| ends[before]);
    &text[start..ends[i]]
}

impl<'de, S: Sink<'de>> Sink<'de> for UniqueKeys<S> {
    fn null(&mut self) -> Result {
        self.inner.null()
    }
    fn bool(&mut self, value: bool) -> Result {
        self.inner.bool(value)
    }
    fn i64(&mut self, value: i64) -> Result {
        self.inner.i64(value)
    }
    fn u64(&mut self, value: u64) -> Result {
        self.inner.u64(value)
    }
    fn f64(&mut self, value: f64) -> Result {
        self.inner.f64(value)
    }
    fn f32(&mut self, value: f32) -> Result {
        self.inner.f32(value)
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.inner.big_integer(digits)
    }
    fn decimal(&mut self, text: &str) -> Result {
        self.inner.decimal(text)
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.inner.str(value)
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.inner.bytes(value)
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.inner.timestamp(value)
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.inner.tag(tag)
    }
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.inner.begin_array(len)
    }
    fn end_array(&mut self) -> Result {
        self.inner.end_array()
    }
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.open()?;
        self.inner.begin_map(len)
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.add(&key)?;
        self.inner.key(key)
    }
    fn any_key(&mut self) -> Result {
        self.inner.any_key()
    }
    fn end_map(&mut self) -> Result {
        self.close();
        self.inner.end_map()
    }
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.inner.i64s(values)
    }
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.inner.f64s(values)
    }
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.inner.i64_array(values)
    }
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.inner.f64_array(values)
    }
}
