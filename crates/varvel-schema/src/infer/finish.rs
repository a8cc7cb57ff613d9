//! Makes a schema from the observations of an inference.

use alloc::vec::Vec;
use core::mem;

use super::seen::{Kinds, MOST_DIGITS, NOWHERE, Seen};
use super::{BEYOND, ROOT};
use crate::schema::{Field, Node, NodeId, Record, Schema, Tagging, TimeUnit, Type, Union, Variant};

/// Returns the schema of all observations.
pub(super) fn schema(seen: Vec<Seen>) -> Schema {
    let mut finish = Finish {
        seen,
        nodes: Vec::new(),
        left: Vec::new(),
    };
    let root = finish.node_of(ROOT);
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
    /// The places whose nodes are not made yet.
    left: Vec<(u32, NodeId)>,
}

impl Finish {
    fn node(&mut self, ty: Type) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(ty));
        id
    }

    /// Returns the node of a place, whose type is set later.
    fn node_of(&mut self, place: u32) -> NodeId {
        let id = self.node(Type::Any);
        if place != BEYOND {
            self.left.push((place, id));
        }
        id
    }

    fn ty(&mut self, place: u32) -> Type {
        let seen = mem::take(&mut self.seen[place as usize]);
        if seen.kinds.has(Kinds::ANYTHING) {
            return Type::Any;
        }
        let nullable = seen.kinds.has(Kinds::NULL);
        let mut kinds = scalars(seen.kinds);
        if seen.kinds.has(Kinds::ARRAY) {
            let items = match seen.items {
                NOWHERE => self.node(Type::Any),
                items => self.node_of(items),
            };
            kinds.push(("array", Type::Array { items, len: None }));
        }
        if seen.objects > 0 {
            kinds.push(("object", self.object(seen)));
        }
        let ty = match kinds.len() {
            0 if nullable => return Type::Null,
            // The place of items of empty arrays, or no documents at all.
            0 => return Type::Any,
            1 => kinds.swap_remove(0).1,
            _ => self.union(kinds),
        };
        match nullable {
            false => ty,
            true => Type::Optional(self.node(ty)),
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

    fn object(&mut self, mut seen: Seen) -> Type {
        if seen.rest == NOWHERE {
            let objects = seen.objects;
            let mut members = seen.take_members();
            members.sort_unstable_by_key(|member| member.first);
            let fields = members.into_iter().map(|member| Field {
                required: member.count == objects,
                ..Field::new(member.name, self.node_of(member.place))
            });
            return Type::Record(Record {
                fields: fields.collect(),
                ..Record::default()
            });
        }
        let keys = match seen.keys {
            NOWHERE => self.node(Type::String { format: None }),
            _ if seen.kinds.has(Kinds::NAMED) => self.node(Type::Any),
            keys => self.node_of(keys),
        };
        let values = self.node_of(seen.rest);
        Type::Map { keys, values }
    }
}

/// Returns the kinds of scalars that were seen, each with its name as a variant.
fn scalars(seen: Kinds) -> Vec<(&'static str, Type)> {
    let mut kinds = Vec::new();
    if seen.has(Kinds::BOOL) {
        kinds.push(("boolean", Type::Bool));
    }
    let mut whole = Kinds::INTEGER;
    whole.add(Kinds::BIG_INTEGER);
    match (seen.has(whole), seen.has(Kinds::OF_FLOAT)) {
        (false, false) => {}
        (true, false) => kinds.push(("integer", integer(seen))),
        (_, true) if seen.has(Kinds::NO_FLOATS) => kinds.push(("number", Type::Number)),
        (true, true) if seen.has(Kinds::NO_FLOAT) => kinds.push(("number", Type::Number)),
        (_, true) => kinds.push(("number", Type::Float { bits: 64 })),
    }
    if seen.has(Kinds::STRING) {
        kinds.push(("string", Type::String { format: None }));
    }
    if seen.has(Kinds::BYTES) {
        kinds.push(("bytes", Type::Bytes { len: None }));
    }
    if seen.has(Kinds::TIMESTAMP) {
        kinds.push(("timestamp", Type::Timestamp { unit: unit(seen) }));
    }
    kinds
}

/// Returns the unit that holds all points in time, microseconds if they do.
fn unit(seen: Kinds) -> TimeUnit {
    match (seen.has(Kinds::FINE), seen.has(Kinds::FAR)) {
        _ if seen.has(Kinds::FARTHEST) => TimeUnit::Neither,
        (false, _) => TimeUnit::Microsecond,
        (true, false) => TimeUnit::Nanosecond,
        (true, true) => TimeUnit::Neither,
    }
}

/// Returns the narrowest of four kinds of integers: of 64 bits with a sign, of 64 bits, of 38
/// digits, of any size.
fn integer(seen: Kinds) -> Type {
    let (big, wide) = (seen.has(Kinds::BIG_INTEGER), seen.has(Kinds::WIDE));
    let most = 10i128.pow(MOST_DIGITS as u32) - 1;
    let bounds = match (big, wide, seen.has(Kinds::NEGATIVE)) {
        (false, false, _) => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        (false, true, false) => (Some(0), Some(u64::MAX.into())),
        _ if !seen.has(Kinds::HUGE) => (Some(-most), Some(most)),
        _ => (None, None),
    };
    Type::Integer {
        min: bounds.0,
        max: bounds.1,
        zero: true,
    }
}
