//! The rest of a document, and the parts of values.

use varvel_core::{Error, Result, Text, Timestamp};
use varvel_raw::simd::Isa;

use crate::codes;
use crate::error;

/// The expectation in errors of a value that is cut off.
const REST: &str = "the rest of a value";

/// The rest of the input. Each method that reads something also passes it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'de, I> {
    pub isa: I,
    /// Invariant: these are the last bytes of the whole input.
    rest: &'de [u8],
    /// The length of the whole input.
    end: usize,
}

impl<'de, I: Isa> Input<'de, I> {
    /// Makes the input of `bytes` from `at` on.
    #[inline(always)]
    pub fn new(isa: I, bytes: &'de [u8], at: usize) -> Self {
        Self {
            isa,
            rest: bytes.get(at..).unwrap_or_default(),
            end: bytes.len(),
        }
    }

    /// Returns the rest of the input.
    #[inline(always)]
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// Returns how many bytes of the whole input were passed.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.end - self.rest.len()
    }

    /// Returns how many bytes the input has from `at` on, a place that was passed.
    #[inline(always)]
    pub fn left_from(&self, at: usize) -> usize {
        self.end - at
    }

    /// Moves on to `rest`, which must be an end of the current rest.
    #[inline(always)]
    pub fn pass_to(&mut self, rest: &'de [u8]) {
        self.rest = rest;
    }

    /// Returns the first byte of a value, and does not pass it.
    #[inline(always)]
    pub fn peek(&self) -> Result<u8> {
        match self.rest.first() {
            Some(&byte) => Ok(byte),
            None => Err(error::cut_off(self.end, "a value")),
        }
    }

    /// Reads the first byte of a value.
    #[inline(always)]
    pub fn first(&mut self) -> Result<u8> {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                Ok(byte)
            }
            None => Err(error::cut_off(self.end, "a value")),
        }
    }

    /// Reads `N` bytes of a number or a length.
    #[inline(always)]
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest.split_first_chunk() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(error::cut_off(self.end, REST)),
        }
    }

    /// Reads a length of `width` bytes: 1, 2 or 4.
    #[inline(always)]
    pub fn length(&mut self, width: usize) -> Result<usize> {
        Ok(match width {
            1 => usize::from(u8::from_be_bytes(self.take()?)),
            2 => usize::from(u16::from_be_bytes(self.take()?)),
            // A host of 16 bits cannot have that many bytes.
            _ => usize::try_from(u32::from_be_bytes(self.take()?)).unwrap_or(usize::MAX),
        })
    }

    /// Reads `len` bytes.
    #[inline(always)]
    pub fn block(&mut self, len: usize) -> Result<&'de [u8]> {
        match self.rest.split_at_checked(len) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(error::cut_off(self.end, REST)),
        }
    }

    /// Passes `len` bytes, if there are that many.
    #[inline(always)]
    pub fn pass(&mut self, len: usize) {
        if let Some(rest) = self.rest.get(len..) {
            self.rest = rest;
        }
    }

    /// Reads a string of `len` bytes.
    #[inline(always)]
    pub fn text(&mut self, len: usize) -> Result<Text<'de>> {
        let window = self.rest;
        match (Text::checked_with(self.isa, window, len), window.get(len..)) {
            (Some(text), Some(rest)) => {
                self.rest = rest;
                Ok(text)
            }
            _ => Err(self.no_text(len)),
        }
    }

    /// Returns the length of the string that begins with the byte `first`; `None` if that begins
    /// another value.
    #[inline(always)]
    pub fn string(&mut self, first: u8) -> Result<Option<usize>> {
        Ok(Some(match first {
            codes::FIX_STR..codes::NIL => usize::from(first & 31),
            codes::STR_8 => self.length(1)?,
            codes::STR_16 => self.length(2)?,
            codes::STR_32 => self.length(4)?,
            _ => return Ok(None),
        }))
    }

    /// Returns the length and the type of the extension that begins with the byte `first`; `None`
    /// if that begins another value. The bytes of the extension come next.
    #[inline(always)]
    pub fn extension(&mut self, first: u8) -> Result<Option<(usize, i8)>> {
        let len = match first {
            codes::EXT_8..=codes::EXT_32 => self.length(1 << (first - codes::EXT_8))?,
            codes::FIX_EXT_1..=codes::FIX_EXT_16 => 1 << (first - codes::FIX_EXT_1),
            _ => return Ok(None),
        };
        Ok(Some((len, i8::from_be_bytes(self.take()?))))
    }

    /// Reads the timestamp in an extension of `len` bytes. The head of the extension is at `at`.
    #[inline(always)]
    pub fn timestamp(&mut self, at: usize, len: usize) -> Result<Timestamp> {
        match Timestamp::of_extension(self.block(len)?) {
            Some(timestamp) => Ok(timestamp),
            None => Err(error::bad_timestamp(at)),
        }
    }

    /// Makes the error of a broken string. It takes the input by value: a reference would keep the
    /// position in memory.
    #[cold]
    #[inline(never)]
    fn no_text(self, len: usize) -> Error {
        match self.rest.get(..len) {
            Some(bytes) => error::not_utf8(bytes, self.position()),
            None => error::cut_off(self.end, REST),
        }
    }
}

/// Returns the number of items or members of the array or map that `bytes` begin with, if they do.
pub fn count_of(bytes: &[u8]) -> Option<usize> {
    let (&first, rest) = bytes.split_first()?;
    Some(match first {
        codes::FIX_MAP..codes::FIX_STR => usize::from(first & 15),
        codes::ARRAY_16 | codes::MAP_16 => usize::from(u16::from_be_bytes(*rest.first_chunk()?)),
        codes::ARRAY_32 | codes::MAP_32 => {
            usize::try_from(u32::from_be_bytes(*rest.first_chunk()?)).ok()?
        }
        _ => return None,
    })
}
