//! The items of a CBOR array, one after the other. The heads alone show where each item ends.

use varvel_core::format::{ArrayFormat, Head};
use varvel_core::{Error, Result};

use crate::codes;
use crate::error;
use crate::marker::Cbor;
use crate::options::ReadOptions;
use crate::read::{Extent, head};

impl ArrayFormat for Cbor {
    const EMPTY: &'static [u8] = &[codes::ARRAY];
    const FIRST: &'static [u8] = &[codes::ARRAY + 1];
    const SECOND: &'static [u8] = &[codes::ARRAY + 2, codes::NULL];
    const CLOSE: &'static [u8] = &[codes::BREAK];
    const MARK: &'static [u8] = &codes::SIGNATURE;

    type Search = Extent;

    fn head(bytes: &[u8]) -> Head {
        match bytes.first() {
            None => Head::Unknown,
            Some(&first) if first == codes::ARRAY | codes::INDEFINITE => Head::Array {
                len: 1,
                items: None,
            },
            Some(first) if first & codes::MAJOR != codes::ARRAY => Head::Other,
            Some(first) if first & codes::INFO > 27 => Head::Other,
            Some(_) => match head(bytes) {
                Some((_, items, rest)) => Head::Array {
                    len: bytes.len() - rest.len(),
                    items: Some(items),
                },
                None => Head::Unknown,
            },
        }
    }

    /// Finds the end of an item. The break, which ends the array, is a record without an item.
    #[inline]
    fn item_end(search: &mut Extent, bytes: &[u8]) -> Result<Option<(usize, bool)>> {
        let end = search.end(bytes)?;
        Ok(end.map(|end| (end, bytes[0] == codes::BREAK)))
    }

    #[inline]
    fn least(search: &Extent) -> u64 {
        search.least()
    }

    #[inline]
    fn item(record: &[u8]) -> Option<&[u8]> {
        (record.first()? != &codes::BREAK).then_some(record)
    }

    #[cold]
    fn no_item() -> Error {
        error::cut_off(0, "a data item")
    }

    #[inline]
    fn in_array(options: &ReadOptions) -> ReadOptions {
        let mut options = *options;
        options.limits.depth = options.limits.depth.saturating_sub(1);
        options.item = true;
        options
    }
}
