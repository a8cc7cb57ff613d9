//! Keys of maps of any type: they keep their kind if the format has such keys, else they become
//! text.

use std::collections::{BTreeMap, HashMap};
use std::net::Ipv4Addr;

use varvel::{Decode, Encode, Sink, Source, json, msgpack};

use super::through::all;

fn one<K: Ord, V>(key: K, value: V) -> BTreeMap<K, V> {
    BTreeMap::from([(key, value)])
}

#[test]
fn scalars_are_their_text_in_json() {
    assert_eq!(all(one(-7_i8, 1)), r#"{"-7":1}"#);
    assert_eq!(all(one(u64::MAX, 1)), r#"{"18446744073709551615":1}"#);
    assert_eq!(
        all(one(u128::from(u64::MAX), 1)),
        r#"{"18446744073709551615":1}"#
    );
    assert_eq!(all(one(true, 1)), r#"{"true":1}"#);
    assert_eq!(all(one('x', 1)), r#"{"x":1}"#);
    assert_eq!(all(one(Some(String::from("a")), 1)), r#"{"a":1}"#);
    assert_eq!(all(one(Ipv4Addr::LOCALHOST, 1)), r#"{"127.0.0.1":1}"#);
    assert_eq!(all(one(Box::<str>::from("a\""), 1)), r#"{"a\"":1}"#);
    let wide = one(u128::MAX, 1);
    let text = json::to_string(&wide).unwrap();
    assert_eq!(text, format!(r#"{{"{}":1}}"#, u128::MAX));
    assert_eq!(json::from_str::<BTreeMap<u128, u8>>(&text).unwrap(), wide);
}

#[test]
fn integers_are_integers_in_messagepack() {
    assert_eq!(msgpack::to_vec(&one(7_u8, "a")).unwrap(), b"\x81\x07\xA1a");
    assert_eq!(msgpack::to_vec(&one(false, "a")).unwrap(), b"\x81\xC2\xA1a");
    assert_eq!(msgpack::to_vec(&one("k", "a")).unwrap(), b"\x81\xA1k\xA1a");
    // The reader takes both, and both in one map.
    let read = msgpack::from_slice::<HashMap<u8, u8>>;
    assert_eq!(read(b"\x81\x07\x01").unwrap(), HashMap::from([(7, 1)]));
    assert_eq!(read(b"\x81\xA17\x01").unwrap(), HashMap::from([(7, 1)]));
    for mixed in [b"\x82\x07\x01\xA18\x02", b"\x82\xA17\x01\x08\x02"] {
        assert_eq!(read(mixed).unwrap(), HashMap::from([(7, 1), (8, 2)]));
    }
}

#[test]
fn what_has_no_text_is_refused_by_json_alone() {
    let tuples = one((1, 2), 3);
    let bytes = msgpack::to_vec(&tuples).unwrap();
    assert_eq!(bytes, b"\x81\x92\x01\x02\x03");
    assert_eq!(
        msgpack::from_slice::<BTreeMap<(u8, u8), u8>>(&bytes).unwrap(),
        one((1, 2), 3)
    );
    assert_eq!(
        json::to_string(&tuples).unwrap_err().to_string(),
        "value cannot be represented: expected a string as key, found an array"
    );
    assert!(json::to_string(&one((), 1)).is_err());
    let nested = one(one(1_u8, 2_u8), 3_u8);
    let bytes = msgpack::to_vec(&nested).unwrap();
    assert_eq!(
        msgpack::from_slice::<BTreeMap<BTreeMap<u8, u8>, u8>>(&bytes).unwrap(),
        nested
    );
}

#[test]
fn a_transcoded_map_of_integers_is_still_refused() {
    let mut writer = json::Writer::new(json::WriteOptions::compact());
    assert!(
        msgpack::drive(
            b"\x81\x07\x01",
            &msgpack::ReadOptions::default(),
            &mut writer
        )
        .is_err()
    );
}

/// A type that has itself as a key is compiled once, not for each depth.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Any {
    Number(u8),
    Map(BTreeMap<Any, Any>),
}

impl<C: ?Sized> Encode<C> for Any {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> varvel::Result {
        match self {
            Self::Number(value) => value.encode(sink, context),
            Self::Map(members) => members.encode(sink, context),
        }
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Any {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> varvel::Result<Self> {
        match source.peek()? {
            varvel::Kind::Integer => u8::decode(source, context).map(Self::Number),
            _ => BTreeMap::decode(source, context).map(Self::Map),
        }
    }
}

#[test]
fn a_type_with_itself_as_key() {
    let deep = (0..5).fold(Any::Number(1), |key, n| Any::Map(one(key, Any::Number(n))));
    let bytes = msgpack::to_vec(&deep).unwrap();
    assert_eq!(msgpack::from_slice::<Any>(&bytes).unwrap(), deep);
}

#[test]
fn a_key_that_comes_twice_is_refused() {
    let error = |text| json::from_str::<BTreeMap<u8, u8>>(text).unwrap_err();
    assert_eq!(
        error(r#"{"1":2, "1":3}"#).to_string(),
        r#"duplicate key: expected each key once, found "1" again, at $["1"] (byte 8)"#
    );
    assert_eq!(
        error(r#"{"1":2, "1":3}"#).hint(),
        Some("to keep one of them, set the duplicates policy to first or last")
    );
    let error = |bytes| msgpack::from_slice::<HashMap<u8, u8>>(bytes).unwrap_err();
    assert_eq!(
        error(b"\x82\x01\x02\x01\x03").to_string(),
        "duplicate key: expected each key once, found 1 again, at $[\"1\"] (byte 3)"
    );
    // One key in two forms.
    assert_eq!(
        error(b"\x82\x01\x02\xA11\x03").kind(),
        varvel::ErrorKind::DuplicateKey
    );
}

proptest::proptest! {
    /// The order of keys does not matter.
    #[test]
    fn a_tree_is_the_same_in_any_order_of_keys(
        keys in proptest::collection::vec(0_u8..20, 0..24),
        ordered in 0_usize..24,
    ) {
        let mut keys = keys;
        let ordered = ordered.min(keys.len());
        keys[..ordered].sort_unstable();
        let members: Vec<String> = keys.iter().map(|key| format!("\"{key:02}\": {key}")).collect();
        let read = json::from_str::<BTreeMap<String, u8>>(&format!("{{{}}}", members.join(", ")));
        let mut expected = BTreeMap::new();
        let twice = keys
            .iter()
            .position(|key| expected.insert(format!("{key:02}"), *key).is_some());
        match (read, twice) {
            (Ok(read), None) => assert_eq!(read, expected),
            (Err(error), Some(i)) => {
                assert_eq!(error.kind(), varvel::ErrorKind::DuplicateKey);
                // Each member has a comma and a space behind it.
                let before: usize = members[..i].iter().map(|member| member.len() + 2).sum();
                assert_eq!(error.offset(), Some(1 + before));
            }
            (read, twice) => panic!("{keys:?}: {read:?}, twice: {twice:?}"),
        }
    }
}

#[test]
fn texts_that_are_no_such_key() {
    fn error<K: Ord + for<'de> Decode<'de>>(key: &str) -> String {
        let text = format!(r#"{{"{key}":1}}"#);
        json::from_str::<BTreeMap<K, u8>>(&text)
            .err()
            .unwrap()
            .to_string()
    }
    for key in ["", "01", "-0", "+1", " 1", "1 ", "1.0", "x"] {
        let message = error::<i64>(key);
        assert!(
            message.starts_with("wrong kind of value: expected a key that is an integer"),
            "{message}"
        );
    }
    assert_eq!(
        error::<u8>("256"),
        "number out of range: expected an integer that fits u8, found 256, at $[\"256\"] (byte 1)"
    );
    assert!(error::<u64>("-1").contains("an integer that fits u64"));
    assert!(error::<bool>("yes").contains("a key that is true or false"));
    assert!(error::<(u8, u8)>("1").contains("a key that is an array"));
    assert!(error::<()>("").contains("a key that is null"));
}
