//! The orders in which keys came: a trie that predicts the next key.
//!
//! An object walks from a root, one step a key. A node remembers which key came next the last time,
//! so one comparison confirms a key. Nothing else needs to be checked: no path has a key twice,
//! because that is checked when a node is made. Objects that are values of different keys have
//! different roots.
//!
//! Keys that lead to no node in a few steps are left to [`overflow`](super::overflow): all work
//! here is bounded.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_raw::key::{Key, Pattern};
use varvel_raw::text::Text;

use crate::error::{Error, Result};

/// The number of a node.
pub type NodeId = u32;

/// The node of the document. As a next node, it means that there is none.
pub const NONE: NodeId = 0;

/// How many nodes the trie may always have ...
const FREE_NODES: usize = 192;
/// ... and how many keys must come for each further node.
const KEYS_A_NODE: usize = 4;
/// The longest path. A new key is compared with all keys before it.
const MAX_DEPTH: u32 = 64;
/// How many nodes, and bytes of keys, are kept from one document to the next.
const KEPT_NODES: usize = 1 << 12;
const KEPT_TEXT: usize = 1 << 16;
/// The most children of a node. They are compared one by one.
const MAX_CHILDREN: usize = 8;

/// A key at its place in an order.
#[derive(Clone, Copy, Debug)]
struct Node {
    quoted: Key,
    /// The range of its text.
    start: usize,
    len: usize,
    parent: NodeId,
    /// How many keys the path to here has.
    depth: u32,
    /// The newest child, and the next older child of the same parent.
    child: NodeId,
    sibling: NodeId,
    /// The root for objects that are values of this key.
    root: NodeId,
}

impl Node {
    const ROOT: Self = Self {
        quoted: Key::NONE,
        start: 0,
        len: 0,
        parent: NONE,
        depth: 0,
        child: NONE,
        sibling: NONE,
        root: NONE,
    };
}

/// The result of a step along the trie.
pub enum Step {
    /// The node that the key leads to.
    Node(NodeId),
    /// The path has the key already.
    Duplicate,
    /// There is no room for the key.
    Full,
}

#[derive(Debug)]
pub struct Paths {
    nodes: Vec<Node>,
    /// The text that led to each node the last time. Its mark is the child that came the last time.
    steps: Vec<Pattern>,
    /// The texts of all keys, and enough zeros for a wide copy of a short key that reads past its
    /// end.
    text: String,
    /// How many keys came in all objects so far.
    seen: usize,
}

/// The zeros behind the last key.
const SPARE: &str = match core::str::from_utf8(&[0; 64]) {
    Ok(zeros) => zeros,
    Err(_) => "",
};

impl Paths {
    /// Makes a trie with the one node `NONE`.
    ///
    /// # Errors
    /// Returns an error where there is no memory.
    pub fn try_new() -> Result<Self> {
        let (mut nodes, mut steps) = (Vec::new(), Vec::new());
        let reserved = nodes
            .try_reserve_exact(1)
            .and_then(|()| steps.try_reserve_exact(1));
        reserved.map_err(|_| Error::out_of_memory())?;
        nodes.push(Node::ROOT);
        steps.push(Pattern::new(NONE));
        Ok(Self {
            nodes,
            steps,
            text: String::new(),
            seen: 0,
        })
    }

    /// Prepares for another document. What was learnt is kept if it is little, or if there is no
    /// memory to begin anew.
    pub fn restart(&mut self) {
        let much = self.nodes.len() > KEPT_NODES || self.text.len() > KEPT_TEXT;
        if much && let Ok(new) = Self::try_new() {
            *self = new;
        }
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Returns the node of the key that most likely follows `node`.
    #[inline(always)]
    pub fn next(&self, node: NodeId) -> NodeId {
        self.steps[node as usize].mark()
    }

    /// Returns the key that leads to `node`, ready for comparison. For a root it matches nothing.
    #[inline(always)]
    pub fn key(&self, node: NodeId) -> &Key {
        &self.nodes[node as usize].quoted
    }

    /// Returns the text that led to `node` the last time, ready for comparison.
    #[inline(always)]
    pub fn pattern(&self, node: NodeId) -> &Pattern {
        &self.steps[node as usize]
    }

    /// Returns the text of the key that leads to `node`.
    #[inline(always)]
    pub fn text(&self, node: NodeId) -> Text<'_> {
        let Node { start, len, .. } = self.nodes[node as usize];
        Text::with_window(&self.text[start..start + len], self.text.as_bytes())
    }

