//! Resets the fields that the input did not contain to their defaults, when a plain struct is read.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use varvel_core::Result;

use super::decode::{DecodeFields, DecodeUnion, FieldsMut};
use super::field_set::Seen;
use super::read::{default_bits, default_text};
use super::values::ValueSlot;
use crate::encode::EncodeTable;
use crate::schema::Object;
use crate::{Enum, Primitive};

/// Resets the fields that are not in `seen` to their defaults.
pub(super) struct Reset<T> {
    pub seen: Seen,
    pub of: PhantomData<T>,
}

impl<T> Reset<T> {
    #[inline(always)]
    fn place<V, P: ValueSlot<V>>(&self, index: usize, place: &mut P, text: &'static str) -> Result {
        if !self.seen.has(index) {
            place.reset(text);
        }
        Ok(())
    }
}

impl<T: Object> FieldsMut<T> for Reset<T> {
    #[inline]
    fn scalar<V: Primitive, const I: usize>(&mut self, place: &mut V) -> Result {
        if !self.seen.has(I) {
            *place = V::from_bits(const { default_bits::<T, I>() });
        }
        Ok(())
    }

    #[inline]
    fn scalar_opt<V: Primitive, E: From<V>, const I: usize>(
        &mut self,
        place: &mut Option<E>,
    ) -> Result {
        if !self.seen.has(I) {
            *place = None;
        }
        Ok(())
    }

    #[inline]
    fn string<P: ValueSlot<String>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.place(I, place, const { default_text::<T, I>() })
    }

    #[inline]
    fn structure<S: DecodeFields, P: ValueSlot<S>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn table<E: DecodeFields, const I: usize>(&mut self, place: &mut Option<Box<E>>) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn union<U: DecodeUnion, const I: usize>(&mut self, place: &mut U) -> Result {
        if !self.seen.has(I) {
            *place = U::default();
        }
        Ok(())
    }

    #[inline]
    fn scalars<V: Primitive, P: ValueSlot<Vec<V>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn enums<E: Enum, P: ValueSlot<Vec<E>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn strings<P: ValueSlot<Vec<String>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn objects<E: DecodeFields, P: ValueSlot<Vec<E>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn unions<U: DecodeUnion, const I: usize>(&mut self, place: &mut Option<Vec<U>>) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn nested<E: DecodeFields + EncodeTable, P: ValueSlot<Vec<u8>>, const I: usize>(
        &mut self,
        place: &mut P,
    ) -> Result {
        self.place(I, place, "")
    }

    #[inline]
    fn flex<P: ValueSlot<Vec<u8>>, const I: usize>(&mut self, place: &mut P) -> Result {
        self.place(I, place, "")
    }

    /// Does nothing: only structs have arrays, and all fields of a struct must come.
    #[inline]
    fn scalar_array<V: Primitive, const I: usize>(&mut self, _: &mut [V]) -> Result {
        Ok(())
    }

    #[inline]
    fn enum_array<E: Enum, const I: usize>(&mut self, _: &mut [E]) -> Result {
        Ok(())
    }

    #[inline]
    fn struct_array<S: DecodeFields, const I: usize>(&mut self, _: &mut [S]) -> Result {
        Ok(())
    }
}
