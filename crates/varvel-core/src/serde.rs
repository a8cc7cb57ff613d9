//! serde's traits for [`Error`], [`Number`], [`Timestamp`], [`Raw`] and [`OwnedRaw`], and the
//! encoding of nodes that serde has no kind for.
//!
//! serde knows neither timestamps nor tags, nor numbers of any size. In serde such a node is a
//! newtype struct with one of the names below. A writer of `varvel-serde` writes the node itself.
//! The serializer of another library writes the content of the struct (as it does for `rmp-serde`'s
//! extension types), or refuses it. A reader whose visitor takes anything also gives a newtype
//! struct. So a visitor that does not know the struct refuses it, instead of taking it for
//! something else, and serde's own buffer (of flattened, untagged and internally tagged types)
//! keeps it.
//!
//! | node | newtype struct of |
//! |---|---|
//! | timestamp | [`TIMESTAMP`]: seconds and nanoseconds |
//! | MessagePack extension | [`EXTENSION`]: its type and bytes; a timestamp, too, where one is asked for |
//! | tag with a number | [`TAG`]: its number, and a newtype struct of the node |
//! | simple value | [`SIMPLE`]: its number, and a unit |
//! | integer beyond 128 bits, decimal kept as text | [`NUMBER`]: the text |
//! | raw part | [`RAW`]: the format's name, and the bytes |
//!
//! A visitor that takes anything must announce first that it takes all of these
//! ([`takes_any_node`]). Other visitors get values that serde's own types hold: an integer beyond
//! 64 bits, or a decimal kept as text, becomes the nearest float.
//!
//! `serde_json` has such names for its raw text and, with its feature `arbitrary_precision`, for
//! its numbers. Varvel knows these names ([`JSON_RAW`], [`JSON_NUMBER`]), so that the types of
//! `serde_json` can be written to and read from every format.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use ::serde_core::de::{
    self, Deserialize, Deserializer, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use ::serde_core::ser::{self, Serialize, Serializer};

use crate::error::{Error, ErrorKind};
use crate::node::Timestamp;
use crate::number::{Number, is_integer, is_number};
use crate::path::Quoted;
use crate::raw::{OwnedRaw, Raw};

/// The name of a timestamp: `(i64, u32)`.
pub const TIMESTAMP: &str = "$varvel::Timestamp";
/// The name of an extension: `(i8, bytes)`. `rmp-serde` has the same name.
pub const EXTENSION: &str = "_ExtStruct";
/// The extension type of a timestamp. If a type asks for an [`EXTENSION`], or a type of another
/// library for anything, a timestamp comes as an extension of this type, with the bytes of
/// MessagePack. Written back, it is a timestamp again.
pub const TIMESTAMP_EXTENSION: i8 = -1;
/// The name of a tagged node: `(u64, newtype struct)`.
pub const TAG: &str = "$varvel::Tag";
/// The name of a simple value: `(u8, ())`.
pub const SIMPLE: &str = "$varvel::Simple";
/// The name of a number kept as text: a string.
pub const NUMBER: &str = "$varvel::Number";
/// The name of a raw part: `(str, bytes)`.
pub const RAW: &str = "$varvel::Raw";

/// The name of JSON text that `serde_json` keeps as it is (`RawValue`). It is written as a struct
/// with one field of this name, and read as a newtype struct of this name.
pub const JSON_RAW: &str = "$serde_json::private::RawValue";
/// The name of a number that `serde_json` keeps as text: a struct or a map with one field of this
/// name.
pub const JSON_NUMBER: &str = "$serde_json::private::Number";

/// The expectation of a visitor that takes all nodes of this module, and integers of 128 bits.
pub const ANY_NODE: &str = "a node of any kind";
/// The expectation of a visitor that takes all nodes of this module, but refuses numbers beyond 64
/// bits. Nothing is rounded for it.
const NUMBER_64: &str = "a number of at most 64 bits";

/// Returns whether `name` may be the name of a newtype struct of this module.
#[inline(always)]
pub fn is_carried(name: &str) -> bool {
    matches!(name.as_bytes().first(), Some(b'$' | b'_'))
        && matches!(
            name,
            TIMESTAMP | EXTENSION | TAG | SIMPLE | NUMBER | RAW | JSON_RAW
        )
}

/// Returns whether `name` is one that `serde_json` uses for itself.
#[inline(always)]
pub fn is_of_serde_json(name: &str) -> bool {
    name.as_bytes().first() == Some(&b'$') && matches!(name, JSON_RAW | JSON_NUMBER)
}

/// Returns whether a visitor takes all nodes of this module: its expectation is [`ANY_NODE`]. serde
/// tells nothing else about a visitor, and serde's own buffer refuses integers of 128 bits.
#[cold]
pub fn takes_any_node(visitor: &dyn Expected) -> bool {
    let says = |what| {
        let mut rest = Rest(what);
        write!(rest, "{visitor}").is_ok() && rest.0.is_empty()
    };
    says(ANY_NODE) || says(NUMBER_64)
}

