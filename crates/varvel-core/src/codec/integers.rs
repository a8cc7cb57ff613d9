//! Codecs of integers, which are never rounded. An integer beyond 64 bits is written as a big
//! integer. In a format without big integers it is 16 bytes, the highest first, as `rmp-serde`
//! writes it.

use core::fmt::{self, Write as _};
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize,
};

use arrayvec::ArrayString;

use super::bytes::FromBytes as _;
use super::{Decode, Encode};
use crate::error::{Error, Result};
use crate::name::Name;
use crate::node::{Kind, Kinds};
use crate::number::Number;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Bytes;
use crate::transient::Transient;

/// How many integers of a type other than `i64` are given to a sink at once.
const ROW: usize = 64;

/// Gives integers that fit `i64` to `sink` as one array.
#[inline]
fn array<'a, T: Copy + Into<i64>, S: Sink<'a>>(items: &[T], sink: &mut S) -> Result {
    sink.begin_array(Some(items.len()))?;
    for items in items.chunks(ROW) {
        let mut row = [0; ROW];
        let row = &mut row[..items.len()];
        for (to, &item) in row.iter_mut().zip(items) {
            *to = item.into();
        }
        sink.i64s(row)?;
    }
    sink.end_array()
}

#[cold]
#[inline(never)]
fn out_of_range(expected: &'static str, found: impl fmt::Display, at: usize) -> Error {
    Error::out_of_range(expected, found).or_offset(at)
}

impl<C: ?Sized> Encode<C> for i64 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.i64(*self)
    }
    #[inline(always)]
    fn encode_member<'a, S: Sink<'a>>(
        &'a self,
        name: &'static Name,
        sink: &mut S,
        _: &C,
    ) -> Result {
        sink.member_i64(name, *self)
    }
    #[inline]
    fn encode_slice<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S, _: &C) -> Result {
        sink.i64_array(items)
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_of::<Self>() + 3
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for i64 {
    const KINDS: Kinds = Kinds::of(&[Kind::Integer]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_i64()
    }
}

impl<C: ?Sized> Encode<C> for u64 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        match i64::try_from(*self) {
            Ok(value) => sink.i64(value),
            Err(_) => sink.u64(*self),
        }
    }
    #[inline(always)]
    fn encode_member<'a, S: Sink<'a>>(
        &'a self,
        name: &'static Name,
        sink: &mut S,
        _: &C,
    ) -> Result {
        match i64::try_from(*self) {
            Ok(value) => sink.member_i64(name, value),
            Err(_) => {
                sink.name(name)?;
                sink.u64(*self)
            }
        }
    }
    #[inline]
    fn size_hint(&self) -> usize {
        size_of::<Self>() + 3
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for u64 {
    const KINDS: Kinds = Kinds::of(&[Kind::Integer]);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_u64()
    }
}

/// Implements the codecs of integers that fit `i64`.
macro_rules! small_integers {
    ($($t:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $t {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                sink.i64(i64::from(*self))
            }
            #[inline(always)]
            fn encode_member<'a, S: Sink<'a>>(&'a self, name: &'static Name, sink: &mut S, _: &C) -> Result {
                sink.member_i64(name, i64::from(*self))
            }
            #[inline]
            fn encode_slice<'a, S: Sink<'a>>(items: &'a [Self], sink: &mut S, _: &C) -> Result {
                array(items, sink)
            }
            #[inline]
            fn size_hint(&self) -> usize {
                size_of::<Self>() + 3
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $t {
            const KINDS: Kinds = Kinds::of(&[Kind::Integer]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
                let at = source.offset();
                let value = source.read_i64()?;
                Self::try_from(value).map_err(|_| {
                    out_of_range(concat!("an integer that fits ", stringify!($t)), value, at)
                })
            }
        }
    )*};
}
small_integers!(i8 i16 i32 u8 u16 u32);

/// Implements the codecs of `isize` and `usize`. Their text is the same on all machines; their
/// range is not.
macro_rules! pointer_integers {
    ($($t:ty as $wide:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $t {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                // No pointer has more than 64 bits.
                match i64::try_from(*self) {
                    Ok(value) => sink.i64(value),
                    Err(_) => sink.u64(*self as u64),
                }
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $t {
            const KINDS: Kinds = Kinds::of(&[Kind::Integer]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                let at = source.offset();
                let value = <$wide as Decode<'de, C>>::decode(source, context)?;
                Self::try_from(value).map_err(|_| {
                    out_of_range(concat!("an integer that fits ", stringify!($t)), value, at)
                })
            }
        }
    )*};
}
pointer_integers!(isize as i64 usize as u64);

/// Implements the codecs of 128-bit integers.
macro_rules! wide_integers {
    ($($t:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $t {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                if let Ok(value) = i64::try_from(*self) {
                    return sink.i64(value);
                }
                if let Ok(value) = u64::try_from(*self) {
                    return sink.u64(value);
                }
                if !sink.profile().big_integers {
                    return sink.bytes(Bytes::Scratch(&self.to_be_bytes()));
                }
                // 40 bytes hold 39 digits and a sign.
                let mut digits = ArrayString::<40>::new();
                write!(digits, "{self}").map_err(|_| Error::out_of_memory())?;
                sink.big_integer(&digits)
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $t {
            const KINDS: Kinds = Kinds::of(&[Kind::Integer, Kind::Bytes]);
            fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
                let at = source.offset();
                if !source.profile().big_integers && source.peek()? == Kind::Bytes {
                    let bytes = <[u8; 16]>::from_bytes(source.read_bytes()?);
                    return bytes.map(Self::from_be_bytes).map_err(|error| error.or_offset(at));
                }
                let number = source.read_number()?;
                let value = match number {
                    Number::I64(value) => Self::try_from(value).ok(),
                    Number::U64(value) => Some(value.into()),
                    Number::Big(digits) => digits.parse().ok(),
                    Number::F64(_) | Number::Decimal(_) => {
                        return Err(Error::wrong_kind("an integer", Kind::Float).or_offset(at));
                    }
                };
                value.ok_or_else(|| {
                    out_of_range(concat!("an integer that fits ", stringify!($t)), number, at)
                })
            }
        }
    )*};
}
wide_integers!(i128 u128);

/// Implements the codecs of integers that are not zero.
macro_rules! nonzero_integers {
    ($($t:ident: $inner:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $t {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                self.get().encode(&mut Transient::new(sink), context)
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $t {
            const KINDS: Kinds = Kinds::of(&[Kind::Integer]);
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                let at = source.offset();
                let value = <$inner as Decode<'de, C>>::decode(source, context)?;
                Self::new(value).ok_or_else(|| out_of_range("an integer other than zero", value, at))
            }
        }
    )*};
}
nonzero_integers!(
    NonZeroI8: i8 NonZeroI16: i16 NonZeroI32: i32 NonZeroI64: i64 NonZeroI128: i128
    NonZeroIsize: isize NonZeroU8: u8 NonZeroU16: u16 NonZeroU32: u32 NonZeroU64: u64
    NonZeroU128: u128 NonZeroUsize: usize
);
