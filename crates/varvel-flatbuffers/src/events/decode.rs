//! What a plain struct says of itself so that it can be filled in.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Result, Source};

use super::values::ValueSlot;
use crate::encode::EncodeTable;
use crate::schema::Object;
use crate::{Enum, Primitive};

/// A plain struct that is read as a table, or as a struct.
///
/// A wrong implementation reads what nobody wrote; it does no other harm.
pub trait DecodeFields: Default {
    /// The table or struct.
    type Object: Object;

    /// Says each field to `fields`, in any order; deprecated ones are left out.
    ///
    /// # Errors
    /// Those of `fields`.
    fn fields_mut<F: FieldsMut<Self::Object>>(&mut self, fields: &mut F) -> Result;

    /// In which order a vector of them is, which has a key.
    fn by_key(&self, other: &Self) -> Ordering {
        let _ = other;
        Ordering::Equal
    }

    /// The order of structs that are keys, or parts of them: part by part.
    fn by_parts(&self, other: &Self) -> Ordering {
        let _ = other;
        Ordering::Equal
    }
}

/// A plain enum that is read as a union.
pub trait DecodeUnion: Default {
    /// The schema.
    type Schema: crate::Schema;

    /// The index of the union in its layout.
    const UNION: usize;

    /// Becomes what stands here, which has this tag: one that the union has.
    ///
    /// # Errors
    /// Those of `source`.
    fn member_mut<'de, R: Source<'de>>(&mut self, tag: i64, source: &mut R) -> Result;
}

/// What fills in fields. `I` is a field's index.
pub trait FieldsMut<T: Object> {
    /// A scalar.
    fn scalar<V: Primitive, const I: usize>(&mut self, place: &mut V) -> Result;

    /// A scalar without a default, or an enum of that.
    fn scalar_opt<V: Primitive, E: From<V>, const I: usize>(
        &mut self,
        place: &mut Option<E>,
    ) -> Result;

    /// A string.
    fn string<P: ValueSlot<String>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// A struct.
    fn structure<S: DecodeFields, P: ValueSlot<S>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// A table.
    fn table<E: DecodeFields, const I: usize>(&mut self, place: &mut Option<Box<E>>) -> Result;

    /// A union, by the index of its value.
    fn union<U: DecodeUnion, const I: usize>(&mut self, place: &mut U) -> Result;

    /// A vector of scalars.
    fn scalars<V: Primitive, P: ValueSlot<Vec<V>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// A vector of enums.
    fn enums<E: Enum, P: ValueSlot<Vec<E>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// A vector of strings.
    fn strings<P: ValueSlot<Vec<String>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// A vector of tables or structs.
    fn objects<E: DecodeFields, P: ValueSlot<Vec<E>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// A vector of unions, by the index of their values.
    fn unions<U: DecodeUnion, const I: usize>(&mut self, place: &mut Option<Vec<U>>) -> Result;

    /// The bytes of a nested buffer, of which `E` is the root.
    fn nested<E: DecodeFields + EncodeTable, P: ValueSlot<Vec<u8>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result;

    /// The bytes of a FlexBuffer.
    fn flex<P: ValueSlot<Vec<u8>>, const I: usize>(&mut self, place: &mut P) -> Result;

    /// An array of scalars.
    fn scalar_array<V: Primitive, const I: usize>(&mut self, place: &mut [V]) -> Result;

    /// An array of enums.
    fn enum_array<E: Enum, const I: usize>(&mut self, place: &mut [E]) -> Result;

    /// An array of structs.
    fn struct_array<S: DecodeFields, const I: usize>(&mut self, place: &mut [S]) -> Result;
}
