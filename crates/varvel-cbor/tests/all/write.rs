//! Tests of writing CBOR: the shortest form at each boundary, values that it cannot hold, and
//! events in an order that no document has.

use crate::model;

use model::{Build, Tree, shortest};
use proptest::prelude::*;
use varvel_cbor::{ReadOptions, WriteOptions, Writer, drive, to_vec};
use varvel_core::{Error, ErrorKind, Limits, Result, Sink, Str, Tag};

fn read(bytes: &[u8]) -> Tree {
    let mut build = Build::default();
    drive(bytes, &ReadOptions::with_limits(Limits::NONE), &mut build).unwrap();
    build.done.unwrap()
}

/// Writes a value, checks it against the RFC, and reads it again.
fn kept(tree: &Tree) -> Vec<u8> {
    let bytes = to_vec(tree).unwrap();
    assert!(
        bytes == shortest(tree),
        "{:02X?}",
        &bytes[..bytes.len().min(20)]
    );
    assert!(read(&bytes) == *tree);
    bytes
}

#[test]
fn integers_take_as_few_bytes_as_they_fit() {
    for (value, len) in [
        (0, 1),
        (23, 1),
        (24, 2),
        (255, 2),
        (256, 3),
        (65_535, 3),
        (65_536, 5),
        (i128::from(u32::MAX), 5),
        (i128::from(u32::MAX) + 1, 9),
        (i128::from(u64::MAX), 9),
        (i128::from(u64::MAX) + 1, 11),
    ] {
        assert_eq!(kept(&Tree::Integer(value)).len(), len, "{value}");
        assert_eq!(kept(&Tree::Integer(!value)).len(), len, "{}", !value);
    }
}

#[test]
fn lengths_take_as_few_bytes_as_they_fit() {
    for len in [0, 1, 15, 16, 23, 24, 30, 31, 255, 256, 65_535, 65_536] {
        if cfg!(miri) && len > 300 {
            continue;
        }
        kept(&Tree::String("x".repeat(len)));
        kept(&Tree::Bytes(vec![7; len]));
        kept(&Tree::Array(vec![Tree::Null; len]));
        let members = (0..len).map(|i| (Tree::Integer(i as i128), Tree::Null));
        kept(&Tree::Map(members.collect()));
        kept(&Tree::Map(vec![(
            Tree::String("k".repeat(len)),
            Tree::Null,
        )]));
        kept(&Tree::Array(vec![Tree::Integer(300); len]));
        kept(&Tree::Array(vec![Tree::float(0.1); len]));
    }
}

#[test]
fn tags_and_simple_values_stand_wherever_values_do() {
    let tagged = |node| Tree::Tagged(1 << 40, Box::new(node));
    kept(&tagged(tagged(Tree::Map(vec![
        (
            tagged(Tree::Simple(255)),
            tagged(Tree::Array(vec![tagged(Tree::Null)])),
        ),
        (Tree::Simple(23), Tree::Simple(0)),
    ]))));
}

#[test]
fn containers_of_unknown_length_get_the_heads_that_they_come_to_need() {
    // Containers of many sizes inside each other, with no length known in advance.
    fn events(sink: &mut Writer, sizes: &[usize]) -> Result {
        let Some((size, inner)) = sizes.split_first() else {
            return sink.null();
        };
        sink.begin_array(None)?;
        for i in 0..*size {
            match i {
                0 => events(sink, inner)?,
                _ => sink.bool(true)?,
            }
        }
        sink.end_array()
    }
    fn tree(sizes: &[usize]) -> Tree {
        let Some((size, inner)) = sizes.split_first() else {
            return Tree::Null;
        };
        let mut items = vec![Tree::Bool(true); *size];
        if let Some(first) = items.first_mut() {
            *first = tree(inner);
        }
        Tree::Array(items)
    }
    for sizes in [
        &[23, 24, 23, 25, 1, 70_000, 24, 255, 256][..],
        &[65_535, 65_536, 1],
        &[0],
        &[24, 24, 24, 24, 0],
    ] {
        let mut writer = Writer::new();
        events(&mut writer, sizes).unwrap();
        assert!(writer.finish().unwrap() == shortest(&tree(sizes)));
    }
}

#[test]
fn a_hint_may_be_wrong() {
    for hint in [
        None,
        Some(0),
        Some(23),
        Some(24),
        Some(70_000),
        Some(usize::MAX / 64),
        Some(usize::MAX),
    ] {
        let mut writer = Writer::with_buffer(b"before".to_vec());
        writer.begin_array(hint).unwrap();
        writer.begin_map(hint).unwrap();
        for i in 0..30 {
            writer
                .key(Str::Scratch(i.to_string().as_str().into()))
                .unwrap();
            writer.null().unwrap();
        }
        writer.end_map().unwrap();
        writer.end_array().unwrap();
        let bytes = writer.finish().unwrap();
        assert_eq!(
            bytes[..9],
            [b"before".as_slice(), &[0x81, 0xB8, 30]].concat()
        );
    }
}

