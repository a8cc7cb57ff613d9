//! Errors of derived codecs.

use varvel::{Decode, Encode};

use crate::derive::fails;

#[derive(Debug, PartialEq, Encode, Decode)]
struct Order {
    id: u32,
    lines: Vec<Line>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Line {
    sku: String,
    count: u8,
}

#[test]
fn each_kind_of_error() {
    let cases = [
        (
            r#"{"id":1}"#,
            "missing member: expected a member `lines` (byte 0)",
        ),
        (
            r#"{"id":1,"lines":[{"sku":"a","count":1},{"count":2}]}"#,
            "missing member: expected a member `sku`, at $.lines[1] (byte 39)",
        ),
        (
            r#"{"id":1,"id":2,"lines":[]}"#,
            "duplicate key: expected each key once, found \"id\" again, at $.id (byte 8); remove one of them",
        ),
        (
            r#"{"id":"1","lines":[]}"#,
            "wrong kind of value: expected an integer, found a string, at $.id (byte 6)",
        ),
        (
            r#"{"id":1,"lines":[{"sku":"a","count":300}]}"#,
            "number out of range: expected an integer that fits u8, found 300, at $.lines[0].count (byte 36)",
        ),
        (
            r#"{"id":1,"lines":[{"sku":"a","count":1}"#,
            "unexpected end of input: expected `,` or `]`, at $.lines[0] (byte 38)",
        ),
        (
            r#"{"id":1,"lines":{}}"#,
            "wrong kind of value: expected an array, found an object, at $.lines (byte 16)",
        ),
        (
            "[]",
            "wrong kind of value: expected an object, found an array (byte 0)",
        ),
        (
            "",
            "unexpected end of input: expected a value (byte 0); the input is empty",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(fails::<Order>(text), expected, "{text}");
    }
}
