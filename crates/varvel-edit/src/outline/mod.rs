//! The places of nodes in a text.
//!
//! The nodes of a text are in one list, each before the nodes inside of it; in a mapping, keys and
//! values alternate. The list holds no text, so nobody touches the text between the nodes
//! (comments, spacing, signs).
//!
//! Invariants: `begin <= outer <= start <= end`, all on character boundaries; sibling nodes do not
//! overlap; `next` is behind all nodes inside.

mod comments;
mod json;
mod nodes;
mod yaml;

use alloc::vec::Vec;

use varvel_core::{Error, Result};

pub use comments::{comments, each_comment};
pub use json::{outline as json, token_end};
use nodes::Nodes;
pub use yaml::{ends_in_block_scalar, outline as yaml};

/// How many nodes at the start of a text show its habits.
pub const LOOKED_AT: usize = 1 << 14;

/// The kind of a node, and the way it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A scalar on one or more lines, without quotes.
    Plain,
    /// A scalar in single quotes.
    Single,
    /// A scalar in double quotes.
    Double,
    /// A block scalar behind `|` or `>`.
    Lines,
    /// An alias, `*name`.
    Alias,
    /// A sequence by indentation.
    BlockSequence,
    /// A mapping by indentation.
    BlockMapping,
    /// A sequence in brackets, `[...]`.
    FlowSequence,
    /// A mapping in braces, `{...}`.
    FlowMapping,
    /// A mapping without braces as an entry of a flow sequence: `a: 1`.
    Pair,
}

impl Form {
    pub const fn is_mapping(self) -> bool {
        matches!(self, Self::BlockMapping | Self::FlowMapping | Self::Pair)
    }

    pub const fn is_sequence(self) -> bool {
        matches!(self, Self::BlockSequence | Self::FlowSequence)
    }

    pub const fn is_block(self) -> bool {
        matches!(self, Self::BlockSequence | Self::BlockMapping)
    }
}

/// A node of a text.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub form: Form,
    /// The start of the text that belongs to the node alone: the `-` of an entry, the `?` of a key;
    /// for a value, the colon, or its place if it is missing.
    pub begin: usize,
    /// The place behind that sign, where the node may be written. Equals `begin` for a key without
    /// `?`, and for a node with no sign before it.
    pub slot: usize,
    /// The place where its anchor and its tag begin; `start` if it has neither.
    pub outer: usize,
    /// The place where its anchor and its tag end, if it has any.
    pub properties_end: usize,
    /// The place where the node itself begins.
    pub start: usize,
    /// The place where the node ends: before the line break of its last line.
    pub end: usize,
    /// The number of the first node behind this one and all nodes inside.
    pub next: usize,
}

impl Node {
    /// Returns whether the node has an anchor or a tag.
    pub const fn has_properties(&self) -> bool {
        self.outer < self.properties_end
    }

    /// Returns whether the colon, or another sign before the node, is not written.
    pub const fn lacks_sign(&self) -> bool {
        self.slot == self.begin
    }
}

/// The nodes of a text.
#[derive(Debug, Default)]
pub struct Outline {
    nodes: Nodes,
    /// The numbers of the nodes that are documents.
    roots: Vec<usize>,
}

/// An entry of a sequence, or a member of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The number of the key.
    pub key: Option<usize>,
    /// The number of the value.
    pub value: usize,
}

impl Outline {
    fn add_root(&mut self, number: usize) -> Result {
        self.roots
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.roots.push(number);
        Ok(())
    }

    /// Returns the numbers of the documents.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// Returns the node with this number.
    pub fn node(&self, number: usize) -> Node {
        self.nodes.get(number)
    }

    /// Returns the kind of the node with this number.
    pub fn form(&self, number: usize) -> Form {
        self.nodes.form(number)
    }

    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the entries of a collection, in order.
    pub fn entries(&self, number: usize) -> impl Iterator<Item = Entry> + '_ {
        let node = self.node(number);
        let end = node.next;
        let mapping = node.form.is_mapping();
        let mut at = number + 1;
        core::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let key = mapping.then_some(at);
            let value = match key {
                Some(key) => self.node(key).next,
                None => at,
            };
            if value >= self.len() {
                return None;
            }
            at = self.node(value).next;
            Some(Entry { key, value })
        })
    }

    /// Returns where an entry begins.
    pub fn begin(&self, entry: Entry) -> usize {
        self.node(entry.key.unwrap_or(entry.value)).begin
    }

    /// Returns where an entry ends.
    pub fn end(&self, entry: Entry) -> usize {
        let value = self.node(entry.value);
        value.end.max(value.slot)
    }
}
