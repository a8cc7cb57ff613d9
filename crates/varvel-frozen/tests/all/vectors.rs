//! `spec/vectors/v1`: buffers that every implementation must read in the same way or refuse. This
//! file writes new ones (`UPDATE_VECTORS=1 cargo test -p varvel-frozen --test all vectors`) and
//! otherwise compares them byte for byte. Each is also damaged in every byte.
//!
//! Under Miri there are no files, and less damage.

use crate::hostile;
use crate::model;

use std::fs;
use std::iter;
use std::path::PathBuf;
use std::sync::LazyLock;

use hostile::{Hostile, hostile};
use model::by_hand::{ARRAY, ByHand, OBJECT, OTHER, PACKED, by_hand, expanding, pairs_of};
use model::*;
use varvel_core::sink::Discard;
use varvel_core::{Encode, ErrorKind, Limits, Tag, Timestamp};
use varvel_frozen::{Freeze, Frozen, View};

/// The folder `spec/vectors/v1`.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../spec/vectors/v1")
}

fn ints(values: impl IntoIterator<Item = i64>) -> Tree {
    Array(values.into_iter().map(I64).collect())
}

fn floats(values: impl IntoIterator<Item = f64>) -> Tree {
    Array(values.into_iter().map(F64).collect())
}

fn singles(values: impl IntoIterator<Item = f32>) -> Tree {
    Array(values.into_iter().map(F32).collect())
}

/// An object of objects of numbers of a fixed size.
fn triangle(first: f64, float: impl Fn(f64) -> Tree) -> Tree {
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

/// Writes a file of the vectors, or compares it. A vector that is there is never changed: buffers
/// like it are stored. Only the tables of all vectors, which are outside the folder, are.
pub fn settle(name: &str, bytes: &[u8]) {
    let path = folder().join(name);
    if cfg!(miri) {
        return;
    }
    let is_table = name.starts_with("..");
    if std::env::var_os("UPDATE_VECTORS").is_some() && (is_table || !path.exists()) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        return;
    }
    let kept = fs::read(&path).unwrap_or_default();
    let hint = match is_table || kept.is_empty() {
        true => "write it by UPDATE_VECTORS=1",
        false => "a vector of version 1 does not change",
    };
    assert!(kept == bytes, "{} differs: {hint}", path.display());
}

#[test]
fn good_vectors() {
    for (name, bytes) in good() {
        let frozen = match Frozen::validate(bytes) {
            Ok(view) => view,
            Err(error) => panic!("{name}: {error}"),
        };
        settle(&format!("good/{name}.varvel"), bytes);
        settle(
            &format!("good/{name}.txt"),
            format!("{frozen:?}\n").as_bytes(),
        );
        let canonical = Freeze::canonical().freeze_view(frozen).unwrap();
        assert!(canonical.view() == frozen, "{name}");
        settle(&format!("canonical/{name}.varvel"), canonical.as_bytes());
    }
}

#[test]
fn hostile_vectors() {
    for Hostile {
        name,
        reason,
        bytes,
    } in hostile()
    {
        let error = match Frozen::validate(&bytes) {
            Ok(view) => panic!("{name} ({reason}) is taken as {view:?}"),
            Err(error) => error,
        };
        assert!(
            error.hint().is_some() && error.expectation().is_some() && error.offset().is_some(),
            "{name}: {error}"
        );
        assert!(matches!(
            error.kind(),
            ErrorKind::InvalidFrozen
                | ErrorKind::UnsupportedVersion
                | ErrorKind::DepthLimit
                | ErrorKind::ChecksumMismatch
        ));
        settle(&format!("hostile/{name}.varvel"), &bytes);
    }
}

