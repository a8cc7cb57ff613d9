//! CBOR data items as records (a sequence, RFC 8742), with nothing between them.

use varvel_core::Result;
use varvel_core::format::RecordFormat;

use crate::marker::Cbor;
use crate::read::{Extent, cut_off};

impl RecordFormat for Cbor {
    const BEHIND: &'static [u8] = b"";
    const LINES: bool = false;

    type Search = Extent;

    #[inline]
    fn end(search: &mut Extent, bytes: &[u8]) -> Result<Option<usize>> {
        let end = search.end(bytes)?;
        if end.is_some() {
            *search = Extent::default();
        }
        Ok(end)
    }

    #[inline]
    fn least(search: &Extent) -> u64 {
        search.least()
    }

    #[inline]
    fn check_last(record: &[u8]) -> Result {
        Err(cut_off(record.len()))
    }
}
