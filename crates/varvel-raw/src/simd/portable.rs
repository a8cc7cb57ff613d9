//! The portable instruction set: eight bytes at a time in a plain register. The other sets are
//! tested against it.

use super::vector::{Isa, sealed::Ops};

/// Plain 64-bit registers, which every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Portable(());

impl Portable {
    /// Returns the portable set, which always exists.
    #[inline(always)]
    pub fn compiled() -> Self {
        Self(())
    }
}

impl Isa for Portable {
    const LANES: usize = 16;
    const NAME: &'static str = "portable";

    #[inline(never)]
    fn outlined<T: super::Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns the high bit of each byte that is zero in `x`; exact for every byte.
#[inline(always)]
fn zero_bytes(x: u64) -> u64 {
    // A byte b is zero iff neither (b & 0x7F) + 0x7F nor b has its high bit set. No carry leaves a
    // byte, since 0x7F + 0x7F = 0xFE.
    !(((x & !HIGH) + !HIGH) | x) & HIGH
}

#[inline(always)]
fn equal_bytes(x: u64, byte: u8) -> u64 {
    zero_bytes(x ^ (LOW * u64::from(byte)))
}

/// Returns one bit for each byte, from its high bit: byte 0 of the register gives bit 0.
#[inline(always)]
fn gather(high_bits: u64) -> u64 {
    // Multiplication moves bit 8i+7 to bit 56+i: the partial products do not collide.
    ((high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080)) >> 56
}

/// Applies `f` to both halves of 16 bytes, and gathers the results to 16 bits.
///
/// # Safety
/// `p` is readable for 16 bytes.
#[inline(always)]
unsafe fn halves(p: *const u8, f: impl Fn(u64) -> u64) -> u64 {
    // SAFETY: the caller vouches for 16 readable bytes; `read_unaligned` needs no alignment.
    let (a, b) = unsafe {
        (
            p.cast::<[u8; 8]>().read_unaligned(),
            p.add(8).cast::<[u8; 8]>().read_unaligned(),
        )
    };
    gather(f(u64::from_le_bytes(a))) | gather(f(u64::from_le_bytes(b))) << 8
}

#[inline(always)]
fn stops(x: u64) -> u64 {
    // Below 0x20: no bit of 0xE0 is set.
    let control = zero_bytes(x & (LOW * 0xE0));
    control | equal_bytes(x, b'"') | equal_bytes(x, b'\\')
}

impl Ops for Portable {
    #[inline(always)]
    unsafe fn string_stops(self, p: *const u8) -> (u64, u64) {
        // SAFETY: the caller vouches for LANES = 16 readable bytes.
        unsafe { (halves(p, stops), halves(p, |x| x & HIGH)) }
    }

    #[inline(always)]
    unsafe fn string_end(self, p: *const u8) -> (u64, u64) {
        let quote = |x| equal_bytes(x, b'"');
        let odd = |x| zero_bytes(x & (LOW * 0xE0)) | equal_bytes(x, b'\\') | x & HIGH;
        // SAFETY: the caller vouches for LANES = 16 readable bytes.
        unsafe { (halves(p, quote), halves(p, odd)) }
    }

    #[inline(always)]
    unsafe fn spaces(self, p: *const u8) -> u64 {
        let space = |x| {
            equal_bytes(x, b' ')
                | equal_bytes(x, b'\n')
                | equal_bytes(x, b'\r')
                | equal_bytes(x, b'\t')
        };
        // SAFETY: the caller vouches for LANES = 16 readable bytes.
        unsafe { halves(p, space) }
    }

    #[inline(always)]
    unsafe fn non_ascii(self, p: *const u8) -> u64 {
        // SAFETY: the caller vouches for LANES = 16 readable bytes.
        unsafe { halves(p, |x| x & HIGH) }
    }

    #[inline(always)]
    unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64 {
        // SAFETY: the caller vouches for 16 readable, 16 writable bytes that do not overlap.
        unsafe {
            to.copy_from_nonoverlapping(from, 16);
            halves(from, stops)
        }
    }

    #[inline(always)]
    unsafe fn same64(self, a: *const u8, b: *const u8) -> usize {
        // SAFETY: the caller vouches for 64 readable bytes at both; arrays of bytes need no
        // alignment.
        let (a, b) = unsafe { (&*a.cast::<[[u8; 8]; 8]>(), &*b.cast::<[[u8; 8]; 8]>()) };
        let mut n = 0;
        for (a, b) in a.iter().zip(b) {
            let differ = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
            n += differ.trailing_zeros() as usize / 8;
            if differ != 0 {
                break;
            }
        }
        n
    }

    #[inline(always)]
    unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool {
        let n = 32 - mask.leading_zeros() as usize;
        // SAFETY: the caller vouches for 32 readable bytes at both, and n <= 32.
        let (a, b) = unsafe {
            (
                core::slice::from_raw_parts(a, n),
                core::slice::from_raw_parts(b, n),
            )
        };
        let mut i = 0;
        while i < n {
            if mask >> i & 1 == 1 && a[i] != b[i] {
                return false;
            }
            i += 1;
        }
        true
    }

    #[inline(always)]
    unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool {
        // SAFETY: the caller vouches for `len` readable bytes.
        core::str::from_utf8(unsafe { core::slice::from_raw_parts(p, len) }).is_ok()
    }
}
