//! The builder's knowledge about keys: a trie whose paths are the orders in which keys have come.
//!
//! An object walks from a root, one step a key; the node where it ends is its shape. A node
//! remembers which key came next the last time. So the next key is predicted, and one comparison
//! confirms it.
//!
//! Objects that are values of different keys have different roots, since what follows `id` in a
//! user says little about what follows `id` in an order. A key that is new (in a map from numbers
//! to records, say) is an exception: its value takes the root of its neighbour's value if it begins
//! with the same key. If such values often go another way than the one predicted, they get a root
//! of their own after all: a person and a pet may both begin with a name.
//!
//! A path never has a key twice, so uniqueness is proved once, when a node is made, and costs
//! nothing afterwards.
//!
//! The trie lives as long as the builder and serves all its documents. Shape numbers are given anew
//! for each document.
//!
//! `roots` has the choice of roots, `budget` the number of nodes that a document may add.

mod budget;
mod roots;

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Key, Pattern, Result};

use budget::Budget;

use super::copies;
use crate::key::HashedKey;
use crate::layout::{self, MAX_SHAPE_KEY};

/// The number of a node of the trie.
pub type NodeId = u32;

/// No node. As the owner of an object, it means the document itself.
pub const NONE: NodeId = 0;

/// Keys on a path deeper than this are looked up in a hash set, not compared with each ancestor.
const HASHED_DEPTH: u32 = 16;
/// The number of children of a node that are compared in a row, the newest first. The hash table
/// holds only older children.
const LISTED_CHILDREN: usize = 4;
/// The number of nodes and of keys for which memory is reserved at first.
const FIRST_ROOM: usize = 48;
/// A trie that takes more bytes than this when a document ends is forgotten. So a builder that is
/// kept does not hold the keys of all documents that it has seen, however many they are.
const KEPT_BYTES: usize = 4 << 20;

/// The part of a node that opening and closing an object reads.
#[derive(Clone, Copy, Debug)]
struct Hot {
    /// The root for objects that are values of this key.
    root: NodeId,
    /// The number of members of an object that ends here; `ODD` if the object is empty or has a
    /// duplicate key.
    members: u32,
    /// The document for which `shape` was given.
    epoch: u32,
    shape: u32,
}

/// A number of members that no object has.
const ODD: u32 = u32::MAX;

impl Default for Hot {
    fn default() -> Self {
        Self {
            root: NONE,
            members: ODD,
            epoch: 0,
            shape: 0,
        }
    }
}

/// The rest of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// The key that leads here; zero for a root.
    key: u32,
    parent: NodeId,
    /// The number of keys on the path to this node.
    depth: u32,
    /// The root for objects that are values of the key before this one, or of an earlier key.
    near: NodeId,
    /// Whether the objects that are values of this key share `near` as their root. If so, the node
    /// from which one of them first went another way than the one predicted, and how many did.
    shared: bool,
    stray: NodeId,
    strays: u32,
    /// The number of keys whose values have shared this root, or the root that it was split from.
    sharers: u32,
    /// The newest child of this node, and (`sibling`) the next older child of its parent.
    child: NodeId,
    sibling: NodeId,
    /// The key set in `deep` that holds this path's keys; zero for none.
    set: u32,
}

/// A key of the trie.
#[derive(Clone, Copy, Debug)]
struct KeyText {
    quoted: Key,
    start: usize,
    len: usize,
    /// The hash by which a shape's index finds the key; see [`HashedKey`].
    hash: u64,
    /// The position of its text in the current document's tables, if `epoch` is the document's.
    place: u32,
    epoch: u32,
}

impl KeyText {
    fn new(text: &str, start: usize) -> Self {
        Self {
            quoted: Key::new(text),
            start,
            len: text.len(),
            hash: HashedKey::new(text).hash(),
            place: 0,
            epoch: 0,
        }
    }
}

/// Records that a key stands on a path of more than `HASHED_DEPTH` keys.
#[derive(Clone, Copy, Debug)]
struct DeepKey {
    set: u32,
    key: u32,
    depth: u32,
}

