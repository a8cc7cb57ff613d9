//! [`Typed`]: the values of a place that have one type.

use std::sync::Arc;

use arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, FixedSizeBinaryBuilder, PrimitiveBuilder, StringBuilder,
};
use arrow_array::types::{
    Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time64MicrosecondType, TimestampMicrosecondType, TimestampNanosecondType,
};
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, TimeUnit};
use varvel::{Error, Result};

use super::other_schema;
use super::part::{Part, Room, unknown};
use crate::extension::TYPED;
use crate::variant::{Metadata, Scalar, count, kind, parts, push_object};

/// A column of one type.
pub(super) enum Typed {
    Bool(BooleanBuilder),
    Int8(PrimitiveBuilder<Int8Type>),
    Int16(PrimitiveBuilder<Int16Type>),
    Int32(PrimitiveBuilder<Int32Type>),
    Int64(PrimitiveBuilder<Int64Type>),
    Float32(PrimitiveBuilder<Float32Type>),
    Float64(PrimitiveBuilder<Float64Type>),
    /// Decimals below this bound, with so many digits behind the point.
    Decimal(PrimitiveBuilder<Decimal128Type>, i128, u8),
    Date(PrimitiveBuilder<Date32Type>),
    Time(PrimitiveBuilder<Time64MicrosecondType>),
    Micros(PrimitiveBuilder<TimestampMicrosecondType>),
    Nanos(PrimitiveBuilder<TimestampNanosecondType>),
    LocalMicros(PrimitiveBuilder<TimestampMicrosecondType>),
    LocalNanos(PrimitiveBuilder<TimestampNanosecondType>),
    Text(StringBuilder),
    Binary(BinaryBuilder),
    Uuid(FixedSizeBinaryBuilder),
    Object(Box<Object>),
    Array(Box<Array>),
}

/// Objects, whose members have columns.
pub(super) struct Object {
    /// The members, sorted by their names.
    members: Vec<(String, Part)>,
    nulls: NullBufferBuilder,
    /// The members of an object that have no columns: the numbers of their keys, and their values.
    rest: Vec<(usize, (usize, usize))>,
    /// These members as an object.
    bytes: Vec<u8>,
}

/// Arrays, whose items have columns.
pub(super) struct Array {
    items: Part,
    /// How many columns an item has a place in.
    width: usize,
    offsets: Vec<i32>,
    nulls: NullBufferBuilder,
}

impl Typed {
    /// Makes a column of a type. This recurses by its depth.
    pub fn new(ty: &DataType) -> Result<Self> {
        Ok(match ty {
            DataType::Boolean => Self::Bool(BooleanBuilder::new()),
            DataType::Int8 => Self::Int8(PrimitiveBuilder::new()),
            DataType::Int16 => Self::Int16(PrimitiveBuilder::new()),
            DataType::Int32 => Self::Int32(PrimitiveBuilder::new()),
            DataType::Int64 => Self::Int64(PrimitiveBuilder::new()),
            DataType::Float32 => Self::Float32(PrimitiveBuilder::new()),
            DataType::Float64 => Self::Float64(PrimitiveBuilder::new()),
            &DataType::Decimal128(precision, scale @ 0..=38) => {
                let bound = 10i128.pow(precision.into());
                Self::Decimal(PrimitiveBuilder::new(), bound, scale.unsigned_abs())
            }
            DataType::Date32 => Self::Date(PrimitiveBuilder::new()),
            DataType::Time64(TimeUnit::Microsecond) => Self::Time(PrimitiveBuilder::new()),
            DataType::Timestamp(TimeUnit::Microsecond, Some(_)) => {
                Self::Micros(PrimitiveBuilder::new())
            }
            DataType::Timestamp(TimeUnit::Nanosecond, Some(_)) => {
                Self::Nanos(PrimitiveBuilder::new())
            }
            DataType::Timestamp(TimeUnit::Microsecond, None) => {
                Self::LocalMicros(PrimitiveBuilder::new())
            }
            DataType::Timestamp(TimeUnit::Nanosecond, None) => {
                Self::LocalNanos(PrimitiveBuilder::new())
            }
            DataType::Utf8 => Self::Text(StringBuilder::new()),
            DataType::Binary => Self::Binary(BinaryBuilder::new()),
            DataType::FixedSizeBinary(16) => Self::Uuid(FixedSizeBinaryBuilder::new(16)),
            DataType::Struct(fields) => {
                let members = fields
                    .iter()
                    .map(|field| Ok((field.name().clone(), group(field)?)));
                let mut members = members.collect::<Result<Vec<_>>>()?;
                members.sort_by(|a, b| a.0.cmp(&b.0));
                let is_twice = members.windows(2).find(|pair| pair[0].0 == pair[1].0);
                if let Some(pair) = is_twice {
                    return Err(Error::duplicate_key(&pair[0].0));
                }
                Self::Object(Box::new(Object {
                    members,
                    nulls: NullBufferBuilder::new(0),
                    rest: Vec::new(),
                    bytes: Vec::new(),
                }))
            }
            DataType::List(item) => {
                let items = group(item)?;
                Self::Array(Box::new(Array {
                    width: items.width(),
                    items,
                    offsets: vec![0],
                    nulls: NullBufferBuilder::new(0),
                }))
            }
            other => return Err(unknown(&Field::new(TYPED, other.clone(), true))),
        })
    }

