//! Values of types: what is read, and what is refused.

use std::borrow::Cow;
use std::collections::BTreeMap;

use proptest::prelude::*;
use varvel_core::Decode;
use varvel_json::from_str;

#[test]
fn errors_name_what_was_expected_and_found_and_where() {
    fn error<'de, T: Decode<'de>>(input: &'de str) -> String {
        from_str::<T>(input).map(drop).unwrap_err().to_string()
    }
    assert_eq!(
        error::<Vec<bool>>("[true, \"no\"]"),
        "wrong kind of value: expected a boolean, found a string, at $[1] (byte 7)"
    );
    assert_eq!(
        error::<BTreeMap<String, u64>>(r#"{"a": 1, "b": -1}"#),
        "number out of range: expected an integer that fits u64, found -1, at $.b (byte 14)"
    );
    assert_eq!(
        error::<Vec<i64>>("[1.0]"),
        "wrong kind of value: expected an integer, found a float, at $[0] (byte 1)"
    );
    assert_eq!(
        error::<Vec<u8>>("[1, 300]"),
        "number out of range: expected an integer that fits u8, found 300, at $[1] (byte 4)"
    );
    assert_eq!(
        error::<f64>(&"9".repeat(309)),
        format!(
            "number out of range: expected a number that a 64-bit float can hold, found {}… (byte 0)",
            "9".repeat(200)
        )
    );
    assert_eq!(
        error::<f32>("1e39"),
        "number out of range: expected a number that a 32-bit float can hold, found 1e39 (byte 0)"
    );
    assert_eq!(
        error::<String>("{}"),
        "wrong kind of value: expected a string, found an object (byte 0)"
    );
    assert_eq!(
        error::<Vec<Vec<bool>>>("[[], {}]"),
        "wrong kind of value: expected an array, found an object, at $[1] (byte 5)"
    );
    assert_eq!(
        error::<[f64; 2]>("[1, 2, 3]"),
        "wrong kind of value: expected an array of exactly 2 items, found one of 3 (byte 0)"
    );
    assert_eq!(
        error::<BTreeMap<String, bool>>(r#"{"a": true, "a": false}"#),
        "duplicate key: expected each key once, found \"a\" again, at $.a (byte 12)"
    );
    assert_eq!(
        error::<&str>(r#""a\n""#),
        "wrong kind of value: expected a string without escapes (byte 0)"
    );
    assert_eq!(
        error::<bool>("trux"),
        "invalid syntax: expected a value, found `trux` (byte 0)"
    );
    assert_eq!(
        error::<bool>(" "),
        "unexpected end of input: expected a value (byte 1)"
    );
}

#[test]
fn strings_are_borrowed_where_they_can_be() {
    let texts: Vec<Cow<'_, str>> = from_str(r#"["plain", "esc\u0061ped"]"#).unwrap();
    assert!(matches!(texts[0], Cow::Borrowed("plain")));
    assert!(matches!(&texts[1], Cow::Owned(text) if text == "escaped"));
}

#[test]
fn numbers_are_exact() {
    assert_eq!(from_str::<f32>("0.1").unwrap(), 0.1);
    // Rounded through f64 first, this would round up: 1 + 2^-24 and a little.
    assert_eq!(
        from_str::<f32>("1.00000005960464477540").unwrap(),
        1.000_000_1
    );
    assert_eq!(from_str::<f32>("16777216").unwrap(), 16_777_216.0);
    assert_eq!(from_str::<f32>("16777217").unwrap(), 16_777_216.0);
    assert_eq!(
        from_str::<f64>("18446744073709549568").unwrap(),
        18_446_744_073_709_549_568.0
    );
    assert_eq!(from_str::<u64>("18446744073709551615").unwrap(), u64::MAX);
    assert_eq!(from_str::<i64>("-9223372036854775808").unwrap(), i64::MIN);
    assert!(from_str::<i64>("-0").is_err());
    assert!(from_str::<f64>("-0").unwrap().is_sign_negative());
}

/// Reads a number at the end of a document, and with many bytes behind it. The two take different
/// paths.
fn with_and_without_room<T: for<'de> Decode<'de> + Clone + std::fmt::Debug + PartialEq>(
    text: &str,
) -> Option<T> {
    let alone = from_str::<T>(text).ok();
    let within: Option<Vec<T>> = from_str(&format!("[{text},{text}{}]", " ".repeat(64))).ok();
    assert_eq!(
        within,
        alone.clone().map(|value| vec![value.clone(), value]),
        "{text}"
    );
    alone
}

fn is_as_std(text: &str) {
    assert_eq!(
        with_and_without_room::<i64>(text),
        text.parse().ok().filter(|_| text != "-0"),
        "{text}"
    );
    assert_eq!(
        with_and_without_room::<u64>(text),
        text.parse().ok(),
        "{text}"
    );
    let narrow = with_and_without_room::<f32>(text).map(f32::to_bits);
    assert_eq!(narrow, text.parse().ok().map(f32::to_bits), "{text}");
    let wide = with_and_without_room::<f64>(text).map(f64::to_bits);
    assert_eq!(wide, text.parse().ok().map(f64::to_bits), "{text}");
}

#[test]
fn integers_of_any_length_are_read_or_refused() {
    for text in [
        "0",
        "-0",
        "7",
        "-7",
        "10",
        "1234567",
        "12345678",
        "123456789012345678",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999",
        "999999999999999999999",
    ] {
        is_as_std(text);
    }
    for text in [
        "00",
        "01",
        "-01",
        "1.",
        "1e",
        "-",
        "+1",
        "1.0",
        "1e2",
        "1E2",
        "12.5",
        "1234567.0",
    ] {
        assert_eq!(with_and_without_room::<i64>(text), None, "{text}");
        assert_eq!(with_and_without_room::<u64>(text), None, "{text}");
    }
    for text in ["-1", "-10"] {
        assert_eq!(with_and_without_room::<u64>(text), None, "{text}");
    }
    assert_eq!(with_and_without_room::<f32>("1e39"), None);
}

proptest! {
    #[test]
    fn typed_numbers_are_those_of_the_standard_library(
        integer in "-?(0|[1-9][0-9]{0,37})",
        decimal in "-?(0|[1-9][0-9]{0,4})\\.[0-9]{1,20}",
    ) {
        is_as_std(&integer);
        is_as_std(&decimal);
    }
}
