//! Checks UTF-8, the text of numbers, and scalars of tag `OTHER`.

use varvel_core::number::{is_integer, is_number};
use varvel_core::{Error, Result};
use varvel_raw::simd::Isa;
use varvel_raw::utf8;

use super::invalid;
use super::nodes::{cut_off, loose};
use super::walk::Walk;
use crate::layout::checked;
use crate::layout::other;

impl<I: Isa> Walk<'_, I> {
    /// Checks the strings in `[run, end)` all at once. The length before each string but the first
    /// is one byte below 0x80; the length before the first is such a byte, too, if it lies in the
    /// range. Since such a byte is a character of its own, the whole range is UTF-8 exactly when
    /// each string is.
    #[inline(always)]
    pub(super) fn texts(&self, run: usize, end: usize) -> Result {
        if run == end {
            return Ok(());
        }
        if end.wrapping_sub(run) <= SHORT_TEXT
            && let Some(window) = self.bytes.get(run..).and_then(<[u8]>::first_chunk)
            && utf8::is_ascii_with(self.isa, window, end - run)
        {
            return Ok(());
        }
        // This is no range if a string was not at its place.
        let text = self.bytes.get(run..end).ok_or_else(|| loose(end))?;
        match utf8::is_valid_with(self.isa, text) {
            true => Ok(()),
            false => Err(not_utf8(run, text)),
        }
    }

    /// Checks a length prefix at `at`, and that the bytes after it end at or before `base`. Returns
    /// where the bytes begin and end.
    #[inline(always)]
    pub(super) fn text(&self, at: usize, base: usize) -> Result<(usize, usize)> {
        // Two bytes are enough for most lengths.
        let (len, start) = match self.bytes.get(at..at + 2) {
            Some(&[low @ 0x80..=0xFF, high @ 1..0x80]) => {
                (usize::from(low & 0x7F) + (usize::from(high) << 7), at + 2)
            }
            _ => checked::length(self.bytes, at)
                .ok_or_else(|| invalid(at, "a length in its shortest form"))?,
        };
        match base.checked_sub(start) {
            Some(rest) if len <= rest => Ok((start, start + len)),
            _ => Err(cut_off(at)),
        }
    }

    /// Checks any other node of tag `OTHER` but a float of 4 bytes, which
    /// [`short_float`](Self::short_float) passes. Returns where it ends.
    pub(super) fn scalar(&self, at: usize, kind: u8, base: usize) -> Result<usize> {
        let start = at + 1;
        match kind {
            other::U64 => match checked::uint(self.bytes, start, 8) {
                Some(value) if value >> 63 != 0 => Ok(start + 8),
                _ => Err(invalid(start, "an integer from 2^63 on")),
            },
            other::TIMESTAMP => match checked::uint(self.bytes, start + 8, 4) {
                Some(0..1_000_000_000) => Ok(start + 12),
                _ => Err(invalid(start + 8, "nanoseconds below 10^9")),
            },
            other::BIG | other::DECIMAL | other::BYTES => {
                let (start, end) = self.text(start, base)?;
                let text = &self.bytes[start..end];
                match kind {
                    other::BIG if !is_big(text) => Err(invalid(
                        start,
                        "an integer beyond 64 bits in its shortest form",
                    )),
                    other::DECIMAL if !is_number(text) => {
                        Err(invalid(start, "a number as JSON writes it"))
                    }
                    _ => Ok(end),
                }
            }
            _ => Err(invalid(at, "one of the kinds of a node")),
        }
    }
}

/// Checks a string inside its slot of `width` bytes.
#[inline(always)]
pub fn short(place: usize, payload: u64, width: usize) -> Result {
    let len = payload as usize & 15;
    let text = payload >> 4;
    if len >= width || text >> (8 * len) != 0 {
        return Err(invalid(
            place,
            "a short string that fits its slot, then zeros",
        ));
    }
    let bytes = text.to_le_bytes();
    if !bytes.is_ascii() && core::str::from_utf8(&bytes[..len]).is_err() {
        return Err(not_utf8(place + 1, &bytes[..len]));
    }
    Ok(())
}

/// Strings up to this length are checked for ASCII in one step.
const SHORT_TEXT: usize = 64;

#[cold]
#[inline(never)]
fn not_utf8(at: usize, text: &[u8]) -> Error {
    let good = core::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
    invalid(at + good, "UTF-8")
}

/// Returns whether `text` is an integer that neither `i64` nor `u64` holds, without leading zeros.
pub fn is_big(text: &[u8]) -> bool {
    let (digits, bound) = match text {
        [b'-', digits @ ..] => (digits, &b"9223372036854775808"[..]),
        _ => (text, &b"18446744073709551615"[..]),
    };
    is_integer(text)
        && (digits.len() > bound.len() || digits.len() == bound.len() && digits > bound)
}
