//! VARIANT: documents to bytes and back, the suite of Parquet, and hostile bytes.

mod suite;

use std::fs;
use std::sync::Arc;

use arrow_array::Array as _;
use arrow_array::cast::AsArray as _;
use arrow_schema::{DataType, Field, Schema};
use suite::{split, text_of};
use varvel::schema::Inference;
use varvel::{AsText, Discard, ErrorKind, Limits, Result, Tag, Timestamp};
use varvel::{Sink as _, Value, cbor, json, json5, msgpack};
use varvel_arrow::variant::{Encoder, Variant};
use varvel_arrow::{Columns, Conflicts, arrow_schema};

/// The bytes of a value.
#[derive(Clone, Debug, PartialEq)]
struct Owned {
    metadata: Vec<u8>,
    value: Vec<u8>,
}

impl Owned {
    fn variant(&self) -> Variant<'_> {
        Variant {
            metadata: &self.metadata,
            value: &self.value,
        }
    }

    fn json(&self) -> String {
        String::from_utf8(json::to_vec(&self.variant()).unwrap()).unwrap()
    }
}

fn finish(encoder: &mut Encoder) -> Result<Owned> {
    let (mut metadata, mut value) = (Vec::new(), Vec::new());
    encoder.finish(&mut metadata, &mut value)?;
    Ok(Owned { metadata, value })
}

fn encode_with(text: &str, as_text: AsText) -> Result<Owned> {
    let mut encoder = Encoder::new().as_text(as_text);
    json::drive(text.as_bytes(), &json::ReadOptions::default(), &mut encoder)?;
    finish(&mut encoder)
}

fn encode(text: &str) -> Owned {
    encode_with(text, AsText::NOTHING).unwrap()
}

/// The bytes of a value without keys.
fn bytes(text: &str) -> Vec<u8> {
    encode(text).value
}

#[test]
fn documents_come_back_as_they_were() {
    for text in [
        "null",
        "true",
        "[]",
        "{}",
        r#"[[],{},[[[]]],""]"#,
        "[-128,127,-129,128,32767,32768,-2147483648,2147483648]",
        "[9223372036854775807,-9223372036854775808,18446744073709551615]",
        "[99999999999999999999999999999999999999,-99999999999999999999999999999999999999]",
        "[1.10,-0.5,0.00,123456789.1,0.1000000000000000055511151231257827]",
        "[0.00000000000000000000000000000000000001,-0.0]",
        r#"{"a":{"b":{"c":[1,{"a":2}]}},"b":null}"#,
        r#"["é","\u0000","a string of more than 63 bytes, which has its length in 4 bytes of its own"]"#,
    ] {
        assert_eq!(encode(text).json(), text);
    }
}

#[test]
fn numbers_take_the_fewest_bytes() {
    assert_eq!(bytes("1"), [3 << 2, 1]);
    assert_eq!(bytes("-129"), [4 << 2, 0x7F, 0xFF]);
    assert_eq!(bytes("32768"), [5 << 2, 0, 0x80, 0, 0]);
    assert_eq!(bytes("2147483648").len(), 9);
    assert_eq!(bytes("1.10"), [8 << 2, 2, 110, 0, 0, 0]);
    assert_eq!(bytes("9999999.99").len(), 6);
    assert_eq!(bytes("99999999.99")[0], 9 << 2);
    // A decimal of 4 bytes has at most 9 digits behind the point, one of 8 bytes 18.
    assert_eq!(bytes("0.0000000001")[0], 9 << 2);
    assert_eq!(bytes("0.0000000000000000001")[0], 10 << 2);
    assert_eq!(bytes("18446744073709551615")[..2], [10 << 2, 0]);
    assert_eq!(bytes("1e3"), [8 << 2, 0, 0xE8, 3, 0, 0]);
    assert_eq!(
        bytes("-0.0"),
        [[7 << 2].as_slice(), &(-0.0f64).to_le_bytes()].concat()
    );
}

#[test]
fn zeros_that_have_no_room_are_left_out() {
    let text = format!("1.{}", "0".repeat(50));
    assert_eq!(encode(&text).json(), "1");
    assert_eq!(encode(&format!("0e{}", "9".repeat(30))).json(), "0");
    assert_eq!(encode("10e-39").json(), format!("0.{}1", "0".repeat(37)));
}

