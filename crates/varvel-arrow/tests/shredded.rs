//! VARIANT with columns of its own: the suite of Parquet, the rule that chooses columns, and random
//! documents there and back.

#![cfg(feature = "parquet")]

mod reading;
mod suite;

use std::fs;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, BinaryArray, ListArray, RecordBatch, StructArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Schema};
use reading::{lines, open};
use suite::{split, text_of};
use varvel::{ErrorKind, Result, Value, json};
use varvel_arrow::variant::{Encoder, Variant};
use varvel_arrow::{FileWriter, Kind, RowOptions, Rows, Shredding};

/// The metadata and the value of VARIANT.
type Parts = (Vec<u8>, Vec<u8>);

/// Returns a batch of one column of VARIANT that is not shredded. `None` is a null.
fn batch(rows: &[Option<Parts>]) -> RecordBatch {
    let empty = (Vec::new(), Vec::new());
    let part = |take: fn(&Parts) -> &[u8]| -> ArrayRef {
        let values = rows.iter().map(|row| take(row.as_ref().unwrap_or(&empty)));
        Arc::new(BinaryArray::from_iter_values(values))
    };
    let fields = vec![
        Field::new("metadata", DataType::Binary, false),
        Field::new("value", DataType::Binary, false),
    ];
    let nulls = rows.iter().map(Option::is_some).collect::<Vec<_>>().into();
    let parts = vec![part(|row| &row.0), part(|row| &row.1)];
    let array = StructArray::new(fields.into(), parts, Some(nulls));
    let field = Field::new("v", array.data_type().clone(), true);
    let field = field.with_metadata([("ARROW:extension:name", "arrow.parquet.variant")]);
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(array)]).unwrap()
}

fn encode(text: &str) -> Parts {
    let mut options = json::ReadOptions::default();
    options.exact_decimals = true;
    let mut encoder = Encoder::new();
    json::drive(text.as_bytes(), &options, &mut encoder).unwrap();
    let (mut metadata, mut value) = (Vec::new(), Vec::new());
    encoder.finish(&mut metadata, &mut value).unwrap();
    (metadata, value)
}

fn batch_of(texts: &[&str]) -> RecordBatch {
    batch(
        &texts
            .iter()
            .map(|text| Some(encode(text)))
            .collect::<Vec<_>>(),
    )
}

/// Returns the rows of a batch as JSON.
fn rows(batch: &RecordBatch) -> Result<Vec<String>> {
    let rows = Rows::new(batch, RowOptions::default())?;
    (0..rows.len())
        .map(|row| reading::line(&rows, row))
        .collect()
}

/// Returns the type of a column in short: `[T]` is an array and `{a:T}` an object, each with the
/// type of its parts, and `?` a value without a column of its own.
fn short(ty: &DataType) -> String {
    let DataType::Struct(fields) = ty else {
        panic!("{ty}")
    };
    match fields.find("typed_value") {
        None => "?".to_owned(),
        Some((_, typed)) => match typed.data_type() {
            DataType::Struct(members) => {
                let members = members.iter().map(|member| {
                    assert!(!member.is_nullable());
                    format!("{}:{}", member.name(), short(member.data_type()))
                });
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            }
            DataType::List(item) => {
                assert!(!item.is_nullable());
                format!("[{}]", short(item.data_type()))
            }
            other => other.to_string(),
        },
    }
}

/// Checks the type that documents get, and that they come back: from the batch, and from a file.
#[track_caller]
fn check(texts: &[&str], expected: &str) {
    let batch = batch_of(texts);
    let shredding = Shredding::infer(&batch).unwrap();
    assert_eq!(short(shredding.schema().field(0).data_type()), expected);
    there_and_back(&batch, &shredding);
}

#[track_caller]
fn there_and_back(batch: &RecordBatch, shredding: &Shredding) {
    let expected = rows(batch).unwrap();
    let shredded = shredding.shred(batch).unwrap();
    shredded.column(0).to_data().validate_full().unwrap();
    assert_eq!(rows(&shredded).unwrap(), expected);
    for kind in [Kind::Parquet, Kind::Arrow] {
        let mut writer = FileWriter::new(Vec::new(), kind, shredding.schema()).unwrap();
        writer.write(&shredded).unwrap();
        let mut reader = open(writer.finish().unwrap()).unwrap();
        assert_eq!(lines(&mut reader).unwrap(), expected);
    }
}