    /// Returns how many columns a value has a place in, without those of items of arrays.
    pub fn width(&self) -> usize {
        match self {
            Self::Object(object) => {
                let members = object.members.iter().map(|(_, member)| member.width());
                1 + members.sum::<usize>()
            }
            _ => 1,
        }
    }

    /// Adds a null: the value has no such type, or is missing.
    pub fn push_null(&mut self) {
        match self {
            Self::Bool(values) => values.append_null(),
            Self::Int8(values) => values.append_null(),
            Self::Int16(values) => values.append_null(),
            Self::Int32(values) => values.append_null(),
            Self::Int64(values) => values.append_null(),
            Self::Float32(values) => values.append_null(),
            Self::Float64(values) => values.append_null(),
            Self::Decimal(values, ..) => values.append_null(),
            Self::Date(values) => values.append_null(),
            Self::Time(values) => values.append_null(),
            Self::Micros(values) | Self::LocalMicros(values) => values.append_null(),
            Self::Nanos(values) | Self::LocalNanos(values) => values.append_null(),
            Self::Text(values) => values.append_null(),
            Self::Binary(values) => values.append_null(),
            Self::Uuid(values) => values.append_null(),
            Self::Object(object) => object.push_null(),
            Self::Array(array) => array.push_null(),
        }
    }

    /// Adds a value if it has the type, and a null otherwise. What is left of the value goes to
    /// `rest`: all of it, some members of an object, or a null for nothing.
    pub fn push(
        &mut self,
        value: &[u8],
        keys: &Metadata<'_>,
        room: &mut Room,
        rest: &mut BinaryBuilder,
    ) -> Result {
        let kind = value.first().map(|header| header & 3);
        let took = match (&mut *self, kind) {
            (Self::Object(object), Some(kind::OBJECT)) => {
                return object.push(value, keys, room, rest);
            }
            (Self::Array(array), Some(kind::ARRAY)) => array.push(value, keys, room)?,
            (_, Some(kind::OBJECT | kind::ARRAY)) => false,
            (typed, _) => typed.push_scalar(Scalar::read(value, 0, value.len())?.0),
        };
        match took {
            true => rest.append_null(),
            false => {
                self.push_null();
                rest.append_value(value);
            }
        }
        Ok(())
    }

