//! Lookup by the keys of sorted vectors.

use core::cmp::Ordering;
use core::marker::PhantomData;

use varvel_core::Result;

use super::Position;
use crate::encode::{EncodeStruct, Items, Row, StructFields};
use crate::layout::{Element, Field, Layout, Presence, Type};
use crate::primitive::{Primitive, numbers};
use crate::schema::{At, Object, Of, Schema};

mod sealed {
    use super::{Ordering, Position, Presence, Type};

    pub trait Compare<S> {
        /// The type of the fields that this is a key for. An array with a length of 0 stands for
        /// arrays of any length.
        const TYPE: Type;

        /// Compares the stored key with this one. If there is none, `absent` gives its value.
        ///
        /// # Safety
        /// If `stored` is there, a verified field of the type `ty` is at it.
        unsafe fn compare(
            self,
            stored: Option<Position<'_>>,
            ty: Type,
            absent: Presence,
        ) -> Ordering;
    }
}

/// A key of a sorted vector of a schema `S`: a scalar, a string (`&str`), a struct (a reference to
/// its plain struct or its view), an array of scalars, or a slice of structs for an array of them.
/// Only this crate implements it.
pub trait Key<S>: Copy + sealed::Compare<S> {}

impl<S, K: Copy + sealed::Compare<S>> Key<S> for K {}

macro_rules! scalars {
    ($($name:ident)*) => {$(
        impl<S> sealed::Compare<S> for $name {
            const TYPE: Type = Type::Scalar(<$name>::SCALAR);

            #[inline(always)]
            unsafe fn compare(self, stored: Option<Position<'_>>, _: Type, absent: Presence) -> Ordering {
                let stored = match (stored, absent) {
                    // SAFETY: the caller's contract.
                    (Some(place), _) => unsafe { place.read() },
                    (None, Presence::Default(bits)) => Primitive::from_bits(bits),
                    (None, _) => Primitive::from_bits(0),
                };
                numbers(stored, self)
            }
        }
    )*};
}

scalars! { bool u8 i8 u16 i16 u32 i32 u64 i64 f32 f64 }

impl<S> sealed::Compare<S> for &str {
    const TYPE: Type = Type::String;

    #[inline(always)]
    unsafe fn compare(self, stored: Option<Position<'_>>, _: Type, _: Presence) -> Ordering {
        // SAFETY: the caller's contract.
        let stored = stored.map_or("", |place| unsafe { place.follow(false).text() });
        stored.cmp(self)
    }
}

impl<S: Schema, E: EncodeStruct<Struct: Object<Schema = S>>> sealed::Compare<S> for &E {
    const TYPE: Type = Type::Struct(E::Struct::OBJECT as u32);

    #[inline]
    unsafe fn compare(self, stored: Option<Position<'_>>, _: Type, _: Presence) -> Ordering {
        match stored {
            // SAFETY: the caller's contract: a struct of `TYPE` in this schema is there.
            Some(place) => unsafe { compare_parts(place, self) },
            // The key is required. If a schema does not require it, an absent key comes first.
            None => Ordering::Less,
        }
    }
}

impl<S, V: Primitive, const N: usize> sealed::Compare<S> for [V; N] {
    const TYPE: Type = {
        assert!(N <= u16::MAX as usize, "no array has so many elements");
        Type::Array(Element::Scalar(V::SCALAR), N as u16)
    };

    #[inline]
    unsafe fn compare(self, stored: Option<Position<'_>>, _: Type, _: Presence) -> Ordering {
        let Some(place) = stored else {
            return Ordering::Less;
        };
        let each = self.iter().enumerate().map(|(index, value)| {
            // SAFETY: the caller's contract: an array of `N` of these is there.
            let stored: V = unsafe { place.on(index * size_of::<V>()).read() };
            numbers(stored, *value)
        });
        first(each)
    }
}

impl<S: Schema, E: EncodeStruct<Struct: Object<Schema = S>>> sealed::Compare<S> for &[E] {
    const TYPE: Type = Type::Array(Element::Struct(E::Struct::OBJECT as u32), 0);

    #[inline]
    unsafe fn compare(self, stored: Option<Position<'_>>, ty: Type, _: Presence) -> Ordering {
        let (Some(place), Type::Array(_, len)) = (stored, ty) else {
            return Ordering::Less;
        };
        let len = usize::from(len);
        let size = const { Of::<E::Struct>::STRUCT.0 };
        let each = self.iter().take(len).enumerate().map(|(index, value)| {
            // SAFETY: the caller's contract: an array of `len` of these is there.
            unsafe { compare_parts(place.on(index * size), value) }
        });
        first(each).then(len.cmp(&self.len()))
    }
}

