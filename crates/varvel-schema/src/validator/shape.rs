//! The shapes of keywords: what the meta-schemas and the text of each version ask of their values.
//! They also tell which values are schemas.

use alloc::collections::BTreeSet;

use varvel_core::{Error, ErrorKind, Result};

use super::document::{Content, Document, Id, Number};
use super::draft::Draft;
use super::order;
use super::rules::TYPES;

use Draft::{D4, D6, D7, D2019, D2020};

/// The shape of a keyword's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Any,
    Text,
    Flag,
    Number,
    /// A number above 0.
    Divisor,
    /// A whole number, at least 0.
    Count,
    /// The name of a type, or a list of them.
    Types,
    List,
    /// The values of `enum` of draft 4: at least one, each once.
    Values,
    /// Names, each once.
    Names,
    /// At least one name, each once.
    SomeNames,
    /// An object of names.
    NamesByName,
    Flags,
    Schema,
    /// A schema, or true or false. In draft 4 those are no schemas.
    SchemaOrFlag,
    Schemas,
    SchemaOrSchemas,
    Named,
    /// An object of schemas and of lists of names.
    Dependencies,
    Identifier,
    Anchor,
    /// The flag `exclusiveMinimum` or `exclusiveMaximum` of draft 4.
    Exclusive,
}

/// The keywords, each with its first and last version.
const KEYWORDS: &[(&str, Draft, Draft, Shape)] = &[
    ("$anchor", D2019, D2020, Shape::Anchor),
    ("$comment", D7, D2020, Shape::Text),
    ("$defs", D2019, D2020, Shape::Named),
    ("$dynamicAnchor", D2020, D2020, Shape::Anchor),
    ("$dynamicRef", D2020, D2020, Shape::Text),
    ("$id", D6, D2020, Shape::Identifier),
    ("$recursiveAnchor", D2019, D2019, Shape::Flag),
    ("$recursiveRef", D2019, D2019, Shape::Text),
    ("$ref", D4, D2020, Shape::Text),
    ("$schema", D4, D2020, Shape::Text),
    ("$vocabulary", D2019, D2020, Shape::Flags),
    ("additionalItems", D4, D2019, Shape::SchemaOrFlag),
    ("additionalProperties", D4, D2020, Shape::SchemaOrFlag),
    ("allOf", D4, D2020, Shape::Schemas),
    ("anyOf", D4, D2020, Shape::Schemas),
    ("const", D6, D2020, Shape::Any),
    ("contains", D6, D2020, Shape::Schema),
    ("contentEncoding", D7, D2020, Shape::Text),
    ("contentMediaType", D7, D2020, Shape::Text),
    ("contentSchema", D2019, D2020, Shape::Schema),
    ("definitions", D4, D2020, Shape::Named),
    ("dependencies", D4, D2020, Shape::Dependencies),
    ("dependentRequired", D2019, D2020, Shape::NamesByName),
    ("dependentSchemas", D2019, D2020, Shape::Named),
    ("deprecated", D2019, D2020, Shape::Flag),
    ("description", D4, D2020, Shape::Text),
    ("else", D7, D2020, Shape::Schema),
    ("enum", D4, D4, Shape::Values),
    ("enum", D6, D2020, Shape::List),
    ("examples", D6, D2020, Shape::List),
    ("exclusiveMaximum", D4, D4, Shape::Exclusive),
    ("exclusiveMaximum", D6, D2020, Shape::Number),
    ("exclusiveMinimum", D4, D4, Shape::Exclusive),
    ("exclusiveMinimum", D6, D2020, Shape::Number),
    ("format", D4, D2020, Shape::Text),
    ("id", D4, D4, Shape::Identifier),
    ("if", D7, D2020, Shape::Schema),
    ("items", D4, D2019, Shape::SchemaOrSchemas),
    ("items", D2020, D2020, Shape::Schema),
    ("maxContains", D2019, D2020, Shape::Count),
    ("maxItems", D4, D2020, Shape::Count),
    ("maxLength", D4, D2020, Shape::Count),
    ("maxProperties", D4, D2020, Shape::Count),
    ("maximum", D4, D2020, Shape::Number),
    ("minContains", D2019, D2020, Shape::Count),
    ("minItems", D4, D2020, Shape::Count),
    ("minLength", D4, D2020, Shape::Count),
    ("minProperties", D4, D2020, Shape::Count),
    ("minimum", D4, D2020, Shape::Number),
    ("multipleOf", D4, D2020, Shape::Divisor),
    ("not", D4, D2020, Shape::Schema),
    ("oneOf", D4, D2020, Shape::Schemas),
    ("pattern", D4, D2020, Shape::Text),
    ("patternProperties", D4, D2020, Shape::Named),
    ("prefixItems", D2020, D2020, Shape::Schemas),
    ("properties", D4, D2020, Shape::Named),
    ("propertyNames", D6, D2020, Shape::Schema),
    ("readOnly", D7, D2020, Shape::Flag),
    ("required", D4, D4, Shape::SomeNames),
    ("required", D6, D2020, Shape::Names),
    ("then", D7, D2020, Shape::Schema),
    ("title", D4, D2020, Shape::Text),
    ("type", D4, D2020, Shape::Types),
    ("unevaluatedItems", D2019, D2020, Shape::Schema),
    ("unevaluatedProperties", D2019, D2020, Shape::Schema),
    ("uniqueItems", D4, D2020, Shape::Flag),
    ("writeOnly", D7, D2020, Shape::Flag),
];

