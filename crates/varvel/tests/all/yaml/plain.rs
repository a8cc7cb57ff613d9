//! The type decides what a scalar without quotes is, and a null is an empty list, map or struct: in
//! YAML only, and not in trees.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::Deserialize;
use varvel::serde::Serde;
use varvel::yaml::{self, ReadOptions, Schema, from_slice_with, from_str};
use varvel::{Decode, ErrorKind, Value, json, msgpack, value};

/// Scalars without quotes that are not only strings.
const SCALARS: &[&str] = &[
    "1.10",
    "true",
    "False",
    "1",
    "0x1F",
    "0o17",
    "-0",
    "1e3",
    "1e999",
    ".inf",
    ".nan",
    "~",
    "null",
    "Null",
    "+.5",
    "123456789012345678901234567890",
    "123456789012345678901234567890.10",
    "1_000",
];

/// Reads a text by our codecs and by serde, and checks that both give the same.
fn both<T: for<'de> Decode<'de> + for<'de> Deserialize<'de> + Debug + PartialEq>(
    text: &str,
) -> varvel::Result<T> {
    let ours = from_str::<T>(text);
    let serde = from_str::<Serde<T>>(text).map(|Serde(value)| value);
    match (&ours, &serde) {
        (Ok(ours), Ok(serde)) => assert_eq!(ours, serde, "{text}"),
        (Err(ours), Err(serde)) => assert_eq!(ours.kind(), serde.kind(), "{text}: {ours}; {serde}"),
        _ => panic!("{text}: {ours:?}; {serde:?}"),
    }
    // In another encoding nothing can be borrowed.
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [&[0xFF, 0xFE], &wide[..]].concat();
    match (&ours, yaml::from_slice::<T>(&wide)) {
        (Ok(ours), Ok(wide)) => assert_eq!(*ours, wide, "{text}"),
        (Err(_), Err(_)) => {}
        (ours, wide) => panic!("{text}: {ours:?}; {wide:?}"),
    }
    ours
}

