//! [`Deserializer`]: a source, as a deserializer of serde.
//!
//! | room | holds |
//! |---|---|
//! | `access` | the items of arrays and the members of maps |
//! | `fields` | the members of an object that is read as a struct |
//! | `keys` | the names of a struct's fields, ready for comparison |
//! | `key` | a string that is a key, or the name of a variant |
//! | `variant` | enums |
//! | `extensions` | nodes that serde has no kind for |
//! | `number` | numbers of any size, also those that do not fit the type that was asked for |
//!
//! Visitors do not know offsets, so `read` adds the beginning of the value to their errors, and
//! `access` that of the key.
//!
//! A typed read does not move the source if the node is of another kind. The visitor then gets the
//! node in its own kind. Most visitors refuse it with an error that shows their expectation.

mod access;
mod extensions;
mod fields;
mod key;
mod keys;
mod number;
mod variant;

use serde_core::de::{self, DeserializeSeed, Visitor};
use varvel_core::serde::{EXTENSION, JSON_RAW, RAW, TIMESTAMP, is_carried};
use varvel_core::{Error, ErrorKind, Kind, Number, Result, Source, Str};

use access::{Items, Members};
use fields::Fields;

// These are for `varvel-frozen`, which reads its nodes in the same way.
#[doc(hidden)]
pub use extensions::{
    Pair, timestamp as carried_timestamp, visit_as_extension, visit_each, visit_simple,
    visit_timestamp,
};
#[doc(hidden)]
pub use key::Key;
#[doc(hidden)]
pub use number::{visit_integer, visit_number};

#[doc(hidden)]
pub use crate::json::visit_written;

/// How many wrappers (`Some`, newtype structs) may stand around a node. Without the limit, a type
/// that wraps itself without end would overflow the stack.
const WRAPPERS: u32 = 128;

/// A deserializer of serde over a source. It reads one node.
#[derive(Debug)]
pub struct Deserializer<'s, R> {
    source: &'s mut R,
    wrappers: u32,
}

impl<'s, R> Deserializer<'s, R> {
    /// Makes a deserializer of the next node of `source`.
    #[inline(always)]
    pub fn new(source: &'s mut R) -> Self {
        Self {
            source,
            wrappers: 0,
        }
    }

    /// Returns a deserializer of the same node inside of another wrapper.
    #[inline(always)]
    fn wrapped(self) -> Result<Self> {
        if self.wrappers == WRAPPERS {
            return Err(Error::too_deep(WRAPPERS as usize));
        }
        Ok(Self {
            wrappers: self.wrappers + 1,
            ..self
        })
    }
}

/// Reads a value. An error of a visitor or a type gets the offset at which the value begins.
#[inline(always)]
pub(crate) fn read<'de, R: Source<'de>, T: DeserializeSeed<'de>>(
    source: &mut R,
    seed: T,
) -> Result<T::Value> {
    let offset = source.offset();
    let result = seed.deserialize(Deserializer::new(source));
    result.map_err(|error| error.or_offset(offset))
}

#[inline(always)]
fn visit_str<'de, V: Visitor<'de>>(text: Str<'de, '_>, visitor: V) -> Result<V::Value> {
    match text {
        Str::Input(text) => visitor.visit_borrowed_str(text.as_str()),
        Str::Scratch(text) => visitor.visit_str(text.as_str()),
    }
}

impl<'de, R: Source<'de>> Deserializer<'_, R> {
    /// Handles the error of a typed read. If the node is of another kind, the visitor gets the node
    /// in its own kind.
    #[cold]
    #[inline(never)]
    fn other<V: Visitor<'de>>(self, error: Error, visitor: V) -> Result<V::Value> {
        match error.kind() {
            ErrorKind::TypeMismatch => self.any(visitor),
            _ => Err(error),
        }
    }

    fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let source = self.source;
        let kind = source.peek()?;
        match kind {
            Kind::Null => {
                source.read_null()?;
                visitor.visit_unit()
            }
            Kind::Bool => {
                let value = source.read_bool()?;
                visitor.visit_bool(value)
            }
            Kind::Integer | Kind::Float | Kind::Decimal => {
                let number = source.read_number()?;
                visit_number(number, visitor)
            }
            Kind::String => {
                let text = source.read_str()?;
                visit_str(text, visitor)
            }
            Kind::Bytes => {
                let bytes = source.read_bytes()?;
                extensions::visit_bytes(bytes, visitor)
            }
            Kind::Array => Items::visit(source, visitor),
            Kind::Object => Members::visit(source, true, visitor),
            Kind::Map => Members::visit(source, false, visitor),
            Kind::Timestamp => {
                let timestamp = source.read_timestamp()?;
                visit_timestamp(timestamp, visitor)
            }
            Kind::Tagged => extensions::visit_tagged(source, visitor),
            kind => Err(Error::wrong_kind("a kind of node that serde knows", kind)),
        }
    }

    /// Handles the error of a typed read of an integer. If the kind or the size does not fit, the
    /// visitor gets the node in its own kind: the type that a visitor asks for is a hint.
    #[cold]
    #[inline(never)]
    fn other_integer<V: Visitor<'de>>(self, error: Error, visitor: V) -> Result<V::Value> {
        match error.kind() {
            ErrorKind::TypeMismatch => self.any(visitor),
            ErrorKind::NumberOutOfRange => {
                let number = self.source.read_number()?;
                visit_integer(number, visitor)
            }
            _ => Err(error),
        }
    }

    /// Reads an integer of 128 bits: an integer of the format, or 16 bytes, the highest first, as
    /// `rmp-serde` writes it.
    #[inline(never)]
    fn wide<V: Visitor<'de>>(
        self,
        visitor: V,
        of_bytes: impl FnOnce([u8; 16], V) -> Result<V::Value>,
    ) -> Result<V::Value> {
        match self.source.peek()? {
            Kind::Integer => {
                let number = self.source.read_number()?;
                visit_integer(number, visitor)
            }
            Kind::Bytes => {
                let bytes = self.source.read_bytes()?;
                match <[u8; 16]>::try_from(&*bytes) {
                    Ok(bytes) => of_bytes(bytes, visitor),
                    Err(_) => extensions::visit_bytes(bytes, visitor),
                }
            }
            _ => self.any(visitor),
        }
    }
}

