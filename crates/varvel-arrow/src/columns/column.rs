//! [`Column`]: the values of one column that are being collected.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, Float32Array, Float64Array,
    Int64Array, ListArray, MapArray, NullArray, PrimitiveArray, StringArray, StructArray,
    TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
    TimestampSecondArray, UInt64Array, types,
};
use arrow_buffer::builder::BooleanBufferBuilder;
use arrow_buffer::{ArrowNativeType, NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields, TimeUnit};
use foldhash::fast::RandomState;
use varvel::format::{Key, Pattern};
use varvel::path::Quoted;
use varvel::{Error, ErrorKind, Result};

use super::any_kind::{Json, Variants};
use super::chunks::{Chunks, room_for};

use crate::extension::{is_json, is_variant, variant_fields};

/// A column, or a part of one: the items of a list, or a member of a structure.
pub(super) struct Column {
    pub field: FieldRef,
    pub values: Values,
    pub nulls: NullBufferBuilder,
}

/// The values of a column.
pub(super) enum Values {
    /// Nothing but nulls.
    Null,
    Bool(BooleanBufferBuilder),
    /// Integers of at most 64 bits with a sign.
    Int {
        values: Vec<i64>,
        min: i64,
        max: i64,
    },
    U64(Vec<u64>),
    Decimal {
        values: Vec<i128>,
        precision: u8,
        scale: i8,
    },
    F32(Vec<f32>),
    F64(Vec<f64>),
    /// Floats that take no decimal of which they are only the nearest ones.
    ExactF32(Vec<f32>),
    ExactF64(Vec<f64>),
    Text(Chunks),
    Bytes(Chunks),
    Timestamp {
        values: Vec<i64>,
        unit: TimeUnit,
    },
    Date(Vec<i32>),
    List {
        offsets: Vec<i32>,
        items: usize,
    },
    Map {
        offsets: Vec<i32>,
        entries: usize,
        keys: usize,
        values: usize,
    },
    Struct(Members),
    /// Values of any kind, as JSON text.
    Json(Json),
    /// Values of any kind, as VARIANT.
    Variant(Box<Variants>),
    /// Values that are not wanted.
    Skipped,
}

impl Values {
    /// Returns whether the column needs all digits of a number with a point or an exponent.
    #[inline(always)]
    pub fn want_decimal(&self) -> bool {
        matches!(
            self,
            Self::Decimal { .. }
                | Self::F32(_)
                | Self::ExactF32(_)
                | Self::ExactF64(_)
                | Self::Json(_)
                | Self::Variant(_)
        )
    }
}

/// The members of a structure.
pub(super) struct Members {
    pub columns: Vec<usize>,
    pub keys: Vec<Key>,
    pub patterns: Vec<Pattern>,
    /// The number of each name.
    names: HashMap<Box<str>, u32, RandomState>,
}

impl Members {
    fn new(fields: &Fields) -> Self {
        let names = fields
            .iter()
            .zip(0..)
            .map(|(field, i)| (field.name().as_str().into(), i));
        Self {
            columns: Vec::new(),
            keys: fields.iter().map(|field| Key::new(field.name())).collect(),
            patterns: vec![Pattern::new(0); fields.len()],
            names: names.collect(),
        }
    }

    /// Returns the number of a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.get(name).map(|&number| number as usize)
    }
}

impl Column {
    /// Returns a column whose values are skipped.
    pub fn skipped() -> Self {
        Self {
            field: Arc::new(Field::new("", DataType::Null, true)),
            values: Values::Skipped,
            nulls: NullBufferBuilder::new(0),
        }
    }

