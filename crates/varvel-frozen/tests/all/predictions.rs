//! The builder predicts keys: it may be asked for the next key at any time, and never loses one.

use varvel_core::{Duplicates, ErrorKind, Limits, Sink};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{ReadOptions, drive, to_string};

/// An array of items behind so many distinct keys that the trie takes no new one: one large object,
/// and then small ones that use up what it paid for. Their number is such that a dozen more keys
/// pay for nothing.
fn behind_a_full_trie(items: &str) -> String {
    let members: Vec<String> = (0..400).map(|i| format!(r#""key {i}":{i}"#)).collect();
    let small: Vec<String> = (0..66).map(|i| format!(r#"{{"small {i}":{i}}}"#)).collect();
    format!("[{{{}}},{},{items}]", members.join(","), small.join(","))
}

/// The trie knows `a`, then `b`, then `c`, but has no room for a key between them: the key expected
/// behind that one is a key like any other.
#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn an_expected_key_behind_one_that_has_no_room_is_kept() {
    let known = r#"{"a":1,"b":2,"c":3,"d":4}"#;
    let items = [
        r#"{"a":1,"new":2,"b":3}"#,
        r#"{"a":1,"other":2,"b":"b","c":"c"}"#,
        r#"{"a":1,"third":2,"b":"b","c":"c","d":{"a":1,"b":2},"fourth":5,"e":6}"#,
    ];
    for item in items {
        for policy in [Duplicates::Error, Duplicates::First, Duplicates::Last] {
            let mut builder = Builder::with(policy, Limits::DEFAULT);
            // These keys are known before the trie is full.
            for text in [known, &behind_a_full_trie(item), &behind_a_full_trie(known)] {
                builder.start().unwrap();
                drive(text.as_bytes(), &ReadOptions::default(), &mut builder).unwrap();
                let frozen = builder.finish().unwrap();
                let view = Frozen::validate(frozen.as_bytes()).unwrap();
                assert_eq!(to_string(&view).unwrap(), text);
                if text.ends_with(&format!("{item}]")) {
                    let last = view.items().next_back().unwrap();
                    assert!(last.as_object().is_none(), "{item}: there was room");
                }
            }
        }
    }
}

/// A duplicate key is found even if the trie knows the first and has no room for the second. A key
/// of one byte stands in its slot either way.
#[test]
#[cfg_attr(miri, ignore = "fills the trie many times")]
fn a_doubled_key_without_room_is_found() {
    let freeze = |policy, text: &str| {
        let mut builder = Builder::with(policy, Limits::DEFAULT);
        builder.start()?;
        drive(text.as_bytes(), &ReadOptions::default(), &mut builder)?;
        builder.finish()
    };
    for key in ["", "a", "ab", "é"] {
        let item = |members: &[i32]| {
            let members: Vec<String> = (members.iter())
                .map(|i| match i {
                    0 => r#""other":0"#.into(),
                    i => format!(r#""{key}":{i}"#),
                })
                .collect();
            format!("{{{}}}", members.join(","))
        };
        let known =
            |item: &str| behind_a_full_trie(item).replacen('{', &format!("{{\"{key}\":0,"), 1);
        for doubled in [&[1, 2][..], &[1, 0, 2], &[0, 1, 2], &[1, 2, 3]] {
            let text = known(&item(doubled));
            let error = freeze(Duplicates::Error, &text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DuplicateKey);
            let again = format!("found \"{key}\" again");
            assert!(error.to_string().contains(&again), "{error}");
            let first = [doubled.iter().position(|&i| i != 0).unwrap()];
            let last = [doubled.iter().rposition(|&i| i != 0).unwrap()];
            for (policy, kept) in [(Duplicates::First, first), (Duplicates::Last, last)] {
                let kept: Vec<i32> = (doubled.iter().enumerate())
                    .filter(|&(at, &i)| i == 0 || kept.contains(&at))
                    .map(|(_, &i)| i)
                    .collect();
                let frozen = freeze(policy, &text).unwrap();
                let view = Frozen::validate(frozen.as_bytes()).unwrap();
                let expected = known(&item(&kept));
                assert_eq!(to_string(&view).unwrap(), expected);
            }
        }
    }
}

/// A predicted key is kept if the object turns out to be a map, with a key of another kind before
/// it.
#[test]
fn an_expected_key_of_a_map_is_kept() {
    let mut builder = Builder::new();
    builder.start().unwrap();
    builder.begin_array(None).unwrap();
    for map in [false, true] {
        builder.begin_map(None).unwrap();
        builder.key("a".into()).unwrap();
        builder.i64(1).unwrap();
        if map {
            builder.any_key().unwrap();
            builder.i64(7).unwrap();
            builder.null().unwrap();
        }
        match builder.expect_key().and_then(|key| key.quoted()) {
            Some(br#""b""#) => builder.expected_key().unwrap(),
            _ => builder.key("b".into()).unwrap(),
        }
        builder.i64(2).unwrap();
        builder.end_map().unwrap();
    }
    builder.end_array().unwrap();
    let frozen = builder.finish().unwrap();
    let view = Frozen::validate(frozen.as_bytes()).unwrap();
    let map = view.item(1).unwrap();
    assert_eq!(map.len(), 3);
    assert_eq!(map.field("b").unwrap().as_i64(), Some(2));
}

/// Asserts that no key is expected where no key can be.
fn ask(builder: &mut Builder) {
    let key = builder.expect_key();
    assert_eq!(key.and_then(|key| key.quoted()), None);
    let _ = builder.expected_key();
}

/// Whatever the current container is, and however many items its rows have.
#[test]
fn a_key_may_be_asked_for_at_any_time() {
    let cols = if cfg!(miri) { 300 } else { 5000 };
    let mut builder = Builder::new();
    ask(&mut builder);
    builder.start().unwrap();
    ask(&mut builder);
    builder.begin_array(None).unwrap();
    ask(&mut builder);
    for _ in 0..2 {
        builder.i64_array(&vec![1; cols]).unwrap();
        assert!(
            builder
                .expect_key()
                .is_none_or(|key| key.quoted().is_none())
        );
        let _ = builder.expected_key();
    }
    builder.end_array().unwrap();
    ask(&mut builder);
    let frozen = builder.finish().unwrap();
    let view = Frozen::validate(frozen.as_bytes()).unwrap();
    assert_eq!((view.len(), view.item(1).unwrap().len()), (2, cols));
}

/// The text that `expect_member` has for the next key.
fn expected_text(builder: &Builder) -> Option<&[u8]> {
    builder.expect_member().and_then(|pattern| pattern.text())
}

/// The text that led to a key is expected together with the key: with a comma behind other members,
/// without one before the first. A text that does not lead to the key is not kept, whatever a
/// source claims.
#[test]
fn the_text_before_a_value_is_expected_with_its_key() {
    let mut builder = Builder::new();
    let object = |builder: &mut Builder, texts: [&[u8]; 2]| {
        builder.begin_map(None).unwrap();
        for (key, text) in ["a", "b"].into_iter().zip(texts) {
            builder.key(key.into()).unwrap();
            builder.learn_member(text);
            builder.null().unwrap();
        }
        builder.end_map().unwrap();
    };
    let (first, second) = (&b" \"a\": "[..], &b",\n\"b\":"[..]);
    let cases = [
        ([first, second], [Some(first), Some(second)]),
        ([second, first], [None, None]),
        ([b",\"a\":", b"\"b\":"], [None, None]),
        ([b"\"x\":0,\"a\":", b",\"x\":0,\"b\":"], [None, None]),
        ([first, second], [Some(first), Some(second)]),
        ([b"", b""], [None, None]),
    ];
    builder.start().unwrap();
    builder.begin_array(None).unwrap();
    for (texts, expected) in cases {
        object(&mut builder, texts);
        builder.begin_map(None).unwrap();
        assert_eq!(expected_text(&builder), expected[0]);
        builder.expected_key().unwrap();
        builder.null().unwrap();
        assert_eq!(expected_text(&builder), expected[1]);
        builder.expected_key().unwrap();
        builder.null().unwrap();
        builder.end_map().unwrap();
        // Where no key can be, the builder learns and expects nothing.
        builder.learn_member(first);
        assert_eq!(expected_text(&builder), None);
    }
    builder.end_array().unwrap();
    let frozen = builder.finish().unwrap();
    assert_eq!(frozen.view().len(), 2 * cases.len());
}

/// One builder reads documents of every layout, and invalid ones between them: its expectations
/// from the last document change nothing but the time.
#[test]
fn a_document_means_the_same_after_any_other() {
    let plain =
        r#"[{"a":1,"b":{"c":[],"d":{}},"e":[1,2]},{"a":2,"b":{"c":[null],"d":{"x":1}},"e":[]}]"#;
    let layouts = [
        ["", "", ""],
        ["", " ", " "],
        ["\n", "\n  ", ""],
        ["\n        ", "\n", " "],
        ["\t", "\r\n\t\t\t\t\t\t\t\t\t\t\t\t", "     "],
        [
            "\n                                                                 ",
            "",
            "",
        ],
    ];
    let laid_out = layouts.map(|[open, comma, colon]| {
        let mut text = String::new();
        for c in plain.chars() {
            match c {
                '{' | '[' => text.extend([&c.to_string()[..], open]),
                '}' | ']' => text.extend([open, &c.to_string()]),
                ',' => text.extend([",", comma]),
                ':' => text.extend([":", colon]),
                c => text.push(c),
            }
        }
        text
    });
    let mut builder = Builder::new();
    for text in laid_out.iter().chain(laid_out.iter().rev()) {
        for _ in 0..2 {
            builder.start().unwrap();
            drive(text.as_bytes(), &ReadOptions::default(), &mut builder).unwrap();
            let frozen = builder.finish().unwrap();
            let view = Frozen::validate(frozen.as_bytes()).unwrap();
            assert_eq!(to_string(&view).unwrap(), plain, "{text}");
        }
        // Wrong texts: a comma before the first member, and none before others.
        for wrong in [text.replace("{", "{,"), text.replace(",", "")] {
            builder.start().unwrap();
            let result = drive(wrong.as_bytes(), &ReadOptions::default(), &mut builder);
            assert_eq!(result.unwrap_err().kind(), ErrorKind::Syntax, "{wrong}");
        }
    }
}

/// Builds a document of objects that are members of one object, and returns how many of their keys
/// were not the ones expected.
fn unexpected(builder: &mut Builder, objects: &[(String, Vec<&str>)]) -> usize {
    let mut count = 0;
    builder.start().unwrap();
    builder.begin_map(None).unwrap();
    for (name, keys) in objects {
        builder.key(name.as_str().into()).unwrap();
        builder.begin_map(None).unwrap();
        for key in keys {
            let expected = builder.expect_key().and_then(|key| key.quoted());
            match expected == Some(format!("\"{key}\"").as_bytes()) {
                true => builder.expected_key().unwrap(),
                false => {
                    count += 1;
                    builder.key((*key).into()).unwrap();
                }
            }
            builder.null().unwrap();
        }
        builder.end_map().unwrap();
    }
    builder.end_map().unwrap();
    count
}

/// Objects that begin alike and go on differently are learned apart, each as the value of its key.
#[test]
fn what_follows_a_common_first_key_depends_on_the_object() {
    let record = [
        ("person", vec!["name", "age", "mail"]),
        ("friend", vec!["name", "age", "city"]),
        ("pet", vec!["name", "species"]),
    ]
    .map(|(name, keys)| (name.to_owned(), keys));
    let mut builder = Builder::new();
    let counts: Vec<usize> = (0..8).map(|_| unexpected(&mut builder, &record)).collect();
    assert_eq!(counts[0], 8 - 1, "{counts:?}");
    assert_eq!(counts[6..], [0, 0], "{counts:?}");
}

/// The values of a map share their shapes, though some have a member that others lack.
#[test]
fn values_of_a_map_share_their_shapes_in_each_document() {
    let map: Vec<(String, Vec<&str>)> = (0..20)
        .map(|i| {
            (
                format!("id{i}"),
                [vec!["a", "b"], vec!["a", "c"]][i % 2].clone(),
            )
        })
        .collect();
    let mut builder = Builder::new();
    let mut lengths = (0..8).map(|_| {
        unexpected(&mut builder, &map);
        builder.finish().unwrap().as_bytes().len()
    });
    let first = lengths.next().unwrap();
    assert!(lengths.all(|length| length == first));
}
