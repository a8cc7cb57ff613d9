//! Strings: checks that their length and their zero are inside, and that they are UTF-8.

use varvel_core::Result;

use super::pass::Pass;
use super::report::not_utf8;

impl Pass<'_> {
    #[inline(always)]
    pub(super) fn string(&mut self, at: usize) -> Result {
        self.aligned(at, 4)?;
        let len = self.u32(at)? as usize;
        let first = at + 4;
        // The text and its zero must fit.
        let Some(rest) = self
            .bytes
            .get(first..self.end)
            .filter(|rest| rest.len() > len)
        else {
            return Err(self.end_inside(at, "a string with its length and its zero"));
        };
        let text = &rest[..len];
        if rest[len] != 0 {
            return Err(self.invalid(first + len, "a zero after a string"));
        }
        self.see(len)?;
        // Most strings are short and ASCII, for which the dispatch to vector instructions would
        // cost more than the check itself.
        if !is_short_ascii(text) && !varvel_raw::utf8::is_valid(text) {
            return Err(not_utf8(text).with_offset(first));
        }
        Ok(())
    }
}

/// Returns the length of the string that the offset at `at` leads to, if both are valid. Alignment
/// counts from `start`.
#[inline(always)]
pub(super) fn right_string(bytes: &[u8], start: usize, at: usize) -> Option<usize> {
    let offset = u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize;
    let to = at.checked_add(offset)?;
    let (len, rest) = bytes.get(to..)?.split_first_chunk()?;
    let len = u32::from_le_bytes(*len) as usize;
    let text = rest.get(..len)?;
    let right = offset != 0
        && to.wrapping_sub(start).is_multiple_of(4)
        && rest.get(len) == Some(&0)
        && (is_short_ascii(text) || varvel_raw::utf8::is_valid(text));
    right.then_some(len)
}

/// Returns whether the text is up to 32 bytes of ASCII, by tests of its first and its last bytes.
#[inline(always)]
fn is_short_ascii(text: &[u8]) -> bool {
    const HIGH: u128 = u128::from_ne_bytes([0x80; 16]);
    let bits = match text.len() {
        0..4 => text.iter().fold(0, |all, byte| all | u128::from(*byte)),
        4..8 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u128::from(u32::from_ne_bytes(*first) | u32::from_ne_bytes(*last))
            }
            _ => HIGH,
        },
        8..=16 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u128::from(u64::from_ne_bytes(*first) | u64::from_ne_bytes(*last))
            }
            _ => HIGH,
        },
        17..=32 => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => u128::from_ne_bytes(*first) | u128::from_ne_bytes(*last),
            _ => HIGH,
        },
        _ => HIGH,
    };
    bits & HIGH == 0
}
