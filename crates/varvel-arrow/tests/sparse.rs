//! Records whose members are nearly all missing, and records that have no columns.

use std::fmt::Write as _;
use std::io;

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use varvel::records::{Format, Options, Watch};
use varvel::schema::Inference;
use varvel::{Encode as _, ErrorKind, json};
use varvel_arrow::{Columns, Conflicts, FileWriter, Kind, RowOptions, Rows, arrow_schema, infer};

fn columns_of(lines: &str) -> SchemaRef {
    let (options, watch) = (Options::default(), Watch::default());
    let schema = infer(lines.as_bytes(), Format::Ndjson, None, &options, watch).unwrap();
    arrow_schema(&schema, Conflicts::Text, true).unwrap()
}

/// Checks that rows of the columns are the lines, without the members that are null.
fn stay(schema: &SchemaRef, lines: &str) {
    let mut columns = Columns::new(schema.clone()).unwrap();
    for line in lines.lines().step_by(997) {
        json::drive(line.as_bytes(), &json::ReadOptions::default(), &mut columns).unwrap();
        columns.end_row();
    }
    let options = RowOptions {
        skip_nulls: true,
        ..RowOptions::default()
    };
    let rows = Rows::new(&columns.take(), options).unwrap();
    for (index, line) in lines.lines().step_by(997).enumerate() {
        assert_eq!(json::to_string(&rows.row(index)).unwrap(), line);
    }
}

#[test]
fn few_keys_at_each_of_several_depths_are_maps() {
    let mut lines = String::new();
    for i in 0..9000 {
        let (k, z, y) = (i % 30, i / 30 % 30, i / 900);
        writeln!(lines, r#"{{"a":{{"k{k}":{{"z{z}":{{"y{y}":1}}}}}}}}"#).unwrap();
    }
    let schema = columns_of(&lines);
    assert!(
        matches!(schema.field(0).data_type(), DataType::Map(..)),
        "{schema}"
    );
    assert!(schema.flattened_fields().len() < 1024);
    stay(&schema, &lines);
}

#[test]
fn objects_of_a_list_are_maps_too() {
    let mut lines = String::new();
    for i in 0..8000 {
        let (k, z) = (i % 90, i / 90);
        writeln!(lines, r#"{{"id":{i},"l":[{{"k{k}":{{"z{z}":1}}}}]}}"#).unwrap();
    }
    let schema = columns_of(&lines);
    assert!(
        schema.flattened_fields().len() < 1024,
        "{}",
        schema.flattened_fields().len()
    );
    assert_eq!(*schema.field(0).data_type(), DataType::Int64);
    stay(&schema, &lines);
}

#[test]
fn records_with_thousands_of_members_have_their_columns() {
    let members: Vec<_> = (0..3000).map(|i| format!(r#""feature_{i}":{i}"#)).collect();
    let long = "k".repeat(512);
    let lines = format!("{{{},\"{long}\":1}}\n", members.join(",")).repeat(2);
    let schema = columns_of(&lines);
    assert_eq!(schema.fields().len(), 3001);
    stay(&schema, &lines);
}

#[test]
fn records_that_are_maps_are_no_table() {
    let mut sparse = String::new();
    for i in 0..9000 {
        writeln!(sparse, r#"{{"user_{i}":1}}"#).unwrap();
    }
    let many: Vec<_> = (0..4097).map(|i| format!(r#""k{i}":{i}"#)).collect();
    let many = format!("{{{}}}\n", many.join(","));
    let long = format!("{{\"{}\":1}}\n", "k".repeat(513));
    for lines in [sparse, many, long] {
        let (options, watch) = (Options::default(), Watch::default());
        let schema = infer(lines.as_bytes(), Format::Ndjson, None, &options, watch).unwrap();
        let error = arrow_schema(&schema, Conflicts::Text, true).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        let found =
            "more than 4096, or than 1024 for each value, or one with a key of more than 512 bytes";
        assert!(error.to_string().contains(found), "{error}");
    }
}

#[test]
fn a_wide_table_whose_members_come_keeps_its_columns() {
    let mut line = String::from("{");
    for i in 0..40 {
        let inner: Vec<_> = (0..50).map(|j| format!(r#""c{j}":{{"x":{j}}}"#)).collect();
        let comma = if i == 0 { "" } else { "," };
        write!(line, r#"{comma}"k{i}":{{{}}}"#, inner.join(",")).unwrap();
    }
    line.push('}');
    let lines = format!("{line}\n").repeat(1100);
    let schema = columns_of(&lines);
    assert_eq!(schema.flattened_fields().len(), 40 + 2 * 2000);
}

#[test]
fn rare_members_keep_their_columns() {
    let mut lines = String::new();
    for i in 0..30_000 {
        writeln!(lines, r#"{{"id":{i},"k{}":{{"a":1,"b":2}}}}"#, i % 150).unwrap();
    }
    assert_eq!(columns_of(&lines).flattened_fields().len(), 1 + 3 * 150);
}

#[test]
fn keys_that_are_no_strings_are_the_reason() {
    let mut inference = Inference::default();
    let record = std::collections::BTreeMap::from([(1, 2)]);
    record.encode(&mut inference, &()).unwrap();
    inference.end_document();
    let error = arrow_schema(&inference.finish(), Conflicts::Text, true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    assert!(
        error.to_string().contains("keys that are no strings"),
        "{error}"
    );
}

/// An output that panics, as the crates that compress do without memory.
struct Panics;

impl io::Write for Panics {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("no room for a context")
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_panic_in_writing_is_an_error() {
    let schema = columns_of("{\"a\":1}\n");
    let error = FileWriter::new(Panics, Kind::Arrow, &schema).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert!(error.hint().unwrap().contains("no room for a context"));
    let mut writer = FileWriter::shredding(Panics, Kind::Arrow, &schema);
    let batch = RecordBatch::new_empty(schema.clone());
    assert!(writer.write(&batch).is_err());
    assert!(writer.write(&batch).is_err());
    assert!(writer.finish().is_err());
}
