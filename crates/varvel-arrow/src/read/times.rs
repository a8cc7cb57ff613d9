//! Times of 96 bits, which old files have: a day and nanoseconds.
//!
//! The crate `parquet` reads them as nanoseconds of 64 bits, which end in the years 1677 and 2262,
//! and a time beyond wraps around. So they are read as seconds first.

use std::sync::Arc;

use ::parquet::arrow::ProjectionMask;
use ::parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder,
};
use ::parquet::basic::Type as Physical;
use arrow_array::cast::AsArray as _;
use arrow_array::types::TimestampSecondType;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Field, FieldRef, Fields, Schema, TimeUnit};
use varvel::{Error, ErrorKind, Result};

use super::guard::{failed, guarded};
use super::input::Input;

/// The most rows that are looked at together.
const ROWS: usize = 1024;

/// The most seconds before and after 1970 whose nanoseconds are numbers of 64 bits.
const MOST: i64 = i64::MAX / 1_000_000_000 - 1;

/// Checks the times of 96 bits in a row group.
///
/// # Errors
/// `NumberOutOfRange` for one that nanoseconds of 64 bits do not hold.
pub(super) fn check(
    input: &Input,
    metadata: &ArrowReaderMetadata,
    mask: &ProjectionMask,
    group: usize,
) -> Result {
    let schema = metadata.parquet_schema();
    let leaves = schema.columns().iter().enumerate();
    let times = leaves.filter(|(leaf, column)| {
        column.physical_type() == Physical::INT96 && mask.leaf_included(*leaf)
    });
    let times: Vec<usize> = times.map(|(leaf, _)| leaf).collect();
    if times.is_empty() {
        return Ok(());
    }
    guarded(|| {
        let seconds: Fields = metadata.schema().fields().iter().map(in_seconds).collect();
        let seconds = Schema::new(seconds);
        let options = ArrowReaderOptions::new().with_schema(Arc::new(seconds));
        let all = metadata.metadata().clone();
        let metadata = ArrowReaderMetadata::try_new(all, options).map_err(failed)?;
        let mask = ProjectionMask::leaves(metadata.parquet_schema(), times);
        let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(input.clone(), metadata)
            .with_projection(mask)
            .with_row_groups(vec![group])
            .with_batch_size(ROWS)
            .build();
        for batch in reader.map_err(failed)? {
            let batch = batch.map_err(failed)?;
            batch.columns().iter().try_for_each(check_array)?;
        }
        Ok(())
    })
}

/// Returns a field with seconds for nanoseconds. This recurses by the depth of the types.
fn in_seconds(field: &FieldRef) -> FieldRef {
    let of = |ty| Arc::new(Field::clone(field).with_data_type(ty));
    match field.data_type() {
        DataType::Timestamp(TimeUnit::Nanosecond, None) => {
            of(DataType::Timestamp(TimeUnit::Second, None))
        }
        DataType::Struct(fields) => of(DataType::Struct(fields.iter().map(in_seconds).collect())),
        DataType::List(item) => of(DataType::List(in_seconds(item))),
        DataType::Map(entries, sorted) => of(DataType::Map(in_seconds(entries), *sorted)),
        _ => field.clone(),
    }
}

fn check_array(array: &ArrayRef) -> Result {
    match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => {
            let times = array.as_primitive::<TimestampSecondType>();
            match times
                .iter()
                .flatten()
                .find(|time| time.unsigned_abs() > MOST.unsigned_abs())
            {
                None => Ok(()),
                Some(seconds) => {
                    let expected = "a time of 96 bits in the years 1678 to 2261";
                    let error = Error::expected(ErrorKind::NumberOutOfRange, expected);
                    Err(error.with_content(format_args!("{seconds} seconds after 1970")))
                }
            }
        }
        DataType::Struct(_) => array.as_struct().columns().iter().try_for_each(check_array),
        DataType::List(_) => check_array(array.as_list::<i32>().values()),
        DataType::Map(..) => array
            .as_map()
            .entries()
            .columns()
            .iter()
            .try_for_each(check_array),
        _ => Ok(()),
    }
}
