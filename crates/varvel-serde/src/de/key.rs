//! A string that is a key, or that names a variant.
//!
//! A format whose keys are strings has numbers and booleans as their text, as `serde_json` has.

use serde_core::de::{self, EnumAccess, Visitor};
use serde_core::forward_to_deserialize_any;
use varvel_core::number::{is_integer, is_number};
use varvel_core::{Error, Result, Str};

use super::variant::Unit;
use super::visit_str;

/// A key.
#[derive(Debug)]
pub struct Key<'de, 's>(pub Str<'de, 's>);

impl<'de, 's> Key<'de, 's> {
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

/// What the text of a key is, if it is that; else the text.
macro_rules! of_text {
    ($($deserialize:ident, $of:ident, $visit:ident;)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.$of() {
                Some(value) => visitor.$visit(value),
                None => visit_str(self.0, visitor),
            }
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Key<'de, '_> {
    type Error = Error;

    #[inline(always)]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_str(self.0, visitor)
    }

    of_text! {
        deserialize_bool, bool, visit_bool;
        deserialize_i8, integer, visit_i8;
        deserialize_i16, integer, visit_i16;
        deserialize_i32, integer, visit_i32;
        deserialize_i64, integer, visit_i64;
        deserialize_i128, integer, visit_i128;
        deserialize_u8, integer, visit_u8;
        deserialize_u16, integer, visit_u16;
        deserialize_u32, integer, visit_u32;
        deserialize_u64, integer, visit_u64;
        deserialize_u128, integer, visit_u128;
        deserialize_f32, float, visit_f32;
        deserialize_f64, float, visit_f64;
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

    /// A key is never null.
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

    forward_to_deserialize_any! {
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
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