/// The result of a step along the trie.
pub enum Step {
    /// The node that the key leads to.
    Node(NodeId),
    /// The key is already on the path.
    Duplicate,
    /// The budget is used up: the object has to carry its keys itself.
    Full,
}

/// Makes room for one more item. Grows by a quarter, except for the first time: the input bounds
/// the memory of nodes and keys.
fn make_room<T>(all: &mut Vec<T>) -> Result {
    if all.len() < all.capacity() {
        return Ok(());
    }
    let more = (all.len() / 4).max(FIRST_ROOM);
    all.try_reserve_exact(more)
        .map_err(|_| Error::out_of_memory())
}

#[derive(Debug)]
pub struct Shapes {
    /// The part of each node that the hot loop reads at each member: the text that leads to the
    /// node and, as the pattern's mark, the child that came the last time.
    ///
    /// Invariant: `steps`, `hot` and `nodes` are equally long, and none gets shorter while a
    /// builder holds a number of a node. All node numbers in them are valid.
    steps: Vec<Pattern>,
    hot: Vec<Hot>,
    nodes: Vec<Node>,
    /// The keys by number. The first is the key of roots, which matches nothing.
    keys: Vec<KeyText>,
    text: String,
    /// The numbers of keys, by text.
    by_text: HashTable<u32>,
    /// The nodes by parent and key text, without the newest `LISTED_CHILDREN` of each parent.
    by_step: HashTable<NodeId>,
    /// The keys on deep paths. A path and its first continuation share a set, so an entry holds the
    /// depth at which its key stands.
    deep: HashTable<DeepKey>,
    sets: u32,
    hasher: RandomState,
    /// How many nodes this document may add.
    budget: Budget,
    epoch: u32,
    /// The number of the current document's first shape from this trie. Smaller numbers belong to
    /// shapes of another buffer.
    first: usize,
    /// The nodes that are shapes of the current document, by shape number.
    used: Vec<NodeId>,
    allow_doubled: bool,
    /// Whether all objects have one root, and no budget bounds the trie.
    canonical: bool,
    /// The shapes of the last document and, if they were short, its tables.
    last_used: Vec<NodeId>,
    last_tables: Vec<u8>,
}

/// Tables of up to this many bytes are remembered for the next document.
const REMEMBERED_TABLES: usize = 1 << 14;

impl Shapes {
    /// Returns a trie with the one node `NONE`.
    ///
    /// # Errors
    /// Returns an error where there is no memory.
    pub fn try_new() -> Result<Self> {
        let no_key = KeyText {
            quoted: Key::NONE,
            ..KeyText::new("", 0)
        };
        Ok(Self {
            steps: copies(Pattern::new(NONE), 1)?,
            hot: copies(Hot::default(), 1)?,
            nodes: copies(Node::default(), 1)?,
            keys: copies(no_key, 1)?,
            text: String::new(),
            by_text: HashTable::new(),
            by_step: HashTable::new(),
            deep: HashTable::new(),
            sets: 0,
            hasher: RandomState::default(),
            budget: Budget::default(),
            epoch: 0,
            first: 0,
            used: Vec::new(),
            allow_doubled: false,
            canonical: false,
            last_used: Vec::new(),
            last_tables: Vec::new(),
        })
    }

    /// Gives each object a shape, in a trie without keys. Objects with the same keys in the same
    /// order get the same shape, whatever came before.
    pub fn canonical(mut self) -> Self {
        self.canonical = true;
        self
    }

    /// Begins a document. `allow_doubled` is whether a path may have a key twice.
    pub fn start(&mut self, allow_doubled: bool) -> Result {
        let worn = self.is_large() || self.epoch == u32::MAX || self.allow_doubled != allow_doubled;
        if worn {
            self.forget()?;
        }
        self.allow_doubled = allow_doubled;
        self.budget.start(self.nodes.len());
        self.epoch += 1;
        self.first = 0;
        self.used.clear();
        Ok(())
    }