#[test]
fn a_plain_scalar_asked_for_as_a_string_is_its_text() {
    for text in SCALARS {
        assert_eq!(both::<String>(text).unwrap(), *text);
        assert_eq!(
            both::<Vec<String>>(&format!("- {text}\n- x\n")).unwrap(),
            [*text, "x"]
        );
        assert_eq!(from_str::<Cow<'_, str>>(text).unwrap(), *text);
        assert_eq!(from_str::<&str>(text).unwrap(), *text);
        assert_eq!(from_str::<Serde<&str>>(text).unwrap().0, *text);
        let member = format!("version: {text}\n");
        assert_eq!(
            both::<BTreeMap<String, String>>(&member).unwrap()["version"],
            *text
        );
        let old = ReadOptions::with_schema(Schema::Yaml11);
        assert_eq!(
            from_slice_with::<String>(text.as_bytes(), &old).unwrap(),
            *text
        );
    }
    // An empty node is an empty text, as for `serde_yaml`; with `Option` it is `None`.
    assert_eq!(both::<Vec<String>>("- \n- ~\n").unwrap(), ["", "~"]);
    assert_eq!(
        both::<Vec<Option<String>>>("- \n- ~\n- null\n- ''\n- 1\n").unwrap(),
        [None, None, None, Some(String::new()), Some("1".into())]
    );
    assert_eq!(both::<Vec<char>>("[1, y]").unwrap(), ['1', 'y']);
    // A tag still has to fit the text.
    assert_eq!(both::<String>("!!int 7").unwrap(), "7");
    assert!(both::<String>("!!int x").is_err());
    assert_eq!(
        both::<String>("[1]").unwrap_err().kind(),
        ErrorKind::TypeMismatch
    );
    assert!(from_str::<String>("!!binary AA==").is_err());
}

#[test]
fn keys_are_text_where_strings_are_asked_for() {
    for text in SCALARS {
        for document in [
            format!("{text}: v\nz: w\n"),
            format!("a: w\n{text}: v\n"),
            format!("{{{text}: v}}"),
        ] {
            assert_eq!(
                both::<BTreeMap<String, String>>(&document).unwrap()[*text],
                "v",
                "{document}"
            );
            let read = from_str::<HashMap<Cow<'_, str>, &str>>(&document).unwrap();
            assert_eq!(read[*text], "v");
        }
    }
    // Keys of other types keep their kind.
    assert_eq!(
        both::<BTreeMap<i64, bool>>("1: true\n0x10: false\n").unwrap(),
        [(1, true), (16, false)].into()
    );
    // A duplicate key, as text.
    let error = from_str::<BTreeMap<String, u8>>("1: 1\n'1': 2\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
struct Responses {
    #[varvel(rename = "200")]
    #[serde(rename = "200")]
    ok: String,
    #[varvel(rename = "true")]
    #[serde(rename = "true")]
    yes: Option<u8>,
}

#[test]
fn members_of_structs_have_names_that_need_no_quotes() {
    for text in [
        "200: fine\ntrue: 1\n",
        "true: 1\n200: fine\n",
        "'200': fine\n\"true\": 1\n",
        "x: [0]\n7: 1\n200: fine\ntrue: 1\n",
    ] {
        let read: Responses = both(text).unwrap();
        assert_eq!(
            read,
            Responses {
                ok: "fine".into(),
                yes: Some(1)
            },
            "{text}"
        );
    }
    let error = both::<Responses>("200: a\n'200': b\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    let error = both::<Responses>("404: a\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
}

#[derive(Debug, Default, PartialEq, Decode, Deserialize)]
struct Config {
    #[varvel(default)]
    #[serde(default)]
    name: String,
    port: Option<u16>,
    #[varvel(default)]
    #[serde(default)]
    tags: Vec<String>,
    #[varvel(default)]
    #[serde(default)]
    labels: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
struct Outer {
    config: Config,
    list: Vec<Config>,
}

#[test]
fn nothing_is_an_empty_struct_list_or_map() {
    for nothing in [
        "",
        "# a comment\n",
        "---\n",
        "---\n...\n",
        "~\n",
        "null\n",
        "--- null\n",
    ] {
        assert_eq!(
            both::<Config>(nothing).unwrap(),
            Config::default(),
            "{nothing:?}"
        );
        assert!(both::<Vec<u8>>(nothing).unwrap().is_empty());
        assert_eq!(both::<BTreeMap<String, u8>>(nothing).unwrap(), [].into());
        assert_eq!(both::<BTreeMap<i64, u8>>(nothing).unwrap(), [].into());
        assert_eq!(both::<Option<Config>>(nothing).unwrap(), None);
        assert_eq!(both::<Option<Vec<u8>>>(nothing).unwrap(), None);
        // A struct that needs a member lacks it.
        let error = both::<Outer>(nothing).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::MissingField, "{error}");
        assert!(error.to_string().contains("`config`"), "{error}");
    }
    let read: Outer = both("config:\nlist:\n  -\n  - tags:\n    labels:\n").unwrap();
    assert_eq!(
        read,
        Outer {
            config: Config::default(),
            list: vec![Config::default(), Config::default()]
        }
    );
    let error = both::<Vec<Outer>>("- config: {}\n  list: []\n-\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
    // Only null is null: no other scalar, and null is nothing else.
    for text in ["''", "x", "0", "false"] {
        assert!(both::<Config>(text).is_err() && both::<Vec<u8>>(text).is_err());
    }
    assert!(both::<u8>("").is_err() && both::<bool>("~").is_err());
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
struct Flattened {
    id: u8,
    #[varvel(flatten)]
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
#[varvel(untagged)]
#[serde(untagged)]
enum Any {
    Number(i64),
    Flag(bool),
    Text(String),
    List(Vec<u8>),
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
#[varvel(untagged)]
#[serde(untagged)]
enum Size {
    Text { size: String },
    Narrow { size: f32 },
    List { size: Vec<u8> },
    Nothing { size: () },
}

#[test]
fn what_is_flattened_has_names_and_what_is_untagged_keeps_kinds() {
    let read: Flattened = both("id: 1\n200: 2\ntrue: 3\n").unwrap();
    assert_eq!(
        read,
        Flattened {
            id: 1,
            rest: [("200".into(), 2), ("true".into(), 3)].into()
        }
    );
    assert_eq!(
        both::<Vec<Any>>("[1, true, x, '1', [1]]").unwrap(),
        [
            Any::Number(1),
            Any::Flag(true),
            Any::Text("x".into()),
            Any::Text("1".into()),
            Any::List(vec![1])
        ]
    );
    for (text, size) in [
        ("size: x", Size::Text { size: "x".into() }),
        ("size: 1.5", Size::Narrow { size: 1.5 }),
        (
            "size: 1152921504606847000",
            Size::Narrow {
                size: 1.152_921_5e18,
            },
        ),
        ("size: [1]", Size::List { size: vec![1] }),
        ("size:", Size::Nothing { size: () }),
    ] {
        assert_eq!(both::<Size>(text).unwrap(), size);
        // Names and empty values behind it are read as before.
        let behind: (Size, String) = both(&format!("- {text}\n- 1.10\n")).unwrap();
        assert_eq!(behind, (size, "1.10".into()));
    }
    assert!(from_str::<Any>("~").is_err() && from_str::<Serde<Any>>("~").is_err());
}

#[test]
fn trees_keep_the_kinds_and_other_formats_do_not_take_part() {
    let text = "version: 1.10\n200: ~\ntags:\ntrue: 1\n";
    let frozen = yaml::freeze(text.as_bytes()).unwrap();
    let tree = Value::from(frozen.clone());
    assert_eq!(from_str::<Value>(text).unwrap(), tree);
    assert_eq!(from_str::<Serde<Value>>(text).unwrap().0, tree);
    assert_eq!(tree.get("version").unwrap().as_f64(), Some(1.1));
    assert!(tree.get("tags").unwrap().is_null());
    assert!(varvel::serde::from_view::<BTreeMap<String, String>>(frozen.view()).is_err());
    assert!(frozen.view().to::<BTreeMap<String, String>>().is_err());
    for tree in [value!(1), value!(true), value!(null)] {
        let text = json::to_string(&tree).unwrap();
        assert!(json::from_str::<String>(&text).is_err());
        assert!(json::serde::from_str::<String>(&text).is_err());
        let bytes = msgpack::to_vec(&tree).unwrap();
        assert!(msgpack::from_slice::<String>(&bytes).is_err());
        assert!(msgpack::serde::from_slice::<String>(&bytes).is_err());
    }
    assert!(
        json::from_str::<Config>("null").is_err()
            && json::serde::from_str::<Config>("null").is_err()
    );
    assert!(
        json::from_str::<Vec<u8>>("null").is_err()
            && json::serde::from_str::<Vec<u8>>("null").is_err()
    );
    assert!(
        msgpack::from_slice::<Config>(&[0xC0]).is_err()
            && msgpack::serde::from_slice::<Config>(&[0xC0]).is_err()
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if cfg!(miri) { 2 } else { 500 }, failure_persistence: None, ..ProptestConfig::default() })]

    /// Takes any word that is no indicator, as value and as key.
    #[test]
    fn any_plain_text_is_its_text(text in "[0-9a-zA-Z+.~_-][0-9a-zA-Z+._-]{0,8}") {
        prop_assume!(!text.starts_with("---") && !text.starts_with("...") && text != "-");
        prop_assert_eq!(&both::<Vec<String>>(&format!("- {text}\n")).unwrap()[0], &text);
        let read = both::<BTreeMap<String, String>>(&format!("{text}: {text}\n")).unwrap();
        prop_assert_eq!(read.get(&text), Some(&text));
    }
}
