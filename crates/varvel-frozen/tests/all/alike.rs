//! The validator compares objects with one that was found valid, and skips the check of those that
//! are laid out alike. Nobody may notice.

use varvel_core::{ErrorKind, Limits};
use varvel_frozen::Frozen;

use crate::model::by_hand::{ARRAY, by_hand};
use crate::model::*;
use crate::vectors::{exact_limits, with_limits};

/// The number of objects in a row.
const OBJECTS: usize = if cfg!(miri) { 4 } else { 6 };

/// A value that an object may hold, by a number.
type Member = fn(i64) -> Tree;

/// Values that an object may hold, different ones for different numbers, but of one size.
const MEMBERS: &[Member] = &[
    |i| I64(i % 8),
    |i| I64(100_000 + i),
    |i| I64((1 << 40) + i),
    |i| F64(i as f64 + 0.1),
    |i| F32(i as f32 + 0.5),
    |i| Bool(i % 2 == 0),
    |_| Null,
    |_| text("s"),
    |_| text("a longer text"),
    |i| object([("x", F64(i as f64 + 0.1))]),
    |i| {
        object([
            ("x", object([("deep", I64(-100_000 - i))])),
            ("n", I64(i % 8)),
        ])
    },
];

/// The members of objects with up to three of them, by all members that an object may hold.
fn kinds() -> Vec<Vec<Member>> {
    let mut all = Vec::new();
    for &a in MEMBERS {
        all.push(vec![a]);
        for &b in MEMBERS {
            all.push(vec![a, b]);
        }
        for (&b, &c) in MEMBERS.iter().zip(MEMBERS.iter().cycle().skip(3)) {
            all.push(vec![a, b, c]);
        }
    }
    all
}

/// Returns an object with these members, by a number.
fn record(members: &[Member], i: i64) -> Tree {
    let members = ["a", "b", "c"].into_iter().zip(members).zip(i..);
    Object(
        members
            .map(|((name, member), i)| (name.into(), member(i)))
            .collect(),
    )
}

/// Returns the nodes of a tree, and how deep it is.
fn extent(tree: &Tree) -> (usize, usize) {
    let Object(members) = tree else { return (0, 0) };
    let inside = members.iter().map(|(_, value)| extent(value));
    inside.fold((0, 1), |(nodes, depth), (more, levels)| {
        (nodes + 1 + more, depth.max(levels + 1))
    })
}

/// Objects are read and counted as they are, whether they are equal or differ in their values.
#[test]
fn objects_alike_are_read_and_counted_as_others() {
    let step = if cfg!(miri) { 97 } else { 1 };
    for differ in [0, 1] {
        for members in kinds().iter().step_by(step) {
            let (nodes, depth) = extent(&record(members, 0));
            let rows = (0..OBJECTS as i64).map(|i| record(members, differ * i));
            let tree = Array(rows.collect());
            let bytes = tree.freeze().unwrap().into_bytes();
            tree.check(Frozen::validate(&bytes).unwrap(), &mut Vec::new());
            exact_limits(&tree, depth + 1, OBJECTS * (nodes + 1));
        }
    }
}

/// Damage to the first of some objects gets the verdict of the same damage to an equal one later.
#[test]
fn damage_is_found_in_each_of_objects_alike() {
    let step = if cfg!(miri) { 1997 } else { 1 };
    for differ in [0, 1] {
        let mut valid = 0;
        for members in kinds().iter().step_by(if cfg!(miri) { 97 } else { 4 }) {
            let rows = (0..OBJECTS as i64).map(|i| record(members, differ * (i % 3)));
            let tree = Array(rows.collect());
            let good = tree.freeze().unwrap().into_bytes();
            let tree_end = u64::from_le_bytes(good[16..24].try_into().unwrap()) as usize;
            // The array itself has a byte of widths, one of its count, and a slot of 2 bytes each.
            let content = tree_end - (2 + 2 * OBJECTS) - 32;
            assert!(content.is_multiple_of(OBJECTS), "{tree:?}");
            let len = content / OBJECTS;
            for bit in (0..8 * len).step_by(step) {
                let verdicts = [0, 3].map(|nth| {
                    let mut bytes = good.clone();
                    bytes[32 + nth * len + bit / 8] ^= 1 << (bit % 8);
                    let view = Frozen::validate(&bytes);
                    // A buffer that is taken as valid can be read.
                    view.map(|view| drop(Tree::from_view(&view))).is_ok()
                });
                assert_eq!(verdicts[0], verdicts[1], "bit {bit} of {tree:?}");
                valid += usize::from(verdicts[0]);
            }
        }
        assert!(cfg!(miri) || valid > 1000, "{valid}");
    }
}

/// The content of the second kind of objects begins with the bytes of a whole object of the first
/// kind, which has the same shape.
#[test]
fn an_object_that_begins_like_a_shorter_one_is_another() {
    let record = |i: i64, m| {
        let inner = object([("x", F64(i as f64 + 0.1))]);
        object([("n", inner), ("m", m)])
    };
    let bytes = Array(vec![record(0, I64(1))])
        .freeze()
        .unwrap()
        .into_bytes();
    // Behind the float and the inner object, which has a slot of two bytes.
    let mut own = [0; 8];
    own[..6].copy_from_slice(&bytes[44..50]);
    let number = f64::from_bits(u64::from_le_bytes(own));
    for count in [2, 3] {
        let short = (0..count).map(|i| record(i, I64(1)));
        let long = (0..count).map(|i| record(i, F64(number)));
        let tree = Array(short.chain(long).collect());
        let bytes = tree.freeze().unwrap().into_bytes();
        assert!(tree.same(&Tree::from_view(&Frozen::validate(&bytes).unwrap())));
    }
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
    // The place is that of the object with which there are too many, whether it is like others.
    for alike in 0..6 {
        let limits = Limits {
            nodes: 6 + alike,
            ..Limits::DEFAULT
        };
        let error = Frozen::validate_with(&bytes, &limits).unwrap_err();
        // The tree begins at 32. Each object has four bytes, after a number of four.
        assert_eq!(error.offset(), Some(32 + 8 * alike + 4));
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

/// An object like an earlier one, whose last two bytes are the first ones of the array around it.
#[test]
fn an_object_alike_that_is_cut_off_has_the_error_of_any_other() {
    for first in [0x11, 0x10] {
        let tree = [
            &[0, 0, first, 0][..], // at 32, an object: 1 or false
            &[0, 1, 0x4A, 0],      // at 36, the array of it
            &[0, 0, 1, 1],         // at 40, an object: 16
            &[0x2A, 0, 0, 0],      // the array at 42, behind whose slot this is
            &[0, 2, 0xC9, 0, 0x69, 0],
        ];
        let bytes = by_hand(&tree.concat(), ARRAY, 6)
            .keys(&["n"], &[&[0]])
            .bytes();
        let error = Frozen::validate(&bytes).unwrap_err();
        assert_eq!(error.offset(), Some(40), "{error}");
    }
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
