//! Writes unions, for each way in which a document names the variant.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;

use super::objects::{self, Among};
use super::parts::Parts;
use crate::schema::{NodeId, Schema, Tagging, Union, Variant};

/// Adds the keywords of a union.
pub(super) fn union(schema: &Schema, union: &Union, parts: &mut Parts) {
    match &union.tagging {
        Tagging::Untagged => {
            parts.key("anyOf").begin_array();
            for variant in &union.variants {
                content(variant.content, parts);
            }
            parts.end_array();
        }
        Tagging::Integer => integers(union, parts),
        Tagging::External if are_names(union) => {
            parts.key("type").text("string");
            parts.key("enum").begin_array();
            for name in known(union).flat_map(names) {
                parts.text(name.to_owned());
            }
            parts.end_array();
        }
        Tagging::External | Tagging::Internal(_) | Tagging::Adjacent { .. } => {
            tagged(schema, union, parts, false);
        }
    }
}

/// Adds the keywords of a union that is flattened, so that its object may have other members.
pub(super) fn open(schema: &Schema, inner: &Union, parts: &mut Parts) {
    match inner.tagging {
        Tagging::Internal(_) => tagged(schema, inner, parts, true),
        _ => union(schema, inner, parts),
    }
}

/// Returns whether the variants are only names without descriptions.
fn are_names(union: &Union) -> bool {
    let plain =
        |variant: &Variant| variant.content.is_none() && variant.doc.is_empty() && !variant.other;
    union.variants.iter().all(plain)
}

/// Returns the variants that have names.
fn known(union: &Union) -> impl Iterator<Item = &Variant> {
    union.variants.iter().filter(|variant| !variant.other)
}

/// Returns all names of a variant.
fn names(variant: &Variant) -> impl Iterator<Item = &str> {
    core::iter::once(&variant.name)
        .chain(&variant.aliases)
        .map(|name| name.as_str())
}

fn content(content: Option<NodeId>, parts: &mut Parts) {
    match content {
        Some(content) => _ = parts.node(content),
        None => {
            parts.begin_map().key("type").text("null");
            parts.end_map();
        }
    }
}

/// Adds the schema of a string that is one of these names.
pub(super) fn one_of_names(names: &[&str], parts: &mut Parts) {
    parts.begin_map();
    match names {
        [name] => _ = parts.key("const").text((*name).to_owned()),
        _ => {
            parts.key("enum").begin_array();
            for name in names {
                parts.text((*name).to_owned());
            }
            parts.end_array();
        }
    }
    parts.end_map();
}

fn integers(union: &Union, parts: &mut Parts) {
    if union.variants.iter().any(|variant| variant.other) {
        parts.key("type").text("integer");
        parts.key("minimum").integer(i64::MIN.into());
        parts.key("maximum").integer(i64::MAX.into());
        return;
    }
    parts.key("oneOf").begin_array();
    for variant in &union.variants {
        parts.begin_map();
        parts
            .key("const")
            .integer(variant.value.unwrap_or_default().into());
        parts.key("title").text(variant.name.clone());
        described(variant, parts);
        parts.end_map();
    }
    parts.end_array();
}

fn described(variant: &Variant, parts: &mut Parts) {
    if !variant.doc.is_empty() {
        parts.key("description").text(variant.doc.clone());
    }
}

/// Adds the keywords of a union whose variants have names. If it is `open`, other members may stand
/// beside its own, with any value.
fn tagged(schema: &Schema, union: &Union, parts: &mut Parts, open: bool) {
    parts.key("oneOf").begin_array();
    for variant in known(union) {
        parts.begin_map();
        described(variant, parts);
        let names: Vec<&str> = names(variant).collect();
        match &union.tagging {
            Tagging::Internal(tag) => {
                let among = if open {
                    Among::Others
                } else {
                    Among::Nothing(union.closed)
                };
                objects::tagged(schema, variant.content, (tag, names), among, parts);
            }
            Tagging::Adjacent { .. } => beside(union, variant, &names, parts),
            _ => outside(variant.content, &names, parts),
        }
        parts.end_map();
    }
    if let Some(other) = union.variants.iter().find(|variant| variant.other) {
        others(union, other, parts);
    }
    parts.end_array();
}

/// Adds the keywords of a name alone, or of an object whose member has that name.
fn outside(content: Option<NodeId>, names: &[&str], parts: &mut Parts) {
    let Some(content) = content else {
        match names {
            [name] => _ = parts.key("const").text((*name).to_owned()),
            _ => {
                parts.key("enum").begin_array();
                for name in names {
                    parts.text((*name).to_owned());
                }
                parts.end_array();
            }
        }
        return;
    };
    parts.key("type").text("object");
    parts.key("properties").begin_map();
    for name in names {
        parts.key((*name).to_owned()).node(content);
    }
    parts.end_map();
    parts.key("minProperties").integer(1);
    parts.key("maxProperties").integer(1);
    parts.key("additionalProperties").bool(false);
}

/// Adds the keywords of an object with the name in one member and the content in another.
fn beside(union: &Union, variant: &Variant, names: &[&str], parts: &mut Parts) {
    let Tagging::Adjacent {
        tag,
        content: inside,
    } = &union.tagging
    else {
        return;
    };
    parts.key("type").text("object");
    parts.key("properties").begin_map();
    parts.key(tag.clone());
    one_of_names(names, parts);
    parts.key(inside.clone());
    content(variant.content, parts);
    parts.end_map();
    parts.key("required").begin_array().text(tag.clone());
    if variant.content.is_some() {
        parts.text(inside.clone());
    }
    parts.end_array();
    if union.closed {
        parts.key("additionalProperties").bool(false);
    }
}

/// Adds the schema of the variant for all other names: its content, or anything, without one of the
/// known names.
fn others(union: &Union, other: &Variant, parts: &mut Parts) {
    let names: Vec<&str> = known(union).flat_map(names).collect();
    parts.begin_map();
    described(other, parts);
    let needs_object = other.content.is_none()
        && matches!(
            union.tagging,
            Tagging::Internal(_) | Tagging::Adjacent { .. }
        );
    if needs_object {
        parts.key("type").text("object");
    }
    if let Some(content) = other.content {
        parts.key("allOf").begin_array().node(content).end_array();
    }
    if names.is_empty() {
        parts.end_map();
        return;
    }
    parts.key("not").begin_map();
    match &union.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent { tag, .. } => {
            parts.key("type").text("object");
            parts.key("properties").begin_map().key(tag.clone());
            one_of_names(&names, parts);
            parts.end_map();
            parts.key("required").begin_array().text(tag.clone());
            parts.end_array();
        }
        _ => {
            parts.key("anyOf").begin_array();
            one_of_names(&names, parts);
            for name in names {
                parts.begin_map().key("type").text("object");
                parts.key("required").begin_array();
                parts.text(name.to_owned()).end_array().end_map();
            }
            parts.end_array();
        }
    }
    parts.end_map().end_map();
}
