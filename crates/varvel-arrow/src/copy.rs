//! [`file_schema`] and [`file_batch`]: batches of one file in another.
//!
//! In an Arrow file a dictionary does not change, and in Parquet each row group has its own. So
//! dictionaries are unpacked on the way into an Arrow file, and into a stream of Arrow.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use varvel::{Error, ErrorKind, Result};

use crate::Kind;
use crate::parts::with_parts;

/// Returns the schema with which batches of `schema` are written into a file: for Arrow without
/// dictionaries. [`file_batch`] makes such batches.
pub fn file_schema(schema: &SchemaRef, kind: Kind) -> SchemaRef {
    if !matches!(kind, Kind::Arrow | Kind::ArrowStream) {
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
    let columns = columns.collect::<Result<_>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(schema, columns, &options).map_err(too_large)
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

/// Returns an array with the type of `field`. This recurses by the depth of the types.
fn unpacked(array: &ArrayRef, field: &Field) -> Result<ArrayRef> {
    if array.data_type() == field.data_type() {
        return Ok(array.clone());
    }
    if let Some(array) = with_parts(array, field.data_type(), unpacked, too_large)? {
        return Ok(array);
    }
    let dictionary = array.as_any_dictionary();
    take(dictionary.values(), dictionary.keys(), None).map_err(too_large)
}

#[cold]
fn too_large(error: ArrowError) -> Error {
    let expected = "a column without a dictionary";
    Error::expected(ErrorKind::Unrepresentable, expected).with_content(error)
}
