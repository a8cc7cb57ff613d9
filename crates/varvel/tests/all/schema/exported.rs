//! An exported JSON Schema accepts what its type writes, and the type reads what the schema
//! accepts. Another implementation of JSON Schema judges that.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::time::Duration;

use varvel::schema::{Described, JsonSchema, Schema};
use varvel::{Decode, Encode, json};

use crate::schema::types::*;

/// Returns texts that are of some type here, or nearly: each is tried with each type.
fn texts() -> Vec<String> {
    let written = [
        "null",
        "true",
        "0",
        "1",
        "-1",
        "255",
        "256",
        "-5",
        "65536",
        "4294967296",
        "-9223372036854775808",
        "18446744073709551615",
        "1.5",
        "1e300",
        "\"\"",
        "\"x\"",
        "\"xy\"",
        "\"low\"",
        "\"in-between\"",
        "\"medium\"",
        "\"Red\"",
        "\"Blue\"",
        "\"Empty\"",
        "\"Circle\"",
        "\"Less\"",
        "\"Unbounded\"",
        "[]",
        "[1]",
        "[1,true]",
        "[1,true,3]",
        "[\"a\"]",
        "[null]",
        "[1,2,3]",
        "{}",
        "{\"a\":1}",
        "{\"1\":1}",
        "{\"01\":1}",
        "{\"-1\":1}",
        "{\"true\":1}",
        "{\"low\":1}",
        "{\"x\":\"y\"}",
        "{\"lat\":1,\"lon\":2}",
        "{\"lat\":1}",
        "{\"lat\":1,\"lon\":\"2\"}",
        "{\"lat\":1,\"lon\":2,\"more\":3}",
        "{\"value\":1}",
        "{\"value\":1,\"children\":[{\"value\":2,\"left\":null}]}",
        "{\"value\":1,\"children\":[{}]}",
        "{\"value\":1,\"left\":{\"value\":2,\"left\":{\"value\":\"\"}}}",
        "{\"items\":[1],\"next\":3}",
        "{\"items\":[1]}",
        "{\"items\":[256]}",
        "{\"Circle\":2}",
        "{\"Circle\":\"2\"}",
        "{\"Line\":[1,2]}",
        "{\"Line\":[1,2,3]}",
        "{\"Line\":[1]}",
        "{\"Box\":{\"w\":1}}",
        "{\"Box\":{\"h\":1}}",
        "{\"Box\":{\"w\":1,\"h\":2,\"d\":3}}",
        "{\"Box\":{\"w\":1},\"Line\":[1,2]}",
        "{\"kind\":\"Start\"}",
        "{\"kind\":\"Start\",\"by\":1}",
        "{\"kind\":\"Move\",\"by\":1}",
        "{\"by\":1,\"kind\":\"Move\"}",
        "{\"kind\":\"Move\"}",
        "{\"kind\":\"Move\",\"by\":1,\"lat\":1}",
        "{\"kind\":\"At\",\"lat\":1,\"lon\":2}",
        "{\"kind\":\"At\",\"lat\":1}",
        "{\"kind\":\"Gone\"}",
        "{\"t\":\"Ping\"}",
        "{\"t\":\"Ping\",\"c\":1}",
        "{\"t\":\"Text\",\"c\":\"x\"}",
        "{\"t\":\"Text\",\"c\":\"x\",\"more\":1}",
        "{\"t\":\"Ping\",\"more\":1}",
        "{\"t\":\"Text\"}",
        "{\"c\":[true,\"low\"],\"t\":\"Pair\"}",
        "{\"t\":\"Pair\",\"c\":[true]}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"On\"}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"Dim\",\"to\":3}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"Dim\"}",
        "{\"id\":1,\"lat\":1,\"lon\":2}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"On\",\"width\":1,\"height\":2}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"On\",\"width\":1}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"On\",\"unit\":\"m\"}",
        "{\"id\":1,\"lat\":1,\"lon\":2,\"kind\":\"On\",\"what\":1}",
        "{\"id\":1,\"a\":2}",
        "{\"id\":1,\"a\":\"2\"}",
        "{\"secs\":1,\"nanos\":2}",
        "{\"secs\":1,\"nanos\":1000000000}",
        "{\"secs\":1}",
        "{\"Ok\":1}",
        "{\"Err\":\"x\"}",
        "{\"Ok\":\"x\"}",
        "{\"start\":1,\"end\":2}",
        "{\"start\":1}",
        "{\"text\":\"x\"}",
        "{\"depth\":1}",
        "{\"depth\":1,\"name\":\"xy\"}",
        "{\"at\":{\"lat\":1,\"lon\":2}}",
        "{\"at\":null}",
    ];
    let mut texts: Vec<String> = written.map(String::from).into();
    let order = [
        ("orderId", "7", "-7"),
        ("boughtBy", "\"Ada\"", "7"),
        ("note", "null", "1"),
        ("tags", "[\"a\"]", "[1]"),
        ("count", "2", "256"),
        ("gift", "true", "null"),
        ("paid", "null", "0"),
        ("digest", "\"AQI=\"", "\"AQJ=\""),
        ("ratio", "\"1.5\"", "1.5"),
        ("proof", "null", "[1]"),
    ];
    let object = |members: &[(&str, &str)]| {
        let members: Vec<String> = members
            .iter()
            .map(|(k, v)| format!("\"{k}\":{v}"))
            .collect();
        format!("{{{}}}", members.join(","))
    };
    let good: Vec<(&str, &str)> = order.iter().map(|(key, good, _)| (*key, *good)).collect();
    texts.push(object(&good));
    texts.push(object(&good).replace("boughtBy", "customer"));
    texts.push(object(&good).replace("orderId", "order_id"));
    for (number, (key, _, bad)) in order.iter().enumerate() {
        let mut wrong = good.clone();
        wrong[number] = (*key, *bad);
        texts.push(object(&wrong));
        let mut less = good.clone();
        less.remove(number);
        texts.push(object(&less));
    }
    texts
}