/// The validator compares objects with one that was found valid. Damage is found, or does no harm,
/// in the first of them as in a later one.
#[test]
fn a_damaged_tile_is_found_wherever_it_stands() {
    let floats: [fn(f64) -> Tree; 2] = [F64, |x| F32(x as f32)];
    for float in floats {
        let tiles = Array((0..6).map(|i| triangle(f64::from(i), float)).collect());
        let good = tiles.freeze().unwrap().into_bytes();
        let tree_end = u64::from_le_bytes(good[16..24].try_into().unwrap()) as usize;
        // The array itself has a byte of widths, one of its count, and six slots of 2 bytes.
        let content = tree_end - 14 - 32;
        assert!(content.is_multiple_of(6));
        let len = content / 6;
        let mut valid = 0;
        for bit in (0..8 * len).step_by(if cfg!(miri) { 61 } else { 1 }) {
            let verdicts = [0, 3].map(|tile| {
                let mut bytes = good.clone();
                bytes[32 + tile * len + bit / 8] ^= 1 << (bit % 8);
                Frozen::validate(&bytes).is_ok()
            });
            assert_eq!(verdicts[0], verdicts[1], "bit {bit}");
            valid += usize::from(verdicts[0]);
        }
        // The bits of the numbers.
        assert!(cfg!(miri) || valid > 8 * 16 && valid < 8 * len, "{valid}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn there_are_no_other_files() {
    let mut expected: Vec<String> = good()
        .iter()
        .flat_map(|(name, _)| {
            [
                format!("canonical/{name}.varvel"),
                format!("good/{name}.txt"),
                format!("good/{name}.varvel"),
            ]
        })
        .chain(
            hostile()
                .iter()
                .map(|v| format!("hostile/{}.varvel", v.name)),
        )
        .collect();
    expected.sort();
    let mut found: Vec<String> = ["canonical", "good", "hostile"]
        .into_iter()
        .flat_map(|dir| {
            fs::read_dir(folder().join(dir))
                .into_iter()
                .flatten()
                .map(move |entry| format!("{dir}/{}", entry.unwrap().file_name().to_string_lossy()))
        })
        .collect();
    found.sort();
    assert_eq!(found, expected);
}

/// Reads everything in a document.
fn walk(view: View<'_>) {
    let tree = Tree::from_view(&view);
    tree.check(view, &mut Vec::new());
    assert!(!format!("{view:?}").is_empty());
    view.encode(&mut Discard, &()).unwrap();
    let again = view;
    assert!(view == again);
}

#[test]
fn every_byte_damaged() {
    let vectors = good()
        .iter()
        .map(|(_, bytes)| bytes.clone())
        .chain(hostile().into_iter().map(|v| v.bytes));
    let (mut refused, mut read) = (0, 0);
    for mut bytes in vectors.step_by(if cfg!(miri) { 83 } else { 1 }) {
        // The ends of long texts are enough.
        let (ends, step) = if cfg!(miri) { (70, 61) } else { (400, 1) };
        let len = bytes.len();
        for at in (0..len)
            .filter(|at| *at < ends || len - at < ends)
            .step_by(step)
        {
            let was = bytes[at];
            let all = [
                was ^ 1,
                0xFF,
                0,
                1,
                0x7F,
                0x80,
                was ^ 0x10,
                was ^ 0x80,
                was.wrapping_add(1),
            ];
            for to in &all[..if cfg!(miri) { 2 } else { all.len() }] {
                bytes[at] = *to;
                match Frozen::validate(&bytes) {
                    Ok(view) => {
                        walk(view);
                        read += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
            bytes[at] = was;
        }
    }
    assert!(
        cfg!(miri) || refused > 10_000 && read > 1000,
        "{refused} refused, {read} read"
    );
}

#[test]
fn every_cut_is_refused() {
    for (name, bytes) in good() {
        let step = if cfg!(miri) { 611 } else { 1 };
        for len in (0..bytes.len().min(1000)).step_by(step) {
            assert!(
                Frozen::validate(&bytes[..len]).is_err(),
                "{name} cut to {len}"
            );
        }
    }
}

/// The worked example of `spec/frozen.md`, byte for byte.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_worked_example() {
    let spec = fs::read_to_string(folder().join("../../frozen.md")).unwrap();
    let example = spec
        .split("```hex\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let bytes: Vec<u8> = (example.unwrap().lines())
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '))
        .filter(|byte| !byte.is_empty())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let record = |id, name| object([("id", I64(id)), ("name", text(name))]);
    let tree = Array(vec![record(1, "Ada"), record(70_000, "Bo")]);
    assert_eq!(tree.freeze().unwrap().as_bytes(), bytes);
}

/// Input that brings no key twice gets no shapes: objects carry their keys.
#[test]
fn objects_beyond_the_budget_of_shapes() {
    let count = if cfg!(miri) { 30 } else { 3000 };
    let object = |i: usize| {
        let keys = (0..1 + i % 40).map(|k| (format!("key {i} {k}"), I64(k as i64)));
        Object(keys.collect())
    };
    let tree = Array((0..count / 20).map(object).collect());
    let frozen = tree.freeze().unwrap();
    let again = Frozen::from_bytes(frozen.as_bytes().to_vec()).unwrap();
    tree.check(again.view(), &mut Vec::new());
    assert!(tree.reversed().freeze().unwrap() == frozen);
    assert!(tree.same(&Tree::from_view(&frozen.view())));
}

/// Objects with the layout of an earlier one count as all others do.
#[test]
fn limits_on_objects_alike() {
    let number = |i: i64| object([("n", I64(100_000 + i))]);
    let tree = Array((0..6).map(number).collect());
    let bytes = tree.freeze().unwrap().into_bytes();
    assert_eq!(with_limits(&bytes, 2, 12), Ok(()));
    assert_eq!(with_limits(&bytes, 2, 11), Err(ErrorKind::NodeLimit));
    assert_eq!(with_limits(&bytes, 1, 12), Err(ErrorKind::DepthLimit));
}

fn with_limits(bytes: &[u8], depth: usize, nodes: usize) -> Result<(), ErrorKind> {
    let limits = Limits {
        depth,
        nodes,
        ..Limits::DEFAULT
    };
    let view = Frozen::validate_with(bytes, &limits).map(drop);
    view.map_err(|error| error.kind())
}

/// A document is accepted with exactly these limits, and refused with any lower limit.
fn exact_limits(tree: &Tree, depth: usize, nodes: usize) {
    let bytes = tree.freeze().unwrap().into_bytes();
    let limited = |depth, nodes| with_limits(&bytes, depth, nodes);
    assert_eq!(limited(depth, nodes), Ok(()), "{tree:?}");
    for depth in 0..depth {
        assert_eq!(
            limited(depth, nodes),
            Err(ErrorKind::DepthLimit),
            "{tree:?}"
        );
    }
    for nodes in nodes.saturating_sub(5)..nodes {
        assert_eq!(limited(depth, nodes), Err(ErrorKind::NodeLimit), "{tree:?}");
    }
}

#[test]
fn limits_on_every_kind_of_container() {
    let tagged = |tree| Tagged(Tag::Number(1), Box::new(tree));
    for (tree, depth, nodes) in [
        (Null, 0, 0),
        (Array(vec![]), 1, 0),
        (object([]), 1, 0),
        (ints([1, 2, 3]), 1, 3),
        (ints(0..300), 1, 300),
        (floats([0.5; 9]), 1, 9),
        (Array(vec![ints([1, 2]), ints([3, 4])]), 2, 6),
        (tagged(text("a")), 1, 1),
        (tagged(tagged(Bool(true))), 2, 2),
        (Map(vec![(I64(1), Null)]), 1, 2),
        (object([("a", Null), ("b", F64(0.5))]), 1, 2),
        (Array(vec![text("a"), text("longer")]), 1, 2),
    ] {
        exact_limits(&tree, depth, nodes);
        let around = Array(vec![Null, Array(vec![tree, text("sibling")])]);
        exact_limits(&around, depth + 2, nodes + 4);
    }
}

#[test]
fn limits_on_bytes() {
    let bytes = text("a few").freeze().unwrap().into_bytes();
    for (most, expected) in [
        (bytes.len() + 1, Ok(())),
        (bytes.len(), Ok(())),
        (bytes.len() - 1, Err(ErrorKind::SizeLimit)),
        (0, Err(ErrorKind::SizeLimit)),
    ] {
        let limits = Limits {
            bytes: most,
            ..Limits::DEFAULT
        };
        let view = Frozen::validate_with(&bytes, &limits).map(drop);
        assert_eq!(view.map_err(|error| error.kind()), expected);
    }
}

/// Up to 16 keys are found without an index, and up to 256 bytes of a key are in a shape.
#[test]
fn keys_where_another_way_begins() {
    let counts = [15, 16, 17, 18];
    let lens = [1, 255, 256, 257];
    let all = counts
        .into_iter()
        .flat_map(|count| lens.map(|len| (count, len)));
    // Under Miri one on each side of both bounds: ten seconds each.
    let some = [(16, 256), (17, 257)];
    for (count, len) in all.filter(|one| !cfg!(miri) || some.contains(one)) {
        let key = |i: usize| format!("{i:0len$}");
        let object = || Object((10..10 + count).map(|i| (key(i), I64(i as i64))).collect());
        let tree = Array(vec![object(), object()]);
        let frozen = Frozen::from_bytes(tree.freeze().unwrap().into_bytes()).unwrap();
        tree.check(frozen.view(), &mut Vec::new());
    }
}

/// Builds more shapes than numbers of one byte can count.
#[test]
fn objects_alike_of_many_shapes() {
    let count = if cfg!(miri) { 70 } else { 300 };
    let number = |i: usize| Object(vec![(format!("key {i}"), I64(100_000 + i as i64))]);
    let tree = Array((0..3 * count).map(|i| number(i / 3)).collect());
    let bytes = tree.freeze().unwrap().into_bytes();
    assert_eq!(with_limits(&bytes, 2, 6 * count), Ok(()));
    assert!(tree.same(&Tree::from_view(&Frozen::validate(&bytes).unwrap())));
}

/// An object with the layout of a less deep one may be too deep.
#[test]
fn limits_on_objects_alike_but_deeper() {
    let number = |i: i64| object([("n", I64(100_000 + i))]);
    for around in 1..4 {
        let inner = (0..around).fold(number(1), |inner, _| Array(vec![inner]));
        let bytes = Array(vec![number(0), inner]).freeze().unwrap().into_bytes();
        let with = |depth| with_limits(&bytes, depth, usize::MAX);
        assert_eq!(with(around + 2), Ok(()));
        assert_eq!(with(around + 1), Err(ErrorKind::DepthLimit));
    }
}

/// A deep object like a less deep one, with a shape number in more bytes than it needs.
#[test]
fn limits_on_objects_alike_with_wide_numbers() {
    let mut tree = Vec::new();
    for i in 0..3 {
        tree.extend([i, 1, 2, 3, 8, 0, 0, 0, 0, 0x4C, 0]);
    }
    tree.extend([0, 3]);
    for i in 0..3 {
        let back = 33 - 11 * i - 4;
        tree.extend((back << 4 | 10_u16).to_le_bytes());
    }
    let bytes = by_hand(&tree, ARRAY, 8).keys(&["n"], &[&[0]]).bytes();
    assert_eq!(with_limits(&bytes, 2, 6), Ok(()));
    assert_eq!(with_limits(&bytes, 2, 5), Err(ErrorKind::NodeLimit));
}

/// Objects with the same bytes, but a gap in front of one.
#[test]
fn objects_alike_but_for_a_gap() {
    let number = |byte| [byte, 1, 2, 3, 0, 0, 0x4C, 0];
    let array = |gap: usize| {
        let mut tree = Vec::new();
        for i in 0..3 {
            tree.extend(vec![0; if i == 2 { gap } else { 0 }]);
            tree.extend(number(i));
        }
        let base = tree.len();
        tree.extend([0, 3]);
        for i in 0..3 {
            let back = base - 4 - 8 * i - if i == 2 { gap } else { 0 };
            tree.extend(((back as u16) << 4 | 10).to_le_bytes());
        }
        let back = tree.len() - base;
        by_hand(&tree, ARRAY, back).keys(&["n"], &[&[0]]).bytes()
    };
    assert_eq!(Frozen::validate(&array(0)).unwrap().len(), 3);
    for gap in 1..20 {
        assert!(Frozen::validate(&array(gap)).is_err());
    }
}

#[test]
fn wide_slots_and_counts() {
    let string = |i: usize| Str(format!("{i:02000}"));
    let (strings, keys) = if cfg!(miri) { (5, 12) } else { (300, 300) };
    let tree = Array(vec![
        Array((0..strings).map(string).collect()),
        Object((0..keys).map(|i| (format!("k{i}"), Null)).collect()),
    ]);
    let frozen = tree.freeze().unwrap();
    let again = Frozen::from_bytes(frozen.into_bytes()).unwrap();
    tree.check(again.view(), &mut Vec::new());
}
