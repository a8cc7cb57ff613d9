//! [`annotated`]: the schema of a Parquet file, with the extension types of Arrow for what only
//! Parquet's types tell: VARIANT, JSON, UUIDs and intervals.
//!
//! The crate `parquet` reads an interval without its months, or without the rest. So intervals are
//! read as the bytes that they are: see [`without_intervals`].

use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef, Fields, Schema};
use parquet::basic::{ConvertedType, LogicalType};
use parquet::errors::Result;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use crate::extension::{EXTENSION, INTERVAL, JSON, UUID, VARIANT, with_item};
use crate::parquet_schema::group;

/// Returns `schema`, which is that of the columns of `root`, with extension types.
pub(super) fn annotated(schema: &Schema, root: &Type) -> Schema {
    let fields = fields(schema.fields(), root.get_fields());
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

fn is_interval(ty: &Type) -> bool {
    ty.is_primitive() && ty.get_basic_info().converted_type() == ConvertedType::INTERVAL
}

/// Returns the schema of a file with bytes in the place of intervals; `None` if there are none.
pub(super) fn without_intervals(schema: &SchemaDescriptor) -> Result<Option<SchemaDescriptor>> {
    let mut columns = schema.columns().iter();
    if !columns.any(|column| column.converted_type() == ConvertedType::INTERVAL) {
        return Ok(None);
    }
    let root = schema.root_schema();
    let fields = root.get_fields().iter().map(plain).collect::<Result<_>>()?;
    let root = Type::group_type_builder(root.name()).with_fields(fields);
    Ok(Some(SchemaDescriptor::new(Arc::new(root.build()?))))
}

/// Returns a type with bytes in the place of intervals. This recurses by its depth.
fn plain(ty: &TypePtr) -> Result<TypePtr> {
    if ty.is_group() {
        let parts = ty.get_fields().iter().map(plain).collect::<Result<_>>()?;
        return Ok(Arc::new(group(ty, parts).build()?));
    }
    if !is_interval(ty) {
        return Ok(ty.clone());
    }
    let info = ty.get_basic_info();
    let bytes = Type::primitive_type_builder(ty.name(), ty.get_physical_type())
        .with_repetition(info.repetition())
        .with_length(12)
        .with_id(info.has_id().then(|| info.id()));
    Ok(Arc::new(bytes.build()?))
}

fn fields<'t>(fields: &Fields, types: &'t [Arc<Type>]) -> Fields {
    let found = |field: &Field| -> Option<&'t Type> {
        let named = types.iter().find(|ty| ty.name() == field.name());
        named.map(|ty| &**ty)
    };
    let typed = |field: &FieldRef| match found(field) {
        Some(ty) => typed(field, ty),
        None => field.clone(),
    };
    fields.iter().map(typed).collect()
}

/// Returns a field with the extension type of a column. This recurses by the depth of the types.
fn typed(field: &FieldRef, ty: &Type) -> FieldRef {
    let with = |name: &str| {
        if field.metadata().get(EXTENSION).is_some() {
            return field.clone();
        }
        let mut metadata = field.metadata().clone();
        metadata.insert(EXTENSION.to_owned(), name.to_owned());
        Arc::new(field.as_ref().clone().with_metadata(metadata))
    };
    let of = |ty| Arc::new(field.as_ref().clone().with_data_type(ty));
    match (field.data_type(), ty.get_basic_info().logical_type_ref()) {
        (DataType::Struct(_), Some(LogicalType::Variant(_))) => with(VARIANT),
        (DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View, Some(LogicalType::Json)) => {
            with(JSON)
        }
        (DataType::FixedSizeBinary(16), Some(LogicalType::Uuid)) => with(UUID),
        (DataType::FixedSizeBinary(12), None) if is_interval(ty) => with(INTERVAL),
        (DataType::Struct(members), _) if ty.is_group() => {
            of(DataType::Struct(fields(members, ty.get_fields())))
        }
        (DataType::Map(entries, sorted), _) => {
            let inner = ty.is_group().then(|| ty.get_fields().first()).flatten();
            match inner {
                Some(inner) if inner.is_group() => {
                    of(DataType::Map(typed(entries, inner), *sorted))
                }
                _ => field.clone(),
            }
        }
        (list, _) => match with_item(list, |item| part(item, ty)) {
            Some(list) => of(list),
            None => field.clone(),
        },
    }
}

/// Returns the item of a list with its extension type, if the list has the form of today: a group
/// of a repeated group of the item.
fn part(item: &FieldRef, ty: &Type) -> FieldRef {
    let only = |ty: &Type| match ty.is_group().then(|| ty.get_fields()) {
        Some([only]) => Some(only.clone()),
        _ => None,
    };
    let repeated = only(ty);
    match repeated.as_deref().and_then(only) {
        Some(inner) => typed(item, &inner),
        None => item.clone(),
    }
}
