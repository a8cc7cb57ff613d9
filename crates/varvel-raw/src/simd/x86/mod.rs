//! The x86-64 instruction sets SSE2 (always present), AVX2 and AVX-512, with their detection.

mod numbers;
mod text;

use core::arch::x86_64::*;

use super::Task;
use super::vector::{Isa, sealed::Ops};
use crate::gather::Rows;
use crate::utf8;
use text::{Block256, Block512};

/// A vector of 16 bytes; part of every x86-64 processor.
#[derive(Clone, Copy, Debug)]
pub struct Sse2(());
/// A vector of 32 bytes: AVX2, BMI1, BMI2, LZCNT, POPCNT (Haswell, Zen and later).
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());
/// A vector of 64 bytes: AVX-512 F, BW, VL, VBMI on top of [`Avx2`] (Ice Lake, Zen 4 and later).
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Sse2 {
    /// Returns the set: SSE2 is part of the x86-64 base.
    #[inline(always)]
    pub fn compiled() -> Self {
        Self(())
    }
}

#[cfg(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt",
    target_feature = "fma",
))]
impl Avx2 {
    /// Returns the set: the compile target has AVX2.
    #[inline(always)]
    pub fn compiled() -> Self {
        Self(())
    }
}

#[cfg(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512dq",
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt",
    target_feature = "fma",
))]
impl Avx512 {
    /// Returns the set: the compile target has AVX-512.
    #[inline(always)]
    pub fn compiled() -> Self {
        Self(())
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma")]
#[inline(never)]
fn with_avx2<T: Task>(task: T) -> T::Output {
    task.run(Avx2(()))
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt,fma"
)]
#[inline(never)]
fn with_avx512<T: Task>(task: T) -> T::Output {
    task.run(Avx512(()))
}

#[cfg(feature = "std")]
mod detect {
    use super::*;

    /// The set to use: 0 for not detected yet, 1 for SSE2, 2 for AVX2, 3 for AVX-512.
    static LEVEL: core::sync::atomic::AtomicU8 = core::sync::atomic::AtomicU8::new(0);

    #[cold]
    fn detect() -> u8 {
        use std::is_x86_feature_detected as has;
        let avx2 = has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("lzcnt")
            && has!("popcnt")
            && has!("fma");
        let avx512 = has!("avx512f")
            && has!("avx512bw")
            && has!("avx512vl")
            && has!("avx512vbmi")
            && has!("avx512dq");
        let level = 1 + u8::from(avx2) + u8::from(avx2 && avx512);
        LEVEL.store(level, core::sync::atomic::Ordering::Relaxed);
        level
    }

    #[inline(always)]
    fn level() -> u8 {
        match LEVEL.load(core::sync::atomic::Ordering::Relaxed) {
            0 => detect(),
            level => level,
        }
    }

    #[inline]
    pub fn dispatch<T: Task>(task: T) -> T::Output {
        #[cfg(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vl",
            target_feature = "avx512vbmi",
            target_feature = "avx512dq",
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt",
            target_feature = "fma",
        ))]
        return Avx512(()).outlined(task);
        #[allow(
            unreachable_code,
            reason = "reached unless the target already has AVX-512"
        )]
        match level() {
            // SAFETY: `detect` returned 3 only after it saw every feature that `with_avx512`
            // requires.
            3 => unsafe { with_avx512(task) },
            // SAFETY: `detect` returned 2 only after it saw every feature that `with_avx2`
            // requires.
            2 => unsafe { with_avx2(task) },
            _ => task.run_plain(),
        }
    }

    pub fn each<T: Task + Clone>(task: T, mut result: impl FnMut(&'static str, T::Output)) {
        result(Sse2::NAME, task.clone().run(Sse2(())));
        if level() >= 2 {
            // SAFETY: level 2 and above means that `detect` saw every feature of `with_avx2`.
            result(Avx2::NAME, unsafe { with_avx2(task.clone()) });
        }
        if level() >= 3 {
            // SAFETY: level 3 means that `detect` saw every feature of `with_avx512`.
            result(Avx512::NAME, unsafe { with_avx512(task) });
        }
    }
}

#[cfg(feature = "std")]
pub(super) use detect::{dispatch, each};

