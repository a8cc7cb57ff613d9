//! Nodes that serde has no kind for: the newtype structs of [`varvel_core::serde`] are turned back
//! into events.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde_core::ser::{self, Impossible, Serialize};
use varvel_core::number::is_integer;
use varvel_core::serde::{
    EXTENSION, JSON_NUMBER, JSON_RAW, NUMBER, RAW, SIMPLE, TAG, TIMESTAMP, TIMESTAMP_EXTENSION,
};
use varvel_core::{Bytes, Error, ErrorKind, Result, Sink, Tag, Timestamp};

use super::Serializer;
use crate::json;

/// A serializer of the parts of such a newtype struct.
pub struct Carried<'s, S> {
    name: &'static str,
    to: Serializer<'s, S>,
    first: Option<First>,
}

/// The first of two parts.
enum First {
    Number(i128),
    Format(String),
}

impl<'s, S> Carried<'s, S> {
    pub fn new(name: &'static str, to: Serializer<'s, S>) -> Self {
        Self {
            name,
            to,
            first: None,
        }
    }
}

impl<'a, S: Sink<'a>> Carried<'_, S> {
    fn integer(&mut self, value: i128) -> Result {
        match (self.name, &self.first) {
            (TIMESTAMP | EXTENSION | TAG | SIMPLE, None) => {
                self.first = Some(First::Number(value));
                Ok(())
            }
            (TIMESTAMP, Some(First::Number(seconds))) => {
                let timestamp = i64::try_from(*seconds)
                    .ok()
                    .zip(u32::try_from(value).ok())
                    .and_then(|(seconds, nanos)| Timestamp::new(seconds, nanos));
                self.to.sink.timestamp(timestamp.ok_or_else(wrong_parts)?)
            }
            _ => Err(wrong_parts()),
        }
    }

    fn text(&mut self, text: &str) -> Result {
        match (self.name, &self.first) {
            (RAW, None) => {
                self.first = Some(First::Format(text.to_owned()));
                Ok(())
            }
            (NUMBER, None) if is_integer(text.as_bytes()) && text != "-0" => {
                self.to.sink.big_integer(text)
            }
            (NUMBER, None) => self.to.sink.decimal(text),
            (JSON_NUMBER, None) => json::give_number(self.to.sink, text),
            (JSON_RAW, None) => json::give_raw(self.to.sink, text),
            _ => Err(wrong_parts()),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> Result {
        match (self.name, &self.first) {
            (EXTENSION, Some(First::Number(kind))) => {
                let kind = i8::try_from(*kind).map_err(|_| wrong_parts())?;
                if kind == TIMESTAMP_EXTENSION
                    && let Some(timestamp) = Timestamp::of_extension(bytes)
                {
                    return self.timestamp(timestamp, bytes);
                }
                self.to.sink.tag(Tag::Extension(kind))?;
                self.to.sink.bytes(Bytes::Scratch(bytes))
            }
            (RAW, Some(First::Format(format))) => match self.to.sink.raw(format, bytes)? {
                true => Ok(()),
                false => Err(
                    Error::expected(ErrorKind::Unrepresentable, "a node of this format")
                        .with_found(alloc::format!("raw {format}"))
                        .with_hint(
                            "what is raw and came through serde goes into its own format only",
                        ),
                ),
            },
            _ => Err(wrong_parts()),
        }
    }

    /// Writes a timestamp that came as an extension. A writer of MessagePack copies its bytes,
    /// which need not be the shortest.
    fn timestamp(&mut self, timestamp: Timestamp, bytes: &[u8]) -> Result {
        let head = match bytes.len() {
            4 => &[0xD6, 0xFF][..],
            8 => &[0xD7, 0xFF],
            _ => &[0xC7, 12, 0xFF],
        };
        match self.to.sink.raw("MessagePack", &[head, bytes].concat())? {
            true => Ok(()),
            false => self.to.sink.timestamp(timestamp),
        }
    }

    /// Writes the node behind a tag.
    fn tagged<T: Serialize + ?Sized>(&mut self, number: i128, node: &T) -> Result {
        let number = u64::try_from(number).map_err(|_| wrong_parts())?;
        self.to.sink.tag(Tag::Number(number))?;
        node.serialize(Serializer {
            sink: &mut *self.to.sink,
            place: self.to.place.inner()?,
        })
    }
}

/// Makes the error of another library's newtype struct that has such a name.
#[cold]
fn wrong_parts() -> Error {
    Error::refused(
        "a newtype struct of a name that Varvel uses, with other parts than it has there",
    )
}

/// Implements the methods of integers.
macro_rules! integers {
    ($($serialize:ident: $t:ty;)*) => {$(
        fn $serialize(self, value: $t) -> Result {
            self.integer(value.into())
        }
    )*};
}

/// Implements methods of kinds that no part has.
macro_rules! refused {
    ($($serialize:ident($($t:ty),*) -> $out:ty;)*) => {$(
        fn $serialize(self, $(_: $t),*) -> Result<$out> {
            Err(wrong_parts())
        }
    )*};
}

impl<'c, 's, 'a, S: Sink<'a>> ser::Serializer for &'c mut Carried<'s, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn is_human_readable(&self) -> bool {
        self.to.sink.profile().text
    }

    integers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
    }

    fn serialize_str(self, text: &str) -> Result {
        self.text(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        self.bytes(bytes)
    }

    fn serialize_unit(self) -> Result {
        match (self.name, &self.first) {
            (SIMPLE, Some(First::Number(number))) => {
                let number = u8::try_from(*number).map_err(|_| wrong_parts())?;
                self.to.sink.tag(Tag::Simple(number))?;
                self.to.sink.null()
            }
            _ => Err(wrong_parts()),
        }
    }

    fn serialize_tuple(self, _: usize) -> Result<Self> {
        Ok(self)
    }

    /// Writes the parts, which may stand in a newtype struct of their own.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result {
        value.serialize(self)
    }

    refused! {
        serialize_bool(bool) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_none() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result {
        Err(wrong_parts())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result {
        Err(wrong_parts())
    }
}

impl<'a, S: Sink<'a>> ser::SerializeTuple for &mut Carried<'_, S> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, part: &T) -> Result {
        match (self.name, &self.first) {
            (TAG, Some(First::Number(number))) => {
                let number = *number;
                self.tagged(number, part)
            }
            _ => part.serialize(&mut **self),
        }
    }

    fn end(self) -> Result {
        Ok(())
    }
}
