//! Columns of VARIANT, of which parts may have columns of their own: made and given.
//!
//! Source: "Variant Shredding", `VariantShredding.md` of apache/parquet-format.

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use varvel::path::Step;
use varvel::{Error, ErrorKind, Result, Sink, Str};

use super::arrays::inner;
use super::give::Way;
use super::node::{Bytes, Node, Part, Ranges, Shredded, Typed, Values, is_null};
use crate::extension::{METADATA, TYPED, VALUE};
use crate::read::damaged;
use crate::variant::{Keyed, Metadata};

impl Shredded {
    /// Makes a column of an array: a structure of `metadata`, `value` and perhaps `typed_value`.
    pub fn of_column(array: &dyn Array, depth: usize) -> Result<Self> {
        let metadata = member(array, METADATA).and_then(|array| Bytes::of(array));
        Ok(Self {
            metadata: metadata.ok_or_else(no_variant)?,
            part: Part::of(array, depth)?,
        })
    }

    /// Gives the value of a row.
    pub fn give<'s, S: Sink<'s>>(&'s self, row: usize, way: &Way, sink: &mut S) -> Result {
        if self.part.is_missing(row) {
            // Invalid, and null by the specification.
            return sink.null();
        }
        let metadata = self.metadata.get(row);
        way.limits().check_len(metadata.len())?;
        self.part.give(&Metadata::new(metadata)?, row, way, sink)
    }
}

/// Returns a member of a structure.
fn member<'b>(array: &'b dyn Array, name: &str) -> Option<&'b ArrayRef> {
    array.as_struct_opt()?.column_by_name(name)
}

#[cold]
fn no_variant() -> Error {
    let expected = "a column of VARIANT: `metadata`, `value` and `typed_value`";
    Error::expected(ErrorKind::Unrepresentable, expected)
}

impl Part {
    fn of(array: &dyn Array, depth: usize) -> Result<Self> {
        let depth = inner(depth)?;
        let value = match member(array, VALUE) {
            Some(value) => {
                let bytes = Bytes::of(value).ok_or_else(no_variant)?;
                Some((bytes, value.nulls().cloned()))
            }
            None => None,
        };
        let typed = match member(array, TYPED) {
            Some(typed) => Some((Typed::of(typed, depth)?, typed.nulls().cloned())),
            None => None,
        };
        if value.is_none() && typed.is_none() {
            return Err(no_variant());
        }
        Ok(Self {
            nulls: array.nulls().cloned(),
            value,
            typed,
        })
    }

    /// Returns the value of a row that has no column of its own.
    fn value(&self, row: usize) -> Option<&[u8]> {
        let (bytes, nulls) = self.value.as_ref()?;
        (!is_null(nulls, row)).then(|| bytes.get(row))
    }

    fn typed(&self, row: usize) -> Option<&Typed> {
        let (typed, nulls) = self.typed.as_ref()?;
        (!is_null(nulls, row)).then_some(typed)
    }

    /// Returns whether it has no value in a row: as a member, it is missing.
    fn is_missing(&self, row: usize) -> bool {
        is_null(&self.nulls, row) || self.value(row).is_none() && self.typed(row).is_none()
    }

