//! Keys that are no strings: the bytes by which each is compared, made while its events come.

use alloc::vec::Vec;

use super::sort_key::SortKey;
use crate::error::{Error, Result};
use crate::pipe::Scalar;
use crate::sink::Sink;

/// No text in UTF-8 begins with this byte, so no string equals a key that does.
const MARK: u8 = 0xff;
/// A string's sort key begins so; its length in 8 bytes and its text follow.
const STRING: u8 = 8;

/// The keys of any kind whose nodes are coming: the outermost, and those of maps inside of it.
#[derive(Debug, Default)]
pub struct KeyBytes {
    /// The sort key of the outermost one, which has those of the others in it.
    bytes: SortKey,
    coming: Vec<Coming>,
    /// How many containers are open inside of the outermost one.
    depth: usize,
    /// The key that is whole, with `MARK` before it.
    whole: Vec<u8>,
}

/// A key whose node is coming.
#[derive(Clone, Copy, Debug)]
struct Coming {
    /// Where its sort key begins.
    start: usize,
    /// How many containers are open around it.
    depth: usize,
}

/// A key that has come, as it is remembered.
pub enum Whole<'a> {
    /// A string that came as a key of any kind.
    String(&'a str),
    /// Another node.
    Node(&'a [u8]),
}

impl KeyBytes {
    /// A key of any kind comes next.
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

    /// An event that is neither the beginning nor the end of a container.
    pub fn event(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        give(&mut self.bytes)
    }

    pub fn scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        scalar.give(&mut self.bytes)
    }

    /// A container begins.
    pub fn open(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        self.depth += 1;
        give(&mut self.bytes)
    }

    /// A container ends.
    pub fn close(&mut self, give: impl FnOnce(&mut SortKey) -> Result) -> Result {
        self.depth = self.depth.saturating_sub(1);
        give(&mut self.bytes)
    }

    /// Whether the node of the innermost key has just ended.
    pub fn is_whole(&self) -> bool {
        self.coming
            .last()
            .is_some_and(|key| key.depth == self.depth)
    }

    /// The innermost key, which is whole.
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

    /// Whether a key is coming still. If not, nothing is kept.
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
