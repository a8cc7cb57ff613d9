//! Damaged tables of keys, shapes and shared strings.

use super::{Hostile, vector};
use crate::model::by_hand::*;
use crate::model::*;

/// Longer than a key of a shape may be.
const LONG: &str = match std::str::from_utf8(&[b'x'; 257]) {
    Ok(text) => text,
    Err(_) => "",
};

pub fn damaged_tables() -> Vec<Hostile> {
    // Tables at 32: shapes, keys, records, zero; the places of the shapes at 48; the text at 56; a
    // zero at 63; records at 64 and 75, each with the number of keys, fingerprints, and the places
    // of the keys.
    let keys = ByHand::default()
        .keys(&["a", "é", "b"], &[&[0, 1], &[2]])
        .bytes();
    let with = |at: usize, value: u8| {
        let mut bytes = keys.clone();
        bytes[at] = value;
        bytes
    };
    let mut longer = keys.clone();
    longer.push(0);
    longer[8] += 1;
    let mut few_then_zero = with(36, 2);
    few_then_zero[61] = 0;
    // 70 keys: the record has a 0, the number of keys, a 7, then 16 displacements and 128 numbers.
    let many = Object((0..70).map(|i| (format!("key{i:03}"), Null)).collect());
    let many = many.freeze().unwrap().into_bytes();
    let tables = u64::from_le_bytes(many[16..24].try_into().unwrap()) as usize;
    let record = tables + u32::from_le_bytes(many[tables + 8..][..4].try_into().unwrap()) as usize;
    assert_eq!(many[record..record + 6], [0, 70, 0, 0, 0, 7]);
    let many = |at: usize, value: u8| {
        let mut bytes = many.clone();
        bytes[record + at] = value;
        bytes
    };
    let free = (22..150).find(|&at| many(0, 0)[record + at] == 0);
    vec![
        vector("shapes-count", "fewer shapes than places", with(32, 1)),
        vector("shapes-huge", "more shapes than bytes", with(35, 0xFF)),
        vector("keys-many", "more keys than the text holds", with(36, 4)),
        vector(
            "keys-as-bytes",
            "as many keys as the text has bytes",
            with(36, 8),
        ),
        vector("keys-huge", "more keys than bytes", with(36, 100)),
        vector(
            "keys-few-zero",
            "text behind the zero that stands behind the last key",
            few_then_zero,
        ),
        vector("keys-few", "text that belongs to no key", with(36, 2)),
        vector("records-early", "shapes in the text", with(40, 23)),
        vector("records-far", "shapes behind the buffer", with(40, 200)),
        vector(
            "shared-unplaced",
            "a shared string without a place",
            with(44, 1),
        ),
        vector("tables-long", "a byte behind the last shape", longer),
        vector("key-long", "a key ends behind the text", with(61, 3)),
        vector(
            "key-over-zero",
            "a key with the zero in it that stands behind the last",
            with(61, 2),
        ),
        vector(
            "key-in-character",
            "a key ends inside a character",
            with(57 + 1, 1),
        ),
        vector("key-utf8", "a key that is not UTF-8", with(59, 0xFF)),
        vector("key-zero", "no zero behind the last key", with(63, 1)),
        vector("key-twice", "the same key twice", with(62, b'a')),
        vector(
            "text-twice",
            "a text that is there twice, and that nothing uses",
            ByHand::default().keys(&["ab", "c", "ab"], &[]).bytes(),
        ),
        vector("shape-place", "a shape elsewhere than told", with(52, 44)),
        vector("shape-empty", "a shape without keys", with(75, 0)),
        vector(
            "shape-long",
            "a shape with more keys than bytes",
            with(75, 9),
        ),
        vector("shape-key", "the place of no key", with(67, 25)),
        vector(
            "shape-key-long",
            "a shape with a key of more than 256 bytes",
            ByHand::default()
                .keys(&["a", "b", LONG], &[&[0, 1, 2]])
                .bytes(),
        ),
        vector("shape-key-far", "a key behind the text", with(67, 31)),
        vector("shape-key-twice", "a shape with a key twice", with(71, 24)),
        vector(
            "shape-fingerprint",
            "another fingerprint than the key's",
            with(65, 0),
        ),
        vector("index-small", "an index of too few keys", many(1, 64)),
        vector("index-bits", "more places than bytes", many(5, 9)),
        vector("index-sorted", "places as keys in order", many(5, 0)),
        vector("index-displaced", "keys that are not found", many(6, 0xA5)),
        vector(
            "index-place",
            "a place that leads to no key",
            many(free.unwrap(), 70),
        ),
    ]
}
