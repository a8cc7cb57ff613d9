//! The items of a JSON array, one after the other. Brackets, quotes and commas show the end of each
//! item.

use memchr::memchr2;
use varvel_core::format::{ArrayFormat, Head};
use varvel_core::{Error, ErrorKind, Result};

use crate::marker::Json;
use crate::options::ReadOptions;

/// An item ends behind the comma that follows it, or behind the bracket that ends the array. Each
/// closing bracket ends the innermost container, whichever bracket opened it: the reader of the
/// item refuses a wrong one.
impl ArrayFormat for Json {
    const EMPTY: &'static [u8] = b"[]";
    const FIRST: &'static [u8] = b"[";
    const SECOND: &'static [u8] = b"[null,";
    const CLOSE: &'static [u8] = b"]";
    const MARK: &'static [u8] = b"\xEF\xBB\xBF";

    type Search = Scan;

    fn head(head: &[u8]) -> Head {
        match head.first() {
            Some(b'[') => Head::Array {
                len: 1,
                items: None,
            },
            Some(_) => Head::Other,
            None => Head::Unknown,
        }
    }

    #[inline]
    fn item_end(search: &mut Scan, bytes: &[u8]) -> Result<Option<(usize, bool)>> {
        let end = search.end(bytes);
        Ok(end.map(|end| (end, bytes[end - 1] != b',')))
    }

    #[inline]
    fn least(search: &Scan) -> u64 {
        search.at as u64
    }

    /// Returns the item without its comma or bracket. If nothing stands before these, the whole
    /// record is the item, and the reader refuses it.
    #[inline]
    fn item(record: &[u8]) -> Option<&[u8]> {
        let item = match record {
            [item @ .., b',' | b']'] => item,
            _ => record,
        };
        match Self::blank(item) == item.len() {
            true => (item.len() < record.len()).then_some(record),
            false => Some(item),
        }
    }

    #[inline]
    fn blank(bytes: &[u8]) -> usize {
        let blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r' | b'\n');
        bytes.iter().take_while(blank).count()
    }

    #[cold]
    fn no_item() -> Error {
        Error::expected(ErrorKind::UnexpectedEnd, "a value")
    }

    #[inline]
    fn in_array(options: &ReadOptions) -> ReadOptions {
        let mut options = *options;
        options.limits.depth = options.limits.depth.saturating_sub(1);
        options
    }
}

/// The state of the search for the end of an item.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scan {
    /// How many bytes were searched.
    at: usize,
    /// How many brackets are open at this place.
    depth: usize,
    /// Whether this place is inside a string. It is never inside an escape.
    string: bool,
}

impl Scan {
    /// Returns the end of the comma or the bracket that ends the item.
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        loop {
            if self.string && !self.pass_string(bytes) {
                return None;
            }
            let rest = bytes.get(self.at..)?;
            let Some(found) = rest.iter().position(|&byte| STOPS[usize::from(byte)]) else {
                self.at = bytes.len();
                return None;
            };
            self.at += found + 1;
            match rest[found] {
                b'"' => self.string = true,
                b'[' | b'{' => self.depth += 1,
                b',' if self.depth > 0 => {}
                _ if self.depth > 0 => self.depth -= 1,
                _ => return Some(self.at),
            }
        }
    }

    /// Passes the rest of a string. Returns `false` if the string goes on.
    fn pass_string(&mut self, bytes: &[u8]) -> bool {
        loop {
            let rest = bytes.get(self.at..).unwrap_or_default();
            let Some(found) = memchr2(b'"', b'\\', rest) else {
                self.at = bytes.len();
                return false;
            };
            self.at += found;
            if rest[found] == b'"' {
                self.at += 1;
                self.string = false;
                return true;
            }
            // A backslash is passed together with the byte behind it.
            if found + 1 == rest.len() {
                return false;
            }
            self.at += 2;
        }
    }
}

/// The bytes outside of strings that the search stops at.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let all = b"\"[]{},";
    let mut i = 0;
    while i < all.len() {
        stops[all[i] as usize] = true;
        i += 1;
    }
    stops
};
