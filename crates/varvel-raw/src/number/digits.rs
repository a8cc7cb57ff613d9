//! Converts eight and sixteen decimal digits at a time, in the lanes of ordinary registers, both
//! ways.
//!
//! A `u64` here is eight characters or digits as they lie in memory, the first in the lowest byte,
//! whatever the byte order of the machine. Each step joins or splits neighbours: two lanes of one
//! digit become one lane of two, and so on. The technique is folklore; J. Muła and D. Lemire
//! describe it for reading, P. Khuong, "How to print integers really fast", 2017, for printing.

/// Returns eight bytes from `bytes[at]`. Panics if there are fewer.
#[inline(always)]
pub(super) fn load8(bytes: &[u8], at: usize) -> u64 {
    let Some(eight) = bytes[at..].first_chunk::<8>() else {
        panic!("eight bytes to load");
    };
    u64::from_le_bytes(*eight)
}

/// Returns a mask whose lowest set bit is the high bit of the first byte that is not an ASCII
/// digit. Bits above it may be wrong.
#[inline(always)]
pub(super) const fn non_digits(eight: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    // The values are 0 to 9 for digits: + 0x76 reaches the high bit from 10 up. No byte before the
    // first non-digit carries.
    let values = eight ^ (ONES * 0x30);
    (values.wrapping_add(ONES * 0x76) | values) & (ONES * 0x80)
}

/// Returns the number that eight digits spell. Ignores the high half of each byte.
#[inline(always)]
pub(super) const fn from_eight(eight: u64) -> u64 {
    let ones = eight & 0x0f0f_0f0f_0f0f_0f0f;
    let twos = (ones.wrapping_mul(10 << 8 | 1) >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos.wrapping_mul(100 << 16 | 1) >> 16) & 0x0000_ffff_0000_ffff;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}

/// Returns the eight digits (values, not characters) of a number below 10^8, including leading
/// zeros.
#[inline(always)]
pub(super) const fn to_eight(number: u32) -> u64 {
    let n = number as u64;
    // floor(n / 10^4): 109,951,163 / 2^40 exceeds 1/10^4 by less than 2^-28 / 10^4.
    let high = (n * 109_951_163) >> 40;
    let fours = high | (n - high * 10_000) << 32;
    // floor(n / 100) for n < 10^4 in each half.
    let high = ((fours * 5243) >> 19) & 0x0000_007f_0000_007f;
    let twos = high | (fours - high * 100) << 16;
    // floor(n / 10) for n < 100 in each quarter.
    let high = ((twos * 103) >> 10) & 0x000f_000f_000f_000f;
    high | (twos - high * 10) << 8
}

/// Counts the digits before the first byte that is not a digit (`count`), and reads the number of
/// sixteen digits that begins with them and continues with zeros. Returns `(number, count)`.
#[inline(always)]
pub(super) fn leading_digits(bytes: &[u8; 16]) -> (u64, usize) {
    imp::leading(bytes)
}

/// Sixteen digits (values, not characters) as they lie in memory.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(imp::Lanes);

impl Sixteen {
    /// Returns the digits of `high * 10^8 + low`, both below 10^8.
    #[inline(always)]
    pub(super) fn new(high: u32, low: u32) -> Self {
        Self(imp::digits(high, low))
    }

    /// Returns the digits of two numbers, each given as its upper and lower eight digits.
    #[inline(always)]
    pub(super) fn two(a: [u32; 2], b: [u32; 2]) -> [Self; 2] {
        imp::two(a, b).map(Self)
    }

    /// Returns how many digits remain without trailing zeros: 0 to 16.
    #[inline(always)]
    pub(super) fn significant(self) -> usize {
        imp::significant(self.0)
    }

    /// Returns the digits as characters.
    #[inline(always)]
    pub(super) fn characters(self) -> Text16 {
        Text16(imp::characters(self.0))
    }
}

/// Sixteen characters as they lie in memory.
#[derive(Clone, Copy)]
pub(super) struct Text16(imp::Lanes);

impl Text16 {
    /// Returns the bytes.
    #[inline(always)]
    pub(super) fn bytes(self) -> [u8; 16] {
        imp::bytes(self.0)
    }

