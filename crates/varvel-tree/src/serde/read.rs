//! Reads a type from a node.

use alloc::format;

use ::serde_core::de::value::{
    BorrowedBytesDeserializer, I8Deserializer, U32Deserializer, U64Deserializer,
};
use ::serde_core::de::{
    self, Deserialize, DeserializeSeed, EnumAccess, Expected, IntoDeserializer, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use ::serde_core::forward_to_deserialize_any;
use varvel_core::number::Rounding;
use varvel_core::path::Step;
use varvel_core::serde::{EXTENSION, JSON_RAW, RAW, TIMESTAMP};
use varvel_core::{Error, ErrorKind, Kind, Number, Result, Str, Tag};
use varvel_serde::de::{
    Key, Pair, carried_timestamp, visit_as_extension, visit_integer, visit_number, visit_simple,
    visit_timestamp, visit_written,
};

use super::{Node, too_deep};
use crate::node::{TreeNode, key_step};
use crate::number::{exact_number, out_of_range};

impl<'de, C: TreeNode<'de>> Node<C> {
    fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let node = self.node;
        match node.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool => visitor.visit_bool(node.as_bool().unwrap_or_default()),
            Kind::Integer => match (node.as_u64(), node.as_i64()) {
                (Some(value), _) => visitor.visit_u64(value),
                (_, Some(value)) => visitor.visit_i64(value),
                _ => visit_number(Number::Big(self.number_text()), visitor),
            },
            Kind::Float => match node.as_f32() {
                Some(value) => visitor.visit_f32(value),
                None => visitor.visit_f64(node.as_f64().unwrap_or_default()),
            },
            Kind::Decimal => visit_number(Number::Decimal(self.number_text()), visitor),
            Kind::String => visitor.visit_borrowed_str(node.as_str().unwrap_or_default()),
            Kind::Bytes => visitor.visit_borrowed_bytes(node.as_bytes().unwrap_or_default()),
            Kind::Timestamp => match node.as_timestamp() {
                Some(timestamp) => visit_timestamp(timestamp, visitor),
                None => visitor.visit_unit(),
            },
            Kind::Tagged => self.tagged(visitor),
            Kind::Array => self.items(visitor),
            _ => self.members(visitor),
        }
    }

    fn tagged<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.depth == 0 {
            return Err(too_deep());
        }
        match self.node.tag() {
            Some((Tag::Extension(kind), node)) => {
                let kind: I8Deserializer<Error> = kind.into_deserializer();
                let bytes = BorrowedBytesDeserializer::new(node.as_bytes().unwrap_or_default());
                visitor.visit_newtype_struct(Pair::new(kind, bytes))
            }
            Some((Tag::Number(number), node)) => {
                let number: U64Deserializer<Error> = number.into_deserializer();
                visitor.visit_newtype_struct(Pair::new(number, Behind(self.inner(node))))
            }
            Some((Tag::Simple(number), _)) => visit_simple(number, visitor),
            None => visitor.visit_unit(),
        }
    }

    fn items<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.depth == 0 {
            return Err(too_deep());
        }
        let mut items = Items {
            around: self,
            left: self.node.items(),
            index: 0,
        };
        let value = visitor.visit_seq(&mut items)?;
        match items.left.next() {
            None => Ok(value),
            Some(_) => Err(one_more("the end of the array", "an item more")),
        }
    }

    fn members<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.depth == 0 {
            return Err(too_deep());
        }
        let mut members = Members {
            around: self,
            left: self.node.pairs(),
            last: None,
        };
        let value = visitor.visit_map(&mut members)?;
        match members.left.next() {
            None => Ok(value),
            Some(_) => Err(one_more("the end of the object", "a member more")),
        }
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let node = self.node;
        match (node.kind(), node.as_i64(), node.as_u64()) {
            (Kind::Integer, None, None) => visit_integer(Number::Big(self.number_text()), visitor),
            _ => self.any(visitor),
        }
    }

    fn number_text(&self) -> &'de str {
        self.node.as_number_text().unwrap_or_default()
    }

    fn wrapped(self) -> Result<Self> {
        match self.wrappers.checked_sub(1) {
            Some(wrappers) => Ok(Self { wrappers, ..self }),
            None => Err(too_deep()),
        }
    }
}

/// Returns the rounding of integers to floats.
const fn rounding<'de, C: TreeNode<'de>>() -> Rounding {
    match C::EXACT_FLOATS {
        true => Rounding::Exact,
        false => Rounding::Nearest,
    }
}

#[cold]
fn one_more(expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected).with_found(found)
}

/// Implements requests for an integer of some size: the visitor gets the node's integer, however
/// large it is.
macro_rules! integers {
    ($($deserialize:ident)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        }
    )*};
}

