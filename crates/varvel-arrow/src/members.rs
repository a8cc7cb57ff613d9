//! [`Members`]: the members that objects of a schema may have, with those of the alternatives of
//! which one holds: `anyOf` beside `properties`, and enums that are flattened.

use std::collections::{HashMap, HashSet};

use varvel::schema::{NodeId, Record, Schema, Tagging, Type, Union};

/// The members of the objects at a node.
#[derive(Default)]
pub struct Members<'s> {
    pub list: Vec<Member<'s>>,
    /// The records that state them.
    pub records: Vec<*const Record>,
    /// Whether there are others, whose names are not known.
    pub has_others: bool,
    places: HashMap<&'s str, usize>,
}

/// A member.
pub struct Member<'s> {
    pub name: &'s str,
    /// The types that hold for all of the objects.
    pub sure: Vec<NodeId>,
    /// The types that alternatives state.
    pub alternatives: Vec<NodeId>,
    /// Whether all alternatives of a choice state it.
    pub is_everywhere: bool,
    /// Whether it is the tag of a union.
    pub is_tag: bool,
    pub is_required: bool,
}

impl<'s> Members<'s> {
    /// Returns the members of the objects at a node. Those of each node that belongs to it count
    /// once.
    pub fn of(schema: &'s Schema, id: NodeId) -> Self {
        let mut members = Self::default();
        members.add(schema, id, true, &mut HashSet::new());
        members
    }

    /// Returns whether some are stated for all of the objects.
    pub fn are_sure(&self) -> bool {
        self.list.iter().any(|member| !member.sure.is_empty())
    }

    fn add(&mut self, schema: &'s Schema, id: NodeId, required: bool, seen: &mut HashSet<NodeId>) {
        let (id, nullable) = settled(schema, id);
        if seen.len() == NODES || !seen.insert(id) {
            return;
        }
        let required = required && !nullable;
        match &schema.node(id).ty {
            Type::Record(record) => {
                self.records.push(record);
                for field in &record.fields {
                    let member = self.named(&field.name);
                    member.sure.push(field.node);
                    member.is_required |= required && field.required;
                }
                for inner in &record.flattened {
                    self.add(schema, *inner, required, seen);
                }
            }
            Type::Union(union) => self.choose(schema, union, required, seen),
            Type::Map { .. } => self.has_others = true,
            _ => {}
        }
    }

    /// Adds the members of a union, of which one variant holds.
    fn choose(
        &mut self,
        schema: &'s Schema,
        union: &'s Union,
        required: bool,
        seen: &mut HashSet<NodeId>,
    ) {
        if let Tagging::Internal(tag) = &union.tagging {
            let member = self.named(tag);
            member.is_tag = true;
            member.is_required |= required;
        }
        let mut variants = 0;
        let mut stated: HashMap<&str, Stated> = HashMap::new();
        let mut names = Vec::new();
        for content in union.variants.iter().filter_map(|variant| variant.content) {
            let mut members = Self::default();
            members.add(schema, content, required, seen);
            self.records.append(&mut members.records);
            self.has_others |= members.has_others;
            variants += usize::from(may_be_object(schema, content));
            for member in members.list {
                let known = stated.entry(member.name).or_insert_with(|| {
                    names.push(member.name);
                    Stated::default()
                });
                let is_stated = member.is_everywhere || !member.sure.is_empty();
                known.count += usize::from(is_stated);
                known.required += usize::from(member.is_required);
                known.types.extend(member.sure);
                known.types.extend(member.alternatives);
            }
        }
        for name in names {
            let stated = stated.remove(name).unwrap_or_default();
            let member = self.named(name);
            member.alternatives.extend(stated.types);
            member.is_everywhere |= stated.count == variants;
            member.is_required |= stated.required == variants;
        }
    }

    fn named(&mut self, name: &'s str) -> &mut Member<'s> {
        let place = *self.places.entry(name).or_insert_with(|| {
            self.list.push(Member {
                name,
                sure: Vec::new(),
                alternatives: Vec::new(),
                is_everywhere: false,
                is_tag: false,
                is_required: false,
            });
            self.list.len() - 1
        });
        &mut self.list[place]
    }
}

/// The most nodes that belong to one. They are followed by recursion.
const NODES: usize = 1 << 10;

/// A member in the variants of a union.
#[derive(Default)]
struct Stated {
    types: Vec<NodeId>,
    /// The number of variants that state it, and of those that require it.
    count: usize,
    required: usize,
}

/// Returns a node behind aliases and options, and whether it may be null.
pub fn settled(schema: &Schema, mut id: NodeId) -> (NodeId, bool) {
    let mut nullable = false;
    // An option of itself ends somewhere, and has no type in Arrow then.
    for _ in schema.nodes() {
        id = schema.resolved(id);
        let Type::Optional(inner) = schema.node(id).ty else {
            break;
        };
        (id, nullable) = (inner, true);
    }
    (id, nullable)
}

/// Returns whether some of the values at a node may be objects.
fn may_be_object(schema: &Schema, id: NodeId) -> bool {
    let (id, _) = settled(schema, id);
    matches!(
        schema.node(id).ty,
        Type::Any | Type::Record(_) | Type::Map { .. } | Type::Union(_)
    )
}
