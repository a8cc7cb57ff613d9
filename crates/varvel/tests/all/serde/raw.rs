//! Raw parts: their own format gets their bytes, others get events.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use varvel::format::UniqueKeys;
use varvel::{
    Decode, Encode, Error, ErrorKind, OwnedRaw, Raw, Result, Sink, Source, json, msgpack,
};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Envelope<'a> {
    id: u32,
    #[serde(borrow)]
    body: Raw<'a>,
}

const TEXT: &str = r#"{ "id" : 7, "body" :  { "a" : [ 1.50, "\u00e9" ] }  }"#;
const BODY: &str = r#"{ "a" : [ 1.50, "\u00e9" ] }"#;

#[test]
fn a_raw_part_is_the_bytes_of_its_node() {
    let envelope: Envelope<'_> = json::serde::from_str(TEXT).unwrap();
    assert_eq!(envelope.body.as_str(), Some(BODY));
    assert!(
        TEXT.as_bytes()
            .as_ptr_range()
            .contains(&envelope.body.as_bytes().as_ptr())
    );
    assert_eq!(
        json::serde::to_string(&envelope).unwrap(),
        format!(r#"{{"id":7,"body":{BODY}}}"#)
    );
    let error = msgpack::serde::to_vec(&envelope).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    assert_eq!(error.found(), Some("raw JSON"));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Owned {
    id: u32,
    body: OwnedRaw,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<OwnedRaw>,
}

#[test]
fn an_owned_part_goes_through_serde_into_its_own_format() {
    let owned: Owned = json::serde::from_reader(TEXT.as_bytes()).unwrap();
    assert_eq!(owned, json::serde::from_str(TEXT).unwrap());
    assert_eq!(owned.body.as_str(), Some(BODY));
    assert_eq!(
        json::serde::to_string(&owned).unwrap(),
        format!(r#"{{"id":7,"body":{BODY}}}"#)
    );
    let error = msgpack::serde::to_vec(&owned).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);

    let packed = msgpack::to_vec(&BTreeMap::from([("id", 7), ("body", 300)])).unwrap();
    let owned: Owned = msgpack::serde::from_slice(&packed).unwrap();
    assert_eq!(owned, msgpack::serde::from_read(&packed[..]).unwrap());
    assert_eq!(owned.body.as_bytes(), [0xCD, 1, 44]);
    let again = msgpack::serde::to_vec_named(&owned).unwrap();
    assert_eq!(owned, msgpack::serde::from_slice(&again).unwrap());
}

#[test]
fn our_own_codecs_take_it_into_other_formats_as_events() {
    let parts: BTreeMap<String, Raw<'_>> = json::from_str(TEXT).unwrap();
    assert_eq!(
        json::to_string(&parts).unwrap(),
        format!(r#"{{"body":{BODY},"id":7}}"#)
    );
    let packed = msgpack::to_vec(&parts).unwrap();
    let parts: BTreeMap<String, Raw<'_>> = msgpack::from_slice(&packed).unwrap();
    assert_eq!(parts["id"].as_bytes(), [7]);
    assert_eq!(msgpack::to_vec(&parts).unwrap(), packed);
    assert_eq!(
        json::to_string(&parts).unwrap(),
        r#"{"body":{"a":[1.5,"é"]},"id":7}"#
    );
}

#[test]
fn it_is_checked_as_strictly_as_if_it_were_read() {
    for wrong in ["[1,]", "[01]", "{\"a\" 1}", "\"\u{1}\"", "[1", "nul", ""] {
        let text = format!("[{wrong}");
        let raw = json::from_str::<Vec<Raw<'_>>>(&text).unwrap_err();
        let read = json::from_str::<Vec<serde_tree::Tree>>(&text).unwrap_err();
        assert_eq!(
            (raw.kind(), raw.offset()),
            (read.kind(), read.offset()),
            "{text}"
        );
    }
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    assert_eq!(
        json::from_str::<Raw<'_>>(&deep).unwrap_err().kind(),
        ErrorKind::DepthLimit
    );
}

#[test]
fn a_pipe_looks_at_its_keys() {
    let raw: Raw<'_> = json::from_str(r#"{"a": 1, "a": 2}"#).unwrap();
    let mut pipe = UniqueKeys::new(json::Writer::new(json::WriteOptions::compact()));
    let error: Error = Encode::<()>::encode(&raw, &mut pipe, &()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
}

#[test]
fn pretty_printing_leaves_it_as_it_is_and_keys_must_be_strings() {
    let raw: Raw<'_> = json::from_str("[1, 2]").unwrap();
    let text = json::to_string_with(&[&raw], &json::WriteOptions::pretty()).unwrap();
    assert_eq!(text, "[\n  [1, 2]\n]");

    struct AsKey<'a>(Raw<'a>);
    impl Encode for AsKey<'_> {
        fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &()) -> Result {
            sink.begin_map(None)?;
            sink.any_key()?;
            self.0.encode(sink, context)?;
            sink.null()?;
            sink.end_map()
        }
    }
    assert!(json::to_vec(&AsKey(raw)).is_err());
    let text: Raw<'_> = json::from_str(r#""key""#).unwrap();
    assert_eq!(json::to_string(&AsKey(text)).unwrap(), r#"{"key":null}"#);
    let number: Raw<'_> = msgpack::from_slice(&[7]).unwrap();
    assert_eq!(msgpack::to_vec(&AsKey(number)).unwrap(), [0x81, 7, 0xC0]);
}

#[test]
fn it_outlives_its_document_when_it_owns_its_bytes() {
    let raw = json::from_str::<Raw<'_>>(&String::from("[ 1 ]"))
        .map(Raw::into_owned)
        .unwrap();
    assert_eq!(json::to_string(&raw).unwrap(), "[ 1 ]");
    assert_eq!(format!("{raw:?}"), "JSON([ 1 ])");
}

/// Another way to read everything.
mod serde_tree {
    use super::*;

    #[derive(Debug)]
    pub struct Tree;

    impl<'de> Decode<'de> for Tree {
        fn decode<R: Source<'de>>(source: &mut R, _: &()) -> Result<Self> {
            source.drive(&mut varvel::Discard).map(|()| Self)
        }
    }
}
