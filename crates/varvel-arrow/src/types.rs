//! Types of Arrow for the types of a schema.
//!
//! The rules lose nothing, or say so:
//!
//! | documents have | the column is |
//! |---|---|
//! | integers within 64 bits, with or without a sign | `Int64` or `UInt64` |
//! | integers of a schema, with exactly the bounds of 8, 16 or 32 bits | `Int8` to `UInt32` |
//! | integers of up to 38 digits | `Decimal128(38, 0)` |
//! | floats, and integers that are floats exactly | `Float64` |
//! | points in time | microseconds since 1970, in UTC; nanoseconds if one has them and all are in the years 1677 to 2262 |
//! | objects, arrays, maps | structures, lists, maps |
//! | decimals that no float gives back, if `exact_decimals` asks for them | what [`Conflicts`] says |
//! | anything else: several kinds, integers beside floats that do not hold them, numbers beyond all floats, larger integers, points in time that neither unit holds | what [`Conflicts`] says |

use std::collections::HashMap;
use std::slice;
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema as ArrowSchema, SchemaRef, TimeUnit};
use varvel::schema::{InferenceOptions, NodeId, Record, Schema, StringFormat, Type, Union};
use varvel::{Error, ErrorKind, Result};

use crate::Projection;
use crate::depth::{DEPTH, GROUPS};
use crate::extension::{EXTENSION, JSON, VARIANT, variant_fields};
use crate::infer::{COLUMNS_PER_VALUE, TABLE_COLUMNS};
use crate::members::{Member, Members, settled};
use crate::places::{ITEMS, Place, VALUES, no_common_type};

/// The most columns, with their parts. References may make many of a short schema.
const COLUMNS: usize = 1 << 18;

/// The treatment of places whose values have no common type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Conflicts {
    /// They are columns of text, each value as JSON: `1`, `"a"`, `{"b":[1]}`. The fields have the
    /// extension type `arrow.json`.
    #[default]
    Text,
    /// They are columns of VARIANT, Parquet's type for values of any kind: structures of `metadata`
    /// and `value` with the extension type `arrow.parquet.variant`, which [`crate::variant`] reads
    /// and writes. Members are sorted by their keys.
    Variant,
    /// They are an error that names the place.
    Error,
}

/// Returns the schema of Arrow for the documents of `schema` that are objects. There are no columns
/// if none is.
///
/// `conflicts` says what becomes of places without a common type. A column has nulls unless its
/// member is required and `nullable` is false.
///
/// # Errors
/// `Unrepresentable` if the documents have too many different members for columns, and with
/// [`Conflicts::Error`] for places without a common type, of which it names some.
/// [`conflicts()`](crate::conflicts()) lists them.
pub fn arrow_schema(schema: &Schema, conflicts: Conflicts, nullable: bool) -> Result<SchemaRef> {
    arrow_schema_with(schema, conflicts, nullable, None)
}

/// Returns a schema as [`arrow_schema()`] does, in which the columns on the paths of `variant` are
/// VARIANT, whatever their values are.
///
/// # Errors
/// Returns the errors of [`arrow_schema()`]; `NotFound` for the first path without a column.
pub fn arrow_schema_with(
    schema: &Schema,
    conflicts: Conflicts,
    nullable: bool,
    variant: Option<&Projection>,
) -> Result<SchemaRef> {
    let (schema, places) = columns(schema, conflicts, nullable, variant)?;
    let places = places.iter();
    let conflicts = places.map(|place| (place.name(), place.reason.to_owned()));
    match no_common_type(conflicts) {
        Some(error) => Err(error),
        None => Ok(schema),
    }
}

/// Returns the columns of documents, and with [`Conflicts::Error`] the first of those whose values
/// have no common type.
pub(crate) fn columns(
    schema: &Schema,
    conflicts: Conflicts,
    nullable: bool,
    variant: Option<&Projection>,
) -> Result<(SchemaRef, Vec<Place>)> {
    let mut types = Types {
        schema,
        conflicts,
        nullable,
        variant: Chosen::new(variant),
        path: Vec::new(),
        open: Vec::new(),
        count: 0,
        places: Vec::new(),
    };
    let members = Members::of(schema, schema.root());
    let schema = match types.documents() {
        _ if !members.records.is_empty() => Arc::new(ArrowSchema::new(types.fields(members)?)),
        Some(Type::Map { keys, .. }) if !types.is_text(*keys) => return Err(nameless()),
        Some(_) => return Err(no_columns(nullable)),
        None => Arc::new(ArrowSchema::empty()),
    };
    types.variant.check()?;
    Ok((schema, types.places))
}