    /// Adds a scalar if it has the type exactly. Returns whether it has.
    fn push_scalar(&mut self, scalar: Scalar<'_>) -> bool {
        let integer = match scalar {
            Scalar::Int(value) => Some(value.into()),
            Scalar::Decimal(digits, 0) => Some(digits),
            _ => None,
        };
        /// Adds an integer if the type holds it.
        macro_rules! integer {
            ($values:ident) => {
                match integer.map(TryInto::try_into) {
                    Some(Ok(value)) => $values.append_value(value),
                    _ => return false,
                }
            };
        }
        match (self, scalar) {
            (Self::Int8(values), _) => integer!(values),
            (Self::Int16(values), _) => integer!(values),
            (Self::Int32(values), _) => integer!(values),
            (Self::Int64(values), _) => integer!(values),
            (Self::Decimal(values, bound, scale), scalar) => {
                let digits = match scalar {
                    Scalar::Decimal(digits, digits_scale) if digits_scale == *scale => digits,
                    Scalar::Int(value) if *scale == 0 => value.into(),
                    _ => return false,
                };
                if digits.unsigned_abs() >= bound.unsigned_abs() {
                    return false;
                }
                values.append_value(digits);
            }
            (Self::Bool(values), Scalar::Bool(value)) => values.append_value(value),
            (Self::Float32(values), Scalar::Float(value)) => values.append_value(value),
            (Self::Float64(values), Scalar::Double(value)) => values.append_value(value),
            (Self::Date(values), Scalar::Date(value)) => values.append_value(value),
            (Self::Time(values), Scalar::Time(value)) => values.append_value(value),
            (Self::Micros(values), Scalar::Micros(value))
            | (Self::LocalMicros(values), Scalar::LocalMicros(value)) => values.append_value(value),
            (Self::Nanos(values), Scalar::Nanos(value))
            | (Self::LocalNanos(values), Scalar::LocalNanos(value)) => values.append_value(value),
            (Self::Text(values), Scalar::Text(value)) => values.append_value(value),
            (Self::Binary(values), Scalar::Binary(value)) => values.append_value(value),
            (Self::Uuid(values), Scalar::Uuid(value)) => return values.append_value(value).is_ok(),
            _ => return false,
        }
        true
    }

    /// Returns the column.
    pub fn finish(self, ty: &DataType) -> Result<ArrayRef> {
        Ok(match self {
            Self::Bool(mut values) => Arc::new(values.finish()),
            Self::Int8(mut values) => Arc::new(values.finish()),
            Self::Int16(mut values) => Arc::new(values.finish()),
            Self::Int32(mut values) => Arc::new(values.finish()),
            Self::Int64(mut values) => Arc::new(values.finish()),
            Self::Float32(mut values) => Arc::new(values.finish()),
            Self::Float64(mut values) => Arc::new(values.finish()),
            Self::Decimal(mut values, ..) => Arc::new(values.finish().with_data_type(ty.clone())),
            Self::Date(mut values) => Arc::new(values.finish()),
            Self::Time(mut values) => Arc::new(values.finish()),
            Self::Micros(mut values) | Self::LocalMicros(mut values) => {
                Arc::new(values.finish().with_data_type(ty.clone()))
            }
            Self::Nanos(mut values) | Self::LocalNanos(mut values) => {
                Arc::new(values.finish().with_data_type(ty.clone()))
            }
            Self::Text(mut values) => Arc::new(values.finish()),
            Self::Binary(mut values) => Arc::new(values.finish()),
            Self::Uuid(mut values) => Arc::new(values.finish()),
            Self::Object(object) => object.finish(ty)?,
            Self::Array(array) => array.finish(ty)?,
        })
    }
}

/// Makes the columns of a member or an item, which is a group that is always there.
fn group(field: &Field) -> Result<Part> {
    match field.data_type() {
        DataType::Struct(fields) if !field.is_nullable() => Part::new(fields),
        _ => Err(unknown(field)),
    }
}

