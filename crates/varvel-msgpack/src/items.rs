//! The items of a MessagePack array, one after the other. The heads alone show where each item
//! ends.

use varvel_core::format::{ArrayFormat, Head};
use varvel_core::{Error, Result};

use crate::codes;
use crate::error;
use crate::marker::MessagePack;
use crate::options::ReadOptions;
use crate::read::{Extent, length};

impl ArrayFormat for MessagePack {
    const EMPTY: &'static [u8] = &[codes::FIX_ARRAY];
    const FIRST: &'static [u8] = &[codes::FIX_ARRAY + 1];
    const SECOND: &'static [u8] = &[codes::FIX_ARRAY + 2, codes::NIL];
    const CLOSE: &'static [u8] = b"";

    type Search = Extent;

    fn head(head: &[u8]) -> Head {
        let Some((&first, rest)) = head.split_first() else {
            return Head::Unknown;
        };
        let array = |width: usize, items: Option<u64>| match items {
            Some(_) => Head::Array {
                len: 1 + width,
                items,
            },
            None => Head::Unknown,
        };
        match first {
            codes::FIX_ARRAY..codes::FIX_STR => array(0, Some(u64::from(first & 15))),
            codes::ARRAY_16 => array(2, length(rest, 2)),
            codes::ARRAY_32 => array(4, length(rest, 4)),
            _ => Head::Other,
        }
    }

    #[inline]
    fn item_end(search: &mut Extent, bytes: &[u8]) -> Result<Option<(usize, bool)>> {
        Ok(search.end(bytes).map(|end| (end, false)))
    }

    #[inline]
    fn least(search: &Extent) -> u64 {
        search.least()
    }

    #[cold]
    fn no_item() -> Error {
        error::cut_off(0, "a value")
    }

    #[inline]
    fn in_array(options: &ReadOptions) -> ReadOptions {
        let mut options = *options;
        options.limits.depth = options.limits.depth.saturating_sub(1);
        options
    }
}
