//! The one way from C into Rust: [`guard`] and [`guard_or`] run the body of every function.
//!
//! A panic does not unwind into C: it becomes [`VV_E_INTERNAL`], or the function's answer for
//! nothing. Handles are made, asked, changed and freed by [`make`], [`ask`], [`change`] and
//! [`free`].
//!
//! # Contract
//! The safety of every exported function rests on these conditions, which the header states for
//! its readers. They are what the proofs beside `unsafe` blocks call "the contract of the header":
//!
//! * A pointer with a length leads to that many bytes (or items) that can be read and do not change
//!   during the call; it may be null where the length is zero.
//! * Any other pointer is null, or leads to a value of its type that is aligned, and initialised
//!   unless it is only written.
//! * A handle was made by this library and has not been freed. No other thread uses it during a
//!   call that takes it without `const`.
//! * A node, a key or an iterator is zero, or was made by this library, and what it was made of has
//!   neither been freed nor changed.

use core::any::Any;
use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use varvel::Error;

use crate::codes::{VV_E_INTERNAL, VV_E_INVALID_UTF8, VV_E_OUT_OF_MEMORY, VV_OK, vv_code};
pub use crate::failure::{Failure, Fallible, boxed, invalid, of_input};
use crate::failure::{OUT_OF_MEMORY, vv_error};

/// Runs the body of a function, and gives its error to `out` if that is not null.
///
/// # Safety
/// `out` is null, or a pointer can be written there.
pub unsafe fn guard(out: *mut *mut vv_error, body: impl FnOnce() -> Fallible) -> vv_code {
    Error::keep_memory();
    // A body that unwinds may leave handles broken. `VV_E_INTERNAL` says that they must only be
    // freed.
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return VV_OK,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            discard(payload);
            Failure::Call(VV_E_INTERNAL, "a fault of the library; please report it")
        }
    };
    // SAFETY: the contract of this function.
    unsafe { give(failure, out) }
}

/// Gives a failure to the caller. Out of line, so that functions that succeed are short.
///
/// # Safety
/// As [`guard`].
#[cold]
#[inline(never)]
unsafe fn give(failure: Failure, out: *mut *mut vv_error) -> vv_code {
    let made = match failure {
        Failure::Varvel(error) => Some(error),
        // Nobody wants the text.
        Failure::Call(code, _) if out.is_null() => return code,
        Failure::Call(VV_E_OUT_OF_MEMORY, _) => None,
        Failure::Call(code, what) => {
            vv_error::of_call(code, what).and_then(|error| boxed(error).ok())
        }
    };
    let (code, error) = match made {
        Some(error) => (error.code, Box::into_raw(error)),
        None => (VV_E_OUT_OF_MEMORY, (&raw const OUT_OF_MEMORY).cast_mut()),
    };
    match out.is_null() {
        // SAFETY: `error` is not the one that is not freed: that is only made for `out`.
        true => unsafe { free(error) },
        // SAFETY: not null, so a pointer can be written there (the contract of this function).
        false => unsafe { out.write(error) },
    }
    code
}

/// Runs the body of a function that cannot fail; after a panic it gives `nothing`.
#[inline(always)]
pub fn guard_or<T>(nothing: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        discard(payload);
        nothing
    })
}

/// Drops what a panic threw. Its own drop may panic, and what that throws is leaked.
#[cold]
#[inline(never)]
fn discard(payload: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        core::mem::forget(again);
    }
}

/// The bytes that an argument leads to.
///
/// # Safety
/// Such a pointer and length as the contract of the header asks for, for as long as `'a`.
#[inline]
pub unsafe fn bytes<'a>(data: *const c_void, len: usize) -> Fallible<&'a [u8]> {
    // SAFETY: a slice of bytes is one of items of size one.
    unsafe { items(data.cast(), len) }
}

