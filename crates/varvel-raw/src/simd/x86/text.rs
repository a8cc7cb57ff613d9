//! Vectors of text for UTF-8 validation.

use core::arch::x86_64::*;

use crate::utf8::{Block, tables};

/// A vector of 32 bytes of text for UTF-8 validation.
#[derive(Clone, Copy)]
pub struct Block256(__m256i);

// SAFETY (of each block below): the contract of `Block` is that the processor has AVX2, and that
// `p` is readable as far as each method requires.
impl Block for Block256 {
    const LANES: usize = 32;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: contract of `Block`.
        Self(unsafe { _mm256_setzero_si256() })
    }
    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: contract of `Block`: 32 readable bytes.
        Self(unsafe { _mm256_loadu_si256(p.cast()) })
    }
    #[inline(always)]
    unsafe fn load_part(p: *const u8, len: usize) -> Self {
        let mut bytes = [0_u8; 32];
        // SAFETY: contract of `Block`: `len` < 32 bytes at `p` are readable.
        unsafe {
            bytes.as_mut_ptr().copy_from_nonoverlapping(p, len);
            Self::load(bytes.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn is_ascii(self) -> bool {
        // SAFETY: contract of `Block`.
        unsafe { _mm256_movemask_epi8(self.0) == 0 }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: contract of `Block`.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: contract of `Block`.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn errors(self, before: Self) -> Self {
        // SAFETY: contract of `Block`.
        unsafe {
            let v = self.0;
            let crossing = _mm256_permute2x128_si256::<0x21>(before.0, v);
            let prev1 = _mm256_alignr_epi8::<15>(v, crossing);
            let prev2 = _mm256_alignr_epi8::<14>(v, crossing);
            let prev3 = _mm256_alignr_epi8::<13>(v, crossing);
            let low = _mm256_set1_epi8(0x0F);
            let table =
                |t: &[u8; 16]| _mm256_broadcastsi128_si256(_mm_loadu_si128(t.as_ptr().cast()));
            let shifted = |x| _mm256_and_si256(_mm256_srli_epi16::<4>(x), low);
            let special = _mm256_and_si256(
                _mm256_and_si256(
                    _mm256_shuffle_epi8(table(&tables::FIRST_HIGH), shifted(prev1)),
                    _mm256_shuffle_epi8(table(&tables::FIRST_LOW), _mm256_and_si256(prev1, low)),
                ),
                _mm256_shuffle_epi8(table(&tables::SECOND_HIGH), shifted(v)),
            );
            let third = _mm256_subs_epu8(prev2, _mm256_set1_epi8((0xE0_u8 - 0x80) as i8));
            let fourth = _mm256_subs_epu8(prev3, _mm256_set1_epi8((0xF0_u8 - 0x80) as i8));
            let must = _mm256_and_si256(
                _mm256_or_si256(third, fourth),
                _mm256_set1_epi8(0x80_u8 as i8),
            );
            Self(_mm256_xor_si256(must, special))
        }
    }
}

/// A vector of 64 bytes of text for UTF-8 validation.
#[derive(Clone, Copy)]
pub struct Block512(__m512i);

/// Returns the index for shifting a block by `n`: byte `i` of the shifted block is byte
/// `64 + i - n` of the two blocks in a row.
const fn shifted_index(n: u8) -> [u8; 64] {
    let mut index = [0; 64];
    let mut i = 0;
    while i < 64 {
        index[i as usize] = 64 + i - n;
        i += 1;
    }
    index
}
const BACK_1: [u8; 64] = shifted_index(1);
const BACK_2: [u8; 64] = shifted_index(2);
const BACK_3: [u8; 64] = shifted_index(3);

// SAFETY (of each block below): the contract of `Block` is that the processor has AVX-512 BW and
// VBMI, and that `p` is readable as far as each method requires.
impl Block for Block512 {
    const LANES: usize = 64;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: contract of `Block`.
        Self(unsafe { _mm512_setzero_si512() })
    }
    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: contract of `Block`: 64 readable bytes.
        Self(unsafe { _mm512_loadu_si512(p.cast()) })
    }
    #[inline(always)]
    unsafe fn load_part(p: *const u8, len: usize) -> Self {
        // SAFETY: contract of `Block`: `len` < 64 bytes at `p` are readable; bytes outside of the
        // mask are not accessed.
        Self(unsafe { _mm512_maskz_loadu_epi8((1 << len) - 1, p.cast()) })
    }
    #[inline(always)]
    unsafe fn is_ascii(self) -> bool {
        // SAFETY: contract of `Block`.
        unsafe { _mm512_movepi8_mask(self.0) == 0 }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: contract of `Block`.
        unsafe { _mm512_test_epi8_mask(self.0, self.0) == 0 }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: contract of `Block`.
        Self(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn errors(self, before: Self) -> Self {
        // SAFETY: contract of `Block`.
        unsafe {
            let v = self.0;
            let back = |index: &[u8; 64]| {
                _mm512_permutex2var_epi8(before.0, _mm512_loadu_si512(index.as_ptr().cast()), v)
            };
            let (prev1, prev2, prev3) = (back(&BACK_1), back(&BACK_2), back(&BACK_3));
            let low = _mm512_set1_epi8(0x0F);
            let table = |t: &[u8; 16]| _mm512_broadcast_i32x4(_mm_loadu_si128(t.as_ptr().cast()));
            let shifted = |x| _mm512_and_si512(_mm512_srli_epi16::<4>(x), low);
            let special = _mm512_and_si512(
                _mm512_and_si512(
                    _mm512_shuffle_epi8(table(&tables::FIRST_HIGH), shifted(prev1)),
                    _mm512_shuffle_epi8(table(&tables::FIRST_LOW), _mm512_and_si512(prev1, low)),
                ),
                _mm512_shuffle_epi8(table(&tables::SECOND_HIGH), shifted(v)),
            );
            let third = _mm512_subs_epu8(prev2, _mm512_set1_epi8((0xE0_u8 - 0x80) as i8));
            let fourth = _mm512_subs_epu8(prev3, _mm512_set1_epi8((0xF0_u8 - 0x80) as i8));
            let must = _mm512_and_si512(
                _mm512_or_si512(third, fourth),
                _mm512_set1_epi8(0x80_u8 as i8),
            );
            Self(_mm512_xor_si512(must, special))
        }
    }
}
