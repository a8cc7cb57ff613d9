//! Slots that refer to nothing, or to a wrong node.

use super::{Hostile, vector};
use crate::model::by_hand::*;

pub fn damaged_slots() -> Vec<Hostile> {
    // Tables at 32: shapes, texts, records, shared strings; the place of the shared string at 48;
    // its text at 52.
    let shared = ByHand::default().keys(&["text"], &[]).shared(&[0]).bytes();
    let shared_with = |at: usize, value: u8| {
        let mut bytes = shared.clone();
        bytes[32 + at] = value;
        bytes
    };
    // An object that carries its keys: one key in the tree, and an equal one as the number of a
    // shared string.
    let shared_keys = b"\x02ab\x09\0\x02\x38\0\0\0\x03\0\0\0".to_vec();
    vec![
        vector("slot-tag", "a tag that does not exist", slot(7)),
        vector(
            "shared-absent",
            "the number of a shared string where there is none",
            slot(3),
        ),
        vector(
            "shared-number",
            "the number of no shared string",
            by_hand(b"\0\x02\x03\0\x13\0", ARRAY, 6)
                .keys(&["text"], &[])
                .shared(&[0])
                .bytes(),
        ),
        vector(
            "shared-place",
            "a shared string that begins inside a text",
            shared_with(16, 21),
        ),
        vector(
            "shared-place-far",
            "a shared string behind the texts",
            shared_with(16, 26),
        ),
        vector(
            "shared-count",
            "more shared strings than places",
            shared_with(12, 2),
        ),
        vector(
            "shared-count-huge",
            "more shared strings than bytes",
            shared_with(15, 0xFF),
        ),
        vector(
            "shared-utf8",
            "a shared string that is not UTF-8",
            shared_with(21, 0xFF),
        ),
        vector(
            "shared-expansion",
            "references to a long string that stand for more than 64 times the buffer",
            expanding(100),
        ),
        vector(
            "shared-key-twice",
            "an object that carries a key twice, once as a shared string",
            by_hand(&shared_keys, OTHER, 11)
                .keys(&["ab"], &[])
                .shared(&[0])
                .bytes(),
        ),
        vector(
            "slot-literal",
            "a literal that does not exist",
            slot(5 << 4),
        ),
        vector(
            "slot-short-long",
            "a string longer than its slot",
            slot(0x82),
        ),
        vector(
            "slot-short-full",
            "a string that leaves its slot no room for itself",
            by_hand(b"\0\x01\x22\0", ARRAY, 4).bytes(),
        ),
        vector(
            "slot-short-rest",
            "bytes behind a string in its slot",
            slot(0x62_6112),
        ),
        vector(
            "slot-short-utf8",
            "a string in a slot that is not UTF-8",
            slot(0xFF12),
        ),
        vector(
            "slot-short-cut",
            "a string in a slot that ends inside a character",
            slot(0xC3_6122),
        ),
        vector(
            "slot-self",
            "a reference to the container itself",
            slot(STRING),
        ),
        vector(
            "slot-before",
            "a reference to before the tree",
            by_hand(b"\x01a", STRING, 3).bytes(),
        ),
        vector(
            "slot-far",
            "a reference to before the buffer",
            by_hand(b"\x01a", STRING, 3).root(1 << 44 | STRING).bytes(),
        ),
        vector(
            "gap-first",
            "a byte before the first node",
            by_hand(b"\0\x01a", STRING, 2).bytes(),
        ),
        vector(
            "gap-last",
            "a byte behind the last node",
            by_hand(b"\x01a\0", STRING, 3).bytes(),
        ),
        vector(
            "gap",
            "a byte between two nodes",
            by_hand(b"\x01a\0\x01b\0\x02\x58\0\x28\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared",
            "two slots refer to one node",
            by_hand(b"\x01a\0\x02\x28\0\x28\0", ARRAY, 6).bytes(),
        ),
        vector(
            "order",
            "nodes in another order than their slots",
            by_hand(b"\x01a\x01b\0\x02\x28\0\x48\0", ARRAY, 6).bytes(),
        ),
        vector(
            "gap-number",
            "a byte before an integer",
            by_hand(b"\0\x01\x02\x03\x04", I32, 4).bytes(),
        ),
        vector(
            "gap-other",
            "a byte before a float of 32 bits",
            by_hand(b"\0\x01\0\0\0\0", OTHER, 5).bytes(),
        ),
        vector(
            "shared-array",
            "two slots refer to one array",
            by_hand(b"\0\x01\0\0\0\x02\x49\0\x49\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared-packed",
            "two slots refer to one packed array",
            by_hand(b"\0\x01\x05\0\x02\x3E\0\x3E\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared-other",
            "two slots refer to one float of 32 bits",
            by_hand(b"\x01\0\0\0\0\0\x02\x5F\0\x5F\0", ARRAY, 6).bytes(),
        ),
        vector(
            "inside",
            "a slot that refers to the inside of a node",
            by_hand(b"\x02\x01a\0\x01\x28\0", ARRAY, 4).bytes(),
        ),
        vector(
            "unused",
            "a node to which no slot refers",
            by_hand(b"\x01a", LITERAL, 0).bytes(),
        ),
    ]
}
