//! The good vectors: those that the builder makes, and valid ones that it does not make.

use std::iter;
use std::sync::LazyLock;

use varvel_core::{Tag, Timestamp};
use varvel_frozen::Freeze;

use super::model::by_hand::{ARRAY, ByHand, OBJECT, OTHER, PACKED, by_hand, expanding, pairs_of};
use super::model::*;

pub fn ints(values: impl IntoIterator<Item = i64>) -> Tree {
    Array(values.into_iter().map(I64).collect())
}

pub fn floats(values: impl IntoIterator<Item = f64>) -> Tree {
    Array(values.into_iter().map(F64).collect())
}

pub fn singles(values: impl IntoIterator<Item = f32>) -> Tree {
    Array(values.into_iter().map(F32).collect())
}

/// An object of objects of numbers of a fixed size.
pub fn triangle(first: f64, float: impl Fn(f64) -> Tree) -> Tree {
    let point = |x: f64| object([("x", float(x)), ("y", float(x + 0.5))]);
    object([
        ("a", point(first)),
        ("b", point(first + 1.0)),
        ("id", I64(100_000 + first as i64)),
        ("kind", I64(3)),
        ("on", Bool(true)),
    ])
}

/// A configuration: the examples of other languages read it.
fn config() -> Tree {
    let versions = ["1.2", "1.3"].map(text);
    object([
        ("name", text("gateway")),
        ("port", I64(8443)),
        ("verbose", Bool(false)),
        ("timeout", F64(2.5)),
        (
            "tls",
            object([
                ("certificate", text("/etc/gateway/cert.pem")),
                ("versions", Array(versions.into())),
            ]),
        ),
        ("weights", ints([1, 2, 300])),
    ])
}

