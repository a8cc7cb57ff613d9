//! Scalars
//!
//! Each has three forms: `vv_i64` stores the value or fails with the path, what was expected and
//! what was found; `vv_as_i64` returns whether there is one, and stores it; `vv_i64_or` returns the
//! value or a default. No number is rounded to an integer, cut off, or wrapped around.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use varvel::json::number::{ROOM, print_f32, print_f64, print_two_f64};
use varvel::{Error, Kind, Number, Ref};

use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{guard, items, put, room};
use crate::node::{
    VV_DECIMAL, VV_FLOAT, VV_INTEGER, VV_MISSING, lent, node, vv_kind, vv_node, with,
};
use crate::options::{vv_bytes, vv_str};

/// A point in time.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_time {
    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    pub seconds: i64,
    /// Nanoseconds after them, below 1,000,000,000.
    pub nanos: u32,
}

/// The number is `i64`.
pub const VV_NUMBER_I64: u32 = 1;
/// The number is `u64`, above INT64_MAX.
pub const VV_NUMBER_U64: u32 = 2;
/// The number is `f64`.
pub const VV_NUMBER_F64: u32 = 3;
/// The number is `text`: digits, or a decimal in the grammar of JSON.
pub const VV_NUMBER_TEXT: u32 = 4;

/// A number exactly as a document holds it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_number {
    /// VV_INTEGER, VV_FLOAT or VV_DECIMAL.
    pub kind: vv_kind,
    /// Which of the fields below has it: VV_NUMBER_I64 and so on. The others are zero.
    pub form: u32,
    /// The number, by VV_NUMBER_I64.
    pub i64: i64,
    /// The number, by VV_NUMBER_U64.
    pub u64: u64,
    /// The number, by VV_NUMBER_F64.
    pub f64: f64,
    /// The number, by VV_NUMBER_TEXT; it lives as long as the document.
    pub text: vv_str,
}

impl vv_number {
    /// No number.
    pub(crate) const NONE: Self = Self {
        kind: VV_MISSING,
        form: 0,
        i64: 0,
        u64: 0,
        f64: 0.0,
        text: vv_str::NONE,
    };
}

/// Stores what a node holds, or its error.
///
/// # Safety
/// The contract of the header.
unsafe fn checked<'a, T, U: From<T>>(
    of: &vv_node,
    out: *mut U,
    error: *mut *mut vv_error,
    read: impl FnOnce(Ref<'a>) -> varvel::Result<T>,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        guard(error, || {
            let out: &mut MaybeUninit<U> = room(out)?;
            let found = read(node(of)?).map_err(|error| of.known(error))?;
            out.write(found.into());
            Ok(())
        })
    }
}

/// Stores what a node holds, if it does.
///
/// # Safety
/// The contract of the header.
unsafe fn tried<'a, T>(of: &vv_node, out: *mut T, read: impl FnOnce(Ref<'a>) -> Option<T>) -> bool {
    // SAFETY: the contract of this function.
    unsafe {
        match with(of, None, read) {
            Some(value) => {
                put(out, value);
                true
            }
            None => false,
        }
    }
}

/// Returns whether the node is null. A missing node is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_is_null(of: vv_node) -> bool {
    // SAFETY: the contract of the header.
    unsafe { with(&of, false, |node| node.is_null()) }
}

/// Stores a boolean, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_bool(
    of: vv_node,
    out: *mut bool,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.bool()) }
}

/// Stores a boolean, if the node is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_bool(of: vv_node, out: *mut bool) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_bool()) }
}

/// Returns the boolean, or a default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_bool_or(of: vv_node, fallback: bool) -> bool {
    // SAFETY: the contract of the header.
    unsafe { with(&of, fallback, |node| node.bool_or(fallback)) }
}

/// Stores an integer, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH, VV_E_NUMBER_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_i64(of: vv_node, out: *mut i64, error: *mut *mut vv_error) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.i64()) }
}

/// Stores an integer, if the node is one that fits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_i64(of: vv_node, out: *mut i64) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_i64()) }
}

/// Returns the integer, or a default if the node is none that fits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_i64_or(of: vv_node, fallback: i64) -> i64 {
    // SAFETY: the contract of the header.
    unsafe { with(&of, fallback, |node| node.i64_or(fallback)) }
}

