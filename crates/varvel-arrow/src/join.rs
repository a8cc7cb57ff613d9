//! [`joined_schema`] and [`joined_batch`]: the batches of several files in one.
//!
//! The files have equal columns. A column that may be null in one of them may be so in all. Columns
//! are found by their names, those inside of others by their order.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use varvel::{Error, ErrorKind, Result};

use crate::extension::EXTENSION;
use crate::parts::with_parts;
use crate::read::type_name;

/// Returns the schema of a file that has the rows of two others: the columns and the metadata of
/// `first`, with the nulls of both, and the metadata that only `other` has.
///
/// ```
/// use std::sync::Arc;
/// use arrow_schema::{DataType, Field, Schema};
/// use varvel_arrow::joined_schema;
/// let of = |ty, nulls| Arc::new(Schema::new(vec![Field::new("id", ty, nulls)]));
/// let (first, other) = (of(DataType::Int64, false), of(DataType::Int64, true));
/// assert_eq!(joined_schema(&first, &other)?, other);
/// let error = joined_schema(&first, &of(DataType::Utf8, false)).unwrap_err();
/// assert_eq!(error.expectation(), Some("the column `id` of the type Int64, as before"));
/// assert_eq!(error.found(), Some("Utf8"));
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// `TypeMismatch` with the first column that is not in both, or has two types.
pub fn joined_schema(first: &SchemaRef, other: &SchemaRef) -> Result<SchemaRef> {
    if first == other {
        return Ok(first.clone());
    }
    let fields = first.fields().iter().map(|field| {
        let path = field.name();
        let same = other.fields().iter().find(|other| other.name() == path);
        joined(
            path,
            field,
            same.ok_or_else(|| differs(path, field, "none"))?,
        )
    });
    let fields = fields.collect::<Result<Fields>>()?;
    let mut more = other.fields().iter();
    if let Some(more) = more.find(|field| first.column_with_name(field.name()).is_none()) {
        let found = format!("a column `{}` of the type {}", more.name(), type_name(more));
        let error = Error::expected(ErrorKind::TypeMismatch, "the columns of before alone");
        return Err(error.with_found(found));
    }
    let mut metadata = other.metadata().clone();
    metadata.extend(first.metadata().clone());
    Ok(Arc::new(Schema::new_with_metadata(fields, metadata)))
}

/// Returns a batch as one of a schema that [`joined_schema`] made of its own.
///
/// # Errors
/// `TypeMismatch` if the schema was made of another one.
pub fn joined_batch(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch> {
    if batch.schema_ref() == schema {
        return Ok(batch.clone());
    }
    let columns = schema.fields().iter().map(|field| {
        let column = batch.column_by_name(field.name());
        renamed(
            column.ok_or_else(|| differs(field.name(), field, "none"))?,
            field,
        )
    });
    let columns = columns.collect::<Result<_>>()?;
    let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options).map_err(failed)
}

/// Returns the column on `path` that has the values of two. This recurses by the depth of the
/// types.
fn joined(path: &str, first: &FieldRef, other: &FieldRef) -> Result<FieldRef> {
    let fails = || differs(path, first, type_name(other));
    let marked = |field: &Field| field.metadata().get(EXTENSION).cloned();
    if marked(first) != marked(other) {
        return Err(fails());
    }
    let item = |item: &FieldRef, other: &FieldRef| joined(&format!("{path}[]"), item, other);
    let ty = match (first.data_type(), other.data_type()) {
        (ty, other) if ty == other => ty.clone(),
        (DataType::Struct(members), DataType::Struct(others)) if members.len() == others.len() => {
            let members = members.iter().zip(others).map(|(member, other)| {
                match member.name() == other.name() {
                    true => joined(&format!("{path}.{}", member.name()), member, other),
                    false => Err(fails()),
                }
            });
            DataType::Struct(members.collect::<Result<_>>()?)
        }
        (DataType::List(one), DataType::List(other)) => DataType::List(item(one, other)?),
        (DataType::LargeList(one), DataType::LargeList(other)) => {
            DataType::LargeList(item(one, other)?)
        }
        (DataType::Map(one, sorted), DataType::Map(other, other_sorted))
            if sorted == other_sorted =>
        {
            DataType::Map(joined(path, one, other)?, *sorted)
        }
        _ => return Err(fails()),
    };
    let is_nullable = first.is_nullable() || other.is_nullable();
    let field = Field::clone(first).with_data_type(ty);
    Ok(Arc::new(field.with_nullable(is_nullable)))
}

