//! Columns of VARIANT, of which parts may have columns of their own: made and given.
//!
//! Source: "Variant Shredding", `VariantShredding.md` of apache/parquet-format.

use arrow_array::cast::AsArray as _;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use varvel::path::Step;
use varvel::{Error, ErrorKind, Result, Sink, Str};

use super::arrays::inner;
use super::give::Way;
use super::node::{Bytes, Node, Part, Ranges, Shredded, Typed, Values};
use crate::read::damaged;
use crate::variant::Variant;

fn is_null(nulls: &Option<NullBuffer>, row: usize) -> bool {
    nulls.as_ref().is_some_and(|nulls| nulls.is_null(row))
}

impl Shredded {
    /// Makes a column of an array: a structure of `metadata`, `value` and perhaps `typed_value`.
    pub fn of_column(array: &dyn Array, depth: usize) -> Result<Self> {
        let metadata = member(array, "metadata").and_then(|array| Bytes::of(array));
        Ok(Self {
            metadata: metadata.ok_or_else(no_variant)?,
            part: Part::of(array, depth)?,
        })
    }

    /// Gives the value of a row.
    pub fn give<'s, S: Sink<'s>>(&'s self, row: usize, way: &Way, sink: &mut S) -> Result {
        let metadata = self.metadata.get(row);
        match self.part.is_missing(row) {
            // Invalid, and null by the specification.
            true => sink.null(),
            false => self.part.give(metadata, row, way, sink),
        }
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
        let value = match member(array, "value") {
            Some(value) => {
                let bytes = Bytes::of(value).ok_or_else(no_variant)?;
                Some((bytes, value.nulls().cloned()))
            }
            None => None,
        };
        let typed = match member(array, "typed_value") {
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
        metadata: &'s [u8],
        row: usize,
        way: &Way,
        sink: &mut S,
    ) -> Result {
        let rest = self.value(row).map(|value| Variant { metadata, value });
        let limits = way.limits();
        match (self.typed(row), rest) {
            (None, None) => sink.null(),
            (None, Some(value)) => value.drive(limits, sink),
            (Some(Typed::Object(members)), rest) => {
                sink.begin_map(None)?;
                for (key, part) in members {
                    if part.is_missing(row) {
                        continue;
                    }
                    sink.key(Str::from(&**key))?;
                    let given = part.give(metadata, row, way, sink);
                    given.map_err(|error| way.inside(error, Step::Key(key.clone())))?;
                }
                if let Some(rest) = rest {
                    rest.drive_members(limits, sink)?;
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
                        false => items.give(metadata, row, way, sink),
                    };
                    given.map_err(|error| way.inside(error, Step::Index(index)))?;
                }
                sink.end_array()
            }
        }
    }
}

impl Typed {
    fn of(array: &dyn Array, depth: usize) -> Result<Self> {
        let list =
            |ranges, items: &ArrayRef| Ok(Self::Array(ranges, Box::new(Part::of(items, depth)?)));
        match array.data_type() {
            DataType::Struct(fields) => {
                let parts = fields.iter().zip(array.as_struct().columns());
                let parts =
                    parts.map(|(field, part)| Ok((field.name().clone(), Part::of(part, depth)?)));
                Ok(Self::Object(parts.collect::<Result<_>>()?))
            }
            DataType::List(_) => {
                let array = array.as_list::<i32>();
                list(Ranges::Small(array.offsets().clone()), array.values())
            }
            DataType::LargeList(_) => {
                let array = array.as_list::<i64>();
                list(Ranges::Large(array.offsets().clone()), array.values())
            }
            DataType::ListView(_) => {
                let array = array.as_list_view::<i32>();
                let ranges = Ranges::View(array.offsets().clone(), array.sizes().clone());
                list(ranges, array.values())
            }
            _ => {
                let mut node = Node::of(array, depth)?;
                // The only type of VARIANT that has a fixed number of bytes.
                if let Values::Bytes(Bytes::Fixed(bytes)) = &node.values
                    && bytes.value_length() == 16
                {
                    node.values = Values::Uuid(bytes.clone());
                }
                Ok(Self::Scalar(node))
            }
        }
    }
}
