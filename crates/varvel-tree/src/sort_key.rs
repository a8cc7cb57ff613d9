//! Sort keys: bytes that are equal when nodes are, and only then. Members are sorted by theirs.

use alloc::vec::Vec;

use varvel_core::unique::SortKey;

use crate::node::TreeNode;

/// Computes the sort key of a node: bytes that are equal when nodes are, and only then. Linear,
/// times the depth to which maps and objects are in each other, without recursion.
///
/// # Panics
/// If there is no memory for it, as collections do.
pub fn sort_key<'a, N: TreeNode<'a>>(node: N) -> Vec<u8> {
    let mut key = SortKey::default();
    // This sink refuses nothing.
    match node.drive(&mut key) {
        Ok(()) => key.finish(),
        Err(error) => panic!("{error}"),
    }
}