    /// Adds a column and its parts to `columns`. Returns its number.
    ///
    /// # Errors
    /// `Unrepresentable` for types that cannot be read.
    pub fn add(columns: &mut Vec<Self>, field: &FieldRef) -> Result<usize> {
        let number = columns.len();
        columns.push(Self {
            field: field.clone(),
            values: Values::Skipped,
            nulls: NullBufferBuilder::new(1024),
        });
        let int = |min, max| Values::Int {
            values: Vec::new(),
            min,
            max,
        };
        let values = match field.data_type() {
            DataType::Utf8 if is_json(field) => Values::Json(Json::default()),
            DataType::Null => Values::Null,
            DataType::Boolean => Values::Bool(BooleanBufferBuilder::new(0)),
            DataType::Int8 => int(i8::MIN.into(), i8::MAX.into()),
            DataType::Int16 => int(i16::MIN.into(), i16::MAX.into()),
            DataType::Int32 => int(i32::MIN.into(), i32::MAX.into()),
            DataType::Int64 => int(i64::MIN, i64::MAX),
            DataType::UInt8 => int(0, u8::MAX.into()),
            DataType::UInt16 => int(0, u16::MAX.into()),
            DataType::UInt32 => int(0, u32::MAX.into()),
            DataType::UInt64 => Values::U64(Vec::new()),
            DataType::Float32 => Values::F32(Vec::new()),
            DataType::Float64 => Values::F64(Vec::new()),
            &DataType::Decimal128(precision, scale) => Values::Decimal {
                values: Vec::new(),
                precision,
                scale,
            },
            DataType::Utf8 => Values::Text(Chunks::default()),
            DataType::Binary => Values::Bytes(Chunks::default()),
            &DataType::Timestamp(unit, _) => Values::Timestamp {
                values: Vec::new(),
                unit,
            },
            DataType::Date32 => Values::Date(Vec::new()),
            DataType::List(item) => {
                let items = Self::add(columns, item)?;
                Values::List {
                    offsets: vec![0],
                    items,
                }
            }
            DataType::Map(entry, _) => {
                let entries = Self::add(columns, entry)?;
                let Values::Struct(Members { columns: parts, .. }) = &columns[entries].values
                else {
                    return Err(unreadable(field));
                };
                match parts[..] {
                    [keys, values] if matches!(columns[keys].values, Values::Text(_)) => {
                        Values::Map {
                            offsets: vec![0],
                            entries,
                            keys,
                            values,
                        }
                    }
                    _ => return Err(unreadable(field)),
                }
            }
            DataType::Struct(fields) if is_variant(field) => {
                if *fields != variant_fields() {
                    return Err(unreadable(field));
                }
                Values::Variant(Box::default())
            }
            DataType::Struct(fields) => {
                each_once(fields)?;
                let mut members = Members::new(fields);
                for field in fields {
                    let member = Self::add(columns, field)?;
                    members.columns.push(member);
                }
                Values::Struct(members)
            }
            _ => return Err(unreadable(field)),
        };
        columns[number].values = values;
        Ok(number)
    }

    /// Ends a value of any kind.
    pub fn end_value(&mut self) -> Result {
        match &mut self.values {
            Values::Json(json) => json.end()?,
            Values::Variant(variants) => variants.end()?,
            _ => return Ok(()),
        }
        self.nulls.append_non_null();
        Ok(())
    }

    /// Adds a value that stands for a null. The parts of a list get none.
    pub fn push_default(&mut self) {
        match &mut self.values {
            Values::Null | Values::Struct(_) | Values::Skipped => {}
            Values::Bool(values) => values.append(false),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.push(0),
            Values::U64(values) => values.push(0),
            Values::Decimal { values, .. } => values.push(0),
            Values::F32(values) | Values::ExactF32(values) => values.push(0.0),
            Values::F64(values) | Values::ExactF64(values) => values.push(0.0),
            Values::Date(values) => values.push(0),
            Values::Text(chunks) | Values::Bytes(chunks) | Values::Json(Json { chunks, .. }) => {
                chunks.push_empty();
            }
            Values::Variant(variants) => variants.push_default(),
            Values::List { offsets, .. } | Values::Map { offsets, .. } => {
                let end = offsets.last().copied().unwrap_or_default();
                offsets.push(end);
            }
        }
    }

