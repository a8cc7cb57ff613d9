//! [`Encode`] and [`Decode`]: what a shape does with a sink and a source.
//!
//! Both take a context `C`, `()` by default. A caller may later pass a context that chooses codecs
//! for types that are not his own; a type that needs none is generic over `C`, so the choice costs
//! nothing where it is not made.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::sink::Sink;
use crate::source::Source;
use crate::string::Str;

/// A shape that can give itself to any sink.
pub trait Encode<C: ?Sized = ()> {
    /// Gives this value to `sink` as events.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result;
}

/// A shape that can be read from any source.
pub trait Decode<'de, C: ?Sized = ()>: Sized {
    /// Reads one node from `source`.
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self>;
}

impl<C: ?Sized, T: Encode<C> + ?Sized> Encode<C> for &T {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        (**self).encode(sink, context)
    }
}

impl<C: ?Sized> Encode<C> for bool {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.bool(*self)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for bool {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_bool()
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
}
impl<'de, C: ?Sized> Decode<'de, C> for u64 {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_u64()
    }
}

/// Integers that go through `i64`.
macro_rules! small_integers {
    ($($t:ty)*) => {$(
        impl<C: ?Sized> Encode<C> for $t {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
                sink.i64(i64::from(*self))
            }
        }
        impl<'de, C: ?Sized> Decode<'de, C> for $t {
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
                let value = source.read_i64()?;
                Self::try_from(value).map_err(|_| {
                    Error::expected(ErrorKind::NumberOutOfRange, concat!("an integer that fits ", stringify!($t)))
                        .or_offset(source.offset())
                })
            }
        }
    )*};
}
small_integers!(i8 i16 i32 i64 u8 u16 u32);

impl<C: ?Sized> Encode<C> for f64 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.f64(*self)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for f64 {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_f64()
    }
}

impl<C: ?Sized> Encode<C> for str {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(self))
    }
}
impl<C: ?Sized> Encode<C> for String {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(self.as_str()))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for String {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        Ok(String::from(&*source.read_str()?))
    }
}
impl<C: ?Sized> Encode<C> for Cow<'_, str> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.str(Str::from(&**self))
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Cow<'de, str> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        Ok(source.read_str()?.into_cow())
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for &'de str {
    /// Fails on a string that the source had to copy (one with escapes): use `Cow` for those.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        source.read_str()?.borrowed().ok_or_else(|| {
            Error::expected(ErrorKind::TypeMismatch, "a string without escapes")
                .with_hint("a string with escapes cannot be borrowed; read it as Cow<str>")
                .or_offset(at)
        })
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for Option<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self {
            Some(value) => value.encode(sink, context),
            None => sink.null(),
        }
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Option<T> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        if source.peek()? == Kind::Null {
            source.read_null()?;
            return Ok(None);
        }
        T::decode(source, context).map(Some)
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for Box<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        (**self).encode(sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Box<T> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        T::decode(source, context).map(Box::new)
    }
}

impl<C: ?Sized, T: Encode<C>> Encode<C> for [T] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        sink.begin_array(Some(self.len()))?;
        for item in self {
            item.encode(sink, context)?;
        }
        sink.end_array()
    }
}
impl<C: ?Sized, T: Encode<C>> Encode<C> for Vec<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.as_slice().encode(sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Vec<T> {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        // The source's own count is not trusted for memory: the vector grows with the items.
        source.begin_array()?;
        let mut items = Vec::new();
        while source.next_item()? {
            items.push(T::decode(source, context)?);
        }
        Ok(items)
    }
}

impl<C: ?Sized, T: Encode<C>, const N: usize> Encode<C> for [T; N] {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.as_slice().encode(sink, context)
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C> + Default + Copy, const N: usize> Decode<'de, C> for [T; N] {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        let at = source.offset();
        let wrong = || {
            Error::expected(
                ErrorKind::TypeMismatch,
                "an array of the type's exact length",
            )
            .or_offset(at)
        };
        source.begin_array()?;
        let mut items = [T::default(); N];
        for item in &mut items {
            if !source.next_item()? {
                return Err(wrong());
            }
            *item = T::decode(source, context)?;
        }
        if source.next_item()? {
            return Err(wrong());
        }
        Ok(items)
    }
}
