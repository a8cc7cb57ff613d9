//! Times of 96 bits, which old files have: a day and nanoseconds.
//!
//! The crate `parquet` reads them as numbers of 64 bits in the unit of the column, most often
//! nanoseconds, which end in the years 1677 and 2262. A time beyond wraps around. So they are read
//! as seconds first, which hold all of them.

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

use super::about::leaves;
use super::guard::{failed, guarded};
use super::input::Input;
use crate::extension::with_item;

/// The most rows that are looked at together.
const ROWS: usize = 1024;

/// Checks the times of 96 bits in a row group.
///
/// # Errors
/// `NumberOutOfRange` for one that 64 bits in the unit of the column do not hold.
pub(super) fn check(
    input: &Input,
    metadata: &ArrowReaderMetadata,
    mask: &ProjectionMask,
    group: usize,
) -> Result {
    let mut columns = metadata.parquet_schema().columns().iter().enumerate();
    let mut times = Vec::new();
    leaves(metadata.schema(), &mut |_, field| {
        if let Some((leaf, column)) = columns.next()
            && column.physical_type() == Physical::INT96
            && mask.leaf_included(leaf)
            && let DataType::Timestamp(unit, _) = field.data_type()
        {
            times.push((leaf, *unit));
        }
    });
    times
        .iter()
        .try_for_each(|(leaf, unit)| guarded(|| check_column(input, metadata, group, *leaf, *unit)))
}

/// Checks the times of a column.
fn check_column(
    input: &Input,
    metadata: &ArrowReaderMetadata,
    group: usize,
    leaf: usize,
    unit: TimeUnit,
) -> Result {
    let mut next = 0;
    let fields = metadata.schema().fields().iter();
    let fields: Fields = fields
        .map(|field| in_seconds(field, leaf, &mut next))
        .collect();
    let options = ArrowReaderOptions::new().with_schema(Arc::new(Schema::new(fields)));
    let all = metadata.metadata().clone();
    let metadata = ArrowReaderMetadata::try_new(all, options).map_err(failed)?;
    let mask = ProjectionMask::leaves(metadata.parquet_schema(), [leaf]);
    let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(input.clone(), metadata)
        .with_projection(mask)
        .with_row_groups(vec![group])
        .with_batch_size(ROWS)
        .build();
    for batch in reader.map_err(failed)? {
        let batch = batch.map_err(failed)?;
        let mut columns = batch.columns().iter();
        columns.try_for_each(|column| check_array(column, unit))?;
    }
    Ok(())
}

/// Returns a field with seconds for the column of the number `leaf`; `next` is the number of the
/// field's first column. This recurses by the depth of the types.
fn in_seconds(field: &FieldRef, leaf: usize, next: &mut usize) -> FieldRef {
    let mut inner = |field: &FieldRef| in_seconds(field, leaf, next);
    let ty = match field.data_type() {
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(inner).collect()),
        DataType::Map(entries, sorted) => DataType::Map(inner(entries), *sorted),
        ty => match with_item(ty, inner) {
            Some(list) => list,
            None => {
                *next += 1;
                match ty {
                    DataType::Timestamp(_, zone) if *next == leaf + 1 => {
                        DataType::Timestamp(TimeUnit::Second, zone.clone())
                    }
                    _ => return field.clone(),
                }
            }
        },
    };
    Arc::new(Field::clone(field).with_data_type(ty))
}

/// Checks the times of an array, which are seconds here, and become numbers of `unit`. This
/// recurses by the depth of the types.
fn check_array(array: &ArrayRef, unit: TimeUnit) -> Result {
    let mut parts = match array.data_type() {
        DataType::Timestamp(..) => {
            return check_times(array.as_primitive::<TimestampSecondType>().iter(), unit);
        }
        DataType::Struct(_) => array.as_struct().columns().iter(),
        DataType::List(_) => return check_array(array.as_list::<i32>().values(), unit),
        DataType::LargeList(_) => return check_array(array.as_list::<i64>().values(), unit),
        DataType::ListView(_) => return check_array(array.as_list_view::<i32>().values(), unit),
        DataType::LargeListView(_) => {
            return check_array(array.as_list_view::<i64>().values(), unit);
        }
        DataType::FixedSizeList(..) => {
            return check_array(array.as_fixed_size_list().values(), unit);
        }
        DataType::Map(..) => array.as_map().entries().columns().iter(),
        _ => return Ok(()),
    };
    parts.try_for_each(|part| check_array(part, unit))
}

/// Checks seconds that become numbers of `unit`.
fn check_times(times: impl Iterator<Item = Option<i64>>, unit: TimeUnit) -> Result {
    let (per_second, expected) = match unit {
        TimeUnit::Second => return Ok(()),
        TimeUnit::Millisecond => (1_000, "a time of 96 bits that milliseconds hold"),
        TimeUnit::Microsecond => (1_000_000, "a time of 96 bits that microseconds hold"),
        TimeUnit::Nanosecond => (1_000_000_000, "a time of 96 bits in the years 1678 to 2261"),
    };
    let most = (i64::MAX / per_second - 1).unsigned_abs();
    match times.flatten().find(|time| time.unsigned_abs() > most) {
        None => Ok(()),
        Some(seconds) => {
            let error = Error::expected(ErrorKind::NumberOutOfRange, expected);
            Err(error.with_content(format_args!("{seconds} seconds after 1970")))
        }
    }
}
