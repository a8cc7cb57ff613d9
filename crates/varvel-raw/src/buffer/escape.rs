//! Writes text as a JSON string: copies it, scans it for bytes that need an escape, and quotes it
//! in one pass.
//!
//! The idea, in plain code:
//!
//! ```text
//! put '"'
//! for each byte of the text: put its escape if it has one, else the byte
//! put '"' and the bytes of the tail
//! ```
//!
//! The real loop copies a whole vector and looks for bytes that need an escape on the way. Few
//! texts have one. If there is one, the escape is written over the byte, and the rest of the vector
//! is copied again behind it: no byte is scanned twice.

use super::{Buffer, OutOfMemory, SLACK};
use crate::simd::{self, Compiled, Isa, Task};
use crate::text::Text;

/// The escape of each byte below 0x80 that needs one: up to six bytes, and in the eighth byte their
/// number.
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

/// The length of the longest escape, `\u001f`.
const LONGEST: usize = 6;

/// Texts of up to this length are copied inline: most are so short, and a call would cost as much.
const SHORT: usize = 64;

impl Buffer {
    /// Appends `text` as a JSON string with its quotes, then the first `behind` (at most 3) bytes
    /// of `tail`. Escapes are as short as JSON allows: `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`,
    /// and `\u00XX` for the other control characters.
    ///
    /// ```
    /// use varvel_raw::buffer::Buffer;
    /// let mut out = Buffer::new();
    /// out.put_quoted("say \"\u{1}\"".into(), *b":  ", 1).unwrap();
    /// assert_eq!(out.as_slice(), br#""say \"\u0001\"":"#);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_quoted(
        &mut self,
        text: Text<'_>,
        tail: [u8; 3],
        behind: usize,
    ) -> Result<(), OutOfMemory> {
        const { assert!(Compiled::LANES <= SLACK && SHORT <= SLACK) };
        let (window, n) = (text.window(), text.len());
        if n > SHORT {
            return self.put_long(window, n, tail, behind);
        }
        // Room for the quotes and the tail.
        self.reserve(n + 5)?;
        let len = self.bytes.len();
        // SAFETY: `reserve` left room for n + 5 + SLACK bytes at `len`.
        let to = unsafe {
            let to = self.bytes.as_mut_ptr().add(len);
            to.write(b'"');
            to.add(1)
        };
        let clean = if window.len() >= n + SLACK {
            // SAFETY: n + SLACK bytes are readable in the window and writable at `to`. The vector's
            // spare memory is not part of any slice, so they do not overlap.
            unsafe { copy_wide(Compiled::compiled(), window.as_ptr(), n, to) }
        } else {
            // SAFETY: n <= SHORT bytes are readable in the window and writable at `to`.
            unsafe { copy_exact(window.as_ptr(), n, to) }
        };
        if !clean {
            return self.put_long(window, n, tail, behind);
        }
        // SAFETY: n + 4 + SLACK bytes are writable at `to`, n of which are initialised; the four
        // bytes behind them are initialised here, and behind <= 3.
        unsafe {
            let close = [b'"', tail[0], tail[1], tail[2]];
            to.add(n).cast::<[u8; 4]>().write_unaligned(close);
            self.bytes.set_len(len + 2 + n + behind.min(3));
        }
        Ok(())
    }

    /// Appends any text as a JSON string: the first `n` bytes of `window`, which is passed in
    /// registers. Out of line, and compiled for each instruction set.
    #[inline(never)]
    fn put_long(
        &mut self,
        window: &[u8],
        n: usize,
        tail: [u8; 3],
        behind: usize,
    ) -> Result<(), OutOfMemory> {
        struct Escape<'a>(&'a mut Buffer, &'a [u8], usize);
        impl Task for Escape<'_> {
            type Output = Result<(), OutOfMemory>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn run<I: Isa>(self, isa: I) -> Self::Output {
                let Self(out, window, n) = self;
                out.put_window(isa, window, n)
            }
        }
        self.put(*b"\"")?;
        // The part with SLACK bytes behind it, and then the rest, copied to a place with SLACK
        // bytes behind it.
        let wide = n.min(window.len().saturating_sub(SLACK));
        simd::dispatch(Escape(self, window, wide))?;
        if wide < n {
            let mut last = [0; 2 * SLACK];
            last[..n - wide].copy_from_slice(&window[wide..n]);
            simd::dispatch(Escape(self, &last, n - wide))?;
        }
        self.put_part([b'"', tail[0], tail[1], tail[2]], 1 + behind.min(3))
    }

    /// Appends `window[..n]` with escapes. Does nothing unless `window` has SLACK bytes behind `n`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put_window<I: Isa>(&mut self, isa: I, window: &[u8], n: usize) -> Result<(), OutOfMemory> {
        const { assert!(I::LANES <= SLACK) };
        if window.len() < n.saturating_add(SLACK) {
            return Ok(());
        }
        let mut at = 0;
        while at < n {
            // Room for the rest of the text unescaped, and for the longest result of one vector.
            self.reserve((n - at) + LONGEST * I::LANES)?;
            let len = self.bytes.len();
            let first = at;
            // SAFETY: `len` is inside the allocation.
            let start = unsafe { self.bytes.as_mut_ptr().add(len) };
            let mut to = start;
            let mut stops;
            loop {
                // SAFETY: at < n, so LANES <= SLACK bytes from `at` are inside the window; `to` is
                // at - first bytes behind `start`, so there is room for them. The vector's spare
                // memory is not part of any slice, so they do not overlap.
                stops = unsafe { isa.copy_stops(window.as_ptr().add(at), to) };
                if stops != 0 || n - at <= I::LANES {
                    break;
                }
                at += I::LANES;
                // SAFETY: at < n, so this is within the room.
                to = unsafe { to.add(I::LANES) };
            }
            let here = (n - at).min(I::LANES);
            if here < 64 {
                stops &= (1 << here) - 1;
            }
            while stops != 0 {
                let stop = stops.trailing_zeros() as usize;
                stops &= stops - 1;
                // SAFETY: stop < here, so `at + stop` < n is inside the window, and LANES bytes
                // behind it too: at + stop + 1 <= n. Each stop has moved `to` by at most 5, so
                // what is written ends at most 5 * LANES + LANES + LANES bytes behind where this
                // vector began, for which there is room.
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
            // SAFETY: the copies initialised all bytes from `start` up to `here` bytes behind `to`,
            // which is within the room; `to` is not before `start`.
            unsafe {
                let end = to.add(here);
                self.bytes.set_len(len + end.offset_from_unsigned(start));
            }
            debug_assert!(at > first);
        }
        Ok(())
    }
}

