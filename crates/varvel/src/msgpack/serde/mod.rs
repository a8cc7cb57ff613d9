//! MessagePack from and to types that implement serde's traits: what `rmp-serde` does, by the same
//! names.
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
//!
//! # What is here
//!
//! All functions of `rmp-serde`; [`Deserializer`] and `Serializer`, for values one behind the
//! other; its modules [`decode`](mod@decode) and [`encode`]; and [`MSGPACK_EXT_STRUCT_NAME`]. Both
//! `decode::Error` and `encode::Error` are [`varvel::Error`](crate::Error), so that an error type
//! of one's own can be made of it once, not twice; instead of its variants there are
//! [`kind`](crate::Error::kind) and [`is_eof`](crate::Error::is_eof).
//!
//! Not here are `config` with its types, since a `Serializer` has one type whatever is configured;
//! `with_bytes` and `BytesMode`: bytes are those of `serde_bytes`; `Raw` and `RawRef`, strings that
//! may be no UTF-8: [`Raw`](crate::Raw) holds a value of any kind; `Deserializer::set_max_depth`,
//! for which there is [`from_slice_with`].
//!
//! # What differs
//!
//! Nothing may stand behind the value that [`from_slice`] reads. Integers of 128 bits that fit 64
//! are written as these. `docs/guide/from-serde.md` lists the rest.

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

/// `rmp_serde::decode`.
pub mod decode {
    #[cfg(feature = "std")]
    pub use super::from_read;
    #[cfg(feature = "std")]
    pub use super::stream::ReadReader;
    pub use super::stream::{Deserializer, ReadRefReader};
    pub use super::{from_read_ref, from_slice};
    pub use crate::Error;
}

/// `rmp_serde::encode`.
pub mod encode {
    #[cfg(feature = "std")]
    pub use super::{Serializer, write, write_named};
    pub use super::{to_vec, to_vec_named};
    pub use crate::Error;
}

from_slices!("MessagePack document", read_document);

/// Reads one value of a type from `input`, and leaves what is behind it unread.
///
/// Each value takes several calls of `read`: wrap a file or a socket into a
/// [`BufReader`](std::io::BufReader). Memory grows with the bytes that came, whatever lengths they
/// claim. A value that is not of the type has been passed.
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
/// `Io`, and those of [`from_slice`], whose offsets count from the beginning of the value. Where
/// `input` ends, `is_eof`; then the offset is 0 if no byte of a value came.
#[cfg(feature = "std")]
pub fn from_read<R: std::io::Read, T: DeserializeOwned>(input: R) -> Result<T> {
    match varvel_msgpack::next_from_reader::<Serde<T>>(input, &ReadOptions::default())? {
        Some(Serde(value)) => Ok(value),
        None => from_slice(&[]),
    }
}

/// Writes a value as MessagePack, a struct as an array of its fields.
///
/// # Errors
/// `Unrepresentable` for a value that MessagePack cannot hold; those of the type itself.
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Unnamed(value))
}

/// Writes a value as MessagePack, a struct as a map with the names of its fields: what JSON
/// becomes, too.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_vec_named<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Named(value))
}

/// Reads a value of a type from bytes.
///
/// # Errors
/// Those of [`from_slice`].
pub fn from_read_ref<'de, B: AsRef<[u8]> + ?Sized, T: Deserialize<'de>>(
    input: &'de B,
) -> Result<T> {
    from_slice(input.as_ref())
}

/// Writes a value as MessagePack to `output`, a struct as an array of its fields; in one piece.
///
/// # Errors
/// `Io`, and those of [`to_vec`].
#[cfg(feature = "std")]
pub fn write<W: std::io::Write + ?Sized, T: Serialize + ?Sized>(
    output: &mut W,
    value: &T,
) -> Result {
    written::write_all(output, &to_vec(value)?)
}

/// Writes a value as MessagePack to `output`, a struct as a map with the names of its fields; in
/// one piece.
///
/// # Errors
/// `Io`, and those of [`to_vec`].
#[cfg(feature = "std")]
pub fn write_named<W: std::io::Write + ?Sized, T: Serialize + ?Sized>(
    output: &mut W,
    value: &T,
) -> Result {
    written::write_all(output, &to_vec_named(value)?)
}