/// The rest of an expected text, which has not been written yet.
struct Rest<'a>(&'a str);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

impl ser::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of_message(message)
    }
}

impl de::Error for Error {
    #[cold]
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::of_message(message)
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let error = |kind| Self::expected(kind, format!("{expected}"));
        match found {
            Unexpected::Other(found) => match wide_integer(found) {
                Some(digits) => error(ErrorKind::NumberOutOfRange).with_content(digits),
                None => error(ErrorKind::TypeMismatch).with_content(found),
            },
            found => error(ErrorKind::TypeMismatch).with_found(kind(found)),
        }
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let number = matches!(
            found,
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_)
        );
        let kind = match number {
            true => ErrorKind::NumberOutOfRange,
            false => ErrorKind::Refused,
        };
        if let Unexpected::Other(other) = found
            && let Some(digits) = wide_integer(other)
        {
            return Self::expected(ErrorKind::NumberOutOfRange, format!("{expected}"))
                .with_content(digits);
        }
        let error = Self::expected(kind, format!("{expected}"));
        match found {
            Unexpected::Unsigned(value) => error.with_content(value),
            Unexpected::Signed(value) => error.with_content(value),
            Unexpected::Float(value) => error.with_content(value),
            Unexpected::Str(text) => error.with_content(Quoted(text)),
            found => error.with_content(found),
        }
    }

    #[cold]
    fn invalid_length(len: usize, expected: &dyn Expected) -> Self {
        Self::expected(ErrorKind::TypeMismatch, format!("{expected}"))
            .with_found(format!("a length of {len}"))
    }

    #[cold]
    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown_variant(variant, expected)
    }

    #[cold]
    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::unknown_member(field, expected)
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        Self::missing_field(field)
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_content(format_args!("{} again", Quoted(field)))
    }
}

/// Returns the digits of an integer of 128 bits from the words that serde has for it.
fn wide_integer(found: &str) -> Option<&str> {
    let rest = found.strip_prefix("integer `")?;
    let digits = rest.strip_suffix("` as i128");
    digits.or_else(|| rest.strip_suffix("` as u128"))
}

/// Returns the kind of the found value, without its content.
fn kind(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "a boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "an integer",
        Unexpected::Float(_) => "a float",
        Unexpected::Char(_) | Unexpected::Str(_) => "a string",
        Unexpected::Bytes(_) => "bytes",
        Unexpected::Unit => "null",
        Unexpected::Option => "an optional value",
        Unexpected::NewtypeStruct => "a tagged value",
        Unexpected::Seq => "an array",
        Unexpected::Map => "an object",
        Unexpected::Enum => "a variant",
        Unexpected::UnitVariant => "a variant without a value",
        Unexpected::NewtypeVariant | Unexpected::TupleVariant | Unexpected::StructVariant => {
            "a variant with a value"
        }
        _ => "something else",
    }
}

impl Serialize for Number<'_> {
    /// Writes an integer of up to 128 bits as one, and any larger number as [`NUMBER`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Self::I64(value) => serializer.serialize_i64(value),
            Self::U64(value) => serializer.serialize_u64(value),
            Self::F64(value) => serializer.serialize_f64(value),
            Self::Big(text) | Self::Decimal(text) => serialize_text(text, serializer),
        }
    }
}

/// Reads a number as JSON writes it: an integer exactly, a decimal as the nearest float. A number
/// beyond all floats keeps its text.
pub fn number_of(text: &str) -> Option<Number<'_>> {
    if !is_number(text.as_bytes()) {
        return None;
    }
    if is_integer(text.as_bytes()) && text != "-0" {
        return Some(match (text.parse(), text.parse()) {
            (Ok(value), _) => Number::I64(value),
            (_, Ok(value)) => Number::U64(value),
            _ => Number::Big(text),
        });
    }
    let value: f64 = text.parse().ok()?;
    Some(match value.is_finite() {
        true => Number::F64(value),
        false => Number::Decimal(text),
    })
}

/// Writes a number kept as text: an integer of up to 128 bits as one, any other number as
/// [`NUMBER`].
pub fn serialize_text<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    match (text.parse(), text.parse()) {
        // A decimal does not parse as an integer. `-0` would, but must stay a float.
        (Ok(value), _) if text != "-0" => serializer.serialize_i128(value),
        (_, Ok(value)) => serializer.serialize_u128(value),
        _ => serializer.serialize_newtype_struct(NUMBER, text),
    }
}

impl<'de> Deserialize<'de> for Number<'static> {
    /// Reads a number of at most 64 bits. A larger integer is an error, because its text would need
    /// memory.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfNumber;
        impl<'de> Visitor<'de> for OfNumber {
            type Value = Number<'static>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(NUMBER_64)
            }
            fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
                Ok(Number::I64(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
                Ok(i64::try_from(value).map_or(Number::U64(value), Number::I64))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
                Ok(Number::F64(value))
            }
            /// Reads a number of `serde_json` with its feature `arbitrary_precision`.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                match map.next_key::<String>()?.as_deref() {
                    Some(JSON_NUMBER) => {}
                    _ => return Err(de::Error::invalid_type(Unexpected::Map, &self)),
                }
                let text: String = map.next_value()?;
                match number_of(&text) {
                    Some(Number::I64(value)) => Ok(Number::I64(value)),
                    Some(Number::U64(value)) => Ok(Number::U64(value)),
                    Some(Number::F64(value)) => Ok(Number::F64(value)),
                    _ => Err(de::Error::invalid_value(Unexpected::Other(&text), &self)),
                }
            }
        }
        deserializer.deserialize_any(OfNumber)
    }
}

