//! Tests of keys of any kind that come twice: a builder finds the duplicate at the map's end, and
//! the reader finds the place of the second key.

use varvel_core::{Duplicates, ErrorKind, Limits};
use varvel_frozen::Builder;
use varvel_msgpack::{ReadOptions, drive};

/// Returns the offset and the path of the key that a document has twice.
fn twice(bytes: &[u8]) -> (usize, String) {
    let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
    builder.start().unwrap();
    let driven = drive(bytes, &ReadOptions::default(), &mut builder);
    let error = driven.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    (error.offset().unwrap(), error.path().unwrap().to_string())
}

#[test]
fn the_second_of_two_equal_keys_is_shown() {
    // {1: nil, 1: nil}
    assert_eq!(twice(&[0x82, 1, 0xC0, 1, 0xC0]), (3, "$[\"1\"]".to_owned()));
    // [{2: nil}, {"a": {nil: 1, [1]: 2, nil: 3}}]: the map before has no key twice, and the outer
    // map ends later.
    let bytes = [
        0x92, 0x81, 2, 0xC0, 0x81, 0xA1, b'a', 0x83, 0xC0, 1, 0x91, 1, 2, 0xC0, 3,
    ];
    assert_eq!(twice(&bytes), (13, "$[1].a.null".to_owned()));
    // {"1": nil, 1: nil, 1: nil, 1: nil}: a string is another key, and the error shows the second
    // of the three.
    let bytes = [0x84, 0xA1, b'1', 0xC0, 1, 0xC0, 1, 0xC0, 1, 0xC0];
    assert_eq!(twice(&bytes).0, 6);
    // [[], {[]: 1, []: 2}]
    assert_eq!(twice(&[0x92, 0x90, 0x82, 0x90, 1, 0x90, 2]).0, 5);
}
