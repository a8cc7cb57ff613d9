//! UTF-8 validation in vectors.
//!
//! The method is that of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per
//! Byte" (Software: Practice and Experience 51, 2021): three table look-ups by nibble classify
//! every pair of neighbouring bytes, and a saturating subtraction finds where a third or fourth
//! byte must follow.

use alloc::string::String;
use alloc::vec::Vec;

use crate::prefetch;
use crate::simd::{self, Isa, Task};

/// Returns whether `bytes` are UTF-8. Costs linear time; looks at 64 bytes a step if the processor
/// has AVX-512.
///
/// ```
/// assert!(varvel_raw::utf8::is_valid("größe".as_bytes()));
/// assert!(!varvel_raw::utf8::is_valid(b"\xC0\x80"));
/// ```
pub fn is_valid(bytes: &[u8]) -> bool {
    struct Validate<'a>(&'a [u8]);
    impl Task for Validate<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> bool {
            is_valid_with(isa, self.0)
        }
    }
    simd::dispatch(Validate(bytes))
}

/// Returns the bytes as a string if they are UTF-8, checked in vectors; otherwise returns the bytes
/// as the error.
///
/// ```
/// assert_eq!(varvel_raw::utf8::into_string(b"ok".to_vec()), Ok("ok".into()));
/// assert_eq!(varvel_raw::utf8::into_string(vec![0xFF]), Err(vec![0xFF]));
/// ```
pub fn into_string(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    if !is_valid(&bytes) {
        return Err(bytes);
    }
    // SAFETY: all of the bytes were just found to be UTF-8.
    Ok(unsafe { String::from_utf8_unchecked(bytes) })
}

/// Returns whether `bytes` are UTF-8, with an instruction set that the caller already has.
#[inline(always)]
pub fn is_valid_with<I: Isa>(isa: I, bytes: &[u8]) -> bool {
    // SAFETY: a slice is readable for its length.
    unsafe { isa.is_utf8(bytes.as_ptr(), bytes.len()) }
}

/// Returns whether `bytes` are UTF-8, for an instruction set without a byte shuffle. A long text is
/// validated with the best instruction set of this processor.
#[allow(dead_code, reason = "no caller on targets with a byte shuffle")]
pub(crate) fn is_valid_without_shuffle(bytes: &[u8]) -> bool {
    #[cfg(feature = "std")]
    {
        /// From this length on a call costs less than it gains.
        const LONG: usize = 64;
        struct Long<'a>(&'a [u8]);
        impl Task for Long<'_> {
            type Output = bool;
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> bool {
                is_valid_with(isa, self.0)
            }
            // The processor has nothing better.
            fn run_plain(self) -> bool {
                core::str::from_utf8(self.0).is_ok()
            }
        }
        if bytes.len() >= LONG {
            return simd::dispatch(Long(bytes));
        }
    }
    core::str::from_utf8(bytes).is_ok()
}

/// Returns whether the first `len` bytes of `window` are ASCII; checks all 64 if `len` is more.
///
/// ```
/// use varvel_raw::{simd::Portable, utf8::is_ascii_with};
/// let mut window = [0xFF; 64];
/// window[..2].copy_from_slice(b"ok");
/// assert!(is_ascii_with(Portable::compiled(), &window, 2));
/// assert!(!is_ascii_with(Portable::compiled(), &window, 3));
/// ```
#[inline(always)]
pub fn is_ascii_with<I: Isa>(isa: I, window: &[u8; 64], len: usize) -> bool {
    const { assert!(I::LANES <= 64 && 64 % I::LANES == 0) };
    let others = (0..64).step_by(I::LANES).fold(0, |others, at| {
        // SAFETY: LANES divides 64, so LANES bytes follow each of these positions.
        others | unsafe { isa.non_ascii(window.as_ptr().add(at)) } << at
    });
    match len {
        0..64 => others & ((1 << len) - 1) == 0,
        _ => others == 0,
    }
}

/// A vector of text bytes for the validation.
///
/// # Safety of every method
/// The processor has the instructions of the implementing type. `load` reads `LANES` bytes;
/// `load_part` reads `len < LANES` bytes and fills up with zeros.
#[allow(
    dead_code,
    reason = "no implementation on targets without a byte shuffle"
)]
pub(crate) trait Block: Copy {
    const LANES: usize;
    unsafe fn zero() -> Self;
    unsafe fn load(p: *const u8) -> Self;
    unsafe fn load_part(p: *const u8, len: usize) -> Self;
    unsafe fn is_ascii(self) -> bool;
    unsafe fn is_zero(self) -> bool;
    unsafe fn or(self, other: Self) -> Self;
    /// Returns non-zero bytes where a byte of this block cannot follow the bytes before it.
    unsafe fn errors(self, before: Self) -> Self;
}

