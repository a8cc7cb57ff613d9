//! Odd inputs on which engines round, drop or change values: the table that becomes of each, and
//! the place of each record that is set aside. All of them come back from files as they were.

#[cfg(feature = "parquet")]
mod reading;

use std::fmt::Write as _;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{Decimal128Type, Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use varvel::records::{BadRecord, Format, Options, Watch};
use varvel_arrow::{Columns, Conflicts, Projection, arrow_schema, batches, infer};

/// Returns the table of an input as text: the columns, at most the last three rows, and the records
/// that were set aside.
fn table(input: &[u8]) -> String {
    let (from, options) = (Format::Ndjson, Options::default());
    let mut ignored = |_: &BadRecord<'_>| Ok(());
    let aside = Watch {
        bad: Some(&mut ignored),
        progress: None,
    };
    let schema = infer(input, from, None, &options, aside).unwrap();
    let schema = arrow_schema(&schema, Conflicts::Text, true).unwrap();
    let mut bad = String::new();
    let mut report = |record: &BadRecord<'_>| {
        let (line, column) = record.line_column().unwrap();
        writeln!(bad, "{line}:{column} {}", record.error.kind().phrase()).unwrap();
        Ok(())
    };
    let aside = Watch {
        bad: Some(&mut report),
        progress: None,
    };
    let mut rows = Vec::new();
    let mut each = |batch: RecordBatch| {
        for column in batch.columns() {
            column.to_data().validate_full().unwrap();
        }
        rows.extend((0..batch.num_rows()).map(|row| {
            let values = batch.columns().iter().map(|column| value(column, row));
            values.collect::<Vec<_>>().join(" ")
        }));
        Ok(())
    };
    let columns = || Columns::new(schema.clone());
    batches(input, from, &columns, &options, aside, &mut each).unwrap();
    let names = schema.fields().iter().map(|field| {
        let ty = match field.extension_type_name() {
            Some(name) => name.to_owned(),
            None => ty(field.data_type()),
        };
        format!("{} {ty}", field.name())
    });
    let mut text = names.collect::<Vec<_>>().join(", ") + "\n";
    if rows.len() > 3 {
        writeln!(text, "{} rows", rows.len()).unwrap();
        rows.drain(..rows.len() - 3);
    }
    rows.iter().for_each(|row| text += &format!("{row}\n"));
    text + &bad
}

fn ty(ty: &DataType) -> String {
    match ty {
        DataType::List(item) => format!("[{}]", self::ty(item.data_type())),
        other => other.to_string(),
    }
}

fn value(array: &dyn Array, row: usize) -> String {
    if array.is_null(row) {
        return "null".to_owned();
    }
    match array.data_type() {
        DataType::Null => "null".to_owned(),
        DataType::Boolean => array.as_boolean().value(row).to_string(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Float64 => format!("{:?}", array.as_primitive::<Float64Type>().value(row)),
        DataType::Decimal128(..) => array.as_primitive::<Decimal128Type>().value_as_string(row),
        DataType::Utf8 => format!("{:?}", array.as_string::<i32>().value(row)),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            let items = (0..items.len()).map(|item| value(&items, item));
            format!("[{}]", items.collect::<Vec<_>>().join(" "))
        }
        other => panic!("{other}"),
    }
}

/// The integer beside which floats have no room: 2^53 + 1.
const ODD: u64 = 9_007_199_254_740_993;

/// Returns 20,480 records, which is as many as some engines look at, and then others.
fn late(record: &str, then: &str) -> String {
    format!("{record}\n").repeat(20_480) + then
}

#[track_caller]
fn check(input: impl AsRef<[u8]>, expected: &[&str]) {
    assert_eq!(table(input.as_ref()).lines().collect::<Vec<_>>(), expected);
    #[cfg(feature = "parquet")]
    reading::round::check(input.as_ref());
}

