//! [`Shapes`]: the orders in which the keys of objects come, as a trie.
//!
//! An object walks from a root, one node a key. A node remembers which key came next the last time,
//! so the next key is predicted, and one comparison confirms it. The node where an object ends has
//! all of its keys, and a dict with these keys: a copy of that has its size at once, where a dict
//! that gets its members one by one moves them while it grows.
//!
//! Objects that are values of different keys have different roots. A key that is new is an
//! exception: its value has the root of the value before it, if it begins with the same key.
//!
//! The trie is kept for the next document. It has a limited number of nodes; an object whose keys
//! it has not, and for which there is no room, carries its keys itself.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use varvel::format::{Key, Pattern};

/// The number of a node.
pub type NodeId = u32;

/// No node. As the owner of an object it is the document itself.
pub const NONE: NodeId = 0;

/// The most nodes. Each takes about 150 bytes, and each of its keys 300 at most.
const MOST: usize = 4096;

/// With more nodes than this, or after so many objects that had no room, the trie begins anew for
/// the next document.
const FULL: usize = MOST / 4 * 3;
const REFUSED: u32 = 64;

/// The most children of a node: they are compared one by one.
const CHILDREN: u16 = 8;

/// The most ways to go, multiplied along a path. The keys of some objects are like those of a
/// table, and come in any combination: hardly one of them comes again.
const WAYS: u16 = 64;

/// The most keys of an object, and the longest key in bytes.
const KEYS: u16 = 256;
const LONGEST: usize = 64;

/// Up to this number of members a dict does not grow.
const FEW: usize = 5;

/// The trie that no call uses.
static KEPT: Mutex<Option<Box<Shapes>>> = Mutex::new(None);

/// The trie.
pub struct Shapes {
    /// For each node the text that led to it and, as the pattern's mark, the child that came last.
    steps: Vec<Pattern>,
    nodes: Vec<Node>,
    /// The keys by number. The first is that of roots, which matches nothing.
    keys: Vec<KeyText>,
    by_text: HashMap<Box<str>, u32>,
    /// How many objects had no room.
    refused: u32,
}

#[derive(Default)]
struct Node {
    /// The key that leads here; zero for a root.
    key: u32,
    parent: NodeId,
    /// The root of objects that are values of this key.
    root: NodeId,
    /// The root of objects that are values of the key before, or of an earlier one.
    near: NodeId,
    /// The newest child, and the next older child of the parent.
    child: NodeId,
    sibling: NodeId,
    /// How many keys lead here, and to how many nodes a key leads from here.
    depth: u16,
    children: u16,
    /// The product of the numbers that the nodes on this path had among their siblings.
    ways: u16,
    /// Whether an object ended here.
    is_end: bool,
    end: Option<Box<End>>,
}

/// The place where objects end.
struct End {
    /// The members of an object in order. The values are those that it had, as far as there is one
    /// object for all of the same value.
    members: Vec<(Py<PyString>, Py<PyAny>)>,
    /// A dict of these members that nobody else has, if they are more than a few.
    dict: Option<Py<PyDict>>,
}

struct KeyText {
    quoted: Key,
    text: Box<str>,
    string: Option<Py<PyString>>,
}

impl Shapes {
    fn new() -> Self {
        let no_key = KeyText {
            quoted: Key::NONE,
            text: "".into(),
            string: None,
        };
        Self {
            steps: vec![Pattern::new(NONE)],
            nodes: vec![Node::default()],
            keys: vec![no_key],
            by_text: HashMap::new(),
            refused: 0,
        }
    }

    /// Returns the trie that is kept, or a new one.
    pub fn take() -> Box<Self> {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take();
        match kept {
            Some(kept) if kept.nodes.len() <= FULL && kept.refused < REFUSED => kept,
            _ => Box::new(Self::new()),
        }
    }

    /// Keeps the trie for the next document.
    pub fn keep(self: Box<Self>) {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.replace(self);
        drop(kept);
        // Strings end outside of the lock.
        drop(before);
    }

