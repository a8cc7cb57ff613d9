//! A view as a node of the node model.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_tree::{TreeNode, node_methods};

use super::{Items, Pairs, View};

impl<'a> TreeNode<'a> for View<'a> {
    type Items = Items<'a>;
    type Pairs = Pairs<'a>;
    node_methods!('a);

    #[inline]
    fn offset(&self) -> Option<usize> {
        Some(self.place())
    }
    fn steps(&self) -> Vec<Step> {
        Self::steps(self)
    }
}
