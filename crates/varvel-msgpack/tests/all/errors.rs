//! Golden tests of errors: text, offset and path. Any change of a good document ends in a result or
//! an error.

use crate::model;

use model::{Build, Tree, shortest};
use varvel_core::{Discard, ErrorKind, Limits};
use varvel_msgpack::{ReadOptions, Values, drive, from_slice};

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
            "unexpected end of input: expected a value (byte 0)",
        ),
        (
            &[0x92, 0x01, 0xCD, 0x01],
            "unexpected end of input: expected the rest of a value, at $[1] (byte 4)",
        ),
        (
            &[0x81, 0xA1, b'a', 0x92, 0xC0, 0xA3, b'x'],
            "unexpected end of input: expected the rest of a value, at $.a[1] (byte 7)",
        ),
        (
            &[0x82, 0xA1, b'a', 0xC0, 0xA3],
            "unexpected end of input: expected the rest of a value (byte 5)",
        ),
        (
            &[0x91, 0xDD, 0xFF, 0xFF, 0xFF, 0xFF, 0],
            "unexpected end of input: expected 4294967295 items or members, found 1 bytes, at $[0] (byte 1)",
        ),
        (
            &[0x82, 0xC0, 0xC0, 0xC0],
            "unexpected end of input: expected 2 items or members, found 3 bytes (byte 0)",
        ),
        (
            &[0xC6, 0xFF, 0xFF, 0xFF, 0xFF],
            "unexpected end of input: expected the rest of a value (byte 5)",
        ),
        (
            &[0x92, 0xC0, 0xC1],
            "invalid syntax: expected a value, found the byte 0xC1, which MessagePack never uses, at $[1] \
             (byte 2)\nhint: the input may not be MessagePack, or be cut in the middle",
        ),
        (
            &[0x81, 0xA1, b'k', 0xA2, b'a', 0xFF],
            "invalid UTF-8: expected text in UTF-8, found byte 0xFF, at $.k (byte 5)\n\
             hint: old writers put bytes into strings: they are to use the family bin",
        ),
        (
            &[0x91, 0xC7, 3, 0xFF, 0, 0, 0],
            "invalid syntax: expected a timestamp: 4, 8 or 12 bytes, with less than 1,000,000,000 nanoseconds, \
             at $[0] (byte 1)",
        ),
        (
            &[0xC0, 0xC0],
            "data after the document: expected the end of the input (byte 1)\n\
             hint: values one after the other are a stream",
        ),
    ] {
        assert_eq!(error(bytes), text);
    }
    let deep = [[0x91; 129].as_slice(), &[0xC0]].concat();
    let told = error(&deep);
    assert!(told.starts_with(
        "nested too deeply: expected at most 128 containers inside each other, at $[0][0]"
    ));
    assert!(told.ends_with("(byte 128)\nhint: raise the limit `depth` if the input is trusted"));
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
        limited(&[0x92, 0, 0]),
        "document too large: expected at most 2 bytes, found 3 (byte 2)"
    );
    assert_eq!(
        limited(&[0x91, 0]),
        "too many nodes: expected at most 1 nodes, at $[0] (byte 1)"
    );
}

#[test]
fn nanoseconds_of_a_second_and_more_are_refused() {
    let time = |nanos: u32| [&[0xC7, 12, 0xFF][..], &nanos.to_be_bytes(), &[0; 8]].concat();
    assert!(drive(&time(999_999_999), &ReadOptions::default(), &mut Discard).is_ok());
    assert!(drive(&time(1_000_000_000), &ReadOptions::default(), &mut Discard).is_err());
    let time = |nanos: u64| [&[0xD7, 0xFF][..], &(nanos << 34).to_be_bytes()].concat();
    assert!(drive(&time(999_999_999), &ReadOptions::default(), &mut Discard).is_ok());
    assert!(drive(&time(1_000_000_000), &ReadOptions::default(), &mut Discard).is_err());
}

/// Returns a document with a value of each family, in all of its widths.
fn all_families() -> Vec<u8> {
    let int = |value| Tree::Integer(value);
    let text = |len: usize| Tree::String("é".repeat(len / 2));
    let items = vec![
        Tree::Null,
        Tree::Bool(true),
        Tree::Array(
            [
                1,
                300,
                70_000,
                1 << 40,
                -5,
                -100,
                -1_000,
                -100_000,
                -(1 << 40),
            ]
            .map(int)
            .to_vec(),
        ),
        Tree::Array(vec![Tree::F64(1.5_f64.to_bits()); 3]),
        Tree::Array(vec![Tree::F32(1.5_f32.to_bits()); 3]),
        Tree::Array([4, 40, 300].map(text).to_vec()),
        Tree::Bytes(vec![1; 3]),
        Tree::Bytes(vec![1; 300]),
        Tree::Extension(1, vec![2; 4]),
        Tree::Extension(1, vec![2; 5]),
        Tree::Extension(1, vec![2; 300]),
        Tree::Array(vec![Tree::Time(1, 0), Tree::Time(1, 1), Tree::Time(-1, 1)]),
        Tree::Array(vec![Tree::Null; 20]),
        Tree::Map((0..20).map(|i| (int(i), int(i))).collect()),
        Tree::Map(vec![(
            text(4),
            Tree::Map(vec![(Tree::Array(vec![]), Tree::Map(vec![]))]),
        )]),
        int(u64::MAX.into()),
    ];
    shortest(&Tree::Array(items))
}

#[test]
fn cut_off_anywhere_a_document_is_refused() {
    let bytes = all_families();
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

#[test]
fn with_any_byte_changed_a_document_is_read_or_refused() {
    let bytes = all_families();
    let values = if cfg!(miri) { 1 } else { 256 };
    for at in (0..bytes.len()).step_by(if cfg!(miri) { 50 } else { 1 }) {
        let mut bytes = bytes.clone();
        for value in 0..values {
            bytes[at] ^= value as u8;
            let driven = drive(&bytes, &ReadOptions::default(), &mut Build::default());
            let pulled = from_slice::<Tree>(&bytes);
            assert_eq!(driven.is_ok(), pulled.is_ok());
            // The end of a value is found without reading the value.
            let mut values = Values::new(&bytes);
            if driven.is_ok() {
                assert_eq!(values.next().unwrap().unwrap().len(), bytes.len());
            }
            values.for_each(drop);
            bytes[at] ^= value as u8;
        }
    }
}
