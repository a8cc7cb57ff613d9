//! Types from frozen documents and mutable trees: kinds that JSON lacks, borrowed data, errors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use varvel::{Decode, Encode, ErrorKind, Frozen, Limits, Source, Tag, Timestamp, Value, value};

use crate::derive::thawed;

/// Checks a value through a frozen document, and through trees that are frozen, thawed, and both.
fn through_trees<T>(value: &T)
where
    T: Encode + for<'de> Decode<'de> + PartialEq + Debug,
{
    let frozen = Frozen::from_typed(value).unwrap();
    assert_eq!(*value, frozen.to().unwrap());
    assert_eq!(*value, Value::from_typed(value).unwrap().to().unwrap());
    let tree: Value = Decode::<()>::decode(&mut frozen.view().source(), &()).unwrap();
    assert_eq!(*value, tree.to().unwrap());
    let mixed = value!({"before": 1, "it": (Value::from(frozen))});
    assert_eq!(*value, mixed.field("it").unwrap().to().unwrap());
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Exact {
    narrow: f32,
    wide: f64,
    top: u64,
    bottom: i64,
    huge: i128,
    largest: u128,
    #[varvel(bytes)]
    bytes: Vec<u8>,
    at: Timestamp,
    keys: BTreeMap<i32, Vec<Option<bool>>>,
    pairs: BTreeMap<(u8, String), f32>,
    letter: char,
    unit: (),
}

fn exact() -> Exact {
    Exact {
        narrow: 0.1,
        wide: -0.0,
        top: u64::MAX,
        bottom: i64::MIN,
        huge: i128::MIN,
        largest: u128::MAX,
        bytes: vec![0, 255, 10],
        at: Timestamp::new(-1, 999_999_999).unwrap(),
        keys: BTreeMap::from([(-3, vec![]), (7, vec![Some(true), None])]),
        pairs: BTreeMap::from([((1, "a".into()), 1.5), ((2, String::new()), f32::MAX)]),
        letter: 'ß',
        unit: (),
    }
}

#[test]
fn what_json_does_not_have_is_kept_exactly() {
    through_trees(&exact());
    through_trees(&vec![exact(); 3]);
    let frozen = Frozen::from_typed(&exact()).unwrap();
    // The kind is kept, and not turned into text.
    assert_eq!(
        frozen.view().field("bytes").unwrap().as_bytes(),
        Some(&[0, 255, 10][..])
    );
    assert!(frozen.view().field("at").unwrap().as_timestamp().is_some());
    assert_eq!(frozen.view().field("narrow").unwrap().as_f32(), Some(0.1));
    assert_eq!(
        frozen
            .view()
            .field("wide")
            .unwrap()
            .to::<f64>()
            .unwrap()
            .to_bits(),
        1 << 63
    );
}

#[derive(Debug, PartialEq, Decode)]
struct Borrowed<'a> {
    text: &'a str,
    long: Cow<'a, str>,
    #[varvel(bytes)]
    bytes: Cow<'a, [u8]>,
}