    /// Returns the text behind the first character when a `.` is inserted behind character `at` (0
    /// to 15): the characters 1 to `at`, the `.`, and all characters from `at + 1` on.
    #[inline(always)]
    pub(super) fn with_point_behind(self, at: usize) -> [u8; 16] {
        imp::bytes(imp::with_point_behind(self.0, at))
    }
}

/// A window from index [`POINT_WINDOW`]` - at` has `0xff` below the point.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
const POINT_WINDOW: usize = 16;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
static BELOW_POINT: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < POINT_WINDOW {
        bytes[i] = 0xff;
        i += 1;
    }
    bytes
};

/// A window from index `16 - count` has the low half of each byte that counts.
static KEPT: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 16 {
        bytes[i] = 0x0f;
        i += 1;
    }
    bytes
};

/// Returns the mask that keeps the values of the first `count` digits.
#[inline(always)]
fn kept(count: usize) -> [u8; 16] {
    let mut mask = [0; 16];
    let from = 16usize.wrapping_sub(count) & 31;
    let from = if from > 16 { 0 } else { from };
    mask.copy_from_slice(&KEPT[from..from + 16]);
    mask
}

/// Implements the lanes with SSE2, which every x86-64 has.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod imp {
    use super::{BELOW_POINT, POINT_WINDOW};
    use core::arch::x86_64::*;

    pub(in super::super) type Lanes = __m128i;

    #[inline(always)]
    fn load(bytes: &[u8; 16]) -> Lanes {
        // SAFETY: the pointer is valid for reads of 16 bytes; the load needs no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    pub(super) fn bytes(lanes: Lanes) -> [u8; 16] {
        let mut out = [0; 16];
        // SAFETY: the pointer is valid for writes of 16 bytes; the store needs no alignment.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), lanes) };
        out
    }

    #[inline(always)]
    pub(super) fn leading(bytes: &[u8; 16]) -> (u64, usize) {
        let lanes = load(bytes);
        // SAFETY: SSE2 and, where it is used, SSSE3 are features of the compile target.
        unsafe {
            // Digits become the 10 least values of a signed byte.
            let moved = _mm_add_epi8(lanes, _mm_set1_epi8((0x80 - b'0') as i8));
            let others = _mm_movemask_epi8(_mm_cmpgt_epi8(moved, _mm_set1_epi8(-0x80 + 9)));
            let count = (others as u32 | 1 << 16).trailing_zeros() as usize;
            let ones = _mm_and_si128(lanes, load(&super::kept(count)));
            // 16 lanes of one digit are 8 of two, 4 of four (each below 10^4 fits the 16 signed
            // bits it is packed to), 2 of eight.
            #[cfg(target_feature = "ssse3")]
            let twos = _mm_maddubs_epi16(ones, _mm_set1_epi16(1 << 8 | 10));
            #[cfg(not(target_feature = "ssse3"))]
            let twos = _mm_srli_epi16::<8>(_mm_mullo_epi16(ones, _mm_set1_epi16(10 << 8 | 1)));
            let fours = _mm_madd_epi16(twos, _mm_set1_epi32(1 << 16 | 100));
            let packed = _mm_packs_epi32(fours, fours);
            let eights = _mm_madd_epi16(packed, _mm_set1_epi32(1 << 16 | 10_000));
            let pair = _mm_cvtsi128_si64(eights) as u64;
            ((pair & 0xffff_ffff) * 100_000_000 + (pair >> 32), count)
        }
    }

    #[inline(always)]
    pub(super) fn digits(high: u32, low: u32) -> Lanes {
        // The steps of `to_eight`, on both halves at once. SAFETY: SSE2 is a feature of the compile
        // target.
        unsafe {
            let eights = _mm_set_epi64x(low as i64, high as i64);
            let top = _mm_srli_epi64::<40>(_mm_mul_epu32(eights, _mm_set1_epi64x(109_951_163)));
            let rest = _mm_sub_epi32(eights, _mm_mul_epu32(top, _mm_set1_epi64x(10_000)));
            let fours = _mm_or_si128(top, _mm_slli_epi64::<32>(rest));
            let top = _mm_srli_epi16::<3>(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)));
            let rest = _mm_sub_epi16(fours, _mm_mullo_epi16(top, _mm_set1_epi16(100)));
            let twos = _mm_or_si128(top, _mm_slli_epi32::<16>(rest));
            // floor(n / 10) = n * 6554 >> 16 for n < 100; then top + ((n - 10 * top) << 8).
            let top = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
            let rest = _mm_mullo_epi16(top, _mm_set1_epi16(10 * 256 - 1));
            _mm_sub_epi16(_mm_slli_epi16::<8>(twos), rest)
        }
    }

    #[cfg(not(target_feature = "avx2"))]
    #[inline(always)]
    pub(super) fn two(a: [u32; 2], b: [u32; 2]) -> [Lanes; 2] {
        [digits(a[0], a[1]), digits(b[0], b[1])]
    }

    /// Computes `digits` of both numbers at once.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    pub(super) fn two(a: [u32; 2], b: [u32; 2]) -> [Lanes; 2] {
        // SAFETY: AVX2 is a feature of the compile target.
        unsafe {
            let first = _mm_set_epi64x(a[1].into(), a[0].into());
            let second = _mm_set_epi64x(b[1].into(), b[0].into());
            let eights = _mm256_set_m128i(second, first);
            let factor = _mm256_set1_epi64x(109_951_163);
            let top = _mm256_srli_epi64::<40>(_mm256_mul_epu32(eights, factor));
            let tens = _mm256_mul_epu32(top, _mm256_set1_epi64x(10_000));
            let rest = _mm256_sub_epi32(eights, tens);
            let fours = _mm256_or_si256(top, _mm256_slli_epi64::<32>(rest));
            let factor = _mm256_set1_epi16(5243);
            let top = _mm256_srli_epi16::<3>(_mm256_mulhi_epu16(fours, factor));
            let tens = _mm256_mullo_epi16(top, _mm256_set1_epi16(100));
            let rest = _mm256_sub_epi16(fours, tens);
            let twos = _mm256_or_si256(top, _mm256_slli_epi32::<16>(rest));
            let top = _mm256_mulhi_epu16(twos, _mm256_set1_epi16(6554));
            let rest = _mm256_mullo_epi16(top, _mm256_set1_epi16(10 * 256 - 1));
            let ones = _mm256_sub_epi16(_mm256_slli_epi16::<8>(twos), rest);
            let second = _mm256_extracti128_si256::<1>(ones);
            [_mm256_castsi256_si128(ones), second]
        }
    }

    #[inline(always)]
    pub(super) fn significant(lanes: Lanes) -> usize {
        // SAFETY: SSE2 is a feature of the compile target.
        let mask = unsafe { _mm_movemask_epi8(_mm_cmpgt_epi8(lanes, _mm_setzero_si128())) };
        32 - mask.leading_zeros() as usize
    }

    #[inline(always)]
    pub(super) fn characters(lanes: Lanes) -> Lanes {
        // SAFETY: SSE2 is a feature of the compile target.
        unsafe { _mm_or_si128(lanes, _mm_set1_epi8(b'0' as i8)) }
    }

    #[inline(always)]
    pub(super) fn with_point_behind(lanes: Lanes, at: usize) -> Lanes {
        let at = at & 15;
        let (mut below, mut upto) = ([0; 16], [0; 16]);
        below.copy_from_slice(&BELOW_POINT[POINT_WINDOW - at..POINT_WINDOW - at + 16]);
        upto.copy_from_slice(&BELOW_POINT[POINT_WINDOW - at - 1..POINT_WINDOW - at + 15]);
        // SAFETY: SSE2 is a feature of the compile target.
        unsafe {
            let (below, upto) = (load(&below), load(&upto));
            let moved = _mm_srli_si128::<1>(lanes);
            let point = _mm_and_si128(_mm_andnot_si128(below, upto), _mm_set1_epi8(b'.' as i8));
            let kept = _mm_or_si128(_mm_and_si128(below, moved), _mm_andnot_si128(upto, lanes));
            _mm_or_si128(kept, point)
        }
    }
}

