//! Variants of enums that a tag names.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use varvel::serde::Serde;
use varvel::yaml::{self, WriteOptions, from_str};
use varvel::{Decode, Encode, ErrorKind, Value};

#[derive(Clone, Debug, PartialEq, Decode, Encode, Deserialize, Serialize)]
enum Shape {
    Unit,
    Null,
    #[varvel(rename = "1")]
    #[serde(rename = "1")]
    One,
    Port(u16),
    Text(String),
    Maybe(Option<u8>),
    List(Vec<u8>),
    Pair(i32, i32),
    Struct {
        a: u8,
        b: Option<String>,
    },
    Inner(Inner),
    Either(Either),
}

#[derive(Clone, Debug, PartialEq, Decode, Encode, Deserialize, Serialize)]
enum Inner {
    Unit,
    Number(u8),
}

#[derive(Clone, Debug, PartialEq, Decode, Encode, Deserialize, Serialize)]
#[varvel(untagged)]
#[serde(untagged)]
enum Either {
    Text(String),
    Number(u64),
    Struct { a: u8 },
}

fn both<T: for<'de> Decode<'de> + for<'de> Deserialize<'de> + Debug + PartialEq>(
    text: &str,
) -> varvel::Result<T> {
    let ours = from_str::<T>(text);
    let serde = from_str::<Serde<T>>(text).map(|Serde(value)| value);
    match (&ours, &serde) {
        (Ok(ours), Ok(serde)) => assert_eq!(ours, serde, "{text}"),
        (Err(ours), Err(serde)) => assert_eq!(
            (ours.kind(), ours.offset()),
            (serde.kind(), serde.offset()),
            "{text}: {ours}; {serde}"
        ),
        _ => panic!("{text}: {ours:?}; {serde:?}"),
    }
    ours
}

#[test]
fn a_tag_names_a_variant() {
    let cases = [
        ("!Unit", Shape::Unit),
        ("!Unit ~", Shape::Unit),
        ("Unit", Shape::Unit),
        ("'Unit'", Shape::Unit),
        ("Null", Shape::Null),
        ("1", Shape::One),
        ("!Port 8080", Shape::Port(8080)),
        ("Port: 8080", Shape::Port(8080)),
        ("!Text 8080", Shape::Text("8080".into())),
        ("!Text '8080'", Shape::Text("8080".into())),
        ("!Text", Shape::Text(String::new())),
        ("!Maybe", Shape::Maybe(None)),
        ("!Maybe 7", Shape::Maybe(Some(7))),
        ("!List", Shape::List(vec![])),
        ("!List [1, 2]", Shape::List(vec![1, 2])),
        ("!List\n- 1\n- 2\n", Shape::List(vec![1, 2])),
        ("!Pair [1, 2]", Shape::Pair(1, 2)),
        ("!Struct {a: 1}", Shape::Struct { a: 1, b: None }),
        (
            "!Struct\na: 1\nb: 2\n",
            Shape::Struct {
                a: 1,
                b: Some("2".into()),
            },
        ),
        ("!Inner Unit", Shape::Inner(Inner::Unit)),
        ("!Inner {Number: 7}", Shape::Inner(Inner::Number(7))),
        ("Inner: !Number 7", Shape::Inner(Inner::Number(7))),
        ("!Either x", Shape::Either(Either::Text("x".into()))),
        ("!Either 7", Shape::Either(Either::Number(7))),
        ("!Either {a: 7}", Shape::Either(Either::Struct { a: 7 })),
    ];
    for (text, shape) in &cases {
        assert_eq!(both::<Shape>(text).unwrap(), *shape, "{text}");
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(
            yaml::from_slice::<Shape>(&[&[0xFF, 0xFE], &wide[..]].concat()).unwrap(),
            *shape
        );
        // `Null` without a tag or quotes is a null if an option asks for it first.
        let option: Option<Shape> = both(text).unwrap();
        assert_eq!(option.is_none(), *text == "Null", "{text}");
        let indented = text.replace('\n', "\n  ");
        let list = format!("- &a\n  {indented}\n- *a\n- Unit\n");
        let list: Vec<Shape> = both(&list).unwrap();
        assert_eq!(
            (&list[0], &list[1], &list[2]),
            (shape, shape, &Shape::Unit),
            "{text}"
        );
    }
    // An empty value is no variant.
    assert_eq!(both::<Option<Shape>>("~").unwrap(), None);
    assert!(both::<Shape>("").is_err());
}

