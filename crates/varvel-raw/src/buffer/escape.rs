//! Text into the output as a JSON string: copied, scanned for what needs an escape, and quoted in
//! one go.
//!
//! The idea, in plain code:
//!
//! ```text
//! put '"'
//! for each byte of the text: put its escape if it has one, else the byte
//! put '"' and what comes behind the string
//! ```
//!
//! The real loop copies a whole vector and looks for bytes that need an escape on the way. Few
//! texts have one; where it does, the escape is written over the byte, and the rest of the vector
//! is copied again behind it: no byte is looked at twice.

use super::{Buffer, OutOfMemory, SLACK};
use crate::simd::Isa;
use crate::text::Text;

/// How each byte below 0x80 that needs an escape is written: up to six bytes, and in the eighth
/// how many of them.
static ESCAPES: [[u8; 8]; 128] = escapes();

const fn escapes() -> [[u8; 8]; 128] {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut table = [[0; 8]; 128];
    let mut byte = 0;
    while byte < 0x20 {
        let (high, low) = (HEX[byte >> 4], HEX[byte & 15]);
        table[byte] = [b'\\', b'u', b'0', b'0', high, low, 0, 6];
        byte += 1;
    }
    let short = b"\"\"\\\\\x08b\x0Cf\nn\rr\tt";
    let mut i = 0;
    while i < short.len() {
        table[short[i] as usize] = [b'\\', short[i + 1], 0, 0, 0, 0, 0, 2];
        i += 2;
    }
    table
}

/// The longest escape, `\u001f`.
const LONGEST: usize = 6;

impl Buffer {
    /// Appends `text` as a JSON string with its quotes, then the first `behind` (at most 3) bytes of
    /// `tail`. Escapes are as short as JSON allows: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, and
    /// `\u00XX` for the other control characters.
    ///
    /// ```
    /// use varvel_raw::{buffer::Buffer, simd::Compiled};
    /// let mut out = Buffer::new();
    /// out.put_quoted(Compiled::compiled(), "say \"\u{1}\"".into(), *b":  ", 1).unwrap();
    /// assert_eq!(out.as_slice(), br#""say \"\u0001\"":"#);
    /// ```
    #[inline(always)]
    pub fn put_quoted<I: Isa>(
        &mut self,
        isa: I,
        text: Text<'_>,
        tail: [u8; 3],
        behind: usize,
    ) -> Result<(), OutOfMemory> {
        const { assert!(I::LANES <= SLACK) };
        let (window, n) = (text.window(), text.len());
        // The quotes and the tail.
        self.reserve(n + 5)?;
        let len = self.bytes.len();
        // SAFETY: `reserve` left room for n + 5 + SLACK bytes at `len`.
        let to = unsafe {
            let to = self.bytes.as_mut_ptr().add(len);
            to.write(b'"');
            to.add(1)
        };
        if window.len() >= n + SLACK {
            let mut at = 0;
            loop {
                // SAFETY: at <= n (the loop ends at n, and n = 0 looks at the first vector): LANES
                // <= SLACK bytes at `at` are inside the window, and inside the room behind `to`.
                // The vector's spare memory is not part of any slice, so they do not overlap.
                let stops = unsafe { isa.copy_stops(window.as_ptr().add(at), to.add(at)) };
                if stops != 0 {
                    if at + (stops.trailing_zeros() as usize) < n {
                        // SAFETY: 1 + at bytes behind `len` are initialised: the quote, and
                        // `at` bytes of text that need no escape.
                        unsafe { self.bytes.set_len(len + 1 + at) };
                        return self.put_escaped(isa, window, at, n, tail, behind);
                    }
                    break;
                }
                at += I::LANES;
                if at >= n {
                    break;
                }
            }
        } else {
            // SAFETY: n + SLACK bytes are writable at `to`, n of them readable in the window.
            let clean = unsafe { copy_exact(isa, &window[..n], to) };
            if !clean {
                // SAFETY: the quote behind `len` is initialised.
                unsafe { self.bytes.set_len(len + 1) };
                return self.put_escaped_exact(isa, text.as_bytes(), tail, behind);
            }
        }
        // SAFETY: n + 4 + SLACK bytes are writable at `to`, of which n are initialised; the four
        // bytes behind them become so here, and behind <= 3.
        unsafe {
            to.add(n)
                .cast::<[u8; 4]>()
                .write_unaligned([b'"', tail[0], tail[1], tail[2]]);
            self.bytes.set_len(len + 2 + n + behind.min(3));
        }
        Ok(())
    }

    /// Goes on with the text `window[at..n]`, where something needs an escape, up to its closing
    /// quote and tail. `window` has SLACK bytes behind `n`, or the text ends before them (then
    /// nothing is appended but what is in it).
    #[inline(never)]
    fn put_escaped<I: Isa>(
        &mut self,
        isa: I,
        window: &[u8],
        at: usize,
        n: usize,
        tail: [u8; 3],
        behind: usize,
    ) -> Result<(), OutOfMemory> {
        self.escape_window(isa, window, at, n)?;
        self.put_part([b'"', tail[0], tail[1], tail[2]], 1 + behind.min(3))
    }

