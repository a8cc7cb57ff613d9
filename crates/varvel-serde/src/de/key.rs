//! A deserializer of a string that is a key, or the name of a variant.
//!
//! In a format whose keys are strings, keys that are numbers and booleans are their text, as in
//! `serde_json`.

use serde_core::de::{self, EnumAccess, Visitor};
use serde_core::forward_to_deserialize_any;
use varvel_core::number::{is_integer, is_number};
use varvel_core::path::Quoted;
use varvel_core::serde::{is_of_serde_json, number_of};
use varvel_core::{Error, ErrorKind, Result, Str};

use super::variant::Unit;
use super::{number, visit_str};

/// A key.
#[derive(Debug)]
pub struct Key<'de, 's>(pub Str<'de, 's>);

impl Key<'_, '_> {
    fn integer<T: core::str::FromStr>(&self) -> Option<T> {
        is_integer(self.0.as_bytes()).then(|| self.0.parse().ok())?
    }

    fn float<T: core::str::FromStr>(&self) -> Option<T> {
        is_number(self.0.as_bytes()).then(|| self.0.parse().ok())?
    }

    fn bool(&self) -> Option<bool> {
        self.0.parse().ok()
    }
}

impl<'de> Key<'de, '_> {
    /// Gives a key that is not an integer of the type that was asked for: another integer, or a
    /// text.
    #[cold]
    #[inline(never)]
    fn other_integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !is_integer(self.0.as_bytes()) {
            return self.text(visitor);
        }
        match number_of(&self.0) {
            Some(number) => number::visit_integer(number, visitor),
            None => self.text(visitor),
        }
    }

    /// Gives a key that is not of the type that was asked for as a text, which the error shows.
    #[cold]
    #[inline(never)]
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let text = self.0;
        visit_str(text, visitor).map_err(|error| match (error.kind(), error.found()) {
            (ErrorKind::TypeMismatch, Some("a string")) => {
                error.with_content(format_args!("the key {}", Quoted(&text)))
            }
            _ => error,
        })
    }
}

/// Implements methods that parse the text of a key. A text that does not parse is given as a text,
/// or another integer.
macro_rules! of_text {
    ($($deserialize:ident, $of:ident, $visit:ident, $other:ident;)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.$of() {
                Some(value) => visitor.$visit(value),
                None => self.$other(visitor),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'de, '_> {
    type Error = Error;

    /// Gives the key to a visitor. A name that `serde_json` reserves is never lent for the life of
    /// the input: by this, `Drive` tells a number of `serde_json` from an object that looks like
    /// one.
    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match is_of_serde_json(&self.0) {
            true => visitor.visit_str(&self.0),
            false => visit_str(self.0, visitor),
        }
    }

    of_text! {
        deserialize_bool, bool, visit_bool, text;
        deserialize_i8, integer, visit_i8, other_integer;
        deserialize_i16, integer, visit_i16, other_integer;
        deserialize_i32, integer, visit_i32, other_integer;
        deserialize_i64, integer, visit_i64, other_integer;
        deserialize_i128, integer, visit_i128, other_integer;
        deserialize_u8, integer, visit_u8, other_integer;
        deserialize_u16, integer, visit_u16, other_integer;
        deserialize_u32, integer, visit_u32, other_integer;
        deserialize_u64, integer, visit_u64, other_integer;
        deserialize_u128, integer, visit_u128, other_integer;
        deserialize_f32, float, visit_f32, text;
        deserialize_f64, float, visit_f64, text;
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Str::Input(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Str::Scratch(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    /// Gives the key as `Some`: a key is never null.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(self)
    }

    #[inline(always)]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_str(self.0, visitor)
    }

    #[inline(always)]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_str(self.0, visitor)
    }

    #[inline(always)]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_str(self.0, visitor)
    }

    forward_to_deserialize_any! {
        char unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}

impl<'de> EnumAccess<'de> for Key<'de, '_> {
    type Error = Error;
    type Variant = Unit;

    #[inline]
    fn variant_seed<V: de::DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Unit)> {
        Ok((seed.deserialize(self)?, Unit))
    }
}
