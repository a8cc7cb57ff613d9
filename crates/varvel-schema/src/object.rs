//! The members of one object: those of a record, with those of nodes that are flattened into it.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::schema::{Field, NodeId, Record, Schema, Type, Union};

/// The members of one object.
#[derive(Default)]
pub(crate) struct Object<'s> {
    /// The members with names, and whether they are required.
    pub fields: Vec<(&'s Field, bool)>,
    /// Ranges of `fields` whose required members have to be present if one of the range is.
    pub groups: Vec<Range<usize>>,
    /// The values of all other members.
    pub rest: Option<NodeId>,
    /// Unions with a tag inside, and whether their members may be missing.
    pub unions: Vec<(&'s Union, bool)>,
    pub closed: bool,
}

impl<'s> Object<'s> {
    /// Returns the members of the object that a node describes.
    pub fn of(schema: &'s Schema, id: NodeId) -> Self {
        let mut object = Self::default();
        if let Type::Record(record) = &schema.node(schema.resolved(id)).ty {
            object.closed = record.closed;
        }
        // Nodes whose members belong to the object, and whether they may be missing. Each counts
        // once.
        let mut left = vec![(id, false)];
        let mut seen = Vec::new();
        while let Some((id, optional)) = left.pop() {
            let id = schema.resolved(id);
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            match &schema.node(id).ty {
                Type::Optional(inner) => left.push((*inner, true)),
                Type::Map { values, .. } => object.rest = Some(*values),
                Type::Union(union) => object.unions.push((union, optional)),
                Type::Record(record) => {
                    object.add(record, optional);
                    let flattened = record.flattened.iter().rev();
                    left.extend(flattened.map(|inner| (*inner, optional)));
                }
                _ => {}
            }
        }
        object
    }

    fn add(&mut self, record: &'s Record, optional: bool) {
        let start = self.fields.len();
        let fields = record.fields.iter();
        self.fields
            .extend(fields.map(|field| (field, field.required && !optional)));
        if optional {
            self.groups.push(start..self.fields.len());
        }
    }

    /// Adds the members of another object.
    pub fn append(&mut self, other: Self) {
        let len = self.fields.len();
        self.fields.extend(other.fields);
        let groups = other.groups.into_iter();
        self.groups
            .extend(groups.map(|group| group.start + len..group.end + len));
        self.rest = self.rest.or(other.rest);
        self.unions.extend(other.unions);
    }
}
