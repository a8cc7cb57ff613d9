//! The keywords of a JSON Schema as the document has them.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Kind, Number, Result, Source};

use crate::schema::StringFormat;
use crate::validator::draft::Draft;

/// The most schemas inside each other: reading recurses.
const DEPTH: usize = 128;

/// A schema of a JSON Schema.
pub(super) enum Shape {
    /// `true`: any value.
    Anything,
    /// `false`: none.
    Nothing(usize),
    Of(Box<Keywords>),
}

/// The keywords of one schema.
#[derive(Default)]
pub(super) struct Keywords {
    /// The place in the document.
    pub offset: usize,
    /// The names of types; empty if it names none.
    pub types: Vec<Named>,
    pub title: Option<String>,
    pub doc: String,
    pub format: Option<StringFormat>,
    pub min: Option<i128>,
    pub max: Option<i128>,
    pub properties: Option<Vec<(String, Shape)>>,
    pub required: Vec<String>,
    /// Whether members whose names match patterns have schemas of their own.
    pub patterns: bool,
    /// The schema of other members.
    pub rest: Option<Shape>,
    pub items: Option<Shape>,
    pub prefix: Option<Vec<Shape>>,
    /// The kinds of the values of `enum` or `const`.
    pub values: Option<Vec<Named>>,
    /// Lists of schemas of which one holds: those of `anyOf`, and those of `oneOf`.
    pub any: Vec<Vec<Shape>>,
    pub all: Vec<Shape>,
    /// Whether there is an `if`. Without one `then` and `else` mean nothing.
    pub condition: bool,
    /// The schemas of `then` and `else`.
    pub branches: Vec<Shape>,
    /// The schemas of `dependentSchemas` and `dependencies`, which hold if there is a member.
    pub dependent: Vec<Shape>,
    pub reference: Option<String>,
    /// Whether a reference hides the keywords beside it, by the version that `$schema` names.
    pub hides: bool,
    /// The schemas of `$defs` and `definitions`, by their pointers.
    pub definitions: Vec<(String, Shape)>,
}

/// A type of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Shape {
    /// Reads a schema, which is inside of `depth` others.
    pub fn read<'de, R: Source<'de>>(source: &mut R, depth: usize) -> Result<Self> {
        let offset = source.offset();
        match source.peek()? {
            Kind::Bool => Ok(match source.read_bool()? {
                true => Self::Anything,
                false => Self::Nothing(offset),
            }),
            _ if depth >= DEPTH => Err(Error::too_deep(DEPTH).with_offset(offset)),
            _ => {
                source.begin_map()?;
                let mut keywords = Keywords {
                    offset,
                    ..Keywords::default()
                };
                while let Some(key) = source.next_key()? {
                    let key = key.into_cow().into_owned();
                    keywords.read(&key, source, depth + 1)?;
                }
                Ok(Self::Of(Box::new(keywords)))
            }
        }
    }
}