/// The distance in bytes at which the loop prefetches. When a long document is validated string by
/// string, the processor's own prefetcher loses track between the strings. Measured: 512 is too
/// few, 4096 hardly better.
#[allow(dead_code, reason = "not used on targets without a byte shuffle")]
const AHEAD: usize = 2048;

/// Validates UTF-8, with one loop for all vectors.
///
/// A final part of fewer than `LANES` bytes (zero bytes, too) is filled up with zeros. Since a zero
/// cannot continue a character, a character that is cut off at the end is an error there.
///
/// # Safety
/// The contract of [`Block`], and `len` readable bytes at `p`.
#[allow(dead_code, reason = "no caller on targets without a byte shuffle")]
#[inline(always)]
pub(crate) unsafe fn blocks<B: Block>(p: *const u8, len: usize) -> bool {
    // SAFETY: `at` never passes `len`: blocks are read only while as many bytes are left, the last
    // whole one only if there are LANES bytes, and the last part reads only the bytes that are
    // left; the rest is the caller's contract.
    unsafe {
        let mut at = 0;
        let mut before = B::zero();
        let mut errors = B::zero();
        // Most text is ASCII: four blocks with one test.
        while len - at >= 4 * B::LANES {
            let block = |i: usize| B::load(p.add(at + i * B::LANES));
            let (a, b, c, d) = (block(0), block(1), block(2), block(3));
            for line in 0..B::LANES / 16 {
                prefetch::line(p.wrapping_add(at + AHEAD + 64 * line));
            }
            if !(a.or(b).or(c.or(d)).is_ascii() && before.is_ascii()) {
                errors = errors.or(a.errors(before).or(b.errors(a)));
                errors = errors.or(c.errors(b).or(d.errors(c)));
            }
            before = d;
            at += 4 * B::LANES;
        }
        while len - at >= B::LANES {
            let block = B::load(p.add(at));
            if !(block.is_ascii() && before.is_ascii()) {
                errors = errors.or(block.errors(before));
            }
            before = block;
            at += B::LANES;
        }
        // The last whole block holds the rest, and bytes that were checked before.
        if len >= B::LANES && before.is_ascii() && B::load(p.add(len - B::LANES)).is_ascii() {
            return errors.is_zero();
        }
        let block = B::load_part(p.add(at), len - at);
        if !(block.is_ascii() && before.is_ascii()) {
            errors = errors.or(block.errors(before));
        }
        errors.is_zero()
    }
}

/// The three look-up tables. A bit stands for one way in which two bytes in a row are wrong; it is
/// an error if all three tables have it.
#[allow(dead_code, reason = "not used on targets without a byte shuffle")]
pub(crate) mod tables {
    /// A leading byte is followed by another byte than a continuation.
    const TOO_SHORT: u8 = 1;
    /// ASCII is followed by a continuation.
    const TOO_LONG: u8 = 1 << 1;
    const OVERLONG_3: u8 = 1 << 2;
    const TOO_LARGE: u8 = 1 << 3;
    const SURROGATE: u8 = 1 << 4;
    const OVERLONG_2: u8 = 1 << 5;
    /// Above U+10FFFF with a second byte 0x80..=0x8F (F5 and up), or F0 with an overlong one.
    const TOO_LARGE_1000: u8 = 1 << 6;
    const OVERLONG_4: u8 = 1 << 6;
    /// Two continuations in a row: correct only as a third or fourth byte.
    const TWO_CONTS: u8 = 1 << 7;
    const CARRY: u8 = TOO_SHORT | TOO_LONG | TWO_CONTS;