    /// Records that `text` led to `node`.
    #[inline(never)]
    pub fn learn(&mut self, node: NodeId, text: &[u8]) {
        let Node { quoted, depth, .. } = self.nodes[node as usize];
        let pattern = &mut self.steps[node as usize];
        if pattern.text() != Some(text) {
            pattern.learn(text, &quoted, depth == 1);
        }
    }

    /// Returns the root for objects that are values of the key of `owner`.
    #[inline(always)]
    pub fn root(&mut self, owner: NodeId) -> Result<NodeId> {
        match self.nodes[owner as usize].root {
            NONE => self.make_root(owner),
            root => Ok(root),
        }
    }

    #[cold]
    fn make_root(&mut self, owner: NodeId) -> Result<NodeId> {
        let root = self.add(Node::ROOT)?;
        self.nodes[owner as usize].root = root;
        Ok(root)
    }

    /// Counts the keys of an object that ends at `node`.
    #[inline(always)]
    pub fn leave(&mut self, node: NodeId) {
        self.seen += self.nodes[node as usize].depth as usize;
    }

    /// Returns the keys on the path to `node`, the last one first.
    pub fn keys(&self, mut node: NodeId) -> impl Iterator<Item = &str> {
        core::iter::from_fn(move || {
            let &Node {
                start,
                len,
                parent,
                depth,
                ..
            } = self.node(node);
            node = parent;
            (depth != 0).then(|| &self.text[start..start + len])
        })
    }

    /// Takes the step from `node` that `key` leads to, and learns from it.
    #[inline(never)]
    pub fn step(&mut self, node: NodeId, key: &str) -> Result<Step> {
        let mut child = self.node(node).child;
        let mut children = 0;
        while child != NONE {
            if self.text(child).as_str() == key {
                self.steps[node as usize].set_mark(child);
                return Ok(Step::Node(child));
            }
            child = self.node(child).sibling;
            children += 1;
        }
        self.make(node, key, children)
    }

    #[cold]
    fn make(&mut self, parent: NodeId, key: &str, children: usize) -> Result<Step> {
        let above = *self.node(parent);
        if self.nodes.len() >= FREE_NODES + self.seen / KEYS_A_NODE
            || above.depth == MAX_DEPTH
            || children == MAX_CHILDREN
        {
            return Ok(Step::Full);
        }
        if self.keys(parent).any(|other| other == key) {
            return Ok(Step::Duplicate);
        }
        self.text
            .try_reserve(key.len() + SPARE.len())
            .map_err(|_| Error::out_of_memory())?;
        let start = self.text.len().saturating_sub(SPARE.len());
        let child = self.add(Node {
            quoted: Key::new(key),
            start,
            len: key.len(),
            parent,
            depth: above.depth + 1,
            sibling: above.child,
            ..Node::ROOT
        })?;
        self.text.truncate(start);
        self.text.push_str(key);
        self.text.push_str(SPARE);
        self.nodes[parent as usize].child = child;
        self.steps[parent as usize].set_mark(child);
        Ok(Step::Node(child))
    }

    fn add(&mut self, node: Node) -> Result<NodeId> {
        let no_memory = |_| Error::out_of_memory();
        self.nodes.try_reserve(1).map_err(no_memory)?;
        self.steps.try_reserve(1).map_err(no_memory)?;
        let id = NodeId::try_from(self.nodes.len()).map_err(|_| Error::out_of_memory())?;
        self.nodes.push(node);
        self.steps.push(Pattern::new(NONE));
        Ok(id)
    }
}
