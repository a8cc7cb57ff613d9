//! Types that contain themselves: a cycle, or more levels than a reader takes, is an error of every
//! writer, and never an overflow of the stack.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use varvel::formats::{AnyFormat, WriteOptions};
use varvel::schema::Recording;
use varvel::{Encode, Error, ErrorKind, Frozen, Value, json};

type Link<T> = Option<Rc<RefCell<T>>>;

#[derive(Encode)]
struct Node {
    next: Link<Self>,
}

#[derive(Encode)]
struct Tuple(Link<Self>, u8);

#[derive(Encode)]
enum Variant {
    More(Rc<RefCell<Self>>),
    End,
}

#[derive(Encode)]
#[varvel(tag = "kind", content = "of")]
enum Adjacent {
    More(Rc<RefCell<Self>>),
    End,
}

#[derive(Encode)]
struct List(Vec<Rc<RefCell<Self>>>);

#[derive(Encode)]
struct Map(BTreeMap<String, Rc<RefCell<Self>>>);

/// Writes a value with every writer.
fn write_all<T: Encode>(value: &T) -> Vec<(String, Result<(), Error>)> {
    let mut results = Vec::new();
    for format in AnyFormat::ALL {
        let written = format.to_vec(value, &WriteOptions::default()).map(drop);
        results.push((format.name().to_owned(), written));
    }
    let mut pretty = WriteOptions::default();
    pretty.pretty = true;
    let written = AnyFormat::Json.to_vec(value, &pretty).map(drop);
    results.push(("JSON, indented".to_owned(), written));
    let mut shared = varvel::yaml::WriteOptions::default();
    shared.anchors = true;
    let written = varvel::yaml::to_vec_with(value, &shared).map(drop);
    results.push(("YAML, shared".to_owned(), written));
    results.push(("frozen".to_owned(), Frozen::from_typed(value).map(drop)));
    results.push(("value".to_owned(), Value::from_typed(value).map(drop)));
    results.push(("recording".to_owned(), Recording::of(value).map(drop)));
    results
}

fn is_too_deep<T: Encode>(value: &T, what: &str) {
    for (writer, written) in write_all(value) {
        let kind = written.map_err(|error| error.kind());
        assert_eq!(kind, Err(ErrorKind::DepthLimit), "{what}: {writer}");
    }
}

/// Returns a value that leads back to itself. The cycle is never freed.
fn cycle<T>(end: T, close: impl FnOnce(Rc<RefCell<T>>) -> T) -> Rc<RefCell<T>> {
    let node = Rc::new(RefCell::new(end));
    let closed = close(Rc::clone(&node));
    *node.borrow_mut() = closed;
    node
}

#[test]
fn a_cycle_is_an_error_of_every_writer() {
    is_too_deep(
        &cycle(Node { next: None }, |n| Node { next: Some(n) }),
        "struct",
    );
    is_too_deep(&cycle(Tuple(None, 1), |n| Tuple(Some(n), 1)), "tuple");
    is_too_deep(&cycle(Variant::End, Variant::More), "variant");
    is_too_deep(&cycle(Adjacent::End, Adjacent::More), "adjacent tag");
    is_too_deep(&cycle(List(Vec::new()), |n| List(vec![n])), "list");
    let map = |n| Map(BTreeMap::from([("a".to_owned(), n)]));
    is_too_deep(&cycle(Map(BTreeMap::new()), map), "map");
}

#[test]
fn levels_beyond_the_default_are_written_if_asked() {
    let deep = |levels: usize| {
        (1..levels).fold(Node { next: None }, |next, _| Node {
            next: Some(Rc::new(RefCell::new(next))),
        })
    };
    for (writer, written) in write_all(&deep(128)) {
        assert_eq!(written, Ok(()), "{writer}");
    }
    is_too_deep(&deep(129), "129 levels");
    let mut asked = WriteOptions::default();
    asked.depth = Some(300);
    for format in AnyFormat::ALL {
        assert!(format.to_vec(&deep(300), &asked).is_ok(), "{format:?}");
        let error = format.to_vec(&deep(301), &asked).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit, "{format:?}");
    }
    let options = json::WriteOptions::compact().with_depth(129);
    assert!(json::to_vec_with(&deep(129), &options).is_ok());
    // Trees do not recurse.
    let text = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let limits = varvel::Limits {
        depth: 1000,
        ..varvel::Limits::DEFAULT
    };
    let tree = AnyFormat::Json.freeze(
        text.as_bytes(),
        varvel::Duplicates::Error,
        &varvel::formats::ReadOptions::with_limits(limits),
    );
    assert_eq!(json::to_string(&tree.unwrap()).unwrap(), text);
}

#[test]
fn a_hundred_thousand_levels_are_an_error() {
    let mut deep = Node { next: None };
    for _ in 0..100_000 {
        deep = Node {
            next: Some(Rc::new(RefCell::new(deep))),
        };
    }
    is_too_deep(&deep, "100,000 levels");
    // Dropping it would recurse.
    std::mem::forget(deep);
}
