//! Codecs of fixed-size arrays and of tuples: arrays of exactly that many items.

use arrayvec::ArrayVec;

use super::sequences::size_hint_of;
use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;

#[cold]
fn wrong_length(len: usize, found: usize, at: usize) -> Error {
    let expected = alloc::format!("an array of exactly {len} items");
    Error::expected(ErrorKind::TypeMismatch, expected)
        .with_found(alloc::format!("one of {found}"))
        .or_offset(at)
}

/// Makes the error of an array that began at `at` and goes on with item `len`, where the source
/// stands. Passes over the items that are left: the error is about the array, not about one of
/// them.
#[cold]
#[inline(never)]
fn too_long<'de, R: Source<'de>>(source: &mut R, len: usize, at: usize) -> Error {
    let mut found = len;
    let passed = loop {
        found += 1;
        match source.skip().and_then(|()| source.next_item()) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    passed.map_or_else(|error| error, |()| wrong_length(len, found, at))
}

/// Goes to item `number` of the array that began at `at`.
#[inline]
pub fn item<'de, R: Source<'de>>(source: &mut R, number: usize, len: usize, at: usize) -> Result {
    match source.next_item()? {
        true => Ok(()),
        false => Err(wrong_length(len, number, at)),
    }
}

/// Leaves the array. It is an error if more items follow.
#[inline]
pub fn end<'de, R: Source<'de>>(source: &mut R, len: usize, at: usize) -> Result {
    match source.next_item()? {
        true => Err(too_long(source, len, at)),
        false => Ok(()),
    }
}

impl<C: ?Sized, T: Encode<C>, const N: usize> Encode<C> for [T; N] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        T::encode_slice(self, sink, context)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_hint_of(self)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>, const N: usize> Decode<'de, C> for [T; N] {
    const KINDS: Kinds = Kinds::of(&[Kind::Array]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        if let Some(items) = T::decode_array(source)? {
            return Ok(items);
        }
        let at = source.offset();
        source.begin_array()?;
        let mut items = ArrayVec::new();
        for number in 0..N {
            item(source, number, N, at)?;
            items.push(T::decode(source, context)?);
        }
        end(source, N, at)?;
        items
            .into_inner()
            .map_err(|items| wrong_length(N, items.len(), at))
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        let at = source.offset();
        source.begin_array()?;
        for (number, value) in self.iter_mut().enumerate() {
            item(source, number, N, at)?;
            value.decode_into(source, context)?;
        }
        end(source, N, at)
    }
}

/// Implements the codecs of tuples. Each row holds a length, the types, and a name and a number for
/// each item.
macro_rules! tuples {
    ($($len:literal: $($T:ident $item:ident $number:tt)+;)*) => {$(
        impl<C: ?Sized, $($T: Encode<C>),+> Encode<C> for ($($T,)+) {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                sink.nest()?;
                sink.begin_array(Some($len))?;
                $(self.$number.encode(sink, context)?;)+
                sink.end_array()
            }
        }
        impl<'de, C: ?Sized, $($T: Decode<'de, C>),+> Decode<'de, C> for ($($T,)+) {
            const KINDS: Kinds = Kinds::of(&[Kind::Array]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                let at = source.offset();
                source.begin_array()?;
                $(
                    item(source, $number, $len, at)?;
                    let $item = $T::decode(source, context)?;
                )+
                end(source, $len, at)?;
                Ok(($($item,)+))
            }
            #[inline]
            fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
                let at = source.offset();
                source.begin_array()?;
                $(
                    item(source, $number, $len, at)?;
                    self.$number.decode_into(source, context)?;
                )+
                end(source, $len, at)
            }
        }
    )*};
}
tuples! {
    1: T0 a 0;
    2: T0 a 0 T1 b 1;
    3: T0 a 0 T1 b 1 T2 c 2;
    4: T0 a 0 T1 b 1 T2 c 2 T3 d 3;
    5: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4;
    6: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5;
    7: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6;
    8: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7;
    9: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8;
    10: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9;
    11: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10;
    12: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10 T11 l 11;
    13: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10 T11 l 11 T12 m 12;
    14: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10 T11 l 11 T12 m 12 T13 n 13;
    15: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10 T11 l 11 T12 m 12 T13 n 13 T14 o 14;
    16: T0 a 0 T1 b 1 T2 c 2 T3 d 3 T4 e 4 T5 f 5 T6 g 6 T7 h 7 T8 i 8 T9 j 9 T10 k 10 T11 l 11 T12 m 12 T13 n 13 T14 o 14 T15 p 15;
}
