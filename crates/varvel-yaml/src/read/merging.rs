//! Merge keys of YAML 1.1 (`<<: *defaults`), carried out while a text is read.
//!
//! A first pass over the text finds the members that each mapping merges: those whose keys it does
//! not have, from the first mapping that has them. When the mapping ends, the merged members are
//! read again from their own places, like the nodes of aliases. So an error in one of them names
//! that place.
//!
//! <https://yaml.org/type/merge.html>

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Range;

use hashbrown::{HashMap, HashSet};
use varvel_core::limits::Replayed;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Kind, Limits, Result};

use super::events::{Event, MappingId, Merged, Style};
use super::nodes::Resolved;
use super::scalar::Scalar;
use super::schema::Meaning;
use crate::error;
use crate::options::ReadOptions;

/// The least cost of a member, in bytes that are read again: so much memory is kept for each.
const LEAST: usize = 16;

/// The mappings that merge others.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// These mappings, in the order of their identities.
    mappings: Vec<Merging>,
    /// The merged members: key, value, key, value, and `None` behind those of one mapping.
    pub members: Vec<Option<Merged>>,
    /// The texts of scalars that are not in one piece in the input.
    pub texts: String,
    /// A mapping with an error. The mappings that end behind it are not known.
    failed: Option<(MappingId, Error)>,
}

/// A mapping that merges others.
#[derive(Clone, Copy, Debug)]
pub struct Merging {
    id: MappingId,
    /// The index of its first merged member.
    pub first: u32,
    /// How many bytes its merged members have.
    pub cost: usize,
}

impl Plan {
    /// Makes the plan of `input`. It ignores faults of the text; the reader finds them.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn new(input: &[u8], options: &ReadOptions) -> Result<Self> {
        if !input.windows(2).any(|pair| pair == b"<<") {
            return Ok(Self::default());
        }
        let mut planner = Planner {
            nodes: Resolved::without_merging(input, options)?,
            options: *options,
            plan: Self::default(),
            open: Vec::new(),
            members: Vec::new(),
            items: Vec::new(),
            known: Vec::new(),
            known_items: Vec::new(),
            keys: String::new(),
            anchored: Vec::new(),
            names: HashMap::default(),
            replayed: Replayed::default(),
        };
        while planner.step()? {}
        let mut plan = planner.plan;
        plan.mappings.sort_unstable_by_key(|mapping| mapping.id);
        Ok(plan)
    }

    /// Returns whether no mapping merges others.
    pub fn is_empty(&self) -> bool {
        self.mappings.is_empty() && self.failed.is_none()
    }

    /// Returns the merged members of the mapping `id`.
    ///
    /// # Errors
    /// The error of that mapping.
    pub fn find(&mut self, id: MappingId) -> Result<Option<Merging>> {
        if let Some((_, error)) = self.failed.take_if(|(failed, _)| *failed == id) {
            return Err(error);
        }
        let found = self
            .mappings
            .binary_search_by_key(&id, |mapping| mapping.id);
        Ok(found.ok().map(|i| self.mappings[i]))
    }
}

/// The structure of a node, as merge keys need it.
#[derive(Clone, Debug)]
enum Shape {
    /// A mapping: a range of `Planner::known` with its members, including merged ones.
    Mapping(Range<usize>),
    /// A sequence: a range of `Planner::known_items` with its items.
    Sequence(Range<usize>),
    Other(Kind),
    /// A collection that has not ended.
    Open,
}

/// A complete node.
#[derive(Clone, Debug)]
struct Node {
    place: Merged,
    /// The range of `Planner::keys` with the text that identifies it as a key.
    key: Range<usize>,
    /// How many bytes of the input it takes, including its aliases.
    cost: usize,
    shape: Shape,
    /// Whether it is written as `<<`.
    merge: bool,
}

#[derive(Clone, Debug)]
struct Member {
    key: Node,
    value: Node,
}

/// An open collection.
struct Open {
    /// The node that it becomes.
    node: Node,
    mapping: Option<MappingId>,
    /// The index of its first member or item.
    first: usize,
    /// The number of its anchor.
    anchor: Option<usize>,
    /// How many bytes had been read again before it.
    before: usize,
    is_key: bool,
    /// Whether others may ask for its shape.
    wanted: bool,
    /// Whether it is the value of a merge key, or an item of such a value.
    merged: bool,
    /// The key whose value comes next.
    key: Option<Node>,
    /// The values of its merge keys.
    merges: Vec<Node>,
}

struct Planner<'de> {
    nodes: Resolved<'de>,
    options: ReadOptions,
    plan: Plan,
    open: Vec<Open>,
    /// The members of the open mappings, and the items of the open sequences.
    members: Vec<Member>,
    items: Vec<Node>,
    /// The members and items of collections that ended, if merge keys may need them.
    known: Vec<Member>,
    known_items: Vec<Node>,
    keys: String,
    anchored: Vec<Node>,
    names: HashMap<&'de str, usize, RandomState>,
    replayed: Replayed,
}