    /// Keeps the first `rows` values. Returns the number of items that a list keeps.
    pub fn truncate(&mut self, rows: usize) -> usize {
        self.nulls.truncate(rows);
        match &mut self.values {
            Values::Null | Values::Struct(_) | Values::Skipped => {}
            Values::Bool(values) => values.truncate(rows),
            Values::Int { values, .. } | Values::Timestamp { values, .. } => values.truncate(rows),
            Values::U64(values) => values.truncate(rows),
            Values::Decimal { values, .. } => values.truncate(rows),
            Values::F32(values) | Values::ExactF32(values) => values.truncate(rows),
            Values::F64(values) | Values::ExactF64(values) => values.truncate(rows),
            Values::Date(values) => values.truncate(rows),
            Values::Text(chunks) | Values::Bytes(chunks) => chunks.truncate(rows),
            Values::Json(json) => json.truncate(rows),
            Values::Variant(variants) => variants.truncate(rows),
            Values::List { offsets, .. } | Values::Map { offsets, .. } => {
                offsets.truncate(rows + 1);
                return offsets.last().map_or(0, |end| end.as_usize());
            }
        }
        rows
    }

    /// Takes the values as an array, whose parts `parts` takes.
    pub fn take(&mut self, mut parts: impl FnMut(usize) -> ArrayRef) -> ArrayRef {
        let len = self.nulls.len();
        let nulls = self.nulls.finish();
        let ty = self.field.data_type();
        match &mut self.values {
            Values::Null | Values::Skipped => Arc::new(NullArray::new(len)),
            Values::Bool(values) => Arc::new(BooleanArray::new(values.finish(), nulls)),
            Values::Int { values, .. } => integers(take(values), nulls, ty),
            Values::U64(values) => Arc::new(UInt64Array::new(take(values).into(), nulls)),
            Values::Decimal { values, .. } => {
                let array = Decimal128Array::new(take(values).into(), nulls);
                Arc::new(array.with_data_type(ty.clone()))
            }
            Values::F32(values) | Values::ExactF32(values) => {
                Arc::new(Float32Array::new(take(values).into(), nulls))
            }
            Values::F64(values) | Values::ExactF64(values) => {
                Arc::new(Float64Array::new(take(values).into(), nulls))
            }
            Values::Date(values) => Arc::new(Date32Array::new(take(values).into(), nulls)),
            Values::Text(chunks) | Values::Json(Json { chunks, .. }) => {
                let (offsets, bytes) = chunks.take();
                Arc::new(StringArray::new(offsets, bytes, nulls))
            }
            Values::Bytes(chunks) => {
                let (offsets, bytes) = chunks.take();
                Arc::new(BinaryArray::new(offsets, bytes, nulls))
            }
            Values::Timestamp { values, unit } => points(take(values), *unit, nulls, ty),
            Values::Map {
                offsets, entries, ..
            } => {
                let entries = parts(*entries);
                let DataType::Map(entry, sorted) = ty else {
                    unreachable!("a map has entries")
                };
                let entries = entries.as_struct().clone();
                let offsets = take_offsets(offsets);
                Arc::new(MapArray::new(
                    entry.clone(),
                    offsets,
                    entries,
                    nulls,
                    *sorted,
                ))
            }
            Values::List { offsets, items } => {
                let items = parts(*items);
                let DataType::List(item) = ty else {
                    unreachable!("a list has items")
                };
                let offsets = take_offsets(offsets);
                Arc::new(ListArray::new(item.clone(), offsets, items, nulls))
            }
            Values::Variant(variants) => {
                let DataType::Struct(fields) = ty else {
                    unreachable!("VARIANT has two members")
                };
                Arc::new(StructArray::new(fields.clone(), variants.take(), nulls))
            }
            Values::Struct(members) => {
                let DataType::Struct(fields) = ty else {
                    unreachable!("a structure has members")
                };
                let members: Vec<_> = members
                    .columns
                    .iter()
                    .map(|&member| parts(member))
                    .collect();
                // Without members only the number of rows says how many there are.
                Arc::new(match members.is_empty() {
                    true => StructArray::new_empty_fields(len, nulls),
                    false => StructArray::new(fields.clone(), members, nulls),
                })
            }
        }
    }

    /// Returns about how many bytes the values take.
    pub fn held(&self) -> usize {
        let values = match &self.values {
            Values::Null | Values::Struct(_) | Values::Skipped => 0,
            Values::Bool(values) => values.len() / 8,
            Values::Int { values, .. } | Values::Timestamp { values, .. } => 8 * values.len(),
            Values::U64(values) => 8 * values.len(),
            Values::Decimal { values, .. } => 16 * values.len(),
            Values::F32(values) | Values::ExactF32(values) => 4 * values.len(),
            Values::F64(values) | Values::ExactF64(values) => 8 * values.len(),
            Values::Date(values) => 4 * values.len(),
            Values::Text(chunks) | Values::Bytes(chunks) | Values::Json(Json { chunks, .. }) => {
                chunks.held()
            }
            Values::Variant(variants) => variants.held(),
            Values::List { offsets, .. } | Values::Map { offsets, .. } => 4 * offsets.len(),
        };
        values + self.nulls.len() / 8
    }
}

