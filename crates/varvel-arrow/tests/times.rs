//! Points in time as columns: their unit, and text with and without a zone.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{TimestampMicrosecondType, TimestampNanosecondType};
use arrow_array::{Array as _, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use varvel::schema::Inference;
use varvel::{Encode as _, Error, ErrorKind, Result, Timestamp, json};
use varvel_arrow::{Columns, Conflicts, RowOptions, Rows, arrow_schema};

type Record = BTreeMap<&'static str, Timestamp>;

fn records(times: &[(i64, u32)]) -> Vec<Record> {
    let time = |&(seconds, nanos): &(i64, u32)| Timestamp::new(seconds, nanos).unwrap();
    let times = times.iter().map(time);
    times.map(|time| BTreeMap::from([("t", time)])).collect()
}

/// Infers the schema of records, in two parts that are merged.
fn inferred(times: &[(i64, u32)], conflicts: Conflicts) -> Result<SchemaRef> {
    let mut all = Inference::default();
    for part in records(times).chunks(1) {
        let mut inference = Inference::default();
        for record in part {
            record.encode(&mut inference, &())?;
            inference.end_document();
        }
        all.merge(inference)?;
    }
    arrow_schema(&all.finish(), conflicts, true)
}

fn ty(times: &[(i64, u32)]) -> DataType {
    let schema = inferred(times, Conflicts::Text).unwrap();
    schema.field(0).data_type().clone()
}

fn at(unit: TimeUnit) -> DataType {
    DataType::Timestamp(unit, Some("UTC".into()))
}

#[test]
fn nanoseconds_are_kept() {
    let times = [(5, 4), (-3, 0), (9_223_372_036, 854_775_807)];
    let schema = inferred(&times, Conflicts::Error).unwrap();
    assert_eq!(*schema.field(0).data_type(), at(TimeUnit::Nanosecond));
    let mut columns = Columns::new(schema).unwrap();
    for record in records(&times) {
        record.encode(&mut columns, &()).unwrap();
        columns.end_row();
    }
    let batch = columns.take();
    let column = batch.column(0).as_primitive::<TimestampNanosecondType>();
    assert_eq!(column.values(), &[5_000_000_004, -3_000_000_000, i64::MAX]);
}

#[test]
fn the_unit_holds_all_values() {
    let micros = at(TimeUnit::Microsecond);
    assert_eq!(ty(&[(5, 4000), (-1, 999_999_000)]), micros);
    // The years 1 and 9999 are in no 64 bits of nanoseconds.
    assert_eq!(ty(&[(-62_135_596_800, 0), (253_402_300_799, 0)]), micros);
    assert_eq!(
        ty(&[(-9_223_372_037, 145_224_192), (0, 1)]),
        at(TimeUnit::Nanosecond)
    );
    for both in [
        [(-9_223_372_037, 145_224_191), (0, 0)],
        [(9_223_372_036, 854_775_808), (0, 0)],
        [(253_402_300_799, 0), (0, 1)],
        [(0, 1), (253_402_300_799, 0)],
        [(i64::MAX, 0), (0, 0)],
    ] {
        assert_eq!(ty(&both), DataType::Utf8, "{both:?}");
        let variant = inferred(&both, Conflicts::Variant).unwrap();
        assert!(matches!(variant.field(0).data_type(), DataType::Struct(_)));
        let error = inferred(&both, Conflicts::Error).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unrepresentable);
        assert!(error.to_string().contains("`t`"), "{error}");
    }
}

fn read(zone: Option<&str>, lines: &[&str]) -> std::result::Result<RecordBatch, Error> {
    let ty = DataType::Timestamp(TimeUnit::Microsecond, zone.map(Into::into));
    let fields = vec![
        Field::new("t", ty, true),
        Field::new("d", DataType::Date32, true),
    ];
    let mut columns = Columns::new(Arc::new(Schema::new(fields)))?;
    for line in lines {
        json::drive(line.as_bytes(), &json::ReadOptions::default(), &mut columns)?;
        columns.end_row();
    }
    Ok(columns.take())
}

#[test]
fn text_has_a_zone_if_the_column_has_one() {
    let (local, zoned) = (
        r#"{"t":"2026-01-01T00:00:00"}"#,
        r#"{"t":"2026-01-01T00:00:00+01:00"}"#,
    );
    let value = |batch: RecordBatch| {
        let column = batch.column(0).as_primitive::<TimestampMicrosecondType>();
        column.value(0)
    };
    assert_eq!(value(read(None, &[local]).unwrap()), 1_767_225_600_000_000);
    let point = read(Some("UTC"), &[zoned]).unwrap();
    assert_eq!(value(point), 1_767_222_000_000_000);
    for (zone, line, found) in [
        (None, zoned, "with a zone"),
        (Some("UTC"), local, "without a zone"),
        (None, r#"{"t":"yesterday"}"#, "no time"),
        (Some("UTC"), r#"{"t":"yesterday"}"#, "no point in time"),
        (
            Some("UTC"),
            r#"{"t":"2024-01-01T00:00:00.1234567891Z"}"#,
            "a point in time for the column `t` with at most nine digits of a second, found \
             2024-01-01T00:00:00.1234567891Z",
        ),
        (
            None,
            r#"{"t":"2024-01-01T00:00:00.1234567891"}"#,
            "a time without a zone for the column `t` with at most nine digits of a second",
        ),
        // Not only the digits are wrong.
        (
            Some("UTC"),
            r#"{"t":"2024-13-01T00:00:00.1234567891Z"}"#,
            "no point in time",
        ),
        (None, r#"{"t":"2024-01-01T00:00:00."}"#, "no time"),
    ] {
        let error = read(zone, &[line]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TypeMismatch);
        assert!(error.to_string().contains(found), "{error}");
    }
}

#[test]
fn years_with_a_sign_are_read_as_they_are_written() {
    let lines = [
        r#"{"t":"+12026-01-31T23:59:59.000001","d":"+12026-01-31"}"#,
        r#"{"t":"-0044-03-15T00:00:00","d":"-0044-03-15"}"#,
        r#"{"t":"0000-02-29T00:00:00","d":"9999-12-31"}"#,
    ];
    let batch = read(None, &lines).unwrap();
    assert_eq!(batch.column(0).null_count(), 0);
    let rows = Rows::new(&batch, RowOptions::default()).unwrap();
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(json::to_string(&rows.row(index)).unwrap(), *line);
    }
}
