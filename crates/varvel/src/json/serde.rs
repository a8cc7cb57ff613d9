//! JSON from and to types that implement serde's traits: what `serde_json` does, by the same names.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::json::serde as serde_json; // the one line
//!
//! #[derive(Serialize, Deserialize)]
//! struct User { name: String, tags: Vec<String> }
//! let user: User = serde_json::from_str(r#"{"name": "Ada", "tags": []}"#)?;
//! assert_eq!(serde_json::to_string(&user)?, r#"{"name":"Ada","tags":[]}"#);
//!
//! let error = serde_json::from_str::<User>(r#"{"name": "Ada", "tags": ["a", 1]}"#).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "wrong kind of value: expected a string, found an integer, at $.tags[1] (byte 30)",
//! );
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! What differs: no number is rounded silently (an integer that a float does not hold is an error, and `NaN` cannot
//! be written unless [`WriteOptions`] say so), and a structure deeper than 128 is not written either.

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::{Deserialize, Serialize};
use varvel_json::read::decode;
use varvel_serde::Serde;

use super::{ReadOptions, WriteOptions};
use crate::Result;

/// Reads a value of a type from the JSON document `input`.
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

/// Reads a value of a type from the JSON document `input`.
///
/// # Errors
/// Those of [`from_slice`].
#[inline]
pub fn from_str<'de, T: Deserialize<'de>>(input: &'de str) -> Result<T> {
    from_slice(input.as_bytes())
}

/// Reads a value of a type from the JSON document that `input` gives up to its end, which is held in memory.
///
/// # Errors
/// `Io`, and those of [`from_slice`].
#[cfg(feature = "std")]
pub fn from_reader<T: for<'de> Deserialize<'de>>(input: impl std::io::Read) -> Result<T> {
    varvel_json::from_reader::<Serde<T>>(input, &ReadOptions::default()).map(|Serde(value)| value)
}

/// Writes a value as compact JSON.
///
/// # Errors
/// What JSON cannot hold, and what the type itself refuses.
#[inline]
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    super::to_vec(&Serde(value))
}

/// Writes a value as JSON as the options say.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_vec_with<T: Serialize + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    super::to_vec_with(&Serde(value), options)
}

/// Writes a value as JSON on lines, with two spaces a level.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_vec_pretty<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_with(value, &WriteOptions::pretty())
}

/// Writes a value as compact JSON into a string.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    super::to_string(&Serde(value))
}

/// Writes a value as JSON into a string, on lines.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    super::to_string_with(&Serde(value), &WriteOptions::pretty())
}

/// Writes a value as compact JSON to `output`, in one piece.
///
/// # Errors
/// `Io`, and those of [`to_vec`].
#[cfg(feature = "std")]
pub fn to_writer<T: Serialize + ?Sized>(output: impl std::io::Write, value: &T) -> Result {
    super::to_writer(output, &Serde(value), &WriteOptions::compact())
}

/// The same on lines.
///
/// # Errors
/// Those of [`to_writer`].
#[cfg(feature = "std")]
pub fn to_writer_pretty<T: Serialize + ?Sized>(output: impl std::io::Write, value: &T) -> Result {
    super::to_writer(output, &Serde(value), &WriteOptions::pretty())
}
