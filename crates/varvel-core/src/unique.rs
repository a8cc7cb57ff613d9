//! The duplicate-key check for pipes between formats.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::sink::Sink;
use crate::string::{Bytes, Str};

/// A sink that passes every event on to `inner`, and refuses an object that has a key twice.
///
/// A shape that is built applies its own policy; this is for a source driven straight into the
/// writer of a format. Keys that are not strings are passed on unchecked. Costs a comparison of strings a key up to 16 keys an object, and sorting
/// beyond that: the keys of the open objects are kept.
#[derive(Debug)]
pub struct UniqueKeys<S> {
    inner: S,
    open: Vec<Open>,
}

/// The string keys seen of one open container.
#[derive(Debug, Default)]
struct Open {
    /// In arrival order up to `SORTED_FROM`; sorted from then on, but for the last few.
    keys: alloc::collections::BTreeSet<String>,
    few: Vec<String>,
}

/// Beyond this many keys they go into a sorted set.
const SORTED_FROM: usize = 16;

impl Open {
    /// Whether `key` is new.
    fn add(&mut self, key: &str) -> Result<bool> {
        if self.keys.contains(key) || self.few.iter().any(|k| k == key) {
            return Ok(false);
        }
        if self.few.len() == SORTED_FROM {
            self.keys.extend(self.few.drain(..));
        }
        if self.keys.is_empty() {
            self.few
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.few.push(key.into());
        } else {
            self.keys.insert(key.into());
        }
        Ok(true)
    }
}

impl<S> UniqueKeys<S> {
    /// Watches over what goes to `inner`.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            open: Vec::new(),
        }
    }

    /// Gives `inner` back.
    pub fn into_inner(self) -> S {
        self.inner
    }

    fn open(&mut self) -> Result {
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(Open::default());
        Ok(())
    }
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
        if let Some(open) = self.open.last_mut()
            && !open.add(&key)?
        {
            return Err(Error::duplicate_key(&key));
        }
        self.inner.key(key)
    }
    fn any_key(&mut self) -> Result {
        self.inner.any_key()
    }
    fn end_map(&mut self) -> Result {
        self.open.pop();
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
