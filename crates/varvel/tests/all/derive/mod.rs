//! Derived codecs, through every format.
#![cfg(all(feature = "derive", feature = "msgpack"))]

mod enums;
mod errors;
mod odd_types;
mod raw;
mod strictness;
mod structs;
mod trees;
mod views;
mod views_generic;

use std::fmt::Debug;

use varvel::{Decode, Encode, Frozen, Value};

use crate::formats::{read, through};

/// Writes a value as `text`, and reads it back from there, from each format and from trees.
pub fn same<T>(value: &T, text: &str)
where
    T: Encode + for<'de> Decode<'de> + PartialEq + Debug,
{
    assert_eq!(varvel::json::to_string(value).unwrap(), text);
    assert_eq!(*value, varvel::json::from_slice(text.as_bytes()).unwrap());
    through(value);
    assert_eq!(*value, Frozen::from_typed(value).unwrap().to().unwrap());
    assert_eq!(*value, Value::from_typed(value).unwrap().to().unwrap());
    reads(text, value);
}

/// Reads a value from a text, and from its document in each format and its tree.
pub fn reads<T>(text: &str, value: &T)
where
    T: for<'de> Decode<'de> + PartialEq + Debug,
{
    assert_eq!(
        *value,
        varvel::json::from_slice(text.as_bytes()).unwrap(),
        "{text}"
    );
    let frozen = varvel::json::freeze(text.as_bytes()).unwrap();
    assert_eq!(*value, frozen.to().unwrap(), "{text}");
    assert_eq!(*value, thawed(text).to().unwrap(), "{text}");
    read(&frozen, value);
}

/// Returns a text as a tree with nothing frozen in it.
pub fn thawed(text: &str) -> Value {
    varvel::json::from_slice(text.as_bytes()).unwrap()
}

/// Returns the error of reading a text. That of its frozen document has the same number, and stays
/// the same where the thread has met many sets of keys before.
pub fn fails<T: for<'de> Decode<'de> + Debug>(text: &str) -> String {
    let result: varvel::Result<T> = varvel::json::from_slice(text.as_bytes());
    let error = result.unwrap_err();
    let frozen = || varvel::json::freeze(text.as_bytes()).and_then(|frozen| frozen.to::<T>());
    let first = frozen().unwrap_err();
    crate::formats::meet_many_keys();
    let second = frozen().unwrap_err();
    let told = |error: &varvel::Error| (error.to_string(), error.path().map(|p| p.to_string()));
    assert_eq!(told(&first), told(&second), "{text}");
    assert_eq!(first.kind(), error.kind(), "{text}");
    let hint = error
        .hint()
        .map_or(String::new(), |hint| format!("; {hint}"));
    format!("{error}{hint}")
}
