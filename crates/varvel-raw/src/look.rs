//! [`Look`]: looks ahead in the input without a bounds check at each look, at bytes that always
//! exist.
//!
//! One check finds out whether 256 bytes follow a position. If not, the look goes to a copy of the
//! input's last bytes with zeros behind them, which is made once. Every look at those bytes is then
//! free of checks, whatever the position; hot loops are built on this. Positions are plain numbers,
//! so that they stay in registers.

use core::mem::MaybeUninit;

use crate::key::{Colon, Key, Lead, Pattern};
use crate::number::{self, Num, NumError};
use crate::simd::Isa;
use crate::text::Text;

/// The number of bytes that are seen from a position; past the end of the input they are zeros.
pub const AHEAD: usize = 256;

/// The greatest offset in a [`Far`] at which a [`Head`] may begin.
const STEP: usize = 128;

/// The bytes that are seen from a position on.
pub type Far = [u8; AHEAD];

/// The bytes that are seen from a place within the first bytes of a [`Far`].
pub type Head = [u8; AHEAD - STEP];

/// Room for a copy of an input's last bytes with zeros behind them.
///
/// It is made first and filled in place, since returning it would copy it.
#[derive(Debug)]
#[repr(align(64))]
pub struct Tail {
    bytes: MaybeUninit<[u8; 2 * AHEAD]>,
}

impl Tail {
    /// Returns room that is not filled yet.
    #[inline(always)]
    pub const fn new() -> Self {
        Self {
            bytes: MaybeUninit::uninit(),
        }
    }

    /// Returns a look at `input`, whose tail this keeps. Copies at most [`AHEAD`] bytes.
    #[inline(always)]
    pub fn look<'a, I: Isa>(&mut self, isa: I, input: &'a [u8]) -> Look<'a, '_, I> {
        let to = self.bytes.as_mut_ptr().cast::<[u8; AHEAD]>();
        match input.last_chunk::<AHEAD>() {
            // SAFETY: there is room for two blocks of AHEAD bytes; both are written.
            Some(last) => unsafe {
                to.write(*last);
                to.add(1).write([0; AHEAD]);
            },
            // SAFETY: there is room for two blocks of AHEAD bytes; both are written, and here the
            // input is shorter than a block.
            None => unsafe {
                to.cast::<[u8; 2 * AHEAD]>().write([0; 2 * AHEAD]);
                to.cast::<u8>()
                    .copy_from_nonoverlapping(input.as_ptr(), input.len());
            },
        }
        Look {
            input,
            inside: (input.len() + 1).saturating_sub(AHEAD),
            // SAFETY: all of the bytes were just written.
            tail: unsafe { self.bytes.assume_init_ref() },
            isa,
        }
    }
}

impl Default for Tail {
    fn default() -> Self {
        Self::new()
    }
}

/// A view of an input at any of its positions.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a, 't, I> {
    /// The whole input. Invariant: a look at a position inside it shows its bytes.
    input: &'a [u8],
    /// The number of positions with AHEAD bytes behind them: `(len + 1).saturating_sub(AHEAD)`. A
    /// position is compared with it directly; a sum could overflow.
    inside: usize,
    /// The input's last `min(AHEAD, len)` bytes, and zeros behind them.
    tail: &'t [u8; 2 * AHEAD],
    isa: I,
}

