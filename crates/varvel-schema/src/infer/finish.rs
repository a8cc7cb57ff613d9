//! What was seen as a schema.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::{BEYOND, ROOT, Seen};
use crate::schema::{Field, Node, NodeId, Record, Schema, Tagging, Type, Union, Variant};

/// The schema of all that was seen.
pub(super) fn schema(seen: Vec<Seen>) -> Schema {
    let mut finish = Finish {
        seen,
        nodes: Vec::new(),
        left: Vec::new(),
    };
    let root = finish.node_of(ROOT);
    // Those around first: what a map's values are is known when the map is.
    while let Some((place, id)) = finish.left.pop() {
        let ty = finish.ty(place);
        finish.nodes[id.index()].ty = ty;
    }
    Schema {
        nodes: finish.nodes,
        root,
    }
}

struct Finish {
    seen: Vec<Seen>,
    nodes: Vec<Node>,
    /// Places whose nodes are not made yet.
    left: Vec<(u32, NodeId)>,
}

impl Finish {
    fn node(&mut self, ty: Type) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(ty));
        id
    }

    /// The node of a place, made later.
    fn node_of(&mut self, place: u32) -> NodeId {
        let id = self.node(Type::Any);
        if place != BEYOND {
            self.left.push((place, id));
        }
        id
    }

    fn ty(&mut self, place: u32) -> Type {
        let seen = mem::take(&mut self.seen[place as usize]);
        if seen.tagged > 0 {
            return Type::Any;
        }
        let nulls = seen.nulls;
        let mut kinds = scalars(&seen);
        if seen.arrays > 0 {
            let items = match seen.items {
                Some(items) => self.node_of(items),
                None => self.node(Type::Any),
            };
            kinds.push(("array", Type::Array { items, len: None }));
        }
        if seen.objects > 0 {
            kinds.push(("object", self.object(seen)));
        }
        let ty = match kinds.len() {
            0 if nulls > 0 => return Type::Null,
            // Only empty arrays, or no documents at all.
            0 => return Type::Any,
            1 => kinds.swap_remove(0).1,
            _ => self.union(kinds),
        };
        match nulls {
            0 => ty,
            _ => Type::Optional(self.node(ty)),
        }
    }

    fn union(&mut self, kinds: Vec<(&str, Type)>) -> Type {
        let variants = kinds.into_iter();
        let variants = variants.map(|(name, ty)| Variant::new(name, Some(self.node(ty))));
        Type::Union(Union {
            tagging: Tagging::Untagged,
            variants: variants.collect(),
            closed: false,
        })
    }

    fn object(&mut self, seen: Seen) -> Type {
        let Some(rest) = seen.rest else {
            let objects = seen.objects;
            let fields = seen.members.into_iter().map(|member| Field {
                required: member.count == objects,
                ..Field::new(member.name, self.node_of(member.place))
            });
            return Type::Record(Record {
                fields: fields.collect(),
                ..Record::default()
            });
        };
        let keys = match (seen.keys, seen.members.is_empty()) {
            (None, _) => self.node(Type::String { format: None }),
            (Some(keys), true) => self.node_of(keys),
            (Some(_), false) => self.node(Type::Any),
        };
        for member in seen.members {
            self.merge(member.place, rest);
        }
        let values = self.node_of(rest);
        Type::Map { keys, values }
    }

    /// Adds what was seen at one place to what was seen at another.
    fn merge(&mut self, from: u32, to: u32) {
        let mut left = vec![(from, to)];
        while let Some((from, to)) = left.pop() {
            if from == to || to == BEYOND {
                continue;
            }
            if from == BEYOND {
                self.seen[to as usize].tagged += 1;
                continue;
            }
            let from = mem::take(&mut self.seen[from as usize]);
            merge_into(&mut self.seen[to as usize], from, &mut left);
        }
    }
}

/// The one that is there, or both to be merged.
fn join(to: &mut Option<u32>, from: Option<u32>, left: &mut Vec<(u32, u32)>) {
    match (*to, from) {
        (Some(to), Some(from)) => left.push((from, to)),
        (None, from) => *to = from,
        _ => {}
    }
}

fn merge_into(to: &mut Seen, from: Seen, left: &mut Vec<(u32, u32)>) {
    to.nulls += from.nulls;
    to.bools += from.bools;
    to.integers += from.integers;
    to.min = to.min.min(from.min);
    to.max = to.max.max(from.max);
    to.big_integers += from.big_integers;
    to.floats += from.floats;
    to.strings += from.strings;
    to.bytes += from.bytes;
    to.timestamps += from.timestamps;
    to.tagged += from.tagged;
    to.arrays += from.arrays;
    to.objects += from.objects;
    to.maps += from.maps;
    join(&mut to.items, from.items, left);
    join(&mut to.rest, from.rest, left);
    join(&mut to.keys, from.keys, left);
    for member in from.members {
        match to.names.get(&member.name) {
            Some(number) => {
                let known = &mut to.members[*number as usize];
                known.count += member.count;
                left.push((member.place, known.place));
            }
            None => {
                to.names
                    .insert(member.name.clone(), to.members.len() as u32);
                to.members.push(member);
            }
        }
    }
}

/// The kinds of scalars that were seen, with what they are called among others.
fn scalars(seen: &Seen) -> Vec<(&'static str, Type)> {
    let mut kinds = Vec::new();
    if seen.bools > 0 {
        kinds.push(("boolean", Type::Bool));
    }
    let whole = seen.integers + seen.big_integers;
    match (whole, seen.floats) {
        (0, 0) => {}
        (0, _) => kinds.push(("number", Type::Float { bits: 64 })),
        (_, 0) => kinds.push(("integer", integer(seen))),
        _ => kinds.push(("number", Type::Number)),
    }
    if seen.strings > 0 {
        kinds.push(("string", Type::String { format: None }));
    }
    if seen.bytes > 0 {
        kinds.push(("bytes", Type::Bytes { len: None }));
    }
    if seen.timestamps > 0 {
        kinds.push(("timestamp", Type::Timestamp));
    }
    kinds
}

/// The narrowest of three kinds of integers: of 64 bits with a sign, of 64 bits, of any size.
fn integer(seen: &Seen) -> Type {
    let bounds = match (seen.big_integers, i64::try_from(seen.max), seen.min) {
        (0, Ok(_), _) => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        (0, Err(_), 0) => (Some(0), Some(u64::MAX.into())),
        _ => (None, None),
    };
    Type::Integer {
        min: bounds.0,
        max: bounds.1,
        zero: true,
    }
}
