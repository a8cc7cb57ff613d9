//! Tests of keys of any kind that come twice: a builder finds the duplicate at the map's end, and
//! the reader finds the place of the second key.

use varvel_cbor::{ReadOptions, drive};
use varvel_core::{Duplicates, ErrorKind, Limits};
use varvel_frozen::Builder;

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
    // {1: null, 1: null}
    assert_eq!(twice(&[0xA2, 1, 0xF6, 1, 0xF6]), (3, "$[\"1\"]".to_owned()));
    // [{2: null}, {"a": 5({null: 1, [1]: 2, null: 3})}]: the map before has no key twice, and the
    // outer map ends later.
    let bytes = [
        0x82, 0xA1, 2, 0xF6, 0xBF, 0x61, b'a', 0xC5, 0xA3, 0xF6, 1, 0x81, 1, 2, 0xF6, 3, 0xFF,
    ];
    assert_eq!(twice(&bytes), (14, "$[1].a.null".to_owned()));
    // {"1": null, 1: null, 1: null, 1: null}: a string is another key, and the error shows the
    // second of the three.
    let bytes = [0xA4, 0x61, b'1', 0xF6, 1, 0xF6, 1, 0xF6, 1, 0xF6];
    assert_eq!(twice(&bytes).0, 6);
    // [[], {[]: 1, []: 2}]
    assert_eq!(twice(&[0x82, 0x80, 0xA2, 0x80, 1, 0x80, 2]).0, 5);
}
