//! Fields that are raw parts, borrowed and owned, in all forms that a derive takes.

use std::collections::BTreeMap;
use std::fmt::Debug;

use varvel::{Decode, Encode, ErrorKind, Frozen, OwnedRaw, Raw, Value, json, msgpack};

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Envelope<'a> {
    id: u32,
    name: &'a str,
    body: Raw<'a>,
    #[varvel(none = "omit")]
    note: Option<Raw<'a>>,
    list: Vec<Raw<'a>>,
    pair: (Raw<'a>, [Raw<'a>; 1]),
    boxed: Box<Raw<'a>>,
    #[varvel(flatten)]
    rest: BTreeMap<String, Raw<'a>>,
}

/// Two lifetimes, and a parameter that is a raw part.
#[derive(Debug, PartialEq, Encode, Decode)]
struct Both<'a, 'b, T> {
    text: &'a str,
    raw: Raw<'b>,
    any: T,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Inner<'a> {
    raw: Raw<'a>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Around<'a> {
    id: u32,
    #[varvel(flatten)]
    inner: Inner<'a>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum External<'a> {
    Body(Raw<'a>),
    Named { raw: Raw<'a> },
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind")]
enum Internal<'a> {
    Named { raw: Raw<'a>, text: &'a str },
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind", content = "body")]
enum Adjacent<'a> {
    Body(Raw<'a>),
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum Untagged<'a> {
    Number(u8),
    Rest(Raw<'a>),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Owned {
    id: u32,
    body: OwnedRaw,
    #[varvel(none = "omit")]
    note: Option<OwnedRaw>,
    list: Vec<OwnedRaw>,
    #[varvel(flatten)]
    rest: BTreeMap<String, OwnedRaw>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind")]
enum OwnedInternal {
    Named { raw: OwnedRaw },
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum OwnedUntagged {
    Number(u8),
    Rest(OwnedRaw),
}

/// Reads a text and writes it, in JSON and MessagePack: all raw parts keep their bytes.
fn stays<'a, T: Encode + Decode<'a> + Debug>(text: &'a str) {
    let value: T = json::from_str(text).unwrap();
    assert_eq!(json::to_string(&value).unwrap(), text, "{value:?}");
}

#[test]
fn borrowed_parts_stand_in_every_shape() {
    stays::<Envelope<'_>>(
        r#"{"id":1,"name":"n","body":{ "a" : 1.50 },"note":[ ],"list":[1e3,{ }],"pair":["\u00e9",[-0]],"boxed":{"b": 2},"more":[ 1 ]}"#,
    );
    stays::<Both<'_, '_, Raw<'_>>>(r#"{"text":"t","raw":{ },"any":[ 1 ]}"#);
    stays::<Both<'_, '_, Option<Raw<'_>>>>(r#"{"text":"t","raw":1.0,"any":null}"#);
    stays::<Around<'_>>(r#"{"id":1,"raw":[ 2 ]}"#);
    stays::<External<'_>>(r#"{"Body":[ 2 ]}"#);
    stays::<External<'_>>(r#"{"Named":{"raw":[ 2 ]}}"#);
    stays::<Internal<'_>>(r#"{"kind":"Named","raw":[ 2 ],"text":"t"}"#);
    stays::<Adjacent<'_>>(r#"{"kind":"Body","body":[ 2 ]}"#);
    stays::<Untagged<'_>>("7");
    stays::<Untagged<'_>>("[ 700 ]");
    // The tag comes last: the members before it are read again.
    let late: Internal<'_> = json::from_str(r#"{"raw":[ 2 ],"text":"t","kind":"Named"}"#).unwrap();
    let Internal::Named { raw, .. } = late;
    assert_eq!(raw.as_bytes(), b"[ 2 ]");
}

#[test]
fn owned_parts_stand_in_every_shape() {
    stays::<Owned>(r#"{"id":1,"body":{ "a" : 1.50 },"note":[ ],"list":[1e3,{ }],"more":[ 1 ]}"#);
    stays::<OwnedInternal>(r#"{"kind":"Named","raw":[ 2 ]}"#);
    stays::<OwnedUntagged>("7");
    stays::<OwnedUntagged>("[ 700 ]");
    stays::<BTreeMap<String, OwnedRaw>>(r#"{"a":{ }}"#);
}

#[test]
fn an_owned_part_outlives_its_document_and_comes_from_readers() {
    let text = String::from(r#"{"id":1,"body":{ "a" : [ 1.50 ] },"list":[]}"#);
    let owned: Owned = json::from_str(&text).unwrap();
    let read: Owned = json::from_reader(text.as_bytes()).unwrap();
    assert_eq!(read, owned);
    drop(text);
    assert_eq!(owned.body.as_str(), Some(r#"{ "a" : [ 1.50 ] }"#));
    assert_eq!(owned.body.format(), "JSON");
    assert_eq!(format!("{:?}", owned.list), "[]");
    assert_eq!(owned.note, None);

    // Another format takes it as events.
    let packed = msgpack::to_vec(&owned).unwrap();
    let unpacked: Owned = msgpack::from_slice(&packed).unwrap();
    assert_eq!(unpacked, msgpack::from_reader(&packed[..]).unwrap());
    assert_eq!(unpacked.body.format(), "MessagePack");
    assert_eq!(msgpack::to_vec(&unpacked).unwrap(), packed);
    assert_eq!(
        json::to_string(&unpacked).unwrap(),
        r#"{"id":1,"body":{"a":[1.5]},"list":[]}"#
    );
    // A tree holds its parsed value.
    let tree = Value::from_typed(&owned).unwrap();
    assert_eq!(tree["body"]["a"][0], 1.5);
    assert_eq!(Frozen::from_typed(&owned).unwrap().view(), tree);
}

#[test]
fn what_has_no_bytes_is_refused_by_a_clear_error() {
    let tree: Value = r#"{"id":1,"body":[1],"list":[]}"#.parse().unwrap();
    let error = tree.to::<Owned>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    assert_eq!(error.path().unwrap().to_string(), "$.body");
    let broken = json::from_str::<Owned>(r#"{"id":1,"body":[1,]}"#).unwrap_err();
    assert_eq!(
        (broken.offset(), broken.path().unwrap().to_string()),
        (Some(18), "$.body[1]".into())
    );
}

#[test]
fn the_owned_and_the_borrowed_become_each_other() {
    let raw: Raw<'_> = json::from_str("[ 1 ]").unwrap();
    let owned = OwnedRaw::from(raw.clone());
    assert_eq!(*owned, raw);
    assert_eq!(format!("{owned:?}"), "JSON([ 1 ])");
    let back: Raw<'static> = owned.into();
    assert_eq!(back, raw);
}