/// Decimals have no room for these, and the shortest text of the double is the same number.
#[test]
fn a_double_holds_a_decimal_that_comes_back_from_it() {
    for (text, back) in [
        ("1e300", "1e300"),
        ("1e38", "1e38"),
        ("1e-39", "1e-39"),
        ("-1.5e-45", "-1.5e-45"),
        ("6.02E+45", "6.02e45"),
        ("5e-324", "5e-324"),
        ("1.7976931348623157e308", "1.7976931348623157e308"),
        ("150.00e298", "1.5e300"),
        (&*format!("1{}.0", "0".repeat(41)), "1e41"),
    ] {
        let encoded = encode(text);
        assert_eq!(encoded.value[0], 7 << 2, "{text}");
        assert_eq!(encoded.json(), back);
    }
}

#[test]
fn numbers_of_more_digits_are_errors_or_text() {
    let long = "9".repeat(39);
    for text in [
        &*long,
        // A float is this integer, but integers stay integers.
        &format!("1{}", "0".repeat(38)),
        "1e400",
        "1e-400",
        "5.1e-324",
        "1.00000000000000001e300",
        "0.123456789012345678901234567890123456789",
        "0.1000000000000000055511151231257827021181583404541015625",
    ] {
        let error = encode_with(text, AsText::NOTHING).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{text}");
        assert!(error.to_string().contains("38 digits"), "{error}");
        let mut as_text = AsText::NOTHING;
        as_text.numbers = true;
        assert_eq!(
            encode_with(text, as_text).unwrap().json(),
            format!("\"{text}\"")
        );
    }
    assert!(encode_with("1e37", AsText::NOTHING).is_ok());
    for text in ["1e400", "1e99999999999", "-1e-99999999999"] {
        assert!(Encoder::new().decimal(text).is_err(), "{text}");
    }
}

