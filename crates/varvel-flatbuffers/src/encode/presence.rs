//! The first time that a type gives its fields: notes which are present.

use core::marker::PhantomData;

use varvel_core::Result;

use super::{Assert, EncodeStruct, EncodeTable, EncodeUnion, Fields, Held, Items, Row};
use crate::Primitive;
use crate::schema::{At, Object};

/// A set that notes present fields.
pub(super) trait NoteField {
    fn note(&mut self, field: usize);
}

/// The present fields of a table with up to 64 fields.
pub(super) struct Mask(pub u64);

impl NoteField for Mask {
    #[inline(always)]
    fn note(&mut self, field: usize) {
        self.0 |= 1 << field;
    }
}

/// Notes the present fields, and refuses a table without a required one.
pub(super) struct Present<T, M> {
    pub note: M,
    pub of: PhantomData<T>,
}

impl<T: Object, M: NoteField> Present<T, M> {
    #[inline(always)]
    fn value<const I: usize>(&mut self, there: bool) -> Result {
        const { Assert::<T, I>::live() };
        if there {
            self.note.note(I);
        } else if const { Assert::<T, I>::REQUIRED } {
            return Err(Assert::<T, I>::missing());
        }
        Ok(())
    }
}

impl<T: Object, M: NoteField> Fields<T> for Present<T, M> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const {
            At::<T, I>::is_scalar(V::SCALAR);
            Assert::<T, I>::live();
        };
        // Compared by its bits: -0.0 differs from 0.0, and NaN equals the same NaN.
        if value.bits() != V::from_bits(const { Assert::<T, I>::DEFAULT }).bits() {
            self.note.note(I);
        }
        Ok(())
    }

    #[inline(always)]
    fn scalar_opt<V: Primitive, const I: usize>(&mut self, value: Option<V>) -> Result {
        const { At::<T, I>::is_scalar(V::SCALAR) };
        self.value::<I>(value.is_some())
    }

    #[inline(always)]
    fn string<const I: usize>(&mut self, text: Option<&str>) -> Result {
        self.value::<I>(text.is_some())
    }

    #[inline(always)]
    fn structure<S: EncodeStruct, const I: usize>(&mut self, value: Option<&S>) -> Result
    where
        S::Struct: Object<Schema = T::Schema>,
    {
        self.value::<I>(value.is_some())
    }

    #[inline(always)]
    fn table<E: EncodeTable, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Table: Object<Schema = T::Schema>,
    {
        self.value::<I>(value.is_some())
    }

    #[inline(always)]
    fn union<U: EncodeUnion<Schema = T::Schema>, const I: usize>(&mut self, value: &U) -> Result {
        let mut held = Held(false);
        value.member(&mut held)?;
        if held.0 {
            self.note.note(I - 1);
        }
        self.value::<I>(held.0)
    }

    #[inline(always)]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: Option<L>) -> Result {
        self.value::<I>(values.is_some())
    }

    #[inline(always)]
    fn strings<L: Items<Item: AsRef<str>>, const I: usize>(&mut self, values: Option<L>) -> Result {
        self.value::<I>(values.is_some())
    }

    #[inline(always)]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: Option<L>,
    ) -> Result {
        self.value::<I>(values.is_some())
    }

    #[inline(always)]
    fn tables<L: Items<Item: EncodeTable<Table: Object<Schema = T::Schema>>>, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        self.value::<I>(values.is_some())
    }

    #[inline(always)]
    fn unions<L: Items<Item: EncodeUnion<Schema = T::Schema>> + Clone, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        if values.is_some() {
            self.note.note(I - 1);
        }
        self.value::<I>(values.is_some())
    }
}
