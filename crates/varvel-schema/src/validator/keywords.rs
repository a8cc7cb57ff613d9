//! Reads the rules of one schema from its keywords.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result, number};

use super::compile::{Compile, Draft};
use super::document::{Content, Id, Members, Number};
use super::order;
use super::pattern::Pattern;
use super::rules::{
    Arrays, Bounds, Combined, Contains, Count, Objects, Rules, Strings, TYPES, Values,
};

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