struct Judge {
    validator: jsonschema::Validator,
    text: String,
}

impl Judge {
    fn of<T: Described>() -> Self {
        let text = json::to_string(&JsonSchema(&Schema::of::<T>())).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(jsonschema::meta::is_valid(&schema), "{text}");
        let validator = jsonschema::validator_for(&schema).unwrap();
        Self { validator, text }
    }

    fn accepts(&self, text: &str) -> bool {
        self.validator
            .is_valid(&serde_json::from_str(text).unwrap())
    }
}

/// Checks that the exported schema accepts the values as they are written, and of all texts exactly
/// those that the type reads; and that checking them against the schema here gives the same.
fn agree<T>(values: &[T])
where
    T: Described + Encode + for<'de> Decode<'de> + Debug + PartialEq,
{
    let judge = Judge::of::<T>();
    for value in values {
        let text = json::to_string(value).unwrap();
        assert!(judge.accepts(&text), "{text} by {}", judge.text);
        assert_eq!(*value, json::from_str::<T>(&text).unwrap());
    }
    let mut refused = 0;
    for text in texts() {
        let read = json::from_str::<T>(&text);
        let mut source = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
        let errors = Schema::of::<T>().check(&mut source, 100);
        assert_eq!(
            errors.is_empty(),
            read.is_ok(),
            "{text} is {read:?}, and {errors:?}"
        );
        assert_eq!(
            judge.accepts(&text),
            read.is_ok(),
            "{text} is {read:?} by {}",
            judge.text
        );
        refused += usize::from(read.is_err());
    }
    assert!(refused > 0, "nothing is refused by {}", judge.text);
}