impl Shape {
    /// Returns the shape of a keyword, and whether this version has it. Another version may have
    /// schemas there, to which references lead.
    pub fn of(keyword: &str, draft: Draft) -> (Self, bool) {
        let start = KEYWORDS.partition_point(|(name, ..)| *name < keyword);
        let all = KEYWORDS[start..].iter();
        let mut all = all.take_while(|(name, ..)| *name == keyword);
        let own = all
            .clone()
            .find(|(_, first, last, _)| (first..=last).contains(&&draft));
        match own.or_else(|| all.next()) {
            Some((.., shape)) => (*shape, own.is_some()),
            None => (Self::Any, false),
        }
    }

    /// Returns the schemas in a value of this shape.
    pub fn schemas<'d>(self, document: &'d Document, id: &'d Id) -> &'d [Id] {
        match (self, document.content(*id)) {
            (Self::Schema | Self::SchemaOrFlag | Self::SchemaOrSchemas, Content::Object(_)) => {
                core::slice::from_ref(id)
            }
            (Self::Schemas | Self::SchemaOrSchemas, Content::Array(items)) => items,
            // The lists of names are no schemas, and are passed over.
            (Self::Named | Self::Dependencies, Content::Object(members)) => members.all,
            _ => &[],
        }
    }
}

/// Checks the values of all keywords of a schema.
///
/// # Errors
/// Returns an error with the place of a value that the version does not have.
pub(super) fn check(document: &Document, id: Id, draft: Draft) -> Result {
    let members = match document.content(id) {
        Content::Object(members) => members,
        Content::Bool(_) => return Ok(()),
        _ => return Err(wrong(document, id, schema_words(draft))),
    };
    // Up to draft 7 a reference stands alone.
    let alone = draft <= D7 && document.member(members, "$ref").is_some();
    for member in members.all {
        let key = document.key(*member);
        let (shape, is_own) = Shape::of(key, draft);
        if is_own && !(alone && key != "$ref") {
            let value = Value {
                document,
                id: *member,
                draft,
            };
            value.check(shape)?;
        }
    }
    Ok(())
}

/// Returns the words for a schema.
pub(super) fn schema_words(draft: Draft) -> &'static str {
    match draft {
        D4 => "a schema: an object",
        _ => "a schema: an object, true or false",
    }
}

/// Returns the error of a value of a wrong type.
pub(super) fn wrong(document: &Document, id: Id, expected: &'static str) -> Error {
    let error = Error::expected(ErrorKind::TypeMismatch, expected);
    document.at(id, error.with_content(document.shown(id)))
}

/// The value of a keyword.
#[derive(Clone, Copy)]
struct Value<'d> {
    document: &'d Document,
    id: Id,
    draft: Draft,
}

