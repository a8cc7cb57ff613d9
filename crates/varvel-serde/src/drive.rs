//! [`Drive`]: gives the value of any serde deserializer to a sink. So a tree can be built from
//! another library's format.

use core::fmt;

use serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor,
};
use varvel_core::number::{is_integer, is_number};
use varvel_core::serde::{ANY_NODE, JSON_NUMBER, TIMESTAMP_EXTENSION};
use varvel_core::{Bytes, Sink, Str, Tag, Timestamp};

use crate::json;

/// A seed that gives the value of a deserializer to a sink, as events.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use varvel::json::{WriteOptions, Writer};
/// use varvel::serde::Drive;
/// let mut writer = Writer::new(WriteOptions::compact());
/// let document = [0x92, 0x07, 0xC3]; // MessagePack, read by another library
/// Drive::new(&mut writer).deserialize(&mut rmp_serde::Deserializer::new(&document[..])).unwrap();
/// assert_eq!(writer.finish()?, b"[7,true]");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Drive<'s, S>(&'s mut S);

impl<'s, S> Drive<'s, S> {
    /// Makes a seed that gives a value to `sink`.
    pub fn new(sink: &'s mut S) -> Self {
        Self(sink)
    }

    /// Returns a seed for a node inside, with the same sink.
    fn inner(&mut self) -> Drive<'_, S> {
        Drive(self.0)
    }
}

/// Turns an error of the sink into an error of the deserializer.
fn told<E: Error>(result: varvel_core::Result) -> Result<(), E> {
    result.map_err(E::custom)
}

impl<'de, S: Sink<'de>> DeserializeSeed<'de> for Drive<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Implements visits that are one event each.
macro_rules! events {
    ($($visit:ident($value:ident: $t:ty) => $event:ident($given:expr);)*) => {$(
        fn $visit<E: Error>(self, $value: $t) -> Result<(), E> {
            told(self.0.$event($given))
        }
    )*};
}

