//! The bytes before the root of a buffer.

use super::Encoder;
use crate::schema::Object;

/// The most bytes before the root: the size, the offset, the identifier.
pub(super) const HEAD: usize = 12;

/// Writes the bytes before the root, except for the size and the offset, which are written last.
///
/// # Safety
/// There is room for `HEAD` bytes.
#[inline]
pub(super) unsafe fn head<T: Object>(encoder: &mut Encoder, size_prefixed: bool) {
    let identifier = encoder.identifier.of::<T>();
    let first = if size_prefixed { 4 } else { 0 };
    // SAFETY: the caller's contract.
    unsafe {
        let len = first + 4 + if identifier.is_some() { 4 } else { 0 };
        encoder.out.zeros(0, 1, len);
        if let Some(identifier) = identifier {
            encoder.out.copy(first + 4, &identifier);
        }
    }
}