    /// Forgets all keys. Nobody may hold a number of a node.
    ///
    /// # Errors
    /// Returns an error where there is no memory; the keys are still known then.
    pub fn forget(&mut self) -> Result {
        *self = Self {
            canonical: self.canonical,
            ..Self::try_new()?
        };
        Ok(())
    }

    /// Returns whether the trie takes so much memory that a builder should not keep it.
    #[inline]
    pub fn is_large(&self) -> bool {
        // Most tries are far smaller: four comparisons are enough for them.
        let most = KEPT_BYTES / 1024;
        let small = self.nodes.len() < most
            && self.keys.len() < most
            && self.deep.capacity() < most
            && self.text.capacity() < KEPT_BYTES / 4;
        !small && self.bytes() > KEPT_BYTES
    }

    /// Returns about how many bytes of memory the trie takes.
    pub fn bytes(&self) -> usize {
        // A hash table has one byte beside each entry, and at least a seventh more room.
        self.steps.capacity() * size_of::<Pattern>()
            + self.hot.capacity() * size_of::<Hot>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.keys.capacity() * size_of::<KeyText>()
            + (self.by_text.capacity() + self.by_step.capacity()) * 6
            + self.deep.capacity() * 15
            + (self.used.capacity() + self.last_used.capacity()) * size_of::<NodeId>()
            + self.last_tables.capacity()
            + self.text.capacity()
    }