impl<'de, S: Sink<'de>> Visitor<'de> for Drive<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ANY_NODE)
    }

    events! {
        visit_bool(value: bool) => bool(value);
        visit_i64(value: i64) => i64(value);
        visit_f32(value: f32) => f32(value);
        visit_f64(value: f64) => f64(value);
        visit_str(text: &str) => str(Str::Scratch(text.into()));
        visit_borrowed_str(text: &'de str) => str(text.into());
        visit_bytes(bytes: &[u8]) => bytes(Bytes::Scratch(bytes));
        visit_borrowed_bytes(bytes: &'de [u8]) => bytes(bytes.into());
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        told(match i64::try_from(value) {
            Ok(value) => self.0.i64(value),
            Err(_) => self.0.u64(value),
        })
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<(), E> {
        told(crate::ser::integer(self.0, value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<(), E> {
        told(match i128::try_from(value) {
            Ok(value) => crate::ser::integer(self.0, value),
            Err(_) => self.0.big_integer(&alloc::format!("{value}")),
        })
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        told(self.0.null())
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        told(self.0.null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(Carried(self.0))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        told(self.0.begin_array(hint(items.size_hint())))?;
        while items.next_element_seed(self.inner())?.is_some() {}
        told(self.0.end_array())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<(), A::Error> {
        let len = hint(members.size_hint());
        match members.next_key_seed(DriveKey::first(self.0, len))? {
            None => told(self.0.begin_map(len))?,
            Some(Begun::Member) => members.next_value_seed(self.inner())?,
            Some(Begun::Number) => {
                if members.next_value_seed(NumberText(self.0, len))? {
                    return Ok(());
                }
            }
        }
        while members.next_key_seed(DriveKey::next(self.0))?.is_some() {
            members.next_value_seed(self.inner())?;
        }
        told(self.0.end_map())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(Error::custom(
            "an enum whose variants only its own type can tell",
        ))
    }
}

/// Returns a hint of another library, if it is not too large to reserve memory for.
fn hint(items: Option<usize>) -> Option<usize> {
    items.filter(|&items| items <= 4096)
}

/// A seed that gives a key to a sink.
struct DriveKey<'s, S> {
    sink: &'s mut S,
    /// The length hint of a map that has not begun, if this is its first key.
    first: Option<Option<usize>>,
}

/// The result of a key.
enum Begun {
    /// A member has begun.
    Member,
    /// The map may stand for a number of `serde_json`. Nothing of it was given to the sink.
    Number,
}

impl<'de, S: Sink<'de>> DeserializeSeed<'de> for DriveKey<'_, S> {
    type Value = Begun;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Begun, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'s, S> DriveKey<'s, S> {
    fn first(sink: &'s mut S, len: Option<usize>) -> Self {
        let first = Some(len);
        Self { sink, first }
    }

    fn next(sink: &'s mut S) -> Self {
        Self { sink, first: None }
    }

    /// Begins the map, if this is its first key.
    fn begin<'de, E: Error>(self) -> Result<&'s mut S, E>
    where
        S: Sink<'de>,
    {
        if let Some(len) = self.first {
            told(self.sink.begin_map(len))?;
        }
        Ok(self.sink)
    }

    fn key<'de, E: Error>(self, key: Str<'de, '_>) -> Result<Begun, E>
    where
        S: Sink<'de>,
    {
        told(self.begin()?.key(key)).map(|()| Begun::Member)
    }

    /// Begins a key that is not a string.
    fn any<'de, E: Error>(self) -> Result<Drive<'s, S>, E>
    where
        S: Sink<'de>,
    {
        let sink = self.begin()?;
        told(sink.any_key())?;
        Ok(Drive(sink))
    }
}

/// Implements visits of keys that are not strings.
macro_rules! any_keys {
    ($($visit:ident: $t:ty;)*) => {$(
        fn $visit<E: Error>(self, value: $t) -> Result<Begun, E> {
            self.any()?.$visit(value).map(|()| Begun::Member)
        }
    )*};
}

impl<'de, S: Sink<'de>> Visitor<'de> for DriveKey<'_, S> {
    type Value = Begun;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Begun, E> {
        self.key(Str::Scratch(text.into()))
    }

    /// Visits a borrowed key. `serde_json` lends the name of its numbers forever; our own formats
    /// do not lend such a key.
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Begun, E> {
        match text == JSON_NUMBER && self.first.is_some() {
            true => Ok(Begun::Number),
            false => self.key(text.into()),
        }
    }

    any_keys! {
        visit_bool: bool;
        visit_i64: i64;
        visit_i128: i128;
        visit_u64: u64;
        visit_u128: u128;
        visit_f32: f32;
        visit_f64: f64;
        visit_bytes: &[u8];
        visit_borrowed_bytes: &'de [u8];
    }

    fn visit_unit<E: Error>(self) -> Result<Begun, E> {
        self.any()?.visit_unit().map(|()| Begun::Member)
    }

    fn visit_none<E: Error>(self) -> Result<Begun, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Begun, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Begun, D::Error> {
        let inner = self.any()?.visit_newtype_struct(deserializer);
        inner.map(|()| Begun::Member)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Begun, A::Error> {
        self.any()?.visit_seq(items).map(|()| Begun::Member)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Begun, A::Error> {
        self.any()?.visit_map(members).map(|()| Begun::Member)
    }
}

/// A seed of the value behind the name of `serde_json`'s numbers. Returns whether it is a number.
///
/// A number is an owned text. The text of an object that only looks like a number is lent by the
/// input; such an object begins like any other.
struct NumberText<'s, S>(&'s mut S, Option<usize>);

impl<'s, S> NumberText<'s, S> {
    fn member<'de, E: Error>(self) -> Result<Drive<'s, S>, E>
    where
        S: Sink<'de>,
    {
        let key = DriveKey::first(self.0, self.1);
        let sink = key.begin()?;
        told(sink.key(Str::Scratch(JSON_NUMBER.into())))?;
        Ok(Drive(sink))
    }
}

impl<'de, S: Sink<'de>> DeserializeSeed<'de> for NumberText<'_, S> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Implements visits of values that are not a number of `serde_json`.
macro_rules! members {
    ($($visit:ident: $t:ty;)*) => {$(
        fn $visit<E: Error>(self, value: $t) -> Result<bool, E> {
            self.member()?.$visit(value).map(|()| false)
        }
    )*};
}

impl<'de, S: Sink<'de>> Visitor<'de> for NumberText<'_, S> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ANY_NODE)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<bool, E> {
        match is_number(text.as_bytes()) {
            true => told(json::give_number(self.0, text)).map(|()| true),
            false => self.member()?.visit_str(text).map(|()| false),
        }
    }

    members! {
        visit_bool: bool;
        visit_i64: i64;
        visit_i128: i128;
        visit_u64: u64;
        visit_u128: u128;
        visit_f32: f32;
        visit_f64: f64;
        visit_borrowed_str: &'de str;
        visit_bytes: &[u8];
        visit_borrowed_bytes: &'de [u8];
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        self.member()?.visit_unit().map(|()| false)
    }

    fn visit_none<E: Error>(self) -> Result<bool, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        let inner = self.member()?.visit_newtype_struct(deserializer);
        inner.map(|()| false)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<bool, A::Error> {
        self.member()?.visit_seq(items).map(|()| false)
    }

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<bool, A::Error> {
        self.member()?.visit_map(members).map(|()| false)
    }
}

/// A visitor of the content of a newtype struct from `varvel_core::serde`. The parts show which one
/// it is.
struct Carried<'s, S>(&'s mut S);

impl<'de, S: Sink<'de>> Visitor<'de> for Carried<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a timestamp, a tagged value or the text of a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        told(match is_integer(text.as_bytes()) && text != "-0" {
            true => self.0.big_integer(text),
            false => self.0.decimal(text),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<(), A::Error> {
        let Some(First(first)) = parts.next_element()? else {
            return Err(Error::invalid_length(0, &self));
        };
        match parts.next_element_seed(Second(self.0, first))? {
            Some(()) => Ok(()),
            None => Err(Error::invalid_length(1, &self)),
        }
    }
}

/// The first of two parts. It is read by `deserialize_any`, because `rmp-serde` has no integers of
/// 128 bits.
struct First(i128);

impl<'de> Deserialize<'de> for First {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfFirst;
        impl Visitor<'_> for OfFirst {
            type Value = First;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("seconds, or the number of an extension, a tag or a simple value")
            }
            fn visit_i64<E>(self, value: i64) -> Result<First, E> {
                Ok(First(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<First, E> {
                Ok(First(value.into()))
            }
        }
        deserializer.deserialize_any(OfFirst)
    }
}

/// The second part of a newtype struct, behind a number.
struct Second<'s, S>(&'s mut S, i128);

impl<S> Second<'_, S> {
    fn extension<'de, E: Error>(self, bytes: Bytes<'de, '_>) -> Result<(), E>
    where
        S: Sink<'de>,
    {
        let kind = i8::try_from(self.1).map_err(E::custom)?;
        if kind == TIMESTAMP_EXTENSION
            && let Some(timestamp) = Timestamp::of_extension(&bytes)
        {
            return told(self.0.timestamp(timestamp));
        }
        told(self.0.tag(Tag::Extension(kind)))?;
        told(self.0.bytes(bytes))
    }
}

impl<'de, S: Sink<'de>> DeserializeSeed<'de> for Second<'_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: Sink<'de>> Visitor<'de> for Second<'_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nanoseconds, the bytes of an extension, a tagged value or a unit")
    }

    fn visit_i64<E: Error>(self, nanos: i64) -> Result<(), E> {
        self.visit_u64(u64::try_from(nanos).map_err(E::custom)?)
    }

    fn visit_u64<E: Error>(self, nanos: u64) -> Result<(), E> {
        let timestamp = i64::try_from(self.1)
            .ok()
            .zip(u32::try_from(nanos).ok())
            .and_then(|(seconds, nanos)| Timestamp::new(seconds, nanos))
            .ok_or_else(|| E::custom("no seconds and nanoseconds"))?;
        told(self.0.timestamp(timestamp))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.extension(Bytes::Scratch(bytes))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<(), E> {
        self.extension(bytes.into())
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        use serde_core::de::Error as _;
        let number = u64::try_from(self.1).map_err(D::Error::custom)?;
        told(self.0.tag(Tag::Number(number)))?;
        Drive(self.0).deserialize(deserializer)
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        let number = u8::try_from(self.1).map_err(E::custom)?;
        told(self.0.tag(Tag::Simple(number)))?;
        told(self.0.null())
    }
}
