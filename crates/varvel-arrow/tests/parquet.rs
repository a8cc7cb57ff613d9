//! Parquet files: types that engines look for.

#![cfg(feature = "parquet")]

use std::io;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::printer::print_schema;
use varvel::schema::Inference;
use varvel::{ErrorKind, json};
use varvel_arrow::{Columns, Conflicts, FileWriter, Kind, arrow_schema};

/// Returns the schema of a Parquet file of documents.
fn file_schema(lines: &[&str]) -> String {
    let options = json::ReadOptions::default();
    let mut inference = Inference::default();
    for line in lines {
        json::drive(line.as_bytes(), &options, &mut inference).unwrap();
        inference.end_document();
    }
    let schema = arrow_schema(&inference.finish(), Conflicts::Variant, true).unwrap();
    let mut columns = Columns::new(Arc::clone(&schema)).unwrap();
    for line in lines {
        json::drive(line.as_bytes(), &options, &mut columns).unwrap();
        columns.end_row();
    }
    let mut writer = FileWriter::new(Vec::new(), Kind::Parquet, &schema).unwrap();
    writer.write(&columns.take()).unwrap();
    let file = bytes::Bytes::from(writer.finish().unwrap());
    let reader = SerializedFileReader::new(file).unwrap();
    let metadata = reader.metadata().file_metadata();
    assert_eq!(metadata.num_rows(), i64::try_from(lines.len()).unwrap());
    let mut text = Vec::new();
    print_schema(&mut text, metadata.schema());
    String::from_utf8(text).unwrap()
}

#[test]
fn variant_has_its_version_wherever_it_is() {
    let lines = [
        r#"{"a":1,"b":[1,"x"],"c":{"d":"x"}}"#,
        r#"{"a":"x","b":[],"c":{"d":{"e":1}}}"#,
    ];
    let schema = file_schema(&lines);
    assert_eq!(schema.matches("(VARIANT(Some(1)))").count(), 3, "{schema}");
}

#[test]
fn other_types_stay_what_they_are() {
    let lines = [r#"{"a":1,"b":[{"c":"x"}],"d":18446744073709551615}"#];
    let schema = file_schema(&lines);
    assert!(!schema.contains("VARIANT"), "{schema}");
    for part in [
        "OPTIONAL INT64 a;",
        "(LIST)",
        "(STRING)",
        "(INTEGER(64,false))",
    ] {
        assert!(schema.contains(part), "{part} in {schema}");
    }
}

#[test]
fn rows_without_columns_are_refused() {
    let schema = Arc::new(Schema::empty());
    let batch = |rows| {
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(Arc::clone(&schema), Vec::new(), &options).unwrap()
    };
    let mut writer = FileWriter::new(Vec::new(), Kind::Parquet, &schema).unwrap();
    writer.write(&batch(0)).unwrap();
    let error = writer.write(&batch(2)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unrepresentable);
    assert_eq!(error.expectation(), Some("rows that have a column"));
    assert!(error.hint().unwrap().contains("Arrow"));
    // A table without rows loses nothing.
    let mut writer = FileWriter::new(Vec::new(), Kind::Parquet, &schema).unwrap();
    writer.write(&batch(0)).unwrap();
    let file = bytes::Bytes::from(writer.finish().unwrap());
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    let mut writer = FileWriter::new(Vec::new(), Kind::Arrow, &schema).unwrap();
    writer.write(&batch(2)).unwrap();
}

/// An output on a disk that has room for so many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => {
                self.0 = left;
                Ok(bytes.len())
            }
            None => Err(io::Error::from_raw_os_error(28)),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_keep_their_number() {
    let schema = Arc::new(Schema::new(vec![Field::new("a", DataType::Int64, true)]));
    let mut columns = Columns::new(Arc::clone(&schema)).unwrap();
    json::drive(br#"{"a":1}"#, &json::ReadOptions::default(), &mut columns).unwrap();
    columns.end_row();
    let batch = columns.take();
    let written = |room, kind| {
        let mut writer = FileWriter::new(Full(room), kind, &schema)?;
        writer.write(&batch)?;
        writer.finish().map(drop)
    };
    for kind in [Kind::Parquet, Kind::Arrow] {
        let least = (0..5000).find(|room| written(*room, kind).is_ok());
        for room in (0..least.unwrap()).step_by(7) {
            let error = written(room, kind).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io, "{room}: {error}");
            assert_eq!(error.raw_os_error(), Some(28), "{room}");
        }
    }
}
