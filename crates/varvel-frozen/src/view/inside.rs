//! The nodes inside a container, one level at a time; and how many there are on all levels.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::View;
use super::node::Node;
use super::{Items, Pairs, Values};
use crate::layout::tag;

impl View<'_> {
    /// Returns how many nodes are inside this one, on all levels, as the limit on nodes counts
    /// them. Returns `None` if it has more than `levels` levels of containers.
    ///
    /// Costs one pass over its nodes, without the numbers in packed arrays.
    ///
    /// # Errors
    /// `OutOfMemory`: the memory needed grows with the depth.
    pub(crate) fn nodes_inside(&self, levels: usize) -> Result<Option<usize>> {
        let mut open: Vec<Inside<'_>> = Vec::new();
        let mut nodes = 0_usize;
        let mut next = Some(*self);
        loop {
            if let Some(node) = next {
                let (own, inside) = node.levels_and_nodes();
                if open.len() + own > levels {
                    return Ok(None);
                }
                nodes = nodes.saturating_add(inside);
                if let Some(inside) = Inside::of(&node) {
                    open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                    open.push(inside);
                }
            }
            let Some(innermost) = open.last_mut() else {
                return Ok(Some(nodes));
            };
            next = innermost.next();
            if next.is_none() {
                open.pop();
            }
        }
    }

    /// Returns how many levels of containers the node is itself, and how many nodes it refers to
    /// or, if it is packed, holds.
    fn levels_and_nodes(&self) -> (usize, usize) {
        match self.node() {
            Node::Array { count, .. } => (1, count),
            Node::Packed { count, .. } => (1, count),
            Node::Matrix { .. } => {
                let rows = self.len();
                let columns = self.at(0).map_or(0, |row| row.len());
                (2, rows.saturating_add(rows.saturating_mul(columns)))
            }
            Node::Pairs { count, .. } | Node::Map { count, .. } => (1, count.saturating_mul(2)),
            Node::Object { .. } => (1, self.len()),
            Node::Tagged { .. } => (1, 1),
            Node::EmptyObject => (1, 0),
            _ => (0, 0),
        }
    }
}

/// The nodes that a container refers to, in some order.
pub struct Inside<'a> {
    tagged: Option<View<'a>>,
    items: Items<'a>,
    values: Values<'a>,
    /// The keys that are nodes; those of shapes are in the tables.
    keys: Option<Pairs<'a>>,
}

impl<'a> Inside<'a> {
    /// Returns the nodes inside `node`, or `None` if it holds no nodes. Packed numbers are no nodes
    /// here.
    pub fn of(node: &View<'a>) -> Option<Self> {
        let holds = node.is_reference() && node.target().tag != tag::PACKED;
        holds.then(|| Self {
            tagged: node.tag().map(|(_, tagged)| tagged),
            items: node.items(),
            values: node.values(),
            keys: node.shape().is_none().then(|| node.pairs()),
        })
    }

    /// Returns the next node.
    pub fn next(&mut self) -> Option<View<'a>> {
        let next = self.tagged.take().or_else(|| self.items.next());
        next.or_else(|| self.values.next())
            .or_else(|| self.keys.as_mut()?.next().map(|(key, _)| key))
    }
}
