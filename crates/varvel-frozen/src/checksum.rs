//! The checksum that a buffer may end in: XXH3 of 64 bits over all bytes before it.
//!
//! It finds damage, not forgery: whoever can change the bytes can change the checksum. Only
//! validation looks at it, and nothing relies on it.

use alloc::vec::Vec;

use twox_hash::XxHash3_64;
use varvel_core::{Error, Result};

use crate::layout::{FLAG_CHECKSUM, FLAGS_AT, TOTAL_AT};

/// The length of a checksum in bytes.
pub const LEN: usize = 8;

/// Returns the checksum of these bytes.
pub fn of(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// Returns a buffer without its checksum, if its header declares one. The header must be whole.
pub fn strip(bytes: &[u8]) -> &[u8] {
    match bytes[FLAGS_AT] & FLAG_CHECKSUM {
        0 => bytes,
        _ => &bytes[..bytes.len() - LEN],
    }
}

/// Adds a checksum to a buffer that has none.
pub fn add(mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    bytes
        .try_reserve_exact(LEN)
        .map_err(|_| Error::out_of_memory())?;
    let total = (bytes.len() + LEN) as u64;
    bytes[FLAGS_AT] |= FLAG_CHECKSUM;
    bytes[TOTAL_AT..TOTAL_AT + 8].copy_from_slice(&total.to_le_bytes());
    let checksum = of(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    /// Checks against the first vector of the reference implementation
    /// (`tests/sanity_test_vectors.h`).
    #[test]
    fn is_xxh3_without_a_seed() {
        assert_eq!(super::of(b""), 0x2D06_8005_38D3_94C2);
    }
}
