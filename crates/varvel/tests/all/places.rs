//! Where an error stands: at what is wrong, in every format. Texts mark the place with `^`, which
//! is not part of them.
#![cfg(all(feature = "derive", feature = "msgpack", feature = "yaml"))]

use std::collections::BTreeMap;
use std::fmt::Debug;

use varvel::{Decode, Error, ErrorKind, json, msgpack, value, yaml};

/// The error of a text, which has to stand at the mark.
fn at_mark<T>(read: impl FnOnce(&[u8]) -> varvel::Result<T>, marked: &str) -> Error
where
    T: Debug,
{
    let (at, text) = (marked.find('^').unwrap(), marked.replacen('^', "", 1));
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error.offset(), Some(at), "{marked}: {error}");
    error
}

fn path(error: &Error) -> String {
    error.path().unwrap().to_string()
}

fn json_at<T: for<'de> Decode<'de> + Debug>(marked: &str) -> Error {
    at_mark(|text| json::from_slice::<T>(text), marked)
}

fn yaml_at<T: for<'de> Decode<'de> + Debug>(marked: &str) -> Error {
    at_mark(|text| yaml::from_slice::<T>(text), marked)
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(deny_unknown)]
struct Log {
    #[varvel(default)]
    level: u8,
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(tag = "t", content = "c", deny_unknown)]
enum Pair {
    One(u8),
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(deny_unknown)]
struct Flat {
    #[varvel(flatten)]
    inner: Inner,
}

#[derive(Debug, PartialEq, Decode)]
struct Inner {
    #[varvel(default)]
    level: u8,
}