impl Planner<'_> {
    /// Reads the next event. Returns `false` at the end, and at an error in the text.
    fn step(&mut self) -> Result<bool> {
        let is_key = self.nodes.events.is_key_next();
        let Ok(event) = self.nodes.events.next() else {
            return Ok(false);
        };
        match event {
            Event::StreamEnd => return Ok(false),
            Event::DocumentEnd { .. } => {}
            Event::DocumentStart { .. } => self.start_document(),
            Event::SequenceStart(_) | Event::MappingStart(_) => self.begin(event, is_key)?,
            Event::SequenceEnd | Event::MappingEnd => return self.end(),
            Event::Scalar(style) => match self.scalar(style, event, is_key)? {
                Some(node) => self.complete(node, is_key)?,
                None => return Ok(false),
            },
            Event::Alias => {
                let number = self.names.get(&*self.nodes.events.text()).copied();
                let node = number.and_then(|number| self.anchored.get(number));
                // The reader reports an alias whose name is unknown, or that is inside of its own
                // node.
                let Some(node) = node.filter(|node| !matches!(node.shape, Shape::Open)) else {
                    return Ok(false);
                };
                let mut node = node.clone();
                node.merge = false;
                node.place.at = self.nodes.events.offset();
                let len = self.nodes.events.len();
                self.replayed.add(node.cost, len, &Limits::NONE)?;
                self.complete(node, is_key)?;
            }
        }
        Ok(true)
    }

    fn start_document(&mut self) {
        self.names = HashMap::default();
        self.anchored.clear();
        self.known.clear();
        self.known_items.clear();
        self.keys.clear();
        self.replayed = Replayed::default();
    }

    /// Begins a collection.
    fn begin(&mut self, event: Event, is_key: bool) -> Result {
        let node = Node {
            place: self.nodes.events.merged(event, None)?,
            key: 0..0,
            cost: 0,
            shape: Shape::Open,
            merge: false,
        };
        let anchor = self.name(&node)?;
        let merged = self.open.last().is_some_and(|around| match &around.key {
            Some(key) => key.merge,
            None => around.mapping.is_none() && around.merged,
        });
        let mapping = matches!(event, Event::MappingStart(_));
        let first = match mapping {
            true => self.members.len(),
            false => self.items.len(),
        };
        let open = Open {
            node,
            mapping: mapping.then(|| self.nodes.events.mapping_id()),
            first,
            anchor,
            before: self.replayed.bytes(),
            is_key,
            wanted: merged || anchor.is_some(),
            merged,
            key: None,
            merges: Vec::new(),
        };
        push(&mut self.open, open)
    }

    /// Records the name of a node, if it has an anchor. Returns the number of the anchor.
    fn name(&mut self, node: &Node) -> Result<Option<usize>> {
        let Some(name) = self.nodes.events.anchor() else {
            return Ok(None);
        };
        let number = self.anchored.len();
        push(&mut self.anchored, node.clone())?;
        self.names
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.names.insert(name, number);
        Ok(Some(number))
    }

    /// Reads a scalar. Returns `None` if its text has no valid meaning.
    fn scalar(&mut self, style: Style, event: Event, is_key: bool) -> Result<Option<Node>> {
        let events = &self.nodes.events;
        let merge = is_key && events.is_merge_key(event);
        let mut kept = None;
        if let Some(text) = events.put_together() {
            let start = self.plan.texts.len();
            append(&mut self.plan.texts, text)?;
            kept = Some((start, self.plan.texts.len()));
        }
        let start = self.keys.len();
        let mut kind = Kind::String;
        if !merge && (is_key || events.has_anchor()) {
            match self.nodes.scalar(style, self.options.schema) {
                Err(_) => return Ok(None),
                Ok(Scalar::Text(Meaning::String)) => {
                    append(&mut self.keys, "s")?;
                    append(&mut self.keys, events.text().text().as_str())?;
                }
                Ok(scalar) => {
                    kind = scalar.kind();
                    write!(Growing(&mut self.keys), "={scalar:?}")
                        .map_err(|_| Error::out_of_memory())?;
                }
            }
        } else if let Ok(scalar) = self.nodes.scalar(style, self.options.schema) {
            kind = scalar.kind();
        }
        let node = Node {
            place: events.merged(event, kept)?,
            key: start..self.keys.len(),
            cost: events.position().saturating_sub(events.offset()),
            shape: Shape::Other(kind),
            merge,
        };
        self.name(&node)?;
        Ok(Some(node))
    }

    /// Ends the innermost collection. Returns `false` if it has an error.
    fn end(&mut self) -> Result<bool> {
        let Some(mut open) = self.open.pop() else {
            return Ok(false);
        };
        let mut cost = 0;
        if let Some(id) = open.mapping {
            if !open.merges.is_empty() {
                match self.merge(id, &open) {
                    Ok(all) => cost = all,
                    Err(error) => {
                        self.plan.failed = Some((id, error));
                        return Ok(false);
                    }
                }
            }
            open.node.shape = Shape::Mapping(keep(
                open.wanted,
                &mut self.members,
                open.first,
                &mut self.known,
            )?);
        } else {
            open.node.shape = Shape::Sequence(keep(
                open.wanted,
                &mut self.items,
                open.first,
                &mut self.known_items,
            )?);
        }
        let len = self.nodes.events.len();
        // The reader bounds how much is read again. Here only the memory is bounded.
        self.replayed.add(cost, len, &Limits::NONE)?;
        let (at, position) = (open.node.place.at, self.nodes.events.position());
        let again = self.replayed.bytes() - open.before;
        open.node.cost = position.saturating_sub(at).saturating_add(again);
        if open.is_key || open.anchor.is_some() {
            let start = self.keys.len();
            append(&mut self.keys, "c")?;
            append(&mut self.keys, self.nodes.events.source(at, position))?;
            open.node.key = start..self.keys.len();
        }
        if let Some(number) = open.anchor {
            self.anchored[number] = open.node.clone();
        }
        self.complete(open.node, open.is_key)?;
        Ok(true)
    }

    /// Adds the merged members to the mapping that ends. Returns how many bytes they have.
    fn merge(&mut self, id: MappingId, mapping: &Open) -> Result<usize> {
        let first = u32::try_from(self.plan.members.len()).map_err(|_| Error::out_of_memory())?;
        let own = self.members.get(mapping.first..).unwrap_or_default();
        let mut keys = Keys::default();
        for member in own {
            keys.insert(&self.keys[member.key.key.clone()])?;
        }
        let (mut cost, len, mut added) = (0_usize, self.nodes.events.len(), Vec::new());
        let mut budget = self.replayed;
        for value in &mapping.merges {
            let list = match &value.shape {
                Shape::Sequence(items) => self.known_items.get(items.clone()).unwrap_or_default(),
                _ => core::slice::from_ref(value),
            };
            for base in list {
                let Shape::Mapping(members) = &base.shape else {
                    return Err(error::not_merged(base.place.at, base.shape.kind()));
                };
                for member in self.known.get(members.clone()).unwrap_or_default() {
                    if keys.insert(&self.keys[member.key.key.clone()])? {
                        let bytes = (member.key.cost + member.value.cost).max(LEAST);
                        cost = cost.saturating_add(bytes);
                        let counted = budget.add(bytes, len, &self.options.limits);
                        counted.map_err(|error| error.with_offset(value.place.at))?;
                        push(&mut added, member.clone())?;
                    }
                }
            }
        }
        for member in added {
            push(&mut self.plan.members, Some(member.key.place))?;
            push(&mut self.plan.members, Some(member.value.place))?;
            push(&mut self.members, member)?;
        }
        push(&mut self.plan.members, None)?;
        push(&mut self.plan.mappings, Merging { id, first, cost })?;
        Ok(cost)
    }

    /// Adds a complete node to the collection around it: as an item, a key, or a value.
    fn complete(&mut self, node: Node, is_key: bool) -> Result {
        let Some(around) = self.open.last_mut() else {
            return Ok(());
        };
        match (around.mapping, is_key) {
            (None, _) if around.wanted => push(&mut self.items, node),
            (None, _) => Ok(()),
            (Some(_), true) => {
                around.key = Some(node);
                Ok(())
            }
            (Some(_), false) => match around.key.take() {
                Some(key) if key.merge => push(&mut around.merges, node),
                Some(key) => push(&mut self.members, Member { key, value: node }),
                None => Ok(()),
            },
        }
    }
}

