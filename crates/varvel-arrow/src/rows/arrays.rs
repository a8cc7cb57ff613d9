//! Makes the [`Node`]s of the arrays of a batch.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    ArrowDictionaryKeyType, Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type,
    Decimal256Type, DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType,
    DurationSecondType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, IntervalDayTimeType, IntervalMonthDayNanoType, IntervalYearMonthType,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_buffer::ScalarBuffer;
use arrow_schema::{DataType, Field, FieldRef, IntervalUnit, TimeUnit};
use varvel::{Error, ErrorKind, Limits, Result};

use super::node::{Bytes, Entries, Keys, Member, Node, Ranges, Runs, Shredded, Text, Values};
use crate::extension::{is_interval, is_json, is_uuid, is_variant};

/// How many milliseconds a second has.
const MILLI: i64 = 1_000;
/// How many microseconds a second has.
const MICRO: i64 = 1_000_000;
/// How many nanoseconds a second has.
const NANO: i64 = 1_000_000_000;

impl Node {
    /// Makes the members of an object, or the columns. `depth` is how many containers may follow.
    pub fn members<'b>(
        columns: impl Iterator<Item = (&'b FieldRef, &'b ArrayRef)>,
        depth: usize,
    ) -> Result<Vec<Member>> {
        let members = columns.map(|(field, array)| {
            let node = Self::new(field, array, inner(depth)?);
            let key = || varvel::path::Step::Key(field.name().clone());
            Ok(Member {
                key: field.name().clone(),
                node: node.map_err(|error| error.inside(key()))?,
            })
        });
        members.collect()
    }

    /// Makes the node of a column, by its extension type if it has one that is known.
    pub fn new(field: &Field, array: &dyn Array, depth: usize) -> Result<Self> {
        if is_variant(field) {
            let shredded = Shredded::of_column(array, depth)?;
            return Ok(Self {
                nulls: array.nulls().cloned(),
                values: Values::Variant(Box::new(shredded)),
            });
        }
        let mut node = Self::of(array, depth)?;
        node.values = match node.values {
            Values::Text(text) if is_json(field) => Values::Json(text),
            Values::Bytes(Bytes::Fixed(bytes)) if is_uuid(field) && bytes.value_length() == 16 => {
                Values::Uuid(bytes)
            }
            Values::Bytes(Bytes::Fixed(bytes))
                if is_interval(field) && bytes.value_length() == 12 =>
            {
                Values::Interval(bytes)
            }
            values => values,
        };
        Ok(node)
    }

    /// Makes the node of an array by its type alone.
    pub fn of(array: &dyn Array, depth: usize) -> Result<Self> {
        let values = match scalars(array) {
            Some(values) => values,
            None => Self::container(array, depth)?,
        };
        Ok(Self {
            nulls: array.nulls().cloned(),
            values,
        })
    }

    fn container(array: &dyn Array, depth: usize) -> Result<Values> {
        let part = |field: &Field, array: &ArrayRef| -> Result<Box<Self>> {
            Self::new(field, array, inner(depth)?).map(Box::new)
        };
        if let Some((ranges, item, items)) = Ranges::of(array) {
            return Ok(Values::List(ranges, part(item, items)?));
        }
        Ok(match array.data_type() {
            DataType::Struct(fields) => {
                let parts = fields.iter().zip(array.as_struct().columns());
                Values::Struct(Self::members(parts, depth)?)
            }
            DataType::Map(entries, _) => {
                let map = array.as_map();
                let DataType::Struct(fields) = entries.data_type() else {
                    return Err(unknown(array.data_type()));
                };
                let entries = Entries {
                    keys: *part(&fields[0], map.keys())?,
                    values: *part(&fields[1], map.values())?,
                };
                Values::Map(map.offsets().clone(), Box::new(entries))
            }
            DataType::Dictionary(key, _) => dictionary(array, key, depth)?,
            DataType::RunEndEncoded(ends, field) => {
                let (runs, values) = runs(array, ends.data_type());
                Values::Runs(runs, part(field, values)?)
            }
            DataType::Union(fields, _) => {
                let union = array.as_union();
                let parts = fields.iter().map(|(id, field)| {
                    let node = Self::new(field, union.child(id), inner(depth)?)?;
                    Ok((id, node))
                });
                Values::Union {
                    types: union.type_ids().clone(),
                    offsets: union.offsets().cloned(),
                    parts: parts.collect::<Result<_>>()?,
                }
            }
            other => return Err(unknown(other)),
        })
    }
}