#[test]
fn members_are_in_the_order_of_their_bytes() {
    // U+10000 comes before U+FFFF in UTF-16.
    let owned = encode("{\"b\":1,\"\u{10000}\":2,\"\u{FFFF}\":3,\"a\":4,\"\":5}");
    assert_eq!(
        owned.json(),
        "{\"\":5,\"a\":4,\"b\":1,\"\u{FFFF}\":3,\"\u{10000}\":2}"
    );
    assert_eq!(encode(r#"{"b":1,"a":2}"#).metadata[0] >> 4 & 1, 0);
    assert_eq!(encode(r#"{"a":1,"b":2}"#).metadata[0] >> 4 & 1, 1);
}

#[test]
fn a_key_of_one_object_comes_once() {
    let error = encode_with(r#"{"a":{"b":1},"b":{"a":2},"a":3}"#, AsText::NOTHING).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    assert!(error.to_string().contains("\"a\" again"), "{error}");
    // Each key is written once.
    let owned = encode(r#"[{"key":1},{"key":{"key":2}}]"#);
    assert_eq!(owned.metadata, [0x11, 1, 0, 3, b'k', b'e', b'y']);
}

#[test]
fn large_containers_have_wide_heads() {
    let members = |count: usize| {
        let members = (0..count).map(|i| format!("\"key{i:06}\":[{i}]"));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    };
    for count in [255, 256, 300, 70_000] {
        let text = members(count);
        assert_eq!(encode(&text).json(), text);
        let text = format!("[{}0]", "1000,".repeat(count));
        assert_eq!(encode(&text).json(), text);
    }
    let deep = format!("{}7{}", "[{\"a\":".repeat(60), "}]".repeat(60));
    assert_eq!(encode(&deep).json(), deep);
}

#[test]
fn an_encoder_is_used_again() {
    let mut encoder = Encoder::new();
    for (text, good) in [
        (r#"{"a":1,"b":[2]}"#, true),
        (r#"{"a":1,"c":[{"a":"#, false),
        (r#"{"b":1,"d":{}}"#, true),
        ("1", true),
    ] {
        let result = json::drive(text.as_bytes(), &json::ReadOptions::default(), &mut encoder);
        assert_eq!(result.is_ok(), good);
        match good {
            true => assert_eq!(finish(&mut encoder).unwrap(), encode(text)),
            false => encoder.reset(),
        }
    }
    assert_eq!(
        finish(&mut encoder).unwrap_err().kind(),
        ErrorKind::InvalidEvents
    );
}

#[test]
fn bytes_times_and_floats_come_from_other_formats() {
    let mut writer = msgpack::Writer::new();
    writer.begin_map(Some(4)).unwrap();
    for (key, time) in [
        ("micros", Timestamp::new(1, 5000)),
        ("nanos", Timestamp::new(-1, 1)),
    ] {
        writer.key(key.into()).unwrap();
        writer.timestamp(time.unwrap()).unwrap();
    }
    writer.key("bytes".into()).unwrap();
    writer.bytes((&[0u8, 255][..]).into()).unwrap();
    writer.key("floats".into()).unwrap();
    writer.begin_array(Some(2)).unwrap();
    writer.f32(0.1).unwrap();
    writer.f64(f64::NAN).unwrap();
    writer.end_array().unwrap();
    writer.end_map().unwrap();
    let input = writer.finish().unwrap();
    let mut encoder = Encoder::new();
    msgpack::drive(&input, &msgpack::ReadOptions::default(), &mut encoder).unwrap();
    let owned = finish(&mut encoder).unwrap();
    let back: Value = msgpack::from_slice(&msgpack::to_vec(&owned.variant()).unwrap()).unwrap();
    let input: Value = msgpack::from_slice(&input).unwrap();
    assert_eq!(back.get("bytes"), input.get("bytes"));
    assert_eq!(back.get("micros"), input.get("micros"));
    assert_eq!(back.get("nanos"), input.get("nanos"));
    assert_eq!(
        format!("{:?}", back.get("floats")),
        format!("{:?}", input.get("floats"))
    );
    assert!(cbor::to_vec(&owned.variant()).is_ok());
}

#[test]
fn keys_of_other_kinds_are_errors_or_text() {
    // {1: 2}
    let input = [0x81, 1, 2];
    let mut encoder = Encoder::new();
    let error = msgpack::drive(&input, &msgpack::ReadOptions::default(), &mut encoder).unwrap_err();
    assert!(
        error.to_string().contains("a key that is no string"),
        "{error}"
    );
    let mut encoder = Encoder::new().as_text(AsText::KEYS);
    msgpack::drive(&input, &msgpack::ReadOptions::default(), &mut encoder).unwrap();
    assert_eq!(finish(&mut encoder).unwrap().json(), r#"{"1":2}"#);
    let mut encoder = Encoder::new();
    assert_eq!(
        encoder.tag(Tag::Number(1)).unwrap_err().kind(),
        ErrorKind::Unrepresentable
    );
    assert!(
        encoder
            .timestamp(Timestamp::new(i64::MAX, 0).unwrap())
            .is_err()
    );
}

fn drive(metadata: &[u8], value: &[u8]) -> Result {
    Variant { metadata, value }.drive(&Limits::DEFAULT, &mut Discard)
}

#[test]
fn damaged_bytes_are_errors() {
    let owned = encode(
        r#"{"a":[1,2.5,"x"],"b":{"c":{}},"d":"a string of more than 63 bytes, so that its length is of 4 bytes"}"#,
    );
    assert!(drive(&owned.metadata, &owned.value).is_ok());
    for end in 0..owned.value.len() {
        assert!(
            drive(&owned.metadata, &owned.value[..end]).is_err(),
            "{end}"
        );
    }
    for end in 0..owned.metadata.len() {
        assert!(
            drive(&owned.metadata[..end], &owned.value).is_err(),
            "{end}"
        );
    }
    for (bytes, in_metadata) in [(&owned.value, false), (&owned.metadata, true)] {
        for at in 0..bytes.len() {
            for byte in 0..=255 {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                // An error or another value, but never a panic.
                let _ = match in_metadata {
                    true => drive(&damaged, &owned.value),
                    false => drive(&owned.metadata, &damaged),
                };
            }
        }
    }
    let kind = |metadata: &[u8], value: &[u8]| drive(metadata, value).unwrap_err().kind();
    assert_eq!(kind(&[1, 0, 0], &[0, 0]), ErrorKind::TrailingData);
    assert_eq!(kind(&[1, 0, 0, 0], &[0]), ErrorKind::TrailingData);
    assert_eq!(kind(&[2, 0, 0], &[0]), ErrorKind::Syntax);
    assert_eq!(kind(&[1, 0, 0], &[21 << 2]), ErrorKind::Syntax);
    assert_eq!(
        kind(&[1, 0, 0], &[1 << 2 | 1, 0xFF]),
        ErrorKind::InvalidUtf8
    );
    assert_eq!(kind(&[1, 1, 0, 1, 0xFF], &[0]), ErrorKind::InvalidUtf8);
}

#[test]
fn values_that_overlap_are_not_read_twice() {
    // Arrays in arrays, of which each item is the same one: 2^30 values in some hundred bytes.
    let mut value = vec![0];
    for _ in 0..30 {
        let size = u8::try_from(value.len()).unwrap();
        value = [&[3, 2, 0, 0, size][..], &value].concat();
    }
    let error = drive(&[1, 0, 0], &value).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Syntax);
}

#[test]
fn limits_hold() {
    let deep = encode(&format!("{}{}", "[".repeat(100), "]".repeat(100)));
    let limits = |depth, nodes| Limits {
        depth,
        nodes,
        ..Limits::DEFAULT
    };
    let kind = |limits: Limits| {
        let result = deep.variant().drive(&limits, &mut Discard);
        result.map_err(|error| error.kind())
    };
    assert_eq!(kind(limits(100, 100)), Ok(()));
    assert_eq!(kind(limits(99, 100)), Err(ErrorKind::DepthLimit));
    assert_eq!(kind(limits(100, 99)), Err(ErrorKind::NodeLimit));
}

/// Values of the suite in the form in which ours come back. The suite has decimals as floats,
/// floats of 32 bits with more digits than they need, and times in forms of its own.
const OTHER_FORMS: [(&str, &str); 9] = [
    (
        "object_primitive",
        r#"{"boolean_false_field":false,"boolean_true_field":true,"double_field":1.23456789,"int_field":1,"null_field":null,"string_field":"Apache Parquet","timestamp_field":"2025-04-16T12:34:56.78"}"#,
    ),
    ("primitive_decimal16", "12345678912345678.90"),
    ("primitive_decimal8", "12345678.90"),
    ("primitive_float", "1234568000.0"),
    ("primitive_time", r#""12:33:54.123456""#),
    ("primitive_timestamp", r#""2025-04-16T16:34:56.78Z""#),
    ("primitive_timestampntz", r#""2025-04-16T12:34:56.78""#),
    (
        "primitive_timestamp_nanos",
        r#""2024-11-07T12:33:54.123456789Z""#,
    ),
    (
        "primitive_timestampntz_nanos",
        r#""2024-11-07T12:33:54.123456789""#,
    ),
];

fn encode_again(variant: &Variant<'_>) -> Owned {
    let mut encoder = Encoder::new();
    variant.drive(&Limits::DEFAULT, &mut encoder).unwrap();
    finish(&mut encoder).unwrap()
}

#[test]
fn the_plain_values_of_the_suite_of_parquet() {
    let Some(folder) = suite::folder("variant") else {
        return;
    };
    let expected = fs::read(folder.join("data_dictionary.json")).unwrap();
    // There is a comma behind the last member.
    let expected: Value = json5::from_slice(&expected).unwrap();
    let mut cases = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path
            .extension()
            .is_none_or(|extension| extension != "value")
        {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        let owned = Owned {
            metadata: fs::read(path.with_extension("metadata")).unwrap(),
            value: fs::read(&path).unwrap(),
        };
        let text = text_of(&owned.variant());
        match OTHER_FORMS.iter().find(|(other, _)| *other == name) {
            Some((_, form)) => assert_eq!(text, *form, "{name}"),
            // The suite has no value for it.
            None if name == "long_string" => assert!(text.len() > 65, "{text}"),
            None => {
                let value: Value = json::from_str(&text).unwrap();
                assert_eq!(expected.get(name).unwrap(), value, "{name}: {text}");
            }
        }
        let again = encode_again(&owned.variant());
        assert_eq!(text_of(&again.variant()), text, "{name}");
        cases += 1;
    }
    assert_eq!(cases, 29);
}

#[test]
fn the_other_values_of_the_suite_of_parquet() {
    let Some(folder) = suite::folder("shredded_variant") else {
        return;
    };
    let mut cases = 0;
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "bin") {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let variant = split(&bytes);
        let again = encode_again(&variant);
        assert_eq!(
            text_of(&again.variant()),
            text_of(&variant),
            "{}",
            path.display()
        );
        cases += 1;
    }
    assert_eq!(cases, 137);
}

/// The rows of the column `a` as VARIANT, `None` for nulls.
fn rows(lines: &[&str]) -> Vec<Option<String>> {
    let mut inference = Inference::default();
    for line in lines {
        json::drive(
            line.as_bytes(),
            &json::ReadOptions::default(),
            &mut inference,
        )
        .unwrap();
        inference.end_document();
    }
    let schema = arrow_schema(&inference.finish(), Conflicts::Variant, true).unwrap();
    let field = schema.field(0);
    assert_eq!(field.extension_type_name(), Some("arrow.parquet.variant"));
    let mut columns = Columns::new(schema).unwrap();
    for line in lines {
        json::drive(line.as_bytes(), &json::ReadOptions::default(), &mut columns).unwrap();
        columns.end_row();
    }
    let batch = columns.take();
    batch.column(0).to_data().validate_full().unwrap();
    let array = batch.column(0).as_struct();
    let [metadata, value] = [0, 1].map(|part| array.column(part).as_binary::<i32>());
    let row = |row| {
        let variant = Variant {
            metadata: metadata.value(row),
            value: value.value(row),
        };
        array.is_valid(row).then(|| text_of(&variant))
    };
    (0..batch.num_rows()).map(row).collect()
}

#[test]
fn values_of_several_kinds_are_variant() {
    let lines = [
        r#"{"a":1}"#,
        r#"{"a":"x"}"#,
        r#"{"a":null}"#,
        r#"{}"#,
        r#"{"a":{"b":[1,null,{"c":9007199254740993}],"d":1.10}}"#,
        r#"{"a":[]}"#,
    ];
    let values = [
        Some("1"),
        Some("\"x\""),
        None,
        None,
        Some(r#"{"b":[1,null,{"c":9007199254740993}],"d":1.10}"#),
        Some("[]"),
    ];
    assert_eq!(rows(&lines), values.map(|value| value.map(str::to_owned)));
    // A float would not hold the integer.
    let lines = [r#"{"a":9007199254740993}"#, r#"{"a":1.5}"#];
    assert_eq!(
        rows(&lines),
        [Some("9007199254740993".to_owned()), Some("1.5".to_owned())]
    );
}

#[test]
fn documents_that_fail_leave_nothing_in_variant() {
    let field = Field::new(
        "a",
        DataType::Struct(
            vec![
                Field::new("metadata", DataType::Binary, false),
                Field::new("value", DataType::Binary, false),
            ]
            .into(),
        ),
        true,
    );
    let extension = ("ARROW:extension:name", "arrow.parquet.variant");
    let field = field.with_metadata([extension]);
    let schema = Arc::new(Schema::new(vec![field]));
    let push = |columns: &mut Columns, line: &str| match json::drive(
        line.as_bytes(),
        &json::ReadOptions::default(),
        columns,
    ) {
        Ok(()) => columns.end_row(),
        Err(_) => columns.undo(),
    };
    let mut all = Columns::new(schema.clone()).unwrap();
    let good = [r#"{"a":{"b":1}}"#, r#"{"a":2}"#];
    let long = format!(r#"{{"a":{}}}"#, "9".repeat(39));
    for line in [
        good[0],
        r#"{"a":{"b":[1,"#,
        r#"{"a":3"#,
        r#"{"a":{"c":1,"c":2}}"#,
        &long,
        good[1],
    ] {
        push(&mut all, line);
    }
    let mut only = Columns::new(schema.clone()).unwrap();
    good.iter().for_each(|line| push(&mut only, line));
    assert_eq!(all.take(), only.take());
    let mut as_text = Columns::new(schema).unwrap().as_text(AsText::ALL);
    push(&mut as_text, &long);
    assert_eq!(as_text.rows(), 1);
}
