//! Tests of paths and JSON Pointers: their meaning, their errors, and that a path which is shown
//! can be read again.

use proptest::prelude::*;
use varvel_core::path::{Path, Selector, Selectors, Step};
use varvel_core::{ErrorKind, Kind, Result};

fn key(text: &str) -> Step {
    Step::Key(text.into())
}

/// Returns the steps of a path. Numbers in a JSON Pointer are read as indices.
fn steps(path: &str) -> Result<Vec<Step>> {
    let step = |selector: Result<Selector<'_>>| Ok(selector?.step(Kind::Array));
    Selectors::path(path).map(step).collect()
}

#[test]
fn a_path_may_begin_in_four_ways() {
    let users = [key("users"), Step::Index(3), key("name")];
    for path in [
        "users[3].name",
        ".users[3].name",
        "$.users[3].name",
        "/users/3/name",
        r#"["users"][3]['name']"#,
    ] {
        assert_eq!(steps(path).unwrap(), users, "{path}");
    }
}

#[test]
fn where_it_begins_is_a_path() {
    assert_eq!(steps("").unwrap(), []);
    assert_eq!(steps("$").unwrap(), []);
    assert_eq!(steps("/").unwrap(), [key("")]);
    assert_eq!(steps("$[0]").unwrap(), [Step::Index(0)]);
}