/// Implements the lanes with two `u64`, for every other machine.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
mod imp {
    pub(in super::super) type Lanes = [u64; 2];

    #[inline(always)]
    pub(super) fn bytes([first, last]: Lanes) -> [u8; 16] {
        (u128::from(first) | u128::from(last) << 64).to_le_bytes()
    }

    #[inline(always)]
    pub(super) fn leading(bytes: &[u8; 16]) -> (u64, usize) {
        use super::{from_eight, load8, non_digits};
        let (first, last) = (load8(bytes, 0), load8(bytes, 8));
        let (others, more) = (non_digits(first), non_digits(last));
        let count = if others != 0 {
            others.trailing_zeros() as usize / 8
        } else {
            8 + more.trailing_zeros() as usize / 8
        };
        let mask = super::kept(count);
        let (first, last) = (first & load8(&mask, 0), last & load8(&mask, 8));
        (from_eight(first) * 100_000_000 + from_eight(last), count)
    }

    #[inline(always)]
    pub(super) fn digits(high: u32, low: u32) -> Lanes {
        [super::to_eight(high), super::to_eight(low)]
    }

    #[inline(always)]
    pub(super) fn two(a: [u32; 2], b: [u32; 2]) -> [Lanes; 2] {
        [digits(a[0], a[1]), digits(b[0], b[1])]
    }

