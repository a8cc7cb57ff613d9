//! Whole documents from a [`Read`]: read to its end within the limits, then read as a slice.

use alloc::vec::Vec;
use std::io::Read;

use varvel_core::{Decode, Error, Result};

use super::decode;
use crate::error;
use crate::options::ReadOptions;

/// Reads a value of a type from the YAML document that `input` gives up to its end.
///
/// The whole document is held in memory while it is read, so the value cannot borrow from it.
///
/// ```
/// let input: &[u8] = b"- true\n- false\n"; // or a file
/// let answers: Vec<bool> = varvel_yaml::from_reader(input, &Default::default())?;
/// assert_eq!(answers, [true, false]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// `Io`, and what is wrong with the document.
pub fn from_reader<T: for<'de> Decode<'de>>(input: impl Read, options: &ReadOptions) -> Result<T> {
    decode(&read_to_end(input, options)?, options, &())
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
            .map_err(|cause| error::io(&cause))?;
        if bytes.len() > limit {
            return Err(error::too_large(bytes.len(), limit));
        }
        if count < room {
            return Ok(bytes);
        }
        step = bytes.len();
    }
}