#[test]
fn an_unknown_member_is_shown_at_its_key() {
    let error = json_at::<Log>("{\n  ^\"levl\": 1}");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::UnknownMember, "$.levl")
    );
    assert_eq!(error.hint(), Some("did you mean `level`?"));
    json_at::<Log>(r#"{"level": 1 , ^"le\\\"vl"  :  1}"#);
    json_at::<Log>(r#"{^"":1}"#);
    json_at::<Vec<Flat>>(r#"[{"level": 1, ^"levl": 1}]"#);
    json_at::<Pair>(r#"{"t": "One", ^"d": 1, "c": 1}"#);
    json_at::<std::ops::Range<u8>>(r#"{"start": 1, ^"stop": 2}"#);
    let error = yaml_at::<Log>("level: 1\n^levl: 1\n");
    assert_eq!(path(&error), "$.levl");
    assert_eq!(path(&yaml_at::<Log>("^levl: 1\n")), "$.levl");
    yaml_at::<Vec<Flat>>("- level: 1\n-  ^\"levl\": 1\n");
    yaml_at::<Pair>("{t: One, ^d: 1, c: 1}");
    yaml_at::<std::ops::Range<u8>>("start: 1\n\n# and\n^stop: 2\n");
    let bytes = msgpack::to_vec(&value!([{"level": 1, "levl": 2}])).unwrap();
    let error = msgpack::from_slice::<Vec<Log>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(9), "$[0].levl")
    );
}

#[test]
fn a_key_that_does_not_fit_is_shown_itself() {
    type Map = BTreeMap<i32, u8>;
    let error = json_at::<Map>(r#"{"1": 1, "2": 2, ^"x": 3}"#);
    assert_eq!(path(&error), "$.x");
    assert_eq!(path(&json_at::<Map>(r#"{^"x": 3}"#)), "$.x");
    let error = json_at::<BTreeMap<u8, u8>>(r#"{"1": 1,  ^"256": 2}"#);
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::NumberOutOfRange, "$[\"256\"]")
    );
    json_at::<BTreeMap<std::net::IpAddr, u8>>(r#"{"::1": 1, ^"1.2": 2}"#);
    json_at::<std::collections::HashMap<bool, u8>>(r#"{"true": 1, ^"yes": 2}"#);
    yaml_at::<Map>("^a: 1\n");
    let error = yaml_at::<Map>("1: 1\n2: 2\n^x: 3\n");
    assert_eq!(path(&error), "$.x");
    let bytes = msgpack::to_vec(&value!({"1": 1, "x": 2})).unwrap();
    let error = msgpack::from_slice::<Map>(&bytes).unwrap_err();
    assert_eq!((error.offset(), path(&error).as_str()), (Some(4), "$.x"));
}

/// Even numbers alone.
mod even {
    use varvel::{Decode, Error, Result, Source};

    pub fn decode<'de, R: Source<'de>, C: ?Sized>(source: &mut R, _: &C) -> Result<u32> {
        match u32::decode(source, &())? {
            number if number % 2 == 0 => Ok(number),
            _ => Err(Error::refused("it is odd")),
        }
    }
}

#[derive(Debug, PartialEq, Decode)]
struct Even {
    #[varvel(with = even)]
    number: u32,
    #[varvel(default)]
    other: bool,
}

#[test]
fn what_a_codec_refuses_is_shown_where_it_stands() {
    let error = json_at::<Even>("{\"number\":  ^4711  , \"other\": true}");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::Refused, "$.number")
    );
    assert_eq!(
        path(&json_at::<Vec<Even>>("[{\"number\": 2}, {\"number\":^1}]")),
        "$[1].number"
    );
    let bytes = msgpack::to_vec(&value!([{"number": 4711, "other": true}])).unwrap();
    let error = msgpack::from_slice::<Vec<Even>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(9), "$[0].number")
    );
    let error = yaml::from_slice::<Vec<Even>>(b"- other: true\n  number: 4711\n").unwrap_err();
    assert_eq!(path(&error), "$[0].number");
    assert!((23..=24).contains(&error.offset().unwrap()), "{error}");
}

#[test]
fn input_that_is_cut_ends_too_early() {
    let text = r#"["\ud83d\ude00", "a\u00e4"]"#;
    for end in 0..text.len() {
        let error = json::from_slice::<Vec<String>>(&text.as_bytes()[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{}", &text[..end]);
        assert_eq!(error.offset(), Some(end));
        let error = json::freeze(&text.as_bytes()[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{}", &text[..end]);
    }
    for wrong in [
        r#"["\ud83d"#,
        r#"["\ud83d\n"#,
        r#"["\ude00"#,
        r#"["\ud83dx"#,
    ] {
        let text = format!("{wrong}\"]");
        let error = json::from_slice::<Vec<String>>(text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::LoneSurrogate, "{text}");
    }
}

/// A mapping in block style begins where its first key does: what is wrong with the key is in the
/// member.
#[test]
fn a_bad_first_key_of_a_block_mapping_names_itself() {
    type Map = BTreeMap<i32, u8>;
    assert_eq!(path(&yaml_at::<Map>("^x: 1\n")), "$.x");
    assert_eq!(path(&yaml_at::<Map>("^\"x\": 1\n")), "$.x");
    assert_eq!(path(&yaml_at::<Vec<Map>>("- 1: 1\n- ^x: 1\n")), "$[1].x");
    let error = yaml_at::<BTreeMap<String, Map>>("a:\n  ^x: 1\n");
    assert_eq!(path(&error), "$.a.x");
    let error = yaml_at::<BTreeMap<u8, u8>>("^256: 1\n");
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::NumberOutOfRange, "$[\"256\"]")
    );
    assert_eq!(path(&yaml_at::<BTreeMap<bool, u8>>("^1: 1\n")), "$[\"1\"]");
    let error = yaml_at::<BTreeMap<u8, u8>>("^[1, 2]: 1\n");
    assert_eq!(path(&error), "$[\"[1,2]\"]");
    let error = yaml_at::<BTreeMap<u8, u8>>("? ^- 1\n  - 2\n: 1\n");
    assert_eq!(path(&error), "$[\"[1,2]\"]");
    let error = yaml::from_slice::<(String, Map)>(b"- &a x\n- *a : 1\n").unwrap_err();
    assert_eq!(path(&error), "$[1].x");
    // What is no key: the mapping itself.
    assert_eq!(path(&yaml_at::<Vec<u8>>("^x: 1\n")), "$");
    assert_eq!(path(&yaml_at::<Vec<Vec<u8>>>("- [1]\n- ^x: 1\n")), "$[1]");
    assert_eq!(path(&yaml_at::<Log>("^levl: 1\n")), "$.levl");
    let error = yaml_at::<BTreeMap<u8, u8>>("1: ^x\n");
    assert_eq!(path(&error), "$[\"1\"]");
}

#[test]
fn a_bad_first_key_names_itself_where_the_document_is_driven() {
    let error = yaml::freeze(b"!!int x: 1\n").unwrap_err();
    assert_eq!(path(&error), "$.x");
    let error = yaml::freeze(b"- 1\n- !!int x: 1\n").unwrap_err();
    assert_eq!(path(&error), "$[1].x");
    let error = yaml::freeze(b"- !!int x\n").unwrap_err();
    assert_eq!(path(&error), "$[0]");
}

#[cfg(feature = "serde")]
#[test]
fn a_bad_first_key_names_itself_through_serde() {
    type Map = BTreeMap<i32, u8>;
    fn read<T: serde::de::DeserializeOwned>(text: &[u8]) -> varvel::Result<T> {
        let read: varvel::serde::Serde<T> = yaml::from_slice(text)?;
        Ok(read.0)
    }
    assert_eq!(path(&at_mark(read::<Map>, "^x: 1\n")), "$.x");
    assert_eq!(path(&at_mark(read::<Map>, "1: 1\n^x: 1\n")), "$.x");
    let error = at_mark(read::<Vec<BTreeMap<bool, u8>>>, "- ^1: 1\n");
    assert_eq!(path(&error), "$[0][\"1\"]");
    let error = at_mark(read::<BTreeMap<u8, u8>>, "^256: 1\n");
    assert_eq!(path(&error), "$[\"256\"]");
    let error = at_mark(read::<Vec<u8>>, "^x: 1\n");
    assert_eq!(path(&error), "$");

    fn of_json<T: serde::de::DeserializeOwned>(text: &[u8]) -> varvel::Result<T> {
        json::serde::from_slice(text)
    }
    assert_eq!(path(&at_mark(of_json::<Map>, "{^\"x\": 1}")), "$.x");
    let bytes = msgpack::to_vec(&value!([{"1": 1, "x": 2}])).unwrap();
    let error = msgpack::serde::from_slice::<Vec<Map>>(&bytes).unwrap_err();
    assert_eq!((error.offset(), path(&error).as_str()), (Some(5), "$[0].x"));
}

#[cfg(feature = "serde")]
#[test]
fn a_field_that_comes_twice_is_shown_at_its_second_key_through_serde() {
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "it is never read whole")]
    struct Two {
        a: u8,
        b: u8,
    }
    let text = "{\"a\": 1, \"b\": 2,  ^\"a\": 3}";
    let error = at_mark(|text| json::serde::from_slice::<Two>(text), text);
    assert_eq!(
        (error.kind(), path(&error).as_str()),
        (ErrorKind::DuplicateKey, "$.a")
    );
    let text = "a: 1\nb: 2\n^a:   3\n";
    let error = at_mark(
        |text| yaml::from_slice::<varvel::serde::Serde<Two>>(text),
        text,
    );
    assert_eq!(path(&error), "$.a");
    let bytes = [0x83, 0xA1, b'a', 1, 0xA1, b'b', 2, 0xA1, b'a', 3];
    let error = msgpack::serde::from_slice::<Two>(&bytes).unwrap_err();
    assert_eq!((error.offset(), path(&error).as_str()), (Some(7), "$.a"));
}

/// MessagePack of maps in a list: `{1: 0, KEY: 0, true: 0, KEY: 0, 2: {}}`. Returns where the last
/// `KEY` begins, too.
fn doubled(key: &[u8]) -> (Vec<u8>, usize) {
    let mut bytes = vec![0x91, 0x85, 1, 0];
    bytes.extend(key);
    bytes.extend([0, 0xC3, 0]);
    let at = bytes.len();
    bytes.extend(key);
    bytes.extend([0, 2, 0x80]);
    (bytes, at)
}

#[test]
fn a_doubled_key_of_any_kind_is_shown_itself() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Decode)]
    #[varvel(untagged)]
    enum Any<'a> {
        Nothing(()),
        Bool(bool),
        Number(i64),
        Text(&'a str),
        List(Vec<Any<'a>>),
        Map(BTreeMap<Any<'a>, Any<'a>>),
    }
    let keys: [(&[u8], &str, &str); 6] = [
        (&[7], "$[0][\"7\"]", "7 again"),
        (&[0xD1, 0x03, 0xE8], "$[0][\"1000\"]", "1000 again"),
        (&[0xC0], "$[0].null", "null again"),
        (&[0xA1, b'x'], "$[0].x", "\"x\" again"),
        (
            &[0x92, 1, 0xA1, b'x'],
            "$[0][\"[1,\\\"x\\\"]\"]",
            "[1,\"x\"] again",
        ),
        (&[0x81, 1, 2], "$[0][\"{1:2}\"]", "{1:2} again"),
    ];
    for (key, place, content) in keys {
        let (bytes, at) = doubled(key);
        let typed = msgpack::from_slice::<Vec<BTreeMap<Any<'_>, Any<'_>>>>(&bytes).unwrap_err();
        assert_eq!(typed.kind(), ErrorKind::DuplicateKey);
        assert_eq!(
            (typed.offset(), path(&typed)),
            (Some(at), place.into()),
            "{typed}"
        );
        let found = format!("found {content}");
        assert!(typed.to_string().contains(&found), "{typed}");
        let tree = msgpack::freeze(&bytes).unwrap_err();
        assert_eq!(tree.kind(), ErrorKind::DuplicateKey);
        assert_eq!(
            (tree.offset(), path(&tree)),
            (Some(at), place.into()),
            "{tree}"
        );
    }
    let (bytes, _) = doubled(&[7]);
    // A number where another kind is meant.
    type Map = BTreeMap<bool, u8>;
    let error = msgpack::from_slice::<Vec<Map>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(2), "$[0][\"1\"]")
    );
    // The same through YAML.
    for key in ["7", "true", "~", "x", "[1, x]", "{1: 2}", "[[], {1: [2]}]"] {
        let error = at_mark(
            yaml::freeze,
            &format!("- {{1: 0, ? {key} : 0, false: {{}}, ? ^{key} : 0, 2: {{}}}}\n"),
        );
        assert_eq!(error.kind(), ErrorKind::DuplicateKey);
        let tree = yaml::freeze(format!("- ? {key}\n  : 0\n").as_bytes()).unwrap();
        let place = path(&error);
        assert!(tree.view().path(&place).is_ok(), "{place}");
    }
}

