//! Errors of typed reading for documents that do not fit.

use std::collections::HashMap;
use std::ffi::CString;
use std::net::IpAddr;
use std::num::NonZero;
use std::ops::{Bound, Range};
use std::time::Duration;

use varvel::{Decode, Number, Timestamp, cbor, json, msgpack};

fn error<T: for<'de> Decode<'de>>(text: &str) -> String {
    json::from_str::<T>(text).err().unwrap().to_string()
}

#[test]
fn messages() {
    for (found, expected) in [
        (
            error::<u8>("256"),
            "number out of range: expected an integer that fits u8, found 256 (byte 0)",
        ),
        (
            error::<NonZero<u8>>("0"),
            "number out of range: expected an integer other than zero, found 0 (byte 0)",
        ),
        (
            error::<i128>("1.5"),
            "wrong kind of value: expected an integer, found a float (byte 0)",
        ),
        (
            error::<i128>("170141183460469231731687303715884105728"),
            "number out of range: expected an integer that fits i128, found 170141183460469231731687303715884105728 (byte 0)",
        ),
        (
            error::<u128>("-1"),
            "number out of range: expected an integer that fits u128, found -1 (byte 0)",
        ),
        (
            error::<Number>("18446744073709551616"),
            "number out of range: expected a float, or an integer of at most 64 bits, found 18446744073709551616 (byte 0)",
        ),
        (
            error::<char>(r#""ab""#),
            r#"wrong kind of value: expected a string of one character, found "ab" (byte 0)"#,
        ),
        (
            error::<()>("1"),
            "wrong kind of value: expected null, found an integer (byte 0)",
        ),
        (
            error::<[u8; 2]>("[1]"),
            "wrong kind of value: expected an array of exactly 2 items, found one of 1 (byte 0)",
        ),
        (
            error::<(u8, u8)>("[1,2,3]"),
            "wrong kind of value: expected an array of exactly 2 items, found one of 3 (byte 0)",
        ),
        (
            error::<IpAddr>(r#""300.0.0.1""#),
            r#"wrong kind of value: expected an IP address, found "300.0.0.1" (byte 0)"#,
        ),
        (
            error::<CString>(r#""a\u0000""#),
            r#"wrong kind of value: expected a string without zero characters, found "a\u0000" (byte 0)"#,
        ),
        (
            error::<Timestamp>(r#""yesterday""#),
            r#"wrong kind of value: expected a point in time as 2026-01-31T12:00:00Z, found "yesterday" (byte 0)"#,
        ),
        (
            error::<Duration>(r#"{"secs":1}"#),
            "missing member: expected a member `nanos` (byte 10)",
        ),
        (
            error::<Duration>(r#"{"secs":1,"nanos":1000000000}"#),
            "number out of range: expected less than 1,000,000,000 nanoseconds, found 1000000000 (byte 0)",
        ),
        (
            error::<Range<u8>>(r#"{"from":1}"#),
            r#"unknown member: expected one of `start`, `end`, found "from", at $.from (byte 1)"#,
        ),
        (
            error::<Range<u8>>(r#"{"end":1,"end":2}"#),
            r#"duplicate key: expected each key once, found "end" again, at $.end (byte 9)"#,
        ),
        (
            error::<Result<u8, u8>>(r#"{"Maybe":1}"#),
            r#"unknown variant: expected one of `Ok`, `Err`, found "Maybe", at $.Maybe (byte 1)"#,
        ),
        (
            error::<Result<u8, u8>>("{}"),
            "wrong kind of value: expected an object of one member (byte 0)",
        ),
        (
            error::<Result<u8, u8>>(r#""Ok""#),
            "wrong kind of value: expected an object of one member (byte 0)",
        ),
        (
            error::<Bound<u8>>(r#"{"Unbounded":1}"#),
            r#"wrong kind of value: expected "Unbounded" as a string (byte 0)"#,
        ),
    ] {
        assert_eq!(found, expected);
    }
}

#[test]
fn an_array_of_another_length_is_refused_as_a_whole() {
    #[derive(Debug, Decode)]
    struct Couple(#[expect(dead_code)] u8, #[expect(dead_code)] u8);
    type Named<T> = HashMap<String, T>;
    for text in [r#"{"a": [1, 2, 3, []]}"#, r#"{"a": [1]}"#] {
        let frozen = json::freeze(text.as_bytes()).unwrap();
        let packed = msgpack::to_vec(&frozen).unwrap();
        let errors = [
            json::from_str::<Named<[u8; 2]>>(text).unwrap_err(),
            json::from_str::<Named<(u8, u8)>>(text).unwrap_err(),
            json::from_str::<Named<Couple>>(text).unwrap_err(),
            msgpack::from_slice::<Named<[u8; 2]>>(&packed).unwrap_err(),
            frozen.to::<Named<(u8, u8)>>().unwrap_err(),
        ];
        let found = if text.len() > 12 { 4 } else { 1 };
        for error in errors {
            let message = error.to_string();
            let start = format!(
                "wrong kind of value: expected an array of exactly 2 items, found one of {found}, at $.a"
            );
            assert!(message.starts_with(&start), "{message}");
        }
    }
    // The document is not one: that comes first, as where it is frozen.
    let error = json::from_str::<[u8; 2]>("[1, 2, 3").unwrap_err();
    assert_eq!(error.kind(), varvel::ErrorKind::UnexpectedEnd);
}

#[test]
fn a_key_that_is_no_string_is_in_the_path_also_if_it_is_the_first() {
    #[derive(Debug, Decode)]
    struct Point {
        x: u8,
    }
    let expected = |at| {
        format!(
            "wrong kind of value: expected a string as key, found an integer, at $[1][\"5\"] (byte {at})"
        )
    };
    // [{"x": 1}, {5: 1, "x": 1}], and with "x" first.
    let packed: [(&[u8], usize); 2] = [
        (b"\x92\x81\xA1x\x01\x82\x05\x01\xA1x\x01", 6),
        (b"\x92\x81\xA1x\x01\x82\xA1x\x01\x05\x01", 9),
    ];
    for (bytes, at) in packed {
        let error = msgpack::from_slice::<Vec<Point>>(bytes).unwrap_err();
        assert_eq!(error.to_string(), expected(at));
    }
    let coded: [(&[u8], usize); 2] = [
        (b"\x82\xA1\x61x\x01\xA2\x05\x01\x61x\x01", 6),
        (b"\x82\xA1\x61x\x01\xA2\x61x\x01\x05\x01", 9),
    ];
    for (bytes, at) in coded {
        let error = cbor::from_slice::<Vec<Point>>(bytes).unwrap_err();
        assert_eq!(error.to_string(), expected(at));
    }
}

#[test]
fn a_count_is_not_trusted_for_memory() {
    // An array and a map that claim four billion members, and end.
    for head in [b"\xDD\xFF\xFF\xFF\xFF", b"\xDF\xFF\xFF\xFF\xFF"] {
        assert!(msgpack::from_slice::<Vec<[u64; 100]>>(head).is_err());
        assert!(msgpack::from_slice::<HashMap<u8, [u64; 100]>>(head).is_err());
    }
    // A count that the bytes allow takes no more room than the first items need.
    let mut long = b"\xDD\x00\x10\x00\x00".to_vec();
    long.resize(5 + (1 << 20), 0xC0);
    assert!(msgpack::from_slice::<Vec<[u64; 1000]>>(&long).is_err());
}

#[test]
fn a_document_beyond_the_depth_ends_typed_reading() {
    #[derive(Debug)]
    struct Deep(#[expect(dead_code)] Vec<Deep>);
    impl<'de, C: ?Sized> Decode<'de, C> for Deep {
        fn decode<R: varvel::Source<'de>>(source: &mut R, context: &C) -> varvel::Result<Self> {
            Vec::decode(source, context).map(Self)
        }
    }
    let error = json::from_str::<Deep>(&"[".repeat(100_000)).unwrap_err();
    assert_eq!(error.kind(), varvel::ErrorKind::DepthLimit);
}
