//! [`column()`]: the types that the parts of a column of VARIANT get.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arrow_array::{Array as _, StructArray};
use arrow_schema::{DataType, Field, Fields, TimeUnit};
use varvel::Result;

use super::names::Names;
use super::{metadata_of, plain};
use crate::extension::{EXTENSION, METADATA, TYPED, UUID, VALUE, variant_fields};
use crate::variant::{Metadata, Scalar, kind, parts};

/// The containers around a value that has a column.
const DEPTH: usize = 8;
/// The most columns of a column of VARIANT.
const COLUMNS: usize = 300;
/// The most places of values that are counted. The members of a map would otherwise take memory
/// without end.
const PLACES: usize = 10_000;
/// One of so many values has the kind of the column.
const OF_VALUES: u64 = 2;
/// One of so many objects has a member with columns.
const OF_OBJECTS: u64 = 10;

/// A kind of values that may have a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Object,
    Array,
    Bool,
    Integer,
    /// Decimals with so many digits behind the point.
    Decimal(u8),
    Float,
    Double,
    Text,
    Binary,
    Date,
    Time,
    Micros,
    Nanos,
    LocalMicros,
    LocalNanos,
    Uuid,
}

/// The values of a place.
#[derive(Default)]
struct Place {
    /// The values, nulls too.
    count: u64,
    kinds: BTreeMap<Kind, Count>,
    members: HashMap<String, Place>,
    items: Option<Box<Place>>,
}

/// The values of a kind.
#[derive(Clone, Copy, Default)]
struct Count {
    count: u64,
    /// The most digits of a decimal.
    digits: u32,
    /// Whether an integer is beyond 64 bits.
    is_wide: bool,
}

/// Returns the type of a column of VARIANT that is not shredded yet, with columns for its parts.
pub(super) fn column(array: &StructArray) -> Result<DataType> {
    let (metadata, values) = plain(array)?;
    let mut root = Place::default();
    let mut room = PLACES;
    let mut keys = None;
    for row in (0..array.len()).filter(|&row| array.is_valid(row)) {
        let keys = metadata_of(&mut keys, metadata.value(row))?;
        root.see(values.value(row), keys, DEPTH, &mut room)?;
    }
    let mut columns = COLUMNS;
    let metadata = Field::new(METADATA, DataType::Binary, false);
    let typed = root.ty(&mut columns);
    Ok(match typed {
        None => DataType::Struct(variant_fields()),
        Some(_) => DataType::Struct(
            std::iter::once(Arc::new(metadata))
                .chain(group(typed).iter().cloned())
                .collect(),
        ),
    })
}

/// Returns the fields of a group with a column of this type.
fn group(typed: Option<DataType>) -> Fields {
    let value = Field::new(VALUE, DataType::Binary, true);
    let typed = typed.map(|ty| {
        let is_uuid = ty == DataType::FixedSizeBinary(16);
        let field = Field::new(TYPED, ty, true);
        match is_uuid {
            true => field.with_metadata([(EXTENSION, UUID)]),
            false => field,
        }
    });
    std::iter::once(value).chain(typed).collect()
}

impl Place {
    /// Counts a value. This recurses by the depth of the value, as far as there are columns.
    fn see(&mut self, value: &[u8], keys: &Metadata<'_>, depth: usize, room: &mut usize) -> Result {
        self.count += 1;
        match value.first().map(|header| header & 3) {
            Some(kind::OBJECT) if depth != 0 => {
                self.kind(Kind::Object);
                parts(value, |container, index, (start, end)| {
                    let key = keys.key(value, container, index)?;
                    let member = match self.members.get_mut(key) {
                        Some(member) => member,
                        None if *room == 0 => return Ok(()),
                        None => {
                            *room -= 1;
                            self.members.entry(key.to_owned()).or_default()
                        }
                    };
                    member.see(&value[start..end], keys, depth - 1, room)
                })
            }
            Some(kind::ARRAY) if depth != 0 => {
                self.kind(Kind::Array);
                let items = self.items.get_or_insert_default();
                parts(value, |_, _, (start, end)| {
                    items.see(&value[start..end], keys, depth - 1, room)
                })
            }
            Some(kind::OBJECT | kind::ARRAY) => Ok(()),
            _ => {
                self.scalar(Scalar::read(value, 0, value.len())?.0);
                Ok(())
            }
        }
    }

