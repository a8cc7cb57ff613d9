//! Texts in UTF-16 and UTF-32. They are converted to UTF-8 before they are read. Values copy their
//! strings, and errors have offsets in the original text.

use alloc::borrow::Cow;

use varvel_core::format::{Copied, Prepared, Read};
use varvel_core::{Result, Transient};

use crate::encoding::Encoding;
use crate::options::ReadOptions;

/// A text in UTF-8, with the encoding of the original.
struct Transcoded<'t> {
    encoding: Encoding,
    text: Cow<'t, [u8]>,
}

impl<'t> Transcoded<'t> {
    fn of(input: &'t [u8], options: &ReadOptions) -> Result<Self> {
        options.limits.check_len(input.len())?;
        let encoding = Encoding::of(input);
        let text = encoding.decode(input)?;
        Ok(Self { encoding, text })
    }
}

impl Prepared for Transcoded<'_> {
    fn bytes(&self) -> &[u8] {
        &self.text
    }

    fn place(&self, offset: usize) -> usize {
        match core::str::from_utf8(&self.text) {
            Ok(text) => self.encoding.place(text, offset),
            Err(_) => offset,
        }
    }
}

/// Implements [`drive`](fn@super::drive) for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn drive(input: &[u8], options: &ReadOptions, sink: &mut Transient<'_, '_>) -> Result {
    let text = Transcoded::of(input, options)?;
    super::drive_utf8(text.bytes(), options, sink).map_err(|error| text.placed(error))
}

/// Implements [`super::read`] for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn read<'de, R: Read<'de>>(input: &[u8], options: &ReadOptions, read: R) -> Result<R::Output> {
    let text = Transcoded::of(input, options)?;
    super::read_utf8(text.bytes(), options, Copied::new(read)).map_err(|error| text.placed(error))
}