#[test]
fn what_the_format_cannot_hold_is_an_error_with_its_path() {
    fn error(event: impl FnOnce(&mut Writer) -> Result) -> String {
        let mut writer = Writer::new();
        writer.begin_map(None).unwrap();
        writer.key("a".into()).unwrap();
        writer.begin_array(None).unwrap();
        writer.null().unwrap();
        let error = event(&mut writer).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        assert_eq!(writer.null().unwrap_err().kind(), ErrorKind::InvalidEvents);
        format!("{error}\n{}", error.hint().unwrap())
    }
    assert_eq!(
        error(|writer| writer.big_integer(&"7".repeat(400))),
        "value cannot be represented: expected what CBOR can hold, found an integer of more than 128 bytes, \
         at $.a[1]\nthe write option `as_text` writes it as text"
    );
    assert_eq!(
        error(|writer| writer.decimal("1e10000")),
        "value cannot be represented: expected what CBOR can hold, found a decimal of more than 128 bytes, \
         or with an exponent beyond 9999, at $.a[1]\nthe write option `as_text` writes it as text"
    );
    assert_eq!(
        error(|writer| writer.tag(Tag::Extension(1))),
        "value cannot be represented: expected what CBOR can hold, found an extension type of MessagePack, \
         at $.a[1]\nwrite its bytes alone, or behind a tag"
    );
    for number in [20, 21, 22, 24, 31] {
        error(|writer| writer.tag(Tag::Simple(number)));
    }
}

#[test]
fn a_tag_that_makes_something_else_of_its_node_is_refused() {
    let tagged = |number, event: Event| {
        let mut writer = Writer::new();
        writer.begin_array(None).unwrap();
        writer.tag(Tag::Number(number)).unwrap();
        event(&mut writer).and_then(|()| {
            writer.end_array()?;
            writer.finish()
        })
    };
    let refused = |number, event: Event| {
        let error = tagged(number, event).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        let (text, hint) = (error.to_string(), error.hint().unwrap().to_owned());
        let found =
            text.strip_prefix("value cannot be represented: expected what CBOR can hold, found ");
        format!("{}; {hint}", found.unwrap_or(&text))
    };
    let epoch =
        "the tag 1 before a number, which is a point in time, at $[0]; write a timestamp instead";
    assert_eq!(refused(1, |w| w.i64(5)), epoch);
    assert_eq!(refused(1, |w| w.f64(0.1)), epoch);
    assert_eq!(refused(1, |w| w.f32(0.5)), epoch);
    assert_eq!(
        refused(0, |w| w.str("2026-01-31T12:00:00+01:00".into())),
        "the tag 0 before a date, which is a point in time, at $[0]; write a timestamp instead"
    );
    assert_eq!(
        refused(3, |w| w.bytes([0; 128].as_slice().into())),
        "the tag 2 or 3 before bytes, which are an integer, at $[0]; write the integer instead"
    );
    let one = "a tag and a container that are one value, at $[0]; \
               write the decimal or the timestamp instead";
    assert_eq!(refused(4, |w| w.i64_array(&[-2, 150])), one);
    assert_eq!(
        refused(4, |w| {
            w.begin_array(Some(2))?;
            w.i64(1)?;
            w.big_integer("-18446744073709551616")?;
            w.end_array()
        }),
        one
    );
    assert_eq!(
        refused(1001, |w| {
            w.begin_map(None)?;
            for (key, value) in [(-9, 1), (1, 5)] {
                w.any_key()?;
                w.i64(key)?;
                w.i64(value)?;
            }
            w.end_map()
        }),
        one
    );
    assert_eq!(
        refused(1, |w| w.begin_map(Some(1))),
        "the tag 1 before something else than a number, at $[0]; \
         it is for points in time: write the value without it"
    );
    assert_eq!(
        refused(0, |w| w.bool(true)),
        "the tag 0 before something else than a string, at $[0]; it is for dates: write the value without it"
    );
    // These are the same tags before nodes whose meaning they do not change.
    let written = |number, event: Event| tagged(number, event).unwrap();
    assert_eq!(written(0, |w| w.str("a".into())), [0x81, 0xC0, 0x61, b'a']);
    assert_eq!(
        written(1, |w| w.f32(f32::INFINITY)),
        [0x81, 0xC1, 0xF9, 0x7C, 0]
    );
    assert_eq!(written(1, |w| w.u64(u64::MAX))[..3], [0x81, 0xC1, 0x1B]);
    assert_eq!(written(2, |w| w.null()), [0x81, 0xC2, 0xF6]);
    assert_eq!(written(4, |w| w.i64_array(&[])), [0x81, 0xC4, 0x80]);
    assert_eq!(
        written(4, |w| w.i64_array(&[10_000, 1]))[..3],
        [0x81, 0xC4, 0x82]
    );
    assert_eq!(
        written(4, |w| w.i64_array(&[1; 30]))[..4],
        [0x81, 0xC4, 0x98, 30]
    );
}

