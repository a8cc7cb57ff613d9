//! Damaged arrays, packed arrays, objects, maps and tagged nodes.

use std::iter;

use super::{Hostile, vector};
use crate::model::by_hand::*;

/// More keys than are found without an index.
const KEYS: &[u8] = b"abcdefghijklmnopq";

pub fn damaged_containers() -> Vec<Hostile> {
    let other = |tree: &[u8], back| by_hand(tree, OTHER, back).bytes();
    let packed = |tree: &[u8]| by_hand(tree, PACKED, tree.len()).bytes();
    let object = |tree: &[u8]| {
        by_hand(tree, OBJECT, tree.len())
            .keys(&["a"], &[&[0]])
            .bytes()
    };
    // 200 arrays, each in the next.
    let mut deep = b"\0\x01\0\0".to_vec();
    for _ in 0..199 {
        deep.extend(b"\0\x01\x49\0");
    }
    let mut padded = vec![0; 8];
    padded.extend(b"\x06\x08");
    padded.extend([0; 64]);
    let mut filled = padded.clone();
    filled[7] = 1;
    // As many zeros as an element has bytes, before as many elements.
    let padded_by = |zeros: usize, element: u8, count: u8, bytes: usize| {
        let mut node = vec![0; zeros];
        node.extend([element, count]);
        node.resize(node.len() + bytes, 0);
        by_hand(&node, PACKED, 2 + bytes).bytes()
    };
    let mut matrix = b"\x3E".to_vec();
    matrix.extend((1_u64 << 32).to_le_bytes().repeat(2));
    vec![
        vector(
            "array-empty",
            "an array without items that is no literal",
            by_hand(b"\0\0", ARRAY, 2).bytes(),
        ),
        vector(
            "array-count",
            "more slots than there are bytes",
            by_hand(b"\0\x03\0\0\0\0", ARRAY, 6).bytes(),
        ),
        vector(
            "array-count-huge",
            "more slots than 64 bits count",
            by_hand(b"\x0C\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0", ARRAY, 11).bytes(),
        ),
        vector(
            "array-widths",
            "a width of slots that does not exist",
            by_hand(b"\x03\x01\0\0", ARRAY, 4).bytes(),
        ),
        vector(
            "array-widths-rest",
            "a reserved bit of the widths",
            by_hand(b"\x10\x01\0\0", ARRAY, 4).bytes(),
        ),
        vector(
            "array-in-slots",
            "a container inside the slots of another",
            by_hand(b"\0\x02\0\x01\x39\0", ARRAY, 6).bytes(),
        ),
        vector(
            "object-shape",
            "a shape that does not exist",
            object(b"\0\x01\0\0"),
        ),
        vector(
            "object-slots",
            "fewer slots than the shape has keys",
            object(b"\0\0\0"),
        ),
        vector(
            "packed-empty",
            "a packed array without elements",
            packed(b"\0\0"),
        ),
        vector(
            "packed-element",
            "an unsigned element of less than four bytes",
            packed(b"\x07\x01\0\0\0"),
        ),
        vector(
            "packed-padding-32-bits",
            "four bytes of padding before elements of four bytes",
            padded_by(4, 2, 8, 32),
        ),
        vector(
            "packed-padding-unsigned",
            "four bytes of padding before unsigned elements of four bytes",
            padded_by(4, 7, 8, 32),
        ),
        vector(
            "packed-padding-float-32",
            "four bytes of padding before floats of four bytes",
            padded_by(4, 5, 8, 32),
        ),
        vector(
            "packed-padding-16-bits",
            "two bytes of padding before elements of two bytes",
            padded_by(2, 1, 8, 16),
        ),
        vector(
            "packed-padding-8-bits",
            "a byte of padding before elements of a byte",
            padded_by(1, 0, 8, 8),
        ),
        vector(
            "packed-padding-few-32-bits",
            "padding before seven elements of four bytes",
            padded_by(1, 2, 7, 28),
        ),
        vector(
            "matrix-unsigned",
            "a matrix whose last unsigned element ends behind the tree",
            packed(b"\x0F\x01\x02\0\0\0\0\0\0\0"),
        ),
        vector(
            "packed-widths",
            "a reserved bit of a packed node",
            packed(b"\x40\x01\0"),
        ),
        vector(
            "packed-past",
            "elements that end behind the tree",
            packed(b"\x02\x02\0\0\0\0"),
        ),
        vector(
            "packed-padding",
            "eight bytes of padding",
            by_hand(&padded, PACKED, 66).bytes(),
        ),
        vector(
            "packed-padding-rest",
            "padding that is not zero",
            by_hand(&filled[1..], PACKED, 66).bytes(),
        ),
        vector(
            "packed-padding-few",
            "padding before seven elements of eight bytes",
            padded_by(1, 6, 7, 56),
        ),
        vector(
            "packed-padding-small",
            "padding before bytes",
            by_hand(b"\0\0\x01\x01", PACKED, 3).bytes(),
        ),
        vector(
            "matrix-rows",
            "a matrix without rows",
            packed(b"\x08\0\x01"),
        ),
        vector(
            "matrix-cols",
            "a matrix without columns",
            packed(b"\x08\x01\0"),
        ),
        vector(
            "matrix-huge",
            "a matrix of more elements than 64 bits count",
            packed(&matrix),
        ),
        vector(
            "tag-widths",
            "a reserved bit of a tagged node",
            other(b"\x06\x10\x01\0\0", 5),
        ),
        vector(
            "tag-cut",
            "a tagged node without its slot",
            other(b"\x06\0\x01", 3),
        ),
        vector(
            "extension-type",
            "an extension type of nine bits",
            other(b"\x07\x04\0\x01\0\0", 6),
        ),
        vector(
            "simple-value",
            "a simple value of nine bits",
            other(b"\x0A\x04\0\x01\0\0", 6),
        ),
        vector(
            "pairs-key",
            "a key of an object that is no string",
            other(b"\x09\0\x01\x11\0\0\0", 7),
        ),
        vector(
            "pairs-twice",
            "an object that carries a key twice",
            other(b"\x01a\x09\0\x02\x12a\0\0\x28\0\0\0", 11),
        ),
        vector(
            "pairs-many-twice",
            "an object that carries 17 keys, one of them twice",
            pairs_of(b"abcdefghijklmnopa", iter::once(0).chain(0..17)),
        ),
        vector(
            "pairs-index-order",
            "an index of an object's own keys that are not in order",
            pairs_of(KEYS, [0, 1, 0].into_iter().chain(2..17)),
        ),
        vector(
            "pairs-index-cut",
            "an index of an object's own keys that ends behind the tree",
            pairs_of(KEYS, 0..17),
        ),
        vector(
            "pairs-index-bits",
            "an index of an object's own keys with too few places",
            pairs_of(KEYS, iter::once(3).chain(0..17)),
        ),
        vector(
            "map-strings",
            "a map whose keys are all strings",
            other(b"\x08\0\x01\x12a\0\0", 7),
        ),
        vector(
            "map-twice",
            "a map with a key twice, once in its slot",
            other(b"\x05\0\0\0\x08\0\x02\x51\0\0\0\x4C\0\0\0", 11),
        ),
        vector(
            "deep",
            "200 arrays inside each other, where 128 are allowed",
            by_hand(&deep, ARRAY, 4).bytes(),
        ),
    ]
}

/// Objects with the same layout, each with an integer before it.
pub fn damaged_objects() -> Vec<Hostile> {
    let array = |slots: [u8; 4], tags: [u8; 4]| {
        let mut tree = Vec::new();
        for slot in slots {
            tree.extend([1, 2, 3, 4, 0, 0, slot, 0]);
        }
        tree.extend([0, 4]);
        for (i, tag) in tags.into_iter().enumerate() {
            let back = 32 - 8 * i as u16 - 4;
            tree.extend((back << 4 | u16::from(tag)).to_le_bytes());
        }
        by_hand(&tree, ARRAY, 10).keys(&["n"], &[&[0]]).bytes()
    };
    // The count of an array is the number of a shape that does not exist.
    let mut confused = array([0x4C; 4], [9, 10, 10, 10]);
    confused[32 + 5] = 1;
    confused[32 + 13] = 1;
    vec![
        vector(
            "alike-slot",
            "an object like those before, but for the tag of its slot",
            array([0x4C, 0x4C, 0x47, 0x4C], [10; 4]),
        ),
        vector(
            "alike-array",
            "an object like the array before, with a shape that does not exist",
            confused,
        ),
    ]
}
