//! Keys that are not strings: the bytes by which each is compared, made while its events come.

use alloc::vec::Vec;

use super::sort_key::SortKey;
use crate::error::{Error, Result};
use crate::pipe::Scalar;
use crate::sink::Sink;

/// The first byte of such a key. No text in UTF-8 begins with it, so no string equals the key.
const MARK: u8 = 0xff;
/// The first byte of a string's sort key. The length in 8 bytes and the text follow.
const STRING: u8 = 8;

/// The keys that are coming now: the outermost one, and keys of maps inside of it.
#[derive(Debug, Default)]
pub struct KeyBytes {
    /// The sort key of the outermost key. It contains the sort keys of the others.
    bytes: SortKey,
    coming: Vec<Coming>,
    /// How many containers are open inside of the outermost key.
    depth: usize,
    /// The last complete key, with `MARK` before it.
    whole: Vec<u8>,
}

/// A key that is coming now.
#[derive(Clone, Copy, Debug)]
struct Coming {
    /// The offset at which its sort key begins.
    start: usize,
    /// How many containers are open around it.
    depth: usize,
}

/// A complete key.
pub enum Whole<'a> {
    /// A string that came as a key of any kind.
    String(&'a str),
    /// A node that is not a string.
    Node(&'a [u8]),
}

impl KeyBytes {
    /// Begins a key of any kind.
    pub fn begin(&mut self) -> Result {
        Sink::any_key(&mut self.bytes)?;
        self.coming
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.coming.push(Coming {
            start: self.bytes.bytes().len(),
            depth: self.depth,
        });
        Ok(())
    }

    /// Adds an event that neither begins nor ends a container.
    pub fn event(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        give(&mut self.bytes)
    }

    pub fn scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        scalar.give(&mut self.bytes)
    }

    /// Begins a container.
    pub fn open(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        self.depth += 1;
        give(&mut self.bytes)
    }

    /// Ends a container.
    pub fn close(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        self.depth = self.depth.saturating_sub(1);
        give(&mut self.bytes)
    }

    /// Returns whether the node of the innermost key has just ended.
    pub fn is_whole(&self) -> bool {
        self.coming
            .last()
            .is_some_and(|key| key.depth == self.depth)
    }

    /// Returns the innermost key, which is complete.
    pub fn take(&mut self) -> Result<Whole<'_>> {
        let start = self.coming.pop().map_or(0, |key| key.start);
        let key = &self.bytes.bytes()[start..];
        if let [STRING, text @ ..] = key
            && let Some(text) = text.get(size_of::<u64>()..)
            && let Ok(text) = core::str::from_utf8(text)
        {
            return Ok(Whole::String(text));
        }
        self.whole.clear();
        self.whole
            .try_reserve(key.len() + 1)
            .map_err(|_| Error::out_of_memory())?;
        self.whole.push(MARK);
        self.whole.extend_from_slice(key);
        Ok(Whole::Node(&self.whole))
    }

    /// Returns whether a key is still coming. If not, all bytes are dropped.
    pub fn are_coming(&mut self) -> bool {
        if self.coming.is_empty() {
            self.clear();
        }
        !self.coming.is_empty()
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.coming.clear();
        self.depth = 0;
    }
}
