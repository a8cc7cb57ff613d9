//! YAML for types that implement serde's traits, with the function and type names of `serde_yaml`
//! and its successors.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::yaml::serde as serde_yaml; // the one line
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Service { name: String, ports: Vec<u16> }
//! let service: Service = serde_yaml::from_str("name: web\nports: [80, 443]\n")?;
//! assert_eq!(serde_yaml::to_string(&service)?, "name: web\nports:\n  - 80\n  - 443\n");
//!
//! let text = "name: web\nports:\n- 80\n- 70000\n";
//! let error: serde_yaml::Error = serde_yaml::from_str::<Service>(text).unwrap_err();
//! let location = error.location().unwrap();
//! assert_eq!((location.line(), location.column(), location.index()), (4, 3, 24));
//! assert_eq!(
//!     error.to_string(),
//!     "number out of range: expected u16, found 70000, at $.ports[1] (byte 24)",
//! );
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! # Contents
//!
//! This module has all functions of `serde_yaml`, and `to_vec` of its older versions; [`Value`],
//! [`Mapping`], [`Sequence`], [`Number`], [`Error`] with its `location`, and [`Result`];
//! [`Deserializer`] over a text in memory, also as an iterator of documents; `Serializer`; and the
//! modules `mapping`, `value` and [`with`]. `Value`, `Mapping`, `Sequence` and `Number` are types
//! of this library: a mapping with keys that are not strings is a [`Value`] of the kind
//! [`Map`](crate::Kind::Map), with `pairs` and `insert_any`.
//!
//! Missing are `value::Tag` and `value::TaggedValue`, since a [`Value`] keeps no local tags
//! (`!name`); the serializer of trees in `value`; readers for a [`Deserializer`]: read the text
//! first. [`merge_keys`](crate::yaml::merge_keys) or an option of the reader resolves merge keys,
//! not `Value::apply_merge`.
//!
//! # Differences
//!
//! A variant with a value is written with its name as a tag (`!Variant value`), as `serde_yaml`
//! does. Inside a variant, in a key, and in fields that use `with`, it is a mapping of one member.
//! The reader takes both. `docs/guide/from-serde.md` lists the rest.

mod documents;
pub mod with;
#[cfg(feature = "std")]
mod written;

use alloc::string::String;

use serde_core::Serialize;
use varvel_serde::Serde;
use varvel_yaml::decode;

use super::{ReadOptions, WriteOptions};
use crate::format::Format;
use crate::serde::door::{from_slices, from_texts, to_texts, tree};

pub use crate::serde::door::tree::{Number, from_value};
pub use crate::value::{Array as Sequence, Object as Mapping};
pub use crate::{Error, Location, Result, Value};
pub use documents::Deserializer;
#[cfg(feature = "std")]
pub use written::Serializer;

/// The names of `serde_yaml::mapping`.
pub mod mapping {
    pub use super::Mapping;
    pub use crate::value::{
        Entries as Iter, Entry, Keys, MembersMut as IterMut, OccupiedEntry, VacantEntry, Values,
    };
}

/// The names of `serde_yaml::value`.
pub mod value {
    pub use super::{Mapping, Number, Sequence, Value, from_value, to_value};
    pub use crate::value::Index;
}

from_slices!("YAML document", decode);
from_texts!("YAML document", varvel_yaml::from_reader);
to_texts!("YAML", varvel_yaml, options() => to_vec, to_string, to_writer);

/// Returns options that write the names of variants as tags, as `serde_yaml` does.
fn options() -> WriteOptions {
    WriteOptions::default().with_variant_tags()
}

/// Writes a value as YAML into a string with options.
///
/// ```
/// use varvel::yaml::{WriteOptions, serde::{to_string, to_string_with}};
/// let value: Result<u8, ()> = Ok(1);
/// assert_eq!(to_string(&value)?, "!Ok 1\n");
/// assert_eq!(to_string_with(&value, &WriteOptions::default())?, "Ok: 1\n");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of [`to_vec`].
pub fn to_string_with<T: Serialize + ?Sized>(value: &T, options: &WriteOptions) -> Result<String> {
    varvel_yaml::to_string_with(&Serde(value), options)
}

/// Makes the tree that reading the value's YAML text would give.
///
/// ```
/// use varvel::yaml::serde::{Value, from_str, to_string, to_value};
/// let pairs = std::collections::BTreeMap::from([(1, f64::NAN), (2, 0.5)]);
/// let tree = to_value(&pairs)?;
/// assert_eq!(tree, from_str::<Value>(&to_string(&pairs)?)?);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Returns the errors of the type.
pub fn to_value<T: Serialize>(value: T) -> Result<Value> {
    tree::of_text(value, super::Yaml::PROFILE)
}
