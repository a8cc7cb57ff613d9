//! Tests of values that borrow from the input. They are small enough for Miri, and each input is
//! exactly as long as its memory, so that Miri sees a read beyond it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::model::Tree;

use varvel_cbor::{from_slice, to_vec};
use varvel_core::Raw;

fn is_in(part: &[u8], whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&part.as_ptr())
}

#[test]
fn strings() {
    for len in [0, 1, 15, 23, 24, 31, 32, 33, 255, 256, 300] {
        let text = "x".repeat(len);
        let input: Box<[u8]> = to_vec(&text).unwrap().into();
        let read: &str = from_slice(&input).unwrap();
        assert_eq!(read, text);
        assert!(read.is_empty() || is_in(read.as_bytes(), &input));
        for end in 0..input.len() {
            assert!(from_slice::<&str>(&Box::<[u8]>::from(&input[..end])).is_err());
        }
    }
}

#[test]
fn what_is_in_pieces_is_put_together() {
    let input: Box<[u8]> = [
        0x82, 0x7F, 0x61, b'a', 0x62, b'b', b'c', 0xFF, 0x5F, 0x41, 1, 0x40, 0xFF,
    ]
    .into();
    let (text, bytes): (Cow<'_, str>, Tree) = from_slice(&input).unwrap();
    assert!(matches!(text, Cow::Owned(_)) && text == "abc" && bytes == Tree::Bytes(vec![1]));
    assert!(from_slice::<(&str, Tree)>(&input).is_err());
    for end in 0..input.len() {
        let cut = Box::<[u8]>::from(&input[..end]);
        assert!(from_slice::<(Cow<'_, str>, Tree)>(&cut).is_err());
    }
}

#[test]
fn members_and_parts() {
    let tree = BTreeMap::from([("a", vec!["one", "é€🦀"]), ("b", vec![])]);
    let input: Box<[u8]> = to_vec(&tree).unwrap().into();
    let read: BTreeMap<&str, Vec<&str>> = from_slice(&input).unwrap();
    assert_eq!(read, tree);
    assert!(read.keys().all(|key| is_in(key.as_bytes(), &input)));
    let copies: BTreeMap<Cow<'_, str>, Vec<Cow<'_, str>>> = from_slice(&input).unwrap();
    assert!(matches!(copies["a"][1], Cow::Borrowed("é€🦀")));
    let parts: BTreeMap<&str, Raw<'_>> = from_slice(&input).unwrap();
    assert!(parts.values().all(|part| is_in(part.as_bytes(), &input)));
}
