//! The rest of a document, and the parts of data items.

use alloc::vec::Vec;

use varvel_core::{Bytes, Error, Result, Str, Text};
use varvel_raw::simd::Isa;

use crate::codes::{self, INFO, MAJOR};
use crate::error;

/// The expectation in errors of an item that is cut off.
const REST: &str = "the rest of a data item";

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

    /// Returns the first byte of a data item, and does not pass it.
    #[inline(always)]
    pub fn peek(&self) -> Result<u8> {
        match self.rest.first() {
            Some(&byte) => Ok(byte),
            None => Err(error::cut_off(self.end, "a data item")),
        }
    }

    /// Reads the first byte of a data item.
    #[inline(always)]
    pub fn first(&mut self) -> Result<u8> {
        let byte = self.peek()?;
        self.pass(1);
        Ok(byte)
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

    /// Reads the argument of the head that begins with `first`, which was passed.
    #[inline(always)]
    pub fn argument(&mut self, first: u8) -> Result<u64> {
        Ok(match first & INFO {
            info @ 0..24 => info.into(),
            24 => u8::from_be_bytes(self.take()?).into(),
            25 => u16::from_be_bytes(self.take()?).into(),
            26 => u32::from_be_bytes(self.take()?).into(),
            27 => u64::from_be_bytes(self.take()?),
            _ => return Err(error::reserved(self.position() - 1, first)),
        })
    }

    /// Reads the argument as a length. A length that does not fit `usize` is longer than the rest,
    /// too.
    #[inline(always)]
    pub fn length(&mut self, first: u8) -> Result<usize> {
        Ok(usize::try_from(self.argument(first)?).unwrap_or(usize::MAX))
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

    /// Reads a text of `len` bytes.
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

    /// Reads the text string whose head begins with `first`, which was passed. A string of
    /// indefinite length is put together in `scratch`.
    #[inline(always)]
    pub fn string<'s>(&mut self, first: u8, scratch: &'s mut Vec<u8>) -> Result<Str<'de, 's>> {
        if first & INFO == codes::INDEFINITE {
            return self.joined_text(scratch);
        }
        let len = self.length(first)?;
        Ok(Str::Input(self.text(len)?))
    }

    /// Reads the byte string whose head begins with `first`, which was passed. A string of
    /// indefinite length is put together in `scratch`.
    #[inline(always)]
    pub fn bytes<'s>(&mut self, first: u8, scratch: &'s mut Vec<u8>) -> Result<Bytes<'de, 's>> {
        if first & INFO == codes::INDEFINITE {
            self.join(codes::BYTES, scratch)?;
            return Ok(Bytes::Scratch(scratch));
        }
        let len = self.length(first)?;
        Ok(Bytes::Input(self.block(len)?))
    }

    #[cold]
    #[inline(never)]
    fn joined_text<'s>(&mut self, scratch: &'s mut Vec<u8>) -> Result<Str<'de, 's>> {
        let at = self.position();
        self.join(codes::TEXT, scratch)?;
        // Each chunk is UTF-8, so all of them together are.
        match core::str::from_utf8(scratch) {
            Ok(text) => Ok(Str::Scratch(text.into())),
            Err(_) => Err(error::not_utf8(scratch, at)),
        }
    }

    /// Puts the chunks of a string of indefinite length together, up to its break.
    #[cold]
    #[inline(never)]
    fn join(&mut self, major: u8, scratch: &mut Vec<u8>) -> Result {
        scratch.clear();
        loop {
            let at = self.position();
            let first = match self.rest.first() {
                Some(&byte) => byte,
                None => return Err(error::cut_off(self.end, REST)),
            };
            self.pass(1);
            if first == codes::BREAK {
                return Ok(());
            }
            if first & MAJOR != major || first & INFO == codes::INDEFINITE {
                return Err(error::bad_chunk(at, major));
            }
            let len = self.length(first)?;
            let chunk = match major {
                codes::TEXT => self.text(len)?.as_bytes(),
                _ => self.block(len)?,
            };
            scratch
                .try_reserve(chunk.len())
                .map_err(|_| Error::out_of_memory())?;
            scratch.extend_from_slice(chunk);
        }
    }

    /// Makes the error of a broken text. It takes the input by value: a reference would keep the
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

/// Returns the major type and the argument of the head that `bytes` begin with, and the bytes
/// behind it. Returns `None` if the head is cut off, or has no argument.
#[inline]
pub fn head(bytes: &[u8]) -> Option<(u8, u64, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    let width = match first & INFO {
        info @ 0..24 => return Some((first & MAJOR, info.into(), rest)),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => return None,
    };
    let (argument, rest) = rest.split_at_checked(width)?;
    let argument = argument
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte));
    Some((first & MAJOR, argument, rest))
}

/// Returns the number of items or members of the array or map that `bytes` begin with, if its head
/// holds it.
pub fn count_of(bytes: &[u8]) -> Option<usize> {
    match head(bytes)? {
        (codes::ARRAY | codes::MAP, count, _) => usize::try_from(count).ok(),
        _ => None,
    }
}
