//! Tests of writing MessagePack: the shortest form at each boundary, values that it cannot hold,
//! and events in an order that no document has.

use crate::model;

use model::{Build, Tree, shortest};
use proptest::prelude::*;
use varvel_core::{Error, ErrorKind, Limits, Result, Sink, Str, Tag};
use varvel_msgpack::{ReadOptions, Writer, drive, to_vec};

fn read(bytes: &[u8]) -> Tree {
    let mut build = Build::default();
    drive(bytes, &ReadOptions::with_limits(Limits::NONE), &mut build).unwrap();
    build.done.unwrap()
}

/// Writes a value, checks it against the specification, and reads it again.
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
        (127, 1),
        (128, 2),
        (255, 2),
        (256, 3),
        (65_535, 3),
        (65_536, 5),
        (u32::MAX.into(), 5),
        (i128::from(u32::MAX) + 1, 9),
        (i64::MAX.into(), 9),
        (i128::from(i64::MAX) + 1, 9),
        (u64::MAX.into(), 9),
        (-1, 1),
        (-32, 1),
        (-33, 2),
        (-128, 2),
        (-129, 3),
        (-32_768, 3),
        (-32_769, 5),
        (i32::MIN.into(), 5),
        (i128::from(i32::MIN) - 1, 9),
        (i64::MIN.into(), 9),
    ] {
        assert_eq!(kept(&Tree::Integer(value)).len(), len, "{value}");
    }
}

#[test]
fn lengths_take_as_few_bytes_as_they_fit() {
    for len in [
        0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 255, 256, 65_535, 65_536,
    ] {
        if cfg!(miri) && len > 300 {
            continue;
        }
        kept(&Tree::String("x".repeat(len)));
        kept(&Tree::Bytes(vec![7; len]));
        kept(&Tree::Extension(-128, vec![7; len]));
        kept(&Tree::Array(vec![Tree::Null; len]));
        let members = (0..len).map(|i| (Tree::Integer(i as i128), Tree::Null));
        kept(&Tree::Map(members.collect()));
        kept(&Tree::Array(vec![Tree::Integer(300); len]));
        kept(&Tree::Array(vec![Tree::F64(1.5_f64.to_bits()); len]));
    }
}

#[test]
fn floats_keep_their_width_and_all_their_bits() {
    for bits in [0, 1, 0x8000_0000, 0x7F80_0000, 0x7FC0_0001, 0x3F80_0000] {
        assert_eq!(kept(&Tree::F32(bits)).len(), 5);
        assert_eq!(kept(&Tree::F64(u64::from(bits) << 32)).len(), 9);
    }
}

#[test]
fn timestamps_take_the_first_of_three_forms_that_holds_them() {
    for (seconds, nanos, len) in [
        (0, 0, 6),
        (u32::MAX.into(), 0, 6),
        (i64::from(u32::MAX) + 1, 0, 10),
        (0, 1, 10),
        ((1 << 34) - 1, 999_999_999, 10),
        (1 << 34, 0, 15),
        (-1, 0, 15),
        (i64::MIN, 999_999_999, 15),
        (i64::MAX, 0, 15),
    ] {
        assert_eq!(
            kept(&Tree::Time(seconds, nanos)).len(),
            len,
            "{seconds}.{nanos}"
        );
    }
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
        &[15, 16, 15, 17, 1, 70_000, 16, 15][..],
        &[65_535, 65_536, 1],
        &[0],
        &[16, 16, 16, 16, 0],
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
        Some(15),
        Some(16),
        Some(70_000),
        Some(usize::MAX),
    ] {
        let mut writer = Writer::with_buffer(b"before".to_vec());
        writer.begin_array(hint).unwrap();
        writer.begin_map(hint).unwrap();
        for i in 0..20 {
            writer
                .key(Str::Scratch(i.to_string().as_str().into()))
                .unwrap();
            writer.null().unwrap();
        }
        writer.end_map().unwrap();
        writer.end_array().unwrap();
        let bytes = writer.finish().unwrap();
        assert_eq!(
            bytes[..10],
            [b"before".as_slice(), &[0x91, 0xDE, 0, 20]].concat()
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
        error(|writer| writer.big_integer("18446744073709551616")),
        "value cannot be represented: expected what MessagePack can hold, found an integer beyond 64 bits, \
         at $.a[1]\nthe write option `as_text` writes it as text"
    );
    assert_eq!(
        error(|writer| writer.decimal("0.1")),
        "value cannot be represented: expected what MessagePack can hold, found a decimal, at $.a[1]\n\
         the write option `as_text` writes it as text"
    );
    assert_eq!(
        error(|writer| writer.tag(Tag::Number(1))),
        "value cannot be represented: expected what MessagePack can hold, found a tag with a number, at $.a[1]\n\
         write the value without it"
    );
    assert_eq!(
        error(|writer| writer.tag(Tag::Extension(-1))),
        "value cannot be represented: expected what MessagePack can hold, found bytes of the extension type \
         -1, at $.a[1]\nthat type is for timestamps: write one, or use another type"
    );
}

type Event = fn(&mut Writer) -> Result;

/// One event of each kind.
const EVENTS: [Event; 15] = [
    |w| w.null(),
    |w| w.i64(-1),
    |w| w.f32(0.5),
    |w| w.str("text".into()),
    |w| w.bytes([1, 2].as_slice().into()),
    |w| w.timestamp(varvel_core::Timestamp::new(1, 2).unwrap()),
    |w| w.tag(Tag::Extension(3)),
    |w| w.begin_array(None),
    |w| w.end_array(),
    |w| w.begin_map(Some(1)),
    |w| w.key("key".into()),
    |w| w.any_key(),
    |w| w.end_map(),
    |w| w.f64_array(&[1.0, 2.0]),
    |w| w.i64s(&[1, 300]),
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 5 } else { 2_000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Events in any order give a document or an error.
    #[test]
    fn events_in_any_order_make_a_document_or_an_error(choices in prop::collection::vec(0..15_usize, 0..24)) {
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
        "events out of order: expected nothing: the document is complete, found a value"
    );
    assert_eq!(
        error(&[9, 0]),
        "events out of order: expected a key or the end of the map, found a value"
    );
    assert_eq!(
        error(&[9, 10, 12]),
        "events out of order: expected a value, found the end of a container, at $.key"
    );
    assert_eq!(
        error(&[7, 6, 0]),
        "events out of order: expected the bytes of an extension, found a value, at $[0]"
    );
    assert_eq!(
        error(&[7, 0, 12]),
        "events out of order: expected a value or the end of the array, found the end of a container, at $[1]"
    );
}
