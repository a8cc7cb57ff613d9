//! Texts in UTF-16 and UTF-32: made texts in UTF-8, which are read as all others; strings are then copied, and places are
//! those of the text as it was.

use alloc::borrow::Cow;

use varvel_core::{Copying, Decode, Error, Result, Transient};

use super::Reader;
use crate::encoding::Encoding;
use crate::error;
use crate::options::ReadOptions;

/// [`drive`](fn@super::drive) for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn drive(input: &[u8], options: &ReadOptions, sink: &mut Transient<'_, '_>) -> Result {
    let (encoding, text) = decoded(input, options)?;
    super::drive(&text, options, sink).map_err(|error| placed(encoding, &text, error))
}

/// [`super::decode`] for a text that is not in UTF-8.
#[cold]
#[inline(never)]
pub fn decode<'de, T: Decode<'de, C>, C: ?Sized>(
    input: &[u8],
    options: &ReadOptions,
    context: &C,
) -> Result<T> {
    let (encoding, text) = decoded(input, options)?;
    let mut reader = match Reader::new(&text, options) {
        Ok(reader) => reader,
        Err(error) => return Err(placed(encoding, &text, error)),
    };
    let result = match T::decode(&mut Copying::new(&mut reader), context) {
        Ok(value) => reader.finish().map(|()| value),
        Err(error) => Err(error),
    };
    result.map_err(|error| placed(encoding, &text, reader.locate(error)))
}

fn decoded<'t>(input: &'t [u8], options: &ReadOptions) -> Result<(Encoding, Cow<'t, [u8]>)> {
    if input.len() > options.limits.bytes {
        return Err(error::too_large(input.len(), options.limits.bytes));
    }
    let encoding = Encoding::of(input);
    Ok((encoding, encoding.decode(input)?))
}

/// The error with its place in the text as it was.
fn placed(encoding: Encoding, text: &[u8], error: Error) -> Error {
    match (error.offset(), core::str::from_utf8(text)) {
        (Some(at), Ok(text)) => error.at(encoding.place(text, at)),
        _ => error,
    }
}
