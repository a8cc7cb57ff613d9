//! Nodes as serde sees them: what they give to its serializers, and what its types read from them.
//!
//! | room | holds |
//! |---|---|
//! | `give` | a node into a serializer |
//! | `read` | a type from a node |
//!
//! serde recurses, so that depth costs stack: beyond [`DEPTH`] is an error in both.

mod give;
mod read;

use varvel_core::Error;

use crate::node::TreeNode;

/// How many containers may be inside each other.
pub const DEPTH: u32 = 128;

/// So many wrappers (`Some`, newtype structs) may stand around a node.
const WRAPPERS: u32 = 128;

/// A node, and how many containers and wrappers may still be entered.
#[derive(Clone, Copy, Debug)]
pub struct Node<C> {
    node: C,
    depth: u32,
    wrappers: u32,
}

impl<'a, C: TreeNode<'a>> Node<C> {
    /// The node at the top.
    pub fn new(node: C) -> Self {
        Self {
            node,
            depth: DEPTH,
            wrappers: WRAPPERS,
        }
    }

    /// A node inside of this one.
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