/// Stores an integer from zero on, or fails as vv_i64() does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_u64(of: vv_node, out: *mut u64, error: *mut *mut vv_error) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.u64()) }
}

/// Stores an integer from zero on, if the node is one that fits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_u64(of: vv_node, out: *mut u64) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_u64()) }
}

/// Returns the integer from zero on, or a default if the node is none that fits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_u64_or(of: vv_node, fallback: u64) -> u64 {
    // SAFETY: the contract of the header.
    unsafe { with(&of, fallback, |node| node.u64_or(fallback)) }
}

/// Stores the double that is nearest to a number: a float as it is, an integer or a decimal of any
/// size rounded. Fails with VV_E_NUMBER_OUT_OF_RANGE if that would be infinite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_f64(of: vv_node, out: *mut f64, error: *mut *mut vv_error) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.f64()) }
}

/// Stores the double that is nearest to a number, if the node is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_f64(of: vv_node, out: *mut f64) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_f64()) }
}

/// Returns the double that is nearest to a number, or a default if the node is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_f64_or(of: vv_node, fallback: f64) -> f64 {
    // SAFETY: the contract of the header.
    unsafe { with(&of, fallback, |node| node.f64_or(fallback)) }
}

/// Stores a number exactly as the document holds it, integers beyond 64 bits and decimals as text.
/// Returns whether the node is a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_number(of: vv_node, out: *mut vv_number) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_number().and_then(number)) }
}

/// A number for C.
pub(crate) fn number(number: Number<'_>) -> Option<vv_number> {
    let none = vv_number {
        kind: VV_INTEGER,
        ..vv_number::NONE
    };
    Some(match number {
        Number::I64(i64) => vv_number {
            form: VV_NUMBER_I64,
            i64,
            ..none
        },
        Number::U64(u64) => vv_number {
            form: VV_NUMBER_U64,
            u64,
            ..none
        },
        Number::F64(f64) => vv_number {
            kind: VV_FLOAT,
            form: VV_NUMBER_F64,
            f64,
            ..none
        },
        Number::Big(digits) => vv_number {
            form: VV_NUMBER_TEXT,
            text: digits.into(),
            ..none
        },
        Number::Decimal(digits) => vv_number {
            kind: VV_DECIMAL,
            form: VV_NUMBER_TEXT,
            text: digits.into(),
            ..none
        },
        _ => return None,
    })
}

/// Stores a string, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. It lives as long as the document,
/// does not end with a NUL, and may hold some.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_string(
    of: vv_node,
    out: *mut vv_str,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.str()) }
}

/// Stores a string, if the node is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_string(of: vv_node, out: *mut vv_str) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_str().map(vv_str::from)) }
}

/// Returns the string, or a default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_string_or(
    of: vv_node,
    fallback: *const c_char,
    fallback_len: usize,
) -> vv_str {
    let fallback = vv_str {
        data: fallback,
        len: fallback_len,
    };
    // SAFETY: the contract of the header.
    unsafe {
        with(&of, fallback, |node| {
            node.as_str().map_or(fallback, vv_str::from)
        })
    }
}

/// Copies a string into `room` bytes at `to`, with a NUL behind it, and returns whether that was
/// possible: the node is a string, has no NUL itself, and fits. Else an empty string stands there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_copy_string(of: vv_node, to: *mut c_char, room: usize) -> bool {
    // SAFETY: the contract of the header: `room` bytes can be written at `to`.
    unsafe {
        if to.is_null() || room == 0 {
            return false;
        }
        to.write(0);
        with(&of, false, |node| match node.as_str() {
            Some(text) if text.len() < room && !text.contains('\0') => {
                core::ptr::copy_nonoverlapping(text.as_ptr(), to.cast(), text.len());
                to.add(text.len()).write(0);
                true
            }
            _ => false,
        })
    }
}

/// Bytes for C, or the error of a node that has none.
fn some_bytes(node: Ref<'_>) -> varvel::Result<&[u8]> {
    node.as_bytes()
        .ok_or_else(|| Error::wrong_kind(Kind::Bytes.name(), node.kind()))
}

/// Stores bytes, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH. They live as long as the document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_binary(
    of: vv_node,
    out: *mut vv_bytes,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, some_bytes) }
}

