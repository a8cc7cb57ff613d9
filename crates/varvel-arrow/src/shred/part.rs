//! [`Part`]: a value, or a part of one, in two columns.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::BinaryBuilder;
use arrow_schema::{DataType, Field, Fields};
use varvel::{Error, ErrorKind, Result};

use super::typed::Typed;
use crate::extension::{METADATA, TYPED, VALUE};
use crate::variant::Metadata;

/// How many places of columns the items of arrays may still take. Items that have few of the
/// members would take much more memory than their bytes; arrays of such items stay bytes.
pub(super) struct Room(usize);

impl Room {
    /// Returns the room for values of so many bytes.
    pub fn of(bytes: usize) -> Self {
        Self((1 << 20) + bytes.saturating_mul(4))
    }

    /// Takes places, if there are so many.
    pub fn take(&mut self, places: usize) -> bool {
        let left = self.0.checked_sub(places);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// The values of a place: each is in `value`, in `typed_value`, as an object in both, or missing.
pub(super) struct Part {
    value: BinaryBuilder,
    typed: Option<Typed>,
    len: usize,
}

impl Part {
    /// Makes the columns of a group.
    ///
    /// # Errors
    /// `Unrepresentable` for a group that the specification has not. A column for the values of all
    /// kinds must be there, so that none is without a place.
    pub fn new(fields: &Fields) -> Result<Self> {
        let mut typed = None;
        let mut has_value = false;
        for field in fields {
            match (field.name().as_str(), field.data_type()) {
                (METADATA, DataType::Binary) => {}
                (VALUE, DataType::Binary) if field.is_nullable() => has_value = true,
                (TYPED, ty) if field.is_nullable() => typed = Some(Typed::new(ty)?),
                _ => return Err(unknown(field)),
            }
        }
        match has_value {
            true => Ok(Self {
                value: BinaryBuilder::new(),
                typed,
                len: 0,
            }),
            false => {
                let expected = "a member `value` in each group of VARIANT";
                Err(Error::expected(ErrorKind::Unrepresentable, expected))
            }
        }
    }

    /// Returns the number of values, with those that are missing.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns how many columns a value has a place in, without those of items of arrays. This
    /// recurses by the depth of the types.
    pub fn width(&self) -> usize {
        1 + self.typed.as_ref().map_or(0, Typed::width)
    }

    /// Adds a value. This recurses by the depth of the types.
    pub fn push(&mut self, value: &[u8], keys: &Metadata<'_>, room: &mut Room) -> Result {
        match &mut self.typed {
            Some(typed) => typed.push(value, keys, room, &mut self.value)?,
            None => self.value.append_value(value),
        }
        self.len += 1;
        Ok(())
    }

    /// Adds a member that its object has not, or a value that stands for a null.
    pub fn push_missing(&mut self) {
        self.value.append_null();
        if let Some(typed) = &mut self.typed {
            typed.push_null();
        }
        self.len += 1;
    }

    /// Returns the columns in the order of the fields.
    pub fn finish(mut self, fields: &Fields, metadata: Option<ArrayRef>) -> Result<Vec<ArrayRef>> {
        let mut typed = self.typed.take();
        let mut columns = Vec::with_capacity(fields.len());
        for field in fields {
            columns.push(match (field.name().as_str(), &metadata) {
                (METADATA, Some(metadata)) => metadata.clone(),
                (TYPED, _) => match typed.take() {
                    Some(typed) => typed.finish(field.data_type())?,
                    None => return Err(unknown(field)),
                },
                _ => Arc::new(self.value.finish()),
            });
        }
        Ok(columns)
    }
}

#[cold]
pub(super) fn unknown(field: &Field) -> Error {
    let expected = "a group of VARIANT: an optional `value` and `typed_value` of its types";
    let found = format!("{} `{}`", field.data_type(), field.name());
    Error::expected(ErrorKind::Unrepresentable, expected).with_found(found)
}