#[test]
fn integers_are_never_rounded() {
    let ids = (0..3).map(|i| format!("{{\"id\":{}}}\n", ODD + 2 * i));
    let rows = ["9007199254740993", "9007199254740995", "9007199254740997"];
    check(
        ids.collect::<String>(),
        &[&["id Int64"], &rows[..]].concat(),
    );
    // No float holds the first one.
    check(
        format!("{{\"id\":{ODD}}}\n{{\"id\":1.5}}\n"),
        &["id arrow.json", "\"9007199254740993\"", "\"1.5\""],
    );
    check(
        "{\"id\":18446744073709551615}\n{\"id\":1}\n",
        &["id UInt64", "18446744073709551615", "1"],
    );
    check(
        "{\"id\":36893488147419103233}\n{\"id\":1}\n",
        &["id Decimal128(38, 0)", "36893488147419103233", "1"],
    );
}

#[test]
fn a_float_among_many_integers_changes_none_of_them() {
    let number = |key| {
        if key == 7 {
            "1.5".to_owned()
        } else {
            ODD.to_string()
        }
    };
    let members = (0..220).map(|key| format!("\"k{key}\":{}", number(key)));
    let input = format!("{{{}}}\n", members.collect::<Vec<_>>().join(","));
    let ty = |key| if key == 7 { "Float64" } else { "Int64" };
    let names = (0..220).map(|key| format!("k{key} {}", ty(key)));
    let names = names.collect::<Vec<_>>().join(", ");
    let values = (0..220).map(number).collect::<Vec<_>>().join(" ");
    check(input, &[&names, &values]);
}

#[test]
fn what_comes_late_counts() {
    let one = "{\"a\":1}";
    check(
        late(one, "{\"a\":1.5}\n{\"a\":true}\n{\"a\":\"x\"}\n"),
        &[
            "a arrow.json",
            "20483 rows",
            "\"1.5\"",
            "\"true\"",
            r#""\"x\"""#,
        ],
    );
    check(
        late(one, "{\"a\":1.5}\n"),
        &["a Float64", "20481 rows", "1.0", "1.0", "1.5"],
    );
    check(
        late(one, "{\"a\":true}\n"),
        &["a arrow.json", "20481 rows", "\"1\"", "\"1\"", "\"true\""],
    );
    check(
        late("{\"a\":\"x\"}", "{\"a\":7}\n"),
        &[
            "a arrow.json",
            "20481 rows",
            r#""\"x\"""#,
            r#""\"x\"""#,
            "\"7\"",
        ],
    );
    check(
        late(one, "{\"a\":{\"b\":1}}\n"),
        &[
            "a arrow.json",
            "20481 rows",
            "\"1\"",
            "\"1\"",
            r#""{\"b\":1}""#,
        ],
    );
    check(
        late(one, "{\"a\":1,\"new\":5}\n"),
        &[
            "a Int64, new Int64",
            "20481 rows",
            "1 null",
            "1 null",
            "1 5",
        ],
    );
}

#[test]
fn bad_lines_are_set_aside_with_their_place() {
    let rows = ["a Int64", "1", "3"];
    for (line, fault) in [
        ("{\"a\":2", "2:7 unexpected end of input"),
        ("not json", "2:1 invalid syntax"),
        ("{\"a\":2,}", "2:8 invalid syntax"),
    ] {
        let input = format!("{{\"a\":1}}\n{line}\n{{\"a\":3}}\n");
        check(input, &[&rows[..], &[fault]].concat());
    }
    check("{\"a\":1,\"a\":2}\n", &["", "1:8 duplicate key"]);
    check(
        "{\"a\":1}\n{\"a\":2,\"b\":1,\"a\":3}\n",
        &["a Int64", "1", "2:14 duplicate key"],
    );
    check(
        "{\"a\":\"x\\ud800y\"}\n{\"a\":\"ok\"}\n",
        &["a Utf8", "\"ok\"", "1:8 lone surrogate"],
    );
    check(
        b"{\"a\":\"x\xffy\"}\n{\"a\":\"ok\"}\n",
        &["a Utf8", "\"ok\"", "1:8 invalid UTF-8"],
    );
    let deep = format!("{{\"a\":{}1{}}}\n", "[".repeat(300), "]".repeat(300));
    check(deep, &["", "1:133 nested too deeply"]);
}

#[test]
fn numbers_beyond_floats_keep_their_digits() {
    check(
        "{\"a\":1e400}\n{\"a\":1}\n{\"a\":1.10}\n",
        &["a arrow.json", "\"1e400\"", "\"1\"", "\"1.10\""],
    );
}

