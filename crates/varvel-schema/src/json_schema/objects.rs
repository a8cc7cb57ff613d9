//! Writes objects: their members, and those of flattened nodes.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;

use super::parts::Parts;
use super::unions;
use crate::object::Object;
use crate::schema::{Field, NodeId, Schema};

/// An object, and the tag that names its variant.
struct Tagged<'s> {
    object: Object<'s>,
    /// The member that names the variant, and the names of the variant.
    tag: Option<(&'s str, Vec<&'s str>)>,
}

/// Adds the keywords of a record.
pub(super) fn record(schema: &Schema, id: NodeId, parts: &mut Parts) {
    let object = Object::of(schema, id);
    Tagged { object, tag: None }.write(schema, parts);
}

/// Which other members an object may have.
pub(super) enum Among {
    /// Members of other nodes, which are unknown here.
    Others,
    /// No others, if the variant has no content and this is `true`. A content decides for itself.
    Nothing(bool),
}

/// Adds the keywords of an object with a tag, with the content of the variant among its members.
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
        // Members that the schemas of flattened unions declare are no additional ones.
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

    /// Adds the conditions that `required` cannot express.
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

    /// Adds the groups of members that have to be present together.
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

/// Returns the members of a group that have to be present if one is. JSON Schema cannot express
/// this for members with aliases.
fn needs<'a>(group: &'a [(&'a Field, bool)]) -> impl Iterator<Item = &'a Field> {
    let fields = group.iter().map(|(field, _)| *field);
    fields.filter(|field| field.required && field.aliases.is_empty())
}