impl<'d> Value<'d> {
    fn check(self, shape: Shape) -> Result {
        let content = self.document.content(self.id);
        match shape {
            Shape::Any => Ok(()),
            Shape::Text => self.text("a string").map(drop),
            Shape::Flag => self.flag(),
            Shape::Number => self.number().map(drop),
            Shape::Divisor => match order::numbers(self.number()?, Number::Integer(0)).is_gt() {
                true => Ok(()),
                false => Err(self.out_of_range("a number above 0")),
            },
            Shape::Count => self.count(),
            Shape::Types => match content {
                Content::Array(_) => {
                    let items = self.some("at least 1 type")?;
                    self.each(items, |item| item.type_name())?;
                    self.once(items, "each type once")
                }
                _ => self.type_name(),
            },
            Shape::List => self.items("an array of values").map(drop),
            Shape::Values => {
                self.items("an array of values")?;
                self.once(self.some("at least 1 value")?, "each value once")
            }
            Shape::Names => self.names(),
            Shape::SomeNames => {
                self.names()?;
                self.some("at least 1 name").map(drop)
            }
            Shape::NamesByName => self.each(self.members()?, Self::names),
            Shape::Flags => self.each(self.members()?, Self::flag),
            Shape::Schema => self.schema(),
            Shape::SchemaOrFlag => match content {
                Content::Bool(_) => Ok(()),
                _ => self.schema(),
            },
            Shape::Schemas => self.schemas(),
            Shape::SchemaOrSchemas => match content {
                Content::Array(_) => self.schemas(),
                _ => self.schema(),
            },
            Shape::Named => self.each(self.members()?, Self::schema),
            Shape::Dependencies => self.each(self.members()?, |member| {
                match (member.document.content(member.id), self.draft) {
                    (Content::Array(_), D4) => member.check(Shape::SomeNames),
                    (Content::Array(_), _) => member.names(),
                    _ => member.schema(),
                }
            }),
            Shape::Identifier => self.identifier(),
            Shape::Anchor => self.anchor(),
            Shape::Exclusive => self.exclusive(),
        }
    }

    fn each(self, ids: &[Id], check: impl Fn(Self) -> Result) -> Result {
        ids.iter()
            .try_for_each(|id| check(Self { id: *id, ..self }))
    }

    fn wrong(self, expected: &'static str) -> Error {
        wrong(self.document, self.id, expected)
    }

    fn refused(self, expected: &'static str) -> Error {
        let error = Error::expected(ErrorKind::Refused, expected);
        let error = error.with_content(self.document.shown(self.id));
        self.document.at(self.id, error)
    }

    fn out_of_range(self, expected: &'static str) -> Error {
        let error = Error::out_of_range(expected, self.document.shown(self.id));
        self.document.at(self.id, error)
    }

    fn text(self, expected: &'static str) -> Result<&'d str> {
        match self.document.content(self.id) {
            Content::String(text) => Ok(text),
            _ => Err(self.wrong(expected)),
        }
    }

    fn flag(self) -> Result {
        match self.document.content(self.id) {
            Content::Bool(_) => Ok(()),
            _ => Err(self.wrong("true or false")),
        }
    }

    fn number(self) -> Result<Number<'d>> {
        match self.document.content(self.id) {
            Content::Number(Number::NonFinite(value)) if value.is_nan() => {
                Err(self.wrong("a number"))
            }
            Content::Number(number) => Ok(number),
            _ => Err(self.wrong("a number")),
        }
    }

    fn count(self) -> Result {
        let Content::Number(number) = self.document.content(self.id) else {
            return Err(self.wrong("a whole number"));
        };
        match order::is_whole(number) && order::numbers(number, Number::Integer(0)).is_ge() {
            true => Ok(()),
            false => Err(self.out_of_range("a whole number, at least 0")),
        }
    }

