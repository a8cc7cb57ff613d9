//! The memory that the pages of a column need, from their headers alone.

use varvel::Result;

use super::FileLimits;
use super::guard::damaged;
use super::input::Input;
use super::thrift::{Fault, walk};

/// A page may unpack to so many bytes, however small it is.
const FREE: u64 = 64 << 20;

/// So many bytes are read for the header of a page, and more if it is longer.
const HEADER: u64 = 1 << 12;

/// A header has at most so many bytes: there are statistics in it.
const MOST: u64 = 64 << 20;

/// The pages of a column in a row group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pages {
    /// The values of all of them, with nulls and empty lists.
    pub values: u64,
    /// The most bytes that a value may have: those of the dictionary, or of a page whose values
    /// have parts in common.
    pub widest: u64,
}

/// The fields of a header.
#[derive(Debug, Default)]
struct Header {
    unpacked: i64,
    packed: i64,
    values: i64,
    encoding: i64,
    is_dictionary: bool,
}

/// The encoding in which values are put together from parts of others.
const DELTA_BYTE_ARRAY: i64 = 7;

impl Header {
    fn set(&mut self, fields: &[i16], value: i64) {
        match fields {
            [2] => self.unpacked = value,
            [3] => self.packed = value,
            [5 | 8, 1] => self.values = value,
            [5, 2] | [8, 4] => self.encoding = value,
            [7, 1] => self.is_dictionary = true,
            _ => {}
        }
    }
}

/// Looks at the headers of the pages in these bytes of the file.
pub(super) fn survey(input: &Input, start: u64, len: u64, limits: &FileLimits) -> Result<Pages> {
    let end = start.checked_add(len).filter(|&end| end <= input.len());
    let end = end.ok_or_else(|| damaged("a column inside of the file"))?;
    let mut pages = Pages::default();
    let (mut at, mut ahead, mut ahead_at) = (start, Vec::new(), start);
    while at < end {
        let mut size = HEADER;
        let (header, header_len) = loop {
            let mut header = Header::default();
            let mut each = |fields: &[i16], value: Option<i64>| {
                if let Some(value) = value {
                    header.set(fields, value);
                }
            };
            let known = usize::try_from(at - ahead_at).unwrap_or(usize::MAX);
            let known: &[u8] = ahead.get(known..).unwrap_or_default();
            match walk(known, &mut each) {
                Ok(len) => break (header, len as u64),
                Err(Fault::Cut) if (known.len() as u64) < (end - at).min(MOST) => {
                    ahead = input.bytes(at, size.min(end - at))?;
                    ahead_at = at;
                    size = size.saturating_mul(4);
                }
                Err(_) => return Err(damaged("the header of a page")),
            }
        };
        let (packed, unpacked) = (u64::try_from(header.packed), u64::try_from(header.unpacked));
        let (Ok(packed), Ok(unpacked)) = (packed, unpacked) else {
            return Err(damaged("a page with a size"));
        };
        at = at.saturating_add(header_len).saturating_add(packed);
        if at > end {
            return Err(damaged("a page inside of its column"));
        }
        limits.check_unpacked(packed, unpacked, FREE)?;
        if header.is_dictionary || header.encoding == DELTA_BYTE_ARRAY {
            pages.widest = pages.widest.max(unpacked);
        }
        let values = u64::try_from(header.values);
        let values = values.map_err(|_| damaged("a page with a number of values"))?;
        pages.values = pages.values.saturating_add(values);
    }
    Ok(pages)
}