fn first(mut orders: impl Iterator<Item = Ordering>) -> Ordering {
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// Compares the struct at `place` with a plain one, part by part.
///
/// # Safety
/// A verified struct of this type is there.
#[inline]
unsafe fn compare_parts<E: EncodeStruct>(place: Position<'_>, with: &E) -> Ordering {
    let mut parts = Parts::<E::Struct> {
        place,
        order: Ordering::Equal,
        of: PhantomData,
    };
    match with.fields(&mut parts) {
        Ok(()) => parts.order,
        // The struct's own code failed, so that it is not found.
        Err(_) => Ordering::Less,
    }
}

/// A verified struct `S` at `place`, and the result of comparing it with the fields of a plain one
/// so far.
struct Parts<'a, S> {
    place: Position<'a>,
    order: Ordering,
    of: PhantomData<S>,
}

impl<S: Object> Parts<'_, S> {
    /// Compares one more field, unless a field before it has decided.
    #[inline(always)]
    fn then(&mut self, order: impl FnOnce(Position<'_>) -> Ordering) -> Result {
        if self.order.is_eq() {
            self.order = order(self.place);
        }
        Ok(())
    }
}

impl<S: Object> StructFields<S> for Parts<'_, S> {
    #[inline(always)]
    fn scalar<V: Primitive, const I: usize>(&mut self, value: V) -> Result {
        const { At::<S, I>::is_scalar(V::SCALAR) };
        let offset = const { At::<S, I>::FIELD.offset as usize };
        self.then(|place| {
            // SAFETY: a layout has the field inside of its struct, which is there.
            let stored: V = unsafe { place.on(offset).read() };
            numbers(stored, value)
        })
    }

    #[inline(always)]
    fn structure<C: EncodeStruct<Struct: Object<Schema = S::Schema>>, const I: usize>(
        &mut self,
        value: &C,
    ) -> Result {
        let offset = const { At::<S, I>::structure::<C::Struct>() };
        // SAFETY: a layout has the field inside of its struct, which is there.
        self.then(|place| unsafe { compare_parts(place.on(offset), value) })
    }

    #[inline(always)]
    fn scalars<V: Primitive, L: Row<V>, const I: usize>(&mut self, values: L) -> Result {
        let (offset, len) = const { At::<S, I>::scalars(V::SCALAR) };
        let zeros = core::iter::repeat(V::from_bits(0));
        self.then(|place| {
            let values = values.each().chain(zeros).take(len).enumerate();
            first(values.map(|(index, value)| {
                // SAFETY: as in `scalar`; the array has this many elements.
                let stored: V = unsafe { place.on(offset + index * size_of::<V>()).read() };
                numbers(stored, value)
            }))
        })
    }

    #[inline(always)]
    fn structures<
        L: Items<Item: EncodeStruct<Struct: Object<Schema = S::Schema>>>,
        const I: usize,
    >(
        &mut self,
        values: L,
    ) -> Result {
        let (offset, len, size) =
            const { At::<S, I>::structures::<<L::Item as EncodeStruct>::Struct>() };
        self.then(|place| {
            let values = values.into_iter().take(len).enumerate();
            first(values.map(|(index, value)| {
                // SAFETY: as in `structure`; the array has this many elements.
                unsafe { compare_parts(place.on(offset + index * size), &value) }
            }))
        })
    }
}

/// Compares the key field `index` of the table with `key`.
///
/// # Safety
/// A verified table is here. Its field `index` is this field, whose type is that of the key.
#[inline(always)]
pub(super) unsafe fn compare_table<S, K: Key<S>>(
    table: Position<'_>,
    index: usize,
    field: Field,
    key: K,
) -> Ordering {
    let slot = Layout::slot(index);
    // SAFETY: the caller's contract. For the slot see `TableRef::offset`.
    unsafe {
        let vtable = table.vtable();
        let offset = match slot < vtable.read::<u16>() as usize {
            true => vtable.on(slot).read::<u16>(),
            false => 0,
        };
        let stored = (offset != 0).then(|| table.on(offset as usize));
        key.compare(stored, field.ty, field.presence)
    }
}

/// Compares the key field of the struct with `key`.
///
/// # Safety
/// The bytes of a struct are here that has this field, whose type is that of the key.
#[inline(always)]
pub(super) unsafe fn compare_struct<S, K: Key<S>>(
    place: Position<'_>,
    field: Field,
    key: K,
) -> Ordering {
    // SAFETY: the caller's contract. The content of a struct is read in place.
    unsafe {
        let stored = place.on(field.offset as usize);
        key.compare(Some(stored), field.ty, field.presence)
    }
}

/// Asserts that a field of this type can be searched by such a key.
pub(super) const fn assert_key<S, K: Key<S>>(ty: Type) {
    let fits = match (K::TYPE, ty) {
        (Type::Scalar(wanted), Type::Scalar(found)) => wanted as u8 == found as u8,
        (Type::String, Type::String) => true,
        (Type::Struct(wanted), Type::Struct(found)) => wanted == found,
        (Type::Array(Element::Scalar(wanted), n), Type::Array(Element::Scalar(found), len)) => {
            wanted as u8 == found as u8 && n == len
        }
        (Type::Array(Element::Struct(wanted), _), Type::Array(Element::Struct(found), _)) => {
            wanted == found
        }
        _ => false,
    };
    assert!(fits, "the key of this object has another type");
}
