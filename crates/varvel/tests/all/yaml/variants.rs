//! Variants of enums that a tag names.

use std::fmt::Debug;

use serde::Deserialize;
use varvel::serde::Serde;
use varvel::yaml::{self, from_str};
use varvel::{Decode, ErrorKind, Value};

#[derive(Debug, PartialEq, Decode, Deserialize)]
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

#[derive(Debug, PartialEq, Decode, Deserialize)]
enum Inner {
    Unit,
    Number(u8),
}

#[derive(Debug, PartialEq, Decode, Deserialize)]
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
        // `Null` without a tag or quotes is a null where that is asked for first.
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
    assert_eq!(tree.to_string(), r#"["8080",null,[1,2]]"#);
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