#[test]
fn scalars_and_containers() {
    agree(&[true]);
    agree(&[0_u8, 255]);
    agree(&[i64::MIN, i64::MAX]);
    agree(&[u64::MAX]);
    agree(&[std::num::NonZeroI8::new(-1).unwrap()]);
    agree(&[1.5_f32, f32::MAX]);
    agree(&[f64::MAX, -0.5]);
    agree(&['é', '𝄞']);
    agree(&[String::from("x")]);
    agree(&[()]);
    agree(&[Some(3_u8), None]);
    agree(&[vec![Some(true), None]]);
    agree(&[[1_u8, 2, 3]]);
    agree(&[(1_u8, true)]);
    agree(&[BTreeMap::from([(String::from("a"), 1_u8)])]);
    agree(&[HashMap::from([(-1_i32, 1_u8)])]);
    agree(&[BTreeMap::from([(1_u32, 1_u8)])]);
    agree(&[BTreeMap::from([(true, 1_u8)])]);
    agree(&[BTreeMap::from([(Level::Low, 1_u8)])]);
}

#[test]
fn types_of_std() {
    agree(&[Duration::new(1, 999_999_999)]);
    agree::<Result<u8, String>>(&[Ok(1), Err("x".into())]);
    agree::<std::ops::Range<u8>>(&[1..2, 3..3]);
    agree(&[std::cmp::Ordering::Less]);
    agree(&[std::ops::Bound::Included(1_u8), std::ops::Bound::Unbounded]);
}

#[test]
fn structs() {
    agree(&[Point {
        lat: 1.0,
        lon: -2.5,
    }]);
    let order = Order {
        order_id: 7,
        bought_by: "Ada".into(),
        digest: vec![1, 2, 3, 4],
        ratio: 0.5,
        gift: Some(true),
        ..Order::default()
    };
    agree(&[order]);
    agree(&[Settings::default()]);
    let leaf = Tree {
        value: 1,
        children: vec![],
        left: None,
    };
    let tree = Tree {
        value: 2,
        children: vec![leaf.clone()],
        left: Some(leaf.into()),
    };
    agree(&[tree]);
    agree(&[Meters(1.0)]);
    agree(&[
        Page {
            items: vec![1_u8],
            next: Maybe(None),
        },
        Page {
            items: vec![],
            next: Maybe(Some(1)),
        },
    ]);
    agree(&[Wrapper { inner: (1, true) }]);
}

#[test]
fn enums() {
    agree(&[Answer::Ping, Answer::Text("x".into())]);
    agree(&[Level::Low, Level::InBetween]);
    agree(&[
        Shape::Empty,
        Shape::Circle(Meters(1.0)),
        Shape::Line(-1, 2),
        Shape::Box { w: 1, h: 2 },
    ]);
    agree(&[
        Event::Start,
        Event::Move { by: -1 },
        Event::At(Point { lat: 1.0, lon: 2.0 }),
    ]);
    agree(&[
        Message::Ping,
        Message::Text("x".into()),
        Message::Pair(true, Level::Low),
    ]);
    agree(&[Id::Number(1), Id::Name("x".into()), Id::Nothing]);
    agree(&[Code::Fine, Code::Broken]);
    agree(&[Colour::Red, Colour::Other("blue".into())]);
}

#[test]
fn members_among_others() {
    let flat = |page, signal| Flat {
        id: 1,
        at: Point { lat: 1.0, lon: 2.0 },
        page,
        signal,
    };
    let size = Size {
        width: 1,
        height: 2,
        unit: None,
    };
    agree(&[
        flat(None, Signal::On),
        flat(Some(size), Signal::Dim { to: 3 }),
    ]);
    agree(&[Rest {
        id: 1,
        others: BTreeMap::from([("a".into(), -1)]),
    }]);
}

#[test]
fn a_borrowed_type_is_described() {
    let judge = Judge::of::<Borrowed<'_>>();
    assert!(judge.accepts(&json::to_string(&Borrowed { text: "x" }).unwrap()));
    assert!(!judge.accepts("{\"text\":1}"));
}

#[test]
fn the_text_of_an_export() {
    let text = json::to_string(&JsonSchema(&Schema::of::<Tree>())).unwrap();
    let tree = r##""value":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807},"##;
    assert_eq!(
        text,
        [
            r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Tree","##,
            r##""description":"A tree, which has itself in it.","type":"object","properties":{"##,
            tree,
            r##""children":{"type":"array","items":{"$ref":"#"},"default":[]},"##,
            r##""left":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["value"]}"##,
        ]
        .concat()
    );
}