    fn kind(&mut self, kind: Kind) -> &mut Count {
        let count = self.kinds.entry(kind).or_default();
        count.count += 1;
        count
    }

    fn scalar(&mut self, scalar: Scalar<'_>) {
        let kind = match scalar {
            // It has no column, and takes one byte.
            Scalar::Null => {
                self.count -= 1;
                return;
            }
            Scalar::Decimal(digits, 0) => {
                self.kind(Kind::Integer).is_wide |= i64::try_from(digits).is_err();
                return;
            }
            Scalar::Decimal(digits, scale) => {
                let digits = digits.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
                let count = self.kind(Kind::Decimal(scale));
                count.digits = count.digits.max(digits).max(scale.into());
                return;
            }
            Scalar::Bool(_) => Kind::Bool,
            Scalar::Int(_) => Kind::Integer,
            Scalar::Double(_) => Kind::Double,
            Scalar::Float(_) => Kind::Float,
            Scalar::Date(_) => Kind::Date,
            Scalar::Time(_) => Kind::Time,
            Scalar::Micros(_) => Kind::Micros,
            Scalar::Nanos(_) => Kind::Nanos,
            Scalar::LocalMicros(_) => Kind::LocalMicros,
            Scalar::LocalNanos(_) => Kind::LocalNanos,
            Scalar::Binary(_) => Kind::Binary,
            Scalar::Text(_) => Kind::Text,
            Scalar::Uuid(_) => Kind::Uuid,
        };
        self.kind(kind);
    }

    /// Returns the type of the column; `None` if there is none. `room` is how many columns there
    /// may still be.
    fn ty(self, room: &mut usize) -> Option<DataType> {
        let most = self
            .kinds
            .iter()
            .max_by_key(|(kind, count)| (count.count, Reverse(**kind)));
        let (&kind, &count) = most?;
        if count.count * OF_VALUES < self.count || *room == 0 {
            return None;
        }
        let at = |unit, zone: Option<&str>| DataType::Timestamp(unit, zone.map(Into::into));
        let ty = match kind {
            Kind::Object => return members(self.members, count.count, room),
            Kind::Array => {
                let item = group(Some(self.items?.ty(room)?));
                let item = Field::new("element", DataType::Struct(item), false);
                return Some(DataType::List(Arc::new(item)));
            }
            Kind::Bool => DataType::Boolean,
            Kind::Integer if count.is_wide => DataType::Decimal128(38, 0),
            Kind::Integer => DataType::Int64,
            Kind::Decimal(scale) => {
                // The bounds of decimals of 4, 8 and 16 bytes.
                let precision = match count.digits {
                    0..=9 => 9,
                    10..=18 => 18,
                    _ => 38,
                };
                DataType::Decimal128(precision, scale.cast_signed())
            }
            Kind::Float => DataType::Float32,
            Kind::Double => DataType::Float64,
            Kind::Text => DataType::Utf8,
            Kind::Binary => DataType::Binary,
            Kind::Date => DataType::Date32,
            Kind::Time => DataType::Time64(TimeUnit::Microsecond),
            Kind::Micros => at(TimeUnit::Microsecond, Some("UTC")),
            Kind::Nanos => at(TimeUnit::Nanosecond, Some("UTC")),
            Kind::LocalMicros => at(TimeUnit::Microsecond, None),
            Kind::LocalNanos => at(TimeUnit::Nanosecond, None),
            Kind::Uuid => DataType::FixedSizeBinary(16),
        };
        *room -= 1;
        Some(ty)
    }
}

/// Returns the type of `objects` objects; `None` if no member has columns.
fn members(members: HashMap<String, Place>, objects: u64, room: &mut usize) -> Option<DataType> {
    let names = Names::of(members.keys().map(String::as_str));
    let mut members: Vec<_> = members.into_iter().collect();
    members.retain(|(name, member)| {
        member.count * OF_OBJECTS >= objects && names.may_have_column(name)
    });
    members.sort_by(|(a, first), (b, second)| (second.count, a).cmp(&(first.count, b)));
    let mut fields: Vec<Field> = Vec::new();
    for (name, member) in members {
        if let Some(ty) = member.ty(room) {
            fields.push(Field::new(name, DataType::Struct(group(Some(ty))), false));
        }
    }
    fields.sort_by(|a, b| a.name().cmp(b.name()));
    (!fields.is_empty()).then(|| DataType::Struct(fields.into()))
}