/// Columns that are chosen by their paths.
struct Chosen<'p> {
    paths: &'p [(String, Vec<String>)],
    /// The paths of which there are columns.
    found: Vec<bool>,
}

impl<'p> Chosen<'p> {
    fn new(projection: Option<&'p Projection>) -> Self {
        let paths = projection.map_or(&[][..], Projection::paths);
        Self {
            paths,
            found: vec![false; paths.len()],
        }
    }

    /// Returns whether a path leads to the column. A path leads through lists.
    fn has(&mut self, column: &[&str]) -> bool {
        let is_path = |(_, keys): &(String, Vec<String>)| {
            let members = column.iter().filter(|step| **step != ITEMS);
            column.last() != Some(&ITEMS) && members.eq(keys.iter())
        };
        match self.paths.iter().position(is_path) {
            Some(index) => {
                self.found[index] = true;
                true
            }
            None => false,
        }
    }

    fn check(&self) -> Result {
        let mut missing = self
            .paths
            .iter()
            .zip(&self.found)
            .filter(|(_, found)| !**found);
        match missing.next() {
            Some(((path, _), _)) => {
                let expected = format!("a column `{path}`");
                let hint = "parts of a column that holds any value are no columns";
                Err(Error::expected(ErrorKind::NotFound, expected).with_hint(hint))
            }
            None => Ok(()),
        }
    }
}

/// Returns the type of integers with these bounds.
fn integer(min: i128, max: i128) -> DataType {
    const SMALL: [(i128, i128, DataType); 6] = [
        (i8::MIN as i128, i8::MAX as i128, DataType::Int8),
        (i16::MIN as i128, i16::MAX as i128, DataType::Int16),
        (i32::MIN as i128, i32::MAX as i128, DataType::Int32),
        (0, u8::MAX as i128, DataType::UInt8),
        (0, u16::MAX as i128, DataType::UInt16),
        (0, u32::MAX as i128, DataType::UInt32),
    ];
    let small = SMALL
        .into_iter()
        .find(|(least, greatest, _)| (*least, *greatest) == (min, max));
    match small {
        Some((_, _, ty)) => ty,
        None if min >= i64::MIN.into() && max <= i64::MAX.into() => DataType::Int64,
        None if min >= 0 && max <= u64::MAX.into() => DataType::UInt64,
        None => DataType::Decimal128(38, 0),
    }
}

/// Returns the type of points in time.
fn point(unit: TimeUnit) -> DataType {
    DataType::Timestamp(unit, Some("UTC".into()))
}

#[cold]
fn nameless() -> Error {
    let expected = "documents whose keys are strings, which are the names of columns";
    Error::expected(ErrorKind::Unrepresentable, expected).with_found("keys that are no strings")
}

/// Returns the error for documents that are maps: of records that were read, or of a schema.
#[cold]
fn no_columns(is_inferred: bool) -> Error {
    match is_inferred {
        true => too_wide(most_columns())
            .with_hint("choose the columns that are wanted, or give their types by a schema"),
        false => {
            let expected = "a schema that names the members, which are the columns";
            let error = Error::expected(ErrorKind::Unrepresentable, expected);
            error.with_found("one of maps, whose keys may be any")
        }
    }
}

fn most_columns() -> String {
    format!(
        "more than {TABLE_COLUMNS}, or than {COLUMNS_PER_VALUE} for each value, or one with a key of more than {} bytes",
        InferenceOptions::LONGEST_NAME
    )
}

#[cold]
fn too_wide(how_many: String) -> Error {
    let expected = "documents with the same members, which are the columns";
    Error::expected(ErrorKind::Unrepresentable, expected)
        .with_found(format!("too many different members: {how_many}"))
        .with_hint("choose the columns that are wanted")
}

struct Types<'s> {
    schema: &'s Schema,
    conflicts: Conflicts,
    nullable: bool,
    variant: Chosen<'s>,
    path: Vec<&'s str>,
    /// The records that the place is in.
    open: Vec<*const Record>,
    /// How many fields there are.
    count: usize,
    /// The places without a common type, if they are errors.
    places: Vec<Place>,
}

