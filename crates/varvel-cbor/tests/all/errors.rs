//! Golden tests of errors: text, offset and path. Any change of a good document ends in a result or
//! an error.

use crate::model;

use model::{Build, Tree, encoded};
use varvel_cbor::{ReadOptions, Values, drive, from_slice};
use varvel_core::{Discard, ErrorKind, Limits, Timestamp};

fn error(bytes: &[u8]) -> String {
    let error = drive(bytes, &ReadOptions::default(), &mut Discard).unwrap_err();
    match error.hint() {
        Some(hint) => format!("{error}\nhint: {hint}"),
        None => error.to_string(),
    }
}

#[test]
fn errors_say_what_was_expected_and_where() {
    for (bytes, text) in [
        (
            &[][..],
            "unexpected end of input: expected a data item (byte 0)",
        ),
        (
            &[0x82, 0x01, 0x19, 0x01],
            "unexpected end of input: expected the rest of a data item, at $[1] (byte 4)",
        ),
        (
            &[0xA1, 0x61, b'a', 0x82, 0xF6, 0x63, b'x'],
            "unexpected end of input: expected the rest of a data item, at $.a[1] (byte 7)",
        ),
        (
            &[0xBF, 0x61, b'a', 0x9F, 0xF6, 0x7F, 0x61, b'x'],
            "unexpected end of input: expected the rest of a data item, at $.a[1] (byte 8)",
        ),
        (
            &[0x81, 0x9B, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0],
            "unexpected end of input: expected 4294967295 items or members, found 1 bytes, \
             at $[0] (byte 1)",
        ),
        (
            &[0xA2, 0xF6, 0xF6, 0xF6],
            "unexpected end of input: expected 2 items or members, found 3 bytes (byte 0)",
        ),
        (
            &[0x82, 0xF6, 0xFC],
            "invalid syntax: expected a data item, found the byte 0xFC, which is reserved, at $[1] (byte 2)\n\
             hint: the input may not be CBOR, or be cut in the middle",
        ),
        (
            &[0x81, 0x1F],
            "invalid syntax: expected a data item, found the byte 0x1F, a head without an argument, \
             at $[0] (byte 1)\nhint: strings, arrays and maps alone may be of indefinite length",
        ),
        (
            &[0x81, 0xF8, 0x18],
            "invalid syntax: expected a simple value from 32 on in the second byte, at $[0] (byte 1)",
        ),
        (
            &[0xBF, 0x61, b'a', 0xFF],
            "invalid syntax: expected a data item, found a break (0xFF), at $.a (byte 3)\n\
             hint: it ends what is of indefinite length, and not between a key and its value",
        ),
        (
            &[0xA1, 0xC5, 0x01, 0x7F, 0x41, b'a', 0xFF],
            "invalid syntax: expected a text string of definite length, or a break (0xFF), \
             at $[\"1\"] (byte 4)",
        ),
        (
            &[0xA1, 0x61, b'k', 0x62, b'a', 0xFF],
            "invalid UTF-8: expected text in UTF-8, found byte 0xFF, at $.k (byte 5)\n\
             hint: bytes are to be a byte string, and a character must not be split between chunks",
        ),
        // This is a character in two chunks.
        (
            &[0x7F, 0x61, 0xC3, 0x61, 0xBC, 0xFF],
            "invalid UTF-8: expected text in UTF-8, found byte 0xC3 (byte 2)\n\
             hint: bytes are to be a byte string, and a character must not be split between chunks",
        ),
        (
            &[0x81, 0xC0, 0x01],
            "invalid syntax: expected a text string behind the tag 0, at $[0] (byte 1)",
        ),
        (
            &[0xF6, 0xF6],
            "data after the document: expected the end of the input (byte 1)\n\
             hint: data items one after the other are a sequence",
        ),
    ] {
        assert_eq!(error(bytes), text);
    }
    for deep in [
        [[0x81; 129].as_slice(), &[0xF6]].concat(),
        [[0x9F; 129].as_slice(), &[0xF6]].concat(),
    ] {
        let told = error(&deep);
        assert!(told.starts_with(
            "nested too deeply: expected at most 128 containers inside each other, at $[0][0]"
        ));
        assert!(
            told.ends_with("(byte 128)\nhint: raise the limit `depth` if the input is trusted")
        );
    }
    let tags = [[0xC5; 129].as_slice(), &[0xF6]].concat();
    assert!(error(&tags).starts_with("nested too deeply"));
    let limits = Limits {
        bytes: 2,
        nodes: 1,
        ..Limits::DEFAULT
    };
    let limited = |bytes| {
        let options = ReadOptions::with_limits(limits);
        drive(bytes, &options, &mut Discard)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        limited(&[0x82, 0, 0]),
        "document too large: expected at most 2 bytes, found 3 (byte 2)"
    );
    assert_eq!(
        limited(&[0x81, 0]),
        "too many nodes: expected at most 1 nodes, at $[0] (byte 1)"
    );
}

