//! All errors of a document, in the words that a user reads.

use varvel::schema::{Described, decode_or_errors};
use varvel::{Decode, json};

use crate::schema::types::*;

fn errors<T: Described + for<'de> Decode<'de>>(text: &str, most: usize) -> String {
    let mut source = json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap();
    let Err(errors) = decode_or_errors::<T, _>(&mut source, most) else {
        panic!("{text} is read");
    };
    let lines = errors.iter().map(|error| format!("{error}\n"));
    lines.collect()
}

const ORDERS: &str = r#"[
    {"orderId": -1, "customer": 5, "tags": ["a", 2, null], "paid": true, "digest": "A", "count": 256, "ratio": "1"},
    {"orderId": 1, "boughtBy": "x", "boughtBy": "y", "gift": null, "paid": 1, "digest": "", "ratio": "1", "odd": {}},
    7
]"#;

#[test]
fn all_that_is_wrong_is_said_with_its_place() {
    assert_eq!(
        errors::<Vec<Order>>(ORDERS, 100),
        "\
number out of range: expected an integer from 0 to 4294967295, found -1, at $[0].orderId (byte 18)
wrong kind of value: expected a string, found an integer, at $[0].customer (byte 34)
wrong kind of value: expected a string, found an integer, at $[0].tags[1] (byte 51)
wrong kind of value: expected a string, found null, at $[0].tags[2] (byte 54)
wrong kind of value: expected bytes as Base64 text, padded, found \"A\", at $[0].digest (byte 85)
number out of range: expected an integer from 0 to 255, found 256, at $[0].count (byte 99)
duplicate key: expected each key once, found \"boughtBy\" again, at $[1].boughtBy (byte 155)
wrong kind of value: expected a boolean, found null, at $[1].gift (byte 180)
wrong kind of value: expected a boolean, found an integer, at $[1].paid (byte 194)
unknown member: expected one of `orderId`, `boughtBy`, `note`, `tags`, `count`, `gift`, `paid`, `digest`, `ratio`, `proof`, found \"odd\", at $[1].odd (byte 225)
wrong kind of value: expected an object, found an integer, at $[2] (byte 241)
"
    );
}

#[test]
fn no_more_are_said_than_were_asked_for() {
    assert_eq!(errors::<Vec<Order>>(ORDERS, 2).lines().count(), 2);
    assert_eq!(errors::<Vec<Order>>(ORDERS, 1).lines().count(), 1);
    // The first error is always reported.
    assert_eq!(errors::<Vec<Order>>(ORDERS, 0).lines().count(), 1);
}

#[test]
fn reading_ends_where_the_text_is_none() {
    assert_eq!(
        errors::<Vec<u8>>("[1, \"a\", 300, tru, -1]", 100),
        "\
wrong kind of value: expected an integer, found a string, at $[1] (byte 4)
number out of range: expected an integer from 0 to 255, found 300, at $[2] (byte 9)
invalid syntax: expected a value, found `tru` (byte 14)
"
    );
}

#[test]
fn enums_of_all_ways() {
    type All = (Shape, Event, Message, Id, Code, Level);
    assert_eq!(
        errors::<All>(
            r#"[{"Line": [1, "x"]}, {"by": true, "kind": "Move"}, {"t": "Txt", "c": 1}, true, 3, "hihg"]"#,
            100
        ),
        "\
wrong kind of value: expected an integer, found a string, at $[0].Line[1] (byte 14)
wrong kind of value: expected an integer, found a boolean, at $[1].by (byte 28)
unknown variant: expected one of `Ping`, `Text`, `Pair`, found \"Txt\", at $[2].t (byte 51)
wrong kind of value: expected an integer, found a boolean, at $[3] (byte 73)
unknown variant: expected the integer of a variant, at $[4] (byte 79)
unknown variant: expected one of `low`, `in-between`, found \"hihg\", at $[5] (byte 82)
"
    );
}

#[test]
fn deep_documents_are_no_deeper_than_the_limit() {
    let mut text = r#"{"value":1,"left":"#.repeat(200);
    text.push_str("null");
    text.push_str(&"}".repeat(200));
    let all = errors::<Tree>(&text, 100);
    assert!(all.contains("nested too deeply"), "{all}");
}
