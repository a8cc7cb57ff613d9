//! [`Encode`] and [`Decode`]: what a shape does with a sink and a source.
//!
//! Both take a context `C`, `()` by default, by which a caller chooses codecs for types that are not
//! his own: the context is his type, so he may implement `Decode<'de, Hours> for Duration`, and
//! containers pass it on. A type that needs none is generic over `C`; the context is then a reference
//! to nothing and costs nothing.
//!
//! ```
//! use core::time::Duration;
//! use varvel_core::{Decode, Result, Source};
//!
//! /// Reads a `Duration` as a number of hours.
//! struct Hours;
//! impl<'de> Decode<'de, Hours> for Duration {
//!     fn decode<R: Source<'de>>(source: &mut R, _: &Hours) -> Result<Self> {
//!         Ok(Duration::from_secs(3_600 * u64::from(<u32 as Decode<Hours>>::decode(source, &Hours)?)))
//!     }
//! }
//! fn every_container_passes_it_on<'de>() -> impl Decode<'de, Hours> {
//!     vec![Some(Box::new(Duration::ZERO))]
//! }
//! # every_container_passes_it_on();
//! ```

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::btree_map::{BTreeMap, Entry};
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

    /// How many bytes of text this value may come to, for whoever makes room ahead; zero where it
    /// is not known. A guess in either direction costs time or room only.
    #[inline]
    fn size_hint(&self) -> usize {
        0
    }
}

/// A shape that can be read from any source.
pub trait Decode<'de, C: ?Sized = ()>: Sized {
    /// Reads one node from `source`.
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self>;

    /// What a member called `name` is when its object does not have it: an error, unless the type
    /// has a value for it, as `Option` has `None`.
    #[cold]
    fn missing(name: &'static str) -> Result<Self> {
        Err(Error::missing_field(name))
    }
}

impl<C: ?Sized, T: Encode<C> + ?Sized> Encode<C> for &T {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        (**self).encode(sink, context)
    }

    #[inline]
    fn size_hint(&self) -> usize {
        (**self).size_hint()
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
                let at = source.offset();
                let value = source.read_i64()?;
                Self::try_from(value).map_err(|_| {
                    Error::expected(ErrorKind::NumberOutOfRange, concat!("an integer that fits ", stringify!($t)))
                        .or_offset(at)
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

impl<C: ?Sized> Encode<C> for f32 {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        sink.f32(*self)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for f32 {
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        source.read_f32()
    }
}

/// A copy of a text, or an error where there is no memory for it.
#[inline]
fn owned(text: &str) -> Result<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())
        .map_err(|_| Error::out_of_memory())?;
    copy.push_str(text);
    Ok(copy)
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
        owned(&source.read_str()?)
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
        let text = source.read_str()?;
        match text.borrowed() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => owned(&text).map(Cow::Owned),
        }
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
    #[inline]
    fn missing(_: &'static str) -> Result<Self> {
        Ok(None)
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
            let item = T::decode(source, context)?;
            items.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            items.push(item);
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

impl<C: ?Sized, V: Encode<C>> Encode<C> for BTreeMap<String, V> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        sink.begin_map(Some(self.len()))?;
        for (key, value) in self {
            sink.key(Str::from(key.as_str()))?;
            value.encode(sink, context)?;
        }
        sink.end_map()
    }
}
impl<'de, C: ?Sized, V: Decode<'de, C>> Decode<'de, C> for BTreeMap<String, V> {
    /// Refuses a key that comes twice.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        source.begin_map()?;
        let mut members = Self::new();
        while let Some(key) = source.next_key()? {
            let key = owned(&key)?;
            let at = source.offset();
            match members.entry(key) {
                Entry::Vacant(entry) => entry.insert(V::decode(source, context)?),
                Entry::Occupied(entry) => {
                    return Err(Error::duplicate_key(entry.key()).or_offset(at));
                }
            };
        }
        Ok(members)
    }
}