/// The items that an argument leads to.
///
/// # Safety
/// As [`bytes()`], for `len` values of `T`, which are aligned.
#[inline]
pub unsafe fn items<'a, T>(data: *const T, len: usize) -> Fallible<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return invalid("a null pointer with a length");
    }
    if len > isize::MAX as usize / size_of::<T>().max(1) {
        return invalid("a length that no memory has");
    }
    // SAFETY: not null, no longer than `isize::MAX`; `len` values that do not change can be read
    // there (the contract of this function). That is what `slice::from_raw_parts` asks for.
    Ok(unsafe { core::slice::from_raw_parts(data, len) })
}

/// The text that an argument leads to.
///
/// # Safety
/// As [`bytes()`].
#[inline]
pub unsafe fn text<'a>(data: *const c_char, len: usize) -> Fallible<&'a str> {
    // SAFETY: the contract of this function.
    let bytes = unsafe { bytes(data.cast(), len)? };
    match is_ascii(bytes) {
        // SAFETY: bytes below 128 are characters of UTF-8, each alone.
        true => Ok(unsafe { core::str::from_utf8_unchecked(bytes) }),
        false => other_text(bytes),
    }
}

/// Whether all bytes are ASCII: eight at a time, as most keys have few more.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    let (eights, rest) = bytes.as_chunks::<8>();
    let eights = eights.iter().map(|eight| u64::from_ne_bytes(*eight));
    let all = rest.iter().map(|byte| u64::from(*byte)).chain(eights);
    all.fold(0, |all, some| all | some) & 0x8080_8080_8080_8080 == 0
}

#[cold]
fn other_text(bytes: &[u8]) -> Fallible<&str> {
    core::str::from_utf8(bytes).map_err(|_| {
        let what = "a key, a path or a text that is not UTF-8";
        Failure::Call(VV_E_INVALID_UTF8, what)
    })
}

/// A copy of the text that an argument leads to.
///
/// # Safety
/// As [`text`].
pub unsafe fn own(data: *const c_char, len: usize) -> Fallible<String> {
    // SAFETY: the contract of this function.
    copied(unsafe { text(data, len)? })
}

/// A copy of a text.
pub fn copied(text: &str) -> Fallible<String> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())
        .map_err(|_| Failure::NO_MEMORY)?;
    copy.push_str(text);
    Ok(copy)
}

/// The value that an argument leads to.
///
/// # Safety
/// Null, or a value of its type that nobody changes for as long as `'a`.
#[inline]
pub unsafe fn borrow<'a, T>(pointer: *const T) -> Fallible<&'a T> {
    // SAFETY: the contract of this function.
    match unsafe { pointer.as_ref() } {
        Some(value) => Ok(value),
        None => invalid("a null pointer"),
    }
}

/// The value that an argument leads to, to be changed.
///
/// # Safety
/// Null, or a value of its type that nobody else uses for as long as `'a`.
#[inline]
pub unsafe fn borrow_mut<'a, T>(pointer: *mut T) -> Fallible<&'a mut T> {
    // SAFETY: the contract of this function.
    match unsafe { pointer.as_mut() } {
        Some(value) => Ok(value),
        None => invalid("a null pointer"),
    }
}

/// The room that an argument leads to, which must be there.
///
/// # Safety
/// Null, or aligned room for a value that nobody else uses for as long as `'a`.
#[inline]
pub unsafe fn room<'a, T>(pointer: *mut T) -> Fallible<&'a mut MaybeUninit<T>> {
    // SAFETY: room that may be uninitialised is what `MaybeUninit` stands for.
    unsafe { borrow_mut(pointer.cast()) }
}

/// Writes a result where the caller wants it; nowhere if that is null.
///
/// # Safety
/// Null, or aligned room for a value.
#[inline]
pub unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        // SAFETY: not null, so there is room (the contract of this function).
        unsafe { pointer.write(value) };
    }
}

