//! [`Cursor`]: a position in a byte slice, with wide looks at the bytes that follow.
//!
//! No look needs padding after the input. Near its end, a look uses the last whole vector of the
//! input and shifts its mask. For an input shorter than a vector, it uses a zero-filled copy.

use crate::key::{Colon, Key, Lead};
use crate::number::{self, Num, NumError};
use crate::prefetch;
use crate::simd::Isa;
use crate::text::Text;

/// A position in `input`, with the instruction set for looking ahead.
///
/// The position may be moved anywhere by [`Cursor::seek`]; every look checks it.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a, I> {
    input: &'a [u8],
    at: usize,
    /// [`FAR`] bytes before the end of the input, or 0. If the position is before it, this one
    /// comparison shows that enough bytes are left.
    far: usize,
    isa: I,
}

/// The most bytes that a look at likely text takes.
const FAR: usize = 32 + 32 + 4;

/// The result of scanning a string's body.
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
    /// Returns a cursor at the first byte of `input`.
    #[inline(always)]
    pub fn new(isa: I, input: &'a [u8]) -> Self {
        Self {
            input,
            at: 0,
            far: input.len().saturating_sub(FAR),
            isa,
        }
    }

    /// Returns the whole input.
    #[inline(always)]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the position, in bytes from the start.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the instruction set.
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

    /// Returns the byte here; zero past the end.
    #[inline(always)]
    pub fn peek(&self) -> u8 {
        self.peek_at(0)
    }

    /// Returns the byte `n` further on; zero past the end.
    #[inline(always)]
    pub fn peek_at(&self, n: usize) -> u8 {
        match self.input.get(self.at + n) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// Returns whether no byte is left.
    #[inline(always)]
    pub fn is_at_end(&self) -> bool {
        self.at >= self.input.len()
    }

    /// Returns the bytes from here on.
    #[inline(always)]
    pub fn rest(&self) -> &'a [u8] {
        self.input.get(self.at..).unwrap_or(&[])
    }

    /// Moves past `word` if the bytes here are equal to it. Returns whether they are.
    #[inline(always)]
    pub fn eat<const N: usize>(&mut self, word: [u8; N]) -> bool {
        let same = self.rest().first_chunk() == Some(&word);
        self.at += if same { N } else { 0 };
        same
    }

    /// Moves past white space (space, tab, line feed, carriage return), of any length.
    #[inline(always)]
    pub fn skip_spaces(&mut self) {
        if self.peek() <= b' ' {
            self.skip_long_spaces();
        }
    }

    /// Moves past white space of any length, if it is likely: does not test the first byte alone.
    #[inline(always)]
    pub fn skip_long_spaces(&mut self) {
        loop {
            let n = (!self.spaces()).trailing_zeros() as usize;
            if n < I::LANES {
                self.at += n;
                return;
            }
            self.at += I::LANES;
        }
    }

    /// Moves past white space and `byte`, if both are here. Returns whether they are.
    #[inline(always)]
    pub fn eat_behind_spaces(&mut self, byte: u8) -> bool {
        let spaces = (!self.spaces()).trailing_zeros() as usize;
        if spaces == I::LANES {
            return self.eat_behind_long_spaces(byte);
        }
        let at = self.at + spaces;
        let same = self.input.get(at) == Some(&byte);
        self.at = if same { at + 1 } else { self.at };
        same
    }

    /// Moves past `byte` behind more white space than a vector holds.
    #[inline(never)]
    fn eat_behind_long_spaces(&mut self, byte: u8) -> bool {
        let from = self.at;
        self.skip_long_spaces();
        let same = self.peek() == byte;
        self.at = if same { self.at + 1 } else { from };
        same
    }

    /// Returns whether more than `FAR` (68) bytes are left: then no look ahead checks again.
    #[inline(always)]
    pub fn far_from_end(&self) -> bool {
        self.at < self.far
    }

    /// Returns whether `n` bytes are left.
    #[inline(always)]
    fn has(&self, n: usize) -> bool {
        // Before `far`, which is not 0 then, the input has more than FAR bytes from `at` on.
        (n <= FAR && self.far_from_end()) || self.has_from(self.at, n)
    }

    /// Returns whether there are `n` bytes from `at` on. `at` may be any position, so this avoids a
    /// sum, which could overflow.
    #[inline(always)]
    fn has_from(&self, at: usize, n: usize) -> bool {
        self.input
            .len()
            .checked_sub(at)
            .is_some_and(|left| left >= n)
    }

    /// Moves past `key` with its quotes, if it is here. Returns whether it is.
    #[inline(always)]
    pub fn eat_key(&mut self, key: &Key) -> bool {
        let (block, mask, len) = key.parts();
        if len == 0 {
            return false;
        }
        if !self.has(32) {
            let same = self.is_near_end(&block[..len.min(32)]);
            self.at += if same { len } else { 0 };
            return same;
        }
        // SAFETY: 32 bytes from `at` are inside the input (just checked); the block has 32.
        let same = unsafe {
            let p = self.input.as_ptr().add(self.at);
            self.isa.equal32(p, block.as_ptr(), mask)
        };
        if same {
            self.at += len;
        }
        same
    }

    /// Moves past `key` with its quotes, the colon and white space, if they are here. Returns
    /// whether they are.
    #[inline(always)]
    pub fn eat_key_colon(&mut self, key: &Key, colon: &Colon) -> bool {
        let (block, mask, len) = key.parts();
        let (colon, colon_mask, colon_len) = colon.parts();
        if !self.has(36) {
            return false;
        }
        // A key without a quoted form has a length of 0 and a block of zeros that all count: the
        // word, which must have a colon, would be among those zeros. SAFETY: len <= 32, so 32 bytes
        // from `at` and 4 from `at + len` are inside the input (just checked); the block has 32.
        let same = unsafe {
            let p = self.input.as_ptr().add(self.at);
            let word = u32::from_le_bytes(p.add(len).cast::<[u8; 4]>().read_unaligned());
            self.isa.equal32(p, block.as_ptr(), mask) & ((word ^ colon) & colon_mask == 0)
        };
        if same {
            self.at += len + colon_len;
        }
        same
    }

    /// Returns whether `text` is here. Takes the cursor by value, like all functions that are not
    /// inlined: a reference would keep the caller's cursor out of registers.
    #[cold]
    #[inline(never)]
    fn is_near_end(self, text: &[u8]) -> bool {
        self.rest().starts_with(text)
    }

    /// Moves past a comma and white space, if they equal `lead` and are not near the end of the
    /// input. More white space may follow.
    #[inline(always)]
    pub fn eat_lead(&mut self, lead: &Lead) -> bool {
        let (block, mask, len) = lead.parts();
        self.eat_part(block, 0, mask, len)
    }

    /// Moves past white space without the comma, as after an opening bracket, if it equals that of
    /// `lead`.
    #[inline(always)]
    pub fn eat_lead_spaces(&mut self, lead: &Lead) -> bool {
        let (block, mask, len) = lead.parts();
        self.eat_part(block, 1, mask >> 1, len - 1)
    }

    /// Moves past `block[from..from + len]` (`from` at most 8, `len` at most 32), if it is here.
    #[inline(always)]
    fn eat_part(&mut self, block: &[u8; 40], from: usize, mask: u32, len: usize) -> bool {
        if !self.has(32) {
            return false;
        }
        // SAFETY: 32 bytes from `at` are inside the input (just checked); the block has 40, of
        // which `from <= 8` are left out.
        let same = unsafe {
            let p = self.input.as_ptr().add(self.at);
            self.isa.equal32(p, block.as_ptr().add(from), mask)
        };
        if same {
            self.at += len;
        }
        same
    }

    /// Moves past the predicted text before the next value of an object, if it is here and not near
    /// the end of the input: a comma and white space, the key, the colon and white space. The
    /// comparisons run in parallel.
    #[inline(always)]
    pub fn eat_member(&mut self, lead: &Lead, key: &Key, colon: &Colon) -> bool {
        // If fewer bytes are left, only the last members are likely there.
        if !self.far_from_end() {
            return false;
        }
        let (lead, lead_mask, lead_len) = lead.parts();
        let (block, key_mask, key_len) = key.parts();
        let (colon, colon_mask, colon_len) = colon.parts();
        let head = lead_len + key_len;
        // A key without a quoted form is never found, as in `eat_key_colon`. SAFETY: more than FAR
        // bytes are left (just checked: `far` is not 0 if `at` is below it). Both lengths are at
        // most 32, so 32 bytes from `at` and from `at + lead_len`, and 4 from `at + head`, are
        // among them; the blocks have at least 32 bytes each.
        let same = unsafe {
            let p = self.input.as_ptr().add(self.at);
            let word = u32::from_le_bytes(p.add(head).cast::<[u8; 4]>().read_unaligned());
            self.isa.equal32(p, lead.as_ptr(), lead_mask)
                & self.isa.equal32(p.add(lead_len), block.as_ptr(), key_mask)
                & ((word ^ colon) & colon_mask == 0)
        };
        if same {
            self.at += head + colon_len;
        }
        same
    }

    /// Moves past the predicted text before the next value of an object near the end of the input.
    /// Searches in a copy with zeros behind it. No zero can match: a key of zeros alone is never
    /// found, as in `eat_key_colon`, and no byte of a colon that counts is zero.
    #[inline(never)]
    pub fn eat_member_near_end(&mut self, lead: &Lead, key: &Key, colon: &Colon) -> bool {
        let rest = self.rest();
        if rest.len() > FAR {
            return false;
        }
        let mut copy = [0; 2 * FAR + 1];
        copy[..rest.len()].copy_from_slice(rest);
        let mut cursor = Cursor::new(self.isa, &copy);
        let same = cursor.eat_member(lead, key, colon);
        self.at += cursor.at;
        same
    }

    /// Reads the string that begins here, if it is of the likely kind: it ends within a vector, or
    /// within two of up to 32 bytes if the input has both, and has only ASCII and no escapes.
    /// Otherwise does not move.
    #[inline(always)]
    pub fn short_string(&mut self) -> Option<Text<'a>> {
        let (window, (stops, high)) = if self.has(I::LANES + 1) {
            // SAFETY: LANES + 1 bytes from `at` are inside the input (just checked).
            let window = unsafe { self.input.get_unchecked(self.at + 1..) };
            // SAFETY: from the second of these bytes on, there are LANES.
            let (mut stops, mut high) = unsafe { self.isa.string_stops(window.as_ptr()) };
            if stops == 0 && I::LANES < 64 && self.has(2 * I::LANES + 1) {
                // SAFETY: these are the last LANES of `2 * LANES + 1` bytes from `at` on.
                let second = unsafe { self.isa.string_stops(window.as_ptr().add(I::LANES)) };
                stops = second.0 << I::LANES;
                high |= second.1 << I::LANES;
            }
            (window, (stops, high))
        } else {
            let window = self.input.get(self.at.checked_add(1)?..)?;
            let (last, back) = self.last_vector(self.at + 1)?;
            // SAFETY: `last_vector` returns a pointer to the last LANES bytes of the input.
            let (stops, high) = unsafe { self.isa.string_stops(last) };
            (window, (stops >> back, high >> back))
        };
        let len = stops.trailing_zeros() as usize;
        if self.peek() != b'"' || stops == 0 || high & (stops ^ stops.wrapping_sub(1)) != 0 {
            return None;
        }
        // SAFETY: `stops` has a bit for each of the first bytes of the window, in one vector or
        // two, as far as there are so many; so `len` is the index of one of them.
        if unsafe { *window.get_unchecked(len) } != b'"' {
            return None;
        }
        self.at += len + 2;
        // SAFETY: `len < window.len()` as above; the bytes before the quote are ASCII, since none
        // has its high bit set.
        Some(unsafe { Text::new_unchecked(window, len) })
    }

    /// Reads the body of a string; the cursor is past the opening quote.
    #[inline(always)]
    pub fn string_body(&mut self) -> StringScan<'a> {
        let start = self.at;
        let mut at = start;
        let (mut stops, mut high) = self.string_masks(at);
        if stops == 0 {
            // The body is longer than a vector.
            loop {
                // Written without a sum, which could overflow.
                if at >= self.input.len().saturating_sub(I::LANES) {
                    return StringScan::Stop(self.input.len().saturating_sub(start));
                }
                at += I::LANES;
                prefetch::line(self.input.as_ptr().wrapping_add(at + prefetch::DISTANCE));
                let (next, non_ascii) = self.string_masks(at);
                stops = next;
                // The bits of `non_ascii` below the stop, or all of them if there is no stop.
                high |= non_ascii & (stops ^ stops.wrapping_sub(1));
                if stops != 0 {
                    break;
                }
            }
        } else {
            high &= stops ^ (stops - 1);
        }
        at += stops.trailing_zeros() as usize;
        match self.input.get(at) {
            Some(b'"') => {}
            _ => return StringScan::Stop(at - start),
        }
        // SAFETY: start <= at < input.len().
        let window = unsafe { self.input.get_unchecked(start..) };
        let len = at - start;
        if high != 0 && !crate::utf8::is_valid_with(self.isa, &window[..len]) {
            return StringScan::NotUtf8;
        }
        self.at = at + 1;
        // SAFETY: `len <= window.len()` since `at < input.len()`; the bytes are ASCII (no byte
        // before the quote has its high bit set, as `high` gathered) or were just validated.
        StringScan::Plain(unsafe { Text::new_unchecked(window, len) })
    }

    /// Reads the number that begins here as the nearest `f32`, if it is of the most common form.
    /// Otherwise does not move.
    #[inline(always)]
    pub fn quick_f32(&mut self) -> Option<f32> {
        let (value, len) = number::quick_f32(self.rest().first_chunk()?)?;
        self.at += len;
        Some(value)
    }

    /// Reads the integer that begins here, if it has few digits. Otherwise does not move.
    #[inline(always)]
    pub fn quick_i64(&mut self) -> Option<i64> {
        let eight = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
        let (value, len) = match self.input.get(self.at..) {
            Some([b'-', digits @ ..]) => {
                let (value, len) = number::quick_i64(eight(digits.first_chunk()?))?;
                // `-0` is a float.
                (-value, if value == 0 { return None } else { len + 1 })
            }
            Some(rest) => match rest.first_chunk() {
                Some(chunk) => number::quick_i64(eight(chunk))?,
                // The last bytes of the input, with zeros behind them.
                None if rest.is_empty() => return None,
                None => {
                    let last = eight(self.input.last_chunk()?);
                    number::quick_i64(last >> (8 * (8 - rest.len())))?
                }
            },
            None => return None,
        };
        self.at += len;
        Some(value)
    }

    /// Reads the JSON number that begins here. The error's offset counts from here.
    #[inline(always)]
    pub fn number(&mut self) -> Result<Num, NumError> {
        let (number, len) = number::parse_json(self.rest())?;
        self.at += len;
        Ok(number)
    }

    /// Returns a mask of the white space among the `LANES` bytes at the cursor; past the end there
    /// is none.
    #[inline(always)]
    fn spaces(&self) -> u64 {
        if self.has(I::LANES) {
            // SAFETY: LANES bytes from `at` are inside the input (just checked).
            return unsafe { self.isa.spaces(self.input.as_ptr().add(self.at)) };
        }
        let Some((last, back)) = self.last_vector(self.at) else {
            return self.spaces_of_few();
        };
        // SAFETY: `last_vector` returns a pointer to the last LANES bytes of the input.
        unsafe { self.isa.spaces(last) >> back }
    }

    /// Returns masks of a string's stops and of the bytes that are not ASCII among the `LANES`
    /// bytes at `at`; past the end there are neither.
    #[inline(always)]
    fn string_masks(&self, at: usize) -> (u64, u64) {
        if self.has_from(at, I::LANES) {
            // SAFETY: LANES bytes from `at` are inside the input (just checked).
            return unsafe { self.isa.string_stops(self.input.as_ptr().add(at)) };
        }
        let Some((last, back)) = self.last_vector(at) else {
            return self.string_masks_of_few(at);
        };
        // SAFETY: `last_vector` returns a pointer to the last LANES bytes of the input.
        let (stops, high) = unsafe { self.isa.string_stops(last) };
        (stops >> back, high >> back)
    }

    /// Returns the last `LANES` bytes of the input, and how many of them come before `at`; `None`
    /// if the input has fewer bytes, or none from `at` on.
    #[inline(always)]
    fn last_vector(&self, at: usize) -> Option<(*const u8, usize)> {
        let last = self.input.len().checked_sub(I::LANES)?;
        let back = at.checked_sub(last).filter(|&back| back < I::LANES)?;
        // SAFETY: last <= len, so the pointer stays inside the input.
        Some((unsafe { self.input.as_ptr().add(last) }, back))
    }

    /// Returns the mask of `spaces` for an input shorter than a vector, slowly.
    #[cold]
    #[inline(never)]
    fn spaces_of_few(self) -> u64 {
        let mut mask = 0;
        for (i, byte) in self.rest().iter().take(I::LANES).enumerate() {
            mask |= u64::from(matches!(byte, b' ' | b'\n' | b'\r' | b'\t')) << i;
        }
        mask
    }

    /// Returns the masks of `string_masks` for an input shorter than a vector, slowly.
    #[cold]
    #[inline(never)]
    fn string_masks_of_few(self, at: usize) -> (u64, u64) {
        let (mut stops, mut high) = (0, 0);
        let rest = self.input.get(at..).unwrap_or(&[]);
        for (i, &byte) in rest.iter().take(I::LANES).enumerate() {
            stops |= u64::from(byte < 0x20 || byte == b'"' || byte == b'\\') << i;
            high |= u64::from(byte >> 7) << i;
        }
        (stops, high)
    }
}
