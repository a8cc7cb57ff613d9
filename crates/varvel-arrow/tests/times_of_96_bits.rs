//! Times of 96 bits in Parquet, in all places and units of a column.

#![cfg(feature = "parquet")]

mod reading;

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::{ARROW_SCHEMA_META_KEY, encode_arrow_schema};
use parquet::data_type::{Int96, Int96Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use varvel::{ErrorKind, Result};

use reading::{lines, open};

/// Returns the row of a file that has a list of one time, `day` days after the beginning of 1970.
fn read(day: u32, list: fn(Arc<Field>) -> DataType, time: DataType) -> Result<Vec<String>> {
    const JULIAN_1970: u32 = 2_440_588;
    let item = Arc::new(Field::new("element", time, false));
    let schema = Schema::new(vec![Field::new("t", list(item), false)]);
    let types = "message m {
        REQUIRED GROUP t (LIST) { REPEATED GROUP list { REQUIRED INT96 element; } }
    }";
    let key = ARROW_SCHEMA_META_KEY.to_owned();
    let hint = KeyValue::new(key, encode_arrow_schema(&schema));
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![hint]));
    let types = Arc::new(parse_message_type(types).unwrap());
    let mut writer =
        SerializedFileWriter::new(Vec::new(), types, Arc::new(properties.build())).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let time = Int96::from(vec![0, 0, JULIAN_1970 + day]);
    let written = column.typed::<Int96Type>();
    written
        .write_batch(&[time], Some(&[1]), Some(&[0]))
        .unwrap();
    column.close().unwrap();
    group.close().unwrap();
    lines(&mut open(writer.into_inner().unwrap())?)
}

#[test]
fn no_time_wraps_around_in_lists_of_any_kind() {
    // The years 1970, 2299 and 300,000 or so.
    let (near, far, beyond) = (1, 120_000, 120_000_000);
    let lists: [fn(Arc<Field>) -> DataType; 3] = [DataType::List, DataType::LargeList, |item| {
        DataType::FixedSizeList(item, 1)
    }];
    for list in lists {
        for zone in [None, Some("UTC".into())] {
            let time = |unit| DataType::Timestamp(unit, zone.clone());
            let suffix = if zone.is_some() { "Z" } else { "" };
            for unit in [TimeUnit::Nanosecond, TimeUnit::Microsecond] {
                let rows = read(near, list, time(unit)).unwrap();
                assert_eq!(
                    rows,
                    [format!(r#"{{"t":["1970-01-02T00:00:00{suffix}"]}}"#)]
                );
            }
            let rows = read(far, list, time(TimeUnit::Microsecond)).unwrap();
            assert_eq!(
                rows,
                [format!(r#"{{"t":["2298-07-20T00:00:00{suffix}"]}}"#)]
            );
            for (day, unit) in [
                (far, TimeUnit::Nanosecond),
                (beyond, TimeUnit::Nanosecond),
                (beyond, TimeUnit::Microsecond),
            ] {
                let error = read(day, list, time(unit)).unwrap_err();
                assert_eq!(
                    error.kind(),
                    ErrorKind::NumberOutOfRange,
                    "{unit:?}: {error}"
                );
            }
            assert!(read(beyond, list, time(TimeUnit::Millisecond)).is_ok());
        }
    }
}