/// Returns an array with the type of `field`, which differs in names and nulls alone. This recurses
/// by the depth of the types.
fn renamed(array: &ArrayRef, field: &Field) -> Result<ArrayRef> {
    if array.data_type() == field.data_type() {
        return Ok(array.clone());
    }
    let array_of = with_parts(array, field.data_type(), renamed, failed)?;
    array_of.ok_or_else(|| differs(field.name(), field, array.data_type()))
}

#[cold]
fn differs(path: &str, field: &Field, found: impl std::fmt::Display) -> Error {
    let ty = type_name(field);
    let expected = format!("the column `{path}` of the type {ty}, as before");
    Error::expected(ErrorKind::TypeMismatch, expected).with_found(found.to_string())
}

#[cold]
fn failed(error: ArrowError) -> Error {
    Error::expected(
        ErrorKind::TypeMismatch,
        "a batch with the columns of before",
    )
    .with_content(error)
}

#[cfg(test)]
mod tests {
    use arrow_array::{Int64Array, StringArray, StructArray};

    use super::*;

    fn field(name: &str, ty: DataType, nulls: bool) -> FieldRef {
        Arc::new(Field::new(name, ty, nulls))
    }

    fn schema(fields: Vec<FieldRef>) -> SchemaRef {
        Arc::new(Schema::new(fields))
    }

    fn user(name: DataType, nulls: bool) -> FieldRef {
        let members = Fields::from(vec![field("name", name, nulls)]);
        field("user", DataType::Struct(members), false)
    }

    #[test]
    fn nulls_of_any_part_are_nulls_of_all() {
        let id = field("id", DataType::Int64, false);
        let first = schema(vec![id.clone(), user(DataType::Utf8, false)]);
        let other = schema(vec![user(DataType::Utf8, true), id.clone()]);
        let both = joined_schema(&first, &other).unwrap();
        assert_eq!(both, schema(vec![id, user(DataType::Utf8, true)]));
        // The columns of a batch go to the places of their names.
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), None]));
        let DataType::Struct(members) = other.field(0).data_type() else {
            panic!("the users are structures");
        };
        let users = StructArray::new(members.clone(), vec![names], None);
        let ids: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
        let batch = RecordBatch::try_new(other, vec![Arc::new(users), ids]).unwrap();
        let batch = joined_batch(&batch, &both).unwrap();
        assert_eq!((batch.schema_ref(), batch.num_rows()), (&both, 2));
    }

    #[test]
    fn what_differs_is_named_with_its_path() {
        let of = |ty| schema(vec![user(ty, false)]);
        let error = joined_schema(&of(DataType::Utf8), &of(DataType::Int64)).unwrap_err();
        let expected = "the column `user.name` of the type Utf8, as before";
        assert_eq!(error.expectation(), Some(expected));
        assert_eq!(error.found(), Some("Int64"));
        let more = schema(vec![
            user(DataType::Utf8, false),
            field("x", DataType::Date32, true),
        ]);
        let error = joined_schema(&of(DataType::Utf8), &more).unwrap_err();
        assert_eq!(error.found(), Some("a column `x` of the type Date32"));
        let error = joined_schema(&more, &of(DataType::Utf8)).unwrap_err();
        assert_eq!(error.found(), Some("none"));
        // Text that is JSON is no other text.
        let json = Field::new("x", DataType::Utf8, true);
        let marked = [(EXTENSION.to_owned(), "arrow.json".to_owned())];
        let json = schema(vec![Arc::new(json.with_metadata(marked))]);
        let text = schema(vec![field("x", DataType::Utf8, true)]);
        let error = joined_schema(&json, &text).unwrap_err();
        let expected = "the column `x` of the type JSON, as before";
        assert_eq!(
            (error.expectation(), error.found()),
            (Some(expected), Some("Utf8"))
        );
    }
}
