//! A view as a source: going back, and calls in an order that no document has.

use varvel_core::{ErrorKind, Key, Kind, Limits, Result, Sink, Source};
use varvel_frozen::{Builder, Frozen, View};
use varvel_tree::TreeSource;

/// `{"a": [1, 2, 3], "b": {"c": true, "d": null}}`
fn document() -> Frozen {
    let build = || -> Result<Frozen> {
        let mut builder = Builder::new();
        builder.start()?;
        builder.begin_map(None)?;
        builder.key("a".into())?;
        builder.i64_array(&[1, 2, 3])?;
        builder.key("b".into())?;
        builder.begin_map(None)?;
        builder.key("c".into())?;
        builder.bool(true)?;
        builder.key("d".into())?;
        builder.null()?;
        builder.end_map()?;
        builder.end_map()?;
        builder.finish()
    };
    build().unwrap()
}

fn key<'a>(source: &mut TreeSource<'a, View<'a>>) -> Option<String> {
    source.next_key().unwrap().map(|key| key.to_string())
}

#[test]
fn goes_back_to_any_place_of_an_open_container() {
    let frozen = document();
    let mut source = frozen.view().source();
    let top = source.mark();
    assert_eq!(source.begin_map().unwrap(), Some(2));
    let first = source.mark();
    assert_eq!(key(&mut source).as_deref(), Some("a"));
    let array = source.mark();
    assert_eq!(source.begin_array().unwrap(), Some(3));
    assert!(source.next_item().unwrap());
    let item = source.mark();
    assert_eq!(source.read_i64().unwrap(), 1);
    assert!(source.next_item().unwrap());
    assert_eq!(source.read_i64().unwrap(), 2);
    source.rewind(item).unwrap();
    assert_eq!(source.read_i64().unwrap(), 1);
    assert!(source.next_item().unwrap());
    assert_eq!(source.read_i64().unwrap(), 2);
    source.rewind(array).unwrap();
    source.skip().unwrap();
    // The key is looked at, but the member has not begun.
    assert!(!source.expect_key(&Key::new("x")).unwrap());
    let looked = source.mark();
    assert!(source.expect_key(&Key::new("b")).unwrap());
    assert_eq!(source.begin_map().unwrap(), Some(2));
    source.rewind(looked).unwrap();
    assert_eq!(key(&mut source).as_deref(), Some("b"));
    source.skip().unwrap();
    assert_eq!(key(&mut source), None);
    // The map was left, and its marks are no longer valid; the mark at the top still is.
    let error = source.rewind(first).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEvents);
    source.rewind(top).unwrap();
    assert_eq!(source.peek().unwrap(), Kind::Object);
    source.begin_map().unwrap();
    // The mark belongs to another map, though to the same node.
    assert!(source.rewind(first).is_err());
}

#[test]
fn calls_out_of_order_are_refused() {
    let frozen = document();
    let kind = |result: Result<()>| result.unwrap_err().kind();
    let mut source = frozen.view().source();
    assert_eq!(kind(source.next_item().map(drop)), ErrorKind::InvalidEvents);
    assert_eq!(kind(source.next_key().map(drop)), ErrorKind::InvalidEvents);
    source.begin_map().unwrap();
    assert_eq!(kind(source.read_i64().map(drop)), ErrorKind::InvalidEvents);
    assert_eq!(kind(source.next_item().map(drop)), ErrorKind::InvalidEvents);
    assert_eq!(kind(source.peek().map(drop)), ErrorKind::InvalidEvents);
    assert!(source.next_entry().unwrap());
    assert_eq!(source.read_str().unwrap().borrowed(), Some("a"));
    assert_eq!(kind(source.next_key().map(drop)), ErrorKind::InvalidEvents);
    source.skip().unwrap();
    source.next_key().unwrap();
    source.skip().unwrap();
    assert!(source.next_key().unwrap().is_none());
    assert_eq!(kind(source.skip()), ErrorKind::InvalidEvents);
    assert_eq!(kind(source.begin_map().map(drop)), ErrorKind::InvalidEvents);
}

#[test]
fn a_node_of_another_kind_is_not_passed() {
    let frozen = document();
    let a = frozen.view().field("a").unwrap();
    let mut source = a.source();
    let error = source.begin_map().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeMismatch);
    let error = source.locate(error);
    assert_eq!(error.path().unwrap().to_string(), "$.a");
    assert_eq!(source.begin_array().unwrap(), Some(3));
    assert!(source.next_item().unwrap());
    assert_eq!(
        source.read_bool().unwrap_err().kind(),
        ErrorKind::TypeMismatch
    );
    assert_eq!(source.read_u64().unwrap(), 1);
}

#[test]
fn nodes_are_limited() {
    let frozen = document();
    let limits = Limits {
        nodes: 3,
        ..Limits::DEFAULT
    };
    let mut source = frozen.view().source_with(limits);
    let error = <std::collections::BTreeMap<String, Vec<u8>> as varvel_core::Decode>::decode(
        &mut source,
        &(),
    );
    assert_eq!(error.unwrap_err().kind(), ErrorKind::NodeLimit);
}
