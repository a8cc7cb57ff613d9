//! The second time that a type gives its fields: writes them.

use core::marker::PhantomData;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use super::output::Output;
use super::{
    Assert, EncodeStruct, EncodeTable, EncodeUnion, Encoder, Fields, Items, Row, put_tag,
    struct_of, structure, table_of, union_of,
};
use crate::Primitive;
use crate::layout::{Element, Type};
use crate::schema::{At, Object, Of, Table};

/// The places of the fields of the table that is being written.
///
/// # Safety
/// A returned position is one from which the bytes of that field of `T` end within the written
/// bytes.
pub(super) unsafe trait Places<T> {
    fn place<const I: usize>(&self, out: &Output) -> Option<usize>;

    /// Returns the position of the field before `I`: the tag of a union.
    fn tag<const I: usize>(&self, out: &Output) -> Option<usize>;
}

/// Writes the fields, and what they refer to after all written bytes.
pub(super) struct Write<'a, T, P> {
    pub encoder: &'a mut Encoder,
    pub places: P,
    pub of: PhantomData<T>,
}

impl<T: Object, P: Places<T>> Write<'_, T, P> {
    /// Writes the offset of the field, so that it leads to `to`.
    #[inline(always)]
    fn point<const I: usize>(&mut self, to: usize) {
        if let Some(at) = self.places.place::<I>(&self.encoder.out) {
            // SAFETY: the bytes of the field, an offset of this width, have been written.
            unsafe { self.encoder.out.point(at, to, Assert::<T, I>::WIDE) }
        }
    }
}

impl<T: Object, P: Places<T>> Fields<T> for Write<'_, T, P> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const {
            At::<T, I>::is_scalar(V::SCALAR);
            Assert::<T, I>::live();
        };
        if let Some(at) = self.places.place::<I>(&self.encoder.out) {
            // SAFETY: the bytes of the field, a scalar of this type, have been written.
            unsafe { self.encoder.out.put(at, value) }
        }
        Ok(())
    }

    #[inline(always)]
    fn scalar_opt<V: Primitive, const I: usize>(&mut self, value: Option<V>) -> Result {
        match value {
            Some(value) => self.scalar::<V, I>(value),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn string<const I: usize>(&mut self, text: Option<&str>) -> Result {
        const { Assert::<T, I>::STRING };
        if let Some(text) = text {
            if const { At::<T, I>::FIELD.shared } {
                return match self.places.place::<I>(&self.encoder.out) {
                    Some(at) => self.encoder.strings.point(at, Assert::<T, I>::WIDE, text),
                    None => Ok(()),
                };
            }
            let to = self.encoder.out.string(text)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline(always)]
    fn structure<S: EncodeStruct, const I: usize>(&mut self, value: Option<&S>) -> Result
    where
        S::Struct: Object<Schema = T::Schema>,
    {
        const { Assert::<T, I>::is(Type::Struct(S::Struct::OBJECT as u32)) };
        if let (Some(value), Some(at)) = (value, self.places.place::<I>(&self.encoder.out)) {
            // SAFETY: the bytes of the field, this struct, have been written, and are zero.
            unsafe { structure(&mut self.encoder.out, at, value)? }
        }
        Ok(())
    }

    #[inline(always)]
    fn table<E: EncodeTable, const I: usize>(&mut self, value: Option<&E>) -> Result
    where
        E::Table: Object<Schema = T::Schema>,
    {
        const { Assert::<T, I>::is(Type::Table(E::Table::OBJECT as u32)) };
        if let Some(value) = value {
            let to = self.encoder.table(value)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline]
    fn union<U: EncodeUnion<Schema = T::Schema>, const I: usize>(&mut self, value: &U) -> Result {
        const { Assert::<T, I>::is(Type::Union(U::UNION as u32)) };
        let (tag, to) = self.encoder.union(value)?;
        if let Some(to) = to {
            self.point::<I>(to);
            if let Some(at) = self.places.tag::<I>(&self.encoder.out) {
                // SAFETY: the bytes of the field before, which is the tag of this union in any
                // layout, have been written.
                unsafe { put_tag(&mut self.encoder.out, at, tag, union_of::<U>().tag.size()) }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: Option<L>) -> Result {
        const { Assert::<T, I>::is(Type::Vector(Element::Scalar(V::SCALAR))) };
        if let Some(values) = values {
            let align = const { Assert::<T, I>::FORCE_ALIGN };
            let long = const { Assert::<T, I>::LONG };
            let to = self.encoder.scalars(values, align, long)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline]
    fn nested<C, const I: usize>(&mut self, bytes: Option<&[u8]>) -> Result
    where
        C: Table<Schema = T::Schema>,
        for<'a> C::View<'a>: EncodeTable,
    {
        if let Some(bytes) = bytes {
            // Bytes that are no such buffer would make one that nobody reads.
            crate::root::<C>(bytes).map_err(not_nested::<T, I>)?;
        }
        self.scalars::<u8, _, I>(bytes)
    }

    #[inline]
    fn strings<L: Items<Item: AsRef<str>>, const I: usize>(&mut self, values: Option<L>) -> Result {
        const { Assert::<T, I>::is(Type::Vector(Element::String)) };
        if let Some(values) = values {
            if const { At::<T, I>::FIELD.shared } {
                let to = self.encoder.shared_strings(values)?;
                self.point::<I>(to);
                return Ok(());
            }
            let each = |this: &mut Encoder, text: L::Item| this.out.string(text.as_ref()).map(Some);
            let to = self.encoder.offsets(values, each)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = T::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: Option<L>,
    ) -> Result {
        const { Assert::<T, I>::is(Type::Vector(Element::Struct(struct_of::<L::Item>()))) };
        if let Some(values) = values {
            let align = const { Assert::<T, I>::FORCE_ALIGN };
            let long = const { Assert::<T, I>::LONG };
            let to = self.encoder.structures(values, align, long)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline]
    fn tables<L: Items<Item: EncodeTable<Table: Object<Schema = T::Schema>>>, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        const { Assert::<T, I>::is(Type::Vector(Element::Table(table_of::<L::Item>()))) };
        if let Some(values) = values {
            let to = self.encoder.tables(values)?;
            self.point::<I>(to);
        }
        Ok(())
    }

    #[inline]
    fn unions<L: Items<Item: EncodeUnion<Schema = T::Schema>> + Clone, const I: usize>(
        &mut self,
        values: Option<L>,
    ) -> Result {
        const { Assert::<T, I>::is(Type::Vector(Element::Union(L::Item::UNION as u32))) };
        if let Some(values) = values {
            let (tags, to) = self.encoder.unions(values)?;
            self.point::<I>(to);
            if let Some(at) = self.places.tag::<I>(&self.encoder.out) {
                // SAFETY: the bytes of the field before, an offset, which is the vector of tags of
                // these unions in any layout, have been written.
                unsafe { self.encoder.out.point(at, tags, false) }
            }
        }
        Ok(())
    }
}

/// Puts the field whose bytes are no nested buffer before the path of an error.
#[cold]
fn not_nested<T: Object, const I: usize>(error: Error) -> Error {
    let name = const { Of::<T>::LAYOUT.name(At::<T, I>::FIELD.name) };
    error.inside(Step::Key(name.into()))
}