/// Takes numbers, and leaves room for as many.
fn take<T>(values: &mut Vec<T>) -> Vec<T> {
    let next = room_for(values);
    std::mem::replace(values, next)
}

/// Takes the offsets of lists, and leaves the first one and room for as many.
fn take_offsets(offsets: &mut Vec<i32>) -> OffsetBuffer<i32> {
    let mut next = room_for(offsets);
    next.push(0);
    OffsetBuffer::new(std::mem::replace(offsets, next).into())
}

fn unreadable(field: &Field) -> Error {
    let expected = "a type that documents are read into";
    let found = format!("{}, of the column `{}`", field.data_type(), field.name());
    Error::expected(ErrorKind::Unrepresentable, expected).with_found(found)
}

/// Returns integers as an array of the type `ty`, in whose bounds they are.
fn integers(values: Vec<i64>, nulls: Option<NullBuffer>, ty: &DataType) -> ArrayRef {
    /// Returns the integers in a type that holds them.
    fn narrowed<T: types::ArrowPrimitiveType>(
        values: &[i64],
        nulls: Option<NullBuffer>,
        narrow: impl Fn(i64) -> T::Native,
    ) -> ArrayRef {
        let values = values.iter().map(|&value| narrow(value)).collect();
        Arc::new(PrimitiveArray::<T>::new(values, nulls))
    }
    match ty {
        DataType::Int8 => narrowed::<types::Int8Type>(&values, nulls, |value| value as i8),
        DataType::Int16 => narrowed::<types::Int16Type>(&values, nulls, |value| value as i16),
        DataType::Int32 => narrowed::<types::Int32Type>(&values, nulls, |value| value as i32),
        DataType::UInt8 => narrowed::<types::UInt8Type>(&values, nulls, |value| value as u8),
        DataType::UInt16 => narrowed::<types::UInt16Type>(&values, nulls, |value| value as u16),
        DataType::UInt32 => narrowed::<types::UInt32Type>(&values, nulls, |value| value as u32),
        _ => Arc::new(Int64Array::new(values.into(), nulls)),
    }
}

/// Returns points in time as an array of the type `ty`.
fn points(values: Vec<i64>, unit: TimeUnit, nulls: Option<NullBuffer>, ty: &DataType) -> ArrayRef {
    let values = values.into();
    let DataType::Timestamp(_, zone) = ty else {
        unreachable!("a point in time has a unit")
    };
    let zone = zone.clone();
    match unit {
        TimeUnit::Second => {
            Arc::new(TimestampSecondArray::new(values, nulls).with_timezone_opt(zone))
        }
        TimeUnit::Millisecond => {
            Arc::new(TimestampMillisecondArray::new(values, nulls).with_timezone_opt(zone))
        }
        TimeUnit::Microsecond => {
            Arc::new(TimestampMicrosecondArray::new(values, nulls).with_timezone_opt(zone))
        }
        TimeUnit::Nanosecond => {
            Arc::new(TimestampNanosecondArray::new(values, nulls).with_timezone_opt(zone))
        }
    }
}

/// Fails if two members have the same name: the second one would stay empty.
fn each_once(fields: &Fields) -> Result {
    let mut seen = HashSet::with_hasher(RandomState::default());
    let mut again = fields.iter().filter(|field| !seen.insert(field.name()));
    match again.next() {
        None => Ok(()),
        Some(field) => {
            let error = Error::expected(ErrorKind::DuplicateKey, "each column once");
            Err(error.with_content(format_args!("{} again", Quoted(field.name()))))
        }
    }
}

/// The field of the documents themselves.
pub(super) fn root(fields: &Fields) -> FieldRef {
    Arc::new(Field::new("", DataType::Struct(fields.clone()), false))
}
