//! Enums. A string names a variant without a value; a map of one member names a variant with a
//! value. A number is the index of a variant, as some formats write it.

use alloc::format;
use alloc::string::String;
use core::marker::PhantomData;

use serde_core::de::value::U32Deserializer;
use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer as _, EnumAccess, Expected, IntoDeserializer,
    VariantAccess, Visitor,
};
use varvel_core::{Error, ErrorKind, Kind, Result, Source, Str};

use super::access::Members;
use super::key::Key;
use super::{Deserializer, read};

/// Gives the variant at the source's position to a visitor.
#[inline]
pub fn visit<'de, R: Source<'de>, V: Visitor<'de>>(source: &mut R, visitor: V) -> Result<V::Value> {
    let plain = source.profile().plain;
    if plain && let Some(name) = source.read_variant()? {
        let name = String::from(&*name);
        return visitor.visit_enum(Named(name, source));
    }
    let kind = source.peek()?;
    match kind {
        Kind::String => {
            let name = source.read_str()?;
            visitor.visit_enum(Key(name))
        }
        // A scalar without quotes is a name here, too.
        Kind::Null | Kind::Bool | Kind::Integer | Kind::Float if plain => {
            let name = source.read_str()?;
            visitor.visit_enum(Key(name))
        }
        Kind::Object | Kind::Map => {
            let mut members = Members::enter(source, kind == Kind::Object)?;
            let value = visitor.visit_enum(Member(&mut members))?;
            members.end()?;
            Ok(value)
        }
        Kind::Integer => {
            let index = u32::deserialize(Deserializer::new(source))?;
            let index: U32Deserializer<Error> = index.into_deserializer();
            visitor.visit_enum(index)
        }
        found => Err(Error::wrong_kind(
            format!("{}", &visitor as &dyn Expected),
            found,
        )),
    }
}

/// A map whose only member names a variant.
struct Member<'m, 's, R>(&'m mut Members<'s, R>);

/// A variant whose name the format writes beside its value.
struct Named<'m, R>(String, &'m mut R);

impl<'de, 'm, R: Source<'de>> EnumAccess<'de> for Named<'m, R> {
    type Error = Error;
    type Variant = Inside<'m, R>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        let name = seed.deserialize(Key(Str::Scratch(self.0.as_str().into())));
        let name = name.map_err(|error| error.or_offset(self.1.key_offset()))?;
        Ok((name, Inside(self.1)))
    }
}

impl<'de, 'm, R: Source<'de>> EnumAccess<'de> for Member<'m, '_, R> {
    type Error = Error;
    type Variant = Inside<'m, R>;

    #[inline]
    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        use serde_core::de::MapAccess;
        match self.0.next_key_seed(seed)? {
            Some(name) => Ok((name, Inside(self.0.source()))),
            None => Err(
                Error::expected(ErrorKind::TypeMismatch, "a member that names a variant")
                    .with_found("an empty object"),
            ),
        }
    }
}

/// The value of a variant.
struct Inside<'m, R>(&'m mut R);

impl<'de, R: Source<'de>> VariantAccess<'de> for Inside<'_, R> {
    type Error = Error;

    fn unit_variant(self) -> Result {
        read(self.0, PhantomData)
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        read(self.0, seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        located(self.0, |source| source.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        located(self.0, |source| {
            source.deserialize_struct("", fields, visitor)
        })
    }
}

/// Reads the value of a variant. An error gets the offset at which the value begins.
#[inline(always)]
fn located<'de, R: Source<'de>, T>(
    source: &mut R,
    read: impl FnOnce(Deserializer<'_, R>) -> Result<T>,
) -> Result<T> {
    let offset = source.offset();
    read(Deserializer::new(source)).map_err(|error| error.or_offset(offset))
}

/// A variant that has only a name.
#[derive(Debug)]
pub struct Unit;

impl<'de> VariantAccess<'de> for Unit {
    type Error = Error;

    fn unit_variant(self) -> Result {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value> {
        Err(name_alone())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value> {
        Err(name_alone())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value> {
        Err(name_alone())
    }
}

#[cold]
fn name_alone() -> Error {
    Error::expected(ErrorKind::TypeMismatch, "the variant with its value")
        .with_found("its name alone")
        .with_hint("a variant with a value is an object of one member, the variant's name")
}
