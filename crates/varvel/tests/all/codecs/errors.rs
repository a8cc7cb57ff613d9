//! Errors of typed reading for documents that do not fit.

use std::collections::HashMap;
use std::ffi::CString;
use std::net::IpAddr;
use std::num::NonZero;
use std::ops::{Bound, Range};
use std::time::Duration;

use varvel::{Decode, Number, Timestamp, json, msgpack};

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
            "wrong kind of value: expected an array of exactly 2 items, found a longer one (byte 0)",
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
