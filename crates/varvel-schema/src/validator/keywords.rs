//! The rules of one schema, as its keywords say them. Other schemas are numbers here.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result, number};

use super::compile::{Compile, Draft};
use super::document::{Content, Id, Members, Number};
use super::order;
use super::pattern::Pattern;

/// The number of a compiled schema.
pub(super) type Rule = u32;

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
    /// The schemas of resources.
    pub of: Vec<(Id, Rule)>,
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
    /// Reads the keywords of the schema at `id`.
    pub fn read(compile: &mut Compile<'_>, id: Id, draft: Draft) -> Result<Self> {
        let members = match compile.document.content(id) {
            Content::Bool(value) => {
                return Ok(Self {
                    never: !value,
                    ..Self::default()
                });
            }
            Content::Object(members) => members,
            _ => return Err(compile.wrong(id, "a schema: an object, true or false")),
        };
        let mut rules = Self::default();
        let has_reference = compile.document.member(members, "$ref").is_some();
        // Up to draft 7 a reference stands alone.
        let alone = has_reference && draft <= Draft::D7;
        let all = members.all.to_vec();
        for member in all {
            let key = compile.document.key(member);
            if alone && key != "$ref" {
                continue;
            }
            rules.keyword(compile, members, member, draft)?;
        }
        Ok(rules)
    }

    /// Reads a keyword. One that the draft does not have means nothing.
    fn keyword(
        &mut self,
        compile: &mut Compile<'_>,
        members: Members<'_>,
        id: Id,
        draft: Draft,
    ) -> Result {
        let document = compile.document;
        match document.key(id) {
            "$ref" => self.reference = Some(compile.reference(id)?),
            "$dynamicRef" if draft >= Draft::D2020 => {
                self.dynamic = Some(Box::new(compile.dynamic_reference(id)?));
            }
            "$recursiveRef" if draft == Draft::D2019 => {
                self.dynamic = Some(Box::new(compile.recursive_reference(id)?));
            }
            "type" => self.types = types(compile, id)?,
            "enum" => {
                let in_order = compile.items(id, "an array of values")?.to_vec();
                let mut sorted = in_order.clone();
                sorted.sort_by(|a, b| order::compare((document, *a), (document, *b)));
                self.values = Some(Values { sorted, in_order });
            }
            "const" if draft >= Draft::D6 => self.constant = Some(id),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                bound(self.number.get_or_insert_default(), compile, members, id)?;
            }
            "minLength" | "maxLength" | "pattern" => {
                self.string.get_or_insert_default().keyword(compile, id)?;
            }
            "items" | "prefixItems" | "additionalItems" | "minItems" | "maxItems"
            | "uniqueItems" | "contains" => {
                let arrays = self.array.get_or_insert_default();
                arrays.keyword(compile, members, id, draft)?;
            }
            "properties"
            | "patternProperties"
            | "additionalProperties"
            | "propertyNames"
            | "required"
            | "minProperties"
            | "maxProperties"
            | "dependencies"
            | "dependentRequired"
            | "dependentSchemas" => {
                let objects = self.object.get_or_insert_default();
                objects.keyword(compile, id, draft)?;
            }
            "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" => {
                let combined = self.combined.get_or_insert_default();
                combined.keyword(compile, id, draft)?;
            }
            "unevaluatedItems" if draft >= Draft::D2019 => {
                self.unevaluated_items = Some(compile.rule(id)?);
            }
            "unevaluatedProperties" if draft >= Draft::D2019 => {
                self.unevaluated_properties = Some(compile.rule(id)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether it has a reference that depends on the way to it.
    pub fn is_dynamic(&self) -> bool {
        let dynamic = self.dynamic.as_ref();
        dynamic.is_some_and(|dynamic| !dynamic.of.is_empty())
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
            let others = [
                combined.not,
                combined.condition,
                combined.then,
                combined.otherwise,
            ];
            all.extend(others.into_iter().flatten());
        }
        if let Some(object) = &self.object {
            all.extend(object.with_rules.iter().map(|(_, rule)| *rule));
        }
        all
    }
}

fn types(compile: &Compile<'_>, id: Id) -> Result<u8> {
    let one = |id| {
        let Content::String(name) = compile.document.content(id) else {
            return Err(compile.wrong(id, "the name of a type, or an array of them"));
        };
        match TYPES.iter().position(|(known, _)| *known == name) {
            Some(bit) => Ok(1 << bit),
            None => {
                let names = TYPES.map(|(name, _)| name);
                Err(compile.at(id, Error::unknown_variant(name, &names)))
            }
        }
    };
    match compile.document.content(id) {
        Content::Array(names) => names.iter().try_fold(0, |all, name| Ok(all | one(*name)?)),
        _ => one(id),
    }
}

fn bound(bounds: &mut Bounds, compile: &Compile<'_>, members: Members<'_>, id: Id) -> Result {
    let document = compile.document;
    let key = document.key(id);
    let exclusive = |name: &str| {
        let flag = document.member(members, name);
        flag.is_some_and(|flag| matches!(document.content(flag), Content::Bool(true)))
    };
    let number = match document.content(id) {
        Content::Number(number) => number,
        // In draft 4 it changes the bound beside it.
        Content::Bool(_) if key.starts_with("exclusive") => return Ok(()),
        _ => return Err(compile.wrong(id, "a number")),
    };
    match key {
        "minimum" if exclusive("exclusiveMinimum") => bounds.above = Some(id),
        "maximum" if exclusive("exclusiveMaximum") => bounds.below = Some(id),
        "minimum" => bounds.least = Some(id),
        "maximum" => bounds.most = Some(id),
        "exclusiveMinimum" => bounds.above = Some(id),
        "exclusiveMaximum" => bounds.below = Some(id),
        _ => {
            let text = format!("{number}");
            let is_divisor = order::numbers(number, Number::Integer(0)).is_gt()
                && !matches!(number, Number::NonFinite(_));
            if !is_divisor || number::is_multiple("1", &text).is_none() {
                let expected = format!(
                    "a number above 0 of at most {} digits",
                    number::DIVISOR_DIGITS
                );
                let error = Error::expected(ErrorKind::NumberOutOfRange, expected);
                return Err(compile.at(id, error.with_content(text)));
            }
            bounds.part = Some(id);
        }
    }
    Ok(())
}

impl Count {
    fn least(&mut self, compile: &Compile<'_>, id: Id) -> Result {
        self.least = count(compile, id)?;
        Ok(())
    }

    fn most(&mut self, compile: &Compile<'_>, id: Id) -> Result {
        self.most = Some(count(compile, id)?);
        Ok(())
    }

    /// Returns whether as many may be there.
    pub fn has(&self, count: u64) -> bool {
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }
}

/// Reads a number of items, members or characters. More than 64 bits hold is more than any document
/// has.
fn count(compile: &Compile<'_>, id: Id) -> Result<u64> {
    let Content::Number(number) = compile.document.content(id) else {
        return Err(compile.wrong(id, "a whole number"));
    };
    if !order::is_whole(number) || order::numbers(number, Number::Integer(0)).is_lt() {
        let error = Error::expected(ErrorKind::NumberOutOfRange, "a whole number, at least 0");
        return Err(compile.at(id, error.with_content(number)));
    }
    Ok(match number {
        Number::Integer(value) => value as u64,
        other => varvel_core::Number::Decimal(&format!("{other}"))
            .as_f64()
            .map_or(u64::MAX, |value| value as u64),
    })
}

impl Strings {
    fn keyword(&mut self, compile: &Compile<'_>, id: Id) -> Result {
        match compile.document.key(id) {
            "minLength" => self.length.least(compile, id),
            "maxLength" => self.length.most(compile, id),
            _ => {
                let text = compile.text(id, "a pattern")?;
                self.pattern = Some(Pattern::new(text).map_err(|error| compile.at(id, error))?);
                Ok(())
            }
        }
    }
}

impl Arrays {
    fn keyword(
        &mut self,
        compile: &mut Compile<'_>,
        members: Members<'_>,
        id: Id,
        draft: Draft,
    ) -> Result {
        let document = compile.document;
        let is_list = |id| matches!(document.content(id), Content::Array(_));
        match document.key(id) {
            "minItems" => self.count.least(compile, id)?,
            "maxItems" => self.count.most(compile, id)?,
            "uniqueItems" => self.unique = compile.flag(id)?,
            "prefixItems" if draft >= Draft::D2020 => self.first = compile.rules(id)?,
            // Before 2020-12 a list.
            "items" if is_list(id) => self.first = compile.rules(id)?,
            "items" => self.rest = Some(compile.rule(id)?),
            // It means nothing unless `items` is a list.
            "additionalItems" if document.member(members, "items").is_some_and(is_list) => {
                self.rest = Some(compile.rule(id)?);
            }
            "contains" if draft >= Draft::D6 => {
                let mut count = Count {
                    least: 1,
                    most: None,
                };
                if draft >= Draft::D2019 {
                    if let Some(least) = document.member(members, "minContains") {
                        count.least(compile, least)?;
                    }
                    if let Some(most) = document.member(members, "maxContains") {
                        count.most(compile, most)?;
                    }
                }
                self.contains = Some(Contains {
                    rule: compile.rule(id)?,
                    count,
                    evaluates: draft >= Draft::D2020,
                });
            }
            _ => {}
        }
        Ok(())
    }
}

impl Objects {
    fn keyword(&mut self, compile: &mut Compile<'_>, id: Id, draft: Draft) -> Result {
        match compile.document.key(id) {
            "minProperties" => self.count.least(compile, id)?,
            "maxProperties" => self.count.most(compile, id)?,
            "required" => self.required = names(compile, id)?,
            "properties" => {
                self.known = compile.named_rules(id)?;
                self.names = self.known.iter().map(|(name, _)| name.clone()).collect();
                self.known.sort();
            }
            "patternProperties" => {
                for (text, rule) in compile.named_rules(id)? {
                    let pattern = Pattern::new(&text).map_err(|error| compile.at(id, error))?;
                    self.patterns.push((pattern, rule));
                }
            }
            "additionalProperties" => self.rest = Some(compile.rule(id)?),
            "propertyNames" if draft >= Draft::D6 => self.key = Some(compile.rule(id)?),
            "dependencies" => self.dependencies(compile, id, None)?,
            "dependentRequired" if draft >= Draft::D2019 => {
                self.dependencies(compile, id, Some(true))?;
            }
            "dependentSchemas" if draft >= Draft::D2019 => {
                self.dependencies(compile, id, Some(false))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads members that want others beside them: lists of names, or schemas.
    fn dependencies(
        &mut self,
        compile: &mut Compile<'_>,
        id: Id,
        are_names: Option<bool>,
    ) -> Result {
        for member in compile.members(id)?.to_vec() {
            let name = String::from(compile.document.key(member));
            let is_list = matches!(compile.document.content(member), Content::Array(_));
            match are_names.unwrap_or(is_list) {
                true => self.with_names.push((name, names(compile, member)?)),
                false => self.with_rules.push((name, compile.rule(member)?)),
            }
        }
        Ok(())
    }
}

impl Combined {
    fn keyword(&mut self, compile: &mut Compile<'_>, id: Id, draft: Draft) -> Result {
        match compile.document.key(id) {
            "allOf" => self.all.extend(compile.rules(id)?),
            "anyOf" => self.any = Some(compile.rules(id)?),
            "oneOf" => self.one = Some(compile.rules(id)?),
            "not" => self.not = Some(compile.rule(id)?),
            "if" if draft >= Draft::D7 => self.condition = Some(compile.rule(id)?),
            "then" if draft >= Draft::D7 => self.then = Some(compile.rule(id)?),
            "else" if draft >= Draft::D7 => self.otherwise = Some(compile.rule(id)?),
            _ => {}
        }
        Ok(())
    }
}

fn names(compile: &Compile<'_>, id: Id) -> Result<Vec<String>> {
    let items = compile.items(id, "an array of names")?.iter();
    let names = items.map(|id| compile.text(*id, "a name").map(String::from));
    names.collect()
}
