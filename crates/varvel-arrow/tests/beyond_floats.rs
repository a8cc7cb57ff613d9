//! Numbers that no float is near, and decimals and integers of many digits, from every format that
//! has them: in a column that holds them exactly, or as `Conflicts` says; never rounded.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use varvel::records::{BadRecord, Format, Options, Watch};
use varvel::schema::Inference;
use varvel::{AsText, ErrorKind, Result, json, yaml};
use varvel_arrow::{Columns, Conflicts, RowOptions, Rows, arrow_schema, batches, infer, widened};

/// The format of an input.
#[derive(Clone, Copy, Debug, PartialEq)]
enum From {
    Records(Format),
    /// Documents behind lines of `---`. They are no stream of records.
    Yaml,
}

const NDJSON: From = From::Records(Format::Ndjson);
const CBOR: From = From::Records(Format::Cbor);
const MESSAGEPACK: From = From::Records(Format::MessagePack);

/// Returns the documents of YAML.
fn split(input: &[u8]) -> Vec<&str> {
    let text = std::str::from_utf8(input).unwrap();
    text.split("---\n").skip(1).collect()
}

/// Returns the schema of all records.
fn inferred(input: &[u8], from: From, conflicts: Conflicts) -> Result<SchemaRef> {
    let schema = match from {
        From::Records(from) => {
            infer(input, from, None, &Options::default(), Watch::default()).unwrap()
        }
        From::Yaml => {
            let mut inference = Inference::default();
            for document in split(input) {
                yaml::drive(document.as_bytes(), &Default::default(), &mut inference).unwrap();
                inference.end_document();
            }
            inference.finish()
        }
    };
    arrow_schema(&schema, conflicts, true)
}

/// Returns the rows as lines of JSON, with all digits, and the faults of the records set aside.
fn read(input: &[u8], from: From, schema: &SchemaRef, as_text: AsText) -> (String, Vec<String>) {
    let (mut rows, mut bad) = (String::new(), Vec::new());
    let mut each = |batch: RecordBatch| {
        let options = RowOptions {
            exact_decimals: true,
            ..RowOptions::default()
        };
        let all = Rows::new(&batch, options)?;
        for row in 0..all.len() {
            rows += &json::to_string(&all.row(row))?;
            rows += "\n";
        }
        Ok(())
    };
    let columns = || Ok(Columns::new(schema.clone())?.as_text(as_text));
    match from {
        From::Records(from) => {
            let mut report = |record: &BadRecord<'_>| {
                bad.push(record.error.to_string());
                Ok(())
            };
            let watch = Watch {
                bad: Some(&mut report),
                progress: None,
            };
            batches(input, from, &columns, &Options::default(), watch, &mut each).unwrap();
        }
        From::Yaml => {
            let mut columns = columns().unwrap();
            for document in split(input) {
                match yaml::drive(document.as_bytes(), &Default::default(), &mut columns) {
                    Ok(()) => columns.end_row(),
                    Err(error) => {
                        columns.undo();
                        bad.push(error.to_string());
                    }
                }
            }
            each(columns.take()).unwrap();
        }
    }
    (rows, bad)
}

fn given(ty: DataType) -> SchemaRef {
    Arc::new(Schema::new(vec![Field::new("a", ty, true)]))
}

/// Returns records with one member `a` each.
fn lines(values: &[&str]) -> String {
    values
        .iter()
        .map(|value| format!("{{\"a\":{value}}}\n"))
        .collect()
}

fn documents(values: &[&str]) -> String {
    values
        .iter()
        .map(|value| format!("---\na: {value}\n"))
        .collect()
}