    /// Returns the root of objects that are values at `owner`; `NONE` before the first one.
    #[inline(always)]
    pub fn root(&self, owner: NodeId) -> NodeId {
        self.nodes[owner as usize].root
    }

    /// Returns the node of the key that most likely follows on a node.
    #[inline(always)]
    pub fn next(&self, node: NodeId) -> NodeId {
        self.steps[node as usize].mark()
    }

    /// Returns the text that led to a node the last time. None leads to a root.
    #[inline(always)]
    pub fn pattern(&self, node: NodeId) -> &Pattern {
        &self.steps[node as usize]
    }

    /// Returns the key that leads to a node. That of a root matches nothing.
    #[inline(always)]
    pub fn key(&self, node: NodeId) -> &Key {
        &self.keys[self.nodes[node as usize].key as usize].quoted
    }

    /// Returns whether a key leads to a node.
    #[inline(always)]
    fn leads(&self, key: &str, node: NodeId) -> bool {
        let key_of_node = self.nodes[node as usize].key;
        key_of_node != 0 && *self.keys[key_of_node as usize].text == *key
    }

    /// Learns which text led to a node.
    pub fn learn(&mut self, node: NodeId, text: &[u8]) {
        let Node { key, depth, .. } = self.nodes[node as usize];
        let pattern = &mut self.steps[node as usize];
        if key != 0 && pattern.text() != Some(text) {
            pattern.learn(text, &self.keys[key as usize].quoted, depth == 1);
        }
    }

    /// Returns the node to which a key leads from `node` (`NONE` for an object that has no root
    /// yet, the value at `owner`). Returns `None` if there is no room for it.
    #[inline]
    pub fn step(
        &mut self,
        py: Python<'_>,
        node: NodeId,
        owner: NodeId,
        key: &str,
    ) -> Option<NodeId> {
        let likely = self.next(node);
        match self.leads(key, likely) {
            true => Some(likely),
            false => self.other_step(py, node, owner, key),
        }
    }

    #[inline(never)]
    fn other_step(
        &mut self,
        py: Python<'_>,
        node: NodeId,
        owner: NodeId,
        key: &str,
    ) -> Option<NodeId> {
        let node = match node {
            NONE => self.find_root(owner, key)?,
            node => node,
        };
        let child = match self.child(node, key) {
            NONE => match self.make(py, node, key) {
                None => {
                    self.refused = self.refused.saturating_add(1);
                    return None;
                }
                Some(made) => made,
            },
            child => child,
        };
        self.steps[node as usize].set_mark(child);
        Some(child)
    }

    /// Returns the child to which a key leads, or `NONE`.
    fn child(&self, node: NodeId, key: &str) -> NodeId {
        let mut child = self.nodes[node as usize].child;
        while child != NONE && !self.leads(key, child) {
            child = self.nodes[child as usize].sibling;
        }
        child
    }

    /// Gives the objects at `owner`, the first of which begins with `key`, a root.
    fn find_root(&mut self, owner: NodeId, key: &str) -> Option<NodeId> {
        let near = self.nodes[owner as usize].near;
        let root = match near != NONE && self.child(near, key) != NONE {
            true => near,
            false => self.add(Node::default())?,
        };
        self.nodes[owner as usize].root = root;
        Some(root)
    }

    fn make(&mut self, py: Python<'_>, parent: NodeId, key: &str) -> Option<NodeId> {
        let Node {
            depth,
            children,
            child,
            root,
            near,
            ways,
            ..
        } = self.nodes[parent as usize];
        let ways = ways.max(1) * (children + 1);
        if depth >= KEYS || children >= CHILDREN || ways > WAYS || key.len() > LONGEST {
            return None;
        }
        let key = self.number(py, key);
        let made = self.add(Node {
            key,
            parent,
            near: if root == NONE { near } else { root },
            sibling: child,
            depth: depth + 1,
            ways,
            ..Node::default()
        })?;
        let parent = &mut self.nodes[parent as usize];
        parent.child = made;
        parent.children += 1;
        Some(made)
    }

