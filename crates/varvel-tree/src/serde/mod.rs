//! Nodes for serde: they are serialized, and types are read from them.
//!
//! | room | holds |
//! |---|---|
//! | `give` | serializing a node |
//! | `read` | reading a type from a node |
//!
//! serde recurses, so depth costs stack: more than [`DEPTH`] levels are an error in both.

mod give;
mod read;

use varvel_core::Error;

use crate::node::TreeNode;

/// The most containers inside each other.
pub const DEPTH: u32 = 128;

/// The most wrappers (`Some`, newtype structs) around a node.
const WRAPPERS: u32 = 128;

/// A node, and how many more containers and wrappers may be entered.
#[derive(Clone, Copy, Debug)]
pub struct Node<C> {
    node: C,
    depth: u32,
    wrappers: u32,
}

impl<'a, C: TreeNode<'a>> Node<C> {
    /// Returns the node at the top.
    pub fn new(node: C) -> Self {
        Self {
            node,
            depth: DEPTH,
            wrappers: WRAPPERS,
        }
    }

    /// Returns a node inside of this one.
    fn inner(&self, node: C) -> Self {
        Self {
            node,
            depth: self.depth.saturating_sub(1),
            wrappers: WRAPPERS,
        }
    }
}

#[cold]
fn too_deep() -> Error {
    Error::too_deep(DEPTH as usize)
}