/// Vectors that the builder makes.
fn built() -> Vec<(&'static str, Tree)> {
    let record = |id: i64, name: &str| object([("id", I64(id)), ("name", text(name))]);
    let point = |x: i64, y: i64| object([("x", I64(1 << 40 | x)), ("y", I64(100_000 + y))]);
    let time = Timestamp::new(-1, 999_999_999).map_or(Null, Time);
    vec![
        ("null", Null),
        ("true", Bool(true)),
        ("false", Bool(false)),
        ("int-in-slot", I64(-2048)),
        ("int-32-bits", I64(2048)),
        ("int-64-bits", I64(i64::MIN)),
        ("int-unsigned", U64(u64::MAX)),
        ("int-big", Big("-123456789012345678901234567890".into())),
        ("float", F64(-0.0)),
        ("float-nan", F64(f64::NAN)),
        ("float-32-bits", F32(0.1)),
        ("decimal", Decimal("0.10".into())),
        ("string-empty", text("")),
        ("string-in-slot", text("x")),
        ("string", text("größe")),
        ("string-long", text(&"0123456789".repeat(20))),
        ("bytes", Bytes(vec![0, 0xFF])),
        ("timestamp", time),
        (
            "tag",
            Tagged(Tag::Number(32), Box::new(text("https://example.org"))),
        ),
        ("tag-8-bytes", Tagged(Tag::Number(u64::MAX), Box::new(Null))),
        (
            "extension",
            Tagged(Tag::Extension(-1), Box::new(Bytes(vec![1, 2, 3, 4]))),
        ),
        ("simple", Tagged(Tag::Simple(23), Box::new(Null))),
        (
            "tags-nested",
            Tagged(
                Tag::Number(1),
                Box::new(Tagged(Tag::Number(2), Box::new(I64(3)))),
            ),
        ),
        ("array-empty", Array(vec![])),
        (
            "array",
            Array(vec![
                Null,
                I64(7),
                F64(0.5),
                text("two"),
                text(""),
                Bool(false),
            ]),
        ),
        ("object-empty", object([])),
        (
            "object",
            object([("b", I64(1)), ("a", Array(vec![])), ("", object([]))]),
        ),
        (
            "records",
            Array(vec![
                record(1, "Ada"),
                record(70_000, "Kurt"),
                record(3, "Émilie"),
            ]),
        ),
        (
            "records-alike",
            Array((0..5).map(|i| point(70_000 * i, i)).collect()),
        ),
        (
            "shapes",
            Array(vec![
                object([("a", I64(1)), ("b", I64(2))]),
                object([("b", I64(3)), ("a", I64(4))]),
                object([("a", I64(5))]),
            ]),
        ),
        (
            "tiles",
            Array((0..6).map(|i| triangle(f64::from(i), F64)).collect()),
        ),
        (
            "tiles-32-bits",
            Array(
                (0_u8..6)
                    .map(|i| triangle(i.into(), |x| F32(x as f32)))
                    .collect(),
            ),
        ),
        ("config", config()),
        ("packed-8-bits", ints([0, -128, 127])),
        ("packed-16-bits", ints([128, -32768])),
        ("packed-32-bits", ints([1, 70_000, -70_000])),
        ("packed-32-bits-unsigned", ints([0, 1 << 31, (1 << 32) - 1])),
        ("packed-64-bits", ints([1 << 40, -1])),
        ("packed-64-bits-signed", ints([1 << 31, -1])),
        ("packed-floats", floats([0.25, -1e300])),
        ("packed-floats-32-bits", singles([0.25, -1e30])),
        ("floats-mixed", Array(vec![F32(0.25), F64(0.25), F32(-1.0)])),
        ("singles-mixed", Array(vec![F32(0.25), F32(-1.0), Null])),
        (
            "packed-aligned",
            Array(vec![text("odd"), floats((0..9).map(f64::from))]),
        ),
        (
            "packed-aligned-narrow",
            Array(vec![
                text("odd"),
                ints(1000..1008),
                text("odd"),
                ints(100_000..100_008),
                text("odd"),
                singles((0_u8..8).map(f32::from)),
                text("odd"),
                ints(0..8),
                text("odd"),
                ints(1000..1007),
            ]),
        ),
        (
            "matrix",
            Array(vec![ints([1, 2]), ints([3, 400]), ints([5, 6])]),
        ),
        (
            "matrix-unsigned",
            Array(vec![ints([0, (1 << 32) - 1]), ints([1 << 31, 7])]),
        ),
        (
            "matrix-widened",
            Array(vec![
                ints([1, -2]),
                ints([(1 << 32) - 1, 3]),
                ints([1 << 31, 4]),
            ]),
        ),
        (
            "matrix-aligned",
            Array(vec![floats([0.5; 4]), floats([1.5; 4])]),
        ),
        (
            "matrix-floats-32-bits",
            Array(vec![singles([0.5; 3]), singles([1.5; 3])]),
        ),
        (
            "rows-of-floats-mixed",
            Array(vec![singles([0.5; 3]), floats([1.5; 3])]),
        ),
        (
            "numbers-mixed",
            Array(vec![I64(1), F64(2.0), I64(3000), Null]),
        ),
        (
            "map",
            Map(vec![
                (I64(1), text("one")),
                (text("two"), I64(2)),
                (Array(vec![Null, I64(3)]), Bool(true)),
            ]),
        ),
        (
            "slots-4-bytes",
            Array((0..3).map(|i| Str(format!("{i}").repeat(2000))).collect()),
        ),
        (
            "count-2-bytes",
            Array(
                (0..300)
                    .map(|i| if i % 3 == 0 { Null } else { I64(i) })
                    .collect(),
            ),
        ),
        (
            "keys-2-bytes",
            Object((0..70).map(|i| (format!("key{i:03}"), I64(i))).collect()),
        ),
    ]
}

