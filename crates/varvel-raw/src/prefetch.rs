//! Prefetching: tells the processor early which bytes will be read. These are hints that change no
//! result.

/// The distance in bytes at which a scan of the input prefetches. Measured: 512 and 2048 do as
/// well.
pub(crate) const DISTANCE: usize = 1024;

/// Prefetches the cache line of `bytes[at]`. Does nothing useful for a position outside of them, or
/// on processors without a stable intrinsic for it.
#[inline(always)]
pub fn prefetch(bytes: &[u8], at: usize) {
    line(bytes.as_ptr().wrapping_add(at));
}

/// Prefetches the cache line at `p`, which may be any address.
#[inline(always)]
pub(crate) fn line(p: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of x86-64. By the rules of the language a prefetch accesses no
        // memory, and it faults for no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(p.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = p;
}