    #[inline(always)]
    pub(super) fn significant([first, last]: Lanes) -> usize {
        if last != 0 {
            16 - last.leading_zeros() as usize / 8
        } else {
            8 - first.leading_zeros() as usize / 8
        }
    }

    #[inline(always)]
    pub(super) fn characters([first, last]: Lanes) -> Lanes {
        [first | 0x3030_3030_3030_3030, last | 0x3030_3030_3030_3030]
    }

    #[inline(always)]
    pub(super) fn with_point_behind([first, last]: Lanes, at: usize) -> Lanes {
        let at = at & 15;
        let all = u128::from(first) | u128::from(last) << 64;
        let below = (1u128 << (8 * at)) - 1;
        let upto = below << 8 | 0xff;
        let out = all >> 8 & below | u128::from(b'.') << (8 * at) | all & !upto;
        [out as u64, (out >> 64) as u64]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_judged() {
        for byte in 0..=255u8 {
            for lane in 0..8 {
                let mut eight = *b"01234567";
                eight[lane] = byte;
                let want = if byte.is_ascii_digit() {
                    0
                } else {
                    0x80 << (8 * lane)
                };
                assert_eq!(non_digits(u64::from_le_bytes(eight)), want);
            }
        }
    }

    #[test]
    fn eight_both_ways() {
        let step = match (cfg!(miri), cfg!(debug_assertions)) {
            (true, _) => 9_973 * 91,
            (_, true) => 9_973 * 11,
            _ => 1,
        };
        for n in (0..100_000_000u32)
            .step_by(step)
            .chain(99_999_990..100_000_000)
        {
            let digits = to_eight(n);
            let mut rest = n;
            for lane in (0..8).rev() {
                assert_eq!(digits >> (8 * lane) & 0xff, u64::from(rest % 10));
                rest /= 10;
            }
            assert_eq!(from_eight(digits), u64::from(n));
            let sixteen = Sixteen::new(99_999_999 - n, n).characters().bytes();
            assert_eq!(sixteen[8..], (digits | 0x3030_3030_3030_3030).to_le_bytes());
            assert_eq!(from_eight(load8(&sixteen, 0)), u64::from(99_999_999 - n));
            let (a, b) = ([n, 99_999_999 - n], [n ^ 1, n / 2]);
            if b[0] < 100_000_000 {
                let both = Sixteen::two(a, b).map(|it| it.characters().bytes());
                let apart = [a, b].map(|[h, l]| Sixteen::new(h, l).characters().bytes());
                assert_eq!(both, apart);
            }
        }
    }

    #[test]
    fn sixteen_trimmed_and_pointed() {
        assert_eq!(Sixteen::new(0, 0).significant(), 0);
        assert_eq!(Sixteen::new(10_000_000, 0).significant(), 1);
        assert_eq!(Sixteen::new(1, 0).significant(), 8);
        assert_eq!(Sixteen::new(0, 10).significant(), 15);
        assert_eq!(Sixteen::new(0, 1).significant(), 16);
        let text = Sixteen::new(1_234_567, 89_012_345).characters();
        assert_eq!(&text.bytes(), b"0123456789012345");
        assert_eq!(&text.with_point_behind(0), b".123456789012345");
        assert_eq!(&text.with_point_behind(7), b"1234567.89012345");
        assert_eq!(&text.with_point_behind(15), b"123456789012345.");
    }
}
