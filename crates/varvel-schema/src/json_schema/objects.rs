//! Objects: members, those of flattened nodes among them.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;

use super::parts::Parts;
use super::unions;
use crate::object::Object;
use crate::schema::{Field, NodeId, Schema};

/// An object, and what says which variant it is.
struct Tagged<'s> {
    object: Object<'s>,
    /// The member that says which variant it is, and the names for that.
    tag: Option<(&'s str, Vec<&'s str>)>,
}

/// The members of a schema that is a record.
pub(super) fn record(schema: &Schema, id: NodeId, parts: &mut Parts) {
    let object = Object::of(schema, id);
    Tagged { object, tag: None }.write(schema, parts);
}

/// What else may stand in an object.
pub(super) enum Among {
    /// Members of others, of which nothing is known here.
    Others,
    /// Nothing, if what is there without a content is closed.
    Nothing(bool),
}

/// The members of a schema that is an object with a tag, and what is in the variant among its
/// members.
pub(super) fn tagged(
    schema: &Schema,
    content: Option<NodeId>,
    tag: (&str, Vec<&str>),
    among: Among,
    parts: &mut Parts,
) {
    let mut object = content.map_or_else(Object::default, |content| Object::of(schema, content));
    match among {
        Among::Others => (object.closed, object.rest) = (false, None),
        Among::Nothing(closed) => object.closed |= content.is_none() && closed,
    }
    let tag = Some(tag);
    Tagged { object, tag }.write(schema, parts);
}

impl Tagged<'_> {
    fn write(&self, schema: &Schema, parts: &mut Parts) {
        parts.key("type").text("object");
        if self.tag.is_some() || !self.object.fields.is_empty() {
            parts.key("properties").begin_map();
            if let Some((tag, names)) = &self.tag {
                parts.key((*tag).to_owned());
                unions::one_of_names(names, parts);
            }
            for (field, _) in &self.object.fields {
                parts.key(field.name.clone()).field(schema, field);
                for alias in &field.aliases {
                    parts.key(alias.clone()).node(field.node);
                }
            }
            parts.end_map();
        }
        self.required(parts);
        self.conditions(schema, parts);
        // Members that others of these schemas speak of are no other members.
        let key = match self.object.unions.is_empty() {
            true => "additionalProperties",
            false => "unevaluatedProperties",
        };
        match self.object.rest {
            Some(values) => _ = parts.key(key).node(values),
            None if self.object.closed => _ = parts.key(key).bool(false),
            None => {}
        }
    }

    fn required(&self, parts: &mut Parts) {
        let named = self.object.fields.iter();
        let named = named.filter(|(field, required)| *required && field.aliases.is_empty());
        let tag = self.tag.iter().map(|(tag, _)| *tag);
        let names: Vec<&str> = tag
            .chain(named.map(|(field, _)| field.name.as_str()))
            .collect();
        if names.is_empty() {
            return;
        }
        parts.key("required").begin_array();
        for name in names {
            parts.text(name.to_owned());
        }
        parts.end_array();
    }

    /// What `required` cannot say.
    fn conditions(&self, schema: &Schema, parts: &mut Parts) {
        let by_alias = self.object.fields.iter();
        let by_alias: Vec<&Field> = by_alias
            .filter(|(field, required)| *required && !field.aliases.is_empty())
            .map(|(field, _)| *field)
            .collect();
        if !by_alias.is_empty() || !self.object.unions.is_empty() {
            parts.key("allOf").begin_array();
            for field in by_alias {
                parts.begin_map().key("oneOf").begin_array();
                for name in core::iter::once(&field.name).chain(&field.aliases) {
                    parts.begin_map().key("required").begin_array();
                    parts.text(name.clone()).end_array().end_map();
                }
                parts.end_array().end_map();
            }
            for (union, optional) in &self.object.unions {
                parts.begin_map();
                if *optional {
                    parts.key("anyOf").begin_array().begin_map();
                }
                unions::open(schema, union, parts);
                if *optional {
                    parts.end_map().bool(true).end_array();
                }
                parts.end_map();
            }
            parts.end_array();
        }
        self.together(parts);
    }

    /// Members of which all have to be there or none.
    fn together(&self, parts: &mut Parts) {
        let groups: Vec<&[(&Field, bool)]> = self
            .object
            .groups
            .iter()
            .map(|group| &self.object.fields[group.clone()])
            .filter(|group| needs(group).next().is_some())
            .collect();
        if groups.is_empty() {
            return;
        }
        parts.key("dependentRequired").begin_map();
        for group in groups {
            for (field, _) in group {
                for name in core::iter::once(&field.name).chain(&field.aliases) {
                    parts.key(name.clone()).begin_array();
                    for needed in needs(group) {
                        parts.text(needed.name.clone());
                    }
                    parts.end_array();
                }
            }
        }
        parts.end_map();
    }
}

/// The members of a group that have to be there if one is; of one with aliases that cannot be said.
fn needs<'a>(group: &'a [(&'a Field, bool)]) -> impl Iterator<Item = &'a Field> {
    let fields = group.iter().map(|(field, _)| *field);
    fields.filter(|field| field.required && field.aliases.is_empty())
}