impl Serialize for Timestamp {
    /// Writes a newtype struct of the name [`TIMESTAMP`].
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(TIMESTAMP, &(self.seconds(), self.nanos()))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    /// Reads a timestamp, or a pair of seconds and nanoseconds.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfTimestamp;
        impl<'de> Visitor<'de> for OfTimestamp {
            type Value = Timestamp;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a timestamp")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<Timestamp, D::Error> {
                let (first, second) = Deserialize::deserialize(deserializer)?;
                let (timestamp, refused) = match second {
                    Second::Nanos(nanos) => (
                        Timestamp::new(first, nanos),
                        "nanoseconds are below 1,000,000,000",
                    ),
                    Second::Bytes(bytes) if first == TIMESTAMP_EXTENSION.into() => (
                        Timestamp::of_extension(&bytes),
                        "bytes that are no timestamp of MessagePack",
                    ),
                    Second::Bytes(_) => (None, "an extension that is no timestamp"),
                };
                timestamp.ok_or_else(|| de::Error::custom(refused))
            }
        }
        deserializer.deserialize_newtype_struct(TIMESTAMP, OfTimestamp)
    }
}

/// The second part of a timestamp: its nanoseconds, or the whole timestamp as the bytes of an
/// extension.
enum Second {
    Nanos(u32),
    Bytes(Vec<u8>),
}

impl<'de> Deserialize<'de> for Second {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfSecond;
        impl Visitor<'_> for OfSecond {
            type Value = Second;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("nanoseconds")
            }
            fn visit_u32<E>(self, nanos: u32) -> Result<Second, E> {
                Ok(Second::Nanos(nanos))
            }
            fn visit_u64<E: de::Error>(self, nanos: u64) -> Result<Second, E> {
                match u32::try_from(nanos) {
                    Ok(nanos) => Ok(Second::Nanos(nanos)),
                    Err(_) => Err(E::invalid_value(Unexpected::Unsigned(nanos), &self)),
                }
            }
            fn visit_i64<E: de::Error>(self, nanos: i64) -> Result<Second, E> {
                match u64::try_from(nanos) {
                    Ok(nanos) => self.visit_u64(nanos),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(nanos), &self)),
                }
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Second, E> {
                Ok(Second::Bytes(bytes.into()))
            }
        }
        // serde's buffer, which may hold an extension, calls itself human readable. Binary formats
        // of other libraries may not know the kind of the next value.
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_any(OfSecond),
            false => deserializer.deserialize_u32(OfSecond),
        }
    }
}

/// Bytes as serde has them. serde takes `&[u8]` for a sequence.
struct AsBytes<'a>(&'a [u8]);

impl Serialize for AsBytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl Serialize for Raw<'_> {
    /// Writes a newtype struct of the name [`RAW`]. Its own format copies the bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(RAW, &(self.format(), AsBytes(self.as_bytes())))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Raw<'a> {
    /// Reads a raw part directly from a format of Varvel. It fails inside of types that serde
    /// buffers. Bytes that are borrowed from the document stay borrowed.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW, OfRaw)
    }
}

impl Serialize for OwnedRaw {
    /// Writes a newtype struct of the name [`RAW`]. Its own format copies the bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Raw::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for OwnedRaw {
    /// Reads a raw part directly from a format of Varvel. It fails inside of types that serde
    /// buffers.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Raw::deserialize(deserializer).map(Self::from)
    }
}

struct OfRaw;

impl<'de> Visitor<'de> for OfRaw {
    type Value = Raw<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a format whose nodes can be kept raw")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Raw<'de>, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Raw<'de>, A::Error> {
        let format = parts.next_element::<String>()?;
        let bytes = parts.next_element::<RawBytes<'de>>()?;
        match (format, bytes) {
            (Some(format), Some(bytes)) => Ok(Raw::of_name(bytes.0, format)),
            _ => Err(de::Error::invalid_length(0, &self)),
        }
    }
}

struct RawBytes<'de>(Cow<'de, [u8]>);

impl<'de> Deserialize<'de> for RawBytes<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfBytes;
        impl<'de> Visitor<'de> for OfBytes {
            type Value = RawBytes<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }
            fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Self::Value, E> {
                Ok(RawBytes(Cow::Borrowed(bytes)))
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Self::Value, E> {
                Ok(RawBytes(Cow::Owned(Vec::from(bytes))))
            }
        }
        deserializer.deserialize_bytes(OfBytes)
    }
}
