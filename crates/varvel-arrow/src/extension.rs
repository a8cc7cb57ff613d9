//! Extension types, by which columns are marked as JSON, VARIANT or UUID, and lists of all kinds.

use arrow_schema::{DataType, Field, FieldRef, Fields};

/// The name of the extension type for text that is JSON: one of the canonical ones of Arrow.
pub(crate) const JSON: &str = "arrow.json";
/// The name of the extension type for VARIANT, one of the canonical ones of Arrow.
pub(crate) const VARIANT: &str = "arrow.parquet.variant";
/// The name of the extension type for UUIDs, one of the canonical ones of Arrow.
pub(crate) const UUID: &str = "arrow.uuid";
/// The name of an extension type of ours for intervals as Parquet has them: the numbers of months,
/// days and milliseconds, each in 4 bytes.
pub(crate) const INTERVAL: &str = "varvel.parquet.interval";
/// The members of VARIANT: the keys, the bytes of a value, and the column of a type, if there is
/// one.
pub(crate) const METADATA: &str = "metadata";
pub(crate) const VALUE: &str = "value";
pub(crate) const TYPED: &str = "typed_value";
/// The member of a field's metadata that names its extension type.
pub(crate) const EXTENSION: &str = "ARROW:extension:name";

/// Returns whether a column has JSON as text.
pub(crate) fn is_json(field: &Field) -> bool {
    extension(field) == Some(JSON)
}

/// Returns whether a column has VARIANT.
pub(crate) fn is_variant(field: &Field) -> bool {
    extension(field) == Some(VARIANT)
}

/// Returns whether a column of 16 bytes has UUIDs.
pub(crate) fn is_uuid(field: &Field) -> bool {
    extension(field) == Some(UUID)
}

/// Returns whether a column of 12 bytes has intervals of Parquet.
pub(crate) fn is_interval(field: &Field) -> bool {
    extension(field) == Some(INTERVAL)
}

fn extension(field: &Field) -> Option<&str> {
    field.metadata().get(EXTENSION).map(String::as_str)
}

/// Returns the members of VARIANT, which are not shredded.
pub(crate) fn variant_fields() -> Fields {
    let part = |name: &str| Field::new(name, DataType::Binary, false);
    Fields::from(vec![part(METADATA), part(VALUE)])
}

/// Returns the item of a list of any kind; `None` for other types.
pub(crate) fn list_item(ty: &DataType) -> Option<&FieldRef> {
    match ty {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _) => Some(item),
        _ => None,
    }
}

/// Returns a list of the same kind with another item; `None` for other types.
pub(crate) fn with_item(
    ty: &DataType,
    other: impl FnOnce(&FieldRef) -> FieldRef,
) -> Option<DataType> {
    Some(match ty {
        DataType::List(item) => DataType::List(other(item)),
        DataType::LargeList(item) => DataType::LargeList(other(item)),
        DataType::ListView(item) => DataType::ListView(other(item)),
        DataType::LargeListView(item) => DataType::LargeListView(other(item)),
        DataType::FixedSizeList(item, len) => DataType::FixedSizeList(other(item), *len),
        _ => return None,
    })
}
