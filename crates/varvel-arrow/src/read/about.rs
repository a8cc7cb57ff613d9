//! [`FileAbout`]: a summary of a file, from its metadata alone.

use arrow_schema::{DataType, Field, SchemaRef};
use varvel::Value;

use crate::extension::{is_interval, is_json, is_uuid, list_item};

/// A summary of a file, from its metadata alone.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FileAbout {
    /// The program that wrote it.
    pub created_by: Option<String>,
    /// The names of what else is in its metadata, such as `ARROW:schema`.
    pub metadata: Vec<String>,
    /// The row groups of Parquet, or the batches of Arrow.
    pub parts: Vec<PartAbout>,
    /// The columns, and in the place of one with members these.
    pub columns: Vec<ColumnAbout>,
}

/// A row group or a batch.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PartAbout {
    /// The number of its rows.
    pub rows: u64,
    /// The number of its bytes in the file.
    pub bytes: u64,
    /// The number of its bytes when it is unpacked; `None` if the metadata does not tell.
    pub unpacked: Option<u64>,
    /// How its columns are compressed.
    pub codecs: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ColumnAbout {
    /// The path of the column: `user.name`; `tags[]` are the items of lists.
    pub path: String,
    /// The type in Arrow, or `JSON`, `UUID` or `Interval` if the column is marked so.
    pub ty: String,
    /// The number of its bytes in the file, if the metadata tells.
    pub bytes: Option<u64>,
    /// The number of its nulls, if the metadata tells.
    pub nulls: Option<u64>,
    /// The least value, if the metadata tells. Long text may be cut off.
    pub min: Option<Value>,
    /// The greatest value, if the metadata tells. Long text may be cut off, and then be greater.
    pub max: Option<Value>,
    /// The version of VARIANT, and whether parts of the values have columns of their own. `None`
    /// for other types.
    pub variant: Option<(i8, bool)>,
}

/// Returns the name of the type of a column.
pub(crate) fn type_name(field: &Field) -> String {
    match () {
        () if is_json(field) => "JSON".to_owned(),
        () if is_uuid(field) => "UUID".to_owned(),
        () if is_interval(field) => "Interval".to_owned(),
        () => field.data_type().to_string(),
    }
}

/// Calls `each` with the columns of a schema, in their order, with their paths. In the place of a
/// column with members come these.
pub(super) fn leaves(schema: &SchemaRef, each: &mut dyn FnMut(&str, &Field)) {
    for field in schema.fields() {
        add(field.name(), field, each);
    }
}

/// Calls `each` with a column or its members. This recurses by the depth of the types.
fn add(path: &str, field: &Field, each: &mut dyn FnMut(&str, &Field)) {
    match field.data_type() {
        DataType::Struct(members) => {
            for member in members {
                add(&format!("{path}.{}", member.name()), member, each);
            }
        }
        DataType::Map(entries, _) => add(path, entries, each),
        ty => match list_item(ty) {
            Some(item) => add(&format!("{path}[]"), item, each),
            None => each(path, field),
        },
    }
}
