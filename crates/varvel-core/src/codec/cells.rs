//! Codecs of types that change behind a shared reference: cells, locks, atomics. They write the
//! value of the moment.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicBool, Ordering};

use super::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kinds;
use crate::sink::Sink;
use crate::source::Source;
use crate::transient::Transient;

impl<C: ?Sized, T: Copy + Encode<C>> Encode<C> for Cell<T> {
    #[inline]
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        self.get().encode(&mut Transient::new(sink), context)
    }
    #[inline]
    fn is_none(&self) -> bool {
        self.get().is_none()
    }
}

impl<C: ?Sized, T: ?Sized + Encode<C>> Encode<C> for RefCell<T> {
    /// Fails while the cell is borrowed mutably.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
        match self.try_borrow() {
            Ok(value) => value.encode(&mut Transient::new(sink), context),
            Err(_) => Err(locked("a cell that is not borrowed mutably")),
        }
    }
    #[inline]
    fn is_none(&self) -> bool {
        self.try_borrow().is_ok_and(|value| value.is_none())
    }
}

#[cold]
fn locked(expected: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, expected)
}

/// Implements the codecs of atomics. They read and write the value inside.
macro_rules! atomics {
    ($($(#[$cfg:meta])* $atomic:ty: $value:ty;)*) => {$(
        $(#[$cfg])*
        impl<C: ?Sized> Encode<C> for $atomic {
            #[inline]
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                self.load(Ordering::Relaxed)
                    .encode(&mut Transient::new(sink), context)
            }
        }
        $(#[$cfg])*
        impl<'de, C: ?Sized> Decode<'de, C> for $atomic {
            const KINDS: Kinds = <$value as Decode<'de, C>>::KINDS;
            #[inline]
            fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
                <$value as Decode<'de, C>>::decode(source, context).map(Self::new)
            }
        }
    )*};
}
atomics! {
    AtomicBool: bool;
    core::sync::atomic::AtomicI8: i8;
    core::sync::atomic::AtomicI16: i16;
    core::sync::atomic::AtomicI32: i32;
    core::sync::atomic::AtomicIsize: isize;
    core::sync::atomic::AtomicU8: u8;
    core::sync::atomic::AtomicU16: u16;
    core::sync::atomic::AtomicU32: u32;
    core::sync::atomic::AtomicUsize: usize;
    #[cfg(target_has_atomic = "64")]
    core::sync::atomic::AtomicI64: i64;
    #[cfg(target_has_atomic = "64")]
    core::sync::atomic::AtomicU64: u64;
}

#[cfg(feature = "std")]
mod locks {
    use std::sync::{Mutex, RwLock};

    use super::super::pointers::decode_within;
    use super::*;

    impl<C: ?Sized, T: ?Sized + Encode<C>> Encode<C> for Mutex<T> {
        /// Holds the lock while the value is written. It waits for the lock, and deadlocks if this
        /// thread holds it already. Fails if a thread panicked while it held the lock.
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
            match self.lock() {
                Ok(value) => value.encode(&mut Transient::new(sink), context),
                Err(_) => Err(locked("a lock that is not poisoned")),
            }
        }
    }

    impl<C: ?Sized, T: ?Sized + Encode<C>> Encode<C> for RwLock<T> {
        /// Holds the lock for reading while the value is written. It waits for the lock, and fails
        /// if a thread panicked while it held the lock for writing.
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
            match self.read() {
                Ok(value) => value.encode(&mut Transient::new(sink), context),
                Err(_) => Err(locked("a lock that is not poisoned")),
            }
        }
    }

    decode_within! {
        [T: Sized] Mutex<T>: Self::new, |this| this.get_mut().ok();
        [T: Sized] RwLock<T>: Self::new, |this| this.get_mut().ok();
    }
}
