//! A serializer of a map's key. If keys are strings, a number or a boolean is written as its text,
//! like in `serde_json`. If keys may be any node, it is written in its own kind.

use alloc::format;

use serde_core::ser::{self, Serialize};
use varvel_core::{Error, ErrorKind, Number, Result, Sink, Str};

use super::Serializer;
use super::compound::Compound;

/// A serializer that writes a key.
pub struct KeySerializer<'s, S>(Serializer<'s, S>);

impl<'s, S> KeySerializer<'s, S> {
    #[inline(always)]
    pub fn new(serializer: Serializer<'s, S>) -> Self {
        Self(serializer)
    }

    /// Begins a key of any kind. A sink whose keys are strings refuses it.
    fn any<'a>(self) -> Result<Serializer<'s, S>>
    where
        S: Sink<'a>,
    {
        self.0.sink.any_key()?;
        Ok(self.0)
    }

    /// Begins a key that is written as text if keys must be strings.
    fn scalar<'a>(self, text: &dyn core::fmt::Display) -> Result<Option<Serializer<'s, S>>>
    where
        S: Sink<'a>,
    {
        if self.0.sink.profile().any_keys {
            return self.any().map(Some);
        }
        let text = format!("{text}");
        self.0.sink.key(Str::Scratch(text.as_str().into()))?;
        Ok(None)
    }
}

/// Implements the methods of keys that have a text.
macro_rules! scalars {
    ($($serialize:ident: $t:ty;)*) => {$(
        fn $serialize(self, value: $t) -> Result {
            match self.scalar(&value)? {
                Some(serializer) => serializer.$serialize(value),
                None => Ok(()),
            }
        }
    )*};
}

impl<'s, 'a, S: Sink<'a>> ser::Serializer for KeySerializer<'s, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'s, S>;
    type SerializeTuple = Compound<'s, S>;
    type SerializeTupleStruct = Compound<'s, S>;
    type SerializeTupleVariant = Compound<'s, S>;
    type SerializeMap = Compound<'s, S>;
    type SerializeStruct = Compound<'s, S>;
    type SerializeStructVariant = Compound<'s, S>;

    fn is_human_readable(&self) -> bool {
        self.0.sink.profile().text
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result {
        self.0.sink.key(Str::Scratch(text.into()))
    }

    fn serialize_char(self, value: char) -> Result {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.serialize_str(variant)
    }

    scalars! {
        serialize_bool: bool;
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_i128: i128;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_u128: u128;
    }

    fn serialize_f32(self, value: f32) -> Result {
        check_finite(value.is_finite() || self.0.sink.profile().any_keys)?;
        // The shortest text of a float of 32 bits has a point or an exponent.
        match self.scalar(&format_args!("{value:?}"))? {
            Some(serializer) => serializer.serialize_f32(value),
            None => Ok(()),
        }
    }

    fn serialize_f64(self, value: f64) -> Result {
        check_finite(value.is_finite() || self.0.sink.profile().any_keys)?;
        match self.scalar(&Number::F64(value))? {
            Some(serializer) => serializer.serialize_f64(value),
            None => Ok(()),
        }
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.any()?.serialize_bytes(bytes)
    }

    fn serialize_none(self) -> Result {
        self.any()?.serialize_none()
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result {
        self.0.place = self.0.place.wrapped()?;
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        self.any()?.serialize_unit()
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result {
        self.any()?.serialize_unit_struct(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Result {
        if varvel_core::serde::is_carried(name) {
            return self.any()?.serialize_newtype_struct(name, value);
        }
        self.0.place = self.0.place.wrapped()?;
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        self.any()?
            .serialize_newtype_variant(name, index, variant, value)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.any()?.serialize_seq(len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Compound<'s, S>> {
        self.any()?.serialize_tuple(len)
    }

    fn serialize_tuple_struct(self, name: &'static str, len: usize) -> Result<Compound<'s, S>> {
        self.any()?.serialize_tuple_struct(name, len)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, S>> {
        self.any()?
            .serialize_tuple_variant(name, index, variant, len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.any()?.serialize_map(len)
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Compound<'s, S>> {
        self.any()?.serialize_struct(name, len)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, S>> {
        self.any()?
            .serialize_struct_variant(name, index, variant, len)
    }
}

/// Checks that a key that is written as text is a finite number.
fn check_finite(finite: bool) -> Result {
    match finite {
        true => Ok(()),
        false => Err(Error::expected(
            ErrorKind::Unrepresentable,
            "a finite number as key",
        )),
    }
}
