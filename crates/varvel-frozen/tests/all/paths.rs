//! Nodes by path and by JSON Pointer.

use proptest::prelude::*;
use varvel_core::path::{Path, Quoted, Step};
use varvel_core::{ErrorKind, Result, Sink, Tag};
use varvel_frozen::{Builder, Frozen, View};

/// An object with these keys; the value of each is its number.
fn numbered<'k>(keys: impl IntoIterator<Item = &'k str>) -> Result<Frozen> {
    let mut b = Builder::new();
    b.start()?;
    b.begin_map(None)?;
    for (number, key) in (0..).zip(keys) {
        b.key(key.into())?;
        b.i64(number)?;
    }
    b.end_map()?;
    b.finish()
}

/// `{"a": [1(7, {"b": null}), "x"], 5: true}`: a tag, and a map at the root.
fn mixed() -> Result<Frozen> {
    let mut b = Builder::new();
    b.start()?;
    b.begin_map(None)?;
    b.key("a".into())?;
    b.begin_array(None)?;
    b.tag(Tag::Number(1))?;
    b.tag(Tag::Number(7))?;
    b.begin_map(None)?;
    b.key("b".into())?;
    b.null()?;
    b.end_map()?;
    b.str("x".into())?;
    b.end_array()?;
    b.any_key()?;
    b.i64(5)?;
    b.bool(true)?;
    b.end_map()?;
    b.finish()
}

#[test]
fn a_path_goes_through_tags_and_maps() -> Result {
    let frozen = mixed()?;
    let view = frozen.view();
    assert!(view.path("a[0].b")?.is_null());
    assert!(view.pointer("/a/0/b").is_some_and(|b| b.is_null()));
    assert!(view.path("a[0]")?.tag().is_some()); // which is not taken off where it ends
    assert!(view.path("['5']")?.bool()?); // the key is no string, and has this text
    assert!(view.get_path("[5]").is_none()); // an item
    Ok(())
}

#[test]
fn an_error_says_where_the_path_stopped() -> Result {
    let frozen = mixed()?;
    let says = |path: &str| {
        let error = frozen.view().path(path).unwrap_err();
        assert!(frozen.view().get_path(path).is_none());
        let text = error.to_string();
        text.split(" (byte").next().unwrap_or_default().to_owned()
    };
    assert_eq!(
        says("$.a[0].c.d"),
        "not found: expected a member \"c\", at $.a[0]"
    );
    assert_eq!(says("b"), "not found: expected a member \"b\"");
    assert_eq!(
        says("/a/2"),
        "not found: expected item 2, found 2 items, at $.a"
    );
    assert_eq!(
        says("a.x"),
        "wrong kind of value: expected an object, found an array, at $.a"
    );
    assert_eq!(
        says("a[1][0]"),
        "wrong kind of value: expected an array, found a string, at $.a[1]"
    );
    assert_eq!(
        says("z.."),
        "invalid path: expected a key after `.`, found \"..\" in \"z..\""
    );
    let hint = |path: &str| {
        let error = frozen.view().path(path).unwrap_err();
        error.hint().unwrap_or_default().to_owned()
    };
    assert_eq!(hint("a.0"), "items of an array are written [0], [1], ...");
    assert!(hint("/a/00").ends_with("/0, /1, ... in a JSON Pointer"));
    Ok(())
}

#[test]
fn a_pointer_is_nothing_else() -> Result {
    let frozen = mixed()?;
    assert!(frozen.view().path("a")?.is_array());
    assert!(frozen.view().pointer("a").is_none());
    assert!(frozen.view().pointer("$").is_none());
    assert_eq!(
        frozen.view().path("/a/~2").unwrap_err().kind(),
        ErrorKind::InvalidPath
    );
    Ok(())
}

/// Finds each of these keys, however its path is written.
fn find_each(keys: &[&str]) {
    let frozen = numbered(keys.iter().copied()).unwrap();
    let view = frozen.view();
    for (number, key) in (0..).zip(keys) {
        let is = |node: Option<View<'_>>| node.and_then(|node| node.as_i64()) == Some(number);
        let pointer = format!("/{}", key.replace('~', "~0").replace('/', "~1"));
        assert!(is(view.pointer(&pointer)) && is(view.path(&pointer).ok()));
        let escaped = key.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
        let path = format!("[\"{}\"]", escaped.collect::<String>());
        assert!(is(view.path(&path).ok()), "{path}");
        if key.chars().count() <= 40 {
            let shown = Path::new(&[Step::Key((*key).into())]).to_string();
            assert!(is(view.get_path(&shown)), "{shown}");
            assert!(is(view.get_path(&format!("[{}]", Quoted(key)))));
        }
    }
}

#[test]
fn long_keys_with_escapes_are_found() {
    // A name of 256 bytes is decoded at once; a longer one is not.
    let (fits, long) = ("é~a".repeat(64), "~".repeat(257));
    if cfg!(miri) {
        return find_each(&["/", &long]);
    }
    let longer = format!("{long}b");
    find_each(&["a", "", "/", "~", "a b\n", "…", "😀"]);
    find_each(&[&fits, &long, &longer]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    #[cfg_attr(miri, ignore = "the strategies of text alone take minutes")]
    fn any_keys_are_found(
        keys in prop::collection::hash_set(r#"\PC{0,12}|[~/"\\ab]{0,5}|[~/é]{120,300}"#, 0..40),
    ) {
        find_each(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    }
}
