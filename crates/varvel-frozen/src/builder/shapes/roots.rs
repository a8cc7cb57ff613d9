//! The roots of the trie: which objects are predicted together.

use varvel_core::Result;

use super::{NONE, Node, NodeId, Shapes};

/// Values that take the root of a neighbour's value get their own when so many of them have gone
/// another way than the one predicted.
const STRAYS: u32 = 3;
/// A root that the values of more keys share belongs to the values of a map, and stays shared: some
/// of them may leave a member out, but they are of one kind.
const SHARERS: u32 = 8;

impl Shapes {
    /// Notes that an object at `owner`, which shares its root, went another way from `node` than
    /// the one predicted. The last time, the objects after it get a root of their own.
    #[cold]
    pub(super) fn stray(&mut self, owner: NodeId, node: NodeId) -> Result {
        let above = &mut self.nodes[owner as usize];
        if above.stray == NONE {
            above.stray = node;
        }
        // An object passes a node once, so these are as many objects.
        above.strays += u32::from(above.stray == node);
        if above.strays == STRAYS {
            above.shared = false;
            let sharers = self.node(self.root(owner)).sharers;
            if sharers <= SHARERS {
                let root = Node {
                    sharers,
                    ..Node::default()
                };
                self.hot[owner as usize].root = self.add(root, false)?;
            }
        }
        Ok(())
    }

    /// Returns the root for objects at `owner`, the first of which begins with `key`.
    #[cold]
    pub(super) fn find_root(&mut self, owner: NodeId, key: &str) -> Result<NodeId> {
        let owner = if self.canonical { NONE } else { owner };
        let known = self.hot(owner).root;
        if known != NONE {
            return Ok(known);
        }
        let near = self.node(owner).near;
        let root = if near != NONE && self.find(near, key).is_some() {
            self.nodes[owner as usize].shared = true;
            self.nodes[near as usize].sharers += 1;
            near
        } else {
            self.add(Node::default(), false)?
        };
        self.hot[owner as usize].root = root;
        Ok(root)
    }
}
