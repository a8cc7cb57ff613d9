//! The bytes of a document, and how values begin.

use varvel_core::{Result, Text};
use varvel_raw::simd::Isa;

use crate::error;
use crate::format;

/// The bytes, and a position in them.
#[derive(Clone, Copy, Debug)]
pub struct Input<'de, I> {
    pub isa: I,
    pub bytes: &'de [u8],
    /// At most the number of bytes.
    pub at: usize,
}

impl<'de, I: Isa> Input<'de, I> {
    /// What is left.
    #[inline(always)]
    pub fn rest(&self) -> &'de [u8] {
        self.bytes.get(self.at..).unwrap_or(&[])
    }

    /// The first byte of a value, which is passed.
    #[inline(always)]
    pub fn first(&mut self) -> Result<u8> {
        match self.bytes.get(self.at) {
            Some(&byte) => {
                self.at += 1;
                Ok(byte)
            }
            None => Err(error::cut_off(self.bytes.len(), "a value")),
        }
    }

    /// `N` bytes of a number or a length.
    #[inline(always)]
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest().first_chunk::<N>() {
            Some(bytes) => {
                self.at += N;
                Ok(*bytes)
            }
            None => Err(error::cut_off(self.bytes.len(), "the rest of a value")),
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
        match self.rest().get(..len) {
            Some(bytes) => {
                self.at += len;
                Ok(bytes)
            }
            None => Err(error::cut_off(self.bytes.len(), "the rest of a value")),
        }
    }

    /// A string of so many bytes.
    #[inline(always)]
    pub fn text(&mut self, len: usize) -> Result<Text<'de>> {
        let (window, at) = (self.rest(), self.at);
        let bytes = self.block(len)?;
        match Text::checked_with(self.isa, window, len) {
            Some(text) => Ok(text),
            None => Err(error::not_utf8(bytes, at)),
        }
    }

    /// How long the string is that the byte `first` begins, if it is one.
    #[inline(always)]
    pub fn string(&mut self, first: u8) -> Result<Option<usize>> {
        Ok(Some(match first {
            format::FIX_STR..format::NIL => usize::from(first & 31),
            format::STR_8 => self.length(1)?,
            format::STR_16 => self.length(2)?,
            format::STR_32 => self.length(4)?,
            _ => return Ok(None),
        }))
    }
}

/// The string that stands at `at`, if one does.
pub fn text_at(bytes: &[u8], at: usize) -> Option<&str> {
    let (first, rest) = bytes.get(at..)?.split_first()?;
    let (width, len) = match *first {
        first @ format::FIX_STR..format::NIL => (0, usize::from(first & 31)),
        format::STR_8 => (1, usize::from(*rest.first()?)),
        format::STR_16 => (2, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
        format::STR_32 => (
            4,
            usize::try_from(u32::from_be_bytes(*rest.first_chunk()?)).ok()?,
        ),
        _ => return None,
    };
    core::str::from_utf8(rest.get(width..)?.get(..len)?).ok()
}
