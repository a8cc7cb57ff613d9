//! Keys that are not strings: the bytes by which each is compared, made while its events come.

use alloc::vec::Vec;

use super::node_codes::{self, NodeCodes};
use crate::error::{Error, Result};
use crate::pipe::Scalar;
use crate::sink::Sink;

/// The keys that are coming now: the outermost one, and keys of maps inside of it.
#[derive(Debug, Default)]
pub struct KeyBytes {
    /// The code of the outermost key. It contains those of the others, or the numbers of maps that
    /// do.
    codes: NodeCodes,
    coming: Vec<Coming>,
    /// How many containers are open inside of the outermost key.
    depth: usize,
    /// For each open object whose keys are remembered: how many maps were put away when it opened.
    opened: Vec<usize>,
}

/// A key that is coming now.
#[derive(Clone, Copy, Debug)]
struct Coming {
    /// The offset at which its code begins.
    start: usize,
    /// How many containers are open around it.
    depth: usize,
}

/// A complete key.
pub enum Whole<'a> {
    /// A string that came as a key of any kind.
    String(&'a str),
    /// The code of a node that is not a string.
    Node(&'a [u8]),
}

impl KeyBytes {
    /// Begins with an object whose keys are remembered.
    pub fn open_object(&mut self) -> Result {
        self.opened
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.opened.push(self.codes.away());
        Ok(())
    }

    /// Ends such an object. Its keys are forgotten.
    pub fn close_object(&mut self) {
        // An object inside of a key is a part of that key.
        if let Some(before) = self.opened.pop()
            && self.coming.is_empty()
        {
            self.codes.forget_away(before);
        }
    }

    /// Begins a key of any kind.
    pub fn begin(&mut self) -> Result {
        Sink::any_key(&mut self.codes)?;
        self.coming
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.coming.push(Coming {
            start: self.codes.codes().len(),
            depth: self.depth,
        });
        Ok(())
    }

    /// Adds an event that neither begins nor ends a container.
    pub fn event(&mut self, give: impl FnOnce(&mut NodeCodes) -> Result) -> Result {
        give(&mut self.codes)
    }

    pub fn scalar(&mut self, scalar: Scalar<'_, '_>) -> Result {
        scalar.give(&mut self.codes)
    }

    /// Begins a container.
    pub fn open(&mut self, give: impl FnOnce(&mut NodeCodes) -> Result) -> Result {
        self.depth += 1;
        give(&mut self.codes)
    }

    /// Ends a container.
    pub fn close(&mut self, give: impl FnOnce(&mut NodeCodes) -> Result) -> Result {
        self.depth = self.depth.saturating_sub(1);
        give(&mut self.codes)
    }

    /// Returns whether the node of the innermost key has just ended.
    pub fn is_whole(&self) -> bool {
        self.coming
            .last()
            .is_some_and(|key| key.depth == self.depth)
    }

    /// Returns the innermost key, which is complete.
    pub fn take(&mut self) -> Whole<'_> {
        let start = self.coming.pop().map_or(0, |key| key.start);
        let key = self.codes.codes().get(start..).unwrap_or_default();
        node_codes::string(key).map_or(Whole::Node(key), Whole::String)
    }

    /// Returns whether a key is still coming. If not, the bytes of keys are dropped.
    pub fn are_coming(&mut self) -> bool {
        if self.coming.is_empty() {
            self.codes.forget_coming();
            self.depth = 0;
        }
        !self.coming.is_empty()
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.codes.clear();
        self.coming.clear();
        self.opened.clear();
        self.depth = 0;
    }
}
