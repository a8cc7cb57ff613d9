//! Tests of values that borrow from the input. They are small enough for Miri, and each input is
//! exactly as long as its memory, so that Miri sees a read beyond it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use varvel_core::Raw;
use varvel_msgpack::{from_slice, to_vec};

fn is_in(part: &[u8], whole: &[u8]) -> bool {
    whole.as_ptr_range().contains(&part.as_ptr())
}

#[test]
fn strings() {
    for len in [0, 1, 15, 16, 31, 32, 33, 255, 256, 300] {
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