    /// The bits for the high nibble of the first byte.
    pub const FIRST_HIGH: [u8; 16] = {
        let mut t = [TOO_LONG; 16];
        t[0x8] = TWO_CONTS;
        t[0x9] = TWO_CONTS;
        t[0xA] = TWO_CONTS;
        t[0xB] = TWO_CONTS;
        t[0xC] = TOO_SHORT | OVERLONG_2;
        t[0xD] = TOO_SHORT;
        t[0xE] = TOO_SHORT | OVERLONG_3 | SURROGATE;
        t[0xF] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4;
        t
    };
    /// The bits for the low nibble of the first byte.
    pub const FIRST_LOW: [u8; 16] = {
        let mut t = [CARRY | TOO_LARGE | TOO_LARGE_1000; 16];
        t[0x0] = CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4;
        t[0x1] = CARRY | OVERLONG_2;
        t[0x2] = CARRY;
        t[0x3] = CARRY;
        t[0x4] = CARRY | TOO_LARGE;
        t[0xD] = CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE;
        t
    };
    /// The bits for the high nibble of the second byte.
    pub const SECOND_HIGH: [u8; 16] = {
        let base = TOO_LONG | OVERLONG_2 | TWO_CONTS;
        let mut t = [TOO_SHORT; 16];
        t[0x8] = base | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4;
        t[0x9] = base | OVERLONG_3 | TOO_LARGE;
        t[0xA] = base | SURROGATE | TOO_LARGE;
        t[0xB] = base | SURROGATE | TOO_LARGE;
        t
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Check<'a>(&'a [u8]);
    impl Task for Check<'_> {
        type Output = bool;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> bool {
            is_valid_with(isa, self.0)
        }
    }

    fn all_agree(bytes: &[u8]) {
        let expected = core::str::from_utf8(bytes).is_ok();
        simd::each(Check(bytes), |name, got| {
            assert_eq!(got, expected, "{name} on {bytes:x?}");
        });
    }

    #[test]
    fn every_two_and_three_byte_sequence_at_block_borders() {
        let step = if cfg!(miri) { 97 } else { 1 };
        let mut text = [b'a'; 130];
        for at in [0, 30, 31, 62, 63, 127] {
            for first in (0x70..=0xFF_u8).step_by(step) {
                for second in (0x70..=0xFF_u8).step_by(step) {
                    for third in [b'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0] {
                        text[at..at + 3].copy_from_slice(&[first, second, third]);
                        all_agree(&text);
                        all_agree(&text[..at + 3]);
                        all_agree(&text[..at + 1]);
                        text[at..at + 3].copy_from_slice(b"aaa");
                    }
                }
            }
        }
    }

    /// Text long enough for four blocks at a time, with an error before, in and behind them.
    #[test]
    fn sequences_at_every_position_of_long_text() {
        let step = if cfg!(miri) { 97 } else { 1 };
        let sequences: [&[u8]; 8] = [
            "é".as_bytes(),
            "€".as_bytes(),
            "😀".as_bytes(),
            b"\xC3",
            b"\xA9",
            b"\xED\xA0\x80",
            b"\xF0\x9F\x98",
            b"\xC0\x80",
        ];
        for sequence in sequences {
            for at in (0..600).step_by(step) {
                let mut text = [b'a'; 700];
                text[at..at + sequence.len()].copy_from_slice(sequence);
                all_agree(&text);
                all_agree(&text[..at + sequence.len()]);
                all_agree(&text[at..]);
            }
        }
    }

    #[test]
    fn every_byte_of_a_window() {
        #[derive(Clone)]
        struct Window<'a>(&'a [u8; 64], usize);
        impl Task for Window<'_> {
            type Output = bool;
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> bool {
                is_ascii_with(isa, self.0, self.1)
            }
        }
        let mut window = [0x7F; 64];
        let step = if cfg!(miri) { 9 } else { 1 };
        for at in (0..64).step_by(step) {
            window[at] = 0x80;
            for len in [0, 1, at, at + 1, 63, 64, 65, usize::MAX] {
                simd::each(Window(&window, len), |name, got| {
                    assert_eq!(got, len <= at, "{name}: byte {at} of {len}");
                });
            }
            window[at] = 0x7F;
        }
    }

    #[test]
    fn every_scalar_value_is_accepted_and_its_prefixes_are_not() {
        let step = if cfg!(miri) { 30_011 } else { 7 };
        for c in (0..=0x10_FFFF_u32).step_by(step).filter_map(char::from_u32) {
            let mut buffer = [b' '; 70];
            let len = c.len_utf8();
            c.encode_utf8(&mut buffer[61..]);
            all_agree(&buffer);
            for cut in 61..61 + len {
                all_agree(&buffer[..cut]);
            }
        }
    }
}