impl<'a: 't, 't, I: Isa> Look<'a, 't, I> {
    /// Returns the whole input.
    #[inline(always)]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the instruction set.
    #[inline(always)]
    pub fn isa(&self) -> I {
        self.isa
    }

    /// Returns the bytes seen from `at` on.
    #[inline(always)]
    pub fn far(&self, at: usize) -> &'t Far {
        if at < self.inside {
            // SAFETY: at < inside, and so at + AHEAD <= len: AHEAD bytes from `at` are inside the
            // input.
            return unsafe { &*self.input.as_ptr().add(at).cast::<Far>() };
        }
        self.tail_far(at)
    }

    /// Returns the nearer part of the bytes seen from `at` on.
    #[inline(always)]
    pub fn head(&self, at: usize) -> &'t Head {
        Self::after(self.far(at), 0)
    }

    /// Returns the bytes behind the first `n` (below 128) of `far`.
    #[inline(always)]
    pub fn after(far: &Far, n: usize) -> &Head {
        debug_assert!(n < STEP);
        // SAFETY: n modulo STEP is below STEP, and a head from there takes AHEAD - STEP bytes.
        unsafe { &*far.as_ptr().add(n % STEP).cast::<Head>() }
    }

    #[inline(always)]
    fn tail_far(&self, at: usize) -> &'t Far {
        let (p, _, _) = self.tail_place(at);
        // SAFETY: AHEAD bytes can be read there, for 't.
        unsafe { &*p.cast::<Far>() }
    }

    /// Returns a pointer to the bytes at `at`; the first pointer of that memory with fewer than
    /// AHEAD bytes behind it; and the address at which offset 0 is in it, or would be.
    #[inline(always)]
    pub(crate) fn place(self, at: usize) -> (*const u8, *const u8, usize) {
        if at < self.inside {
            let start = self.input.as_ptr();
            // SAFETY: at < inside <= len.
            return unsafe { (start.add(at), start.add(self.inside), start.addr()) };
        }
        self.tail_place(at)
    }

    /// Returns the place of `at` in the tail. Takes the look by value: a reference would keep the
    /// owner of the look in memory.
    #[cold]
    #[inline(never)]
    pub(crate) fn tail_place(self, at: usize) -> (*const u8, *const u8, usize) {
        let start = self.tail.as_ptr();
        let tail_start = self.input.len().saturating_sub(AHEAD);
        let from = at.saturating_sub(tail_start).min(AHEAD);
        let origin = start.addr().wrapping_sub(tail_start);
        // SAFETY: from <= AHEAD, and the tail has 2 * AHEAD bytes.
        unsafe { (start.add(from), start.add(AHEAD + 1), origin) }
    }

    /// Returns the length of the text before the value of a member, if it equals the pattern.
    #[inline(always)]
    pub fn pattern(&self, far: &Far, pattern: &Pattern) -> Option<usize> {
        let text = core::ptr::from_ref(pattern).cast();
        // SAFETY: more than 64 bytes are seen; a pattern has 64 bytes, all of them initialised, the
        // first of which are the text (`Pattern`).
        let same = unsafe { self.isa.same64(far.as_ptr(), text) };
        let len = pattern.needs();
        (same >= len).then_some(len)
    }

    /// Returns the length of the key with its quotes, the colon and white space, if they are seen.
    #[inline(always)]
    pub fn key_colon(&self, head: &Head, key: &Key, colon: &Colon) -> Option<usize> {
        let (block, key_mask, key_len) = key.parts();
        let (colon, colon_mask, colon_len) = colon.parts();
        // SAFETY: a quoted key has at most 32 bytes, so all bytes read are within the first 32 + 4
        // of the head; the block has 32.
        let same = unsafe {
            let p = head.as_ptr();
            let word = p.add(key_len).cast::<[u8; 4]>().read_unaligned();
            self.isa.equal32(p, block.as_ptr(), key_mask)
                & ((u32::from_le_bytes(word) ^ colon) & colon_mask == 0)
                & (key_len != 0)
        };
        same.then_some(key_len + colon_len)
    }

    /// Returns whether the comma and white space of `lead` are seen. More white space may follow.
    #[inline(always)]
    pub fn lead(&self, head: &Head, lead: &Lead) -> bool {
        let (block, mask, _) = lead.parts();
        // SAFETY: the head and the block have at least 32 bytes.
        unsafe { self.isa.equal32(head.as_ptr(), block.as_ptr(), mask) }
    }

    /// Returns whether the white space of `lead` (without its comma) is seen. More may follow.
    #[inline(always)]
    pub fn lead_spaces(&self, head: &Head, lead: &Lead) -> bool {
        let (block, mask, _) = lead.parts();
        // SAFETY: the head has at least 32 bytes, and the block 40, one of which is skipped.
        unsafe {
            self.isa
                .equal32(head.as_ptr(), block.as_ptr().add(1), mask >> 1)
        }
    }

    /// Returns how many bytes of white space there are at `at`.
    #[inline(always)]
    pub fn spaces(&self, at: usize) -> usize {
        let mut n = 0;
        loop {
            // SAFETY: a head has at least LANES bytes.
            let spaces = unsafe { self.isa.spaces(self.head(at + n).as_ptr()) };
            let run = (!spaces).trailing_zeros() as usize;
            // Past the end of the input there are zeros, which are no white space.
            if run < I::LANES {
                return n + run;
            }
            n += I::LANES;
        }
    }

    /// Returns the string whose opening quote is at `at`, if it closes within one vector, has no
    /// escape and is UTF-8. The string takes its length and two bytes of input.
    #[inline(always)]
    pub fn short_string(&self, at: usize) -> Option<Text<'a>> {
        // SAFETY: `far` returns the bytes seen from there.
        unsafe { self.short_string_in(self.far(at), at) }
    }

    /// Returns the string whose opening quote is at `at`, like [`Look::short_string`].
    ///
    /// # Safety
    /// `far` are the bytes seen from `at`.
    #[inline(always)]
    pub(crate) unsafe fn short_string_in(&self, far: &Far, at: usize) -> Option<Text<'a>> {
        // SAFETY: LANES <= 64, and more than 64 bytes follow the first.
        let (quotes, odd) = unsafe { self.isa.string_end(far.as_ptr().add(1)) };
        if quotes == 0 {
            return None;
        }
        let len = quotes.trailing_zeros() as usize;
        let start = at + 1;
        debug_assert!(start + len < self.input.len());
        // SAFETY: a closing quote was seen at start + len; past the input there are zeros only, so
        // start <= start + len < input.len().
        let window = unsafe { self.input.get_unchecked(start..) };
        if odd & (quotes ^ (quotes - 1)) != 0 {
            // SAFETY: LANES <= 64, and more than 64 bytes follow the first.
            let (stops, _) = unsafe { self.isa.string_stops(far.as_ptr().add(1)) };
            let plain = stops.trailing_zeros() as usize == len;
            if !plain || !crate::utf8::is_valid_with(self.isa, &window[..len]) {
                return None;
            }
        }
        // SAFETY: `len <= window.len()`. The bytes seen are those of the input from `start` on, and
        // they are ASCII or were just validated.
        Some(unsafe { Text::new_unchecked(window, len) })
    }

    /// Returns the integer at the head, if it is short (up to 15 digits), and how many bytes it
    /// takes.
    ///
    /// This and [`Look::quick_float`] return in registers: a caller that needs the length to go on
    /// does not wait for the value.
    #[inline(always)]
    pub fn quick_int(&self, head: &Head) -> Option<(i64, usize)> {
        let minus = usize::from(head[0] == b'-');
        // SAFETY: 17 bytes are inside the head.
        let (value, digits) = unsafe { self.isa.digits16(head.as_ptr().add(minus)) };
        // The likely bytes behind it are white space, a comma, or a bracket, and not a point or an
        // exponent.
        let after = head[minus + digits];
        if after > b',' && after | 0x20 != b'}' {
            return None;
        }
        // One digit, or up to 15 that do not begin with a zero.
        if digits.wrapping_sub(1) >= 15 || head[minus] == b'0' && digits != 1 {
            return None;
        }
        let value = value as i64;
        if minus == 0 {
            return Some((value, digits));
        }
        // -0 is a float.
        (value != 0).then_some((-value, 1 + digits))
    }

    /// Returns the float at the head, if it has up to three digits before the point, up to 15
    /// behind it and no exponent; also returns how many bytes it takes.
    #[inline(always)]
    pub fn quick_float(&self, head: &Head) -> Option<(f64, usize)> {
        number::quick_float(head.first_chunk()?)
    }

    /// Reads the JSON number that begins at `at`. Returns the number, and how many bytes it takes.
    /// The error's offset counts from `at`.
    #[inline(never)]
    pub fn number(&self, at: usize) -> Result<(Num, usize), NumError> {
        number::parse_json(self.input.get(at..).unwrap_or(&[]))
    }
}