/// Returns documents with a value of each kind, in all of its forms.
fn all_forms() -> Vec<Vec<u8>> {
    let int = |value| Tree::Integer(value);
    let text = |len: usize| Tree::String("é".repeat(len / 2));
    let items = vec![
        Tree::Null,
        Tree::Bool(true),
        Tree::Array(
            [1, 300, 70_000, 1 << 40, -5, -100, -1_000, -100_000]
                .map(int)
                .to_vec(),
        ),
        Tree::Array(vec![Tree::float(0.1); 3]),
        Tree::Array(vec![Tree::float(1.5); 3]),
        Tree::float(100_000.0),
        Tree::Array([4, 40, 300].map(text).to_vec()),
        Tree::Bytes(vec![1; 3]),
        Tree::Bytes(vec![1; 300]),
        Tree::Tagged(
            5,
            Box::new(Tree::Tagged(70_000, Box::new(Tree::Simple(99)))),
        ),
        Tree::Simple(23),
        Tree::decimal(-2, 27_315),
        Tree::decimal(-30, 1 << 80),
        Tree::Array(vec![Tree::Time(1, 0), Tree::Time(1, 1), Tree::Time(-1, 1)]),
        Tree::Array(vec![Tree::Null; 30]),
        Tree::Map((0..30).map(|i| (int(i), int(i))).collect()),
        Tree::Map(vec![(
            text(4),
            Tree::Map(vec![(Tree::Array(vec![]), Tree::Map(vec![]))]),
        )]),
        int(u64::MAX.into()),
        int(!(1 << 90)),
    ];
    let tree = Tree::Array(items);
    (0..4)
        .map(|form| {
            let mut bytes = Vec::new();
            encoded(&tree, &mut || form, &mut bytes);
            bytes
        })
        .collect()
}

#[test]
fn cut_off_anywhere_a_document_is_refused() {
    for bytes in all_forms() {
        from_slice::<Tree>(&bytes).unwrap();
        for end in 0..bytes.len() {
            let error = drive(
                &bytes[..end],
                &ReadOptions::default(),
                &mut Build::default(),
            )
            .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "cut at {end}");
            assert!(from_slice::<Tree>(&bytes[..end]).is_err());
            if end > 0 {
                assert!(Values::new(&bytes[..end]).next().unwrap().is_err());
            }
        }
    }
}

#[test]
fn with_any_byte_changed_a_document_is_read_or_refused() {
    for (form, bytes) in all_forms().into_iter().enumerate() {
        // The first form is tested with all values of a byte, the others with some.
        let step = if form == 0 { 1 } else { 29 };
        let values = if cfg!(miri) { 1 } else { 256 };
        for at in (0..bytes.len()).step_by(if cfg!(miri) { 50 } else { 1 }) {
            let mut bytes = bytes.clone();
            for value in (0..values).step_by(step) {
                bytes[at] ^= value as u8;
                let driven = drive(&bytes, &ReadOptions::default(), &mut Build::default());
                let pulled = from_slice::<Tree>(&bytes);
                assert_eq!(driven.is_ok(), pulled.is_ok());
                // The end of an item is found without reading the item.
                let mut values = Values::new(&bytes);
                if driven.is_ok() {
                    assert_eq!(values.next().unwrap().unwrap().len(), bytes.len());
                }
                values.for_each(drop);
                bytes[at] ^= value as u8;
            }
        }
    }
}

#[test]
fn what_is_no_point_in_time_says_so() {
    let read = |bytes: &[u8]| from_slice::<[Timestamp; 1]>(bytes).unwrap_err().to_string();
    for (bytes, text) in [
        (
            &b"\x81\xC0\x64soon"[..],
            "wrong kind of value: expected a point in time as 2026-01-31T12:00:00Z behind the tag 0, \
             found soon, at $[0] (byte 1)",
        ),
        (
            &[0x81, 0xC0, 1],
            "invalid syntax: expected a text string behind the tag 0, at $[0] (byte 1)",
        ),
        (
            &[0x81, 0xC1, 0xF9, 0x7E, 0],
            "number out of range: expected a point in time of 64 bits of seconds, at $[0] (byte 1)",
        ),
        (
            &[0x81, 0xC1, 0xFB, 0],
            "unexpected end of input: expected the rest of a data item, at $[0] (byte 4)",
        ),
    ] {
        assert_eq!(read(bytes), text);
    }
}