#[test]
fn what_is_wrong_inside_of_a_key_is_shown_by_the_path_of_the_key() {
    type Map = BTreeMap<(u8, u8), u8>;
    let bytes = [0x91, 0x82, 0x92, 1, 2, 0, 0x92, 1, 0xA1, b'x', 0];
    let error = msgpack::from_slice::<Vec<Map>>(&bytes).unwrap_err();
    assert_eq!(
        (error.offset(), path(&error).as_str()),
        (Some(8), "$[0][\"[1,\\\"x\\\"]\"]")
    );
    let error = yaml::from_slice::<Vec<Map>>(b"- [1, 2]: 0\n  [1, x]: 0\n").unwrap_err();
    assert_eq!(path(&error), "$[0][\"[1,\\\"x\\\"]\"]");
}

#[test]
fn a_bad_key_names_itself_in_trees_and_flexbuffers() {
    type Map = Vec<BTreeMap<i32, u8>>;
    let value = value!([{"1": 1, "x": 2}]);
    assert_eq!(path(&value.to::<Map>().unwrap_err()), "$[0].x");
    let frozen = value.freeze().unwrap();
    assert_eq!(path(&frozen.to::<Map>().unwrap_err()), "$[0].x");
    let yaml = yaml::freeze(b"- {true: 1}\n").unwrap();
    assert_eq!(path(&yaml.to::<Map>().unwrap_err()), "$[0].true");
    #[cfg(feature = "flexbuffers")]
    {
        let bytes = varvel::flexbuffers::to_vec(&value).unwrap();
        let error = varvel::flexbuffers::from_slice::<Map>(&bytes).unwrap_err();
        assert_eq!(path(&error), "$[0].x");
    }
}
