//! Searches a byte among sixteen, the first step of a look-up by fingerprint.

/// Returns where `byte` occurs among the sixteen of `block`: bit `i` is set for byte `i`.
///
/// Two instructions on x86-64; on other targets a loop that the compiler turns into vectors.
///
/// ```
/// assert_eq!(varvel_raw::find::byte16(b"abcabcabcabcabc!", b'b'), 0b10_0100_1001_0010);
/// ```
#[inline(always)]
pub fn byte16(block: &[u8; 16], byte: u8) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use core::arch::x86_64::{
            __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8,
        };
        // SAFETY: SSE2 is part of the compile target, and 16 bytes are readable at `block`.
        unsafe {
            let bytes = _mm_loadu_si128(block.as_ptr().cast::<__m128i>());
            _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8))) as u32
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    {
        let mut mask = 0;
        for (i, &other) in block.iter().enumerate() {
            mask |= u32::from(other == byte) << i;
        }
        mask
    }
}
