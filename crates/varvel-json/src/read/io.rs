//! Whole documents from a [`Read`]: read to its end within the limits, then read as a slice.

use alloc::vec::Vec;
use std::io::Read;

use varvel_core::{Decode, Error, Result, Sink};

use super::{decode, drive};
use crate::error;
use crate::options::ReadOptions;

/// Reads a value of a type from the JSON document that `input` gives up to its end.
///
/// The whole document is held in memory while it is read, so the value cannot borrow from it.
///
/// ```
/// let input: &[u8] = b"[true, false]"; // or a file
/// let answers: Vec<bool> = varvel_json::from_reader(input, &Default::default())?;
/// assert_eq!(answers, [true, false]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub fn from_reader<T: for<'de> Decode<'de>>(input: impl Read, options: &ReadOptions) -> Result<T> {
    decode(&read_to_end(input, options)?, options, &())
}

/// Drives the JSON document that `input` gives up to its end into `sink`.
///
/// The whole document is held in memory while it is read.
pub fn drive_reader<S: for<'de> Sink<'de>>(
    input: impl Read,
    options: &ReadOptions,
    sink: &mut S,
) -> Result {
    drive(&read_to_end(input, options)?, options, sink)
}

/// All bytes of `input`; an error as soon as there are more than the limit.
fn read_to_end(mut input: impl Read, options: &ReadOptions) -> Result<Vec<u8>> {
    let limit = options.limits.bytes;
    let mut bytes = Vec::new();
    // Twice as much each time, since what arrived shows that the input is worth it.
    let mut step = 16 * 1024;
    loop {
        bytes
            .try_reserve_exact(step)
            .map_err(|_| Error::out_of_memory())?;
        let room = (limit - bytes.len()).saturating_add(1).min(step);
        let count = (&mut input)
            .take(room as u64)
            .read_to_end(&mut bytes)
            .map_err(|cause| Error::of_io(&cause))?;
        if bytes.len() > limit {
            return Err(error::too_long(bytes.len(), limit));
        }
        if count < room {
            return Ok(bytes);
        }
        step = bytes.len();
    }
}
