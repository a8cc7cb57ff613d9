//! Numbers, lengths and texts, read with a check of each byte.

use super::{Fault, Read};

/// The bytes of a buffer up to some place. Positions count from the start of the buffer.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns all bytes of a buffer.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes before `end`, or all if there are fewer.
    pub fn until(self, end: usize) -> Self {
        Self(&self.0[..end.min(self.0.len())])
    }

    /// Returns the place where the bytes end.
    pub fn end(self) -> usize {
        self.0.len()
    }

    /// Returns `count` bytes.
    ///
    /// # Errors
    /// If there are fewer; so with all methods here.
    pub fn range(self, at: usize, count: u64) -> Read<&'a [u8]> {
        let count = usize::try_from(count).map_err(|_| CUT)?;
        let end = at.checked_add(count).ok_or(CUT)?;
        self.0.get(at..end).ok_or(CUT)
    }

    /// Returns one byte.
    pub fn byte(self, at: usize) -> Read<u8> {
        self.0.get(at).copied().ok_or(CUT)
    }

    /// Returns a number of at most 8 bytes.
    pub fn number(self, at: usize, width: usize) -> Read<u64> {
        let bytes = self.range(at, width as u64)?;
        let number = bytes.iter().rev();
        Ok(number.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Returns a length, and the place after it.
    pub fn length(self, mut at: usize) -> Read<(u64, usize)> {
        let mut length = 0_u128;
        // Ten bytes hold 64 bits.
        for digit in 0..10 {
            let byte = self.byte(at)?;
            at += 1;
            length |= u128::from(byte & 0x7F) << (7 * digit);
            if byte & 0x80 == 0 {
                if byte == 0 && digit > 0 {
                    return Err("a length is in its shortest form");
                }
                let length = u64::try_from(length).map_err(|_| CUT)?;
                return Ok((length, at));
            }
        }
        Err(CUT)
    }

    /// Returns the bytes after a length, and the place after them.
    pub fn counted(self, at: usize) -> Read<(&'a [u8], usize)> {
        let (length, at) = self.length(at)?;
        let bytes = self.range(at, length)?;
        Ok((bytes, at + bytes.len()))
    }

    /// Returns the text after a length, and the place after it.
    pub fn text(self, at: usize) -> Read<(&'a str, usize)> {
        let (bytes, end) = self.counted(at)?;
        Ok((utf8(bytes)?, end))
    }
}

const CUT: Fault = "every part lies before the end of what holds it";

/// Returns a number of so many bits, in two's complement.
pub fn signed(number: u64, bits: u32) -> i128 {
    let number = i128::from(number);
    match number >> (bits - 1) {
        0 => number,
        _ => number - (1 << bits),
    }
}

/// Returns bytes as a text.
///
/// # Errors
/// If they are not UTF-8.
pub fn utf8(bytes: &[u8]) -> Read<&str> {
    std::str::from_utf8(bytes).map_err(|_| "texts are UTF-8")
}