/// Returns the values of an array that has no parts; `None` if it has some.
fn scalars(array: &dyn Array) -> Option<Values> {
    fn of<T: ArrowPrimitiveType>(array: &dyn Array) -> ScalarBuffer<T::Native> {
        array.as_primitive::<T>().values().clone()
    }
    if let Some(bytes) = Bytes::of(array) {
        return Some(Values::Bytes(bytes));
    }
    Some(match array.data_type() {
        DataType::Null => Values::Null,
        DataType::Boolean => Values::Bool(array.as_boolean().values().clone()),
        DataType::Int8 => Values::Int8(of::<Int8Type>(array)),
        DataType::Int16 => Values::Int16(of::<Int16Type>(array)),
        DataType::Int32 => Values::Int32(of::<Int32Type>(array)),
        DataType::Int64 => Values::Int64(of::<Int64Type>(array)),
        DataType::UInt8 => Values::UInt8(of::<UInt8Type>(array)),
        DataType::UInt16 => Values::UInt16(of::<UInt16Type>(array)),
        DataType::UInt32 => Values::UInt32(of::<UInt32Type>(array)),
        DataType::UInt64 => Values::UInt64(of::<UInt64Type>(array)),
        DataType::Float16 => Values::Float16(of::<Float16Type>(array)),
        DataType::Float32 => Values::Float32(of::<Float32Type>(array)),
        DataType::Float64 => Values::Float64(of::<Float64Type>(array)),
        DataType::Decimal32(_, scale) => Values::Decimal32(of::<Decimal32Type>(array), *scale),
        DataType::Decimal64(_, scale) => Values::Decimal64(of::<Decimal64Type>(array), *scale),
        DataType::Decimal128(_, scale) => Values::Decimal128(of::<Decimal128Type>(array), *scale),
        DataType::Decimal256(_, scale) => Values::Decimal256(of::<Decimal256Type>(array), *scale),
        DataType::Utf8 => Values::Text(Text::Small(array.as_string().clone())),
        DataType::LargeUtf8 => Values::Text(Text::Large(array.as_string().clone())),
        DataType::Utf8View => Values::Text(Text::View(array.as_string_view().clone())),
        DataType::Date32 => Values::Days(of::<Date32Type>(array)),
        DataType::Date64 => Values::Date64(of::<Date64Type>(array)),
        DataType::Time32(TimeUnit::Second) => Values::Time32(of::<Time32SecondType>(array), 1),
        DataType::Time32(_) => Values::Time32(of::<Time32MillisecondType>(array), MILLI),
        DataType::Time64(TimeUnit::Microsecond) => {
            Values::Time64(of::<Time64MicrosecondType>(array), MICRO)
        }
        DataType::Time64(_) => Values::Time64(of::<Time64NanosecondType>(array), NANO),
        DataType::Timestamp(unit, zone) => {
            let (values, per_second) = match unit {
                TimeUnit::Second => (of::<TimestampSecondType>(array), 1),
                TimeUnit::Millisecond => (of::<TimestampMillisecondType>(array), MILLI),
                TimeUnit::Microsecond => (of::<TimestampMicrosecondType>(array), MICRO),
                TimeUnit::Nanosecond => (of::<TimestampNanosecondType>(array), NANO),
            };
            match zone {
                Some(_) => Values::Instant(values, per_second),
                None => Values::Local(values, per_second),
            }
        }
        DataType::Duration(unit) => match unit {
            TimeUnit::Second => Values::Duration(of::<DurationSecondType>(array), 1),
            TimeUnit::Millisecond => Values::Duration(of::<DurationMillisecondType>(array), MILLI),
            TimeUnit::Microsecond => Values::Duration(of::<DurationMicrosecondType>(array), MICRO),
            TimeUnit::Nanosecond => Values::Duration(of::<DurationNanosecondType>(array), NANO),
        },
        DataType::Interval(unit) => match unit {
            IntervalUnit::YearMonth => Values::YearMonth(of::<IntervalYearMonthType>(array)),
            IntervalUnit::DayTime => Values::DayTime(of::<IntervalDayTimeType>(array)),
            IntervalUnit::MonthDayNano => {
                Values::MonthDayNano(of::<IntervalMonthDayNanoType>(array))
            }
        },
        _ => return None,
    })
}

/// Returns the runs of a run-end encoded array, and their values.
fn runs<'b>(array: &'b dyn Array, ends: &DataType) -> (Runs, &'b ArrayRef) {
    match ends {
        DataType::Int16 => {
            let array = array.as_run::<Int16Type>();
            (Runs::Int16(array.clone()), array.values())
        }
        DataType::Int32 => {
            let array = array.as_run::<Int32Type>();
            (Runs::Int32(array.clone()), array.values())
        }
        _ => {
            let array = array.as_run::<Int64Type>();
            (Runs::Int64(array.clone()), array.values())
        }
    }
}

fn dictionary(array: &dyn Array, key: &DataType, depth: usize) -> Result<Values> {
    fn parts<K: ArrowDictionaryKeyType>(
        array: &dyn Array,
        keys: fn(ScalarBuffer<K::Native>) -> Keys,
    ) -> (Keys, &ArrayRef) {
        let array = array.as_dictionary::<K>();
        (keys(array.keys().values().clone()), array.values())
    }
    let (keys, values) = match key {
        DataType::Int8 => parts::<Int8Type>(array, Keys::Int8),
        DataType::Int16 => parts::<Int16Type>(array, Keys::Int16),
        DataType::Int32 => parts::<Int32Type>(array, Keys::Int32),
        DataType::Int64 => parts::<Int64Type>(array, Keys::Int64),
        DataType::UInt8 => parts::<UInt8Type>(array, Keys::UInt8),
        DataType::UInt16 => parts::<UInt16Type>(array, Keys::UInt16),
        DataType::UInt32 => parts::<UInt32Type>(array, Keys::UInt32),
        DataType::UInt64 => parts::<UInt64Type>(array, Keys::UInt64),
        other => return Err(unknown(other)),
    };
    let values = Node::of(values, inner(depth)?)?;
    Ok(Values::Dictionary(keys, Box::new(values)))
}

/// Returns how many containers may follow inside of one.
pub(super) fn inner(depth: usize) -> Result<usize> {
    let inner = depth.checked_sub(1);
    inner.ok_or_else(|| Error::type_too_deep(Limits::DEFAULT.depth))
}

#[cold]
fn unknown(ty: &DataType) -> Error {
    let expected = "a type of Arrow that has values in documents";
    Error::expected(ErrorKind::Unrepresentable, expected).with_content(ty)
}