    fn add(&mut self, node: Node) -> Option<NodeId> {
        let number = NodeId::try_from(self.nodes.len()).ok()?;
        if self.nodes.len() >= MOST {
            return None;
        }
        self.nodes.push(node);
        self.steps.push(Pattern::new(NONE));
        Some(number)
    }

    /// Returns the number of a key.
    fn number(&mut self, py: Python<'_>, key: &str) -> u32 {
        if let Some(number) = self.by_text.get(key) {
            return *number;
        }
        // There is at most one key for each node.
        let number = self.keys.len() as u32;
        self.keys.push(KeyText {
            quoted: Key::new(key),
            text: key.into(),
            string: Some(PyString::new(py, key).unbind()),
        });
        self.by_text.insert(key.into(), number);
        number
    }

    /// Returns the keys that lead to a node, in order.
    pub fn keys<'py>(&self, py: Python<'py>, node: NodeId) -> Vec<Bound<'py, PyString>> {
        let mut keys = Vec::new();
        let mut node = &self.nodes[node as usize];
        while let Some(string) = &self.keys[node.key as usize].string {
            keys.push(string.bind(py).clone());
            node = &self.nodes[node.parent as usize];
        }
        keys.reverse();
        keys
    }

    /// Returns the dict of an object that ends at a node; `None` if it has a key twice.
    #[inline(always)]
    pub fn dict<'py>(
        &mut self,
        py: Python<'py>,
        node: NodeId,
        values: &[Bound<'py, PyAny>],
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(end) = &self.nodes[node as usize].end else {
            return self.first_dict(py, node, values);
        };
        let members = end.members.iter().zip(values);
        let dict = if let Some(dict) = &end.dict {
            let dict = dict.bind(py).copy()?;
            for ((key, known), value) in members {
                if !known.is(value) {
                    dict.set_item(key.bind(py), value)?;
                }
            }
            dict
        } else {
            let dict = PyDict::new(py);
            for ((key, _), value) in members {
                dict.set_item(key.bind(py), value)?;
            }
            dict
        };
        match dict.len() == values.len() {
            true => Ok(Some(dict)),
            // Someone found the dict and changed it.
            false => self.first_dict(py, node, values),
        }
    }

    /// Returns the dict of an object, and remembers that objects end there. From the second time on
    /// there is a dict to copy.
    #[cold]
    #[inline(never)]
    fn first_dict<'py>(
        &mut self,
        py: Python<'py>,
        node: NodeId,
        values: &[Bound<'py, PyAny>],
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let keys = self.keys(py, node);
        let dict = PyDict::new(py);
        for (key, value) in keys.iter().zip(values) {
            dict.set_item(key, value)?;
        }
        if dict.len() != values.len() {
            return Ok(None);
        }
        let node = &mut self.nodes[node as usize];
        if std::mem::replace(&mut node.is_end, true) {
            node.end = Some(Box::new(End::of(py, keys, values)?));
        }
        Ok(Some(dict))
    }
}

impl End {
    fn of<'py>(
        py: Python<'py>,
        keys: Vec<Bound<'py, PyString>>,
        values: &[Bound<'py, PyAny>],
    ) -> PyResult<Self> {
        let dict = PyDict::new(py);
        let mut members = Vec::with_capacity(keys.len());
        for (key, value) in keys.into_iter().zip(values) {
            let value = match is_single(value) {
                true => value.clone().unbind(),
                false => py.None(),
            };
            dict.set_item(&key, &value)?;
            members.push((key.unbind(), value));
        }
        let dict = (members.len() > FEW).then(|| dict.unbind());
        Ok(Self { members, dict })
    }
}

/// Returns whether Python has one object for all values that are equal to this one.
fn is_single(value: &Bound<'_, PyAny>) -> bool {
    if value.is_exact_instance_of::<PyInt>() {
        return value
            .extract()
            .is_ok_and(|value: i64| (-5..=256).contains(&value));
    }
    value.is_none() || value.is_exact_instance_of::<PyBool>()
}
