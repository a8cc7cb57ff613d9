//! The input cursor: a position in a byte slice, and wide looks at what follows.
//!
//! No look needs padding after the input. Where a whole vector no longer fits, the last whole
//! vector of the input is looked at instead and its mask shifted, or (inputs shorter than a
//! vector) a zero-filled copy.

use crate::key::Key;
use crate::number::{self, Num, NumError};
use crate::simd::Isa;
use crate::text::Text;

/// A position in `input`, with the instruction set for looking ahead.
///
/// The position may be moved anywhere by [`Cursor::seek`]; every look checks it.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, I> {
    input: &'a [u8],
    at: usize,
    isa: I,
}

/// How the scan of a string's body ended.
pub enum StringScan<'a> {
    /// A closing quote; the text before it is UTF-8 and has no escape. The cursor is past the
    /// quote.
    Plain(Text<'a>),
    /// A backslash, a control character or the end of input; the cursor is still at the first
    /// byte of the body, and the stop is this many bytes from there.
    Stop(usize),
    /// The closing quote was found, but the bytes before it are not UTF-8; the cursor is still at
    /// the first byte of the body.
    NotUtf8,
}

impl<'a, I: Isa> Cursor<'a, I> {
    /// At the first byte of `input`.
    #[inline(always)]
    pub fn new(isa: I, input: &'a [u8]) -> Self {
        Self { input, at: 0, isa }
    }

    /// The whole input.
    #[inline(always)]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// The position, in bytes from the start.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The instruction set.
    #[inline(always)]
    pub fn isa(&self) -> I {
        self.isa
    }

    /// Moves to a position.
    #[inline(always)]
    pub fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Moves on by `n` bytes.
    #[inline(always)]
    pub fn bump(&mut self, n: usize) {
        self.at += n;
    }

    /// The byte here; zero past the end.
    #[inline(always)]
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// The byte `n` further on; zero past the end.
    #[inline(always)]
    pub fn peek_at(&self, n: usize) -> u8 {
        match self.input.get(self.at + n) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// Whether no byte is left.
    #[inline(always)]
    pub fn is_at_end(&self) -> bool {
        self.at >= self.input.len()
    }

    /// The bytes from here on.
    #[inline(always)]
    pub fn rest(&self) -> &'a [u8] {
        self.input.get(self.at..).unwrap_or(&[])
    }

    /// Whether the four bytes here are `word`; moves past them if so.
    #[inline(always)]
    pub fn eat4(&mut self, word: [u8; 4]) -> bool {
        let same = self
            .input
            .get(self.at..)
            .is_some_and(|rest| rest.first_chunk() == Some(&word));
        self.at += if same { 4 } else { 0 };
        same
    }

    /// Moves past white space (space, tab, line feed, carriage return), of any length.
    #[inline(always)]
    pub fn skip_spaces(&mut self) {
        if self.peek() > b' ' {
            return;
        }
        self.skip_long_spaces();
    }

    /// The same where white space is more likely than not: no look at the first byte apart.
    #[inline(always)]
    pub fn skip_long_spaces(&mut self) {
        loop {
            let others = !self.look(|isa, p| {
                // SAFETY: `look` gives a pointer that is readable for LANES bytes.
                unsafe { isa.spaces(p) }
            });
            let n = others.trailing_zeros() as usize;
            if n < I::LANES {
                self.at += n;
                return;
            }
            if self.input.len() - self.at.min(self.input.len()) <= I::LANES {
                self.at = self.input.len();
                return;
            }
            self.at += I::LANES;
        }
    }

    /// Moves past exactly `n` bytes of white space (fewer than `LANES`) if that is what stands
    /// here, followed by something else. `n` is a prediction: what follows may run ahead on it.
    #[inline(always)]
    pub fn eat_spaces(&mut self, n: usize) -> bool {
        let spaces = self.look(|isa, p| {
            // SAFETY: `look` gives a pointer that is readable for LANES bytes.
            unsafe { isa.spaces(p) }
        });
        // `n` ones followed by a zero.
        let run = (1_u64 << (n & 63)) - 1;
        let expected = spaces & (run << 1 | 1) == run;
        if expected {
            self.at += n;
        }
        expected
    }

