//! Codecs of null, booleans, floats, and [`Number`].

use core::marker::PhantomData;

use super::{Decode, Encode};
use crate::error::{Error, Result};
use crate::node::{Kind, Kinds};
use crate::number::Number;
use crate::sink::Sink;
use crate::source::Source;

impl<C: ?Sized> Encode<C> for () {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.null()
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for () {
    const KINDS: Kinds = Kinds::of(&[Kind::Null]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_null()
    }
}

impl<C: ?Sized, T: ?Sized> Encode<C> for PhantomData<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.null()
    }
}
impl<'de, C: ?Sized, T: ?Sized> Decode<'de, C> for PhantomData<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Null]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_null()?;
        Ok(Self)
    }
}

impl<C: ?Sized> Encode<C> for bool {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.bool(*self)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        6
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for bool {
    const KINDS: Kinds = Kinds::of(&[Kind::Bool]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_bool()
    }
}

impl<C: ?Sized> Encode<C> for f64 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.f64(*self)
    }
    /// Returns the length of 16 or 17 digits, a point, a comma, and a sign half of the time.
    #[inline]
    fn size_hint(&self) -> usize {
        20
    }
    #[inline]
    fn encode_slice<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S, _: &C) -> Result {
        match items {
            // An empty array is written as integers, whatever the type of its items.
            [] => sink.i64_array(&[]),
            _ => sink.f64_array(items),
        }
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for f64 {
    const KINDS: Kinds = Kinds::of(&[Kind::Integer, Kind::Float]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_f64()
    }
    #[inline]
    fn decode_array<R: Source<'de>, const N: usize>(source: &mut R) -> Result<Option<[Self; N]>> {
        let mut row = [0.0; N];
        Ok(source.read_f64_row(&mut row)?.then_some(row))
    }
}

impl<C: ?Sized> Encode<C> for f32 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.f32(*self)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        11
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for f32 {
    const KINDS: Kinds = Kinds::of(&[Kind::Integer, Kind::Float]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_f32()
    }
}

impl<C: ?Sized> Encode<C> for Number<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        match *self {
            Self::I64(value) => sink.i64(value),
            Self::U64(value) => sink.u64(value),
            Self::F64(value) => sink.f64(value),
            Self::Big(digits) => sink.big_integer(digits),
            Self::Decimal(text) => sink.decimal(text),
        }
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Number<'_> {
    const KINDS: Kinds = Kinds::of(&[Kind::Integer, Kind::Float]);
    /// Fails on an integer beyond 64 bits, because not every source can lend its text.
    /// [`Source::read_number`] gives such integers, and so do `i128` and `u128` in their range. A
    /// decimal becomes the nearest float.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        let number = source.read_number()?;
        let value = match number {
            Number::I64(value) => Some(Self::I64(value)),
            Number::U64(value) => Some(Self::U64(value)),
            Number::F64(value) => Some(Self::F64(value)),
            decimal @ Number::Decimal(_) => decimal.as_f64().map(Self::F64),
            Number::Big(_) => None,
        };
        value.ok_or_else(|| {
            let expected = "a float, or an integer of at most 64 bits";
            Error::out_of_range(expected, number).or_offset(at)
        })
    }
}
