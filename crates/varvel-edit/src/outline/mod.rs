//! Where in a text each node stands.
//!
//! The nodes of a text are in one list, each before those inside of it; of a mapping keys and
//! values in turn. Nothing of the text is in the list, so what is between the nodes (comments,
//! spacing, signs) is what nobody touches.
//!
//! Invariants: `begin <= outer <= start <= end`, all at borders of characters; nodes beside each
//! other do not overlap; `next` is behind all nodes that are inside.

mod comments;
mod json;
mod yaml;

use alloc::vec::Vec;

use varvel_core::{Error, Result};

pub use comments::comments;
pub use json::{outline as json, token_end};
pub use yaml::{ends_in_block_scalar, outline as yaml};

/// What a node is, and how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A scalar on one or more lines, without quotes.
    Plain,
    /// A scalar in single quotes.
    Single,
    /// A scalar in double quotes.
    Double,
    /// A scalar behind `|` or `>`.
    Lines,
    /// `*name`
    Alias,
    /// A sequence by indentation.
    BlockSequence,
    /// A mapping by indentation.
    BlockMapping,
    /// `[...]`
    FlowSequence,
    /// `{...}`
    FlowMapping,
    /// `a: 1` as an entry of a flow sequence: a mapping without brackets.
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
    /// Where what belongs to it alone begins: the `-` of an entry, the `?` of a key; for values the
    /// colon, or where it would be.
    pub begin: usize,
    /// Behind that: where it may be written. For a key without `?` and all that has nothing before
    /// it `begin`.
    pub slot: usize,
    /// Where its anchor and its tag begin; `start`, if it has none.
    pub outer: usize,
    /// Where those end, if it has any.
    pub properties_end: usize,
    /// Where it begins.
    pub start: usize,
    /// Where it ends: before the line break of its last line.
    pub end: usize,
    /// The number of the node behind it and all that is inside.
    pub next: usize,
}

impl Node {
    /// Whether it has an anchor or a tag.
    pub const fn has_properties(&self) -> bool {
        self.outer < self.properties_end
    }

    /// Whether its colon, or whatever belongs before it, is not written.
    pub const fn lacks_sign(&self) -> bool {
        self.slot == self.begin
    }
}

/// The nodes of a text.
#[derive(Debug, Default)]
pub struct Outline {
    nodes: Vec<Node>,
    /// The numbers of those that are documents.
    roots: Vec<usize>,
}

/// An entry of a sequence, or a member of a mapping.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The number of its key.
    pub key: Option<usize>,
    /// The number of its value.
    pub value: usize,
}

impl Outline {
    fn add(&mut self, node: Node) -> Result<usize> {
        self.nodes
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn add_root(&mut self, number: usize) -> Result {
        self.roots
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.roots.push(number);
        Ok(())
    }

    /// The numbers of the documents.
    pub fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The node of this number.
    pub fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What is in a collection, in order.
    pub fn entries(&self, number: usize) -> impl Iterator<Item = Entry> + '_ {
        let node = &self.nodes[number];
        let end = node.next;
        let mapping = node.form.is_mapping();
        let mut at = number + 1;
        core::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let key = mapping.then_some(at);
            let value = match key {
                Some(key) => self.nodes[key].next,
                None => at,
            };
            at = self.nodes.get(value)?.next;
            Some(Entry { key, value })
        })
    }

    /// Where an entry begins.
    pub fn begin(&self, entry: Entry) -> usize {
        self.nodes[entry.key.unwrap_or(entry.value)].begin
    }

    /// Where an entry ends.
    pub fn end(&self, entry: Entry) -> usize {
        let value = &self.nodes[entry.value];
        value.end.max(value.slot)
    }
}