/// Implements the methods of integers that fit `i64`.
macro_rules! small_integers {
    ($($deserialize:ident, $visit:ident, $t:ty;)*) => {$(
        #[inline]
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.source.read_i64() {
                Ok(value) => match <$t>::try_from(value) {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => visit_integer(Number::I64(value), visitor),
                },
                Err(error) => self.other_integer(error, visitor),
            }
        }
    )*};
}

/// Implements methods that read one value and give it to the visitor.
macro_rules! scalars {
    ($($deserialize:ident, $read:ident, $visit:ident, $other:ident;)*) => {$(
        #[inline]
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.source.$read() {
                Ok(value) => visitor.$visit(value),
                Err(error) => self.$other(error, visitor),
            }
        }
    )*};
}

impl<'de, R: Source<'de>> de::Deserializer<'de> for Deserializer<'_, R> {
    type Error = Error;

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.source.profile().text
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.any(visitor)
    }

    small_integers! {
        deserialize_i8, visit_i8, i8;
        deserialize_i16, visit_i16, i16;
        deserialize_i32, visit_i32, i32;
        deserialize_u8, visit_u8, u8;
        deserialize_u16, visit_u16, u16;
        deserialize_u32, visit_u32, u32;
    }

    scalars! {
        deserialize_bool, read_bool, visit_bool, other;
        deserialize_i64, read_i64, visit_i64, other_integer;
        deserialize_u64, read_u64, visit_u64, other_integer;
        deserialize_f32, read_f32, visit_f32, other;
        deserialize_f64, read_f64, visit_f64, other;
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.wide(visitor, |bytes, visitor| {
            visitor.visit_i128(i128::from_be_bytes(bytes))
        })
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.wide(visitor, |bytes, visitor| {
            visitor.visit_u128(u128::from_be_bytes(bytes))
        })
    }

    #[inline]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let error = match self.source.read_str() {
            Ok(text) => return visit_str(text, visitor),
            Err(error) => error,
        };
        self.other(error, visitor)
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.source.peek()? != Kind::String {
            return self.any(visitor);
        }
        match self.source.read_str()? {
            Str::Input(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Str::Scratch(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.source.at_null()? {
            self.source.read_null()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self.wrapped()?)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.any(visitor)
    }

    /// Reads a null, or an empty array, as `rmp-serde` writes it.
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if self.source.peek()? != Kind::Array {
            return self.any(visitor);
        }
        self.source.begin_array()?;
        access::end_of_items(self.source)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if !is_carried(name) {
            return visitor.visit_newtype_struct(self.wrapped()?);
        }
        match (name, self.source.peek()?) {
            (RAW, _) => {
                let raw = self.source.read_raw()?;
                visitor.visit_newtype_struct(extensions::raw(&raw))
            }
            (JSON_RAW, _) => crate::json::visit_raw(self.source, visitor),
            (TIMESTAMP, Kind::Timestamp) => {
                let timestamp = self.source.read_timestamp()?;
                visitor.visit_newtype_struct(carried_timestamp(timestamp))
            }
            (EXTENSION, Kind::Timestamp) => extensions::read_as_extension(self.source, visitor),
            (EXTENSION, Kind::Tagged) => self.any(visitor),
            _ => visitor.visit_newtype_struct(self.wrapped()?),
        }
    }

    /// Reads an array, or bytes as numbers. In YAML a null is an empty array.
    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.source.peek()? {
            Kind::Array => Items::visit(self.source, visitor),
            Kind::Null if self.source.profile().plain => Items::visit(self.source, visitor),
            Kind::Bytes => {
                let bytes = self.source.read_bytes()?;
                visit_each(&bytes, visitor)
            }
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.source.peek()? {
            Kind::Object => Members::visit(self.source, true, visitor),
            Kind::Map => Members::visit(self.source, false, visitor),
            Kind::Null if self.source.profile().plain => Members::visit(self.source, true, visitor),
            _ => self.any(visitor),
        }
    }

    /// Reads an object, or an array of the fields in order.
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.source.peek()? {
            Kind::Object => Fields::visit(self.source, names, visitor),
            Kind::Null if self.source.profile().plain => Fields::visit(self.source, names, visitor),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        variant::visit(self.source, visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.source.skip_member()?;
        visitor.visit_unit()
    }
}
