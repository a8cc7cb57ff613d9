//! MessagePack for types that implement serde's traits, with the function and type names of
//! `rmp-serde`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::msgpack::serde as rmp_serde; // the one line
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Point { x: i32, y: i32 }
//! let point = Point { x: 1, y: -2 };
//! // Without names of fields, or with them; both can be read.
//! assert_eq!(rmp_serde::to_vec(&point)?, [0x92, 1, 0xFE]);
//! let named = rmp_serde::to_vec_named(&point)?;
//! assert_eq!(named, [0x82, 0xA1, b'x', 1, 0xA1, b'y', 0xFE]);
//! assert_eq!(rmp_serde::from_slice::<Point>(&named)?, point);
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Contents
//!
//! This module has all functions of `rmp-serde`; [`Deserializer`] and `Serializer`, for successive
//! values; the modules [`decode`](mod@decode) and [`encode`]; and [`MSGPACK_EXT_STRUCT_NAME`]. Both
//! `decode::Error` and `encode::Error` are [`varvel::Error`](crate::Error), so that your own error
//! type needs one conversion, not two; instead of its variants there are
//! [`kind`](crate::Error::kind) and [`is_eof`](crate::Error::is_eof).
//!
//! Missing are `config` with its types, since a `Serializer` has one type in every configuration;
//! `with_bytes` and `BytesMode`, for which there is `serde_bytes`; `Raw` and `RawRef`, strings that
//! may not be UTF-8, where [`Raw`](crate::Raw) holds a value of any kind;
//! `Deserializer::set_max_depth`, for which there is [`from_slice_with`].
//!
//! # Differences
//!
//! Nothing may follow the value that [`from_slice`] reads. Integers of 128 bits that fit 64 are
//! written as integers of 64 bits. `docs/guide/from-serde.md` lists the rest.

mod stream;
#[cfg(feature = "std")]
mod written;

use alloc::vec::Vec;

#[cfg(feature = "std")]
use serde_core::de::DeserializeOwned;
use serde_core::{Deserialize, Serialize};
use varvel_msgpack::decode as read_document;
#[cfg(feature = "std")]
use varvel_serde::Serde;
use varvel_serde::{Named, Unnamed};

use super::ReadOptions;
use crate::Result;
use crate::serde::door::from_slices;

pub use crate::serde::EXTENSION as MSGPACK_EXT_STRUCT_NAME;
pub use stream::Deserializer;
#[cfg(feature = "std")]
pub use written::Serializer;

/// The names of `rmp_serde::decode`.
pub mod decode {
    #[cfg(feature = "std")]
    pub use super::from_read;
    #[cfg(feature = "std")]
    pub use super::stream::ReadReader;
    pub use super::stream::{Deserializer, ReadRefReader};
    pub use super::{from_read_ref, from_slice};
    pub use crate::Error;
}

/// The names of `rmp_serde::encode`.
pub mod encode {
    #[cfg(feature = "std")]
    pub use super::{Serializer, write, write_named};
    pub use super::{to_vec, to_vec_named};
    pub use crate::Error;
}

from_slices!("MessagePack document", read_document);

/// Reads one value of a type from `input`, and leaves the bytes behind it unread.
///
/// Each value takes several calls of `read`: wrap a file or a socket into a
/// [`BufReader`](std::io::BufReader). Memory grows with the bytes that came, whatever lengths they
/// claim. If a value is not of the type, the input is behind it all the same.
///
/// ```
/// use varvel::msgpack::serde as rmp_serde;
/// let mut input: &[u8] = &[0x01, 0x92, 0x02, 0x03];
/// assert_eq!(rmp_serde::from_read::<_, u8>(&mut input)?, 1);
/// assert_eq!(rmp_serde::from_read::<_, [u8; 2]>(&mut input)?, [2, 3]);
/// // The input ends before the first byte of a value.
/// let end = rmp_serde::from_read::<_, u8>(&mut input).unwrap_err();
/// assert!(end.is_eof() && end.offset() == Some(0));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns `Io`, and the errors of [`from_slice`], whose offsets count from the beginning of the
/// value. At the end of `input`, `is_eof` is true; the offset is 0 if no byte of a value came.
#[cfg(feature = "std")]
pub fn from_read<R: std::io::Read, T: DeserializeOwned>(input: R) -> Result<T> {
    match varvel_msgpack::next_from_reader::<Serde<T>>(input, &ReadOptions::default())? {
        Some(Serde(value)) => Ok(value),
        None => from_slice(&[]),
    }
}

/// Writes a value as MessagePack, with structs as arrays of their fields.
///
/// # Errors
/// Returns `Unrepresentable` for a value that MessagePack cannot hold, and the errors of the type.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Unnamed(value))
}

/// Writes a value as MessagePack, with structs as maps that have the names of their fields. JSON
/// converted to MessagePack has this form, too.
///
/// # Errors
/// Returns the errors of [`to_vec`].
pub fn to_vec_named<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Named(value))
}

/// Reads a value of a type from bytes.
///
/// # Errors
/// Returns the errors of [`from_slice`].
pub fn from_read_ref<'de, B: AsRef<[u8]> + ?Sized, T: Deserialize<'de>>(
    input: &'de B,
) -> Result<T> {
    from_slice(input.as_ref())
}

/// Writes a value as MessagePack to `output`, with structs as arrays of their fields; in one piece.
///
/// # Errors
/// Returns `Io`, and the errors of [`to_vec`].
#[cfg(feature = "std")]
pub fn write<W: std::io::Write + ?Sized, T: Serialize + ?Sized>(
    output: &mut W,
    value: &T,
) -> Result {
    written::write_all(output, &to_vec(value)?)
}

/// Writes a value as MessagePack to `output`, with structs as maps that have the names of their
/// fields; in one piece.
///
/// # Errors
/// Returns `Io`, and the errors of [`to_vec`].
#[cfg(feature = "std")]
pub fn write_named<W: std::io::Write + ?Sized, T: Serialize + ?Sized>(
    output: &mut W,
    value: &T,
) -> Result {
    written::write_all(output, &to_vec_named(value)?)
}
