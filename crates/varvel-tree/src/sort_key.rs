//! Sort keys: bytes that are equal if and only if nodes are. The members of maps are sorted by
//! them.

use alloc::vec::Vec;

use varvel_core::unique::SortKey;

use crate::node::TreeNode;

/// Computes the sort key of a node: bytes that are equal if and only if nodes are. Costs linear
/// time, multiplied by the depth of maps and objects in each other, without recursion.
///
/// # Panics
/// If memory is missing, as collections do.
pub fn sort_key<'a, N: TreeNode<'a>>(node: N) -> Vec<u8> {
    let mut key = SortKey::default();
    // This sink refuses nothing.
    match node.drive(&mut key) {
        Ok(()) => key.finish(),
        Err(error) => panic!("{error}"),
    }
}