#[cfg(not(feature = "std"))]
pub(super) fn each<T: Task>(task: T, mut result: impl FnMut(&'static str, T::Output)) {
    result(Sse2::NAME, task.run(Sse2(())));
}

impl Isa for Sse2 {
    const LANES: usize = 16;
    const NAME: &'static str = "sse2";

    #[inline(never)]
    fn outlined<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}
impl Isa for Avx2 {
    const LANES: usize = 32;
    const NAME: &'static str = "avx2";

    #[inline(always)]
    fn outlined<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves every feature that `with_avx2` requires.
        unsafe { with_avx2(task) }
    }
}
impl Isa for Avx512 {
    const LANES: usize = 64;
    const NAME: &'static str = "avx512";

    #[inline(always)]
    fn outlined<T: Task>(self, task: T) -> T::Output {
        // SAFETY: `self` proves every feature that `with_avx512` requires.
        unsafe { with_avx512(task) }
    }
}

impl Ops for Sse2 {
    #[inline(always)]
    unsafe fn string_stops(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 16 bytes at `p` are readable (caller); SSE2 is part of x86-64.
        unsafe {
            let v = _mm_loadu_si128(p.cast());
            (sse2_stops(v), _mm_movemask_epi8(v) as u32 as u64)
        }
    }

    #[inline(always)]
    unsafe fn string_end(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 16 bytes at `p` are readable (caller); SSE2 is part of x86-64.
        unsafe {
            let v = _mm_loadu_si128(p.cast());
            let quote = _mm_cmpeq_epi8(v, _mm_set1_epi8(b'"' as i8));
            // The comparison is signed: bytes above 0x7F are below 0x20.
            let odd = _mm_or_si128(
                _mm_cmplt_epi8(v, _mm_set1_epi8(0x20)),
                _mm_cmpeq_epi8(v, _mm_set1_epi8(b'\\' as i8)),
            );
            let mask = |v| _mm_movemask_epi8(v) as u32 as u64;
            (mask(quote), mask(odd))
        }
    }

    #[inline(always)]
    unsafe fn spaces(self, p: *const u8) -> u64 {
        // SAFETY: 16 bytes at `p` are readable (caller); SSE2 is part of x86-64.
        unsafe {
            let v = _mm_loadu_si128(p.cast());
            let eq = |b: u8| _mm_cmpeq_epi8(v, _mm_set1_epi8(b as i8));
            let any = _mm_or_si128(
                _mm_or_si128(eq(b' '), eq(b'\n')),
                _mm_or_si128(eq(b'\r'), eq(b'\t')),
            );
            _mm_movemask_epi8(any) as u32 as u64
        }
    }

    #[inline(always)]
    unsafe fn non_ascii(self, p: *const u8) -> u64 {
        // SAFETY: 16 bytes at `p` are readable (caller); SSE2 is part of x86-64.
        unsafe { _mm_movemask_epi8(_mm_loadu_si128(p.cast())) as u32 as u64 }
    }

    #[inline(always)]
    unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: 16 bytes are readable at `from` and writable at `to` (caller).
        unsafe {
            let v = _mm_loadu_si128(from.cast());
            _mm_storeu_si128(to.cast(), v);
            sse2_stops(v)
        }
    }

    #[inline(always)]
    unsafe fn same64(self, a: *const u8, b: *const u8) -> usize {
        // SAFETY: 64 bytes at `a` and `b` are readable (caller), so 16 are from 0, 16, 32 and 48
        // on; SSE2 is part of x86-64.
        unsafe {
            let equal = |i: usize| {
                let (a, b) = (
                    _mm_loadu_si128(a.add(i).cast()),
                    _mm_loadu_si128(b.add(i).cast()),
                );
                u64::from(_mm_movemask_epi8(_mm_cmpeq_epi8(a, b)) as u32) << i
            };
            (equal(0) | equal(16) | equal(32) | equal(48)).trailing_ones() as usize
        }
    }

    #[inline(always)]
    unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool {
        // SAFETY: 32 bytes at `a` and `b` are readable (caller); SSE2 is part of x86-64.
        unsafe {
            let low = _mm_cmpeq_epi8(_mm_loadu_si128(a.cast()), _mm_loadu_si128(b.cast()));
            let high = _mm_cmpeq_epi8(
                _mm_loadu_si128(a.add(16).cast()),
                _mm_loadu_si128(b.add(16).cast()),
            );
            let equal = _mm_movemask_epi8(low) as u32 | (_mm_movemask_epi8(high) as u32) << 16;
            !equal & mask == 0
        }
    }

    #[inline(always)]
    unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool {
        // SAFETY: `len` bytes at `p` are readable (caller).
        utf8::is_valid_without_shuffle(unsafe { core::slice::from_raw_parts(p, len) })
    }
}

