//! [`Ahead`]: a position in the input that is itself a pointer to the bytes seen from there.
//!
//! [`crate::look`] turns a position into bytes that may be read; a loop that does so at every step
//! pays for each look. Here the position is the pointer, into the input or, near its end, into the
//! copy of its last bytes. One comparison a step keeps it where all bytes ahead can be read.

use crate::look::{AHEAD, Far, Head, Look};
use crate::prefetch;
use crate::simd::Isa;
use crate::text::Text;

/// A position from which [`AHEAD`] bytes can be read: those of the input, then zeros.
///
/// It has no clone. It stays in registers as long as no reference to it is passed to a function
/// that is not inlined: such a function takes the offset and returns one, and [`Ahead::seek`] goes
/// there.
#[derive(Debug)]
pub struct Ahead<'a, 't, I> {
    look: Look<'a, 't, I>,
    /// Invariant: points into the input or its tail, as `limit` and `origin` describe, with AHEAD
    /// bytes to read.
    p: *const u8,
    /// The first pointer of that memory with fewer than AHEAD bytes behind it.
    limit: *const u8,
    /// The address at which offset 0 of the input is, or would be.
    origin: usize,
}

impl<'a: 't, 't, I: Isa> Ahead<'a, 't, I> {
    /// Returns the position `at` of an input.
    #[inline(always)]
    pub fn new(look: Look<'a, 't, I>, at: usize) -> Self {
        let (p, limit, origin) = look.place(at);
        Self {
            look,
            p,
            limit,
            origin,
        }
    }

    /// Returns the offset. Past the end of the input it is only a number.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.p.addr().wrapping_sub(self.origin)
    }

    /// Returns the bytes that are seen.
    #[inline(always)]
    pub fn far(&self) -> &'t Far {
        // SAFETY: the invariant; both memories live for 't.
        unsafe { &*self.p.cast::<Far>() }
    }

    /// Returns the nearer part of the bytes that are seen.
    #[inline(always)]
    pub fn head(&self) -> &'t Head {
        Look::<I>::after(self.far(), 0)
    }

    /// Returns the first byte.
    #[inline(always)]
    pub fn byte(&self) -> u8 {
        self.far()[0]
    }

    /// Returns the first four bytes as a little-endian number: one comparison recognises a word.
    #[inline(always)]
    pub fn word(&self) -> u32 {
        // SAFETY: four bytes are less than AHEAD; an array of bytes needs no alignment.
        u32::from_le_bytes(unsafe { *self.p.cast::<[u8; 4]>() })
    }

    /// Passes `n` of the bytes that are seen: fewer than [`AHEAD`].
    #[inline(always)]
    pub fn advance(&mut self, n: usize) {
        debug_assert!(n < AHEAD);
        prefetch::line(self.p.wrapping_add(prefetch::DISTANCE));
        // SAFETY: there are AHEAD bytes at `p`, and n modulo AHEAD is less.
        let p = unsafe { self.p.add(n % AHEAD) };
        if p >= self.limit {
            let at = p.addr().wrapping_sub(self.origin);
            (self.p, self.limit, self.origin) = self.look.tail_place(at);
            return;
        }
        self.p = p;
    }

    /// Goes to the offset `at`.
    #[inline(always)]
    pub fn seek(&mut self, at: usize) {
        (self.p, self.limit, self.origin) = self.look.place(at);
    }

    /// Returns the string whose opening quote is the first byte, and passes it, if it closes within
    /// one vector, has no escape and is UTF-8.
    #[inline(always)]
    pub fn short_string(&mut self) -> Option<Text<'a>> {
        // SAFETY: the bytes that are seen are those of the input at this offset.
        let text = unsafe { self.look.short_string_in(self.far(), self.position()) }?;
        self.advance(text.len() + 2);
        Some(text)
    }
}