/// Copies `n` bytes in whole vectors, at least one. Returns whether none of them needs an escape;
/// if one does, the caller discards the copy.
///
/// # Safety
/// `from` is readable and `to` writable for n + SLACK bytes; they do not overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_wide<I: Isa>(isa: I, from: *const u8, n: usize, to: *mut u8) -> bool {
    let mut at = 0;
    loop {
        // SAFETY: at <= n, and LANES <= SLACK.
        let stops = unsafe { isa.copy_stops(from.add(at), to.add(at)) };
        if stops != 0 {
            return at + stops.trailing_zeros() as usize >= n;
        }
        at += I::LANES;
        if at >= n {
            return true;
        }
    }
}

/// Copies `n` bytes and reads none behind them. Returns whether none of them needs an escape.
///
/// # Safety
/// `from` is readable and `to` writable for n bytes; they do not overlap. `n <= SHORT`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_exact(from: *const u8, n: usize, to: *mut u8) -> bool {
    // SAFETY: every copy takes bytes below n: a first part that n is known to have, and a last part
    // of the same size that ends at n. Together they are all bytes, since n is at most twice that
    // size.
    unsafe {
        match n {
            32.. => copy_ends::<_, 2>(Vector::compiled(), from, n, to),
            16.. => copy_ends::<_, 1>(Vector::compiled(), from, n, to),
            8.. => {
                let first = u64::from_le_bytes(copy(from, to));
                let last = u64::from_le_bytes(copy(from.add(n - 8), to.add(n - 8)));
                stops(first) | stops(last) == 0
            }
            4.. => {
                let first = u32::from_le_bytes(copy(from, to));
                let last = u32::from_le_bytes(copy(from.add(n - 4), to.add(n - 4)));
                stops(u64::from(first) | u64::from(last) << 32) == 0
            }
            2.. => {
                let first = u16::from_le_bytes(copy(from, to));
                let last = u16::from_le_bytes(copy(from.add(n - 2), to.add(n - 2)));
                stops(SPACES << 32 | u64::from(last) << 16 | u64::from(first)) == 0
            }
            1 => {
                let [only] = copy(from, to);
                stops(SPACES << 8 | u64::from(only)) == 0
            }
            0 => true,
        }
    }
}

/// A vector of 16 bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
type Vector = simd::Sse2;
/// A vector of 16 bytes.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
type Vector = Compiled;

/// Copies the first and the last `V` vectors of `n` bytes. Returns whether none of them needs an
/// escape.
///
/// # Safety
/// `from` is readable and `to` writable for n bytes; they do not overlap. `n >= 16 * V`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_ends<I: Isa, const V: usize>(
    isa: I,
    from: *const u8,
    n: usize,
    to: *mut u8,
) -> bool {
    const { assert!(I::LANES == 16) };
    let mut stops = 0;
    for vector in 0..V {
        let (first, last) = (16 * vector, n - 16 * (vector + 1));
        // SAFETY: vector < V and n >= 16 * V, so the 16 bytes from `first` and from `last` are
        // below n.
        unsafe {
            stops |= isa.copy_stops(from.add(first), to.add(first));
            stops |= isa.copy_stops(from.add(last), to.add(last));
        }
    }
    stops == 0
}