/// # Safety
/// None beyond SSE2, which every x86-64 has.
#[inline(always)]
unsafe fn sse2_stops(v: __m128i) -> u64 {
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        // v <= 0x1F, unsigned, is min(v, 0x1F) == v.
        let control = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
        let quote = _mm_cmpeq_epi8(v, _mm_set1_epi8(b'"' as i8));
        let slash = _mm_cmpeq_epi8(v, _mm_set1_epi8(b'\\' as i8));
        _mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quote, slash))) as u32 as u64
    }
}

/// Read from byte n on, it moves the first n of 16 bytes to the end, behind zeros.
const TO_THE_END: [u8; 32] = {
    let mut index = [0x80; 32];
    let mut i = 16;
    while i < 32 {
        index[i] = i as u8 - 16;
        i += 1;
    }
    index
};

/// Reads the digits at the head of 16 bytes: sums pairs of digits, then pairs of those, then fours:
/// Mula, "SIMD-ized conversion of strings to integers" (2014).
///
/// # Safety
/// The processor has SSE4.1, and `p` is readable for 16 bytes.
#[inline(always)]
unsafe fn sse41_digits16(p: *const u8) -> (u64, usize) {
    // SAFETY: the caller vouches for SSE4.1 and 16 bytes at `p`; n <= 16, so 16 bytes from n on
    // are inside the table of 32.
    unsafe {
        let v = _mm_sub_epi8(_mm_loadu_si128(p.cast()), _mm_set1_epi8(b'0' as i8));
        let digits = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(9)), v);
        let n = (!(_mm_movemask_epi8(digits) as u32)).trailing_zeros() as usize;
        let to_end = _mm_loadu_si128(TO_THE_END.as_ptr().add(n).cast());
        let ones = _mm_shuffle_epi8(v, to_end);
        let twos = _mm_maddubs_epi16(ones, _mm_set1_epi16(1 << 8 | 10));
        let fours = _mm_madd_epi16(twos, _mm_set1_epi32(1 << 16 | 100));
        let fours = _mm_packus_epi32(fours, fours);
        let eights = _mm_madd_epi16(fours, _mm_set1_epi32(1 << 16 | 10_000));
        let eights = _mm_cvtsi128_si64(eights) as u64;
        ((eights & 0xFFFF_FFFF) * 100_000_000 + (eights >> 32), n)
    }
}

/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn avx2_stops(v: __m256i) -> u64 {
    // SAFETY: the caller vouches for AVX2.
    unsafe {
        let control = _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1F)), v);
        let quote = _mm256_cmpeq_epi8(v, _mm256_set1_epi8(b'"' as i8));
        let slash = _mm256_cmpeq_epi8(v, _mm256_set1_epi8(b'\\' as i8));
        _mm256_movemask_epi8(_mm256_or_si256(control, _mm256_or_si256(quote, slash))) as u32 as u64
    }
}

/// For each low nibble, the white space byte with this nibble, or a byte with another nibble.
const SPACE_BY_NIBBLE: [u8; 16] = [
    b' ', 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, b'\t', b'\n', 0xFF, 0xFF, b'\r', 0xFF, 0,
];

impl Ops for Avx2 {
    #[inline(always)]
    unsafe fn string_stops(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 32 bytes at `p` are readable (caller); `self` proves AVX2.
        unsafe {
            let v = _mm256_loadu_si256(p.cast());
            (avx2_stops(v), _mm256_movemask_epi8(v) as u32 as u64)
        }
    }

