//! The AArch64 instruction set NEON, which every hosted AArch64 target has.
//!
//! The module exists only if the compile target has NEON, so nothing is detected at run time: a
//! [`Neon`] proves what the compiler assumes everywhere.

use core::arch::aarch64::*;

use super::Task;
use super::vector::{Isa, sealed::Ops};
use crate::utf8::{self, Block, tables};

/// A vector of 16 bytes; part of the compile target.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// Returns the set: the compile target has NEON.
    #[inline(always)]
    pub fn compiled() -> Self {
        Self(())
    }
}

impl Isa for Neon {
    const LANES: usize = 16;
    const NAME: &'static str = "neon";

    #[inline(never)]
    fn outlined<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// For each byte, its bit among the eight of its half.
const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// Returns one bit for each byte of `lanes`, all of whose bytes are all ones or all zeros. NEON has
/// no such instruction: the bits of eight bytes, each in its place, are added up in pairs.
#[inline(always)]
fn movemask(lanes: uint8x16_t) -> u64 {
    // SAFETY: NEON is part of the compile target; `BITS` has 16 bytes.
    unsafe {
        let bits = vandq_u8(lanes, vld1q_u8(BITS.as_ptr()));
        let pairs = vpaddq_u8(bits, bits);
        let fours = vpaddq_u8(pairs, pairs);
        let eights = vpaddq_u8(fours, fours);
        u64::from(vgetq_lane_u16::<0>(vreinterpretq_u16_u8(eights)))
    }
}

/// Returns ones for bytes below 0x20, quotes and backslashes.
#[inline(always)]
fn stops(v: uint8x16_t) -> u64 {
    // SAFETY: NEON is part of the compile target.
    let any = unsafe {
        let control = vcltq_u8(v, vdupq_n_u8(0x20));
        let quote = vceqq_u8(v, vdupq_n_u8(b'"'));
        let slash = vceqq_u8(v, vdupq_n_u8(b'\\'));
        vorrq_u8(control, vorrq_u8(quote, slash))
    };
    movemask(any)
}

/// Returns ones for bytes with the high bit set.
#[inline(always)]
fn high(v: uint8x16_t) -> u64 {
    // SAFETY: NEON is part of the compile target.
    movemask(unsafe { vcltzq_s8(vreinterpretq_s8_u8(v)) })
}

impl Ops for Neon {
    #[inline(always)]
    unsafe fn string_stops(self, p: *const u8) -> (u64, u64) {
        // SAFETY: LANES = 16 bytes at `p` are readable (caller).
        let v = unsafe { vld1q_u8(p) };
        (stops(v), high(v))
    }

    #[inline(always)]
    unsafe fn string_end(self, p: *const u8) -> (u64, u64) {
        // SAFETY: LANES = 16 bytes at `p` are readable (caller); NEON is part of the compile
        // target.
        unsafe {
            let v = vld1q_u8(p);
            let quote = vceqq_u8(v, vdupq_n_u8(b'"'));
            // The comparison is signed: bytes above 0x7F are below 0x20.
            let odd = vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(0x20));
            let slash = vceqq_u8(v, vdupq_n_u8(b'\\'));
            (movemask(quote), movemask(vorrq_u8(odd, slash)))
        }
    }

    #[inline(always)]
    unsafe fn spaces(self, p: *const u8) -> u64 {
        // SAFETY: LANES = 16 bytes at `p` are readable (caller).
        let any = unsafe {
            let v = vld1q_u8(p);
            let space = vceqq_u8(v, vdupq_n_u8(b' '));
            let tab = vceqq_u8(v, vdupq_n_u8(b'\t'));
            let feed = vceqq_u8(v, vdupq_n_u8(b'\n'));
            let back = vceqq_u8(v, vdupq_n_u8(b'\r'));
            vorrq_u8(vorrq_u8(space, tab), vorrq_u8(feed, back))
        };
        movemask(any)
    }

    #[inline(always)]
    unsafe fn non_ascii(self, p: *const u8) -> u64 {
        // SAFETY: LANES = 16 bytes at `p` are readable (caller).
        high(unsafe { vld1q_u8(p) })
    }

