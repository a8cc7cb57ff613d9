//! The schema of `--schema`, for the columns of a table.

use std::path::Path;

use varvel::formats::AnyFormat;
use varvel::json;
use varvel::schema::{OwnedJsonSchema, Schema};
use varvel::yaml::Encoding;
use varvel_arrow::schema_of_fbs;

use crate::files::flatbuffers;
use crate::files::format::Format;
use crate::files::input::Input;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// Returns the schema of the documents that become a table, if one was given: a JSON Schema, or a
/// schema of FlatBuffers.
pub fn of_documents(given: &flatbuffers::Schema) -> Result<Option<Schema>, Failure> {
    let Some(file) = given.file() else {
        return Ok(None);
    };
    let shown = file.display().to_string();
    if let Some(text) = json_schema(file)? {
        let read = json::from_slice(&text.bytes);
        let OwnedJsonSchema(schema) = read.map_err(|error| text.failure(&error))?;
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

/// Returns the text of a JSON Schema: it is the only schema that begins as JSON does.
fn json_schema(file: &Path) -> Result<Option<Input>, Failure> {
    let (name, read) = (file.display().to_string(), std::fs::read(file));
    let bytes = read.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let first = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let is_json = first.trim_ascii_start().first() == Some(&b'{');
    Ok(is_json.then_some(Input {
        name,
        bytes,
        format: Format::Document(AnyFormat::Json),
        encoding: Encoding::Utf8,
        passed: None,
    }))
}
