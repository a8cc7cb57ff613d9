//! The bytes that are left of a document, and the parts that data items are made of.

use alloc::vec::Vec;

use varvel_core::{Bytes, Error, Result, Str, Text};
use varvel_raw::simd::Isa;

use crate::codes::{self, INFO, MAJOR};
use crate::error;

/// What the input ends before.
const REST: &str = "the rest of a data item";

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

    /// The first byte of a data item, which is not passed.
    #[inline(always)]
    pub fn peek(&self) -> Result<u8> {
        match self.rest.first() {
            Some(&byte) => Ok(byte),
            None => Err(error::cut_off(self.end, "a data item")),
        }
    }

    /// The first byte of a data item.
    #[inline(always)]
    pub fn first(&mut self) -> Result<u8> {
        let byte = self.peek()?;
        self.pass(1);
        Ok(byte)
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

    /// The argument of the head that `first` begins, which was passed.
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

    /// The argument as a length. One beyond the memory is longer than what is left, too.
    #[inline(always)]
    pub fn length(&mut self, first: u8) -> Result<usize> {
        Ok(usize::try_from(self.argument(first)?).unwrap_or(usize::MAX))
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

    /// A text of so many bytes.
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

    /// The text string whose head `first` begins, which was passed: one of indefinite length is put
    /// together in `scratch`.
    #[inline(always)]
    pub fn string<'s>(&mut self, first: u8, scratch: &'s mut Vec<u8>) -> Result<Str<'de, 's>> {
        if first & INFO == codes::INDEFINITE {
            return self.joined_text(scratch);
        }
        let len = self.length(first)?;
        Ok(Str::Input(self.text(len)?))
    }

    /// The byte string whose head `first` begins, likewise.
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
        // Each chunk is UTF-8, so all of them are.
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

/// The major type and the argument of the head that `bytes` begin with, and what is behind it;
/// `None` if it is cut off, or has no argument.
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

/// How many items or members the array or map has that `bytes` begin with, if they do with one that
/// says so.
pub fn count_of(bytes: &[u8]) -> Option<usize> {
    match head(bytes)? {
        (codes::ARRAY | codes::MAP, count, _) => usize::try_from(count).ok(),
        _ => None,
    }
}
