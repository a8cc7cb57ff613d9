//! Reads the rules of one schema from its keywords.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result, number};

use super::compile::Compile;
use super::document::{Content, Id, KEY, Members, Number};
use super::draft::Draft;
use super::order;
use super::rules::{
    Arrays, Bounds, Combined, Contains, Count, Objects, Rules, Strings, TYPES, Values,
};
use super::shape::Shape;

impl Rules {
    /// Reads the keywords of the schema at `id`, whose shapes were checked.
    pub fn read(compile: &mut Compile<'_>, id: Id, draft: Draft) -> Result<Self> {
        let members = match compile.document.content(id) {
            Content::Object(members) => members,
            content => {
                return Ok(Self {
                    never: matches!(content, Content::Bool(false)),
                    ..Self::default()
                });
            }
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
            // One that the version does not have means nothing.
            if Shape::of(key, draft).1 {
                rules.keyword(compile, members, member, draft)?;
            }
        }
        Ok(rules)
    }

    /// Reads a keyword.
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
            "$dynamicRef" => {
                self.dynamic = Some(Box::new(compile.dynamic_reference(id)?));
            }
            "$recursiveRef" => {
                self.dynamic = Some(Box::new(compile.recursive_reference(id)?));
            }
            "type" => self.types = types(compile, id),
            "enum" => {
                let in_order = compile.items(id).to_vec();
                let mut sorted = in_order.clone();
                sorted.sort_by(|a, b| order::compare((document, *a), (document, *b)));
                self.values = Some(Values { sorted, in_order });
            }
            "const" => self.constant = Some(id),
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
                objects.keyword(compile, id)?;
            }
            "allOf" | "anyOf" | "oneOf" | "not" | "if" | "then" | "else" => {
                let combined = self.combined.get_or_insert_default();
                combined.keyword(compile, id)?;
            }
            "unevaluatedItems" => {
                self.unevaluated_items = Some(compile.rule(id)?);
            }
            "unevaluatedProperties" => {
                self.unevaluated_properties = Some(compile.rule(id)?);
            }
            _ => {}
        }
        Ok(())
    }
}

fn types(compile: &Compile<'_>, id: Id) -> u8 {
    let one = |id| {
        let name = compile.text(id);
        let bit = TYPES.iter().position(|(known, _)| *known == name);
        bit.map_or(0, |bit| 1 << bit)
    };
    match compile.document.content(id) {
        Content::Array(names) => names.iter().fold(0, |all, name| all | one(*name)),
        _ => one(id),
    }
}

fn bound(bounds: &mut Bounds, compile: &Compile<'_>, members: Members<'_>, id: Id) -> Result {
    let document = compile.document;
    let key = document.key(id);
    let exclusive = |name: &str| {
        let flag = document.member(members, name);
        flag.is_some_and(|flag| compile.flag(flag))
    };
    // In draft 4 a flag changes the bound beside it.
    let Content::Number(number) = document.content(id) else {
        return Ok(());
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
            let is_finite = !matches!(number, Number::NonFinite(_));
            if !is_finite || number::is_multiple("1", &text).is_none() {
                let expected = format!(
                    "a number above 0 of at most {} digits",
                    number::DIVISOR_DIGITS
                );
                let error = Error::expected(ErrorKind::NumberOutOfRange, expected);
                return Err(compile.at(id, error.with_content(document.shown(id))));
            }
            bounds.part = Some(id);
        }
    }
    Ok(())
}

/// Reads a number of items, members or characters. More than 64 bits hold is more than any document
/// has.
fn count(compile: &Compile<'_>, id: Id) -> u64 {
    match compile.document.content(id) {
        Content::Number(Number::Integer(value)) => value as u64,
        Content::Number(other) => varvel_core::Number::Decimal(&format!("{other}"))
            .as_f64()
            .map_or(u64::MAX, |value| value as u64),
        _ => 0,
    }
}

impl Strings {
    fn keyword(&mut self, compile: &mut Compile<'_>, id: Id) -> Result {
        match compile.document.key(id) {
            "minLength" => self.length.least = count(compile, id),
            "maxLength" => self.length.most = Some(count(compile, id)),
            _ => self.pattern = Some(compile.pattern(compile.text(id), id)?),
        }
        Ok(())
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
            "minItems" => self.count.least = count(compile, id),
            "maxItems" => self.count.most = Some(count(compile, id)),
            "uniqueItems" => self.unique = compile.flag(id),
            "prefixItems" => self.first = compile.rules(id)?,
            // Before 2020-12 a list.
            "items" if is_list(id) => self.first = compile.rules(id)?,
            "items" => self.rest = Some(compile.rule(id)?),
            // It means nothing unless `items` is a list.
            "additionalItems" if document.member(members, "items").is_some_and(is_list) => {
                self.rest = Some(compile.rule(id)?);
            }
            "contains" => {
                let beside = |name| {
                    let id = document.member(members, name);
                    id.filter(|_| draft >= Draft::D2019)
                };
                let least = beside("minContains").map(|id| count(compile, id));
                let most = beside("maxContains").map(|id| count(compile, id));
                let count = Count {
                    least: least.unwrap_or(1),
                    most,
                };
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
    fn keyword(&mut self, compile: &mut Compile<'_>, id: Id) -> Result {
        match compile.document.key(id) {
            "minProperties" => self.count.least = count(compile, id),
            "maxProperties" => self.count.most = Some(count(compile, id)),
            "required" => self.required = names(compile, id),
            "properties" => {
                for member in compile.members(id) {
                    let name = compile.document.key(*member);
                    self.names.push(name.into());
                    self.known.push((name.into(), compile.rule(*member)?));
                }
                self.known.sort();
            }
            "patternProperties" => {
                for member in compile.members(id) {
                    let text = compile.document.key(*member);
                    let pattern = compile.pattern(text, member | KEY)?;
                    self.patterns.push((pattern, compile.rule(*member)?));
                }
            }
            "additionalProperties" => self.rest = Some(compile.rule(id)?),
            "propertyNames" => self.key = Some(compile.rule(id)?),
            "dependencies" => self.dependencies(compile, id, None)?,
            "dependentRequired" => {
                self.dependencies(compile, id, Some(true))?;
            }
            "dependentSchemas" => {
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
        for &member in compile.members(id) {
            let name = String::from(compile.document.key(member));
            let is_list = matches!(compile.document.content(member), Content::Array(_));
            match are_names.unwrap_or(is_list) {
                true => self.with_names.push((name, names(compile, member))),
                false => self.with_rules.push((name, compile.rule(member)?)),
            }
        }
        Ok(())
    }
}

impl Combined {
    fn keyword(&mut self, compile: &mut Compile<'_>, id: Id) -> Result {
        match compile.document.key(id) {
            "allOf" => self.all.extend(compile.rules(id)?),
            "anyOf" => self.any = Some(compile.rules(id)?),
            "oneOf" => self.one = Some(compile.rules(id)?),
            "not" => self.not = Some(compile.rule(id)?),
            "if" => self.condition = Some(compile.rule(id)?),
            "then" => self.then = Some(compile.rule(id)?),
            "else" => self.otherwise = Some(compile.rule(id)?),
            _ => {}
        }
        Ok(())
    }
}

fn names(compile: &Compile<'_>, id: Id) -> Vec<String> {
    let items = compile.items(id).iter();
    items.map(|id| compile.text(*id).into()).collect()
}