#[test]
fn the_most_common_kind_has_a_column() {
    check(&["1", "2", "\"x\""], "Int64");
    check(&["1", "\"x\"", "\"y\"", "null", "null"], "Utf8");
    check(&["1", "\"x\"", "true"], "?");
    check(&["null", "null"], "?");
    check(&["null", "true"], "Boolean");
    check(&["18446744073709551615", "1", "\"x\""], "Decimal128(38, 0)");
    check(&["-0.0", "-0.0", "\"x\""], "Float64");
}

#[test]
fn decimals_keep_their_zeros() {
    check(&["1.10", "2.25", "3.5", "1"], "Decimal128(9, 2)");
    check(&["1234567890.12", "0.01"], "Decimal128(18, 2)");
    check(&["0.0000000001"], "Decimal128(18, 10)");
    check(&["0.12345678901234567890"], "Decimal128(38, 20)");
    let shredding = Shredding::infer(&batch_of(&["1.10"])).unwrap();
    // The second one has more digits than the column.
    there_and_back(
        &batch_of(&["1.1", "99999999999.99", "1e3", "-0.0"]),
        &shredding,
    );
}

#[test]
fn members_and_items_have_columns() {
    check(
        &[
            r#"{"id":1,"user":{"name":"a","tags":["x"]}}"#,
            r#"{"id":2,"user":{"name":"b","tags":[]},"rest":true}"#,
            r#"{"id":"x","user":null}"#,
            r#"{}"#,
            r#"[1]"#,
        ],
        "{id:Int64,rest:Boolean,user:{name:Utf8,tags:[Utf8]}}",
    );
    check(&["[1,null,\"x\",2]", "[]", "null"], "[Int64]");
    check(&["[[1],[2,{}]]"], "[[Int64]]");
    check(&["[]", "[]"], "?");
    check(&["{}", "{}"], "?");
    check(&[r#"{"a":null}"#], "?");
}

/// DuckDB refuses a column of the first, and changes the names of the others.
#[test]
fn keys_that_engines_take_for_others_have_no_columns() {
    check(
        &[r#"{"":1,"b":2}"#, r#"{"":"x"}"#, r#"{"b":3}"#],
        "{b:Int64}",
    );
    check(&[r#"{"":1}"#, r#"{"":{"a":1}}"#], "?");
    check(&[r#"{"a":1,"A":2,"b":3}"#, r#"{"a":"x"}"#], "{b:Int64}");
    check(&[r#"{"a":1,"A":2}"#, r#"{"A":null}"#], "?");
    // Characters by their lower case in Unicode: the sign of Kelvin is a `k`.
    check(
        &["{\"ä\":1,\"Ä\":2,\"σ\":3,\"ς\":4,\"\u{212A}\":5,\"k\":6}"],
        "{ς:Int64,σ:Int64}",
    );
    check(
        &[r#"{"o":{"id":1,"ID":2,"n":3},"l":[{"":1,"k":2}]}"#],
        "{l:[{k:Int64}],o:{n:Int64}}",
    );
    // In all objects of a place, also if one of the names is rare.
    let mut texts = vec![r#"{"a":1,"b":2}"#; 30];
    texts.push(r#"{"A":1}"#);
    check(&texts, "{b:Int64}");
    // A later batch may have such keys, too: they stay in the bytes.
    let shredding = Shredding::infer(&batch_of(&[r#"{"a":1}"#])).unwrap();
    there_and_back(&batch_of(&[r#"{"":0,"A":2,"a":1}"#]), &shredding);
}

#[test]
fn a_given_schema_has_no_columns_for_them() {
    let group = |typed: DataType| {
        let value = Field::new("value", DataType::Binary, true);
        let typed = Field::new("typed_value", typed, true);
        DataType::Struct(vec![value, typed].into())
    };
    let object = |members: &[(&str, DataType)]| {
        let members = members.iter();
        let members = members.map(|(name, ty)| Field::new(*name, ty.clone(), false));
        DataType::Struct(members.collect())
    };
    let (int, text) = (group(DataType::Int64), group(DataType::Utf8));
    let item = object(&[("id", int.clone()), ("Id", text.clone())]);
    let item = Field::new("element", group(item), false);
    let typed = object(&[
        ("", int.clone()),
        ("A", int.clone()),
        ("a", text),
        ("b", int),
        ("items", group(DataType::List(Arc::new(item)))),
    ]);
    let fields = vec![
        Field::new("metadata", DataType::Binary, false),
        Field::new("value", DataType::Binary, true),
        Field::new("typed_value", typed, true),
    ];
    let field = Field::new("v", DataType::Struct(fields.into()), true);
    let field = field.with_metadata([("ARROW:extension:name", "arrow.parquet.variant")]);
    let shredding = Shredding::with_schema(Arc::new(Schema::new(vec![field]))).unwrap();
    let ty = shredding.schema().field(0).data_type();
    assert_eq!(short(ty), "{b:Int64,items:[?]}");
    let texts = [
        r#"{"":1,"A":1,"a":"x","b":2,"items":[{"Id":"x","id":1}]}"#,
        r#"{"A":"x","items":[]}"#,
        "1",
    ];
    there_and_back(&batch_of(&texts), &shredding);
}

#[test]
fn rare_members_stay_together() {
    let mut texts = vec![r#"{"a":1}"#; 20];
    texts.push(r#"{"a":1,"rare":2}"#);
    check(&texts, "{a:Int64}");
    texts.push(r#"{"a":1,"rare":2,"b":{"c":1}}"#);
    texts.push(r#"{"a":1,"rare":2,"b":true}"#);
    check(&texts, "{a:Int64,rare:Int64}");
}

#[test]
fn there_are_so_many_columns_and_no_more() {
    let members: Vec<_> = (0..400).map(|i| format!("\"k{i:03}\":{i}")).collect();
    let text = format!("{{{}}}", members.join(","));
    let shredding = Shredding::infer(&batch_of(&[&text])).unwrap();
    let ty = short(shredding.schema().field(0).data_type());
    assert_eq!(ty.matches("Int64").count(), 300);
    there_and_back(&batch_of(&[&text, "{}"]), &shredding);
    let deep = format!("{}1{}", "[".repeat(60), "]".repeat(60));
    check(&[&deep], "?");
    check(&["[[[[[[[[1]]]]]]]]", &deep], "[[[[[[[[Int64]]]]]]]]");
}

#[test]
fn later_batches_need_not_be_alike() {
    let shredding = Shredding::infer(&batch_of(&[r#"{"a":1,"b":["x"],"c":{"d":1.5}}"#])).unwrap();
    there_and_back(
        &batch_of(&[
            "1",
            "null",
            "[1]",
            r#"{"b":{"x":[1]},"a":"1","z":{"a":1}}"#,
            r#"{"c":{"e":1,"d":1.50},"a":null}"#,
            r#"{"c":[],"b":[null,[1],"x"],"a":18446744073709551615}"#,
        ]),
        &shredding,
    );
    let nulls = batch(&[None, Some(encode("1")), None]);
    there_and_back(&nulls, &shredding);
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn value(&mut self, depth: u64, out: &mut String) {
        let kinds = if depth == 0 { 9 } else { 13 };
        match self.below(kinds) {
            0 => out.push_str("null"),
            1 => out.push_str("true"),
            2 => *out += &format!("{}", self.below(300)),
            3 => *out += &format!("-{}", 1 + self.below(1 << 31) * self.below(1 << 31)),
            4 => *out += &format!("{}.{}", self.below(100), self.below(1000)),
            5 => *out += &format!("{}.10", self.below(1 << 33) * self.below(1 << 20)),
            6 => *out += "18446744073709551615",
            7 => *out += &format!("\"{}\"", "é".repeat(self.below(50) as usize)),
            8 => *out += "\"x\"",
            9 => {
                let len = self.below(5);
                out.push('[');
                for index in 0..len {
                    if index != 0 {
                        out.push(',');
                    }
                    self.value(depth - 1, out);
                }
                out.push(']');
            }
            _ => {
                out.push('{');
                let mut separator = "";
                for key in ["a", "b", "c", "dd", "é", "\u{10000}", "\u{FFFF}"] {
                    if self.below(2) == 0 {
                        *out += &format!("{separator}\"{key}\":");
                        separator = ",";
                        self.value(depth - 1, out);
                    }
                }
                out.push('}');
            }
        }
    }
}

#[test]
fn random_documents_come_back() {
    let mut random = Random(7);
    let mut documents = 0;
    let mut typed = 0;
    for round in 0..100 {
        let texts: Vec<_> = (0..100)
            .map(|_| {
                let mut text = String::new();
                random.value(round % 5, &mut text);
                text
            })
            .collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let batch = batch_of(&texts);
        // The types of some rows, so that others differ more from them.
        let few = batch.slice(0, 1 + round as usize % 7);
        for of in [&batch, &few] {
            let shredding = Shredding::infer(of).unwrap();
            typed += usize::from(short(shredding.schema().field(0).data_type()) != "?");
            there_and_back(&batch, &shredding);
        }
        documents += texts.len();
    }
    assert_eq!(documents, 10_000);
    assert!(typed > 50, "{typed}");
}

#[test]
fn types_of_others_are_refused() {
    let field = |ty: DataType, is_nullable| {
        let typed = Field::new("typed_value", ty, true);
        let fields = vec![
            Field::new("metadata", DataType::Binary, false),
            Field::new("value", DataType::Binary, is_nullable),
            typed,
        ];
        let field = Field::new("v", DataType::Struct(fields.into()), true);
        let field = field.with_metadata([("ARROW:extension:name", "arrow.parquet.variant")]);
        Shredding::with_schema(Arc::new(Schema::new(vec![field])))
    };
    assert!(field(DataType::Int64, true).is_ok());
    for (ty, is_nullable) in [
        (DataType::Int64, false),
        (DataType::UInt64, true),
        (DataType::FixedSizeBinary(4), true),
        (
            DataType::Struct(vec![Field::new("a", DataType::Int64, false)].into()),
            true,
        ),
    ] {
        let error = field(ty, is_nullable).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{error}");
    }
    // A batch of another schema.
    let shredding = field(DataType::Int64, true).unwrap();
    let other: ArrayRef = Arc::new(BinaryArray::from_iter_values([b"x"]));
    let other = RecordBatch::try_from_iter([("v", other)]).unwrap();
    assert!(shredding.shred(&other).is_err());
}

#[test]
fn damaged_bytes_are_errors() {
    let (metadata, value) = encode(r#"{"a":[1,2.5,"x"],"b":{"c":{}},"d":"x"}"#);
    let shredding = Shredding::infer(&batch(&[Some((metadata.clone(), value.clone()))])).unwrap();
    for at in 0..value.len() {
        for byte in 0..=255 {
            let mut damaged = value.clone();
            damaged[at] = byte;
            let batch = batch(&[Some((metadata.clone(), damaged))]);
            let _ = Shredding::infer(&batch);
            // An error or another value, but never a panic, and never another value than without
            // the columns.
            if let Ok(shredded) = shredding.shred(&batch)
                && let Ok(expected) = rows(&batch)
            {
                let value = |lines: Vec<String>| -> Value { json::from_str(&lines[0]).unwrap() };
                assert_eq!(value(rows(&shredded).unwrap()), value(expected));
            }
        }
    }
}

#[test]
fn the_suite_of_parquet() {
    let Some(folder) = suite::folder("shredded_variant") else {
        return;
    };
    let cases: Value = json::from_slice(&fs::read(folder.join("cases.json")).unwrap()).unwrap();
    let (mut equal, mut refused, mut shredded_again) = (0, 0, 0);
    for case in cases.items() {
        let Some(file) = case.get("parquet_file") else {
            continue;
        };
        let file = file.as_str().unwrap();
        let read = || {
            let mut reader = open(fs::read(folder.join(file)).unwrap())?;
            let mut batches = Vec::new();
            while let Some(batch) = reader.next_batch()? {
                batches.push(batch);
            }
            let lines = batches.iter().map(rows).collect::<Result<Vec<_>>>()?;
            Ok((batches, lines.concat()))
        };
        let read: Result<(Vec<RecordBatch>, Vec<String>)> = read();
        let names: Vec<Option<&str>> = match (case.get("variant_file"), case.get("variant_files")) {
            (Some(name), _) => vec![name.as_str()],
            (None, Some(names)) => names.items().map(|name| name.as_str()).collect(),
            (None, None) => {
                assert!(case.get("error_message").is_some(), "{file}");
                assert!(
                    read.is_err(),
                    "{file} was read: {:?}",
                    read.map(|(_, lines)| lines)
                );
                refused += 1;
                continue;
            }
        };
        let variants: Vec<_> = names
            .iter()
            .map(|name| {
                let bytes = fs::read(folder.join((*name)?)).unwrap();
                let Variant { metadata, value } = split(&bytes);
                Some((metadata.to_vec(), value.to_vec()))
            })
            .collect();
        let (batches, lines) = match read {
            Ok(read) => read,
            Err(_) if file.contains("INVALID") => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{file}: {error}"),
        };
        let expected: Vec<_> = variants
            .iter()
            .map(|variant| match variant {
                Some((metadata, value)) => text_of(&Variant { metadata, value }),
                None => "null".to_owned(),
            })
            .collect();
        assert_eq!(lines.len(), expected.len(), "{file}");
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(
                line.ends_with(&format!(",\"var\":{expected}}}")),
                "{file}: {line}, not {expected}"
            );
        }
        equal += 1;
        // By the same types our columns have the same values.
        let field = batches[0]
            .schema_ref()
            .field_with_name("var")
            .unwrap()
            .clone();
        let field = field.with_name("v").with_nullable(true);
        if let Ok(shredding) = Shredding::with_schema(Arc::new(Schema::new(vec![field]))) {
            let batch = batch(&variants);
            there_and_back(&batch, &shredding);
            let ours = shredding.shred(&batch).unwrap();
            let (ours, theirs) = (
                ours.column(0).as_struct(),
                batches[0].column_by_name("var").unwrap(),
            );
            let kept_whole = "testUnshreddedVariantsWithShreddedSchema";
            let is_shredded = case
                .get("test")
                .is_none_or(|test| test.as_str() != Some(kept_whole));
            if is_shredded && let Some(typed) = theirs.as_struct().column_by_name("typed_value") {
                let ours = ours.column_by_name("typed_value").unwrap();
                assert_eq!(ours.null_count(), typed.null_count(), "{file}");
                shredded_again += 1;
            }
        }
    }
    println!("{equal} equal, {refused} refused, {shredded_again} shredded by the same types");
    assert_eq!(equal + refused, 137);
}

/// Items without most of their members would take a thousand times their bytes.
#[test]
fn arrays_of_sparse_objects_stay_bytes() {
    let members: Vec<_> = (0..200).map(|key| format!("\"k{key:03}\":1")).collect();
    let full = format!("{{{}}}", members.join(","));
    let usual = format!("[{full},{full}]");
    let sparse = format!("[{}]", vec!["{}"; 100_000].join(","));
    let nested = format!("[{}]", vec!["[{}]"; 100_000].join(","));
    let shredding = Shredding::infer(&batch_of(&[&*usual; 10])).unwrap();
    let batch = batch_of(&[&*usual, &sparse, &nested, &usual]);
    let shredded = shredding.shred(&batch).unwrap();
    let typed = |row: usize| {
        let column = shredded.column(0).as_struct();
        column.column_by_name("typed_value").unwrap().is_valid(row)
    };
    assert_eq!([typed(0), typed(1), typed(3)], [true, false, true]);
    let size = shredded.get_array_memory_size();
    assert!(size < 32 << 20, "{size}");
    for (row, text) in [&usual, &sparse, &nested, &usual].into_iter().enumerate() {
        let rows = Rows::new(&shredded, RowOptions::default()).unwrap();
        let found = json::to_string(&rows.row(row)).unwrap();
        assert!(found == format!("{{\"v\":{text}}}"), "{row}");
    }
}

/// Returns a column of lists of the values of a column of VARIANT: `of_row` of them in each row.
fn lists(values: &RecordBatch, of_row: usize) -> RecordBatch {
    let item = Arc::new(values.schema().field(0).clone());
    let rows = values.num_rows() / of_row;
    let offsets = OffsetBuffer::from_lengths(vec![of_row; rows]);
    let array = ListArray::new(item, offsets, values.column(0).clone(), None);
    let field = Field::new("l", array.data_type().clone(), true);
    RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![Arc::new(array)]).unwrap()
}

#[test]
fn a_part_of_a_batch_of_lists_has_its_items_alone() {
    let texts: Vec<_> = (0..100).map(|id| format!("{{\"id\":{id}}}")).collect();
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    let batch = lists(&batch_of(&texts), 5);
    let shredding = Shredding::infer(&batch).unwrap();
    let part = shredding.shred(&batch.slice(3, 2)).unwrap();
    assert_eq!(part.column(0).as_list::<i32>().values().len(), 10);
    let rows = Rows::new(&part, RowOptions::default()).unwrap();
    for row in 0..2 {
        let items = texts[15 + 5 * row..][..5].join(",");
        let found = json::to_string(&rows.row(row)).unwrap();
        assert_eq!(found, format!("{{\"l\":[{items}]}}"));
    }
}

#[test]
fn values_that_are_too_sparse_are_refused() {
    let members: Vec<_> = (0..290).map(|key| format!("\"k{key:03}\":1")).collect();
    let full = format!("{{{}}}", members.join(","));
    let shredding = Shredding::infer(&lists(&batch_of(&[&*full; 10]), 10)).unwrap();
    let sparse = lists(&batch_of(&vec!["{}"; 250_000]), 250_000);
    let error = shredding.shred(&sparse).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SizeLimit);
}
