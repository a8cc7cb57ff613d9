//! [`Serializer`]: a sink, as a serializer of serde.
//!
//! | room | holds |
//! |---|---|
//! | `compound` | arrays, maps, structs and variants that have begun |
//! | `key` | a key of a map |
//! | `extensions` | nodes that serde has no kind for |

mod compound;
mod extensions;
mod key;

use alloc::format;

use serde_core::ser::{self, Serialize};
use varvel_core::serde::{is_carried, is_of_serde_json};
use varvel_core::{Bytes, Error, Result, Sink, Str};

use compound::{Around, Compound, Form};
use extensions::Carried;

/// How many containers inside of each other a [`Serializer`] writes by default. serde recurses, so
/// this bounds the stack. Readers have the same default.
pub const DEPTH: u32 = 128;

/// How many wrappers (`Some`, newtype structs) may stand around a node, as in reading.
const WRAPPERS: u16 = 128;

/// A serializer of serde over a sink. It writes one node.
#[derive(Debug)]
pub struct Serializer<'s, S> {
    sink: &'s mut S,
    place: Nesting,
}

/// The containers and wrappers around a node, and the options of writing.
#[derive(Clone, Copy, Debug)]
struct Nesting {
    /// How many containers may still be opened.
    depth: u32,
    wrappers: u16,
    /// Whether structs are arrays of their fields.
    unnamed: bool,
    /// Whether structs without fields are arrays without items.
    unit_arrays: bool,
}

impl Nesting {
    /// Returns the nesting inside of another container.
    #[inline(always)]
    fn inner(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self {
                depth,
                wrappers: 0,
                ..self
            }),
            None => Err(too_deep()),
        }
    }

    /// Returns the nesting inside of another wrapper.
    #[inline(always)]
    fn wrapped(self) -> Result<Self> {
        if self.wrappers == WRAPPERS {
            return Err(Error::too_deep(usize::from(WRAPPERS)));
        }
        Ok(Self {
            wrappers: self.wrappers + 1,
            ..self
        })
    }
}

#[cold]
#[inline(never)]
fn too_deep() -> Error {
    // The limit itself is not known here.
    Error::expected(
        varvel_core::ErrorKind::DepthLimit,
        "fewer containers inside each other",
    )
    .with_hint("a serde type recurses, so that depth costs stack")
}

impl<'s, S> Serializer<'s, S> {
    /// Makes a serializer that writes one node into `sink`.
    #[inline(always)]
    pub fn new(sink: &'s mut S) -> Self {
        Self {
            sink,
            place: Nesting {
                depth: DEPTH,
                wrappers: 0,
                unnamed: false,
                unit_arrays: false,
            },
        }
    }

    /// Writes structs as arrays of their fields, without the names.
    #[must_use]
    pub fn unnamed(mut self) -> Self {
        self.place.unnamed = true;
        self.with_unit_arrays()
    }

    /// Writes a unit struct as an array without items, as `rmp-serde` does.
    #[must_use]
    pub fn with_unit_arrays(mut self) -> Self {
        self.place.unit_arrays = true;
        self
    }

    /// Allows another depth. Each container costs stack; how much depends on the types.
    #[must_use]
    pub fn with_depth(mut self, depth: u32) -> Self {
        self.place.depth = depth;
        self
    }
}

/// Gives an integer to a sink.
pub(crate) fn integer<'de, S: Sink<'de> + ?Sized>(sink: &mut S, value: i128) -> Result {
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(value), _) => sink.i64(value),
        (_, Ok(value)) => sink.u64(value),
        _ => sink.big_integer(&format!("{value}")),
    }
}

impl<'s, 'a, S: Sink<'a>> Serializer<'s, S> {
    /// Begins an array, and returns it.
    #[inline(always)]
    fn array(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.sink.begin_array(len)?;
        Ok(Compound::new(self.sink, self.place.inner()?, Form::Array))
    }

    /// Begins an object, and returns it.
    #[inline(always)]
    fn object(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.sink.begin_map(len)?;
        Ok(Compound::new(self.sink, self.place.inner()?, Form::Map))
    }

    /// Begins a variant with a value: an object of one member, unless the sink writes the name
    /// beside the value. Returns a serializer of the value, and the container around it.
    #[inline(always)]
    fn variant(self, variant: &'static str) -> Result<(Self, Around)> {
        if self.sink.variant(variant)? {
            return Ok((self, Around::Nothing));
        }
        self.sink.begin_map(Some(1))?;
        self.sink.key(Str::Scratch(variant.into()))?;
        let inner = Self {
            place: self.place.inner()?,
            ..self
        };
        Ok((inner, Around::Object))
    }

