//! Buffers
//!
//! A `vv_buffer` is where functions write bytes of any length. The caller has the structure, the
//! library its memory.

use core::mem::ManuallyDrop;

use varvel::Error;

use crate::guard::{Fallible, borrow_mut, guard_or, invalid};

/// Bytes that a function of the library writes, in memory that the library manages. Begin with
/// `vv_buffer buffer = VV_BUFFER;`, read `data` and `len`, change nothing, and end with
/// vv_buffer_free().
///
/// A function that writes into it replaces its bytes and uses its memory again. So the second JSON
/// document of a size allocates nothing. A document of a binary format makes one allocation, for
/// the list of its open containers.
#[repr(C)]
pub struct vv_buffer {
    /// The bytes; NULL if there are none. Text does not end with a NUL.
    pub data: *mut u8,
    /// How many bytes there are.
    pub len: usize,
    /// For how many there is room.
    pub room: usize,
}

impl vv_buffer {
    /// Takes the memory out, empty.
    ///
    /// # Safety
    /// Zero, or as the library left it.
    pub(crate) unsafe fn take(&mut self) -> Fallible<Vec<u8>> {
        let Self { data, len, room } = *self;
        if data.is_null() {
            return Ok(Vec::new());
        }
        if len > room {
            return invalid("a buffer that was changed");
        }
        self.give(Vec::new());
        // SAFETY: `give` stored the parts of a `Vec` here, and nobody changed them (the contract of
        // this function).
        let mut bytes = unsafe { Vec::from_raw_parts(data, len, room) };
        bytes.clear();
        Ok(bytes)
    }

    /// Stores bytes.
    pub(crate) fn give(&mut self, bytes: Vec<u8>) {
        let mut bytes = ManuallyDrop::new(bytes);
        *self = match bytes.capacity() {
            0 => Self {
                data: core::ptr::null_mut(),
                len: 0,
                room: 0,
            },
            room => Self {
                data: bytes.as_mut_ptr(),
                len: bytes.len(),
                room,
            },
        };
    }
}

/// Frees the memory of a buffer, and leaves it empty. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_buffer_free(buffer: *mut vv_buffer) {
    guard_or((), || {
        // SAFETY: the contract of the header.
        let _ = unsafe { borrow_mut(buffer).and_then(|buffer| buffer.take()) };
    });
}

/// Adds bytes to a buffer, or an error where there is no memory.
pub(crate) fn append(into: &mut Vec<u8>, bytes: &[u8]) -> varvel::Result {
    let refused = |_| Error::out_of_memory();
    into.try_reserve(bytes.len()).map_err(refused)?;
    into.extend_from_slice(bytes);
    Ok(())
}

/// Lets `body` fill a buffer of the caller, which is empty if it fails.
///
/// # Safety
/// Null, or a buffer as the library left it.
pub(crate) unsafe fn fill(
    out: *mut vv_buffer,
    body: impl FnOnce(&mut Vec<u8>) -> Fallible,
) -> Fallible {
    // SAFETY: the contract of this function.
    let (out, mut into) = unsafe {
        let out = borrow_mut(out)?;
        let into = out.take()?;
        (out, into)
    };
    let result = body(&mut into);
    if result.is_err() {
        into.clear();
    }
    out.give(into);
    result
}