    /// Gives the value of a row. This recurses by the depth of the types.
    fn give<'s, S: Sink<'s>>(
        &'s self,
        keys: &Metadata<'s>,
        row: usize,
        way: &Way,
        sink: &mut S,
    ) -> Result {
        let rest = self.value(row).map(|value| Keyed { keys, value });
        let limits = way.limits();
        limits.check_len(rest.map_or(0, |rest| rest.value.len()))?;
        match (self.typed(row), rest) {
            (None, None) => sink.null(),
            (None, Some(value)) => value.drive(limits, sink),
            (Some(Typed::Object(members)), rest) => {
                let mut left = Vec::new();
                if let Some(rest) = rest {
                    left = rest.members()?;
                    left.sort_by_key(|&(key, _)| key);
                }
                let mut left = left.into_iter().peekable();
                sink.begin_map(None)?;
                // Both are sorted, and so is the object.
                for (key, part) in members {
                    while let Some((other, value)) = left.next_if(|(other, _)| *other < &**key) {
                        give_rest(other, value, way, sink)?;
                    }
                    if left.peek().is_some_and(|(other, _)| other == key) {
                        return Err(damaged("a member in its own column of VARIANT"));
                    }
                    if part.is_missing(row) {
                        continue;
                    }
                    sink.key(Str::from(&**key))?;
                    let given = part.give(keys, row, way, sink);
                    given.map_err(|error| way.inside(error, Step::Key(key.clone())))?;
                }
                for (key, value) in left {
                    give_rest(key, value, way, sink)?;
                }
                sink.end_map()
            }
            (Some(_), Some(_)) => Err(damaged("a value in one column of VARIANT, not in two")),
            (Some(Typed::Scalar(node)), None) => node.give(row, way, sink),
            (Some(Typed::Array(ranges, items)), None) => {
                let range = ranges.get(row);
                sink.begin_array(Some(range.len()))?;
                for (index, row) in range.enumerate() {
                    let given = match items.is_missing(row) {
                        true => sink.null(),
                        false => items.give(keys, row, way, sink),
                    };
                    given.map_err(|error| way.inside(error, Step::Index(index)))?;
                }
                sink.end_array()
            }
        }
    }
}

/// Gives a member that has no column of its own.
fn give_rest<'s, S: Sink<'s>>(
    key: &'s str,
    value: Keyed<'_, 's>,
    way: &Way,
    sink: &mut S,
) -> Result {
    sink.key(Str::from(key))?;
    let given = value.drive(way.limits(), sink);
    given.map_err(|error| way.inside(error, Step::Key(key.to_owned())))
}

impl Typed {
    fn of(array: &dyn Array, depth: usize) -> Result<Self> {
        match array.data_type() {
            DataType::Struct(fields) => {
                let parts = fields.iter().zip(array.as_struct().columns());
                let parts =
                    parts.map(|(field, part)| Ok((field.name().clone(), Part::of(part, depth)?)));
                let mut parts = parts.collect::<Result<Vec<_>>>()?;
                parts.sort_by(|(a, _): &(String, Part), (b, _)| a.cmp(b));
                Ok(Self::Object(parts))
            }
            ty if is_scalar(ty) => {
                let mut node = Node::of(array, depth)?;
                // The only type of VARIANT that has a fixed number of bytes.
                if let Values::Bytes(Bytes::Fixed(bytes)) = &node.values
                    && bytes.value_length() == 16
                {
                    node.values = Values::Uuid(bytes.clone());
                }
                Ok(Self::Scalar(node))
            }
            ty => match Ranges::of(array) {
                Some((ranges, _, items)) if is_list(ty) => {
                    Ok(Self::Array(ranges, Box::new(Part::of(items, depth)?)))
                }
                _ => {
                    let expected = "a type of VARIANT in `typed_value`";
                    let error = Error::expected(ErrorKind::Unrepresentable, expected);
                    Err(error.with_found(ty.to_string()))
                }
            },
        }
    }
}

/// Returns whether arrays of VARIANT may have columns of this type.
fn is_list(ty: &DataType) -> bool {
    matches!(
        ty,
        DataType::List(_) | DataType::LargeList(_) | DataType::ListView(_)
    )
}

/// Returns whether scalars of VARIANT may have columns of this type.
fn is_scalar(ty: &DataType) -> bool {
    match ty {
        DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Date32
        | DataType::Time64(TimeUnit::Microsecond)
        | DataType::Timestamp(TimeUnit::Microsecond | TimeUnit::Nanosecond, _)
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::FixedSizeBinary(16) => true,
        DataType::Dictionary(_, values) => is_scalar(values),
        _ => false,
    }
}
