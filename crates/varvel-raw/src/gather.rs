//! Numbers from many places at once.

use crate::simd::Isa;

/// The sixteen numbers of 4 bytes, little-endian, at these places; `None` if one of them is not whole
/// inside `bytes`, or these are 2 GiB or more.
///
/// As one instruction where the processor has it.
#[inline(always)]
pub fn gather16<I: Isa>(isa: I, bytes: &[u8], at: &[u32; 16]) -> Option<[u32; 16]> {
    let last = (i32::try_from(bytes.len()).ok()? as u32).checked_sub(4)?;
    let mut inside = true;
    for &at in at {
        inside &= at <= last;
    }
    // SAFETY: each place is at most 4 bytes before the end, and so below 2^31.
    inside.then(|| unsafe { isa.gather16(bytes.as_ptr(), at) })
}
