//! JSON from and to types that implement serde's traits: what `serde_json` does, by the same names.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::json::serde as serde_json; // the one line
//! use serde_json::{Value, json};
//!
//! #[derive(Serialize, Deserialize)]
//! struct User { name: String, tags: Vec<String>, extra: Option<Value> }
//! let user: User = serde_json::from_str(r#"{"name": "Ada", "tags": []}"#)?;
//! assert_eq!(serde_json::to_string(&user)?, r#"{"name":"Ada","tags":[],"extra":null}"#);
//! assert_eq!(json!({"user": user, "ok": true})["user"]["name"], "Ada");
//!
//! let text = "{\"name\": \"Ada\",\n \"tags\": [\"a\", 1]}";
//! let error: serde_json::Error = serde_json::from_str::<User>(text).err().unwrap();
//! assert_eq!((error.line(), error.column(), error.is_data()), (2, 16, true));
//! assert_eq!(
//!     error.to_string(),
//!     "wrong kind of value: expected a string, found an integer, at $.tags[1] (byte 31)",
//! );
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # What is here
//!
//! All functions of `serde_json`; [`Value`], [`json!`], [`Map`], [`Number`], [`Error`] and [`Result`]; [`Deserializer`] and
//! [`StreamDeserializer`] over a text in memory; and its modules `de`, `ser`, `error`, `map` and `value` with these names.
//! `Value`, `Map` and `Number` are types of this library: `docs/serde_json.md` has what each of their methods is
//! here. Not here are `Serializer`, `Formatter` and readers for a [`Deserializer`]; `RawValue` is taken from `serde_json`
//! itself, or [`Raw`](crate::Raw) in its place.
//!
//! # What differs
//!
//! A key that comes twice in a struct or a [`Value`] is an error, a structure deeper than 128 is not written either,
//! and integers keep all their digits. `NaN` and the infinities are written as `null`, as they are there. `docs/serde.md` lists the rest.

mod stream;
mod tree;

use alloc::string::String;
use alloc::vec::Vec;

#[cfg(feature = "std")]
use serde_core::de::DeserializeOwned;
use serde_core::{Deserialize, Serialize};
use varvel_json::read::decode;
use varvel_serde::Serde;

use super::{ReadOptions, WriteOptions};

pub use crate::__json as json;
pub use crate::{Error, Result, Value};
pub use stream::{Deserializer, StreamDeserializer};
#[doc(hidden)]
pub use tree::__of;
pub use tree::{Map, Members, Number, from_value, to_value};

/// `serde_json::de`.
pub mod de {
    #[cfg(feature = "std")]
    pub use super::from_reader;
    pub use super::{Deserializer, StreamDeserializer, from_slice, from_str};
}

/// `serde_json::ser`.
pub mod ser {
    pub use super::{to_string, to_string_pretty, to_vec, to_vec_pretty};
    #[cfg(feature = "std")]
    pub use super::{to_writer, to_writer_pretty};
}

/// `serde_json::error`.
pub mod error {
    pub use crate::{Category, Error, Result};
}

/// `serde_json::map`.
pub mod map {
    pub use super::Map;
    pub use crate::value::{
        Entries as Iter, Entry, Keys, MembersMut as IterMut, OccupiedEntry, VacantEntry, Values,
    };
}

/// `serde_json::value`.
pub mod value {
    pub use super::{Map, Number, Value, from_value, to_value};
    pub use crate::value::Index;
}

/// On one line; NaN and the infinities are `null`, as `serde_json` writes them.
fn compact() -> WriteOptions {
    WriteOptions::compact().non_finite_as_null()
}

/// On lines, with two spaces a level; NaN and the infinities are `null`.
fn pretty() -> WriteOptions {
    WriteOptions::pretty().non_finite_as_null()
}

/// Reads a value of a type from the JSON document `input`.
///
/// # Errors
/// Those of the document and of the type, with their place.
#[inline]
pub fn from_slice<'de, T: Deserialize<'de>>(input: &'de [u8]) -> Result<T> {
    from_slice_with(input, &ReadOptions::default())
}

/// Reads a value of a type with options: limits, for input that is not trusted, or is.
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
pub fn from_reader<R: std::io::Read, T: DeserializeOwned>(input: R) -> Result<T> {
    varvel_json::from_reader::<Serde<T>>(input, &ReadOptions::default()).map(|Serde(value)| value)
}

/// Writes a value as compact JSON.
///
/// # Errors
/// `Unrepresentable` for a value that JSON cannot hold; those of the type itself.
#[inline]
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_with(value, &compact())
}

/// Writes a value as JSON as the options say.
///
/// # Errors
/// Those of [`to_vec`].
#[inline]
pub fn to_vec_with<T: Serialize + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    super::to_vec_with(&Serde(value), options)
}

/// Writes a value as JSON on lines, with two spaces a level.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_vec_pretty<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    to_vec_with(value, &pretty())
}

/// Writes a value as compact JSON into a string.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    super::to_string_with(&Serde(value), &compact())
}

/// Writes a value as JSON into a string, on lines.
///
/// # Errors
/// Those of [`to_vec`].
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    super::to_string_with(&Serde(value), &pretty())
}

/// Writes a value as compact JSON to `output`, in one piece.
///
/// # Errors
/// `Io`, and those of [`to_vec`].
#[cfg(feature = "std")]
pub fn to_writer<W: std::io::Write, T: Serialize + ?Sized>(output: W, value: &T) -> Result {
    super::to_writer(output, &Serde(value), &compact())
}

/// Writes a value as JSON to `output`, on lines.
///
/// # Errors
/// Those of [`to_writer`].
#[cfg(feature = "std")]
pub fn to_writer_pretty<W: std::io::Write, T: Serialize + ?Sized>(output: W, value: &T) -> Result {
    super::to_writer(output, &Serde(value), &pretty())
}