    #[inline(always)]
    unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: LANES = 16 bytes are readable at `from` and writable at `to` (caller).
        let v = unsafe {
            let v = vld1q_u8(from);
            vst1q_u8(to, v);
            v
        };
        stops(v)
    }

    #[inline(always)]
    unsafe fn same64(self, a: *const u8, b: *const u8) -> usize {
        // SAFETY: 64 bytes at `a` and `b` are readable (caller), so 16 are from 0, 16, 32 and 48
        // on.
        let equal =
            |i: usize| unsafe { movemask(vceqq_u8(vld1q_u8(a.add(i)), vld1q_u8(b.add(i)))) << i };
        (equal(0) | equal(16) | equal(32) | equal(48)).trailing_ones() as usize
    }

    #[inline(always)]
    unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool {
        // SAFETY: 32 bytes at `a` and `b` are readable (caller).
        let (low, high) = unsafe {
            (
                vceqq_u8(vld1q_u8(a), vld1q_u8(b)),
                vceqq_u8(vld1q_u8(a.add(16)), vld1q_u8(b.add(16))),
            )
        };
        let equal = movemask(low) | movemask(high) << 16;
        !equal & u64::from(mask) == 0
    }

    #[inline(always)]
    unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool {
        /// Validates the bytes. Out of line, since one hot loop calls it from many places.
        ///
        /// # Safety
        /// `p` is readable for `len` bytes.
        #[inline(never)]
        unsafe fn validate(p: *const u8, len: usize) -> bool {
            // SAFETY: NEON is part of the compile target; the rest is the caller's contract.
            unsafe { utf8::blocks::<Block128>(p, len) }
        }
        // SAFETY: `len` bytes at `p` are readable (caller).
        unsafe { validate(p, len) }
    }
}

/// 16 bytes of text under UTF-8 validation.
#[derive(Clone, Copy)]
struct Block128(uint8x16_t);

// SAFETY (of each block below): NEON is part of the compile target; the contract of `Block` is that
// `p` is readable as far as each method requires.
impl Block for Block128 {
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: NEON is part of the compile target.
        Self(unsafe { vdupq_n_u8(0) })
    }
    #[inline(always)]
    unsafe fn load(p: *const u8) -> Self {
        // SAFETY: contract of `Block`: 16 readable bytes.
        Self(unsafe { vld1q_u8(p) })
    }
    #[inline(always)]
    unsafe fn load_part(p: *const u8, len: usize) -> Self {
        let mut bytes = [0_u8; 16];
        // SAFETY: contract of `Block`: `len` < 16 bytes at `p` are readable.
        unsafe {
            bytes.as_mut_ptr().copy_from_nonoverlapping(p, len);
            Self::load(bytes.as_ptr())
        }
    }
    #[inline(always)]
    unsafe fn is_ascii(self) -> bool {
        // SAFETY: NEON is part of the compile target.
        unsafe { vmaxvq_u8(self.0) < 0x80 }
    }
    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: NEON is part of the compile target.
        unsafe { vmaxvq_u8(self.0) == 0 }
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: NEON is part of the compile target.
        Self(unsafe { vorrq_u8(self.0, other.0) })
    }
    #[inline(always)]
    unsafe fn errors(self, before: Self) -> Self {
        // SAFETY: NEON is part of the compile target; each table has 16 bytes.
        unsafe {
            let v = self.0;
            let prev1 = vextq_u8::<15>(before.0, v);
            let prev2 = vextq_u8::<14>(before.0, v);
            let prev3 = vextq_u8::<13>(before.0, v);
            let table = |t: &[u8; 16], index| vqtbl1q_u8(vld1q_u8(t.as_ptr()), index);
            let special = vandq_u8(
                vandq_u8(
                    table(&tables::FIRST_HIGH, vshrq_n_u8::<4>(prev1)),
                    table(&tables::FIRST_LOW, vandq_u8(prev1, vdupq_n_u8(0x0F))),
                ),
                table(&tables::SECOND_HIGH, vshrq_n_u8::<4>(v)),
            );
            let third = vqsubq_u8(prev2, vdupq_n_u8(0xE0 - 0x80));
            let fourth = vqsubq_u8(prev3, vdupq_n_u8(0xF0 - 0x80));
            let must = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
            Self(veorq_u8(must, special))
        }
    }
}