    #[inline(always)]
    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline(always)]
    fn hot(&self, id: NodeId) -> &Hot {
        debug_assert!((id as usize) < self.hot.len());
        // SAFETY: every number of a node comes from `add` on this trie, or is `NONE`, whose node
        // `new` makes. The trie only grows, except in `start`, which forgets all of it; the builder
        // then begins with no container open, so it holds no number of the old trie.
        unsafe { self.hot.get_unchecked(id as usize) }
    }

    /// Returns the node of the key that most likely follows on `node`.
    #[inline(always)]
    pub fn next(&self, node: NodeId) -> NodeId {
        self.pattern(node).mark()
    }

    /// Returns the root for an object that is the value at `owner`, or `NONE` if it is not known.
    #[inline(always)]
    pub fn root(&self, owner: NodeId) -> NodeId {
        self.hot(owner).root
    }

    /// Returns the key that leads to `node`, ready for comparison. The key of a root matches
    /// nothing.
    #[inline(always)]
    pub fn key(&self, node: NodeId) -> &Key {
        &self.keys[self.node(node).key as usize].quoted
    }

    /// Returns the text that led to `node` the last time, ready for comparison.
    #[inline(always)]
    pub fn pattern(&self, node: NodeId) -> &Pattern {
        debug_assert!((node as usize) < self.steps.len());
        // SAFETY: `steps` is as long as `hot`; the rest of the proof is that of `hot`.
        unsafe { self.steps.get_unchecked(node as usize) }
    }

    /// Learns that `text` led to `node`.
    #[inline(never)]
    pub fn learn(&mut self, node: NodeId, text: &[u8]) {
        let Node { key, depth, .. } = self.nodes[node as usize];
        let pattern = &mut self.steps[node as usize];
        if pattern.text() != Some(text) {
            pattern.learn(text, &self.keys[key as usize].quoted, depth == 1);
        }
    }

    /// Returns the text of the key that leads to `node`.
    pub fn key_text(&self, node: NodeId) -> &str {
        self.text_of(self.node(node).key)
    }

    fn text_of(&self, key: u32) -> &str {
        let key = &self.keys[key as usize];
        &self.text[key.start..key.start + key.len]
    }

    /// Returns how many keys lead to `node`.
    pub fn depth(&self, node: NodeId) -> usize {
        self.node(node).depth as usize
    }

    /// Returns how many members an object that ends at `node` has. Returns `ODD` if there are none,
    /// or if the path has a key twice (under policies other than `Error`).
    #[inline(always)]
    pub fn members(&self, node: NodeId) -> u32 {
        self.hot(node).members
    }

    /// Writes the key numbers on the path to `node`, in order, to `path`.
    pub fn path(&self, node: NodeId, path: &mut Vec<u32>) -> Result {
        let depth = self.depth(node);
        path.clear();
        path.try_reserve(depth)
            .map_err(|_| Error::out_of_memory())?;
        path.resize(depth, 0);
        let mut at = node;
        for slot in path.iter_mut().rev() {
            *slot = self.node(at).key;
            at = self.node(at).parent;
        }
        Ok(())
    }

    /// Returns the node from which the last key of the path leads to `node`.
    #[inline(always)]
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.node(node).parent
    }

    /// Returns the text of a key by its number.
    pub fn text(&self, key: u32) -> &str {
        self.text_of(key)
    }

    /// Returns where `key` leads from `node` (`NONE` for an object without a root yet). The object
    /// is the value at `owner`. Learns from the step.
    #[inline(never)]
    pub fn step(&mut self, node: NodeId, owner: NodeId, key: &str) -> Result<Step> {
        let node = match node {
            NONE => self.find_root(owner, key)?,
            node => node,
        };
        let child = match self.find(node, key) {
            Some(child) => child,
            None => match self.make(node, key)? {
                Step::Node(child) => child,
                other => return Ok(other),
            },
        };
        let step = &mut self.steps[node as usize];
        let strays = step.mark() != child && self.nodes[owner as usize].shared;
        step.set_mark(child);
        if strays {
            self.stray(owner, node)?;
        }
        Ok(Step::Node(child))
    }

    /// Adds a node.
    fn add(&mut self, node: Node, doubled: bool) -> Result<NodeId> {
        let id = self.make_room_for_node()?;
        self.nodes.push(node);
        self.steps.push(Pattern::new(NONE));
        self.hot.push(Hot {
            members: match node.depth {
                depth if depth == 0 || doubled => ODD,
                depth => depth,
            },
            ..Hot::default()
        });
        Ok(id)
    }

    /// Makes room for one more node. Returns the number of that node.
    fn make_room_for_node(&mut self) -> Result<NodeId> {
        make_room(&mut self.nodes)?;
        make_room(&mut self.hot)?;
        make_room(&mut self.steps)?;
        layout::number(self.nodes.len())
    }

    fn find(&self, node: NodeId, key: &str) -> Option<NodeId> {
        let mut child = self.node(node).child;
        for _ in 0..LISTED_CHILDREN {
            if child == NONE {
                return None;
            }
            if self.key_text(child) == key {
                return Some(child);
            }
            child = self.node(child).sibling;
        }
        let same = |&id: &NodeId| self.node(id).parent == node && self.key_text(id) == key;
        self.by_step
            .find(self.hasher.hash_one((node, key)), same)
            .copied()
    }

    #[cold]
    fn make(&mut self, parent: NodeId, text: &str) -> Result<Step> {
        let above = *self.node(parent);
        if text.len() > MAX_SHAPE_KEY {
            return Ok(Step::Full);
        }
        let nodes = self.nodes.len();
        if !self.canonical && !self.budget.allows(nodes, parent, above.depth, text)? {
            return Ok(Step::Full);
        }
        let key = self.intern(text)?;
        let doubled = self.on_path(parent, key)?;
        if doubled && !self.allow_doubled {
            return Ok(Step::Duplicate);
        }
        // Everything that may fail comes first: a key that a failed call left in a set would seem
        // to be on the path.
        self.make_room_for_node()?;
        self.index_oldest_listed(above.child)?;
        let set = self.set_for(parent, &above, key)?;
        let node = Node {
            key,
            parent,
            depth: above.depth + 1,
            sibling: above.child,
            near: match self.hot(parent).root {
                NONE => above.near,
                root => root,
            },
            set,
            child: NONE,
            shared: false,
            stray: NONE,
            strays: 0,
            sharers: 0,
        };
        let doubled = doubled || above.depth != 0 && self.hot(parent).members == ODD;
        let id = self.add(node, doubled)?;
        self.nodes[parent as usize].child = id;
        Ok(Step::Node(id))
    }

    /// Puts the oldest of the listed children into the hash table if the list is full, since one
    /// more child will come before it. `child` is the newest child.
    #[inline]
    fn index_oldest_listed(&mut self, child: NodeId) -> Result {
        let mut oldest = child;
        for _ in 1..LISTED_CHILDREN {
            if oldest == NONE {
                return Ok(());
            }
            oldest = self.node(oldest).sibling;
        }
        match oldest {
            NONE => Ok(()),
            id => self.index(id),
        }
    }

    /// Puts a node into the hash table.
    #[cold]
    fn index(&mut self, id: NodeId) -> Result {
        let (nodes, keys, hasher, text_of) = (&self.nodes, &self.keys, &self.hasher, &self.text);
        let hash = |&id: &NodeId| {
            let node = &nodes[id as usize];
            let key = &keys[node.key as usize];
            hasher.hash_one((node.parent, &text_of[key.start..key.start + key.len]))
        };
        self.by_step
            .try_reserve(1, hash)
            .map_err(|_| Error::out_of_memory())?;
        self.by_step.insert_unique(hash(&id), id, hash);
        Ok(())
    }

    /// Returns the number of a key's text, which it adds if it is new.
    pub fn intern(&mut self, text: &str) -> Result<u32> {
        let hash = self.hasher.hash_one(text);
        let (keys, all, hasher) = (&self.keys, &self.text, &self.hasher);
        let text_of = |&key: &u32| {
            let key = &keys[key as usize];
            &all[key.start..key.start + key.len]
        };
        if let Some(&key) = self.by_text.find(hash, |key| text_of(key) == text) {
            return Ok(key);
        }
        // All room is reserved first: a key is in all of these collections or in none.
        let rehash = |key: &u32| hasher.hash_one(text_of(key));
        self.by_text
            .try_reserve(1, rehash)
            .map_err(|_| Error::out_of_memory())?;
        self.text
            .try_reserve(text.len())
            .map_err(|_| Error::out_of_memory())?;
        let key = layout::number(self.keys.len())?;
        make_room(&mut self.keys)?;
        self.keys.push(KeyText::new(text, self.text.len()));
        self.text.push_str(text);
        let (keys, all) = (&self.keys, &self.text);
        let rehash = |&key: &u32| {
            let key = &keys[key as usize];
            hasher.hash_one(&all[key.start..key.start + key.len])
        };
        self.by_text.insert_unique(hash, key, rehash);
        Ok(key)
    }

    /// Returns whether `key` is on the path to `node`.
    fn on_path(&self, node: NodeId, key: u32) -> Result<bool> {
        let mut at = node;
        if self.node(node).set != 0 {
            let set = self.node(node).set;
            let hash = self.hasher.hash_one((set, key));
            let same = |entry: &DeepKey| (entry.set, entry.key) == (set, key);
            let found = self.deep.find(hash, same);
            return Ok(found.is_some_and(|entry| entry.depth <= self.node(node).depth));
        }
        while self.node(at).depth != 0 {
            if self.node(at).key == key {
                return Ok(true);
            }
            at = self.node(at).parent;
        }
        Ok(false)
    }

    /// Returns the key set for a new child of `parent`, with `key` in it. Any child but the first
    /// gets a set of its own; an object as long as the path has come, so the input has paid for it.
    fn set_for(&mut self, parent: NodeId, above: &Node, key: u32) -> Result<u32> {
        if above.depth < HASHED_DEPTH {
            return Ok(0);
        }
        let set = if above.set != 0 && above.child == NONE {
            above.set
        } else {
            self.sets += 1;
            let set = self.sets;
            let mut at = parent;
            while self.node(at).depth != 0 {
                let Node {
                    key, depth, parent, ..
                } = *self.node(at);
                self.add_deep(DeepKey { set, key, depth })?;
                at = parent;
            }
            set
        };
        let depth = above.depth + 1;
        self.add_deep(DeepKey { set, key, depth })?;
        Ok(set)
    }

    fn add_deep(&mut self, entry: DeepKey) -> Result {
        let hasher = &self.hasher;
        let hash = |entry: &DeepKey| hasher.hash_one((entry.set, entry.key));
        self.deep
            .try_reserve(1, hash)
            .map_err(|_| Error::out_of_memory())?;
        self.deep.insert_unique(hash(&entry), entry, hash);
        Ok(())
    }

    /// Counts the keys of an object that closes; [`Shapes::shape`] does so, too. Every object has
    /// to be counted, also one that carries its keys: the budget of the trie grows with them.
    #[inline(always)]
    pub fn count(&mut self, keys: usize) {
        self.budget.count(keys);
    }

    /// Returns the document's number for the shape that ends at `node`, and counts its keys.
    #[inline(always)]
    pub fn shape(&mut self, node: NodeId) -> Result<usize> {
        let Hot {
            members,
            epoch,
            shape,
            ..
        } = *self.hot(node);
        self.count(members as usize);
        if epoch == self.epoch {
            return Ok(shape as usize);
        }
        self.new_shape(node)
    }

    #[inline(never)]
    fn new_shape(&mut self, node: NodeId) -> Result<usize> {
        self.used
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        let shape = layout::number(self.first + self.used.len())?;
        self.used.push(node);
        let node = &mut self.hot[node as usize];
        node.epoch = self.epoch;
        node.shape = shape;
        Ok(shape as usize)
    }

    /// Gives shapes of this document numbers from `first` on.
    pub fn number_from(&mut self, first: usize) {
        self.first = first;
    }

    /// Returns how many members objects of a shape have, if the shape is one of this trie.
    pub fn shape_members(&self, shape: usize) -> Option<usize> {
        let node = self.used.get(shape.checked_sub(self.first)?)?;
        Some(self.depth(*node))
    }

    /// Returns the shapes of this document in order, as the nodes where they end.
    pub fn used(&self) -> &[NodeId] {
        &self.used
    }

    /// Returns the tables of the last document, if this one has the same shapes in the same order.
    pub fn same_tables(&self) -> Option<&[u8]> {
        // Compares number by number, not by a call: a wide load of numbers that were just stored
        // one by one would wait for the stores.
        let same = self.used.len() == self.last_used.len()
            && self.used.iter().zip(&self.last_used).all(|(a, b)| a == b);
        (same && !self.last_tables.is_empty()).then_some(&self.last_tables)
    }

    /// Keeps the tables of this document, if they are short and memory can be had.
    pub fn remember_tables(&mut self, tables: &[u8]) {
        self.last_used.clear();
        self.last_tables.clear();
        let room = tables.len() <= REMEMBERED_TABLES
            && self.last_used.try_reserve(self.used.len()).is_ok()
            && self.last_tables.try_reserve(tables.len()).is_ok();
        if room {
            self.last_used.extend_from_slice(&self.used);
            self.last_tables.extend_from_slice(tables);
        }
    }

    /// Returns the number of the key that leads to `node`.
    pub fn key_number(&self, node: NodeId) -> u32 {
        self.node(node).key
    }

    /// Returns whether a key has no place in this document's tables yet. From now on it counts as
    /// placed.
    pub fn unplaced(&mut self, key: u32) -> bool {
        let key = &mut self.keys[key as usize];
        let fresh = key.epoch != self.epoch;
        key.epoch = self.epoch;
        fresh
    }

    /// Forgets where the texts of keys are, because the tables will be written once more.
    #[cfg(feature = "std")]
    pub fn unplace(&mut self) {
        self.keys.iter_mut().for_each(|key| key.epoch = 0);
    }

    /// Notes where the text of a key is in this document's tables.
    pub fn place(&mut self, key: u32, place: u32) {
        self.keys[key as usize].place = place;
    }

    /// Returns where the text of a key is in this document's tables.
    pub fn placed(&self, key: u32) -> u32 {
        self.keys[key as usize].place
    }

    /// Returns the hash of a key.
    pub fn hash(&self, key: u32) -> u64 {
        self.keys[key as usize].hash
    }
}