/// Stores bytes, if the node is such. They live as long as the document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_binary(of: vv_node, out: *mut vv_bytes) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_bytes().map(vv_bytes::from)) }
}

impl From<varvel::Timestamp> for vv_time {
    fn from(time: varvel::Timestamp) -> Self {
        Self {
            seconds: time.seconds(),
            nanos: time.nanos(),
        }
    }
}

/// Stores a point in time, or fails: VV_E_NOT_FOUND, VV_E_TYPE_MISMATCH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_timestamp(
    of: vv_node,
    out: *mut vv_time,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { checked(&of, out, error, |node| node.timestamp()) }
}

/// Stores a point in time, if the node is one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_as_timestamp(of: vv_node, out: *mut vv_time) -> bool {
    // SAFETY: the contract of the header.
    unsafe { tried(&of, out, |node| node.as_timestamp().map(vv_time::from)) }
}

/// Returns the text of a number that is kept as text (a big integer, a decimal). `data` is NULL for
/// any other node.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_number_text(of: vv_node) -> vv_str {
    // SAFETY: the contract of the header.
    unsafe { with(&of, vv_str::NONE, |node| lent(node.as_number_text())) }
}

/// How many bytes vv_print_f64() writes at most.
pub const VV_F64_ROOM: usize = 32;

/// Writes the shortest text that reads back as the same double, as JSON has it ("0.1", "1e300"),
/// into VV_F64_ROOM bytes at `to`, without a NUL. Returns its length; 0 for NaN and infinities,
/// which JSON does not have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_print_f64(number: f64, to: *mut c_char) -> usize {
    let mut room = [0; ROOM];
    // SAFETY: the contract of the header: VV_F64_ROOM bytes can be written at `to`.
    unsafe { stored(print_f64(number, &mut room), &room, to) }
}

/// Writes the shortest text that reads back as the same float of 32 bits, as vv_print_f64() does:
/// "0.1" for 0.1f.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_print_f32(number: f32, to: *mut c_char) -> usize {
    let mut room = [0; ROOM];
    // SAFETY: the contract of the header: VV_F64_ROOM bytes can be written at `to`.
    unsafe { stored(print_f32(number, &mut room), &room, to) }
}

/// Writes `count` doubles as vv_print_f64() does, with a comma between two, into `count` times
/// VV_F64_ROOM bytes at `to`. Returns the length of the whole; 0 if one is NaN or infinite, and the
/// bytes at `to` are unspecified then. Faster than one call for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_print_f64s(
    numbers: *const f64,
    count: usize,
    to: *mut c_char,
) -> usize {
    // SAFETY: the contract of the header: `count` numbers can be read.
    let Ok(numbers) = (unsafe { items(numbers, count) }) else {
        return 0;
    };
    if to.is_null() {
        return 0;
    }
    let (pairs, last) = numbers.as_chunks::<2>();
    let mut len = 0;
    for pair in pairs {
        let mut room = [0; 2 * ROOM];
        let Some(more) = print_two_f64(*pair, &mut room) else {
            return 0;
        };
        room[more % (2 * ROOM)] = b',';
        // SAFETY: the pairs before this one have at most 50 bytes each, and 64 bytes for each pair
        // can be written.
        unsafe { to.add(len).cast::<[u8; 2 * ROOM]>().write(room) };
        len += more + 1;
    }
    if let [number] = last {
        let mut room = [0; ROOM];
        let Some(more) = print_f64(*number, &mut room) else {
            return 0;
        };
        // SAFETY: as above, and there is the room of one number behind that of the pairs.
        unsafe { to.add(len).cast::<[u8; ROOM]>().write(room) };
        len += more + 1;
    }
    len.saturating_sub(1)
}

/// Stores the text of a number for the caller, and returns its length; 0 if there is none.
///
/// # Safety
/// Null, or VV_F64_ROOM bytes can be written at `to`.
#[inline(always)]
unsafe fn stored(len: Option<usize>, room: &[u8; ROOM], to: *mut c_char) -> usize {
    match len {
        Some(len) if !to.is_null() => {
            // SAFETY: not null, so as many bytes can be written (the contract of this function).
            unsafe { to.cast::<[u8; ROOM]>().write(*room) };
            len
        }
        _ => 0,
    }
}
