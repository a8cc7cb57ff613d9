//! Types that implement serde's traits, in every format and shape. Formats have their own modules
//! ([`json::serde`](crate::json::serde), `msgpack::serde`, `yaml::serde`); the functions here turn
//! such types into trees and back.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::serde::{from_value, from_view, to_frozen, to_value};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct User { name: String, age: u8 }
//! let ada = User { name: "Ada".into(), age: 36 };
//! let frozen = to_frozen(&ada)?;
//! assert_eq!(from_view::<User>(frozen.view())?, ada);
//!
//! let mut tree = to_value(&ada)?;
//! tree["age"] = 300.into();
//! let error = from_value::<User>(&tree).unwrap_err();
//! assert_eq!(error.to_string(), "number out of range: expected u8, found 300, at $.age");
//! # Ok::<(), varvel::Error>(())
//! ```
//!
//! [`Value`], [`Frozen`], [`View`](struct@crate::View) and the like implement serde's traits, too,
//! so that they may be parts of types and go into other libraries' formats. serde recurses: at most
//! 128 containers may be inside each other.

pub(crate) mod door;

use serde_core::de::IntoDeserializer;
use serde_core::{Deserialize, Serialize};

pub use varvel_core::serde::{EXTENSION, NUMBER, RAW, TAG, TIMESTAMP};
pub use varvel_serde::{Deserializer, Drive, Named, Serde, Serializer, Unnamed};

use crate::value::TreeBuilder;
use crate::{Encode, Freeze, Frozen, Result, Value, View};

/// Freezes a value of a type.
///
/// # Errors
/// Returns an error if the type refuses, or if a key comes twice.
pub fn to_frozen<T: Serialize + ?Sized>(value: &T) -> Result<Frozen> {
    Freeze::new().freeze(&Serde(value))
}

/// Reads a value of a type from a frozen document. It may borrow from the buffer.
///
/// # Errors
/// Returns an error if the document does not fit the type, with its place.
pub fn from_view<'de, T: Deserialize<'de>>(view: View<'de>) -> Result<T> {
    T::deserialize(view.into_deserializer())
}

/// Makes a tree of a value of a type.
///
/// # Errors
/// Returns the errors of [`to_frozen`].
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value> {
    let mut builder = TreeBuilder::new();
    Serde(value).encode(&mut builder, &())?;
    builder.finish()
}

/// Reads a value of a type from a tree. It may borrow from the tree.
///
/// # Errors
/// Returns the errors of [`from_view`].
pub fn from_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T> {
    T::deserialize(value.into_deserializer())
}