/// Returns a group as an array.
fn group_array(part: Part, field: &Field) -> Result<ArrayRef> {
    let DataType::Struct(fields) = field.data_type() else {
        return Err(unknown(field));
    };
    let len = part.len();
    let columns = part.finish(fields, None)?;
    let array = StructArray::try_new_with_length(fields.clone(), columns, None, len);
    Ok(Arc::new(array.map_err(other_schema)?))
}

impl Object {
    fn push_null(&mut self) {
        for (_, member) in &mut self.members {
            member.push_missing();
        }
        self.nulls.append_null();
    }

    /// Returns the place of a member; it is most likely `guess`.
    fn find(&self, key: &str, guess: usize) -> Option<usize> {
        match self.members.get(guess) {
            Some((name, _)) if name == key => Some(guess),
            _ => self
                .members
                .binary_search_by(|(name, _)| name.as_str().cmp(key))
                .ok(),
        }
    }

    fn push(
        &mut self,
        value: &[u8],
        keys: &Metadata<'_>,
        room: &mut Room,
        rest: &mut BinaryBuilder,
    ) -> Result {
        let rows = self.nulls.len();
        let mut likely = 0;
        self.rest.clear();
        parts(value, |container, index, part| {
            let key = keys.key(value, container, index)?;
            let Some(number) = self.find(key, likely) else {
                let (_, number) = container.number(value, index).unwrap_or_default();
                self.rest.push((number, part));
                return Ok(());
            };
            likely = number + 1;
            let (_, member) = &mut self.members[number];
            match member.len() == rows {
                true => member.push(&value[part.0..part.1], keys, room),
                false => Err(Error::duplicate_key(key)),
            }
        })?;
        for (_, member) in &mut self.members {
            if member.len() == rows {
                member.push_missing();
            }
        }
        self.nulls.append_non_null();
        if self.rest.is_empty() {
            rest.append_null();
            return Ok(());
        }
        self.bytes.clear();
        push_object(&mut self.bytes, value, &self.rest);
        rest.append_value(&self.bytes);
        Ok(())
    }

    fn finish(mut self, ty: &DataType) -> Result<ArrayRef> {
        let DataType::Struct(fields) = ty else {
            return Err(unknown(&Field::new(TYPED, ty.clone(), true)));
        };
        let len = self.nulls.len();
        let mut columns = Vec::with_capacity(fields.len());
        for field in fields {
            let place = self
                .members
                .iter()
                .position(|(name, _)| name == field.name());
            let (_, part) = self
                .members
                .swap_remove(place.ok_or_else(|| unknown(field))?);
            columns.push(group_array(part, field)?);
        }
        let nulls = self.nulls.finish();
        let array = StructArray::try_new_with_length(fields.clone(), columns, nulls, len);
        Ok(Arc::new(array.map_err(other_schema)?))
    }
}

impl Array {
    fn push_null(&mut self) {
        self.offsets.push(*self.offsets.last().unwrap_or(&0));
        self.nulls.append_null();
    }

    /// Adds an array if there is room for its items. Returns whether there is.
    fn push(&mut self, value: &[u8], keys: &Metadata<'_>, room: &mut Room) -> Result<bool> {
        if !room.take(count(value)?.saturating_mul(self.width)) {
            return Ok(false);
        }
        parts(value, |_, _, part| {
            self.items.push(&value[part.0..part.1], keys, room)
        })?;
        self.offsets.push(crate::columns::offset(self.items.len())?);
        self.nulls.append_non_null();
        Ok(true)
    }

    fn finish(mut self, ty: &DataType) -> Result<ArrayRef> {
        let DataType::List(item) = ty else {
            return Err(unknown(&Field::new(TYPED, ty.clone(), true)));
        };
        let items = group_array(self.items, item)?;
        let offsets = OffsetBuffer::new(self.offsets.into());
        let array = ListArray::try_new(item.clone(), offsets, items, self.nulls.finish());
        Ok(Arc::new(array.map_err(other_schema)?))
    }
}
