//! Rust types as fields of tables.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use crate::encode::Fields;
use crate::layout::{Element, Presence, Type};
use crate::read::{Strings, TableRef};
use crate::schema::{Object, Schema};
use crate::{Primitive, read};

/// A Rust type that can be a field of a table of this schema.
///
/// Such types are numbers, `bool`, `String`, `Vec` of an [`Item`], structs and enums with
/// `#[derive(Table)]`, structs with `#[derive(Struct)]`, a `Box` of any of these, and an `Option`
/// of any except another `Option`.
///
/// A field that is no `Option` always has a value: a number has the default 0, and all other types
/// are required.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a FlatBuffers table",
    note = "a struct or enum needs `#[derive(varvel_flatbuffers::Table)]`, or a struct `Struct`, and a place in the `schema!` of this table",
    note = "maps are vectors of tables with a key; an array stands in a struct with `#[derive(varvel_flatbuffers::Struct)]`"
)]
pub trait FieldType<S: Schema>: Sized {
    /// The type of the field.
    const TYPE: Type;

    /// The meaning of its absence.
    const PRESENCE: Presence = Presence::Required;

    /// The enum that names its numbers.
    const SYMBOLS: Option<u32> = None;

    /// Gives the value to `fields`.
    fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result;

    /// Gives a value that may be absent to `fields`.
    fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        value: Option<&Self>,
        fields: &mut F,
    ) -> Result;

    /// Reads the value.
    fn get<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Self> {
        match Self::get_opt::<T, I>(table)? {
            Some(value) => Ok(value),
            // The verifier refuses a table without a required field.
            None => Err(Error::new(ErrorKind::MissingField)),
        }
    }

    /// Reads a value that may be absent.
    fn get_opt<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>>;
}

/// A Rust type that can be an item of a vector: numbers, `bool`, `String`, structs and enums with
/// `#[derive(Table)]`, and structs with `#[derive(Struct)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a vector of a FlatBuffers table",
    note = "a vector holds numbers, strings, and types with `#[derive(varvel_flatbuffers::Table)]`; a vector of vectors is \
            a vector of tables with a vector each"
)]
pub trait Item<S: Schema>: Sized {
    /// The type of the items.
    const ELEMENT: Element;

    /// The enum that names its numbers.
    const SYMBOLS: Option<u32> = None;

    /// Gives the vector to `fields`.
    fn put_items<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        items: Option<&[Self]>,
        fields: &mut F,
    ) -> Result;

    /// Reads the vector.
    fn get_items<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Vec<Self>>>;
}

macro_rules! scalars {
    ($($scalar:ty)*) => {$(
        impl<S: Schema> FieldType<S> for $scalar {
            const TYPE: Type = Type::Scalar(<$scalar as Primitive>::SCALAR);
            const PRESENCE: Presence = Presence::Default(0);

            #[inline]
            fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result {
                fields.scalar::<Self, I>(*self)
            }

            #[inline]
            fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
                value: Option<&Self>,
                fields: &mut F,
            ) -> Result {
                fields.scalar_opt::<Self, I>(value.copied())
            }

            #[inline]
            fn get<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Self> {
                Ok(table.scalar::<Self, I>())
            }

            #[inline]
            fn get_opt<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Option<Self>> {
                Ok(table.scalar_opt::<Self, I>())
            }
        }

        impl<S: Schema> Item<S> for $scalar {
            const ELEMENT: Element = Element::Scalar(<$scalar as Primitive>::SCALAR);

            #[inline]
            fn put_items<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
                items: Option<&[Self]>,
                fields: &mut F,
            ) -> Result {
                fields.scalars::<Self, _, I>(items)
            }

            #[inline]
            fn get_items<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Option<Vec<Self>>> {
                Ok(table.vector_opt::<read::Scalars<Self>, I>().map(|items| items.iter().collect()))
            }
        }
    )*};
}

scalars! { bool i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 }

impl<S: Schema> FieldType<S> for String {
    const TYPE: Type = Type::String;

    #[inline]
    fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result {
        fields.string::<I>(Some(self))
    }

    #[inline]
    fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        value: Option<&Self>,
        fields: &mut F,
    ) -> Result {
        fields.string::<I>(value.map(String::as_str))
    }

    #[inline]
    fn get_opt<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        Ok(table.string_opt::<I>().map(Into::into))
    }
}

impl<S: Schema> Item<S> for String {
    const ELEMENT: Element = Element::String;

    #[inline]
    fn put_items<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        items: Option<&[Self]>,
        fields: &mut F,
    ) -> Result {
        fields.strings::<_, I>(items)
    }

    #[inline]
    fn get_items<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Vec<Self>>> {
        let items = table.vector_opt::<Strings, I>();
        Ok(items.map(|items| items.iter().map(Into::into).collect()))
    }
}

impl<S: Schema, V: Item<S>> FieldType<S> for Vec<V> {
    const TYPE: Type = Type::Vector(V::ELEMENT);
    const SYMBOLS: Option<u32> = V::SYMBOLS;

    #[inline]
    fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result {
        V::put_items::<T, F, I>(Some(self), fields)
    }

    #[inline]
    fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        value: Option<&Self>,
        fields: &mut F,
    ) -> Result {
        V::put_items::<T, F, I>(value.map(Vec::as_slice), fields)
    }

    #[inline]
    fn get_opt<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        V::get_items::<T, I>(table)
    }
}

impl<S: Schema, V: FieldType<S>> FieldType<S> for Box<V> {
    const TYPE: Type = V::TYPE;
    const PRESENCE: Presence = V::PRESENCE;
    const SYMBOLS: Option<u32> = V::SYMBOLS;

    #[inline]
    fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result {
        V::put::<T, F, I>(self, fields)
    }

    #[inline]
    fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        value: Option<&Self>,
        fields: &mut F,
    ) -> Result {
        V::put_opt::<T, F, I>(value.map(|value| &**value), fields)
    }

    #[inline]
    fn get<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Self> {
        V::get::<T, I>(table).map(Box::new)
    }

    #[inline]
    fn get_opt<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        Ok(V::get_opt::<T, I>(table)?.map(Box::new))
    }
}

impl<S: Schema, V: FieldType<S>> FieldType<S> for Option<V> {
    const TYPE: Type = V::TYPE;
    const PRESENCE: Presence = match V::PRESENCE {
        Presence::Optional => {
            panic!("an `Option` of an `Option` is one field: both `None`s look alike")
        }
        _ => Presence::Optional,
    };
    const SYMBOLS: Option<u32> = V::SYMBOLS;

    #[inline]
    fn put<T: Object<Schema = S>, F: Fields<T>, const I: usize>(&self, fields: &mut F) -> Result {
        V::put_opt::<T, F, I>(self.as_ref(), fields)
    }

    #[inline]
    fn put_opt<T: Object<Schema = S>, F: Fields<T>, const I: usize>(
        value: Option<&Self>,
        fields: &mut F,
    ) -> Result {
        V::put_opt::<T, F, I>(value.and_then(Option::as_ref), fields)
    }

    #[inline]
    fn get<T: Object<Schema = S>, const I: usize>(table: TableRef<'_, T>) -> Result<Self> {
        V::get_opt::<T, I>(table)
    }

    #[inline]
    fn get_opt<T: Object<Schema = S>, const I: usize>(
        table: TableRef<'_, T>,
    ) -> Result<Option<Self>> {
        V::get_opt::<T, I>(table).map(Some)
    }
}
