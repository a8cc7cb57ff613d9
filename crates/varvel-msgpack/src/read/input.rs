//! The bytes that are left of a document, and the parts that values are made of.

use varvel_core::{Error, Result, Text, Timestamp};
use varvel_raw::simd::Isa;

use crate::codes;
use crate::error;

/// What the input ends before.
const REST: &str = "the rest of a value";

/// What is left of the input. Whatever it gives, it has passed.
#[derive(Clone, Copy, Debug)]
pub struct Input<'de, I> {
    pub isa: I,
    /// Invariant: the last bytes of the whole input.
    rest: &'de [u8],
    /// How long the whole input is.
    end: usize,
}

impl<'de, I: Isa> Input<'de, I> {
    /// What `bytes` have from `at` on.
    #[inline(always)]
    pub fn new(isa: I, bytes: &'de [u8], at: usize) -> Self {
        Self {
            isa,
            rest: bytes.get(at..).unwrap_or_default(),
            end: bytes.len(),
        }
    }

    /// What is left.
    #[inline(always)]
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// How many bytes of the whole input were passed.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.end - self.rest.len()
    }

    /// How many bytes are left from `at` on, a place that was passed.
    #[inline(always)]
    pub fn left_from(&self, at: usize) -> usize {
        self.end - at
    }

    /// Goes on where only `rest` is left, which has to be an end of what is.
    #[inline(always)]
    pub fn pass_to(&mut self, rest: &'de [u8]) {
        self.rest = rest;
    }

    /// The first byte of a value, which is not passed.
    #[inline(always)]
    pub fn peek(&self) -> Result<u8> {
        match self.rest.first() {
            Some(&byte) => Ok(byte),
            None => Err(error::cut_off(self.end, "a value")),
        }
    }

    /// The first byte of a value.
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

    /// `N` bytes of a number or a length.
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

    /// A length of `width` bytes: 1, 2 or 4.
    #[inline(always)]
    pub fn length(&mut self, width: usize) -> Result<usize> {
        Ok(match width {
            1 => usize::from(u8::from_be_bytes(self.take()?)),
            2 => usize::from(u16::from_be_bytes(self.take()?)),
            // On a host of 16 bits there are no so many bytes.
            _ => usize::try_from(u32::from_be_bytes(self.take()?)).unwrap_or(usize::MAX),
        })
    }

    /// So many bytes.
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

    /// Passes so many bytes of those that are left.
    #[inline(always)]
    pub fn pass(&mut self, len: usize) {
        if let Some(rest) = self.rest.get(len..) {
            self.rest = rest;
        }
    }

    /// A string of so many bytes.
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

    /// How long the string is that the byte `first` begins, if it is one.
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

    /// How many bytes the extension has that the byte `first` begins, if it is one, and its type.
    /// The bytes are next.
    #[inline(always)]
    pub fn extension(&mut self, first: u8) -> Result<Option<(usize, i8)>> {
        let len = match first {
            codes::EXT_8..=codes::EXT_32 => self.length(1 << (first - codes::EXT_8))?,
            codes::FIX_EXT_1..=codes::FIX_EXT_16 => 1 << (first - codes::FIX_EXT_1),
            _ => return Ok(None),
        };
        Ok(Some((len, i8::from_be_bytes(self.take()?))))
    }

    /// The timestamp in an extension of so many bytes whose head is at `at`.
    #[inline(always)]
    pub fn timestamp(&mut self, at: usize, len: usize) -> Result<Timestamp> {
        match Timestamp::of_extension(self.block(len)?) {
            Some(timestamp) => Ok(timestamp),
            None => Err(error::bad_timestamp(at)),
        }
    }

    /// By value: a reference would keep the position in memory.
    #[cold]
    #[inline(never)]
    fn no_text(self, len: usize) -> Error {
        match self.rest.get(..len) {
            Some(bytes) => error::not_utf8(bytes, self.position()),
            None => error::cut_off(self.end, REST),
        }
    }
}

/// How many items or members the array or map has that `bytes` begin with, if they do with one.
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