impl<'s> Types<'s> {
    /// Returns a node behind aliases and options, and whether it may be null.
    fn settled(&self, id: NodeId) -> (NodeId, bool) {
        settled(self.schema, id)
    }

    /// Returns the type of the documents that are maps.
    fn documents(&self) -> Option<&'s Type> {
        let (root, _) = self.settled(self.schema.root());
        let ty = &self.schema.node(root).ty;
        let is_map = |ty: &&Type| matches!(ty, Type::Map { .. });
        match ty {
            Type::Union(union) => {
                let contents = union.variants.iter().filter_map(|variant| variant.content);
                let mut types = contents.map(|node| {
                    let (id, _) = self.settled(node);
                    &self.schema.node(id).ty
                });
                types.find(is_map)
            }
            other => Some(other).filter(is_map),
        }
    }

    fn fields(&mut self, members: Members<'s>) -> Result<Fields> {
        let outer = self.open.len();
        self.open.extend(members.records);
        let fields = members.list.iter().map(|member| self.member(member));
        let fields = fields.collect();
        self.open.truncate(outer);
        fields
    }

    /// Returns the field of a member. The type that holds for all objects wins; without one it is
    /// the type of the alternatives, if they have one.
    fn member(&mut self, member: &Member<'s>) -> Result<FieldRef> {
        let name = member.name;
        let nullable = self.nullable || !member.is_required;
        if member.is_tag {
            return Ok(Arc::new(Field::new(name, DataType::Utf8, nullable)));
        }
        let is_any = |node: &NodeId| self.schema.node(self.settled(*node).0).ty == Type::Any;
        if let Some(node) = member.sure.iter().find(|node| !is_any(node)) {
            return self.part(name, name, *node, nullable);
        }
        let types = match &member.sure[..] {
            [node, ..] if !member.is_everywhere => slice::from_ref(node),
            _ => &member.alternatives[..],
        };
        if types.iter().any(is_any) {
            return Ok(self.field(name, None, nullable, false));
        }
        let mut found: Option<FieldRef> = None;
        for node in types {
            let part = self.part(name, name, *node, nullable)?;
            found = Some(match found {
                None => part,
                Some(found) => match common(&found, &part) {
                    Some(common) => common,
                    None => {
                        self.path.push(name);
                        self.conflict("alternatives of several types");
                        self.path.pop();
                        return Ok(self.field(name, None, true, false));
                    }
                },
            });
        }
        Ok(found.unwrap_or_else(|| self.field(name, None, nullable, false)))
    }

    /// Returns the field of a part of a column, which has the name `step` in paths.
    fn part(
        &mut self,
        name: &str,
        step: &'s str,
        node: NodeId,
        nullable: bool,
    ) -> Result<FieldRef> {
        self.count += 1;
        if self.count > COLUMNS {
            return Err(too_wide(format!(
                "more than {COLUMNS}, parts of columns among them"
            )));
        }
        self.path.push(step);
        let (id, optional) = self.settled(node);
        let chosen = self.variant.has(&self.path);
        let ty = match chosen {
            true => None,
            false => self.ty(id)?,
        };
        self.path.pop();
        Ok(self.field(name, ty, nullable || optional, chosen))
    }

    /// Returns a field of a type. Without one its values are JSON as text, or VARIANT.
    fn field(&self, name: &str, ty: Option<DataType>, nullable: bool, chosen: bool) -> FieldRef {
        Arc::new(match ty {
            Some(ty) => Field::new(name, ty, nullable),
            None => {
                let (ty, extension) = match self.conflicts {
                    _ if chosen => (DataType::Struct(variant_fields()), VARIANT),
                    Conflicts::Variant => (DataType::Struct(variant_fields()), VARIANT),
                    _ => (DataType::Utf8, JSON),
                };
                let metadata = HashMap::from([(EXTENSION.to_owned(), extension.to_owned())]);
                Field::new(name, ty, nullable).with_metadata(metadata)
            }
        })
    }

    /// Returns the type of a node; `None` if its values are JSON as text, or VARIANT.
    fn ty(&mut self, id: NodeId) -> Result<Option<DataType>> {
        if self.is_deep() {
            let found = "more types inside of each other than readers of files take";
            return Ok(self.conflict(found));
        }
        Ok(Some(match &self.schema.node(id).ty {
            Type::Any => return Ok(None),
            Type::Null => DataType::Null,
            Type::Bool => DataType::Boolean,
            Type::Integer {
                min: Some(min),
                max: Some(max),
                ..
            } => integer(*min, *max),
            Type::Integer { .. } => return Ok(self.conflict("integers of more than 38 digits")),
            Type::Float { bits: 32 } => DataType::Float32,
            Type::Float { .. } => DataType::Float64,
            Type::Number => return Ok(self.conflict("numbers that no float holds, beside floats")),
            Type::String {
                format: Some(StringFormat::Date),
            } => DataType::Date32,
            Type::Timestamp { unit } => match unit {
                varvel::schema::TimeUnit::Microsecond => point(TimeUnit::Microsecond),
                varvel::schema::TimeUnit::Nanosecond => point(TimeUnit::Nanosecond),
                _ => {
                    return Ok(
                        self.conflict("points in time that no unit of time holds in 64 bits")
                    );
                }
            },
            Type::String {
                format: Some(StringFormat::DateTime),
            } => point(TimeUnit::Microsecond),
            Type::String { .. } => DataType::Utf8,
            Type::Bytes { .. } => DataType::Binary,
            Type::Array { items, .. } => DataType::List(self.part("item", ITEMS, *items, true)?),
            Type::Record(record) if self.open.contains(&std::ptr::from_ref(record)) => {
                return Ok(self.conflict("types inside of each other without end"));
            }
            Type::Record(_) => {
                let members = Members::of(self.schema, id);
                match (members.has_others, members.are_sure()) {
                    (false, true) => DataType::Struct(self.fields(members)?),
                    (false, false) if !members.list.is_empty() => {
                        return Ok(self.conflict("values of several kinds"));
                    }
                    // Parquet has no structures without members.
                    _ => return Ok(None),
                }
            }
            Type::Map { keys, values } if self.is_text(*keys) => {
                let key = Field::new("key", DataType::Utf8, false);
                let value = self.part("value", VALUES, *values, true)?;
                let entries = DataType::Struct(Fields::from_iter([Arc::new(key), value]));
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
            Type::Union(union) if self.takes_anything(union) => return Ok(None),
            Type::Union(_) => return Ok(self.conflict("values of several kinds")),
            _ => return Ok(self.conflict("values without a type in Arrow")),
        }))
    }

    /// Returns whether the place is too deep for a type of its own.
    fn is_deep(&self) -> bool {
        // A list of Parquet is two groups; a map is two fields of Arrow, and two groups.
        let maps = self.path.iter().filter(|step| **step == VALUES).count();
        let lists = self.path.iter().filter(|step| **step == ITEMS).count();
        self.path.len() + maps > DEPTH || self.path.len() + maps + lists > GROUPS
    }

    /// Returns whether a variant is a value of any kind.
    fn takes_anything(&self, union: &Union) -> bool {
        let mut contents = union.variants.iter().filter_map(|variant| variant.content);
        contents.any(|node| self.schema.node(self.settled(node).0).ty == Type::Any)
    }

    fn is_text(&self, keys: NodeId) -> bool {
        let (id, _) = self.settled(keys);
        matches!(self.schema.node(id).ty, Type::String { .. })
    }

    /// Notes that the values of the place have no common type. Returns its type, which is none.
    fn conflict(&mut self, reason: &'static str) -> Option<DataType> {
        if self.conflicts == Conflicts::Error && self.places.len() < Place::MOST {
            let path = self.path.iter().map(|step| (*step).to_owned()).collect();
            self.places.push(Place { path, reason });
        }
        None
    }
}

/// Returns the field whose type two fields have; `None` if there is none.
fn common(one: &FieldRef, other: &FieldRef) -> Option<FieldRef> {
    let nullable = one.is_nullable() || other.is_nullable();
    let field = match (one.data_type(), other.data_type()) {
        (DataType::Null, _) => Field::clone(other).with_nullable(true),
        (_, DataType::Null) => Field::clone(one).with_nullable(true),
        (a, b) if a == b && one.metadata() == other.metadata() => {
            Field::clone(one).with_nullable(nullable)
        }
        _ => return None,
    };
    Some(Arc::new(field))
}
