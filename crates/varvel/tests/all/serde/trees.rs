//! Types from trees and buffers: they equal the types that are read from the JSON text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use varvel::serde::{from_value, from_view, to_frozen, to_value};
use varvel::{Kind, Value, json};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Order<'a> {
    id: u64,
    #[serde(borrow)]
    name: Cow<'a, str>,
    lines: Vec<Line>,
    by_number: BTreeMap<u16, bool>,
    paid: Option<f64>,
    address: std::net::IpAddr,
    #[serde(with = "serde_bytes_of")]
    blob: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Line {
    Empty,
    Item(String, u32),
    Discount { percent: f32 },
    Nested(Box<Line>),
}

/// Bytes, as `serde_bytes` has them.
mod serde_bytes_of {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        Vec::deserialize(deserializer)
    }
}

fn order() -> Order<'static> {
    Order {
        id: u64::MAX,
        name: "Ada".into(),
        lines: vec![
            Line::Empty,
            Line::Item("A-1".into(), 3),
            Line::Discount { percent: 12.5 },
            Line::Nested(Box::new(Line::Nested(Box::new(Line::Empty)))),
        ],
        by_number: [(1, true), (500, false)].into(),
        paid: Some(0.1),
        address: "::1".parse().unwrap(),
        blob: vec![1, 2],
    }
}

#[test]
fn a_type_goes_into_trees_and_buffers_and_back() {
    let order = order();
    let frozen = to_frozen(&order).unwrap();
    let tree = to_value(&order).unwrap();
    assert_eq!(Value::from(frozen.clone()), tree);
    let back: Order<'_> = from_view(frozen.view()).unwrap();
    assert_eq!(back, order);
    assert!(matches!(back.name, Cow::Borrowed(_)));
    assert_eq!(from_value::<Order<'_>>(&tree).unwrap(), order);
    // Keys keep their kind, bytes are bytes, and an address is a word.
    assert_eq!(tree["by_number"].kind(), Kind::Map);
    assert_eq!(tree["blob"].as_bytes(), Some(&[1, 2][..]));
    assert_eq!(tree["address"], "::1");
}

#[test]
fn what_is_read_from_json_is_read_from_the_frozen_document() {
    let order = order();
    let text = json::serde::to_vec(&order).unwrap();
    let frozen = json::freeze(&text).unwrap();
    assert_eq!(from_view::<Order<'_>>(frozen.view()).unwrap(), order);
    assert_eq!(json::serde::from_slice::<Order<'_>>(&text).unwrap(), order);
}

#[test]
fn errors_have_the_path() {
    let read = |text: &str| {
        let frozen = json::freeze(text.as_bytes()).unwrap();
        from_view::<Order<'_>>(frozen.view())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        read(r#"{"id": 1, "name": "a", "lines": ["Empty", {"Nested": {"Item": ["a", -1]}}]}"#),
        "number out of range: expected u32, found -1, at $.lines[1].Nested.Item[1]"
    );
    assert_eq!(
        read(r#"{"id": 1, "name": "a", "lines": ["Emtpy"]}"#),
        "unknown variant: expected one of `Empty`, `Item`, `Discount`, `Nested`, found \"Emtpy\", at $.lines[0]"
    );
    assert_eq!(
        read(r#"{"id": 1}"#),
        "missing member: expected a member `name`"
    );
    assert_eq!(
        read(r#"{"id": 18446744073709551616}"#),
        "number out of range: expected u64, found 18446744073709551616, at $.id"
    );
    assert_eq!(
        read(r#"{"by_number": {"1": true, "x": true}}"#),
        "wrong kind of value: expected u16, found the key \"x\", at $.by_number.x"
    );
}

#[test]
fn serde_recurses_no_deeper_than_128() {
    let mut tree = Value::from(1);
    for _ in 0..128 {
        tree = Value::from(vec![tree]);
    }
    assert_eq!(from_value::<Value>(&tree).unwrap(), tree);
    assert!(serde_json::to_string(&tree).is_ok());
    let deeper = Value::from(vec![tree]);
    for error in [
        from_value::<Value>(&deeper).unwrap_err().to_string(),
        serde_json::to_string(&deeper).unwrap_err().to_string(),
        json::serde::to_string(&deeper).unwrap_err().to_string(),
    ] {
        assert!(error.contains("nested too deeply"), "{error}");
    }
    let mut deep = Value::from(1);
    for _ in 0..100_000 {
        deep = Value::from(vec![deep]);
    }
    assert!(serde_json::to_string(&deep).is_err());
    assert!(from_value::<serde_json::Value>(&deep).is_err());
}
