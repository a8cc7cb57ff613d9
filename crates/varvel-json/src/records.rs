//! JSON documents as records: NDJSON, one document a line.

use memchr::{memchr, memrchr};
use varvel_core::format::RecordFormat;
use varvel_core::{Error, ErrorKind, Result};

use crate::marker::Json;

/// A line ends with a line feed, or at the end of the input; a carriage return before that is white
/// space. A line of only white space has no document. A byte order mark belongs to the input, not
/// to its first line.
impl RecordFormat for Json {
    const BEHIND: &'static [u8] = b"\n";
    const LINES: bool = true;

    /// How many bytes of the line were searched without finding an end.
    type Search = usize;

    #[inline]
    fn end(search: &mut usize, bytes: &[u8]) -> Result<Option<usize>> {
        Ok(found(search, bytes, memchr))
    }

    #[inline]
    fn last_end(search: &mut usize, bytes: &[u8]) -> Result<Option<usize>> {
        let last = found(search, bytes, memrchr);
        if let Some(last) = last {
            *search = bytes.len() - last;
        }
        Ok(last)
    }

    #[inline]
    fn least(search: &usize) -> u64 {
        *search as u64
    }

    #[inline]
    fn before_first(input: &[u8]) -> usize {
        match input.starts_with(b"\xEF\xBB\xBF") {
            true => 3,
            false => 0,
        }
    }

    #[inline]
    fn document(record: &[u8]) -> Option<&[u8]> {
        let line = record.strip_suffix(b"\n").unwrap_or(record);
        let blank = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        (!line.iter().all(blank)).then_some(line)
    }

    #[inline]
    fn check_last(_: &[u8]) -> Result {
        Ok(())
    }

    /// Between documents on a line is white space, or nothing if a bracket or a quote tells them
    /// apart.
    #[cold]
    fn first_end(document: &[u8], error: &Error) -> Option<usize> {
        if error.kind() != ErrorKind::TrailingData {
            return None;
        }
        let at = error.offset()?;
        let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-._".contains(byte);
        let goes_on = in_word(document.get(at.checked_sub(1)?)?) && in_word(document.get(at)?);
        (!goes_on).then_some(at)
    }
}

/// Returns the end of the line. `find` searches the new bytes for a line feed.
#[inline]
fn found(
    search: &mut usize,
    bytes: &[u8],
    find: impl Fn(u8, &[u8]) -> Option<usize>,
) -> Option<usize> {
    let before = core::mem::replace(search, bytes.len());
    let at = find(b'\n', bytes.get(before..)?)?;
    *search = 0;
    Some(before + at + 1)
}
