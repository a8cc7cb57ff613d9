//! Whole documents: reads them to the end within the limits, and writes them in one piece.

use alloc::vec::Vec;
use std::io::{Read, Write};

use super::{Format, decode};
use crate::codec::{Decode, Encode};
use crate::error::{Error, Result};
use crate::limits::Limits;

/// Reads a value of a type from a whole document. `input` is read up to its end and held in memory.
///
/// # Errors
/// `Io`, and faults of the document.
pub fn from_reader<F: Format, T: for<'de> Decode<'de>>(
    input: impl Read,
    options: &F::ReadOptions,
) -> Result<T> {
    let bytes = read_to_end(input, F::limits(options))?;
    decode::<F, T, ()>(&bytes, options, &())
}

/// Writes a value as a document to `output`, in one piece.
///
/// # Errors
/// `Io`, and the errors of [`Format::to_vec`].
pub fn to_writer<F: Format, T: Encode + ?Sized>(
    mut output: impl Write,
    value: &T,
    options: &F::WriteOptions,
) -> Result {
    let written = output.write_all(&F::to_vec(value, options)?);
    written.map_err(|cause| Error::of_io(&cause))
}

/// Returns all bytes of `input`. Fails as soon as there are more than the limit.
///
/// ```
/// use varvel::format::read_to_end;
/// use varvel::{ErrorKind, Limits};
/// let few = Limits { bytes: 3, ..Limits::DEFAULT };
/// assert_eq!(read_to_end(&b"abc"[..], &few)?, b"abc");
/// let error = read_to_end(std::io::repeat(b' '), &few).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::SizeLimit);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// `Io`, `SizeLimit`, `OutOfMemory`.
pub fn read_to_end(mut input: impl Read, limits: &Limits) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The step doubles each time, because the bytes that arrived justify more memory.
    let mut step = 16 * 1024;
    loop {
        bytes
            .try_reserve_exact(step)
            .map_err(|_| Error::out_of_memory())?;
        let room = (limits.bytes - bytes.len()).saturating_add(1).min(step);
        let count = (&mut input)
            .take(room as u64)
            .read_to_end(&mut bytes)
            .map_err(|cause| Error::of_io(&cause))?;
        limits.check_len(bytes.len())?;
        if count < room {
            return Ok(bytes);
        }
        step = bytes.len();
    }
}
