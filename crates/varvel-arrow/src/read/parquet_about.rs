//! The summary of a Parquet file, from its metadata.

use ::parquet::arrow::arrow_reader::statistics::StatisticsConverter;
use ::parquet::basic::LogicalType;
use ::parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use ::parquet::schema::types::{SchemaDescriptor, Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use std::sync::Arc;
use varvel::{Duplicates, Limits, Result, Value, with_builder};

use super::about::{ColumnAbout, FileAbout, PartAbout, leaves, type_name};
use super::guard::{failed, guarded};
use crate::extension::TYPED;
use crate::rows::{RowOptions, Rows};

/// Returns the summary of a file. `types` are those of Arrow for all columns.
pub(super) fn about(metadata: &ParquetMetaData, types: &SchemaRef) -> FileAbout {
    let file = metadata.file_metadata();
    let values = file.key_value_metadata().into_iter().flatten();
    let mut columns = Vec::new();
    leaves(types, &mut |_, field| columns.push(field.clone()));
    let schema = file.schema_descr();
    let columns = columns.iter().enumerate();
    FileAbout {
        created_by: file.created_by().map(str::to_owned),
        metadata: values.map(|value| value.key.clone()).collect(),
        parts: metadata.row_groups().iter().map(part).collect(),
        columns: columns
            .filter(|(leaf, _)| *leaf < schema.num_columns())
            .map(|(leaf, field)| column(metadata, schema, leaf, field))
            .collect(),
    }
}

fn part(group: &RowGroupMetaData) -> PartAbout {
    let mut codecs: Vec<String> = Vec::new();
    let (mut bytes, mut unpacked) = (0_u64, 0_u64);
    for column in group.columns() {
        let codec = column.compression().to_string();
        let codec = codec.split('(').next().unwrap_or_default().to_lowercase();
        if !codecs.contains(&codec) {
            codecs.push(codec);
        }
        bytes = bytes.saturating_add(column.compressed_size().unsigned_abs());
        unpacked = unpacked.saturating_add(column.uncompressed_size().unsigned_abs());
    }
    PartAbout {
        rows: group.num_rows().unsigned_abs(),
        bytes,
        unpacked: Some(unpacked),
        codecs,
    }
}

fn column(
    metadata: &ParquetMetaData,
    schema: &SchemaDescriptor,
    leaf: usize,
    field: &Field,
) -> ColumnAbout {
    let groups = metadata.row_groups();
    let chunks = || groups.iter().map(|group| group.column(leaf));
    let nulls = chunks().map(|chunk| chunk.statistics()?.null_count_opt());
    let bytes = chunks().map(|chunk| chunk.compressed_size().unsigned_abs());
    let root = schema.get_column_root(leaf);
    let (min, max) = guarded(|| bounds(groups, schema, leaf, field)).unwrap_or_default();
    ColumnAbout {
        path: schema.column(leaf).path().string(),
        ty: type_name(field),
        bytes: Some(bytes.fold(0, u64::saturating_add)),
        nulls: nulls.sum(),
        min,
        max,
        variant: variant(root),
    }
}

/// Returns the version of VARIANT, and whether parts have columns of their own.
fn variant(ty: &Type) -> Option<(i8, bool)> {
    let Some(LogicalType::Variant(variant)) = ty.get_basic_info().logical_type_ref() else {
        return None;
    };
    let mut parts = ty.get_fields().iter();
    let shredded = parts.any(|part| part.name() == TYPED);
    Some((variant.specification_version.unwrap_or(1), shredded))
}

type Bounds = (Option<Value>, Option<Value>);

/// Returns the least and the greatest value of all row groups, if each tells its own.
fn bounds(
    groups: &[RowGroupMetaData],
    schema: &SchemaDescriptor,
    leaf: usize,
    field: &Field,
) -> Result<Bounds> {
    let field = field.clone().with_nullable(true);
    let converter = StatisticsConverter::from_column_index(leaf, &field, schema).map_err(failed)?;
    let minima = values(converter.row_group_mins(groups).map_err(failed)?, &field)?;
    let maxima = values(converter.row_group_maxes(groups).map_err(failed)?, &field)?;
    // A row group of nulls alone has none.
    let known = groups.iter().zip(&minima).all(|(group, min)| {
        let statistics = group.column(leaf).statistics();
        let nulls = statistics.and_then(|it| it.null_count_opt());
        !min.is_null() || nulls == Some(group.column(leaf).num_values().unsigned_abs())
    });
    if !known {
        return Ok((None, None));
    }
    let some = |values: Vec<Value>| values.into_iter().filter(|value| !value.is_null());
    Ok((some(minima).min(), some(maxima).max()))
}

/// Returns the values of an array.
fn values(array: ArrayRef, field: &Field) -> Result<Vec<Value>> {
    let schema = Schema::new(vec![field.clone()]);
    let batch = RecordBatch::try_new(Arc::new(schema), vec![array]).map_err(failed)?;
    // Numbers in text that is JSON keep their digits.
    let options = RowOptions {
        exact_decimals: true,
        ..RowOptions::default()
    };
    let rows = Rows::new(&batch, options)?;
    let value = |index| {
        let row = with_builder(Duplicates::Last, Limits::DEFAULT, |builder| {
            builder.start()?;
            rows.give(index, builder)?;
            builder.finish()
        })?;
        Ok(Value::from(row)[field.name().as_str()].clone())
    };
    (0..rows.len()).map(value).collect()
}