#[test]
fn strings_and_bytes_borrow_from_the_tree() {
    let tree =
        value!({"text": "short", "long": ("x".repeat(50)), "bytes": (Value::bytes(&[1, 2]))});
    let frozen = tree.freeze().unwrap();
    for read in [frozen.to::<Borrowed<'_>>().unwrap(), tree.to().unwrap()] {
        assert_eq!(read.text, "short");
        assert!(matches!(read.long, Cow::Borrowed(_)));
        assert!(matches!(read.bytes, Cow::Borrowed([1, 2])));
    }
    let buffer = frozen.as_bytes().as_ptr_range();
    assert!(buffer.contains(&frozen.to::<Borrowed<'_>>().unwrap().text.as_ptr()));
}

#[test]
fn tags() {
    let tree = value!([(Value::tagged(
        Tag::Number(3),
        Value::tagged(Tag::Extension(-1), Value::bytes(&[9]))
    ))]);
    let frozen = tree.freeze().unwrap();
    fn read<'de>(source: &mut impl Source<'de>) -> varvel::Result<(Tag, Tag, Vec<u8>)> {
        source.begin_array()?;
        assert!(source.next_item()?);
        let tags = (source.read_tag()?, source.read_tag()?);
        let bytes = source.read_bytes()?.to_vec();
        assert!(!source.next_item()?);
        Ok((tags.0, tags.1, bytes))
    }
    let expected = (Tag::Number(3), Tag::Extension(-1), vec![9]);
    assert_eq!(read(&mut frozen.view().source()).unwrap(), expected);
    assert_eq!(read(&mut tree.as_ref().source()).unwrap(), expected);
    // A tag counts as a level.
    let limits = Limits {
        depth: 2,
        ..Limits::DEFAULT
    };
    let error = read(&mut tree.as_ref().source_with(limits)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
}

#[derive(Debug, Decode)]
#[allow(dead_code, reason = "read by `Debug` only")]
struct Person {
    name: String,
    age: u8,
    friends: Vec<Person>,
    state: Option<State>,
}

#[derive(Debug, Decode)]
#[allow(dead_code)]
enum State {
    Away,
    Until { when: u32 },
}

/// Returns the errors of the frozen and of the thawed form of a text, the first without its offset.
#[track_caller]
fn fails<T: for<'de> Decode<'de> + Debug>(text: &str) -> String {
    let frozen = varvel::json::freeze(text.as_bytes()).unwrap();
    let error = frozen.to::<T>().unwrap_err();
    let at = error.offset().expect("a place in the buffer");
    assert!(at < frozen.as_bytes().len());
    let of_frozen = error.without_offset();
    let of_tree = thawed(text).to::<T>().unwrap_err();
    assert_eq!(of_frozen, of_tree);
    of_tree.to_string()
}

#[test]
fn errors_say_what_and_where() {
    let person = |rest: &str| format!(r#"{{"name": "A", "age": 1, "friends": [{rest}]}}"#);
    let friend = |age| person(&format!(r#"{{"name": "B", "age": {age}, "friends": []}}"#));
    let errors = [
        fails::<Person>(&friend("300")),
        fails::<Person>(&friend("\"x\"")),
        fails::<Person>(&friend("1.0")),
        fails::<Person>(&person(r#"{"name": "B"}"#)),
        fails::<Person>("[]"),
        fails::<Vec<State>>(r#"["Away", {"Until": {"when": null}}]"#),
        fails::<Vec<State>>(r#"["Away", "Here"]"#),
        fails::<Vec<State>>(r#"[{"Until": {"when": 1}, "also": 2}]"#),
        fails::<Vec<(u8, u8)>>("[[1, 2], [1, 2, 3]]"),
        fails::<[bool; 2]>("[true]"),
        fails::<Vec<Vec<bool>>>("[[], [true, 1]]"),
        fails::<Vec<Vec<bool>>>("[[1, 2], [1, 3]]"),
        fails::<f64>(&"9".repeat(400)),
        fails::<i64>("18446744073709551615"),
    ];
    assert_eq!(
        errors,
        [
            "number out of range: expected an integer that fits u8, found 300, at $.friends[0].age",
            "wrong kind of value: expected an integer, found a string, at $.friends[0].age",
            "wrong kind of value: expected an integer, found a float, at $.friends[0].age",
            "missing member: expected a member `age`, at $.friends[0]",
            "wrong kind of value: expected an object, found an array",
            "wrong kind of value: expected an integer, found null, at $[1].Until.when",
            "unknown variant: expected one of `Away`, `Until`, found \"Here\", at $[1]",
            "wrong kind of value: expected one member: the name of a variant and what is in it, found another one, at $[0].also",
            "wrong kind of value: expected an array of exactly 2 items, found one of 3, at $[1]",
            "wrong kind of value: expected an array of exactly 2 items, found one of 1",
            "wrong kind of value: expected a boolean, found an integer, at $[1][1]",
            "wrong kind of value: expected a boolean, found an integer, at $[0][0]",
            &*format!(
                "number out of range: expected a number that a 64-bit float can hold, found {}…",
                "9".repeat(200)
            ),
            "number out of range: expected an integer that fits i64, found 18446744073709551615",
        ]
    );
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Nested(Vec<Nested>);

#[test]
fn too_deep_is_an_error() {
    let text = format!("{}{}", "[".repeat(128), "]".repeat(128));
    let frozen = varvel::json::freeze(text.as_bytes()).unwrap();
    assert!(frozen.to::<Nested>().is_ok());
    let mut tree = Value::from(frozen);
    for _ in 0..100_000 {
        tree = value!([(tree)]);
    }
    let error = tree.to::<Nested>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let frozen = tree.freeze().unwrap();
    assert_eq!(
        frozen.to::<Nested>().unwrap_err().kind(),
        ErrorKind::DepthLimit
    );
    // Skipped at any depth.
    let mut source = frozen.view().source();
    source.skip().unwrap();
    assert!(tree.to::<Skipped>().is_ok());
}

struct Skipped;

impl<'de, C: ?Sized> Decode<'de, C> for Skipped {
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> varvel::Result<Self> {
        source.skip().map(|()| Self)
    }
}

#[derive(Debug, PartialEq, Decode)]
#[varvel(untagged)]
enum Twice {
    Two { a: Box<Twice>, b: Box<Twice> },
    One { a: Box<Twice> },
    End(bool),
}

#[test]
fn reading_again_is_limited() {
    // Each level is read twice for each level around it.
    let deep = |depth: usize| {
        let text = format!("{}true{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
        (
            varvel::json::freeze(text.as_bytes()).unwrap(),
            thawed(&text),
        )
    };
    let (frozen, tree) = deep(10);
    assert_eq!(frozen.to::<Twice>().unwrap(), tree.to().unwrap());
    let (frozen, tree) = deep(100);
    assert_eq!(
        frozen.to::<Twice>().unwrap_err().kind(),
        ErrorKind::ReplayLimit
    );
    assert_eq!(
        tree.to::<Twice>().unwrap_err().kind(),
        ErrorKind::ReplayLimit
    );
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Record {
    id: u64,
    name: String,
    score: Option<f64>,
    tags: BTreeMap<String, i32>,
    event: Event,
    #[varvel(flatten)]
    more: More,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct More {
    left: Vec<i64>,
    inner: Option<Box<Record>>,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "kind")]
enum Event {
    Moved { x: f32, y: f32 },
    Said { what: Said },
    Left,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(untagged)]
enum Said {
    Number(i64),
    Words(Vec<String>),
    Twice { one: Box<Event>, two: Content },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
#[varvel(tag = "t", content = "c")]
enum Content {
    Text(String),
    Flag(bool),
    None,
}

fn event() -> impl Strategy<Value = Event> {
    let leaf = prop_oneof![
        Just(Event::Left),
        (-9e3_f32..9e3, any::<i16>()).prop_map(|(x, y)| Event::Moved { x, y: y.into() }),
        any::<i64>().prop_map(|n| Event::Said {
            what: Said::Number(n)
        }),
        prop::collection::vec(".{0,20}", 0..3).prop_map(|w| Event::Said {
            what: Said::Words(w)
        }),
    ];
    leaf.prop_recursive(3, 8, 1, |inner| {
        let content = prop_oneof![
            ".{0,9}".prop_map(Content::Text),
            any::<bool>().prop_map(Content::Flag),
            Just(Content::None)
        ];
        (inner, content).prop_map(|(one, two)| {
            let one = Box::new(one);
            Event::Said {
                what: Said::Twice { one, two },
            }
        })
    })
}

fn record() -> impl Strategy<Value = Record> {
    let fields = (
        any::<u64>(),
        ".{0,30}",
        prop::option::of(-1e300..1e300_f64),
        prop::collection::btree_map(".{0,5}", any::<i32>(), 0..4),
        event(),
        prop::collection::vec(any::<i64>(), 0..20),
    );
    let one = fields.prop_map(|(id, name, score, tags, event, left)| {
        let more = More { left, inner: None };
        Record {
            id,
            name,
            score,
            tags,
            event,
            more,
        }
    });
    prop::collection::vec(one, 1..4).prop_map(|records| {
        let nest = |inner: Option<Box<Record>>, mut outer: Record| {
            outer.more.inner = inner;
            Some(Box::new(outer))
        };
        *records.into_iter().fold(None, nest).expect("at least one")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 }))]

    /// A type read from a tree is the one that is read from the tree's JSON text.
    #[test]
    fn trees_say_what_json_says(record in record()) {
        let text = varvel::json::to_string(&record).unwrap();
        let from_json: Record = varvel::json::from_str(&text).unwrap();
        prop_assert_eq!(&from_json, &record);
        prop_assert_eq!(&varvel::json::freeze(text.as_bytes()).unwrap().to::<Record>().unwrap(), &record);
        prop_assert_eq!(&thawed(&text).to::<Record>().unwrap(), &record);
        through_trees(&record);
    }

    /// A tree refuses a type for the reason for which its JSON text does.
    #[test]
    fn trees_refuse_what_json_refuses(record in record(), at in 0_usize..400) {
        // One character of the text is replaced.
        let mut text = varvel::json::to_string(&record).unwrap();
        let at = at % text.len();
        prop_assume!(text.is_char_boundary(at) && text.is_char_boundary(at + 1));
        let other = match &text[at..=at] { "1" => "7", "e" => "f", "[" => "{", "t" => "n", _ => "0" };
        text.replace_range(at..=at, other);
        let Ok(frozen) = varvel::json::freeze(text.as_bytes()) else { return Ok(()); };
        let from_json = varvel::json::from_str::<Record>(&text);
        let from_frozen = frozen.to::<Record>();
        let kind = |result: &varvel::Result<Record>| result.as_ref().map_err(|e| e.kind()).cloned();
        prop_assert_eq!(kind(&from_json), kind(&from_frozen), "{}", text);
        prop_assert_eq!(kind(&from_json), kind(&thawed(&text).to::<Record>()), "{}", text);
    }
}