    #[inline(always)]
    unsafe fn string_end(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 32 bytes at `p` are readable (caller); `self` proves AVX2.
        unsafe {
            let v = _mm256_loadu_si256(p.cast());
            let quote = _mm256_cmpeq_epi8(v, _mm256_set1_epi8(b'"' as i8));
            // The comparison is signed: bytes above 0x7F are below 0x20.
            let odd = _mm256_or_si256(
                _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), v),
                _mm256_cmpeq_epi8(v, _mm256_set1_epi8(b'\\' as i8)),
            );
            let mask = |v| _mm256_movemask_epi8(v) as u32 as u64;
            (mask(quote), mask(odd))
        }
    }

    #[inline(always)]
    unsafe fn spaces(self, p: *const u8) -> u64 {
        // SAFETY: 32 bytes at `p` are readable (caller); `self` proves AVX2. A byte with the high
        // bit set looks up zero, which differs from it.
        unsafe {
            let v = _mm256_loadu_si256(p.cast());
            let table =
                _mm256_broadcastsi128_si256(_mm_loadu_si128(SPACE_BY_NIBBLE.as_ptr().cast()));
            let same = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, v), v);
            _mm256_movemask_epi8(same) as u32 as u64
        }
    }

    #[inline(always)]
    unsafe fn non_ascii(self, p: *const u8) -> u64 {
        // SAFETY: 32 bytes at `p` are readable (caller); `self` proves AVX2.
        unsafe { _mm256_movemask_epi8(_mm256_loadu_si256(p.cast())) as u32 as u64 }
    }

    #[inline(always)]
    unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: 32 bytes are readable at `from` and writable at `to` (caller); `self` proves
        // AVX2.
        unsafe {
            let v = _mm256_loadu_si256(from.cast());
            _mm256_storeu_si256(to.cast(), v);
            avx2_stops(v)
        }
    }

    #[inline(always)]
    unsafe fn same64(self, a: *const u8, b: *const u8) -> usize {
        // SAFETY: 64 bytes at `a` and `b` are readable (caller), so 32 are from 0 and 32 on; `self`
        // proves AVX2.
        unsafe {
            let equal = |i: usize| {
                let (a, b) = (
                    _mm256_loadu_si256(a.add(i).cast()),
                    _mm256_loadu_si256(b.add(i).cast()),
                );
                u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, b)) as u32) << i
            };
            (equal(0) | equal(32)).trailing_ones() as usize
        }
    }

    #[inline(always)]
    unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool {
        // SAFETY: 32 bytes at `a` and `b` are readable (caller); `self` proves AVX2.
        unsafe {
            let same =
                _mm256_cmpeq_epi8(_mm256_loadu_si256(a.cast()), _mm256_loadu_si256(b.cast()));
            !(_mm256_movemask_epi8(same) as u32) & mask == 0
        }
    }

    #[inline(always)]
    unsafe fn digits16(self, p: *const u8) -> (u64, usize) {
        // SAFETY: 16 bytes at `p` are readable (caller); `self` proves AVX2, and so SSE4.1.
        unsafe { sse41_digits16(p) }
    }

    #[inline(always)]
    fn numbers16(self, records: &Rows<'_>, slots: &[u32; 16], numbers: &mut [i64; 16]) -> bool {
        let mut halves = slots.as_chunks().0.iter().zip(numbers.as_chunks_mut().0);
        // SAFETY: `self` proves AVX2.
        halves.all(|(slots, numbers)| unsafe { numbers::avx2(records, slots, numbers) })
    }

    #[inline(always)]
    unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool {
        /// Validates the bytes. Out of line, since one hot loop calls it from many places.
        ///
        /// # Safety
        /// `p` is readable for `len` bytes.
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma")]
        #[inline(never)]
        unsafe fn validate(p: *const u8, len: usize) -> bool {
            // SAFETY: this function is compiled for AVX2; the rest is the caller's contract.
            unsafe { utf8::blocks::<Block256>(p, len) }
        }
        // SAFETY: `len` bytes at `p` are readable (caller); `self` proves AVX2.
        unsafe { validate(p, len) }
    }
}

impl Ops for Avx512 {
    #[inline(always)]
    unsafe fn string_stops(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 64 bytes at `p` are readable (caller); `self` proves AVX-512 BW.
        unsafe {
            let v = _mm512_loadu_si512(p.cast());
            (avx512_stops(v), _mm512_movepi8_mask(v))
        }
    }