/// Eight bytes that need no escape.
const SPACES: u64 = 0x2020_2020_2020_2020;

/// Returns a number that is not zero if one of eight bytes needs an escape. Uses a plain word: LLVM
/// makes vectors of a loop over few bytes, and assembling them costs more than it saves.
#[inline(always)]
const fn stops(eight: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    // The subtraction borrows from the high bit of a byte that is less than the subtrahend. A wrong
    // borrow comes only from a byte that already is. With bit 1 flipped, a quote is below 0x21, as
    // control characters are, and no other byte is.
    let low = (eight ^ (2 * ONES)).wrapping_sub(0x21 * ONES);
    let slash = (eight ^ (b'\\' as u64 * ONES)).wrapping_sub(ONES);
    (low | slash) & !eight & (0x80 * ONES)
}

/// Copies N bytes, and returns them.
///
/// # Safety
/// `from` is readable and `to` writable for N bytes; they do not overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy<const N: usize>(from: *const u8, to: *mut u8) -> [u8; N] {
    // SAFETY: the caller vouches for N bytes at both; `[u8; N]` needs no alignment.
    unsafe {
        let bytes = from.cast::<[u8; N]>().read();
        to.cast::<[u8; N]>().write(bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    /// The idea of this file, in plain code.
    fn plain(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        for byte in text.bytes() {
            match byte {
                0x20.. if byte != b'"' && byte != b'\\' => out.push(byte),
                _ => {
                    let escape = ESCAPES[usize::from(byte)];
                    out.extend_from_slice(&escape[..usize::from(escape[7])]);
                }
            }
        }
        out
    }

    fn texts() -> Vec<String> {
        let (lengths, firsts): (&[usize], &[usize]) = match cfg!(miri) {
            // One length of each kind: short, of a few words, beyond a vector.
            true => (&[0, 9, 17, 65], &[0, 14]),
            false => (
                &[
                    0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 300,
                ],
                &[0, 1, 14, 16, 63],
            ),
        };
        let intervals: &[usize] = if cfg!(miri) {
            &[1, 15]
        } else {
            &[1, 2, 15, 64]
        };
        let mut texts = Vec::new();
        for &len in lengths {
            texts.push("x".repeat(len));
            for &every in intervals {
                for &first in firsts {
                    let c = |i| match (i + every - first % every) % every {
                        0 => ['"', '\u{1}', '\\', '\n', '\u{1F}'][i % 5],
                        _ => 'y',
                    };
                    texts.push((0..len).map(c).collect());
                }
            }
        }
        texts
    }

    #[test]
    #[cfg_attr(miri, ignore = "arithmetic alone")]
    fn each_byte_among_eight_is_judged() {
        for byte in 0..=u8::MAX {
            let needs = byte < 0x20 || byte == b'"' || byte == b'\\';
            for at in 0..8 {
                for other in [b'x', 0x20, 0x21, 0x5D, 0x80, 0xFF] {
                    let mut eight = [other; 8];
                    eight[at] = byte;
                    assert_eq!(stops(u64::from_le_bytes(eight)) != 0, needs, "{eight:?}");
                }
            }
        }
    }

    #[test]
    fn every_instruction_set_escapes_alike() {
        #[derive(Clone, Copy)]
        struct Run<'a>(&'a [u8], usize);
        impl Task for Run<'_> {
            type Output = Vec<u8>;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn run<I: Isa>(self, isa: I) -> Vec<u8> {
                let mut out = Buffer::new();
                out.put_window(isa, self.0, self.1).unwrap();
                out.into_vec()
            }
        }
        for text in texts() {
            let expected = plain(&text);
            let mut window = text.clone().into_bytes();
            window.extend([b'"'; SLACK]);
            simd::each(Run(&window, text.len()), |name, found| {
                assert_eq!(found, expected, "{name}: {text:?}");
            });
        }
    }

    #[test]
    fn texts_with_and_without_memory_behind_them() {
        for text in texts() {
            let mut expected = Vec::from(*b"\"");
            expected.extend(plain(&text));
            expected.extend(*b"\": ");
            let mut window = text.clone().into_bytes();
            window.extend([b'\\'; 2 * SLACK]);
            for behind in [0, 1, SLACK - 1, SLACK, 2 * SLACK] {
                let window = &window[..text.len() + behind];
                let text = Text::checked(window, text.len()).unwrap();
                let mut out = Buffer::new();
                out.put_quoted(text, *b": !", 2).unwrap();
                assert_eq!(out.as_slice(), expected);
            }
        }
    }
}