impl<'de, C: TreeNode<'de>> de::Deserializer<'de> for Node<C> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.any(visitor)
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let value = match (self.node.as_f32(), exact_number(self.node)) {
            (None, None) => return self.any(visitor),
            (None, Some(number)) => rounding::<C>().f32(number),
            (value, _) => value,
        };
        match value {
            Some(value) => visitor.visit_f32(value),
            None => Err(out_of_range(
                "a number that a 32-bit float can hold",
                self.node,
            )),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match exact_number(self.node) {
            None => self.any(visitor),
            Some(number) => match rounding::<C>().f64(number) {
                Some(value) => visitor.visit_f64(value),
                None => Err(out_of_range(
                    "a number that a 64-bit float can hold",
                    self.node,
                )),
            },
        }
    }

    /// Reads 16 bytes as an integer, the highest first, as `rmp-serde` writes it, and otherwise an
    /// integer.
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.node.as_bytes().map(TryInto::try_into) {
            Some(Ok(bytes)) => visitor.visit_i128(i128::from_be_bytes(bytes)),
            _ => self.integer(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.node.as_bytes().map(TryInto::try_into) {
            Some(Ok(bytes)) => visitor.visit_u128(u128::from_be_bytes(bytes)),
            _ => self.integer(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.node.as_str() {
            Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            None => self.any(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.node.kind() {
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self.wrapped()?),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match (self.node.kind(), self.node.len()) {
            (Kind::Array, 0) => visitor.visit_unit(),
            _ => self.any(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if let (TIMESTAMP | EXTENSION, Some(timestamp)) = (name, self.node.as_timestamp()) {
            return match name {
                EXTENSION => visit_as_extension(timestamp, visitor),
                _ => visitor.visit_newtype_struct(carried_timestamp(timestamp)),
            };
        }
        match (name, self.node.kind()) {
            (EXTENSION, Kind::Tagged) => self.any(visitor),
            (JSON_RAW, _) => visit_written(visitor, |writer| self.node.drive(writer)),
            (RAW, _) => Err(Error::expected(
                ErrorKind::Unrepresentable,
                "a format, whose text or bytes could be kept as they are",
            )),
            _ => visitor.visit_newtype_struct(self.wrapped()?),
        }
    }

    /// Reads an array, or bytes, each as a number.
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.node.as_bytes() {
            Some(bytes) => varvel_serde::de::visit_each(bytes, visitor),
            None => self.any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let node = self.node;
        match node.kind() {
            Kind::String => visitor.visit_enum(Key(Str::from(node.as_str().unwrap_or_default()))),
            Kind::Integer => {
                let index = u32::deserialize(self)?;
                let index: U32Deserializer<Error> = index.into_deserializer();
                visitor.visit_enum(index)
            }
            Kind::Object | Kind::Map if node.len() == 1 => visitor.visit_enum(OneMember(self)),
            Kind::Object | Kind::Map => Err(Error::expected(
                ErrorKind::TypeMismatch,
                "an object of one member, which names a variant",
            )
            .with_found(format!("one of {}", node.len()))),
            found => Err(Error::wrong_kind(
                format!("{}", &visitor as &dyn Expected),
                found,
            )),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool char str string unit map struct identifier
    }
}

/// The rest of an array.
struct Items<'de, C: TreeNode<'de>> {
    around: Node<C>,
    left: C::Items,
    index: usize,
}

impl<'de, C: TreeNode<'de>> SeqAccess<'de> for Items<'de, C> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let Some(item) = self.left.next() else {
            return Ok(None);
        };
        let index = self.index;
        self.index += 1;
        seed.deserialize(self.around.inner(item))
            .map(Some)
            .map_err(|error| error.inside(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.around.node.len().saturating_sub(self.index))
    }
}

/// The rest of an object or a map, and the member whose key was read.
struct Members<'de, C: TreeNode<'de>> {
    around: Node<C>,
    left: C::Pairs,
    last: Option<(C, C)>,
}

/// Adds the member with this key to the path of an error.
#[cold]
fn in_member<'de>(error: Error, key: impl TreeNode<'de>) -> Error {
    error.inside(key_step(key))
}

/// Reads a key with a seed.
fn key<'de, C: TreeNode<'de>, K: DeserializeSeed<'de>>(
    around: &Node<C>,
    key: C,
    seed: K,
) -> Result<K::Value> {
    match key.as_str() {
        Some(text) => seed.deserialize(Key(Str::from(text))),
        None => seed.deserialize(around.inner(key)),
    }
    .map_err(|error| in_member(error, key))
}

impl<'de, C: TreeNode<'de>> MapAccess<'de> for Members<'de, C> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.last = self.left.next();
        match self.last {
            Some((name, _)) => key(&self.around, name, seed).map(Some),
            None => Ok(None),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match self.last {
            Some((name, value)) => seed
                .deserialize(self.around.inner(value))
                .map_err(|error| in_member(error, name)),
            None => Err(Error::expected(ErrorKind::InvalidEvents, "a key first")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.around.node.len())
    }
}

/// A map of one member, whose key names a variant.
struct OneMember<C>(Node<C>);

impl<'de, C: TreeNode<'de>> EnumAccess<'de> for OneMember<C> {
    type Error = Error;
    type Variant = Variant<C>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Variant<C>)> {
        let Self(around) = self;
        if around.depth == 0 {
            return Err(too_deep());
        }
        let Some((name, value)) = around.node.pairs().next() else {
            return Err(one_more("a member that names a variant", "none"));
        };
        let found = key(&around, name, seed)?;
        let value = around.inner(value);
        Ok((found, Variant { name, value }))
    }
}

/// The value of a variant.
struct Variant<C> {
    name: C,
    value: Node<C>,
}

impl<'de, C: TreeNode<'de>> VariantAccess<'de> for Variant<C> {
    type Error = Error;

    fn unit_variant(self) -> Result {
        <()>::deserialize(self.value).map_err(|error| in_member(error, self.name))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.value)
            .map_err(|error| in_member(error, self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        de::Deserializer::deserialize_tuple(self.value, len, visitor)
            .map_err(|error| in_member(error, self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.value
            .any(visitor)
            .map_err(|error| in_member(error, self.name))
    }
}

/// A tagged node as a newtype struct.
struct Behind<C>(Node<C>);

impl<'de, C: TreeNode<'de>> de::Deserializer<'de> for Behind<C> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