    #[inline(always)]
    fn fields(self, len: usize) -> Result<Compound<'s, S>> {
        match self.place.unnamed {
            true => self.array(Some(len)),
            false => self.object(Some(len)),
        }
    }

    /// Writes an integer of 128 bits into a format without integers beyond 64 bits: 16 bytes, the
    /// highest first, as `rmp-serde` does.
    #[inline(never)]
    fn wide(
        self,
        small: Option<i128>,
        text: impl FnOnce() -> alloc::string::String,
        bytes: [u8; 16],
    ) -> Result {
        match small {
            Some(value) if i64::try_from(value).is_ok() || u64::try_from(value).is_ok() => {
                integer(self.sink, value)
            }
            _ if self.sink.profile().big_integers => self.sink.big_integer(&text()),
            _ => self.sink.bytes(Bytes::Scratch(&bytes)),
        }
    }
}

/// Implements the methods of integers that fit `i64`.
macro_rules! small_integers {
    ($($serialize:ident: $t:ty;)*) => {$(
        #[inline]
        fn $serialize(self, value: $t) -> Result {
            self.sink.i64(value.into())
        }
    )*};
}

impl<'s, 'a, S: Sink<'a>> ser::Serializer for Serializer<'s, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Compound<'s, S>;
    type SerializeTuple = Compound<'s, S>;
    type SerializeTupleStruct = Compound<'s, S>;
    type SerializeTupleVariant = Compound<'s, S>;
    type SerializeMap = Compound<'s, S>;
    type SerializeStruct = Compound<'s, S>;
    type SerializeStructVariant = Compound<'s, S>;

    #[inline]
    fn is_human_readable(&self) -> bool {
        self.sink.profile().text
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result {
        self.sink.bool(value)
    }

    small_integers! {
        serialize_i8: i8;
        serialize_i16: i16;
        serialize_i32: i32;
        serialize_i64: i64;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.sink.i64(value),
            Err(_) => self.sink.u64(value),
        }
    }

    fn serialize_i128(self, value: i128) -> Result {
        self.wide(Some(value), || format!("{value}"), value.to_be_bytes())
    }

    fn serialize_u128(self, value: u128) -> Result {
        let small = i128::try_from(value).ok();
        self.wide(small, || format!("{value}"), value.to_be_bytes())
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result {
        self.sink.f32(value)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result {
        self.sink.f64(value)
    }

    #[inline]
    fn serialize_char(self, value: char) -> Result {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result {
        self.sink.str(Str::Scratch(text.into()))
    }

    /// Writes bytes. A format without bytes gets an array of numbers, as `serde_json` writes it.
    fn serialize_bytes(self, bytes: &[u8]) -> Result {
        if self.sink.profile().bytes {
            return self.sink.bytes(Bytes::Scratch(bytes));
        }
        self.collect_seq(bytes)
    }

    #[inline]
    fn serialize_none(self) -> Result {
        self.sink.null()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result {
        value.serialize(Self {
            place: self.place.wrapped()?,
            ..self
        })
    }

    #[inline]
    fn serialize_unit(self) -> Result {
        self.sink.null()
    }

    /// Writes a null, or an array without items.
    fn serialize_unit_struct(self, _: &'static str) -> Result {
        match self.place.unit_arrays {
            true => self.sink.i64_array(&[]),
            false => self.sink.null(),
        }
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result {
        self.sink.str(Str::Scratch(variant.into()))
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result {
        if is_carried(name) {
            return value.serialize(&mut Carried::new(name, self));
        }
        value.serialize(Self {
            place: self.place.wrapped()?,
            ..self
        })
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let (Self { sink, place }, around) = self.variant(variant)?;
        value.serialize(Serializer {
            sink: &mut *sink,
            place,
        })?;
        around.end(sink)
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.array(len)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Compound<'s, S>> {
        self.array(Some(len))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Compound<'s, S>> {
        self.array(Some(len))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, S>> {
        let (inner, around) = self.variant(variant)?;
        Ok(inner.array(Some(len))?.inside(around))
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'s, S>> {
        self.object(len)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Compound<'s, S>> {
        if is_of_serde_json(name) {
            return Ok(Compound::new(self.sink, self.place, Form::Text(name)));
        }
        self.fields(len)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Compound<'s, S>> {
        let (inner, around) = self.variant(variant)?;
        Ok(inner.fields(len)?.inside(around))
    }
}