    /// Moves past `key` with its quotes if it stands here.
    #[inline(always)]
    pub fn eat_key(&mut self, key: &Key) -> bool {
        let (block, len) = key.block();
        if len != 0 && self.at + 32 <= self.input.len() {
            // SAFETY: 32 bytes from `at` are inside the input (just checked); the block has 32.
            let same = unsafe {
                let p = self.input.as_ptr().add(self.at);
                self.isa.equal32(p, block.as_ptr(), key.mask())
            };
            if same {
                self.at += len;
            }
            return same;
        }
        self.eat_key_near_end(key)
    }

    #[cold]
    #[inline(never)]
    fn eat_key_near_end(&mut self, key: &Key) -> bool {
        match key.quoted() {
            Some(quoted) if self.rest().starts_with(quoted) => {
                self.at += quoted.len();
                true
            }
            _ => false,
        }
    }

    /// Reads the body of a string; the cursor stands past the opening quote.
    #[inline(always)]
    pub fn string_body(&mut self) -> StringScan<'a> {
        let start = self.at;
        let mut high = 0;
        let mut at = start;
        loop {
            let (stops, non_ascii) = self.look_pair(at);
            let n = stops.trailing_zeros() as usize;
            if n < I::LANES {
                // Bits of `non_ascii` below the stop.
                high |= non_ascii & (stops ^ (stops - 1));
                at += n;
                break;
            }
            high |= non_ascii;
            at += I::LANES;
            if at >= self.input.len() {
                return StringScan::Stop(self.input.len().saturating_sub(start));
            }
        }
        if at >= self.input.len() || self.input[at] != b'"' {
            return StringScan::Stop(at.min(self.input.len()) - start);
        }
        let window = &self.input[start..];
        let len = at - start;
        if high != 0 && !crate::utf8::is_valid_with(self.isa, &window[..len]) {
            return StringScan::NotUtf8;
        }
        self.at = at + 1;
        // SAFETY: `len <= window.len()` since `at < input.len()`; the bytes are ASCII (no byte
        // before the quote has its high bit set, as `high` gathered) or were just validated.
        StringScan::Plain(unsafe { Text::new_unchecked(window, len) })
    }

    /// Reads the JSON number that begins here. The error's offset counts from here.
    #[inline(always)]
    pub fn number(&mut self) -> Result<Num, NumError> {
        let (number, len) = number::parse_json(self.rest())?;
        self.at += len;
        Ok(number)
    }

    /// The mask that `f` makes of the `LANES` bytes at the cursor; past the end of input they
    /// count as zero bits.
    #[inline(always)]
    fn look(&self, f: impl Fn(I, *const u8) -> u64) -> u64 {
        if self.at + I::LANES <= self.input.len() {
            // SAFETY: at + LANES <= len, so the pointer stays inside the input.
            return f(self.isa, unsafe { self.input.as_ptr().add(self.at) });
        }
        self.tail(self.at, |isa, p| (f(isa, p), 0)).0
    }

    /// The string masks of the `LANES` bytes at `at`.
    #[inline(always)]
    fn look_pair(&self, at: usize) -> (u64, u64) {
        if at + I::LANES <= self.input.len() {
            // SAFETY: at + LANES <= len, so LANES bytes from `at` are readable.
            return unsafe { self.isa.string_stops(self.input.as_ptr().add(at)) };
        }
        // SAFETY: `tail` gives a pointer that is readable for LANES bytes.
        self.tail(at, |isa, p| unsafe { isa.string_stops(p) })
    }

    /// The masks of what is left, fewer than `LANES` bytes; zero bits past the end.
    #[inline(always)]
    fn tail(&self, at: usize, f: impl Fn(I, *const u8) -> (u64, u64)) -> (u64, u64) {
        let len = self.input.len();
        if at >= len {
            return (0, 0);
        }
        if len >= I::LANES {
            let back = at + I::LANES - len;
            // SAFETY: len >= LANES, so the last LANES bytes of the input are readable.
            let (a, b) = f(self.isa, unsafe {
                self.input.as_ptr().add(len - I::LANES)
            });
            return (a >> back, b >> back);
        }
        let mut bytes = [0_u8; 64];
        let n = len - at;
        bytes[..n].copy_from_slice(&self.input[at..]);
        let (a, b) = f(self.isa, bytes.as_ptr());
        let inside = (1 << n) - 1;
        (a & inside, b & inside)
    }
}
