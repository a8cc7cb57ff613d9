//! How deep the types of columns may be, so that files of them can be read.

use arrow_schema::{DataType, FieldRef, Schema};
use varvel::{Error, ErrorKind, Result};

/// The most fields of Arrow inside of each other. The parts of a shredded VARIANT, at most 17, may
/// be inside of them, and crate `arrow-ipc` reads no schema with more than some 60.
pub(crate) const DEPTH: usize = 40;

/// The most groups of Parquet inside of each other. The parts of a shredded VARIANT, at most 25,
/// may be inside of them, and pyarrow reads no schema with more than 100.
pub(crate) const GROUPS: usize = 72;

/// The most fields inside of each other. Crate `arrow-ipc` writes more, but reads no schema that is
/// deeper than 64 tables, of which the outermost are the message and the schema.
pub(crate) const FIELDS: usize = 60;

/// Fails for columns that no one could read.
pub(crate) fn check(schema: &Schema) -> Result {
    let depth = |field: &FieldRef| {
        let mut deepest = 0;
        let mut left = vec![(field, 1)];
        while let Some((field, depth)) = left.pop() {
            deepest = deepest.max(depth);
            left.extend(
                inner(field.data_type())
                    .iter()
                    .map(|inner| (*inner, depth + 1)),
            );
        }
        deepest
    };
    match schema.fields().iter().find(|field| depth(field) > FIELDS) {
        Some(field) => {
            let expected = format!(
                "at most {FIELDS} types inside of each other in the column `{}`",
                field.name()
            );
            let error = Error::expected(ErrorKind::Unrepresentable, expected);
            Err(error.with_hint("readers of such files refuse deeper ones"))
        }
        None => Ok(()),
    }
}

/// Returns the fields of a type.
fn inner(ty: &DataType) -> Vec<&FieldRef> {
    match ty {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::FixedSizeList(field, _)
        | DataType::Map(field, _)
        | DataType::RunEndEncoded(_, field) => vec![field],
        DataType::Struct(fields) => fields.iter().collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field).collect(),
        _ => Vec::new(),
    }
}