#[test]
fn what_is_wrong_with_a_variant_is_said_at_its_place() {
    let unknown = both::<Vec<Shape>>("- !Unit\n- !Prot 1\n").unwrap_err();
    assert_eq!(
        (unknown.kind(), unknown.offset()),
        (ErrorKind::UnknownVariant, Some(10))
    );
    assert_eq!(
        (unknown.line(), unknown.column(), unknown.hint()),
        (2, 3, Some("did you mean `Port`?"))
    );
    let wrong = both::<Vec<Shape>>("- !Port x\n").unwrap_err();
    assert_eq!(
        (wrong.kind(), wrong.offset()),
        (ErrorKind::TypeMismatch, Some(8))
    );
    let more = both::<Vec<Shape>>("- !Unit 1\n").unwrap_err();
    assert_eq!(
        (more.kind(), more.offset()),
        (ErrorKind::TypeMismatch, Some(8))
    );
    let missing = both::<Vec<Shape>>("- !Struct {b: x}\n").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::MissingField);
}

#[test]
fn tags_are_nothing_to_trees_and_other_types() {
    let text = "- !Port 8080\n- !Unit\n- !Pair [1, 2]\n";
    let tree = from_str::<Value>(text).unwrap();
    assert_eq!(tree, Value::from(yaml::freeze(text.as_bytes()).unwrap()));
    assert_eq!(tree.to_string(), r#"["8080","",[1,2]]"#);
    assert_eq!(
        both::<(String, String, Vec<u8>)>(text).unwrap(),
        ("8080".into(), String::new(), vec![1, 2])
    );
}

#[derive(Debug, PartialEq, Decode)]
enum Open {
    Known(u8),
    #[varvel(other)]
    Other(Value),
}

#[test]
fn a_variant_for_all_others_keeps_the_node() {
    assert_eq!(from_str::<Open>("!Known 1").unwrap(), Open::Known(1));
    assert_eq!(
        from_str::<Open>("!New [1]").unwrap(),
        Open::Other(varvel::value!([1]))
    );
}

#[test]
fn results_and_bounds_are_enums_too() {
    let read: Vec<Result<u8, String>> = from_str("- !Ok 1\n- !Err 2\n- Ok: 3\n").unwrap();
    assert_eq!(read, [Ok(1), Err("2".into()), Ok(3)]);
}

#[derive(Clone, Debug, PartialEq, Decode, Encode, Deserialize, Serialize)]
struct All {
    one: Shape,
    list: Vec<Shape>,
    map: std::collections::BTreeMap<String, Shape>,
    nested: Vec<Vec<Shape>>,
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::Unit,
        Shape::Null,
        Shape::One,
        Shape::Port(8080),
        Shape::Text("8080".into()),
        Shape::Text("one\ntwo\n".into()),
        Shape::Text(String::new()),
        Shape::Maybe(None),
        Shape::Maybe(Some(7)),
        Shape::List(vec![]),
        Shape::List(vec![1, 2]),
        Shape::Pair(1, -2),
        Shape::Struct { a: 1, b: None },
        Shape::Struct {
            a: 1,
            b: Some("~".into()),
        },
        Shape::Inner(Inner::Unit),
        Shape::Inner(Inner::Number(7)),
        Shape::Either(Either::Text("x".into())),
        Shape::Either(Either::Struct { a: 7 }),
    ]
}

#[test]
fn variants_are_written_as_tags_where_that_is_asked_for() {
    let tags = WriteOptions::default().with_variant_tags();
    let all = All {
        one: Shape::Struct { a: 1, b: None },
        list: vec![
            Shape::Unit,
            Shape::Port(1),
            Shape::List(vec![1]),
            Shape::Inner(Inner::Number(2)),
        ],
        map: [
            ("x".to_owned(), Shape::Pair(1, 2)),
            ("z".to_owned(), Shape::Text("a\nb\n".into())),
        ]
        .into(),
        nested: vec![vec![Shape::List(vec![])]],
    };
    let text = yaml::to_string_with(&all, &tags).unwrap();
    let expected = "one: !Struct\n  a: 1\n  b: null\nlist:\n  - Unit\n  - !Port 1\n  - !List\n    - 1\n  \
        - !Inner\n    Number: 2\nmap:\n  x: !Pair\n    - 1\n    - 2\n  z: !Text |\n    a\n    b\nnested:\n  - - !List []\n";
    assert_eq!(text, expected);
    assert_eq!(yaml::to_string_with(&Serde(&all), &tags).unwrap(), expected);
    assert_eq!(both::<All>(&text).unwrap(), all);
    // By default, and if anchors are asked for, a variant is an object of one member.
    assert!(!yaml::to_string(&all).unwrap().contains('!'));
    let shared = yaml::to_string_with(&all, &tags.with_anchors()).unwrap();
    assert!(!shared.contains('!'));
    assert_eq!(both::<All>(&shared).unwrap(), all);
}