impl Keywords {
    /// Reads the value of a keyword.
    fn read<'de, R: Source<'de>>(&mut self, key: &str, source: &mut R, depth: usize) -> Result {
        let offset = source.offset();
        match key {
            "type" => self.types = names(source)?,
            "title" => self.title = Some(text(source)?),
            "description" => self.doc = text(source)?,
            "format" => self.format = format_of(&text(source)?),
            "minimum" => self.at_least(bound(source, Rounded::Up)?),
            "maximum" => self.at_most(bound(source, Rounded::Down)?),
            // In draft 4 these exclude the bound beside them. The type has one value more then.
            "exclusiveMinimum" | "exclusiveMaximum" if source.peek()? == Kind::Bool => {
                source.skip()?;
            }
            "exclusiveMinimum" => {
                let below = bound(source, Rounded::Down)?;
                self.at_least(below.and_then(|below| below.checked_add(1)));
            }
            "exclusiveMaximum" => {
                let above = bound(source, Rounded::Up)?;
                self.at_most(above.and_then(|above| above.checked_sub(1)));
            }
            "properties" => self.properties = Some(members(source, depth)?),
            "required" => self.required = texts(source)?,
            "patternProperties" => {
                self.patterns = true;
                source.skip()?;
            }
            "additionalProperties" | "unevaluatedProperties" => {
                self.rest = Some(Shape::read(source, depth)?);
            }
            "items" if source.peek()? == Kind::Array => self.prefix = Some(shapes(source, depth)?),
            "items" => self.items = Some(Shape::read(source, depth)?),
            "prefixItems" => self.prefix = Some(shapes(source, depth)?),
            "anyOf" | "oneOf" => self.any.push(shapes(source, depth)?),
            "if" => {
                self.condition = true;
                source.skip()?;
            }
            "then" | "else" => self.branches.push(Shape::read(source, depth)?),
            "dependentSchemas" => {
                let of = members(source, depth)?.into_iter();
                self.dependent.extend(of.map(|(_, shape)| shape));
            }
            "dependencies" => self.dependencies(source, depth)?,
            "allOf" => self.all.extend(shapes(source, depth)?),
            "$ref" => self.reference = Some(text(source)?),
            "$schema" if source.peek()? == Kind::String => {
                let draft = Draft::named(&text(source)?);
                self.hides = draft.is_some_and(|draft| draft <= Draft::D7);
            }
            "$defs" | "definitions" => {
                let prefix = format!("#/{key}/");
                let of = members(source, depth)?.into_iter();
                self.definitions
                    .extend(of.map(|(name, shape)| (prefix.clone() + &name, shape)));
            }
            "const" => self.values = Some(alloc::vec![value(source)?]),
            "enum" => self.values = Some(values(source)?),
            "$dynamicRef" | "$recursiveRef" => {
                return Err(unknown(key).with_offset(offset));
            }
            // Other keywords say which of the values are right, and nothing about their types.
            _ => source.skip()?,
        }
        Ok(())
    }

    /// Reads the schemas of `dependencies`, whose lists of names say nothing about types.
    fn dependencies<'de, R: Source<'de>>(&mut self, source: &mut R, depth: usize) -> Result {
        source.begin_map()?;
        while source.next_key()?.is_some() {
            match source.peek()? {
                Kind::Array => source.skip()?,
                _ => self.dependent.push(Shape::read(source, depth)?),
            }
        }
        Ok(())
    }

    /// Returns whether keywords other than references and lists of schemas say something about
    /// types.
    pub fn has_type(&self) -> bool {
        !self.types.is_empty()
            || self.properties.is_some()
            || self.rest.is_some()
            || self.items.is_some()
            || self.prefix.is_some()
            || self.values.is_some()
    }

    /// Returns the lists of schemas of which one holds, each with whether it may be that none does.
    pub fn choices(&self) -> impl Iterator<Item = (&[Shape], bool)> {
        let branches = &self.branches[..];
        let branches = (self.condition && !branches.is_empty()).then_some(branches);
        let any = self.any.iter().filter(|shapes| !shapes.is_empty());
        any.map(|shapes| (&shapes[..], false))
            .chain(branches.map(|shapes| (shapes, shapes.len() < 2)))
            .chain(self.dependent.chunks(1).map(|shape| (shape, true)))
    }

    fn at_least(&mut self, min: Option<i128>) {
        // `None` is less than any bound.
        self.min = self.min.max(min);
    }

    fn at_most(&mut self, max: Option<i128>) {
        self.max = self.max.into_iter().chain(max).min();
    }
}

/// Returns the error for a keyword that is not read.
fn unknown(key: &str) -> Error {
    Error::expected(
        ErrorKind::Unrepresentable,
        "`$ref`, the only reference that is read",
    )
    .with_content(format_args!("`{key}`"))
}

fn text<'de, R: Source<'de>>(source: &mut R) -> Result<String> {
    Ok(source.read_str()?.into_cow().into_owned())
}

fn texts<'de, R: Source<'de>>(source: &mut R) -> Result<Vec<String>> {
    let mut all = Vec::new();
    source.begin_array()?;
    while source.next_item()? {
        all.push(text(source)?);
    }
    Ok(all)
}

