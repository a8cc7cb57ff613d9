//! Numbers in arrays
//!
//! An array of numbers of one type is packed in a frozen document: vv_packed() lends them where
//! they are. vv_i64s() and vv_f64s() copy the numbers of any array, and vv_column_i64() and
//! vv_column_f64() one member of each record of an array.

use core::ffi::{c_char, c_void};

use varvel::{Error, ErrorKind, HashedKey, Ref};

use crate::failure::{vv_code, vv_error};
use crate::guard::{Fallible, guard, invalid, put, text};
use crate::node::{node, vv_node};

/// No packed numbers.
pub const VV_NOT_PACKED: u32 = 0;
/// int8_t.
pub const VV_PACKED_I8: u32 = 1;
/// int16_t.
pub const VV_PACKED_I16: u32 = 2;
/// int32_t.
pub const VV_PACKED_I32: u32 = 3;
/// int64_t.
pub const VV_PACKED_I64: u32 = 4;
/// uint32_t.
pub const VV_PACKED_U32: u32 = 5;
/// float.
pub const VV_PACKED_F32: u32 = 6;
/// double.
pub const VV_PACKED_F64: u32 = 7;

/// Packed numbers that a document lends.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_packed_numbers {
    /// VV_PACKED_I8 and so on; VV_NOT_PACKED if there are none.
    pub element: u32,
    /// The first number, aligned for its type.
    pub data: *const c_void,
    /// How many numbers there are.
    pub len: usize,
}

impl vv_packed_numbers {
    const NONE: Self = Self {
        element: VV_NOT_PACKED,
        data: core::ptr::null(),
        len: 0,
    };

    fn of<T>(element: u32, numbers: Option<&[T]>) -> Option<Self> {
        numbers.map(|numbers| Self {
            element,
            data: numbers.as_ptr().cast(),
            len: numbers.len(),
        })
    }
}

/// Returns the numbers of a packed array of a frozen document where they are; they live as long as
/// it does. `element` is VV_NOT_PACKED for any other node, in memory that is not aligned for them,
/// and on machines that store the high byte first: vv_i64s() and vv_f64s() read those too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_packed(of: vv_node) -> vv_packed_numbers {
    type Numbers = vv_packed_numbers;
    // SAFETY: the contract of the header.
    unsafe {
        crate::node::with(&of, Numbers::NONE, |node| {
            let Some(view) = node.view() else {
                return Numbers::NONE;
            };
            Numbers::of(VV_PACKED_F64, view.as_f64_slice())
                .or_else(|| Numbers::of(VV_PACKED_I64, view.as_i64_slice()))
                .or_else(|| Numbers::of(VV_PACKED_I32, view.as_i32_slice()))
                .or_else(|| Numbers::of(VV_PACKED_U32, view.as_u32_slice()))
                .or_else(|| Numbers::of(VV_PACKED_I16, view.as_i16_slice()))
                .or_else(|| Numbers::of(VV_PACKED_I8, view.as_i8_slice()))
                .or_else(|| Numbers::of(VV_PACKED_F32, view.as_f32_slice()))
                .unwrap_or(Numbers::NONE)
        })
    }
}

/// Room of the caller for numbers.
struct Room<T> {
    to: *mut T,
    room: usize,
}

impl<T> Room<T> {
    /// Stores number `i`.
    ///
    /// # Safety
    /// `room` numbers can be written at `to`.
    unsafe fn put(&self, i: usize, number: T) {
        if i < self.room && !self.to.is_null() {
            // SAFETY: within the room (the line above), which can be written.
            unsafe { self.to.add(i).write(number) };
        }
    }
}

/// Copies the numbers that nodes hold, as many as there is room for, and counts all.
///
/// # Safety
/// The contract of the header.
unsafe fn copy<'a, T>(
    of: &vv_node,
    member: Option<HashedKey<'_>>,
    into: Room<T>,
    read: impl Fn(Ref<'a>) -> varvel::Result<T>,
) -> Fallible<usize> {
    // SAFETY: the contract of this function.
    let array = unsafe { node(of)? };
    if !array.is_array() {
        return Err(Error::wrong_kind("an array", array.kind()).into());
    }
    if into.to.is_null() && into.room > 0 {
        return invalid("a null pointer with room");
    }
    let store = |i: usize, node: Option<Ref<'a>>| -> Fallible {
        let missing = || Error::new(ErrorKind::NotFound);
        let value = node.ok_or_else(missing).and_then(&read);
        let value = value.map_err(|error| error.inside(varvel::path::Step::Index(i)))?;
        // SAFETY: the caller gave this room (the contract of this function).
        unsafe { into.put(i, value) };
        Ok(())
    };
    match (member, array.view()) {
        (None, _) => {
            let mut items = array.items().enumerate();
            items.try_for_each(|(i, item)| store(i, Some(item)))?;
        }
        (Some(key), Some(view)) => {
            let mut column = view.column(key).enumerate();
            column.try_for_each(|(i, member)| store(i, member.map(Ref::from)))?;
        }
        (Some(key), None) => {
            let mut items = array.items().enumerate();
            items.try_for_each(|(i, item)| store(i, item.get(key.as_str())))?;
        }
    }
    Ok(array.len())
}

/// Copies the integers of an array into `room` numbers at `to`, and stores how many the array has
/// in `*count`: if that is more than `room`, the rest was left out. Fails as vv_i64() does, with
/// the path of the item.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_i64s(
    of: vv_node,
    to: *mut i64,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            put(
                count,
                copy(&of, None, Room { to, room }, |node| node.i64())?,
            );
            Ok(())
        })
    }
}

/// Copies the numbers of an array, as vv_i64s() does, each as vv_f64() gives it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_f64s(
    of: vv_node,
    to: *mut f64,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            put(
                count,
                copy(&of, None, Room { to, room }, |node| node.f64())?,
            );
            Ok(())
        })
    }
}

/// Copies the member `key` of each object of an array, an integer, into `room` numbers at `to`, and
/// stores how many objects there are in `*count`. In frozen documents a record costs a few
/// nanoseconds, since those that are laid out alike are searched once. Fails with the path of the
/// first object without such a member.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_column_i64(
    of: vv_node,
    key: *const c_char,
    key_len: usize,
    to: *mut i64,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let key = HashedKey::new(text(key, key_len)?);
            put(
                count,
                copy(&of, Some(key), Room { to, room }, |node| node.i64())?,
            );
            Ok(())
        })
    }
}

/// Copies the member `key` of each object of an array, as vv_column_i64() does, each as vv_f64()
/// gives it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_column_f64(
    of: vv_node,
    key: *const c_char,
    key_len: usize,
    to: *mut f64,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let key = HashedKey::new(text(key, key_len)?);
            put(
                count,
                copy(&of, Some(key), Room { to, room }, |node| node.f64())?,
            );
            Ok(())
        })
    }
}
