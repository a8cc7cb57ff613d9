//! [`schema_of`]: the schema of a Parquet file, with the types that the crate `parquet` leaves out.

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowSchemaConverter;
use parquet::basic::{ConvertedType, LogicalType};
use parquet::errors::Result;
use parquet::schema::types::{GroupTypeBuilder, SchemaDescriptor, Type, TypePtr};

use crate::extension::{is_interval, is_uuid, is_variant};

/// The version of VARIANT. Spark refuses columns without it.
const VERSION: i8 = 1;

/// Returns the schema of a Parquet file with columns of `schema`. Those of VARIANT have that type.
pub(crate) fn schema_of(schema: &Schema) -> Result<SchemaDescriptor> {
    let plain = ArrowSchemaConverter::new().convert(schema)?;
    let root = plain.root_schema();
    let columns = root.get_fields().iter().zip(schema.fields());
    let columns = columns.map(|(ty, field)| typed(ty, field));
    let root = Type::group_type_builder(root.name()).with_fields(columns.collect::<Result<_>>()?);
    Ok(SchemaDescriptor::new(Arc::new(root.build()?)))
}

/// Returns the type of a column. This recurses by the depth of the schema.
fn typed(ty: &TypePtr, field: &Field) -> Result<TypePtr> {
    match field.data_type() {
        DataType::Struct(members) => {
            let members = ty.get_fields().iter().zip(members);
            let members = members.map(|(ty, field)| typed(ty, field));
            let group = group(ty, members.collect::<Result<_>>()?);
            let variant = Some(LogicalType::variant(Some(VERSION)));
            Ok(Arc::new(match is_variant(field) {
                true => group.with_logical_type(variant).build()?,
                false => group.build()?,
            }))
        }
        // A list is a group of a repeated group of its item, and a map one of its entries.
        DataType::List(inner) => {
            let repeated = &ty.get_fields()[0];
            let item = typed(&repeated.get_fields()[0], inner)?;
            let repeated = group(repeated, vec![item]).build()?;
            Ok(Arc::new(group(ty, vec![Arc::new(repeated)]).build()?))
        }
        DataType::Map(entry, _) => {
            let entries = typed(&ty.get_fields()[0], entry)?;
            Ok(Arc::new(group(ty, vec![entries]).build()?))
        }
        _ if is_uuid(field) => leaf(ty, 16, Some(LogicalType::Uuid), ConvertedType::NONE),
        _ if is_interval(field) => leaf(ty, 12, None, ConvertedType::INTERVAL),
        _ => Ok(ty.clone()),
    }
}

/// Returns a column of so many bytes, as `ty` is, of another type.
fn leaf(
    ty: &Type,
    len: i32,
    logical: Option<LogicalType>,
    converted: ConvertedType,
) -> Result<TypePtr> {
    let info = ty.get_basic_info();
    let leaf = Type::primitive_type_builder(ty.name(), ty.get_physical_type())
        .with_repetition(info.repetition())
        .with_length(len)
        .with_logical_type(logical)
        .with_converted_type(converted)
        .with_id(info.has_id().then(|| info.id()));
    Ok(Arc::new(leaf.build()?))
}

/// Begins a group as `ty` is, of other fields.
pub(crate) fn group<'a>(ty: &'a Type, fields: Vec<TypePtr>) -> GroupTypeBuilder<'a> {
    let info = ty.get_basic_info();
    Type::group_type_builder(ty.name())
        .with_repetition(info.repetition())
        .with_converted_type(info.converted_type())
        .with_logical_type(info.logical_type_ref().cloned())
        .with_id(info.has_id().then(|| info.id()))
        .with_fields(fields)
}
