//! Nodes that serde has no kind for: newtype structs of several parts, as in
//! [`varvel_core::serde`].

use serde_core::de::value::{
    I8Deserializer, SeqDeserializer, StrDeserializer, U8Deserializer, U64Deserializer,
    UnitDeserializer,
};
use serde_core::de::{self, DeserializeSeed, IntoDeserializer, SeqAccess, Visitor};
use serde_core::forward_to_deserialize_any;
use varvel_core::serde::{TIMESTAMP_EXTENSION, takes_any_node};
use varvel_core::{Bytes, Error, ErrorKind, Raw, Result, Source, Tag, Timestamp};

use super::Deserializer;

#[inline]
pub fn visit_bytes<'de, V: Visitor<'de>>(bytes: Bytes<'de, '_>, visitor: V) -> Result<V::Value> {
    match bytes {
        Bytes::Input(bytes) => visitor.visit_borrowed_bytes(bytes),
        Bytes::Scratch(bytes) => visitor.visit_bytes(bytes),
    }
}

/// Gives bytes to a visitor as a sequence of numbers.
pub fn visit_each<'de, V: Visitor<'de>>(bytes: &[u8], visitor: V) -> Result<V::Value> {
    let mut bytes: SeqDeserializer<_, Error> = SeqDeserializer::new(bytes.iter().copied());
    let value = visitor.visit_seq(&mut bytes)?;
    bytes.end()?;
    Ok(value)
}

/// Returns a deserializer of the seconds and nanoseconds of a timestamp.
pub fn timestamp(timestamp: Timestamp) -> SeqDeserializer<core::array::IntoIter<i64, 2>, Error> {
    let parts = [timestamp.seconds(), timestamp.nanos().into()];
    SeqDeserializer::new(parts.into_iter())
}

/// Gives a timestamp to a visitor that takes anything. A visitor of another library gets an
/// extension, as from `rmp-serde`.
#[cold]
pub fn visit_timestamp<'de, V: Visitor<'de>>(moment: Timestamp, visitor: V) -> Result<V::Value> {
    match takes_any_node(&visitor) {
        true => visitor.visit_newtype_struct(timestamp(moment)),
        false => visit_as_extension(moment, visitor),
    }
}

/// Gives a timestamp to a visitor that takes an extension: the type -1, and the shortest bytes.
pub fn visit_as_extension<'de, V: Visitor<'de>>(moment: Timestamp, visitor: V) -> Result<V::Value> {
    let (bytes, len) = moment.to_extension();
    visit_extension(TIMESTAMP_EXTENSION, Bytes::Scratch(&bytes[..len]), visitor)
}

fn visit_extension<'de, V: Visitor<'de>>(
    kind: i8,
    bytes: Bytes<'de, '_>,
    visitor: V,
) -> Result<V::Value> {
    let kind: I8Deserializer<Error> = kind.into_deserializer();
    visitor.visit_newtype_struct(Pair::new(kind, OfBytes(bytes)))
}

/// Gives the timestamp at the source's position to a visitor that takes an extension. From
/// MessagePack it gives the original bytes, which need not be the shortest.
#[cold]
#[inline(never)]
pub fn read_as_extension<'de, R, V>(source: &mut R, visitor: V) -> Result<V::Value>
where
    R: Source<'de>,
    V: Visitor<'de>,
{
    let mark = source.mark();
    match source.read_raw() {
        Ok(raw) => {
            if let ("MessagePack", Bytes::Input(bytes)) = (raw.format(), raw.bytes())
                && let Some(bytes) = extension_bytes(bytes)
            {
                return visit_extension(TIMESTAMP_EXTENSION, bytes.into(), visitor);
            }
            source.rewind(mark)?;
        }
        Err(error) if error.kind() == ErrorKind::Unrepresentable => {}
        Err(error) => return Err(error),
    }
    visit_as_extension(source.read_timestamp()?, visitor)
}

/// Returns the bytes of a MessagePack extension, without its head, which ends with the type.
fn extension_bytes(node: &[u8]) -> Option<&[u8]> {
    let head = match node.first()? {
        0xC7 => 3,
        0xC8 => 4,
        0xC9 => 6,
        _ => 2,
    };
    node.get(head..)
}

/// A sequence of two parts, each of which is a deserializer.
#[derive(Debug)]
pub struct Pair<A, B>(Option<A>, Option<B>);

impl<A, B> Pair<A, B> {
    /// Makes a pair of two parts.
    pub fn new(first: A, second: B) -> Self {
        Self(Some(first), Some(second))
    }
}

impl<'de, A, B> de::Deserializer<'de> for Pair<A, B>
where
    A: de::Deserializer<'de, Error = Error>,
    B: de::Deserializer<'de, Error = Error>,
{
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_seq(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A, B> SeqAccess<'de> for Pair<A, B>
where
    A: de::Deserializer<'de, Error = Error>,
    B: de::Deserializer<'de, Error = Error>,
{
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if let Some(first) = self.0.take() {
            return seed.deserialize(first).map(Some);
        }
        match self.1.take() {
            Some(second) => seed.deserialize(second).map(Some),
            None => Ok(None),
        }
    }
}

/// A deserializer of bytes.
pub struct OfBytes<'de, 's>(Bytes<'de, 's>);

impl<'de> de::Deserializer<'de> for OfBytes<'de, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_bytes(self.0, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Returns a deserializer of the name of the format, and the bytes.
pub fn raw<'de, 's>(raw: &'s Raw<'de>) -> Pair<StrDeserializer<'s, Error>, OfBytes<'de, 's>> {
    let format = raw.format().into_deserializer();
    Pair::new(format, OfBytes(raw.bytes()))
}

/// A deserializer of the node behind a tag. It gives a newtype struct of the node, so that no other
/// node looks like it.
struct Behind<'s, R>(&'s mut R);

impl<'de, R: Source<'de>> de::Deserializer<'de> for Behind<'_, R> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(Deserializer::new(self.0))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Gives the tagged node at the source's position to a visitor.
#[inline(never)]
pub fn visit_tagged<'de, R, V>(source: &mut R, visitor: V) -> Result<V::Value>
where
    R: Source<'de>,
    V: Visitor<'de>,
{
    match source.read_tag()? {
        Tag::Extension(kind) => visit_extension(kind, source.read_bytes()?, visitor),
        Tag::Number(number) => {
            let number: U64Deserializer<Error> = number.into_deserializer();
            visitor.visit_newtype_struct(Pair::new(number, Behind(source)))
        }
        Tag::Simple(number) => {
            source.read_null()?;
            visit_simple(number, visitor)
        }
    }
}

/// Gives a simple value to a visitor.
pub fn visit_simple<'de, V: Visitor<'de>>(number: u8, visitor: V) -> Result<V::Value> {
    let number: U8Deserializer<Error> = number.into_deserializer();
    let null: UnitDeserializer<Error> = ().into_deserializer();
    visitor.visit_newtype_struct(Pair::new(number, null))
}
