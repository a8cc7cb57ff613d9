//! The schema of `--schema`, for the columns of a table.

use varvel::Limits;
use varvel::schema::{OwnedJsonSchema, Schema};
use varvel_arrow::schema_of_fbs;

use crate::files::flatbuffers;
use crate::files::json_schema::json_schema;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// Returns the schema of the documents that become a table, if one was given: a JSON Schema, or a
/// schema of FlatBuffers.
pub fn of_documents(
    given: &flatbuffers::Schema,
    limits: Limits,
) -> Result<Option<Schema>, Failure> {
    let Some(file) = given.file() else {
        return Ok(None);
    };
    let shown = file.display().to_string();
    if let Some(file) = given.json_schema()? {
        let OwnedJsonSchema(schema) = json_schema(file, limits)?;
        return Ok(Some(schema));
    }
    let Some(schema) = given.parsed()? else {
        return Ok(None);
    };
    let fails =
        |what: &str, hint| report::plain(Exit::Usage, format!("{shown}: {what}"), Some(hint));
    let root = match given.root_name() {
        Some(name) => schema.object_named(name).ok_or_else(|| {
            let what = format!("no table or struct has the name `{name}`");
            fails(&what, "say its full name, `Some.Namespace.Table`")
        })?,
        None => schema.root.ok_or_else(|| {
            let hint = "say which table is the root: `--root TABLE`";
            fails("the schema has no root type", hint)
        })?,
    };
    let schema = schema_of_fbs(schema, root);
    schema
        .map(Some)
        .map_err(|error| report::in_document(&shown, &error))
}
