//! [`Metadata`]: the keys of a value that is read.

use varvel::{Error, ErrorKind, Result};

use super::container::Container;
use super::error::invalid;
use super::keys::VERSION;
use super::number_at;

/// Keys that were checked: all of them are text, and inside of the bytes.
#[derive(Clone, Copy)]
pub(crate) struct Metadata<'a> {
    bytes: &'a [u8],
    len: usize,
    width: usize,
    text: &'a str,
}

impl<'a> Metadata<'a> {
    /// Checks the bytes of metadata. The time is linear in them.
    pub fn new(bytes: &'a [u8]) -> Result<Self> {
        let Some(&header) = bytes.first() else {
            return Err(invalid(0, "metadata of at least 3 bytes"));
        };
        let version = header & 0xF;
        if version != VERSION {
            let error = invalid(0, "version 1 of VARIANT's metadata");
            return Err(error.with_content(format_args!("version {version}")));
        }
        let width = usize::from(header >> 6) + 1;
        let cut = || invalid(bytes.len(), "metadata with all its keys");
        let len = number_at(bytes, 1, 0, width).ok_or_else(cut)?;
        let offsets = len
            .checked_add(2)
            .and_then(|count| count.checked_mul(width));
        let start = offsets
            .and_then(|size| size.checked_add(1))
            .ok_or_else(cut)?;
        let text = bytes.get(start..).ok_or_else(cut)?;
        let text = std::str::from_utf8(text)
            .map_err(|_| Error::not_utf8(bytes, start, bytes.len()).with_hint(HINT))?;
        let metadata = Self {
            bytes,
            len,
            width,
            text,
        };
        let mut end = 0;
        for index in 0..=len {
            let offset = metadata.offset(index).unwrap_or(usize::MAX);
            let expected = if index == 0 {
                offset == 0
            } else {
                offset >= end
            };
            if !expected || !text.is_char_boundary(offset) {
                let at = 1 + (index + 1) * width;
                return Err(invalid(at, "the place of a key in the metadata"));
            }
            end = offset;
        }
        match end == text.len() {
            true => Ok(metadata),
            false => Err(
                Error::expected(ErrorKind::TrailingData, "nothing after the keys")
                    .with_offset(start + end)
                    .with_hint(HINT),
            ),
        }
    }

    fn offset(&self, index: usize) -> Option<usize> {
        number_at(self.bytes, 1 + self.width, index, self.width)
    }

    /// Returns the key of a number; `None` if there is none.
    pub fn get(&self, number: usize) -> Option<&'a str> {
        if number >= self.len {
            return None;
        }
        self.text
            .get(self.offset(number)?..self.offset(number + 1)?)
    }

    /// Returns the key of a member of an object in `bytes`.
    ///
    /// # Errors
    /// A number that no key has.
    pub fn key(&self, bytes: &[u8], object: &Container, index: usize) -> Result<&'a str> {
        let (at, number) = object.number(bytes, index).unwrap_or_default();
        let key = self.get(number);
        key.ok_or_else(|| invalid(at, "the number of a key that the metadata has"))
    }
}

const HINT: &str = "the fault is in the metadata, which has the keys of the value";