#[test]
fn every_variant_is_read_back_at_every_place() {
    for options in [
        WriteOptions::default(),
        WriteOptions::default().with_start().with_indent(4),
    ] {
        let tags = options.with_variant_tags();
        for shape in shapes() {
            let all = All {
                one: shape.clone(),
                list: vec![shape.clone(), shape.clone()],
                map: [
                    ("x".to_owned(), shape.clone()),
                    ("y".to_owned(), shape.clone()),
                ]
                .into(),
                nested: vec![vec![shape.clone(), shape.clone()], vec![shape.clone()]],
            };
            let text = yaml::to_string_with(&all, &tags).unwrap();
            assert_eq!(text, yaml::to_string_with(&Serde(&all), &tags).unwrap());
            assert_eq!(both::<All>(&text).unwrap(), all, "{text}");
            let root = yaml::to_string_with(&shape, &tags).unwrap();
            assert_eq!(both::<Shape>(&root).unwrap(), shape, "{root}");
            // Another library writes and reads the same. It reads a variant in a variant as a tag
            // alone, and an untagged enum without its text.
            if !matches!(
                shape,
                Shape::Inner(_) | Shape::Either(_) | Shape::Null | Shape::One
            ) {
                assert_eq!(
                    serde_yaml_ng::from_str::<All>(&text).unwrap(),
                    all,
                    "{text}"
                );
                let theirs = serde_yaml_ng::to_string(&all).unwrap();
                assert_eq!(both::<All>(&theirs).unwrap(), all, "{theirs}");
            }
        }
    }
}

#[derive(Debug, PartialEq, Decode, Encode)]
enum Odd {
    #[varvel(rename = "two words")]
    Words(u8),
    #[varvel(rename = "größe")]
    Umlaut(u8),
    Bytes(#[varvel(bytes)] Vec<u8>),
    Time(varvel::Timestamp),
}

#[test]
fn types_write_times_as_text_and_trees_with_their_tag() {
    let text = "\"1970-01-01T00:00:00Z\"\n";
    let (time, system) = (varvel::Timestamp::new(0, 0).unwrap(), std::time::UNIX_EPOCH);
    assert_eq!(yaml::to_string(&time).unwrap(), text);
    assert_eq!(yaml::to_string(&system).unwrap(), text);
    let tree = Value::from_typed(&system).unwrap();
    let tagged = "!!timestamp 1970-01-01T00:00:00Z\n";
    assert_eq!(yaml::to_string(&tree).unwrap(), tagged);
    for text in [text, tagged, "1970-01-01T00:00:00Z"] {
        assert_eq!(from_str::<std::time::SystemTime>(text).unwrap(), system);
        assert_eq!(from_str::<varvel::Timestamp>(text).unwrap(), time);
    }
}

#[test]
fn what_no_tag_can_say_is_an_object() {
    let time = varvel::Timestamp::new(0, 0).unwrap();
    let odd = vec![
        Odd::Words(1),
        Odd::Umlaut(2),
        Odd::Bytes(vec![0, 1]),
        Odd::Time(time),
    ];
    let tags = WriteOptions::default().with_variant_tags();
    let text = yaml::to_string_with(&odd, &tags).unwrap();
    assert_eq!(from_str::<Vec<Odd>>(&text).unwrap(), odd, "{text}");
    assert!(
        !text.contains("!Bytes") && text.contains("Bytes: !!binary AAE="),
        "{text}"
    );
    let map = std::collections::BTreeMap::from([("k", Odd::Time(time)), ("l", Odd::Words(1))]);
    let text = yaml::to_string_with(&map, &tags).unwrap();
    assert_eq!(
        text,
        "k: !Time \"1970-01-01T00:00:00Z\"\nl:\n  two words: 1\n"
    );
    let root = yaml::to_string_with(&Odd::Time(time), &tags).unwrap();
    assert_eq!(from_str::<Odd>(&root).unwrap(), Odd::Time(time), "{root}");
}