    /// Appends `window[at..n]` with escapes. Nothing happens unless `window` has SLACK bytes behind
    /// `n`.
    #[inline(always)]
    fn escape_window<I: Isa>(
        &mut self,
        isa: I,
        window: &[u8],
        mut at: usize,
        n: usize,
    ) -> Result<(), OutOfMemory> {
        if window.len() < n.saturating_add(SLACK) {
            return Ok(());
        }
        while at < n {
            // What one vector becomes at most, and the rest of the text as it is.
            self.reserve((n - at) + LONGEST * I::LANES)?;
            let len = self.bytes.len();
            let here = (n - at).min(I::LANES);
            // SAFETY: `len` is inside the allocation.
            let mut to = unsafe { self.bytes.as_mut_ptr().add(len) };
            let start = to;
            // SAFETY: at < n, so LANES <= SLACK bytes from `at` are inside the window; and there is
            // room for them.
            let mut stops = unsafe { isa.copy_stops(window.as_ptr().add(at), to) };
            if here < 64 {
                stops &= (1 << here) - 1;
            }
            while stops != 0 {
                let stop = stops.trailing_zeros() as usize;
                stops &= stops - 1;
                // SAFETY: stop < here, so `at + stop` < n is inside the window, and LANES bytes
                // behind it too: at + stop + 1 <= n. Each stop has moved `to` by at most 5, so
                // what is written ends at most 5 * LANES + LANES + 8 bytes behind `start`, for
                // which there is room.
                unsafe {
                    let from = window.as_ptr().add(at + stop);
                    let escape = ESCAPES.get_unchecked(usize::from(*from & 0x7F));
                    to.add(stop).cast::<[u8; 8]>().write_unaligned(*escape);
                    to = to.add(usize::from(escape[7]) - 1);
                    to.add(stop + 1)
                        .copy_from_nonoverlapping(from.add(1), I::LANES);
                }
            }
            at += here;
            // SAFETY: the copies initialised all from `start` up to `here` bytes behind `to`, which
            // is within the room.
            unsafe {
                self.bytes
                    .set_len(len + here + to.offset_from_unsigned(start))
            };
        }
        Ok(())
    }

    /// Appends the whole text with escapes, closing quote and tail, where no bytes may be read
    /// behind it.
    #[inline(never)]
    fn put_escaped_exact<I: Isa>(
        &mut self,
        isa: I,
        text: &[u8],
        tail: [u8; 3],
        behind: usize,
    ) -> Result<(), OutOfMemory> {
        // All but the last vector has SLACK bytes behind it; the last is copied to where it has.
        let head = text.len().saturating_sub(SLACK);
        if head > 0 {
            self.escape_window(isa, text, 0, head)?;
        }
        let mut last = [0; 2 * SLACK];
        let rest = &text[head..];
        last[..rest.len()].copy_from_slice(rest);
        self.put_escaped(isa, &last, 0, rest.len(), tail, behind)
    }
}

/// Copies `text` and reads no byte behind it; whether nothing in it needs an escape (if not, what
/// was copied does not count).
///
/// # Safety
/// `to` is writable for `text.len() + SLACK` bytes and does not overlap `text`.
#[inline(always)]
unsafe fn copy_exact<I: Isa>(isa: I, text: &[u8], to: *mut u8) -> bool {
    let (from, n) = (text.as_ptr(), text.len());
    // SAFETY: every copy takes bytes inside `text` to the same place behind `to`: a first part that
    // n is known to have, and a last part of the same size that ends at n.
    unsafe {
        if n > I::LANES {
            let mut at = 0;
            let mut stops = 0;
            while at + I::LANES < n {
                stops |= isa.copy_stops(from.add(at), to.add(at));
                at += I::LANES;
            }
            let last = n - I::LANES;
            return stops | isa.copy_stops(from.add(last), to.add(last)) == 0;
        }
        if n >= 32 {
            return !(copy::<32>(from, to) | copy::<32>(from.add(n - 32), to.add(n - 32)));
        }
        if n >= 16 {
            return !(copy::<16>(from, to) | copy::<16>(from.add(n - 16), to.add(n - 16)));
        }
        if n >= 8 {
            return !(copy::<8>(from, to) | copy::<8>(from.add(n - 8), to.add(n - 8)));
        }
        if n >= 4 {
            return !(copy::<4>(from, to) | copy::<4>(from.add(n - 4), to.add(n - 4)));
        }
        let mut stops = false;
        for i in 0..n {
            stops |= copy::<1>(from.add(i), to.add(i));
        }
        !stops
    }
}

/// Copies N bytes; whether one of them needs an escape.
///
/// # Safety
/// `from` is readable and `to` writable for N bytes; they do not overlap.
#[inline(always)]
unsafe fn copy<const N: usize>(from: *const u8, to: *mut u8) -> bool {
    // SAFETY: the caller vouches for N bytes at both; `[u8; N]` has no alignment.
    let bytes = unsafe { from.cast::<[u8; N]>().read() };
    // SAFETY: as above.
    unsafe { to.cast::<[u8; N]>().write(bytes) };
    let mut stops = false;
    for byte in bytes {
        stops |= byte < 0x20 || byte == b'"' || byte == b'\\';
    }
    stops
}
