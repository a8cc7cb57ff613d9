//! MessagePack from and to types that implement serde's traits: what `rmp-serde` does, by the same names.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::msgpack::serde as rmp_serde; // the one line
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Point { x: i32, y: i32 }
//! let point = Point { x: 1, y: -2 };
//! // Without names of fields, or with them; both are read.
//! assert_eq!(rmp_serde::to_vec(&point)?, [0x92, 1, 0xFE]);
//! let named = rmp_serde::to_vec_named(&point)?;
//! assert_eq!(named, [0x82, 0xA1, b'x', 1, 0xA1, b'y', 0xFE]);
//! assert_eq!(rmp_serde::from_slice::<Point>(&named)?, point);
//! # Ok::<(), varvel::Error>(())
//! ```

use alloc::vec::Vec;

use serde_core::{Deserialize, Serialize};
use varvel_msgpack::read::decode;
use varvel_serde::{Serde, Unnamed};

use super::ReadOptions;
use crate::Result;

/// Reads a value of a type from the MessagePack document `input`.
///
/// # Errors
/// What is wrong with the document, and where.
#[inline]
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    from_slice_with(input, &ReadOptions::default())
}

/// The same with options: limits, for input that is not trusted, or is.
///
/// serde recurses from type to type: a higher limit of depth costs stack.
///
/// # Errors
/// Those of [`from_slice`].
#[inline]
pub fn from_slice_with<'de, T: Deserialize<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
) -> Result<T> {
    decode::<Serde<T>, ()>(input, options, &()).map(|Serde(value)| value)
}

/// Reads one value of a type from `input`, and leaves what is behind it unread.
///
/// Each value takes several calls of `read`: wrap a file or a socket into a [`BufReader`](std::io::BufReader). Memory
/// grows with the bytes that came, whatever lengths they claim. A value that is not of the type has been passed.
///
/// ```
/// use varvel::msgpack::serde as rmp_serde;
/// let mut input: &[u8] = &[0x01, 0x92, 0x02, 0x03];
/// assert_eq!(rmp_serde::from_read::<_, u8>(&mut input)?, 1);
/// assert_eq!(rmp_serde::from_read::<_, [u8; 2]>(&mut input)?, [2, 3]);
/// // The end is one before the first byte of a value.
/// let end = rmp_serde::from_read::<_, u8>(&mut input).unwrap_err();
/// assert!(end.is_eof() && end.offset() == Some(0));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// `Io`, and those of [`from_slice`], whose offsets count from the beginning of the value. Where `input` ends, `is_eof`;
/// then the offset is 0 if no byte of a value came.
#[cfg(feature = "std")]
pub fn from_read<R: std::io::Read, T: for<'de> Deserialize<'de>>(input: R) -> Result<T> {
    match varvel_msgpack::next_from_reader::<Serde<T>>(input, &ReadOptions::default())? {
        Some(Serde(value)) => Ok(value),
        None => from_slice(&[]),
    }
}

/// Writes a value as MessagePack, a struct as an array of its fields.
///
/// # Errors
/// What MessagePack cannot hold, and what the type itself refuses.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Unnamed(value))
}

/// Writes a value as MessagePack, a struct as a map with the names of its fields: what JSON becomes, too.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_vec_named<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Serde(value))
}
