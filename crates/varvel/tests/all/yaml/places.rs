//! Places of errors in YAML, from our codecs and from serde.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use varvel::serde::Serde;
use varvel::yaml::from_str;
use varvel::{Decode, json};

/// Returns line, column and path of the error, after checking that both have them.
fn place<T>(text: &str) -> (usize, usize, String)
where
    T: for<'de> Decode<'de> + for<'de> Deserialize<'de> + Debug,
{
    let ours = from_str::<T>(text).unwrap_err();
    let serde = from_str::<Serde<T>>(text)
        .map(|Serde(value)| value)
        .unwrap_err();
    let of = |error: &varvel::Error| {
        let path = error
            .path()
            .map(|path| path.to_string())
            .unwrap_or_default();
        (error.line(), error.column(), path)
    };
    assert_eq!(of(&ours), of(&serde), "{text:?}: {ours}; {serde}");
    of(&ours)
}

type Numbers = BTreeMap<String, u8>;

#[test]
fn a_value_that_is_not_written_is_wrong_on_its_line() {
    for (text, line, column, path) in [
        ("a:\nb: 1\n", 1, 3, "$.a"),
        ("b: 1\na:   # none\n\n# c\nc: 1\n", 2, 3, "$.a"),
        ("b: 1\na:\n\n# the end\n", 2, 3, "$.a"),
        ("b: 1\na:", 2, 3, "$.a"),
        ("{b: 1, a: }\n", 1, 11, "$.a"),
        ("{b: 1, a: , c: 2}\n", 1, 11, "$.a"),
    ] {
        assert_eq!(
            place::<Numbers>(text),
            (line, column, path.to_owned()),
            "{text:?}"
        );
    }
    for (text, line, column, path) in [
        ("- 1\n-\n- 3\n", 2, 2, "$[1]"),
        ("- 1\n- # none\n", 2, 2, "$[1]"),
        ("-\n", 1, 2, "$[0]"),
    ] {
        assert_eq!(
            place::<Vec<u8>>(text),
            (line, column, path.to_owned()),
            "{text:?}"
        );
    }
    let (line, column, path) = place::<Vec<Numbers>>("- a: 1\n- a:\n  b: 1\n- c: 1\n");
    assert_eq!((line, column, &*path), (2, 5, "$[1].a"));
    let (line, column, path) = place::<BTreeMap<String, Vec<u8>>>("a:\n- 1\n-\nb: []\n");
    assert_eq!((line, column, &*path), (3, 2, "$.a[1]"));
}

#[test]
fn a_value_further_down_is_wrong_where_it_stands() {
    for (text, line, column, path) in [
        ("a: # comment\n\n  x\n", 3, 3, "$.a"),
        ("a:\n  - 1\nb: 1\n", 2, 3, "$.a"),
        ("a:\n- 1\nb: 1\n", 2, 1, "$.a"),
        ("a: &x\n  x\n", 2, 3, "$.a"),
    ] {
        assert_eq!(
            place::<Numbers>(text),
            (line, column, path.to_owned()),
            "{text:?}"
        );
    }
    assert_eq!(place::<u8>("---\n\n\nx\n"), (4, 1, "$".to_owned()));
    assert_eq!(place::<Vec<u8>>("- 1\n-\n  x\n"), (3, 3, "$[1]".to_owned()));
}

#[derive(Debug, Decode, Deserialize)]
struct Needs {
    name: String,
}

#[test]
fn a_struct_that_is_not_written_lacks_its_members_there() {
    assert_eq!(
        place::<Vec<Needs>>("- name: x\n-\n- name: y\n"),
        (2, 2, "$[1]".to_owned())
    );
    assert_eq!(
        place::<BTreeMap<String, Needs>>("a:\nb: {name: x}\n"),
        (1, 3, "$.a".to_owned())
    );
}

#[test]
fn a_bad_key_names_itself() {
    let text = r#"{"m": {"1": 1, "x": 2}}"#;
    type Map = BTreeMap<String, BTreeMap<i64, u8>>;
    let ours = json::from_str::<Map>(text).unwrap_err();
    assert_eq!(
        ours.to_string(),
        r#"wrong kind of value: expected a key that is an integer, found "x", at $.m.x (byte 15)"#
    );
    let serde = json::serde::from_str::<Map>(text).unwrap_err();
    assert_eq!(
        serde.to_string(),
        r#"wrong kind of value: expected i64, found the key "x", at $.m.x (byte 15)"#
    );
    assert_eq!(place::<Map>("m: {1: 1, x: 2}"), (1, 11, "$.m.x".to_owned()));
    assert_eq!(
        place::<BTreeMap<u8, u8>>("1: 1\n256: 2\n"),
        (2, 1, "$[\"256\"]".to_owned())
    );
}
