//! Arrays of `char`: text with zeros behind it.
//!
//! The text of an array ends before the zeros at its end, as in flatcc. Zeros between characters
//! belong to it, so nothing is lost.

use varvel_core::{Error, ErrorKind, Result};

/// Returns the text of an array.
///
/// # Errors
/// Returns `InvalidUtf8`.
pub fn text(bytes: &[u8]) -> Result<&str> {
    let len = bytes
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    core::str::from_utf8(&bytes[..len]).map_err(|_| {
        Error::expected(ErrorKind::InvalidUtf8, "UTF-8 in an array of `char`")
            .with_hint("the array may be read as bytes")
    })
}

/// Stores a text in an array, with zeros behind it. After an error the array is as it was.
///
/// # Errors
/// Returns `Refused` if the text is longer than the array, or ends with a zero.
pub fn set(array: &mut [u8], text: &str) -> Result {
    fits(text, array.len())?;
    let (held, padding) = array.split_at_mut(text.len());
    held.copy_from_slice(text.as_bytes());
    padding.fill(0);
    Ok(())
}

/// Checks that an array of `len` can hold this text, and that the text is the same when it is read.
///
/// # Errors
/// Returns `Refused`.
pub fn fits(text: &str, len: usize) -> Result {
    let found = match text.len() {
        bytes if bytes > len => alloc::format!("{bytes} bytes"),
        _ if text.ends_with('\0') => "a zero at the end".into(),
        _ => return Ok(()),
    };
    let expected = alloc::format!("text of at most {len} bytes for an array of `char`");
    Err(Error::expected(ErrorKind::Refused, expected).with_found(found))
}