#[test]
fn records_that_are_no_objects_are_set_aside() {
    check(
        "{\"a\":1}\n[1]\nnull\n",
        &[
            "a Int64",
            "1",
            "2:1 wrong kind of value",
            "3:1 wrong kind of value",
        ],
    );
    check(
        "1\n\"x\"\n",
        &["", "1:1 wrong kind of value", "2:1 wrong kind of value"],
    );
    check("", &[""]);
    check("{}\n{}\n", &["", "", ""]);
}

#[test]
fn names_and_text_stay_what_they_are() {
    check("{\"a\":1,\"A\":2}\n", &["a Int64, A Int64", "1 2"]);
    check("{\"a\":\"x\\u0000y\"}\n", &["a Utf8", r#""x\0y""#]);
    check(
        "{\"a\":\"2026-01-01\"}\n{\"a\":\"2026-01-02\"}\n",
        &["a Utf8", "\"2026-01-01\"", "\"2026-01-02\""],
    );
    let day = "\"2026-01-01\"";
    check(
        late("{\"a\":\"2026-01-01\"}", "{\"a\":\"n/a\"}\n"),
        &["a Utf8", "20481 rows", day, day, "\"n/a\""],
    );
    check(
        "{\"a\":\"0F8FAD5B-D9CB-469F-A165-70867728950E\"}\n",
        &["a Utf8", "\"0F8FAD5B-D9CB-469F-A165-70867728950E\""],
    );
}

#[test]
fn lists_keep_their_nulls() {
    check(
        "{\"a\":[null,1]}\n{\"a\":[2,null,3]}\n",
        &["a [Int64]", "[null 1]", "[2 null 3]"],
    );
    check(
        "{\"a\":[[null,1],[2]]}\n{\"a\":[null,[3,null]]}\n",
        &["a [[Int64]]", "[[null 1] [2]]", "[null [3 null]]"],
    );
}

#[test]
fn floats_are_the_nearest_ones() {
    check(
        "{\"a\":1.10}\n{\"a\":0.1000000000000000055511151231257827}\n",
        &["a Float64", "1.1", "0.1"],
    );
    check("{\"a\":-0}\n{\"a\":-0.0}\n", &["a Float64", "-0.0", "-0.0"]);
}

#[test]
fn values_of_several_kinds_are_all_there() {
    check(
        "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":{\"b\":[1]}}\n",
        &["a arrow.json", "\"1\"", r#""\"x\"""#, r#""{\"b\":[1]}""#],
    );
}

#[test]
fn lines_end_and_begin_in_any_way() {
    for input in ["{\"a\":1}\r\n{\"a\":2}\r\n", "{\"a\":1}\n\n{\"a\":2}\n"] {
        check(input, &["a Int64", "1", "2"]);
    }
    check("\u{FEFF}{\"a\":1}\n", &["a Int64", "1"]);
}

#[test]
fn records_that_are_no_objects_are_bad_when_types_are_found() {
    let text = b"{\"a\":1}\n5\n{\"a\":2}\n [1]\n\"x\"\nnull\ntrue\n-1e400\n{}\n";
    let (from, options) = (Format::Ndjson, Options::default());
    let wanted = Projection::new(["a"]).unwrap();
    for wanted in [None, Some(&wanted)] {
        let failure = infer(&text[..], from, wanted, &options, Watch::default()).unwrap_err();
        assert_eq!(
            failure.to_string(),
            "line 2, column 1: wrong kind of value: expected an object, found an integer (byte 8)"
        );
        let mut found = Vec::new();
        let mut report = |record: &BadRecord<'_>| {
            found.push((record.number, record.error.found().unwrap().to_owned()));
            Ok(())
        };
        let aside = Watch {
            bad: Some(&mut report),
            progress: None,
        };
        let schema = infer(&text[..], from, wanted, &options, aside).unwrap();
        assert_eq!(schema.to_string(), "object\n  a?: integer\n");
        let kinds = [
            (2, "an integer"),
            (4, "an array"),
            (5, "a string"),
            (6, "null"),
            (7, "a boolean"),
            (8, "a number beyond all floats"),
        ];
        assert_eq!(found, kinds.map(|(line, kind)| (line, kind.to_owned())));
    }
}
