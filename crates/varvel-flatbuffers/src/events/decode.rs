//! The traits by which a plain struct is filled in.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Result, Source};

use super::values::ValueSlot;
use crate::encode::EncodeTable;
use crate::schema::Object;
use crate::{Enum, Primitive};

/// A plain struct that is read from a table, or from a struct.
///
/// A wrong implementation reads values that nobody wrote. It does no other harm.
pub trait DecodeFields: Default {
    /// The type of the table or struct in the layout.
    type Object: Object;

    /// Gives each field to `fields`, in any order. Deprecated fields are left out.
    ///
    /// # Errors
    /// Returns the errors of `fields`.
    fn fields_mut<F: FieldsMut<Self::Object>>(&mut self, fields: &mut F) -> Result;

    /// Compares two objects by their key, in the order of vectors. Objects without a key are equal.
    fn by_key(&self, other: &Self) -> Ordering {
        let _ = other;
        Ordering::Equal
    }

    /// Compares two structs part by part. It is implemented for structs that are keys, or parts of
    /// keys.
    fn by_parts(&self, other: &Self) -> Ordering {
        let _ = other;
        Ordering::Equal
    }
}

/// A plain enum that is read from a union.
pub trait DecodeUnion: Default {
    /// The schema of the union.
    type Schema: crate::Schema;

    /// The index of the union in its layout.
    const UNION: usize;

    /// Reads the member with this tag. The tag must be one that the union has.
    ///
    /// # Errors
    /// Returns the errors of `source`.
    fn member_mut<'de, R: Source<'de>>(&mut self, tag: i64, source: &mut R) -> Result;
}

/// A visitor that fills in fields. `I` is the index of a field.
pub trait FieldsMut<T: Object> {
    /// Fills in a scalar.
    fn scalar<V: Primitive, const I: usize>(&mut self, place: &mut V) -> Result;

    /// Fills in a scalar without a default, or an enum of such a scalar.
    fn scalar_opt<V: Primitive, E: From<V>, const I: usize>(
        &mut self,
        place: &mut Option<E>,
    ) -> Result;

    /// Fills in a string.
    fn string<P: ValueSlot<String>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// Fills in a struct.
    fn structure<S: DecodeFields, P: ValueSlot<S>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// Fills in a table.
    fn table<E: DecodeFields, const I: usize>(&mut self, place: &mut Option<Box<E>>) -> Result;

    /// Fills in a union. `I` is the index of its value.
    fn union<U: DecodeUnion, const I: usize>(&mut self, place: &mut U) -> Result;

    /// Fills in a vector of scalars.
    fn scalars<V: Primitive, P: ValueSlot<Vec<V>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// Fills in a vector of enums.
    fn enums<E: Enum, P: ValueSlot<Vec<E>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// Fills in a vector of strings.
    fn strings<P: ValueSlot<Vec<String>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// Fills in a vector of tables or structs.
    fn objects<E: DecodeFields, P: ValueSlot<Vec<E>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// Fills in a vector of unions. `I` is the index of their values.
    fn unions<U: DecodeUnion, const I: usize>(&mut self, place: &mut Option<Vec<U>>) -> Result;

    /// Fills in the bytes of a nested buffer whose root is `E`.
    fn nested<E: DecodeFields + EncodeTable, P: ValueSlot<Vec<u8>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// Fills in the bytes of a FlexBuffer.
    fn flex<P: ValueSlot<Vec<u8>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// Fills in an array of scalars.
    fn scalar_array<V: Primitive, const I: usize>(&mut self, place: &mut [V]) -> Result;

    /// Fills in an array of enums.
    fn enum_array<E: Enum, const I: usize>(&mut self, place: &mut [E]) -> Result;

    /// Fills in an array of structs.
    fn struct_array<S: DecodeFields, const I: usize>(&mut self, place: &mut [S]) -> Result;
}
