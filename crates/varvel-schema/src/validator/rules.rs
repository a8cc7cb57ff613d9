//! The rules of one schema. Other schemas are numbers here.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::document::{Content, Id};
use super::order;
use super::pattern::Pattern;

/// The number of a compiled schema.
pub(super) type Rule = u32;

/// The number of a dynamic anchor that several resources have.
pub(super) type Anchor = u32;

/// The number of a resource that has such anchors.
pub(super) type Resource = u32;

/// The rules of a schema.
#[derive(Default)]
pub(super) struct Rules {
    /// Whether it is `false`.
    pub never: bool,
    /// A set of types; empty if it has no `type`.
    pub types: u8,
    pub reference: Option<Rule>,
    pub dynamic: Option<Box<Dynamic>>,
    /// The values of `enum`, in the order of [`order::compare`].
    pub values: Option<Values>,
    pub constant: Option<Id>,
    pub number: Option<Box<Bounds>>,
    pub string: Option<Box<Strings>>,
    pub array: Option<Box<Arrays>>,
    pub object: Option<Box<Objects>>,
    pub combined: Option<Box<Combined>>,
    pub unevaluated_items: Option<Rule>,
    pub unevaluated_properties: Option<Rule>,
}

/// A reference that depends on the way to it.
pub(super) struct Dynamic {
    /// The schema if no resource on the way has another.
    pub nearest: Rule,
    /// The anchor, if the way may lead to another schema.
    pub anchor: Option<Anchor>,
}

/// The values of `enum`.
pub(super) struct Values {
    pub sorted: Vec<Id>,
    pub in_order: Vec<Id>,
}

/// Bounds of numbers: nodes of the document of the schema.
#[derive(Default)]
pub(super) struct Bounds {
    pub least: Option<Id>,
    pub most: Option<Id>,
    pub above: Option<Id>,
    pub below: Option<Id>,
    pub part: Option<Id>,
}

/// How many there may be.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub least: u64,
    pub most: Option<u64>,
}

#[derive(Default)]
pub(super) struct Strings {
    pub length: Count,
    pub pattern: Option<Pattern>,
}

#[derive(Default)]
pub(super) struct Arrays {
    pub count: Count,
    pub first: Vec<Rule>,
    pub rest: Option<Rule>,
    pub unique: bool,
    pub contains: Option<Contains>,
}

pub(super) struct Contains {
    pub rule: Rule,
    pub count: Count,
    /// Whether the items that fit are evaluated: since 2020-12.
    pub evaluates: bool,
}

#[derive(Default)]
pub(super) struct Objects {
    pub count: Count,
    /// Sorted by names.
    pub known: Vec<(String, Rule)>,
    /// The names in the order of the schema.
    pub names: Vec<String>,
    pub patterns: Vec<(Pattern, Rule)>,
    pub rest: Option<Rule>,
    pub key: Option<Rule>,
    pub required: Vec<String>,
    pub with_names: Vec<(String, Vec<String>)>,
    pub with_rules: Vec<(String, Rule)>,
}

#[derive(Default)]
pub(super) struct Combined {
    pub all: Vec<Rule>,
    pub any: Option<Vec<Rule>>,
    pub one: Option<Vec<Rule>>,
    pub not: Option<Rule>,
    pub condition: Option<Rule>,
    pub then: Option<Rule>,
    pub otherwise: Option<Rule>,
}

/// The types of JSON Schema: the name, what a message says, and the bit in a set.
pub(super) const TYPES: [(&str, &str); 7] = [
    ("null", "null"),
    ("boolean", "a boolean"),
    ("integer", "an integer"),
    ("number", "a number"),
    ("string", "a string"),
    ("array", "an array"),
    ("object", "an object"),
];

/// Returns the types of a value as a set.
pub(super) fn types_of(content: &Content<'_>) -> u8 {
    match content {
        Content::Null => 1,
        Content::Bool(_) => 1 << 1,
        Content::Number(number) if order::is_whole(*number) => 1 << 2 | 1 << 3,
        Content::Number(_) => 1 << 3,
        Content::String(_) => 1 << 4,
        Content::Array(_) => 1 << 5,
        Content::Object(_) => 1 << 6,
        Content::Other(..) => 0,
    }
}

impl Rules {
    /// Returns whether it has a reference that depends on the way to it.
    pub fn is_dynamic(&self) -> bool {
        let dynamic = self.dynamic.as_ref();
        dynamic.is_some_and(|dynamic| dynamic.anchor.is_some())
    }

    /// Returns the schemas that apply to the same value, whatever the way to this one.
    pub fn in_place(&self) -> Vec<Rule> {
        let mut all: Vec<Rule> = self.reference.into_iter().collect();
        let dynamic = self.dynamic.iter().filter(|_| !self.is_dynamic());
        all.extend(dynamic.map(|dynamic| dynamic.nearest));
        if let Some(combined) = &self.combined {
            all.extend(&combined.all);
            all.extend(combined.any.iter().flatten());
            all.extend(combined.one.iter().flatten());
            all.extend(combined.not);
            // Without a condition, its branches apply to nothing.
            if let Some(condition) = combined.condition {
                all.push(condition);
                all.extend(combined.then.into_iter().chain(combined.otherwise));
            }
        }
        if let Some(object) = &self.object {
            all.extend(object.with_rules.iter().map(|(_, rule)| *rule));
        }
        all
    }

    /// Returns whether it has `unevaluated…`, for which the members or items that other schemas
    /// looked at are marked.
    pub fn needs_marks(&self) -> bool {
        self.unevaluated_items.is_some() || self.unevaluated_properties.is_some()
    }
}

impl Count {
    /// Returns whether as many may be there.
    pub fn has(&self, count: u64) -> bool {
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }
}
