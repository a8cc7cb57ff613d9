//! Nodes by path and by JSON Pointer.

use proptest::prelude::*;
use varvel_core::path::{Path, Quoted, Step};
use varvel_core::{ErrorKind, Result, Sink, Tag};
use varvel_frozen::{Builder, Frozen};

/// An object of these keys; the value of each is its number.
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
    assert!(view.get_path("['5']").is_none()); // the key is no string
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
    assert_eq!(says("/a/2"), "not found: expected an item 2 of 2, at $.a");
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 256 }))]

    /// However its path is written, long keys with escapes too, which are not decoded at once.
    #[test]
    fn each_member_is_found(
        keys in prop::collection::hash_set(r#"\PC{0,12}|[~/"\\ab]{0,5}|[~/é]{120,300}"#, 0..40),
    ) {
        let frozen = numbered(keys.iter().map(String::as_str)).unwrap();
        let view = frozen.view();
        for (number, key) in keys.iter().enumerate() {
            let number = Some(number as i64);
            let pointer = format!("/{}", key.replace('~', "~0").replace('/', "~1"));
            prop_assert_eq!(view.pointer(&pointer).and_then(|node| node.as_i64()), number);
            prop_assert_eq!(view.path(&pointer).unwrap().as_i64(), number);
            let escaped: String = key.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect();
            let path = format!("[\"{escaped}\"]");
            prop_assert_eq!(view.path(&path).unwrap().as_i64(), number);
            if key.chars().count() <= 40 {
                let shown = Path::new(&[Step::Key(key.clone())]).to_string();
                prop_assert_eq!(view.path(&shown).unwrap().as_i64(), number);
                let quoted = format!("[{}]", Quoted(key));
                prop_assert_eq!(view.get_path(&quoted).and_then(|node| node.as_i64()), number);
            }
        }
    }
}
