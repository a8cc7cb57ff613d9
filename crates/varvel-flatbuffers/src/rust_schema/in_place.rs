//! Rust types as fields of structs, which are stored in place, without an offset.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use crate::encode::{EncodeStruct, StructFields};
use crate::layout::{Element, TableOrStruct, Type};
use crate::read::StructRef;
use crate::schema::{Object, Schema, Struct};
use crate::{Primitive, read};

use super::definition::{DefinedObject, FieldDefinition};

/// A Rust struct that is a struct in place. `#[derive(Struct)]` implements this.
pub trait PlainStruct:
    EncodeStruct<Struct = Self> + DefinedObject + for<'a> Struct<View<'a> = StructRef<'a, Self>>
{
    /// Reads all fields into an owned struct.
    ///
    /// # Errors
    /// Returns `UnknownVariant` for a number that an enum does not have.
    fn read(place: StructRef<'_, Self>) -> Result<Self>;
}

/// A Rust type that can be a field of a struct in place: numbers, `bool`, enums of integers,
/// structs with `#[derive(Struct)]`, and arrays of these. (`flatc` accepts an enum in a struct only
/// if it has a variant with the number 0.)
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a FlatBuffers struct",
    note = "a struct in place holds numbers, enums with `#[derive(varvel_flatbuffers::Table)]`, structs with \
            `#[derive(varvel_flatbuffers::Struct)]`, and arrays of these; what may be absent or has a length of its own is for tables"
)]
pub trait InPlace<S: Schema>: Sized {
    /// The type of the field.
    const TYPE: Type;

    /// The size in bytes.
    const SIZE: usize;

    /// The alignment in bytes.
    const ALIGN: usize;

    /// The enum that names its numbers.
    const SYMBOLS: Option<u32> = None;

    /// Gives the value to `fields`.
    ///
    /// # Errors
    /// Returns the errors of `fields`.
    fn put<T: Object<Schema = S>, F: StructFields<T>, const I: usize>(
        &self,
        fields: &mut F,
    ) -> Result;

    /// Reads the value.
    ///
    /// # Errors
    /// Returns the errors of reading the type.
    fn get<T: Object<Schema = S>, const I: usize>(place: StructRef<'_, T>) -> Result<Self>;
}

/// A Rust type that can be an item of an array in a struct.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in an array of a FlatBuffers struct",
    note = "an array holds numbers, enums with `#[derive(varvel_flatbuffers::Table)]`, and structs with \
            `#[derive(varvel_flatbuffers::Struct)]`; an array of arrays is an array of structs with an array each"
)]
pub trait InPlaceItem<S: Schema>: InPlace<S> {
    /// The type of the items.
    const ELEMENT: Element;

    /// Gives the array to `fields`.
    ///
    /// # Errors
    /// Returns the errors of `fields`.
    fn put_items<T: Object<Schema = S>, F: StructFields<T>, const I: usize>(
        items: &[Self],
        fields: &mut F,
    ) -> Result;

    /// Reads the array.
    ///
    /// # Errors
    /// Returns the errors of reading the type.
    fn get_items<T: Object<Schema = S>, const I: usize, const N: usize>(
        place: StructRef<'_, T>,
    ) -> Result<[Self; N]>;
}

macro_rules! scalars {
    ($($scalar:ty)*) => {$(
        impl<S: Schema> InPlace<S> for $scalar {
            const TYPE: Type = Type::Scalar(<$scalar as Primitive>::SCALAR);
            const SIZE: usize = <$scalar as Primitive>::SCALAR.size();
            const ALIGN: usize = <$scalar as Primitive>::SCALAR.size();

            #[inline]
            fn put<T: Object<Schema = S>, F: StructFields<T>, const I: usize>(
                &self,
                fields: &mut F,
            ) -> Result {
                fields.scalar::<Self, I>(*self)
            }

            #[inline]
            fn get<T: Object<Schema = S>, const I: usize>(place: StructRef<'_, T>) -> Result<Self> {
                Ok(place.scalar::<Self, I>())
            }
        }

        impl<S: Schema> InPlaceItem<S> for $scalar {
            const ELEMENT: Element = Element::Scalar(<$scalar as Primitive>::SCALAR);

            #[inline]
            fn put_items<T: Object<Schema = S>, F: StructFields<T>, const I: usize>(
                items: &[Self],
                fields: &mut F,
            ) -> Result {
                fields.scalars::<Self, _, I>(items)
            }

            #[inline]
            fn get_items<T: Object<Schema = S>, const I: usize, const N: usize>(
                place: StructRef<'_, T>,
            ) -> Result<[Self; N]> {
                let items = place.array::<read::Scalars<Self>, I>();
                Ok(core::array::from_fn(|at| items.get(at).unwrap_or_default()))
            }
        }
    )*};
}

scalars! { bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 }

impl<S: Schema, V: InPlaceItem<S>, const N: usize> InPlace<S> for [V; N] {
    const TYPE: Type = {
        assert!(
            0 < N && N <= u16::MAX as usize,
            "an array in a struct has 1 to 65,535 items"
        );
        Type::Array(V::ELEMENT, N as u16)
    };
    const SIZE: usize = N * V::SIZE;
    const ALIGN: usize = V::ALIGN;
    const SYMBOLS: Option<u32> = V::SYMBOLS;

    #[inline]
    fn put<T: Object<Schema = S>, F: StructFields<T>, const I: usize>(
        &self,
        fields: &mut F,
    ) -> Result {
        V::put_items::<T, F, I>(self, fields)
    }

    #[inline]
    fn get<T: Object<Schema = S>, const I: usize>(place: StructRef<'_, T>) -> Result<Self> {
        V::get_items::<T, I, N>(place)
    }
}

/// Collects the items of an array. Derived code calls this.
///
/// # Errors
/// Returns the first error of an item, and `Unrepresentable` for another number of items, which no
/// layout allows.
#[doc(hidden)]
pub fn array<V, const N: usize>(items: impl Iterator<Item = Result<V>>) -> Result<[V; N]> {
    let items: Vec<V> = items.collect::<Result<_>>()?;
    items
        .try_into()
        .map_err(|_| Error::new(ErrorKind::Unrepresentable))
}

/// Lays out fields of these sizes and alignments one after the other, and returns them with their
/// struct.
#[doc(hidden)]
pub const fn lay_out<const N: usize>(
    mut fields: [FieldDefinition; N],
    places: [(usize, usize); N],
) -> ([FieldDefinition; N], TableOrStruct) {
    assert!(
        N > 0,
        "a struct in place has a field: it would take no bytes"
    );
    let (mut end, mut largest) = (0_usize, 1);
    let mut k = 0;
    while k < N {
        let (size, align) = places[k];
        let offset = end.next_multiple_of(align);
        fields[k].offset = narrow(offset);
        end = offset + size;
        if align > largest {
            largest = align;
        }
        k += 1;
    }
    let shape = TableOrStruct::Struct {
        size: narrow(end.next_multiple_of(largest)),
        align: largest as u16,
    };
    (fields, shape)
}

/// Returns a size of a struct in 32 bits.
const fn narrow(bytes: usize) -> u32 {
    assert!(
        bytes <= i32::MAX as usize,
        "a struct in place is below 2 GiB"
    );
    bytes as u32
}

/// Returns the size and the alignment of a struct that was laid out.
#[doc(hidden)]
pub const fn size_and_align(shape: TableOrStruct) -> (usize, usize) {
    match shape {
        TableOrStruct::Struct { size, align } => (size as usize, align as usize),
        TableOrStruct::Table => panic!("a table stands in no struct"),
    }
}
