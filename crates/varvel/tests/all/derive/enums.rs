//! Enums in each of their representations.

use std::collections::BTreeMap;

use varvel::{Decode, Encode};

use crate::derive::{fails, reads, same};

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(rename_all = "snake_case")]
enum Shape {
    Point,
    Circle(f64),
    Line(i32, i32),
    #[varvel(rename_all = "UPPERCASE", alias = "box")]
    BigBox {
        w: u8,
        h: Option<Box<Shape>>,
    },
}

#[test]
fn tagged_outside() {
    same(&Shape::Point, r#""point""#);
    reads(r#"{"point":null}"#, &Shape::Point);
    same(&Shape::Circle(2.5), r#"{"circle":2.5}"#);
    same(&Shape::Line(1, -2), r#"{"line":[1,-2]}"#);
    let inner = Some(Box::new(Shape::Point));
    same(
        &Shape::BigBox { w: 1, h: inner },
        r#"{"big_box":{"W":1,"H":"point"}}"#,
    );
    reads(r#"{"box":{"W":1}}"#, &Shape::BigBox { w: 1, h: None });
    assert_eq!(
        fails::<Shape>(r#""circel""#),
        "unknown variant: expected one of `point`, `circle`, `line`, `big_box`, found \"circel\" \
         (byte 0); did you mean `circle`?",
    );
    assert!(fails::<Shape>(r#""circle""#).contains("an object with the member `circle`"));
    assert!(fails::<Shape>(r#"{"point":null,"x":1}"#).contains("one member"));
    assert!(fails::<Shape>("{}").contains("found no member"));
    assert!(fails::<Shape>("1").contains("found an integer"));
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Details {
    size: u32,
    name: String,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "type", deny_unknown)]
enum Event {
    Quit,
    Key { code: u32, shift: Option<bool> },
    Resize(Details),
}

#[test]
fn tagged_inside() {
    same(&Event::Quit, r#"{"type":"Quit"}"#);
    let key = Event::Key {
        code: 7,
        shift: Some(true),
    };
    same(&key, r#"{"type":"Key","code":7,"shift":true}"#);
    // The tag may be in the middle, and at the end.
    reads(r#"{"code":7,"type":"Key","shift":true}"#, &key);
    reads(r#"{"shift":true,"code":7,"type":"Key"}"#, &key);
    let resize = Event::Resize(Details {
        size: 3,
        name: "n".into(),
    });
    same(&resize, r#"{"type":"Resize","size":3,"name":"n"}"#);
    reads(r#"{"name":"n","size":3,"type":"Resize"}"#, &resize);
    assert!(fails::<Event>(r#"{"type":"Quit","x":1}"#).starts_with("unknown member"));
    assert!(
        fails::<Event>(r#"{"code":1}"#).starts_with("missing member: expected a member `type`")
    );
    assert!(fails::<Event>(r#"{"code":1,"type":"Kye"}"#).contains("did you mean `Key`?"));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "t", content = "c")]
enum Beside<T> {
    Nothing,
    One(T),
    Two(u8, u8),
    Named { a: T },
}

#[test]
fn tagged_beside() {
    same(&Beside::<u8>::Nothing, r#"{"t":"Nothing"}"#);
    same(&Beside::One(1_u8), r#"{"t":"One","c":1}"#);
    same(&Beside::<u8>::Two(1, 2), r#"{"t":"Two","c":[1,2]}"#);
    same(
        &Beside::Named { a: vec![1_u8] },
        r#"{"t":"Named","c":{"a":[1]}}"#,
    );
    reads(
        r#"{"c":{"a":[1]},"x":0,"t":"Named","y":{}}"#,
        &Beside::Named { a: vec![1_u8] },
    );
    reads(r#"{"c":null,"t":"Nothing"}"#, &Beside::<u8>::Nothing);
    assert!(fails::<Beside<u8>>(r#"{"t":"One"}"#).contains("a member `c`"));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum OneOrMany {
    Nothing,
    One(String),
    Many(Vec<String>),
    Number(i64),
    Other { x: u8 },
    Nested { next: Box<OneOrMany> },
}

#[test]
fn untagged() {
    same(&OneOrMany::Nothing, "null");
    same(&OneOrMany::One("a".into()), r#""a""#);
    same(
        &OneOrMany::Many(vec!["a".into(), "b".into()]),
        r#"["a","b"]"#,
    );
    same(&OneOrMany::Number(-5), "-5");
    same(&OneOrMany::Other { x: 1 }, r#"{"x":1}"#);
    let inner = OneOrMany::Nested {
        next: Box::new(OneOrMany::Other { x: 2 }),
    };
    same(
        &OneOrMany::Nested {
            next: Box::new(inner),
        },
        r#"{"next":{"next":{"x":2}}}"#,
    );
    assert!(fails::<OneOrMany>("true").contains("found a boolean"));
    // The error is that of the variant that got farthest.
    assert!(fails::<OneOrMany>(r#"["a", 1]"#).contains("$[1]"));
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum Hostile {
    A { next: Box<Hostile>, a: u8 },
    B { next: Box<Hostile>, b: u8 },
    End,
}

/// Each level is read twice, and all below it twice each time: the limit ends that.
#[test]
fn untagged_enums_are_not_exponential() {
    let text = r#"{"next":"#.repeat(100) + "null" + &r#","b":1}"#.repeat(100);
    let error = varvel::json::from_slice::<Hostile>(text.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), varvel::ErrorKind::ReplayLimit, "{error}");
    let text = r#"{"next":"#.repeat(9) + "null" + &r#","b":1}"#.repeat(9);
    assert!(varvel::json::from_slice::<Hostile>(text.as_bytes()).is_ok());
}

#[derive(Clone, Copy, Debug, PartialEq, Encode, Decode)]
#[varvel(integer)]
enum Level {
    Low = 1,
    High = 10,
    #[varvel(other)]
    Unknown = -1,
}

#[test]
fn integers() {
    same(&Level::Low, "1");
    same(&Level::High, "10");
    reads("12345", &Level::Unknown);
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum Open {
    Known,
    #[varvel(other)]
    Else(BTreeMap<String, u8>),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "t")]
enum OpenInside {
    Known {
        a: u8,
    },
    #[varvel(other)]
    Else(BTreeMap<String, String>),
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum OpenUnit {
    Known,
    #[varvel(other)]
    Else,
}

#[test]
fn unknown_variants() {
    same(&Open::Known, r#""Known""#);
    same(&Open::Else(BTreeMap::from([("x".into(), 1)])), r#"{"x":1}"#);
    same(&OpenInside::Known { a: 1 }, r#"{"t":"Known","a":1}"#);
    let other = BTreeMap::from([("b".into(), "c".into()), ("t".into(), "What".into())]);
    same(&OpenInside::Else(other), r#"{"b":"c","t":"What"}"#);
    reads(r#""Anything""#, &OpenUnit::Else);
    reads(r#"{"Anything":[1,2]}"#, &OpenUnit::Else);
    // A node that is no name at all is not taken for another variant.
    for node in ["[5,[6]]", " 7", "null", "{\"a\":{}}"] {
        let text = format!("[{node}, \"Known\",{node}]");
        let all = vec![OpenUnit::Else, OpenUnit::Known, OpenUnit::Else];
        assert_eq!(
            varvel::json::from_str::<Vec<OpenUnit>>(&text),
            Ok(all),
            "{text}"
        );
    }
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Message {
    id: u8,
    #[varvel(flatten)]
    event: Event2,
    at: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind", rename_all = "lowercase")]
enum Event2 {
    Start { user: String },
    Stop(Details),
}

#[test]
fn flattened_enums() {
    let start = Message {
        id: 1,
        event: Event2::Start { user: "u".into() },
        at: 2,
    };
    same(&start, r#"{"id":1,"kind":"start","user":"u","at":2}"#);
    reads(r#"{"at":2,"user":"u","id":1,"kind":"start"}"#, &start);
    let stop = Message {
        id: 1,
        event: Event2::Stop(Details {
            size: 5,
            name: "n".into(),
        }),
        at: 2,
    };
    same(
        &stop,
        r#"{"id":1,"kind":"stop","size":5,"name":"n","at":2}"#,
    );
}
