//! Tests of numbers that do not fit: the type that a visitor asks for is a hint, and a visitor of
//! anything gets a value that it can hold.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::num::Saturating;

use proptest::prelude::*;
use serde::de::{DeserializeOwned, IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer};
use varvel_serde::Serde;

#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    a: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct FlatFloat {
    #[serde(flatten)]
    inner: Float,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Float {
    z: f64,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Small(i64),
    Float(f64),
    Text(String),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "t")]
enum Internal {
    A {
        z: f64,
        #[serde(default)]
        unwanted: Option<IgnoredAny>,
    },
}

fn same<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str) {
    let theirs: T = serde_json::from_str(text).unwrap();
    let Serde(ours) =
        varvel_json::from_str::<Serde<T>>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(ours, theirs, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 4 } else { 256 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// serde's buffer, and trees of other libraries, get integers of any size as `serde_json` reads
    /// them.
    #[test]
    fn integers_of_any_size_go_where_serde_buffers(digits in "-?[1-9][0-9]{0,60}") {
        same::<serde_json::Value>(&digits);
        same::<Flat>(&format!(r#"{{"a": 1, "z": {digits}}}"#));
        same::<FlatFloat>(&format!(r#"{{"z": {digits}, "y": {digits}}}"#));
        same::<Untagged>(&digits);
        same::<Internal>(&format!(r#"{{"z": {digits}, "unwanted": {digits}, "t": "A"}}"#));
    }

    /// The type that is asked for is a hint: the visitor decides.
    #[test]
    fn what_does_not_fit_goes_to_the_visitor(value: i64, large in (i64::MAX as u64)..) {
        for text in [value.to_string(), large.to_string()] {
            same::<Saturating<u8>>(&text);
            same::<Saturating<i8>>(&text);
            same::<Saturating<u16>>(&text);
            same::<Saturating<i32>>(&text);
            same::<Saturating<i64>>(&text);
            same::<Saturating<u64>>(&text);
            same::<Any>(&text);
        }
        let bytes = varvel_msgpack::to_vec(&value).unwrap();
        let Serde(number) = varvel_msgpack::from_slice::<Serde<Saturating<u8>>>(&bytes).unwrap();
        prop_assert_eq!(number.0, value.clamp(0, 255) as u8);
    }
}

/// A type that asks for each integer type, and takes each of them.
#[derive(Debug, PartialEq)]
struct Any(i128);

impl<'de> Deserialize<'de> for Any {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfAny;
        impl Visitor<'_> for OfAny {
            type Value = Any;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer")
            }
            fn visit_i64<E>(self, value: i64) -> Result<Any, E> {
                Ok(Any(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Any, E> {
                Ok(Any(value.into()))
            }
        }
        deserializer.deserialize_u16(OfAny)
    }
}

#[test]
fn keys_are_numbers_of_any_size_too() {
    let Serde(map) =
        varvel_json::from_str::<Serde<HashMap<Saturating<u8>, u8>>>(r#"{"300": 1}"#).unwrap();
    assert_eq!(map[&Saturating(255)], 1);
    let error = varvel_json::from_str::<Serde<BTreeMap<u64, u8>>>(r#"{"18446744073709551616": 1}"#);
    let text = error.unwrap_err().to_string();
    assert!(
        text.starts_with("number out of range: expected u64, found 18446744073709551616"),
        "{text}"
    );
}
