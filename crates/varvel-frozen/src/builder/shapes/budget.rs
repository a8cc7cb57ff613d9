//! The budget of the trie: how many nodes a document may add.
//!
//! A node takes some 300 bytes, so input in which no key comes twice must not get one for each key.
//! A document may always add some nodes, and then one for each few keys that have come. A step that
//! was refused is remembered for a while, and has more of the budget when it comes again: then it
//! belongs to objects that repeat, and a node pays. So objects of one kind get their shape even if
//! others, whose keys never return, have spent what there was.

use alloc::vec::Vec;

use varvel_core::Result;

use super::{NodeId, copies};
use crate::key::HashedKey;

/// A document may always add this many nodes: some 80 KiB, and a kilobyte of input is enough to ask
/// for all of them.
const FREE_NODES: usize = 256;
/// A document may add one more node for each so many of its keys, if the step comes again or for
/// the keys of the same object ...
const KEYS_A_NODE: usize = 8;
/// ... and one for each so many of all other keys if the step comes for the first time.
const KEYS_A_NEW_NODE: usize = 16;
/// How many refused steps are remembered. A power of two.
const REMEMBERED: usize = 256;

/// How many nodes the current document may add to a trie.
#[derive(Debug, Default)]
pub struct Budget {
    /// The number of nodes up to which keys need not be counted.
    free: usize,
    /// The number of keys of all objects of this document that have closed.
    seen: usize,
    /// Steps that were refused, each at a place that follows from it: where another one takes its
    /// place it is forgotten. Empty until the first step is refused.
    refused: Vec<u32>,
}

impl Budget {
    /// Begins a document, with a trie of so many nodes. What earlier documents have spent does not
    /// count.
    pub fn start(&mut self, nodes: usize) {
        self.free = nodes + FREE_NODES;
        self.seen = 0;
    }

    /// Counts keys of an object that closes.
    #[inline(always)]
    pub fn count(&mut self, keys: usize) {
        self.seen += keys;
    }

    /// Returns whether a trie of so many nodes may have one more: the one to which `key` leads from
    /// `parent`. `depth` is the number of keys of the current object so far, which are not yet
    /// counted.
    ///
    /// # Errors
    /// Returns an error where there is no memory.
    pub fn allows(&mut self, nodes: usize, parent: NodeId, depth: u32, key: &str) -> Result<bool> {
        let (seen, open) = (self.seen, depth as usize);
        // An object of many keys gets its shape at the first time.
        let new = seen / KEYS_A_NEW_NODE + open / KEYS_A_NODE;
        if nodes < self.free + new {
            return Ok(true);
        }
        if self.refused.is_empty() {
            self.refused = copies(0, REMEMBERED)?;
        }
        // Two steps that look alike here cost a node, no more: a hash without a secret will do, and
        // gives a document the same bytes each time.
        let step =
            HashedKey::new(key).hash() ^ u64::from(parent).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let step = (step ^ step >> 32) as u32;
        let place = &mut self.refused[step as usize % REMEMBERED];
        if *place == step && nodes < self.free + (seen + open) / KEYS_A_NODE {
            return Ok(true);
        }
        *place = step;
        Ok(false)
    }
}
