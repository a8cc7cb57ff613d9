//! Tests of the forms with one encoding for each document: written with sorted keys, and read as
//! dCBOR only.

use crate::model;

use model::{Build, Tree, encoded, shortest, trees};
use proptest::prelude::*;
use varvel_cbor::{ReadOptions, Reader, WriteOptions, Writer, drive, from_slice_with, to_vec_with};
use varvel_core::{ErrorKind, Result, Sink};

fn options() -> WriteOptions {
    WriteOptions::default().with_deterministic()
}

fn dcbor() -> ReadOptions {
    ReadOptions::default().with_dcbor()
}

/// Returns the tree with the members of all maps in the order of their keys' bytes.
fn in_order(tree: Tree) -> Tree {
    match tree {
        Tree::Tagged(number, node) => Tree::Tagged(number, Box::new(in_order(*node))),
        Tree::Array(items) => Tree::Array(items.into_iter().map(in_order).collect()),
        Tree::Map(members) => {
            let members = members.into_iter();
            let mut members: Vec<(Tree, Tree)> = members
                .map(|(key, value)| (in_order(key), in_order(value)))
                .collect();
            members.sort_by_key(|(key, _)| shortest(key));
            Tree::Map(members)
        }
        other => other,
    }
}

/// Returns the tree without anything that dCBOR does not have.
fn reduced(tree: Tree) -> Tree {
    let too_small = |value: i128| (-(1 << 64)..-(1 << 63)).contains(&value);
    match tree {
        Tree::Integer(value) if too_small(value) => Tree::Integer(-1),
        Tree::Decimal(_, exponent, mantissa) if too_small(mantissa) => Tree::decimal(exponent, -1),
        Tree::Float(bits) => {
            let value = f64::from_bits(bits);
            let whole =
                value.fract() == 0.0 && (-(2_f64.powi(63))..2_f64.powi(64)).contains(&value);
            match (whole, value.is_nan()) {
                (true, _) => Tree::Integer(value as i128),
                (_, true) => Tree::float(f64::from_bits(0x7FF8 << 48)),
                _ => tree,
            }
        }
        Tree::Simple(_) => Tree::Null,
        Tree::Tagged(number, node) => Tree::Tagged(number, Box::new(reduced(*node))),
        Tree::Array(items) => Tree::Array(items.into_iter().map(reduced).collect()),
        Tree::Map(members) => {
            let members = members.into_iter();
            let mut members: Vec<(Tree, Tree)> = members
                .map(|(key, value)| (reduced(key), reduced(value)))
                .collect();
            members.sort_by_key(|(key, _)| shortest(key));
            members.dedup_by_key(|(key, _)| shortest(key));
            Tree::Map(members)
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(miri) { 2 } else { 300 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn maps_are_written_in_order(tree in trees(), before in 0..3_usize) {
        let mut writer = Writer::with_options(options(), vec![7; before]);
        varvel_core::Encode::<()>::encode(&tree, &mut writer, &()).unwrap();
        let bytes = writer.finish().unwrap();
        prop_assert_eq!(&bytes[..before], &vec![7; before]);
        prop_assert_eq!(&bytes[before..], shortest(&in_order(tree)));
    }

    #[test]
    fn dcbor_is_read(tree in trees()) {
        let bytes = shortest(&in_order(reduced(tree)));
        let mut build = Build::default();
        drive(&bytes, &dcbor(), &mut build).unwrap();
        from_slice_with::<Tree>(&bytes, &dcbor()).unwrap();
    }

    #[test]
    fn what_has_another_form_is_no_dcbor(tree in trees(), choices in prop::collection::vec(0..4_usize, 1..20)) {
        let (mut bytes, mut at) = (Vec::new(), 0);
        let mut choice = || {
            at += 1;
            choices[at % choices.len()]
        };
        encoded(&tree, &mut choice, &mut bytes);
        let mut writer = Writer::with_options(options(), Vec::new());
        let driven = drive(&bytes, &dcbor(), &mut writer);
        let pulled = Reader::new(&bytes, &dcbor());
        prop_assert_eq!(driven.clone().err(), pulled.map(drop).err());
        if driven.is_ok() {
            // The bytes are the same, except for negative integers below `i64::MIN`: dCBOR has
            // bignums for them.
            let written = writer.finish().unwrap();
            prop_assert!(written.len() <= bytes.len());
            prop_assert_eq!(from_slice_with::<Tree>(&written, &ReadOptions::default()), from_slice_with(&bytes, &dcbor()));
        }
    }
}

#[test]
fn keys_stand_in_the_order_of_their_bytes() {
    // This is the example of RFC 8949, section 4.2.1.
    let keys = [
        Tree::Integer(10),
        Tree::Integer(100),
        Tree::Integer(-1),
        Tree::text("z"),
        Tree::text("aa"),
        Tree::Array(vec![Tree::Integer(100)]),
        Tree::Array(vec![Tree::Integer(-1)]),
        Tree::Bool(false),
    ];
    let map =
        |keys: &[Tree]| Tree::Map(keys.iter().cloned().map(|key| (key, Tree::Null)).collect());
    let mut backwards = keys.to_vec();
    backwards.reverse();
    let bytes = to_vec_with(&map(&backwards), &options()).unwrap();
    assert_eq!(bytes, shortest(&map(&keys)));
    // These are maps in keys, and in the keys of these maps.
    let nested =
        |keys: &[Tree]| Tree::Map(vec![(Tree::Map(vec![(map(keys), map(keys))]), map(keys))]);
    let bytes = to_vec_with(&nested(&backwards), &options()).unwrap();
    assert_eq!(bytes, shortest(&nested(&keys)));
}

#[test]
fn a_key_that_comes_twice_is_refused() -> Result {
    let mut writer = Writer::with_options(options(), vec![7; 5]);
    writer.begin_array(None)?;
    writer.null()?;
    writer.begin_map(None)?;
    for key in ["b", "a", "b"] {
        writer.key(key.into())?;
        writer.null()?;
    }
    writer.end_map()?;
    writer.end_array()?;
    let error = writer.finish().unwrap_err();
    assert_eq!(
        error.to_string(),
        "duplicate key: expected each key once, found \"b\" again, at $[1].b"
    );
    Ok(())
}

#[test]
fn large_maps_in_maps_take_linear_time() {
    let depth = if cfg!(miri) { 10 } else { 100_000 };
    let mut writer = Writer::with_options(options(), Vec::new());
    for _ in 0..depth {
        writer.begin_map(None).unwrap();
        writer.key("b".into()).unwrap();
        writer.null().unwrap();
        writer.key("a".into()).unwrap();
    }
    writer.null().unwrap();
    for _ in 0..depth {
        writer.end_map().unwrap();
    }
    let bytes = writer.finish().unwrap();
    assert_eq!(bytes[..7], [0xA2, 0x61, b'a', 0xA2, 0x61, b'a', 0xA2]);
}

#[test]
fn errors_say_which_form_dcbor_has() {
    for (bytes, text) in [
        (
            &[0x82, 0x00, 0x18, 0x05][..],
            "invalid syntax: expected the shortest form, found a longer one, at $[1] (byte 2)",
        ),
        (
            &[0xA1, 0x61, b'a', 0x9F, 0xFF],
            "invalid syntax: expected a definite length, found a string, array or map of indefinite length, \
             at $.a (byte 3)",
        ),
        (
            &[0xA2, 0x61, b'b', 0x00, 0x61, b'a', 0x00],
            "invalid syntax: expected keys in the order of their bytes, found one that belongs before the last, \
             at $.a (byte 4)",
        ),
        (
            &[0xA1, 0x61, b'a', 0xA2, 0x01, 0x00, 0x01, 0x00],
            "duplicate key: expected each key once, found the key before again, at $.a[\"1\"] (byte 6)",
        ),
        (
            &[0x81, 0xF9, 0x3C, 0x00],
            "invalid syntax: expected an integer where a number is one, found a float without a fraction, \
             at $[0] (byte 1)",
        ),
        (
            &[0x81, 0xF7],
            "invalid syntax: expected no simple value but false, true and null, found another one, \
             at $[0] (byte 1)",
        ),
        // A fault of CBOR is reported before a fault of dCBOR.
        (
            &[0x81, 0xFC],
            "invalid syntax: expected a data item, found the byte 0xFC, which is reserved, at $[0] (byte 1)",
        ),
    ] {
        let mut build = Build::default();
        let error = drive(bytes, &dcbor(), &mut build).unwrap_err();
        assert_eq!(error.to_string(), text);
        assert!(from_slice_with::<Tree>(bytes, &dcbor()).is_err());
    }
    let three = drive(&[0xC2, 0x41, 0x03], &dcbor(), &mut Build::default()).unwrap_err();
    assert_eq!(three.kind(), ErrorKind::Syntax);
}

/// The reader refuses what it cannot read, in the words that it has for readers that were not asked
/// for dCBOR.
#[test]
fn what_is_broken_is_refused_as_without_dcbor() {
    let whole: &[u8] = &[
        0xA2, 0x61, b'a', 0x83, 0x18, 0x64, 0xFB, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A,
        0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x61, b'b', 0x43, 1, 2, 3,
    ];
    drive(whole, &dcbor(), &mut Build::default()).unwrap();
    let deep = [0x81; 200];
    let cut_off = (0..whole.len()).map(|end| &whole[..end]);
    let broken: [&[u8]; 8] = [
        &deep,
        &[0x82, 1, 0xFF], // a break that ends nothing
        &[0x81, 0x1F],    // an integer, a negative one and a tag of no length
        &[0x81, 0x3F],
        &[0x81, 0xDF],
        &[0x81, 0xF8, 31], // a simple value that has a shorter form, and is no value
        &[0x62, 0xC3, 0x28], // no UTF-8
        &[0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ];
    let text = ReadOptions::default().with_dcbor_text(str::is_ascii);
    for bytes in cut_off.chain(broken) {
        let read = |options| {
            drive(bytes, &options, &mut Build::default())
                .unwrap_err()
                .to_string()
        };
        let expected = read(ReadOptions::default());
        assert_eq!(read(dcbor()), expected, "{bytes:x?}");
        assert_eq!(read(text), expected, "{bytes:x?}");
    }
}

#[test]
fn each_number_has_one_form() {
    let big = |tag: u8, bytes: &[u8]| [&[tag, 0x40 | bytes.len() as u8], bytes].concat();
    for (bytes, fine) in [
        // The one NaN.
        (vec![0xF9, 0x7E, 0x00], true),
        (vec![0xF9, 0x7E, 0x01], false),
        (vec![0xFA, 0x7F, 0xC0, 0, 0], false),
        (vec![0xFB, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], false),
        (vec![0xF9, 0x7C, 0x00], true), // infinite
        (vec![0xFA, 0x7F, 0x80, 0, 0], false),
        // The shortest float.
        (vec![0xF9, 0x38, 0x00], true),
        (vec![0xFA, 0x3F, 0, 0, 0], false),
        // No integer as a bignum: from 2^64 up, and down from -2^63 - 1, which has no other form.
        (big(0xC2, &[1, 0, 0, 0, 0, 0, 0, 0, 0]), true),
        (big(0xC2, &[0xFF; 8]), false),
        (big(0xC2, &[0, 1, 0, 0, 0, 0, 0, 0, 0, 0]), false),
        (big(0xC2, &[]), false),
        (big(0xC3, &[0x80, 0, 0, 0, 0, 0, 0, 0]), true),
        (
            big(0xC3, &[0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            false,
        ),
        (vec![0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0], false),
        (
            vec![0x3B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            true,
        ),
    ] {
        let read = drive(&bytes, &dcbor(), &mut Build::default());
        assert_eq!(read.is_ok(), fine, "{bytes:x?}: {read:?}");
        drive(&bytes, &ReadOptions::default(), &mut Build::default()).unwrap();
    }
}

#[test]
fn text_is_checked_by_the_function_of_the_caller() {
    let strict = ReadOptions::default().with_dcbor_text(|text| !text.contains('\u{301}'));
    let document = |text: &str| shortest(&Tree::Map(vec![(Tree::text(text), Tree::text(text))]));
    drive(&document("\u{E9}"), &strict, &mut Build::default()).unwrap();
    let bytes = document("e\u{301}");
    drive(&bytes, &dcbor(), &mut Build::default()).unwrap();
    let error = drive(&bytes, &strict, &mut Build::default()).unwrap_err();
    assert_eq!(
        error.to_string().split(", at").next().unwrap(),
        "invalid syntax: expected text in Unicode's normal form C, found text in another form"
    );
    // Bytes are no text.
    drive(&[0x43, b'e', 0xCC, 0x81], &strict, &mut Build::default()).unwrap();
}