fn shapes<'de, R: Source<'de>>(source: &mut R, depth: usize) -> Result<Vec<Shape>> {
    let mut all = Vec::new();
    source.begin_array()?;
    while source.next_item()? {
        all.push(Shape::read(source, depth)?);
    }
    Ok(all)
}

fn members<'de, R: Source<'de>>(source: &mut R, depth: usize) -> Result<Vec<(String, Shape)>> {
    let mut all: Vec<(String, Shape)> = Vec::new();
    source.begin_map()?;
    while let Some(key) = source.next_key()? {
        let key = key.into_cow().into_owned();
        all.push((key, Shape::read(source, depth)?));
    }
    Ok(all)
}

/// Reads the value of `type`: a name, or an array of names.
fn names<'de, R: Source<'de>>(source: &mut R) -> Result<Vec<Named>> {
    if source.peek()? != Kind::Array {
        return Ok(alloc::vec![name(source)?]);
    }
    let mut all = Vec::new();
    source.begin_array()?;
    while source.next_item()? {
        all.push(name(source)?);
    }
    Ok(all)
}

fn name<'de, R: Source<'de>>(source: &mut R) -> Result<Named> {
    let offset = source.offset();
    let name = text(source)?;
    Ok(match &*name {
        "null" => Named::Null,
        "boolean" => Named::Boolean,
        "integer" => Named::Integer,
        "number" => Named::Number,
        "string" => Named::String,
        "array" => Named::Array,
        "object" => Named::Object,
        _ => {
            let expected = "`null`, `boolean`, `integer`, `number`, `string`, `array` or `object`";
            let error = Error::expected(ErrorKind::UnknownVariant, expected);
            return Err(error
                .with_content(format_args!("`{name}`"))
                .with_offset(offset));
        }
    })
}

/// Reads a value of `enum`, of which only the type counts.
fn value<'de, R: Source<'de>>(source: &mut R) -> Result<Named> {
    let named = match source.peek()? {
        Kind::Null => Named::Null,
        Kind::Bool => Named::Boolean,
        Kind::Integer => Named::Integer,
        Kind::Array => Named::Array,
        Kind::String => Named::String,
        Kind::Object | Kind::Map => Named::Object,
        _ => Named::Number,
    };
    source.skip()?;
    Ok(named)
}

fn values<'de, R: Source<'de>>(source: &mut R) -> Result<Vec<Named>> {
    let mut all = Vec::new();
    source.begin_array()?;
    while source.next_item()? {
        let named = value(source)?;
        if !all.contains(&named) {
            all.push(named);
        }
    }
    Ok(all)
}

/// The direction in which a bound that is no integer is rounded.
#[derive(Clone, Copy)]
enum Rounded {
    Up,
    Down,
}

/// Reads a bound of integers; `None` if 128 bits do not hold it.
fn bound<'de, R: Source<'de>>(source: &mut R, rounded: Rounded) -> Result<Option<i128>> {
    let number = source.read_exact_number()?;
    Ok(match number {
        Number::I64(value) => Some(value.into()),
        Number::U64(value) => Some(value.into()),
        Number::Big(digits) => digits.parse().ok(),
        other => other.as_f64().and_then(|value| {
            // Beyond the floats that hold every integer a bound need not be exact.
            let whole = value as i128;
            let exact = value > -9e15 && value < 9e15;
            let away = exact && whole as f64 != value;
            Some(match rounded {
                Rounded::Up if away && value > 0.0 => whole + 1,
                Rounded::Down if away && value < 0.0 => whole - 1,
                _ => whole,
            })
            .filter(|_| exact)
        }),
    })
}

/// Returns the form of strings by its name; `None` for names that say nothing about a type.
fn format_of(name: &str) -> Option<StringFormat> {
    Some(match name {
        "date-time" => StringFormat::DateTime,
        "date" => StringFormat::Date,
        "time" => StringFormat::Time,
        "duration" => StringFormat::Duration,
        "ipv4" => StringFormat::Ipv4,
        "ipv6" => StringFormat::Ipv6,
        "uuid" => StringFormat::Uuid,
        _ => return None,
    })
}