impl Shape {
    fn kind(&self) -> Kind {
        match self {
            Self::Mapping(_) | Self::Open => Kind::Object,
            Self::Sequence(_) => Kind::Array,
            Self::Other(kind) => *kind,
        }
    }
}

/// Takes the members or items of a collection out of `open`, from `first` on. Keeps them in `known`
/// if `wanted`.
fn keep<T>(
    wanted: bool,
    open: &mut Vec<T>,
    first: usize,
    known: &mut Vec<T>,
) -> Result<Range<usize>> {
    let start = known.len();
    let part = open.drain(first.min(open.len())..);
    if wanted {
        known
            .try_reserve(part.len())
            .map_err(|_| Error::out_of_memory())?;
        known.extend(part);
    }
    Ok(start..known.len())
}

/// The keys of a mapping.
#[derive(Default)]
struct Keys<'k>(HashSet<&'k str, RandomState>);

impl<'k> Keys<'k> {
    /// Adds a key. Returns whether it is new.
    fn insert(&mut self, key: &'k str) -> Result<bool> {
        self.0.try_reserve(1).map_err(|_| Error::out_of_memory())?;
        Ok(self.0.insert(key))
    }
}

/// A text that returns an error if there is no memory to grow.
struct Growing<'t>(&'t mut String);

impl fmt::Write for Growing<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        append(self.0, part).map_err(|_| fmt::Error)
    }
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}

fn append(text: &mut String, part: &str) -> Result {
    text.try_reserve(part.len())
        .map_err(|_| Error::out_of_memory())?;
    text.push_str(part);
    Ok(())
}