    #[inline(always)]
    unsafe fn string_end(self, p: *const u8) -> (u64, u64) {
        // SAFETY: 64 bytes at `p` are readable (caller); `self` proves AVX-512 BW.
        unsafe {
            let v = _mm512_loadu_si512(p.cast());
            let quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'"' as i8));
            // The comparison is signed: bytes above 0x7F are below 0x20.
            let odd = _mm512_cmplt_epi8_mask(v, _mm512_set1_epi8(0x20));
            (
                quote,
                odd | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'\\' as i8)),
            )
        }
    }

    #[inline(always)]
    unsafe fn spaces(self, p: *const u8) -> u64 {
        // SAFETY: 64 bytes at `p` are readable (caller); `self` proves AVX-512 BW. A byte with the
        // high bit set looks up zero, which differs from it.
        unsafe {
            let v = _mm512_loadu_si512(p.cast());
            let table = _mm512_broadcast_i32x4(_mm_loadu_si128(SPACE_BY_NIBBLE.as_ptr().cast()));
            _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, v), v)
        }
    }

    #[inline(always)]
    unsafe fn non_ascii(self, p: *const u8) -> u64 {
        // SAFETY: 64 bytes at `p` are readable (caller); `self` proves AVX-512 BW.
        unsafe { _mm512_movepi8_mask(_mm512_loadu_si512(p.cast())) }
    }

    #[inline(always)]
    unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: 64 bytes are readable at `from` and writable at `to` (caller); `self` proves
        // AVX-512 BW.
        unsafe {
            let v = _mm512_loadu_si512(from.cast());
            _mm512_storeu_si512(to.cast(), v);
            avx512_stops(v)
        }
    }

    #[inline(always)]
    unsafe fn same64(self, a: *const u8, b: *const u8) -> usize {
        // SAFETY: 64 bytes at `a` and `b` are readable (caller); `self` proves AVX-512 BW.
        unsafe {
            let (a, b) = (_mm512_loadu_si512(a.cast()), _mm512_loadu_si512(b.cast()));
            _mm512_cmpneq_epi8_mask(a, b).trailing_zeros() as usize
        }
    }

    #[inline(always)]
    unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool {
        // SAFETY: 32 bytes at `a` and `b` are readable (caller); `self` proves AVX-512 BW, VL.
        unsafe {
            let (a, b) = (_mm256_loadu_si256(a.cast()), _mm256_loadu_si256(b.cast()));
            _mm256_mask_cmpneq_epi8_mask(mask, a, b) == 0
        }
    }

    #[inline(always)]
    unsafe fn digits16(self, p: *const u8) -> (u64, usize) {
        // SAFETY: 16 bytes at `p` are readable (caller); `self` proves AVX-512, and so SSE4.1.
        unsafe { sse41_digits16(p) }
    }

    #[inline(always)]
    fn numbers16(self, records: &Rows<'_>, slots: &[u32; 16], numbers: &mut [i64; 16]) -> bool {
        // SAFETY: `self` proves AVX-512 F.
        unsafe { numbers::avx512(records, slots, numbers) }
    }

    #[inline(always)]
    unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool {
        /// Validates the bytes. Out of line, since one hot loop calls it from many places.
        ///
        /// # Safety
        /// `p` is readable for `len` bytes.
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt,fma"
        )]
        #[inline(never)]
        unsafe fn validate(p: *const u8, len: usize) -> bool {
            // SAFETY: this function is compiled for AVX-512; the rest is the caller's contract.
            unsafe { utf8::blocks::<Block512>(p, len) }
        }
        // SAFETY: `len` bytes at `p` are readable (caller); `self` proves AVX-512 BW, VBMI.
        unsafe { validate(p, len) }
    }
}

/// # Safety
/// The processor has AVX-512 BW.
#[inline(always)]
unsafe fn avx512_stops(v: __m512i) -> u64 {
    // SAFETY: the caller vouches for AVX-512 BW.
    unsafe {
        _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20))
            | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'"' as i8))
            | _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(b'\\' as i8))
    }
}