/// Reads a part of the value that a handle leads to. For null, and after a panic, it is `nothing`.
///
/// # Safety
/// Null, or a value of its type that nobody changes.
pub unsafe fn ask<T, U>(handle: *const T, nothing: U, part: impl FnOnce(&T) -> U) -> U {
    // SAFETY: the contract of this function.
    match unsafe { handle.as_ref() } {
        Some(value) => guard_or(nothing, || part(value)),
        None => nothing,
    }
}

/// Runs a change of the value that a handle leads to. `given` copies the arguments before anything
/// changes, since they may be parts of that value.
///
/// # Safety
/// The contract of the header.
pub unsafe fn change<T, U>(
    handle: *mut T,
    error: *mut *mut vv_error,
    given: impl FnOnce() -> Fallible<U>,
    body: impl FnOnce(&mut T, U) -> Fallible,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        guard(error, || {
            let given = given()?;
            body(borrow_mut(handle)?, given)
        })
    }
}

/// Makes a handle of the value that `body` gives, and stores it where the caller wants it.
///
/// # Safety
/// `out` and `error` are null, or a pointer can be written there.
pub unsafe fn make<T>(
    out: *mut *mut T,
    error: *mut *mut vv_error,
    body: impl FnOnce() -> Fallible<T>,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        guard(error, || {
            let out = room(out)?;
            out.write(Box::into_raw(boxed(body()?)?));
            Ok(())
        })
    }
}

/// Room of the caller for a list.
pub struct Room<T> {
    to: *mut T,
    room: usize,
}

impl<T> Room<T> {
    /// The room that arguments lead to.
    ///
    /// # Safety
    /// Null, or `room` values can be written at `to` as long as this lives.
    pub unsafe fn new(to: *mut T, room: usize) -> Fallible<Self> {
        if to.is_null() && room > 0 {
            return invalid("a null pointer with room");
        }
        Ok(Self { to, room })
    }

    /// Stores item `i`, if there is room for it.
    pub fn put(&self, i: usize, item: T) {
        if i < self.room {
            // SAFETY: within the room, so `to` is not null, and an item can be written (the
            // contract of `new`).
            unsafe { self.to.add(i).write(item) };
        }
    }
}

/// Frees a handle; null is nothing.
///
/// # Safety
/// Null, or a pointer of `Box::into_raw` that was not freed, and that nobody uses any more.
pub unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the contract of this function is that of `Box::from_raw`.
        guard_or((), || drop(unsafe { Box::from_raw(handle) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr::{null, null_mut};

    #[test]
    fn a_panic_becomes_an_error() {
        let mut error = null_mut();
        // SAFETY: `error` is room for a pointer, and holds an error afterwards.
        unsafe {
            let code = guard(&mut error, || panic!("on purpose"));
            assert_eq!(code, VV_E_INTERNAL);
            assert_eq!((*error).code, VV_E_INTERNAL);
            free(error);
            assert_eq!(guard(null_mut(), || panic!("on purpose")), VV_E_INTERNAL);
        }
        assert_eq!(guard_or(7, || panic!("on purpose")), 7);
    }

    #[test]
    fn null_and_impossible_lengths_are_refused() {
        // SAFETY: null where the length is zero, and else refused before anything is read.
        unsafe {
            assert!(bytes(null(), 0).is_ok_and(<[u8]>::is_empty));
            assert!(bytes(null(), 1).is_err());
            assert!(bytes(c"a".as_ptr().cast(), usize::MAX).is_err());
            assert!(borrow(null::<u8>()).is_err());
            assert!(text(b"\xff".as_ptr().cast(), 1).is_err());
            for good in ["", "a", "12345678", "123456789", "\u{e4}", "12345678\u{e4}"] {
                assert_eq!(text(good.as_ptr().cast(), good.len()).unwrap(), good);
            }
            assert!(text(b"12345678\xff".as_ptr().cast(), 9).is_err());
            assert!(text(b"1234567\xff9".as_ptr().cast(), 9).is_err());
        }
    }
}
