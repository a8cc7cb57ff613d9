//! [`file_schema`] and [`file_batch`]: batches of one file in another.
//!
//! In an Arrow file a dictionary does not change, and in Parquet each row group has its own. So
//! dictionaries are unpacked on the way into an Arrow file.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{
    Array as _, ArrayRef, GenericListArray, MapArray, OffsetSizeTrait, RecordBatch,
    RecordBatchOptions, StructArray,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use varvel::{Error, ErrorKind, Result};

use crate::Kind;

/// Returns the schema with which batches of `schema` are written into a file: for Arrow without
/// dictionaries. [`file_batch`] makes such batches.
pub fn file_schema(schema: &SchemaRef, kind: Kind) -> SchemaRef {
    if kind != Kind::Arrow {
        return schema.clone();
    }
    let fields: Fields = schema.fields().iter().map(unpacked_field).collect();
    match fields == *schema.fields() {
        true => schema.clone(),
        false => Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone())),
    }
}

/// Returns a batch as one of [`file_schema`].
///
/// # Errors
/// Dictionaries whose values take more memory than an array holds.
pub fn file_batch(batch: RecordBatch, kind: Kind) -> Result<RecordBatch> {
    let schema = file_schema(batch.schema_ref(), kind);
    if schema == *batch.schema_ref() {
        return Ok(batch);
    }
    let columns = batch.columns().iter().zip(schema.fields());
    let columns = columns.map(|(column, field)| unpacked(column, field));
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    columns
        .collect::<std::result::Result<_, _>>()
        .and_then(|columns| RecordBatch::try_new_with_options(schema, columns, &options))
        .map_err(|error| {
            let expected = "a column without a dictionary";
            Error::expected(ErrorKind::Unrepresentable, expected).with_content(error)
        })
}

fn unpacked_field(field: &FieldRef) -> FieldRef {
    let ty = match field.data_type() {
        DataType::Dictionary(_, values) => values.as_ref().clone(),
        DataType::List(item) => DataType::List(unpacked_field(item)),
        DataType::LargeList(item) => DataType::LargeList(unpacked_field(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(unpacked_field).collect()),
        DataType::Map(entries, sorted) => DataType::Map(unpacked_field(entries), *sorted),
        _ => return field.clone(),
    };
    match ty == *field.data_type() {
        true => field.clone(),
        false => {
            let plain = Field::new(field.name(), ty, field.is_nullable());
            Arc::new(plain.with_metadata(field.metadata().clone()))
        }
    }
}

type Unpacked = std::result::Result<ArrayRef, ArrowError>;

/// Returns an array with the type of `field`. This recurses by the depth of the types.
fn unpacked(array: &ArrayRef, field: &Field) -> Unpacked {
    if array.data_type() == field.data_type() {
        return Ok(array.clone());
    }
    let nulls = array.nulls().cloned();
    Ok(match field.data_type() {
        DataType::List(item) => Arc::new(list(array.as_list::<i32>(), item)?),
        DataType::LargeList(item) => Arc::new(list(array.as_list::<i64>(), item)?),
        DataType::Struct(fields) => {
            let parts = array.as_struct().columns().iter().zip(fields);
            let parts = parts.map(|(part, field)| unpacked(part, field));
            let parts = parts.collect::<std::result::Result<_, _>>()?;
            let array = StructArray::try_new_with_length(fields.clone(), parts, nulls, array.len());
            Arc::new(array?)
        }
        DataType::Map(entries, sorted) => {
            let map = array.as_map();
            let inner: ArrayRef = Arc::new(map.entries().clone());
            let inner = unpacked(&inner, entries)?.as_struct().clone();
            let offsets = map.offsets().clone();
            Arc::new(MapArray::try_new(
                entries.clone(),
                offsets,
                inner,
                nulls,
                *sorted,
            )?)
        }
        _ => {
            let dictionary = array.as_any_dictionary();
            take(dictionary.values(), dictionary.keys(), None)?
        }
    })
}

fn list<O: OffsetSizeTrait>(
    list: &GenericListArray<O>,
    item: &FieldRef,
) -> std::result::Result<GenericListArray<O>, ArrowError> {
    let values = unpacked(list.values(), item)?;
    let (offsets, nulls) = (list.offsets().clone(), list.nulls().cloned());
    GenericListArray::try_new(item.clone(), offsets, values, nulls)
}
