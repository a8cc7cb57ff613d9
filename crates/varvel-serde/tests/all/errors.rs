//! Tests of errors: serde's own and ours, with place and path.

use crate::types;

use serde::Deserialize;
use types::*;
use varvel_core::{Error, ErrorKind, Limits};
use varvel_json::ReadOptions;
use varvel_json::decode;
use varvel_serde::Serde;

#[derive(Debug, Deserialize)]
#[serde(try_from = "u32")]
struct Port(#[allow(dead_code, reason = "only read into")] u32);

impl TryFrom<u32> for Port {
    type Error = String;
    fn try_from(value: u32) -> Result<Self, String> {
        match value {
            1..65_536 => Ok(Self(value)),
            _ => Err(format!("port {value} is not between 1 and 65535")),
        }
    }
}

#[derive(Debug, Deserialize)]
struct Server {
    #[allow(dead_code, reason = "only read into")]
    ports: Vec<Port>,
}

fn of<T: for<'de> Deserialize<'de>>(text: &str) -> Error {
    match varvel_json::from_str::<Serde<T>>(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error,
    }
}

/// A function that reads a text into some type, and fails.
type Fails = fn(&str) -> Error;

#[test]
fn json() {
    let cases: &[(Fails, &str, &str)] = &[
        (
            of::<Vec<u8>>,
            "[1, 256]",
            "number out of range: expected u8, found 256, at $[1] (byte 4)",
        ),
        (
            of::<Vec<u8>>,
            "[1, -1]",
            "number out of range: expected u8, found -1, at $[1] (byte 4)",
        ),
        (
            of::<Vec<u64>>,
            "[18446744073709551616]",
            "number out of range: expected u64, found 18446744073709551616, at $[0] (byte 1)",
        ),
        (
            of::<Vec<i64>>,
            "[9223372036854775808]",
            "number out of range: expected i64, found 9223372036854775808, at $[0] (byte 1)",
        ),
        (
            of::<Vec<u128>>,
            "[-1]",
            "number out of range: expected u128, found -1, at $[0] (byte 1)",
        ),
        (
            of::<Vec<i128>>,
            "[340282366920938463463374607431768211456]",
            "number out of range: expected i128, found 340282366920938463463374607431768211456, at $[0] (byte 1)",
        ),
        (
            of::<Vec<String>>,
            "[340282366920938463463374607431768211456]",
            "wrong kind of value: expected a string, found an integer, at $[0] (byte 1)",
        ),
        (
            of::<Vec<bool>>,
            "[36893488147419103232]",
            "wrong kind of value: expected a boolean, found an integer, at $[0] (byte 1)",
        ),
        (
            of::<Vec<External>>,
            r#"[{"Tuple": [true]}]"#,
            "wrong kind of value: expected tuple variant External::Tuple with 2 elements, found a length of 1, at $[0].Tuple (byte 11)",
        ),
        (
            of::<Vec<External>>,
            r#"[{"Tuple": 7}]"#,
            "wrong kind of value: expected tuple variant External::Tuple, found an integer, at $[0].Tuple (byte 11)",
        ),
        (
            of::<Vec<External>>,
            r#"[{"Struct": {"y": 1}}]"#,
            "missing member: expected a member `x`, at $[0].Struct (byte 12)",
        ),
        (
            of::<Vec<f64>>,
            "[1e999]",
            "number out of range: expected a number that a 64-bit float can hold, at $[0] (byte 1)",
        ),
        (
            of::<Vec<u8>>,
            "[1.5]",
            "wrong kind of value: expected u8, found a float, at $[0] (byte 1)",
        ),
        (
            of::<Vec<String>>,
            r#"["a", {}]"#,
            "wrong kind of value: expected a string, found an object, at $[1] (byte 6)",
        ),
        (
            of::<Named2>,
            r#"{"text": "a"}"#,
            "missing member: expected a member `big` (byte 0)",
        ),
        (
            of::<Vec<Named2>>,
            r#"[{"text": "a", "big": 1}, {"big": 1}]"#,
            "missing member: expected a member `text`, at $[1] (byte 26)",
        ),
        (
            of::<Named2>,
            r#"{"text": "a", "big": 1, "text": "b"}"#,
            "duplicate key: expected each key once, found \"text\" again, at $.text (byte 24)",
        ),
        (
            of::<Named>,
            r#"{"firstname": "a"}"#,
            "unknown member: expected one of `firstName`, `age`, `aged`, `years`, `note`, `blob`, found \"firstname\", at $.firstname (byte 1)",
        ),
        (
            of::<Named2>,
            "[]",
            "wrong kind of value: expected struct Named2 with 2 elements, found a length of 0 (byte 0)",
        ),
        (
            of::<Named2>,
            "7",
            "wrong kind of value: expected struct Named2, found an integer (byte 0)",
        ),
        (
            of::<Colour>,
            r#""red""#,
            "unknown variant: expected one of `Red`, `Green`, found \"red\" (byte 0)",
        ),
        (
            of::<Vec<Internal>>,
            r#"[{"kind": "points"}]"#,
            "unknown variant: expected one of `empty`, `point`, `wrapped`, found \"points\", at $[0].kind (byte 10)",
        ),
        (
            of::<External>,
            r#""Newtype""#,
            "wrong kind of value: expected the variant with its value, found its name alone (byte 0)",
        ),
        (
            of::<External>,
            r#"{"Newtype": 1, "Unit": null}"#,
            "wrong kind of value: expected the end of the object, found a member more, at $.Unit (byte 23)",
        ),
        (
            of::<External>,
            "{}",
            "wrong kind of value: expected a member that names a variant, found an empty object (byte 0)",
        ),
        (
            of::<External>,
            "[]",
            "wrong kind of value: expected enum External, found an array (byte 0)",
        ),
        (
            of::<[u8; 2]>,
            "[1, 2, 3]",
            "wrong kind of value: expected the end of the array, found an item more, at $[2] (byte 7)",
        ),
        (
            of::<[u8; 2]>,
            "[1]",
            "wrong kind of value: expected an array of length 2, found a length of 1 (byte 0)",
        ),
        (
            of::<char>,
            r#""ab""#,
            "value refused: expected a character, found \"ab\" (byte 0)",
        ),
        (
            of::<Server>,
            r#"{"ports": [80, 99999]}"#,
            "value refused: port 99999 is not between 1 and 65535, at $.ports[1] (byte 15)",
        ),
        (
            of::<std::collections::BTreeMap<u8, u8>>,
            r#"{"1": 2, "300": 1}"#,
            "number out of range: expected u8, found 300, at $[\"300\"] (byte 9)",
        ),
        (
            of::<Untagged>,
            "[null]",
            "value refused: data did not match any variant of untagged enum Untagged (byte 0)",
        ),
        (
            of::<Vec<bool>>,
            "[true, tru]",
            "invalid syntax: expected a value, found `tru`, at $[1] (byte 7)",
        ),
    ];
    for (read, text, expected) in cases {
        assert_eq!(read(text).to_string(), *expected, "{text}");
    }
}

#[test]
fn hints_have_the_nearest_spelling() {
    let hint = |error: Error| error.hint().map(str::to_owned);
    assert_eq!(
        hint(of::<Named>(r#"{"fristName": 1}"#)).as_deref(),
        Some("did you mean `firstName`?")
    );
    assert_eq!(
        hint(of::<Colour>(r#""green""#)).as_deref(),
        Some("did you mean `Green`?")
    );
    assert_eq!(hint(of::<Colour>(r#""blue""#)), None);
}

#[test]
fn logs_have_nothing_of_the_document() {
    let error = of::<Server>(r#"{"ports": [99999]}"#);
    assert_eq!(
        error.redacted().to_string(),
        "value refused, at $.*[0] (byte 11)"
    );
    let error = of::<Colour>(r#""secret""#);
    assert_eq!(
        error.redacted().to_string(),
        "unknown variant: expected one of `Red`, `Green` (byte 0)"
    );
}

#[test]
fn messagepack() {
    let of = |bytes: &[u8]| {
        let result = varvel_msgpack::from_slice::<Serde<Vec<Named2>>>(bytes);
        result.unwrap_err().to_string()
    };
    assert_eq!(
        of(&[0x91, 0x81, 0xA3, b'b', b'i', b'g', 0xFF]),
        "number out of range: expected u64, found -1, at $[0].big (byte 6)"
    );
    assert_eq!(
        of(&[0x92, 0x92, 0xA1, b'a', 1, 0x91, 0xA1, b'b']),
        "wrong kind of value: expected struct Named2 with 2 elements, found a length of 1, at $[1] (byte 5)"
    );
    assert_eq!(
        of(&[0x91, 0x81, 1, 2]),
        "missing member: expected a member `text`, at $[0] (byte 1)"
    );
}

#[test]
fn limits_hold() {
    let flat = ReadOptions::with_limits(Limits {
        depth: 1,
        ..Limits::DEFAULT
    });
    let error = decode::<Serde<serde_json::Value>, ()>(b"[[]]", &flat, &()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let few = ReadOptions::with_limits(Limits {
        nodes: 3,
        ..Limits::DEFAULT
    });
    assert!(decode::<Serde<Vec<u8>>, ()>(b"[1,2]", &few, &()).is_ok());
    let error = decode::<Serde<Vec<u8>>, ()>(b"[1,2,3]", &few, &()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NodeLimit);
    let error = decode::<Serde<serde::de::IgnoredAny>, ()>(b"[1,2,3]", &few, &()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NodeLimit);
}
