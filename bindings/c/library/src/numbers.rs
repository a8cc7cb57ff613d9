//! Numbers in arrays
//!
//! An array of numbers of one type is packed in a frozen document: vv_packed() lends them where
//! they are. vv_i64s() and vv_f64s() copy the numbers of any array, and vv_column_i64() and
//! vv_column_f64() one member of each record of an array.

use core::ffi::{c_char, c_void};

use varvel::{Error, HashedKey, Ref};

use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{Room, guard, put, text};
use crate::node::{below, node, vv_node};

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

/// Copies the numbers of an array, or those that are the member of each item with a key.
///
/// # Safety
/// The contract of the header.
unsafe fn copy<'a, T>(
    of: &vv_node,
    member: Option<(*const c_char, usize)>,
    to: *mut T,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
    read: impl Fn(Ref<'a>) -> varvel::Result<T>,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        guard(error, || {
            let member = match member {
                Some((key, len)) => Some(HashedKey::new(text(key, len)?)),
                None => None,
            };
            let array = node(of)?;
            copy_into(&Room::new(to, room)?, array, member, read)
                .map_err(|error| of.known(error))?;
            put(count, array.len());
            Ok(())
        })
    }
}

/// Copies the numbers that nodes hold, as many as there is room for.
fn copy_into<'a, T>(
    into: &Room<T>,
    array: Ref<'a>,
    member: Option<HashedKey<'_>>,
    read: impl Fn(Ref<'a>) -> varvel::Result<T>,
) -> varvel::Result {
    if !array.is_array() {
        return Err(below(Error::wrong_kind("an array", array.kind()), array));
    }
    // The errors of frozen items have their paths.
    let store = |i: usize, node: varvel::Result<Ref<'a>>| -> varvel::Result {
        into.put(i, node.and_then(&read).map_err(Error::without_offset)?);
        Ok(())
    };
    // A member that is not there is looked up once more: this makes the error, with its place.
    let missing = |i: usize, key: &str| array.item(i).and_then(|item| item.field(key));
    match (member, array.view()) {
        (None, _) => {
            let mut items = array.items().enumerate();
            items.try_for_each(|(i, item)| store(i, Ok(item)))
        }
        (Some(key), Some(view)) => {
            let mut column = view.column(key).enumerate();
            column.try_for_each(|(i, member)| match member {
                Some(member) => store(i, Ok(member.into())),
                None => store(i, missing(i, key.as_str())),
            })
        }
        (Some(key), None) => {
            let mut items = array.items().enumerate();
            items.try_for_each(|(i, item)| store(i, item.field(key.as_str())))
        }
    }
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
    unsafe { copy(&of, None, to, room, count, error, |node| node.i64()) }
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
    unsafe { copy(&of, None, to, room, count, error, |node| node.f64()) }
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
        let member = Some((key, key_len));
        copy(&of, member, to, room, count, error, |node| node.i64())
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
        let member = Some((key, key_len));
        copy(&of, member, to, room, count, error, |node| node.f64())
    }
}
