//! Codecs of types that hold one value or none. They read and write that value.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;
use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};

use super::{Decode, Encode};
use crate::error::Result;
use crate::node::{Kind, Kinds};
use crate::sink::Sink;
use crate::source::Source;

impl<C: ?Sized, T: Encode<C>> Encode<C> for Option<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self {
            Some(value) => value.encode(sink, context),
            None => sink.null(),
        }
    }
    #[inline]
    fn size_hint(&self) -> usize {
        self.as_ref().map_or(0, Encode::size_hint)
    }
    #[inline]
    fn is_none(&self) -> bool {
        self.is_none()
    }
}
impl<'de, C: ?Sized, T: Decode<'de, C>> Decode<'de, C> for Option<T> {
    const KINDS: Kinds = Kinds::of(&[Kind::Null]).or(T::KINDS);
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        if source.at_null()? {
            source.read_null()?;
            return Ok(None);
        }
        T::decode(source, context).map(Some)
    }
    #[inline]
    fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
        match self {
            Some(value) if !source.at_null()? => value.decode_into(source, context),
            _ => {
                *self = Self::decode(source, context)?;
                Ok(())
            }
        }
    }
    #[inline]
    fn missing(_: &'static str) -> Result<Self> {
        Ok(None)
    }
}

/// Implements `Encode` for types that lend their value; `$get` lends it.
macro_rules! encode_within {
    ($([$($T:tt)*] $type:ty: $get:expr;)*) => {$(
        impl<C: ?Sized, $($T)* + Encode<C>> Encode<C> for $type {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                let get: fn(&Self) -> &_ = $get;
                get(self).encode(sink, context)
            }
            #[inline]
            fn size_hint(&self) -> usize {
                let get: fn(&Self) -> &_ = $get;
                Encode::<C>::size_hint(get(self))
            }
            #[inline]
            fn is_none(&self) -> bool {
                let get: fn(&Self) -> &_ = $get;
                Encode::<C>::is_none(get(self))
            }
        }
    )*};
}
#[cfg(feature = "ordered-float")]
pub(super) use encode_within;

/// Implements `Decode` for types that hold a value. `$new` makes the type of a value. `$get` lends
/// the value mutably, if nobody else shares it.
macro_rules! decode_within {
    ($([$($T:tt)*] $type:ty: $new:expr, $get:expr;)*) => {$(
        impl<'de, C: ?Sized, $($T)* + Decode<'de, C>> Decode<'de, C> for $type {
            const KINDS: $crate::Kinds = T::KINDS;
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                T::decode(source, context).map($new)
            }
            #[inline]
            fn decode_into<R: Source<'de>>(&mut self, source: &mut R, context: &C) -> Result {
                let get: fn(&mut Self) -> Option<&mut T> = $get;
                match get(self) {
                    Some(value) => value.decode_into(source, context),
                    None => {
                        *self = Self::decode(source, context)?;
                        Ok(())
                    }
                }
            }
            #[inline]
            fn missing(name: &'static str) -> Result<Self> {
                T::missing(name).map($new)
            }
        }
    )*};
}
#[cfg(any(feature = "std", feature = "ordered-float"))]
pub(super) use decode_within;

encode_within! {
    [T: ?Sized] &T: |this| *this;
    [T: ?Sized] &mut T: |this| *this;
    [T: ?Sized] Box<T>: |this| &**this;
    [T: ?Sized] Rc<T>: |this| &**this;
    [T: ?Sized] Arc<T>: |this| &**this;
    [T: ?Sized + alloc::borrow::ToOwned] Cow<'_, T>: |this| &**this;
    [T: Sized] Wrapping<T>: |this| &this.0;
    [T: Sized] Saturating<T>: |this| &this.0;
    [T: Sized] Reverse<T>: |this| &this.0;
}

decode_within! {
    [T: Sized] Box<T>: Self::new, |this| Some(&mut **this);
    [T: Sized] Rc<T>: Self::new, Self::get_mut;
    [T: Sized] Arc<T>: Self::new, Self::get_mut;
    [T: Sized] Wrapping<T>: Self, |this| Some(&mut this.0);
    [T: Sized] Saturating<T>: Self, |this| Some(&mut this.0);
    [T: Sized] Reverse<T>: Self, |this| Some(&mut this.0);
    [T: Sized] Cell<T>: Self::new, |this| Some(this.get_mut());
    [T: Sized] RefCell<T>: Self::new, |this| Some(this.get_mut());
}

impl<'de, C: ?Sized, T: Clone + Decode<'de, C>> Decode<'de, C> for Cow<'_, T> {
    const KINDS: Kinds = T::KINDS;
    /// Always makes an owned value.
    #[inline]
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        T::decode(source, context).map(Cow::Owned)
    }
    #[inline]
    fn missing(name: &'static str) -> Result<Self> {
        T::missing(name).map(Cow::Owned)
    }
}