/// Valid, but not as the builder makes them: a reader accepts them all the same.
fn unusual() -> Vec<(&'static str, Vec<u8>)> {
    // "abc" in a 4-byte slot, an integer of 28 bits, and false.
    let wide = by_hand(b"\x01\x03\x32abc\x11\0\0\x80\x10\0\0\0", ARRAY, 14);
    // A string of 7 bytes in an 8-byte slot, and a reference out of one.
    let wider = by_hand(b"\x02hi\x02\x02\x72sevenup\x38\0\0\0\0\0\0\0", ARRAY, 18);
    let mut u64s = b"\x04\x02".to_vec();
    u64s.extend(1_u64.to_le_bytes());
    u64s.extend(u64::MAX.to_le_bytes());
    let mut f32s = b"\x05\x02".to_vec();
    f32s.extend(0.5_f32.to_le_bytes());
    f32s.extend((-2.0_f32).to_le_bytes());
    // An object that carries its keys: "a" in the slot, "bc" before it.
    let pairs = by_hand(b"\x02bc\x09\0\x02\x12a\x10\0\x38\0\x20\0", OTHER, 11);
    // "é" in a 4-byte slot.
    let accent = by_hand(b"\x01\x01\x22\xC3\xA9\0", ARRAY, 6);
    // An integer in more bytes than it needs, and a count too.
    let long = by_hand(b"\x05\0\0\0\x04\x01\0\x4c\0", ARRAY, 5);
    // An extension type in more bytes than it needs.
    let extension = by_hand(b"\x07\x08\xFE\0\0\0\x12a", OTHER, 8);
    // A table with a key and a shape that nothing uses.
    let spare = ByHand::default().keys(&["spare"], &[&[0]]);
    // An object that carries its keys, one of them a shared string, and so is its value.
    let shared_keys = by_hand(b"\x09\0\x02\x13\0\x03\0\x12a\0\0", OTHER, 11)
        .keys(&["one", "two"], &[])
        .shared(&[0, 1]);
    // The number of a shared string in an 8-byte slot.
    let wide_number = by_hand(b"\x02\x01\x13\0\0\0\0\0\0\0", ARRAY, 10)
        .keys(&["", "two"], &[])
        .shared(&[0, 1]);
    // Two numbers for one text, which is a key too.
    let twice = by_hand(b"\0\0\x13\0", OBJECT, 4)
        .keys(&["key"], &[&[0]])
        .shared(&[0, 0]);
    vec![
        ("unusual-slots-4-bytes", wide.bytes()),
        ("unusual-slots-8-bytes", wider.bytes()),
        (
            "unusual-packed-unsigned",
            by_hand(&u64s, PACKED, 18).bytes(),
        ),
        (
            "unusual-packed-float-32",
            by_hand(&f32s, PACKED, 10).bytes(),
        ),
        ("unusual-slots-utf8", accent.bytes()),
        ("unusual-pairs", pairs.bytes()),
        ("unusual-pairs-16", pairs_of(b"ponmlkjihgfedcba", [])),
        (
            "unusual-pairs-sorted",
            pairs_of(b"abcdefghijklmnopq", iter::once(0).chain(0..17)),
        ),
        ("unusual-widths", long.bytes()),
        ("unusual-extension", extension.bytes()),
        ("unusual-spare-shape", spare.bytes()),
        ("unusual-shared-key", shared_keys.bytes()),
        ("unusual-shared-wide", wide_number.bytes()),
        ("unusual-shared-twice", twice.bytes()),
        ("unusual-shared-most", expanding(70)),
    ]
}

/// Documents with shared strings.
fn sharing() -> Vec<(&'static str, Vec<u8>)> {
    let record = |id: i64, name: &str| object([("id", I64(id)), ("name", text(name))]);
    let names = ["Ada Lovelace", "Kurt Gödel", "Ada Lovelace", "name", "name"];
    let records = (0..15).map(|i| record(i, names[i as usize % 5]));
    let long = text(&"a long text ".repeat(60));
    let mixed = Array(vec![
        long.clone(),
        object([("long", long.clone()), ("n", I64(1 << 40))]),
        Map(vec![(I64(1), long.clone()), (text("long"), long)]),
        Tagged(Tag::Number(1), Box::new(text("long"))),
        text("long"),
        text("long"),
        text(""),
    ]);
    let frozen = |tree: Tree| {
        let frozen = Freeze::sharing_strings().freeze_view(tree.freeze().unwrap().view());
        frozen.unwrap().into_bytes()
    };
    vec![
        ("shared", frozen(Array(records.collect()))),
        ("shared-mixed", frozen(mixed)),
    ]
}

/// Documents of several lengths with a checksum.
fn with_checksums() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        (
            "checksum",
            Array(vec![text("sum"), object([("a", Null)])]).summed(),
        ),
        ("checksum-short", Null.summed()),
        ("checksum-long", text(&"0123456789".repeat(100)).summed()),
    ]
}

/// The name and the bytes of every valid vector, each made and read once.
pub fn good() -> &'static [(String, Vec<u8>)] {
    static GOOD: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(make_good);
    &GOOD
}

fn make_good() -> Vec<(String, Vec<u8>)> {
    let built = built().into_iter().map(|(name, tree)| {
        let frozen = tree.freeze().unwrap();
        // Each failing access finds its path anew: Miri does this only for short walks.
        if !cfg!(miri) || frozen.as_bytes().len() < 300 {
            tree.check(frozen.view(), &mut Vec::new());
        }
        (name.to_owned(), frozen.into_bytes())
    });
    let unusual = unusual()
        .into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes));
    let summed = with_checksums()
        .into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes));
    let sharing = sharing()
        .into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes));
    built.chain(unusual).chain(summed).chain(sharing).collect()
}
