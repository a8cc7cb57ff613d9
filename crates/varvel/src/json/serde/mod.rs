//! JSON for types that implement serde's traits, with the function and type names of `serde_json`.
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
//! # Contents
//!
//! This module has all functions of `serde_json`; [`Value`], [`json!`], [`Map`], [`Number`],
//! [`Error`] and [`Result`]; [`Deserializer`] and [`StreamDeserializer`] over a text in memory;
//! `Serializer`; and the modules `de`, `ser`, `error`, `map` and `value`. `Value`, `Map` and
//! `Number` are types of this library: `docs/guide/from-serde_json.md` maps each of their methods.
//! Missing are `Formatter` with its kinds, the serializer of trees in `value`, and readers for a
//! [`Deserializer`]. Take `RawValue` from `serde_json` itself, or use [`Raw`](crate::Raw).
//!
//! # Differences
//!
//! A key that comes twice in a struct or a [`Value`] is an error. Writing refuses a structure
//! deeper than 128, too. Integers keep all their digits. `NaN` and the infinities are written as
//! `null`, as `serde_json` does. `docs/guide/from-serde.md` lists the rest.

mod stream;
mod tree;
#[cfg(feature = "std")]
mod written;

use alloc::vec::Vec;

use serde_core::Serialize;
use varvel_json::decode;
use varvel_serde::Serde;

use super::{ReadOptions, WriteOptions};
use crate::serde::door::{from_slices, from_texts, to_texts};

pub use crate::__json as json;
pub use crate::serde::door::tree::{Members, Number, from_value};
pub use crate::{Error, Result, Value};
pub use stream::{Deserializer, StreamDeserializer};
#[doc(hidden)]
pub use tree::__of;
pub use tree::{Map, to_value};
#[cfg(feature = "std")]
pub use written::Serializer;

/// The names of `serde_json::de`.
pub mod de {
    #[cfg(feature = "std")]
    pub use super::from_reader;
    pub use super::{Deserializer, StreamDeserializer, from_slice, from_str};
}

/// The names of `serde_json::ser`.
pub mod ser {
    #[cfg(feature = "std")]
    pub use super::{Serializer, to_writer, to_writer_pretty};
    pub use super::{to_string, to_string_pretty, to_vec, to_vec_pretty};
}

/// The names of `serde_json::error`.
pub mod error {
    pub use crate::{Category, Error, Result};
}

/// The names of `serde_json::map`.
pub mod map {
    pub use super::Map;
    pub use crate::value::{
        Entries as Iter, Entry, Keys, MembersMut as IterMut, OccupiedEntry, VacantEntry, Values,
    };
}

/// The names of `serde_json::value`.
pub mod value {
    pub use super::{Map, Number, Value, from_value, to_value};
    pub use crate::value::Index;
}

/// Returns options for text on one line. NaN and the infinities are `null`, as `serde_json` writes
/// them.
fn compact() -> WriteOptions {
    WriteOptions::compact().non_finite_as_null()
}

/// Returns options for text on lines, with two spaces a level. NaN and the infinities are `null`.
fn pretty() -> WriteOptions {
    WriteOptions::pretty().non_finite_as_null()
}

from_slices!("JSON document", decode);
from_texts!("JSON document", varvel_json::from_reader);
to_texts!("compact JSON", varvel_json, compact() => to_vec, to_string, to_writer);
to_texts!("JSON on lines, with two spaces a level", varvel_json, pretty() => to_vec_pretty, to_string_pretty, to_writer_pretty);

/// Writes a value as JSON with options.
///
/// # Errors
/// Returns the errors of [`to_vec`].
#[inline]
pub fn to_vec_with<T: Serialize + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    varvel_json::to_vec_with(&Serde(value), options)
}
