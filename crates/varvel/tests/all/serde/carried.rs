//! Nodes that serde has no kind for: nothing is lost between our shapes and formats. Another
//! library gets the parts of a node that it cannot hold, or refuses it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use varvel::serde::{from_value, from_view, to_frozen, to_value};
use varvel::value::TreeBuilder;
use varvel::{Bytes, Freeze, Frozen, Sink, Tag, Timestamp, Value, json, msgpack};

/// Returns a tree with a node of every kind.
fn every_kind() -> Value {
    let mut tree = TreeBuilder::new();
    build(&mut tree).unwrap();
    tree.finish().unwrap()
}

fn build<'a>(sink: &mut impl Sink<'a>) -> varvel::Result {
    sink.begin_array(None)?;
    sink.null()?;
    sink.bool(true)?;
    sink.i64(-7)?;
    sink.u64(u64::MAX)?;
    sink.big_integer("-170141183460469231731687303715884105728")?;
    sink.big_integer("340282366920938463463374607431768211455")?;
    sink.big_integer("-1234567890123456789012345678901234567890123")?;
    sink.decimal("1.50")?;
    sink.decimal("-0")?;
    sink.f32(0.1)?;
    sink.f64(-0.0)?;
    sink.f64(f64::INFINITY)?;
    sink.str("ü".into())?;
    sink.bytes(Bytes::Input(&[0, 255]))?;
    sink.timestamp(Timestamp::new(-5, 999_999_999).unwrap())?;
    sink.tag(Tag::Extension(-2))?;
    sink.bytes(Bytes::Input(b"ext"))?;
    sink.tag(Tag::Simple(23))?;
    sink.null()?;
    sink.tag(Tag::Number(32))?;
    sink.tag(Tag::Number(33))?;
    sink.begin_array(None)?;
    sink.i64(5)?;
    sink.end_array()?;
    sink.begin_map(None)?;
    sink.any_key()?;
    sink.i64(1)?;
    sink.str("one".into())?;
    sink.key("two".into())?;
    sink.begin_map(None)?;
    sink.end_map()?;
    sink.end_map()?;
    sink.end_array()
}

#[test]
fn every_kind_of_node_goes_through_serde_and_back() {
    let tree = every_kind();
    let frozen = tree.freeze().unwrap();
    // Equality ignores the difference of 1 and 1.0 and compares f32 by value; comparing bytes finds
    // both.
    let canonical = |frozen: &Frozen| Freeze::canonical().freeze(frozen).unwrap().into_bytes();
    for node in [to_frozen(&tree), to_frozen(&frozen)] {
        let node = node.unwrap();
        assert_eq!(node, frozen);
        assert_eq!(canonical(&node), canonical(&frozen));
    }
    assert_eq!(to_value(&frozen).unwrap(), tree);
    // serde reads it, too: from a view, from a tree.
    assert_eq!(from_view::<Frozen>(frozen.view()).unwrap(), frozen);
    assert_eq!(from_view::<Value>(frozen.view()).unwrap(), tree);
    assert_eq!(from_value::<Value>(&tree).unwrap(), tree);
    assert_eq!(from_value::<Frozen>(&tree).unwrap(), frozen);
    assert_eq!(from_value::<Value>(&tree).unwrap()[9].as_f32(), Some(0.1));
}

#[test]
fn a_format_holds_them_or_refuses() {
    let mut tree = every_kind();
    let error = json::serde::to_vec(&tree).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value cannot be represented: expected a kind of value that JSON has, found a timestamp, at $[14]"
    );
    // MessagePack has no numbers kept as text, and no tags.
    let list = tree.as_array_mut().unwrap();
    let mut kept = Value::new_array();
    for (i, node) in list.items().enumerate() {
        if !matches!(i, 4..=8 | 16..=17) {
            kept.as_array_mut().unwrap().push(Value::from(node));
        }
    }
    let bytes = msgpack::serde::to_vec(&kept).unwrap();
    assert_eq!(bytes, msgpack::to_vec(&kept).unwrap());
    assert_eq!(msgpack::serde::from_slice::<Value>(&bytes).unwrap(), kept);
    assert_eq!(
        msgpack::serde::from_slice::<Frozen>(&bytes).unwrap(),
        kept.freeze().unwrap()
    );
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Event<T> {
    at: Timestamp,
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Time(Timestamp),
    Number(i64),
    Tree(Value),
}

#[test]
fn timestamps_live_in_types_also_in_what_serde_buffers() {
    let at = Timestamp::new(1_700_000_000, 5).unwrap();
    let rest = [
        ("a".to_owned(), Either::Time(at)),
        ("b".to_owned(), Either::Number(1)),
        ("c".to_owned(), Either::Tree(Value::from("text"))),
    ];
    let event = Event {
        at,
        rest: rest.into(),
    };
    let bytes = msgpack::serde::to_vec_named(&event).unwrap();
    let frozen = msgpack::freeze(&bytes).unwrap();
    assert_eq!(frozen.view().field("at").unwrap().as_timestamp(), Some(at));
    assert_eq!(
        msgpack::serde::from_slice::<Event<Either>>(&bytes).unwrap(),
        event
    );
    assert_eq!(from_view::<Event<Either>>(frozen.view()).unwrap(), event);
    // Another library's format gets the parts.
    let text = serde_json::to_string(&at).unwrap();
    assert_eq!(text, "[1700000000,5]");
    assert_eq!(serde_json::from_str::<Timestamp>(&text).unwrap(), at);
}

#[test]
fn numbers_of_any_size_are_exact_in_json() {
    let text = "[18446744073709551615,-170141183460469231731687303715884105728,-1234567890123456789012345678901234567890123]";
    let tree: Value = json::serde::from_str(text).unwrap();
    assert_eq!(tree, Value::from(json::freeze(text.as_bytes()).unwrap()));
    assert_eq!(json::serde::to_string(&tree).unwrap(), text);
    // A reader that does not know them gets the nearest float, as from `serde_json`.
    let theirs: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(
        json::serde::from_str::<serde_json::Value>(text).unwrap(),
        theirs
    );
    assert_eq!(from_value::<serde_json::Value>(&tree).unwrap(), theirs);
}