    fn items(self, expected: &'static str) -> Result<&'d [Id]> {
        match self.document.content(self.id) {
            Content::Array(items) => Ok(items),
            _ => Err(self.wrong(expected)),
        }
    }

    /// Returns the items of an array that must have some.
    fn some(self, expected: &'static str) -> Result<&'d [Id]> {
        match self.items(expected)? {
            [] => Err(self.refused(expected)),
            items => Ok(items),
        }
    }

    fn members(self) -> Result<&'d [Id]> {
        match self.document.content(self.id) {
            Content::Object(members) => Ok(members.all),
            _ => Err(self.wrong("an object")),
        }
    }

    /// Checks that no two items are equal.
    fn once(self, items: &[Id], expected: &'static str) -> Result {
        let compare = |a: &Id, b: &Id| order::compare((self.document, *a), (self.document, *b));
        let mut sorted = items.to_vec();
        // Equal ones stay in the order of the document.
        sorted.sort_by(compare);
        let pairs = sorted.windows(2);
        let again = pairs.filter(|pair| compare(&pair[0], &pair[1]).is_eq());
        match again.map(|pair| pair[1]).min() {
            Some(id) => Err(Self { id, ..self }.refused(expected)),
            None => Ok(()),
        }
    }

    fn names(self) -> Result {
        let items = self.items("an array of names")?;
        let mut seen = BTreeSet::new();
        self.each(items, |item| item.text("a name").map(drop))?;
        for id in items {
            let item = Self { id: *id, ..self };
            if !seen.insert(item.text("a name")?) {
                return Err(item.refused("each name once"));
            }
        }
        Ok(())
    }

    fn type_name(self) -> Result {
        let name = self.text("the name of a type, or an array of them")?;
        match TYPES.iter().any(|(known, _)| *known == name) {
            true => Ok(()),
            false => {
                let error = Error::unknown_variant(name, &TYPES.map(|(name, _)| name));
                Err(self.document.at(self.id, error))
            }
        }
    }

    fn schema(self) -> Result {
        match (self.document.content(self.id), self.draft) {
            (Content::Object(_), _) => Ok(()),
            (Content::Bool(_), draft) if draft > D4 => Ok(()),
            (Content::Array(_), D2020) if self.document.key(self.id) == "items" => {
                Err(self.wrong(schema_words(D2020)).with_hint(
                    "a list of schemas is `prefixItems` since draft 2020-12; `$schema` names an older draft",
                ))
            }
            _ => Err(self.wrong(schema_words(self.draft))),
        }
    }

    fn schemas(self) -> Result {
        self.items("an array of schemas")?;
        self.each(self.some("at least 1 schema")?, Self::schema)
    }

    fn identifier(self) -> Result {
        let text = self.text("an identifier, which is a string")?;
        let fragment = text.split_once('#').map_or("", |(_, fragment)| fragment);
        match self.draft >= D2019 && !fragment.is_empty() {
            true => Err(self.refused("an identifier without a fragment (`$anchor` names one)")),
            false => Ok(()),
        }
    }

    fn anchor(self) -> Result {
        let text = self.text("an anchor, which is a string")?;
        let (begins, holds) = match self.draft {
            D2019 => ("", "-.:_"),
            _ => ("_", "-._"),
        };
        let mut chars = text.chars();
        let first = chars
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || begins.contains(c));
        match first && chars.all(|c| c.is_ascii_alphanumeric() || holds.contains(c)) {
            true => Ok(()),
            false => Err(self.refused("an anchor that begins with a letter and has no `#`")),
        }
    }

    fn exclusive(self) -> Result {
        self.flag()?;
        let bound = match self.document.key(self.id) {
            "exclusiveMinimum" => "minimum",
            _ => "maximum",
        };
        let parent = self.document.parent(self.id);
        match self.document.get(parent, bound) {
            Some(_) => Ok(()),
            None => {
                let expected = alloc::format!("`{bound}` beside it, as draft 4 has it");
                let error = Error::expected(ErrorKind::MissingField, expected);
                Err(self.document.at(self.id, error.with_found("none")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted_and_each_version_has_one_shape() {
        for pair in KEYWORDS.windows(2) {
            let [(one, _, last, _), (other, first, ..)] = pair else {
                continue;
            };
            assert!(
                one < other || (one == other && last < first),
                "{one} {other}"
            );
        }
        assert_eq!(Shape::of("items", D7), (Shape::SchemaOrSchemas, true));
        assert_eq!(Shape::of("items", D2020), (Shape::Schema, true));
        assert_eq!(Shape::of("$defs", D7), (Shape::Named, false));
        assert_eq!(Shape::of("x", D7), (Shape::Any, false));
    }
}