#[test]
fn the_tag_of_the_format_before_a_document_is_kept() {
    let tagged = |options| {
        let mut writer = Writer::with_options(options, vec![7]);
        writer.tag(Tag::Number(55_799)).unwrap();
        writer.i64(1).unwrap();
        writer.finish().unwrap()
    };
    // Readers ignore the first of the tags.
    let twice = [7, 0xD9, 0xD9, 0xF7, 0xD9, 0xD9, 0xF7, 1];
    assert_eq!(tagged(WriteOptions::default()), twice);
    assert_eq!(tagged(WriteOptions::default().with_signature()), twice);
    assert_eq!(
        read(&twice[1..]),
        Tree::Tagged(55_799, Box::new(Tree::Integer(1)))
    );
}

type Event = fn(&mut Writer) -> Result;

/// One event of each kind.
const EVENTS: [Event; 22] = [
    |w| w.null(),
    |w| w.i64(-1),
    |w| w.f32(0.5),
    |w| w.str("text".into()),
    |w| w.bytes([1, 2].as_slice().into()),
    |w| w.timestamp(varvel_core::Timestamp::new(1, 2).unwrap()),
    |w| w.tag(Tag::Number(9)),
    |w| w.begin_array(None),
    |w| w.end_array(),
    |w| w.begin_map(Some(1)),
    |w| w.key("key".into()),
    |w| w.any_key(),
    |w| w.end_map(),
    |w| w.f64_array(&[1.0, 2.0]),
    |w| w.i64s(&[1, 300]),
    |w| w.tag(Tag::Simple(99)),
    |w| w.decimal("1.5"),
    |w| w.tag(Tag::Number(0)),
    |w| w.tag(Tag::Number(1)),
    |w| w.tag(Tag::Number(2)),
    |w| w.tag(Tag::Number(4)),
    |w| w.i64_array(&[1, 2]),
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 5 } else { 3_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Events in any order give a document or an error.
    #[test]
    fn events_in_any_order_make_a_document_or_an_error(choices in prop::collection::vec(0..EVENTS.len(), 0..24)) {
        let mut writer = Writer::new();
        let mut failed: Option<Error> = None;
        for choice in choices {
            let result = EVENTS[choice](&mut writer);
            if let Some(error) = &failed {
                // After an error every event is refused.
                prop_assert!(result.is_err(), "{error}");
            }
            failed = failed.or(result.err());
        }
        match writer.finish() {
            Ok(bytes) => {
                prop_assert!(failed.is_none());
                prop_assert_eq!(shortest(&read(&bytes)), bytes);
            }
            Err(error) => prop_assert_eq!(error.kind(), ErrorKind::InvalidEvents),
        }
    }
}

#[test]
fn events_out_of_order_say_what_was_expected() {
    let error = |events: &[usize]| {
        let mut writer = Writer::new();
        let results: Result = events.iter().try_for_each(|&i| EVENTS[i](&mut writer));
        results
            .and_then(|()| writer.finish().map(drop))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error(&[]),
        "events out of order: expected a value, found the end of the events"
    );
    assert_eq!(
        error(&[0, 0]),
        "events out of order: expected nothing: the document is complete, found null"
    );
    assert_eq!(
        error(&[9, 1]),
        "events out of order: expected a key or the end of the map, found a value"
    );
    assert_eq!(
        error(&[9, 10, 12]),
        "events out of order: expected a value, found the end of a container, at $.key"
    );
    assert_eq!(
        error(&[7, 6, 8]),
        "events out of order: expected the value behind a tag, found the end of a container, at $[0]"
    );
    assert_eq!(
        error(&[7, 15, 1]),
        "events out of order: expected the null of a simple value, found a value, at $[0]"
    );
    assert_eq!(
        error(&[7, 0, 12]),
        "events out of order: expected a value or the end of the array, found the end of a container, at $[1]"
    );
}