#[test]
fn text_keeps_the_spelling() {
    let values = [
        "1e400",
        "-1.50E+999",
        "1e-400",
        "1.10",
        "12345678901234567890123456789012345678901234567890",
    ];
    let json = lines(&values);
    let schema = inferred(json.as_bytes(), NDJSON, Conflicts::Text).unwrap();
    assert_eq!(schema.field(0).extension_type_name(), Some("arrow.json"));
    let (rows, bad) = read(json.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    assert_eq!((rows, bad), (json.clone(), vec![]));

    let yaml = documents(&["1e400", "-1.50E+999", "1e-400", "+1.10", values[4]]);
    let schema = inferred(yaml.as_bytes(), From::Yaml, Conflicts::Text).unwrap();
    let (rows, bad) = read(yaml.as_bytes(), From::Yaml, &schema, AsText::NOTHING);
    assert_eq!((rows, bad), (json, vec![]));
}

/// In any place of the file, also alone, in an array and behind a value of another kind.
#[test]
fn one_such_number_is_enough() {
    for (value, rows) in [
        ("1e400", "1e400"),
        ("1e-400", "1e-400"),
        ("[1.5,1e400]", "[1.5,1e400]"),
        ("[1.5,1e-400,2.5]", "[1.5,1e-400,2.5]"),
        ("[1e-400]", "[1e-400]"),
        ("{\"b\":-1e-999}", "{\"b\":-1e-999}"),
    ] {
        for others in [vec![], vec!["null"], vec!["1.5"], vec!["3"], vec!["\"x\""]] {
            let values = [others, vec![value]].concat();
            let text = lines(&values);
            let schema = inferred(text.as_bytes(), NDJSON, Conflicts::Text).unwrap();
            let (found, bad) = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
            assert_eq!(bad, Vec::<String>::new(), "{text}");
            assert!(found.ends_with(&format!("{{\"a\":{rows}}}\n")), "{found}");
        }
    }
    // Zero is zero, and a float that is near is taken.
    for text in ["0e-999", "-0.0e999", "4.9e-324", "1.7976931348623157e308"] {
        let schema = inferred(lines(&[text]).as_bytes(), NDJSON, Conflicts::Error).unwrap();
        assert_eq!(*schema.field(0).data_type(), DataType::Float64, "{text}");
    }
}

/// An array whose first item is a number is read in another way than one item.
#[test]
fn items_keep_their_digits() {
    let long = "0.1000000000000000055511151231257827";
    let arrays = format!("[0.5,{long},1.10]");
    let text = lines(&[&arrays, "[\"x\"]", &format!("[{long}]")]);
    let nested = lines(&[&format!("[[{long},1.10],[\"x\"]]"), "[[1.10]]"]);
    for text in [text, nested] {
        for conflicts in [Conflicts::Text, Conflicts::Variant] {
            let schema = inferred(text.as_bytes(), NDJSON, conflicts).unwrap();
            assert!(matches!(schema.field(0).data_type(), DataType::List(_)));
            let found = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
            assert_eq!(found, (text.clone(), vec![]));
        }
    }
    let list = |ty| given(DataType::List(Arc::new(Field::new("item", ty, true))));
    let decimals = lines(&["[12345678901234567.89,0.10]"]);
    let schema = list(DataType::Decimal128(38, 2));
    let found = read(decimals.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    assert_eq!(found, (decimals, vec![]));
    // Rounded once: the nearest float of 64 bits is halfway between two of 32.
    let halfway = lines(&["[1.00000017881393432617187499]"]);
    let schema = list(DataType::Float32);
    let found = read(halfway.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    assert_eq!(found, (lines(&["[1.0000001]"]), vec![]));
}

#[test]
fn a_conflict_is_an_error_where_that_is_asked_for() {
    for (text, from) in [
        (lines(&["1e400"]), NDJSON),
        (lines(&["1e-400", "2"]), NDJSON),
        (documents(&["1.5", "1e400"]), From::Yaml),
        (lines(&["9007199254740993", "0.5"]), NDJSON),
        (lines(&["1e30", "12345678901234567890123456789"]), NDJSON),
    ] {
        let error = inferred(text.as_bytes(), from, Conflicts::Error).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{text}");
        let message =
            "expected values of one type in the column `a`, found numbers that no float holds";
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn variant_has_what_38_digits_hold_and_text_if_asked() {
    let text = lines(&[
        "1e400",
        "1e30",
        "1.10",
        "1e-400",
        "12345678901234567890123456789012345678",
    ]);
    let schema = inferred(text.as_bytes(), NDJSON, Conflicts::Variant).unwrap();
    let (rows, bad) = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    let whole = "1000000000000000000000000000000";
    let held = lines(&[whole, "1.10", "12345678901234567890123456789012345678"]);
    assert_eq!(rows, held);
    assert_eq!(bad.len(), 2);
    assert!(
        bad[0].contains("a number of at most 38 digits"),
        "{}",
        bad[0]
    );
    let (rows, bad) = read(text.as_bytes(), NDJSON, &schema, AsText::ALL);
    let held = lines(&[
        "\"1e400\"",
        whole,
        "1.10",
        "\"1e-400\"",
        "12345678901234567890123456789012345678",
    ]);
    assert_eq!((rows, bad), (held, vec![]));
}

/// Only the value decides, not how it is written.
#[test]
fn a_given_decimal_takes_what_it_holds_exactly() {
    let zeros = "0".repeat(60);
    let (long, short) = (format!("15{zeros}e-60"), format!("0.{zeros}25e62"));
    let trailing = format!("2.50{zeros}");
    let good = [
        "1e3",
        "1.5e35",
        "-12.30",
        "0e999",
        &long,
        &short,
        &trailing,
        "18446744073709551616",
        "7",
    ];
    let wide = format!("15{}.00", "0".repeat(34));
    let held = [
        "1000.00",
        &wide,
        "-12.30",
        "0.00",
        "15.00",
        "25.00",
        "2.50",
        "18446744073709551616.00",
        "7.00",
    ];
    let refused = [
        "1e400",
        "1e-400",
        "0.001",
        "1e36",
        "123456789012345678901234567890123456789",
    ];
    let schema = given(DataType::Decimal128(38, 2));
    for (from, good, refused) in [
        (NDJSON, lines(&good), lines(&refused)),
        (From::Yaml, documents(&good), documents(&refused)),
    ] {
        let (rows, bad) = read(good.as_bytes(), from, &schema, AsText::NOTHING);
        assert_eq!((rows, bad), (lines(&held), vec![]));
        let (rows, bad) = read(refused.as_bytes(), from, &schema, AsText::NOTHING);
        assert_eq!(
            (&*rows, bad.len()),
            ("", refused.lines().filter(|line| *line != "---").count())
        );
        let message = "expected a number that Decimal128(38, 2) holds exactly, the type of `a`";
        assert!(bad.iter().all(|bad| bad.contains(message)), "{bad:?}");
    }
}

#[test]
fn a_given_float_is_the_nearest_one_and_integers_take_no_floats() {
    let text = lines(&["1e400", "1e-400", "1e30"]);
    let schema = given(DataType::Float64);
    let (rows, bad) = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    assert_eq!(rows, lines(&["0.0", "1e30"]));
    let message = "expected a number that Float64 reaches, the type of `a`";
    assert!(bad[0].contains(message) && bad.len() == 1, "{bad:?}");
    // A float is this integer, but text has another kind of number for it.
    let text = lines(&["100000000000000000000", "1e39"]);
    let schema = given(DataType::Float32);
    let (_, bad) = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
    let messages = [
        "an integer of 64 bits that Float32 holds exactly",
        "a number that Float32 reaches",
    ];
    let pairs = bad.iter().zip(messages);
    assert_eq!(
        pairs.filter(|(bad, message)| bad.contains(message)).count(),
        2,
        "{bad:?}"
    );
    let text = lines(&["1.0", "1e3", "1e400", "5"]);
    for ty in [DataType::Int64, DataType::UInt64, DataType::Int8] {
        let (rows, bad) = read(text.as_bytes(), NDJSON, &given(ty), AsText::NOTHING);
        assert_eq!((rows, bad.len()), (lines(&["5"]), 3));
    }
}

/// `{"a": value}` in CBOR and MessagePack.
fn binary(values: &[&[u8]]) -> Vec<u8> {
    let record = |value: &&[u8]| [&[0x81, 0xA1, b'a'], *value].concat();
    values.iter().flat_map(record).collect()
}

fn cbor(values: &[&[u8]]) -> Vec<u8> {
    let record = |value: &&[u8]| [&[0xA1, 0x61, b'a'], *value].concat();
    values.iter().flat_map(record).collect()
}

#[test]
fn decimal_fractions_and_bignums_of_cbor() {
    // 1e400, 1e-400, 27315e-2, 2^64, -2^64 - 1, and the float 1e30.
    let values: [&[u8]; 6] = [
        &[0xC4, 0x82, 0x19, 0x01, 0x90, 0x01],
        &[0xC4, 0x82, 0x39, 0x01, 0x8F, 0x01],
        &[0xC4, 0x82, 0x21, 0x19, 0x6A, 0xB3],
        &[0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0xC3, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0xFB, 0x46, 0x29, 0x3E, 0x59, 0x39, 0xA0, 0x8C, 0xEA],
    ];
    let input = cbor(&values);
    let schema = inferred(&input, CBOR, Conflicts::Text).unwrap();
    let (rows, bad) = read(&input, CBOR, &schema, AsText::NOTHING);
    let exact = [
        "1e400",
        "1e-400",
        "273.15",
        "18446744073709551616",
        "-18446744073709551617",
        "1e30",
    ];
    assert_eq!((rows, bad), (lines(&exact), vec![]));
    assert!(inferred(&input, CBOR, Conflicts::Error).is_err());

    let schema = given(DataType::Decimal128(38, 2));
    let (rows, bad) = read(&input, CBOR, &schema, AsText::NOTHING);
    let held = [
        "273.15",
        "18446744073709551616.00",
        "-18446744073709551617.00",
        "1000000000000000000000000000000.00",
    ];
    assert_eq!((rows, bad.len()), (lines(&held), 2));

    let schema = inferred(&input, CBOR, Conflicts::Variant).unwrap();
    let (_, bad) = read(&input, CBOR, &schema, AsText::NOTHING);
    assert_eq!(bad.len(), 2);
    let (rows, bad) = read(&input, CBOR, &schema, AsText::ALL);
    assert!(
        rows.starts_with(&lines(&["\"1e400\"", "\"1e-400\"", "273.15"])),
        "{rows}"
    );
    assert_eq!(bad, Vec::<String>::new());

    // A bigfloat, 3 × 2^-1, is a node with a tag, which no column of numbers takes.
    let bigfloat = cbor(&[&[0xC5, 0x82, 0x20, 0x03]]);
    for ty in [
        DataType::Float64,
        DataType::Decimal128(38, 2),
        DataType::Int64,
    ] {
        let (rows, bad) = read(&bigfloat, CBOR, &given(ty), AsText::NOTHING);
        assert_eq!((&*rows, bad.len()), ("", 1));
    }
}

#[test]
fn floats_and_integers_of_messagepack() {
    // 2^64 - 1, -2^63, the float 1e300, the float 0.5.
    let values: [&[u8]; 4] = [
        &[0xCF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0],
        &[0xCB, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0x00, 0x75, 0x9C],
        &[0xCB, 0x3F, 0xE0, 0, 0, 0, 0, 0, 0],
    ];
    let input = binary(&values);
    let exact = [
        "18446744073709551615",
        "-9223372036854775808",
        "1e300",
        "0.5",
    ];
    let schema = inferred(&input, MESSAGEPACK, Conflicts::Text).unwrap();
    let (rows, bad) = read(&input, MESSAGEPACK, &schema, AsText::NOTHING);
    assert_eq!((rows, bad), (lines(&exact), vec![]));
    let schema = inferred(&input, MESSAGEPACK, Conflicts::Variant).unwrap();
    let (rows, bad) = read(&input, MESSAGEPACK, &schema, AsText::NOTHING);
    assert_eq!((rows, bad), (lines(&exact), vec![]));
    assert!(inferred(&input, MESSAGEPACK, Conflicts::Error).is_err());
    // Without the floats, 38 digits hold all.
    let input = binary(&values[..2]);
    let schema = inferred(&input, MESSAGEPACK, Conflicts::Error).unwrap();
    assert_eq!(*schema.field(0).data_type(), DataType::Decimal128(38, 0));
    let (rows, bad) = read(&input, MESSAGEPACK, &schema, AsText::NOTHING);
    assert_eq!((rows, bad), (lines(&exact[..2]), vec![]));
    let schema = given(DataType::Decimal128(38, 1));
    let (rows, bad) = read(&binary(&values), MESSAGEPACK, &schema, AsText::NOTHING);
    let held = ["18446744073709551615.0", "-9223372036854775808.0", "0.5"];
    assert_eq!((rows, bad.len()), (lines(&held), 1));
}

#[test]
fn a_report_names_the_first_such_number() {
    use varvel_arrow::inference;
    let text = lines(&["0.5", "1e400", "1e400"]);
    let (options, watch) = (Options::default(), Watch::default());
    let all = inference(text.as_bytes(), Format::Ndjson, None, &options, watch).unwrap();
    let schema = arrow_schema(&all.clone().finish(), Conflicts::Text, true).unwrap();
    let widened = widened(&all, &schema);
    let kinds: Vec<_> = widened[0]
        .kinds
        .iter()
        .map(|seen| (seen.kind, seen.number))
        .collect();
    assert_eq!(kinds, [("a float", 1), ("a number beyond all floats", 2)]);
}

/// Reads records with `exact_decimals`. Returns the rows, and the faults of the records set aside.
fn read_exactly(text: &str, from: Format, schema: &SchemaRef) -> (String, Vec<String>) {
    let (mut rows, mut bad) = (String::new(), Vec::new());
    let mut each = |batch: RecordBatch| {
        let all = Rows::new(&batch, RowOptions::default())?;
        for row in 0..all.len() {
            rows += &json::to_string(&all.row(row))?;
            rows += "\n";
        }
        Ok(())
    };
    let mut report = |record: &BadRecord<'_>| {
        bad.push(record.error.to_string());
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut report),
        progress: None,
    };
    let columns = || Ok(Columns::new(schema.clone())?.exact_decimals());
    let options = Options::default();
    batches(text.as_bytes(), from, &columns, &options, watch, &mut each).unwrap();
    (rows, bad)
}

/// Decimals of which a float of 64 bits is only the nearest one.
const LONG: [&str; 4] = [
    "0.1000000000000000055511151231257827",
    "12345678901234567.89",
    "1.00000000000000001e300",
    "5.1e-324",
];

#[test]
fn a_long_decimal_is_of_another_kind_where_that_is_asked_for() {
    let exact = Options {
        exact_decimals: true,
        ..Options::default()
    };
    // Where bad records are set aside, a record is built before it counts.
    for sets_aside in [false, true] {
        let schema_of = |text: &str, conflicts| {
            let mut ignored = |_: &BadRecord<'_>| Ok(());
            let watch = Watch {
                bad: match sets_aside {
                    true => Some(&mut ignored),
                    false => None,
                },
                progress: None,
            };
            let schema = infer(text.as_bytes(), Format::Ndjson, None, &exact, watch).unwrap();
            arrow_schema(&schema, conflicts, true)
        };
        for long in LONG {
            for values in [vec![long], vec!["1.5", long], vec![long, "3"]] {
                let text = lines(&values);
                let error = schema_of(&text, Conflicts::Error).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{text}");
                let schema = schema_of(&text, Conflicts::Text).unwrap();
                let read = read(text.as_bytes(), NDJSON, &schema, AsText::NOTHING);
                assert_eq!(read, (text, vec![]));
            }
            let nested = format!("{{\"a\":[{{\"b\":[0.5,{long}]}}]}}\n");
            let schema = schema_of(&nested, Conflicts::Text).unwrap();
            let found = read(nested.as_bytes(), NDJSON, &schema, AsText::NOTHING);
            assert_eq!(found, (nested, vec![]));
        }
        let short = lines(&["1.5", "0.1", "0.10", "1e300", "5e-324", "2", "-0.0", "1E+2"]);
        let schema = schema_of(&short, Conflicts::Error).unwrap();
        assert_eq!(*schema.field(0).data_type(), DataType::Float64);
        let (rows, bad) = read_exactly(&short, Format::Ndjson, &schema);
        let held = [
            "1.5", "0.1", "0.1", "1e300", "5e-324", "2.0", "-0.0", "100.0",
        ];
        assert_eq!((rows, bad), (lines(&held), vec![]));
    }
    // Without the option they are floats.
    let schema = inferred(lines(&LONG[..3]).as_bytes(), NDJSON, Conflicts::Error).unwrap();
    assert_eq!(*schema.field(0).data_type(), DataType::Float64);
}

#[test]
fn a_given_float_refuses_a_long_decimal_where_that_is_asked_for() {
    for long in LONG {
        let text = lines(&["0.1", long, "[1]", "3"]);
        let (rows, bad) = read_exactly(&text, Format::Ndjson, &given(DataType::Float64));
        assert_eq!((rows, bad.len()), (lines(&["0.1", "3.0"]), 2));
        let message = "a number that Float64 holds as it is written, the type of `a`";
        assert!(bad[0].contains(message) && bad[0].contains(long), "{bad:?}");
    }
    // A float of 32 bits has fewer digits.
    let text = lines(&["0.1", "16777216", "0.123456789", "16777217", "1e39"]);
    let (rows, bad) = read_exactly(&text, Format::Ndjson, &given(DataType::Float32));
    assert_eq!((rows, bad.len()), (lines(&["0.1", "16777216.0"]), 3));
}

#[test]
fn a_report_names_a_long_decimal() {
    use varvel_arrow::inference;
    for (values, kinds) in [
        (
            &["0.5", LONG[0]][..],
            &["a float", "a number of more digits than its float"][..],
        ),
        (&[LONG[0]], &["a number of more digits than its float"]),
        (&["1e400"], &["a number beyond all floats"]),
    ] {
        let options = Options {
            exact_decimals: true,
            ..Options::default()
        };
        let text = lines(values);
        let all = inference(
            text.as_bytes(),
            Format::Ndjson,
            None,
            &options,
            Watch::default(),
        );
        let all = all.unwrap();
        let schema = arrow_schema(&all.clone().finish(), Conflicts::Text, true).unwrap();
        let widened = widened(&all, &schema);
        assert_eq!((&*widened[0].path, &*widened[0].ty), ("a", "JSON"));
        let found: Vec<_> = widened[0].kinds.iter().map(|seen| seen.kind).collect();
        assert_eq!(found, kinds);
    }
}