#[test]
fn keys_may_hold_anything() {
    let one = |path: &str, expected: &str| assert_eq!(steps(path).unwrap(), [key(expected)]);
    one("CH-0417", "CH-0417");
    one("größe, in m", "größe, in m");
    one(".$ref", "$ref");
    one("./users", "/users");
    one(
        r#"$["a.b[0]…"]"#.replace('…', "\\u2026").as_str(),
        "a.b[0]…",
    );
    one(
        r#"["\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"]"#,
        "\"\\/\u{8}\u{c}\n\r\té😀",
    );
    one(r"['it is \n…']", r"it is \n…");
    one(r#"[""]"#, "");
    one("['']", "");
    assert_eq!(
        steps("/a~1b/~01/0/00/-").unwrap(),
        [key("a/b"), key("~1"), Step::Index(0), key("00"), key("-")]
    );
}

#[test]
fn a_number_of_a_pointer_is_a_key_of_an_object() {
    let token = Selectors::pointer("/7").next().unwrap().unwrap();
    assert_eq!(token.step(Kind::Object), key("7"));
    assert_eq!(token.step(Kind::Map), key("7"));
    assert_eq!(token.step(Kind::Array), Step::Index(7));
}

#[test]
fn what_is_no_path_says_what_was_expected_and_where() {
    const POINT: &str = "a key after `.`";
    const BRACKET: &str = "a number from 0 up, or a key in quotes, between `[` and `]`";
    const STRING: &str = "a key as JSON writes strings";
    for (path, at, expected) in [
        ("a.", 1, POINT),
        (".", 0, POINT),
        ("a..b", 1, POINT),
        ("a.[0]", 1, POINT),
        ("$a", 1, "`.` or `[` after `$`"),
        ("a[x]", 1, BRACKET),
        ("a[-1]", 1, BRACKET),
        ("a[+1]", 1, BRACKET),
        ("a[01]", 1, BRACKET),
        ("a[]", 1, BRACKET),
        ("a[99999999999999999999999]", 1, BRACKET),
        ("a[1", 1, "`]`"),
        ("a['b'", 1, "`]`"),
        (r#"a["b"x]"#, 1, "`]`"),
        ("a[1]b", 4, "`.` or `[`"),
        (r#"a["b]"#, 1, "a closing quote"),
        (r#"a["b\""#, 1, "a closing quote"),
        ("a['b]", 1, "a closing quote"),
        (r#"a["\x"]"#, 1, STRING),
        (r#"a["\ud800"]"#, 1, STRING),
        (r#"a["\udc00"]"#, 1, STRING),
        (r#"a["\u+123"]"#, 1, STRING),
        ("a[\"\n\"]", 1, STRING),
        ("/a/b~2", 4, "`~0` (for `~`) or `~1` (for `/`)"),
        ("/~", 1, "`~0` (for `~`) or `~1` (for `/`)"),
        ("$.abc…xyz", 5, "a whole path"),
        ("$[0]…[1]", 4, "a whole path"),
        (r#"["ä …"]"#, 5, "a whole path"),
    ] {
        let error = steps(path).unwrap_err();
        let said = (error.kind(), error.offset(), error.expectation());
        assert_eq!(
            said,
            (ErrorKind::InvalidPath, Some(at), Some(expected)),
            "{path}"
        );
        assert!(error.hint().is_some());
    }
    let error = Selectors::pointer("a/b").next().unwrap().unwrap_err();
    assert_eq!(
        (error.offset(), error.expectation()),
        (Some(0), Some("`/`"))
    );
}

#[test]
fn an_error_reads_as_one_line() {
    let line = |path: &str| steps(path).unwrap_err().to_string();
    assert_eq!(
        line("größe[x].y"),
        "invalid path: expected a number from 0 up, or a key in quotes, between `[` and `]`, \
         found \"[x].y\" in \"größe[x].y\" (byte 7)"
    );
    assert_eq!(
        line("."),
        "invalid path: expected a key after `.`, found \".\" (byte 0)"
    );
}

#[test]
fn nothing_comes_after_an_error() {
    let mut path = Selectors::path("a..b");
    assert!(path.next().unwrap().is_ok());
    assert!(path.next().unwrap().is_err());
    assert!(path.next().is_none());
}

#[test]
fn a_path_that_is_none_is_told_before_what_it_does_not_lead_to() {
    let follow = |path| {
        let nowhere = |(), step: Selector<'_>| Err(step.missing(Kind::Null, 0));
        Selectors::path(path)
            .follow((), nowhere)
            .unwrap_err()
            .kind()
    };
    assert_eq!(follow("a.b"), ErrorKind::TypeMismatch);
    assert_eq!(follow("a.b["), ErrorKind::InvalidPath);
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<usize>().prop_map(Step::Index),
        any::<String>().prop_map(Step::Key),
        r#"[a-zé_0-9 .$/~'"\\…\[\]]{0,42}"#.prop_map(Step::Key),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 4096 }))]

    /// A path that is shown is read to the same steps, or refused if it was shortened.
    #[test]
    fn what_is_shown_is_read_again(all in prop::collection::vec(any_step(), 0..14)) {
        let shown = Path::new(&all).to_string();
        let whole = all.len() <= 12
            && all.iter().all(|step| match step {
                Step::Key(key) => key.chars().count() <= 40,
                Step::Index(_) => true,
            });
        match steps(&shown) {
            Ok(read) => {
                prop_assert!(whole, "{}", shown);
                prop_assert_eq!(read, all);
            }
            Err(error) => {
                prop_assert!(!whole, "{}", error);
                prop_assert_eq!(error.expectation(), Some("a whole path"));
            }
        }
    }

    /// Any text is a path or an error. The steps of a path can be shown, and are read again as the
    /// same.
    #[test]
    fn any_text_can_be_read(text in r#"[ab0-9é.$/~'"\\u…\[\]]{0,20}|\PC{0,20}"#) {
        if let Ok(read) = steps(&text)
            && read.len() <= 12
        {
            prop_assert_eq!(steps(&Path::new(&read).to_string()).unwrap(), read);
        }
        let _ = Selectors::pointer(&text).count();
    }

    /// A name is the same text by each of its methods.
    #[test]
    fn a_name_is_one_text(text in any::<String>()) {
        let escaped = format!("/{}", text.replace('~', "~0").replace('/', "~1"));
        let selector = Selectors::pointer(&escaped).next().unwrap().unwrap();
        let name = selector.name().unwrap();
        prop_assert_eq!(name.to_cow(), &*text);
        prop_assert_eq!(name.to_string(), &*text);
        prop_assert!(*name == *text.as_str());
        let mut buffer = vec![0; text.len()];
        prop_assert_eq!(name.copy_into(&mut buffer), Some(&*text));
        prop_assert_eq!(name.as_str().is_some(), !text.contains(['~', '/']));
    }
}
