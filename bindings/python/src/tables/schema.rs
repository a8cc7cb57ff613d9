//! `TableSchema`: the columns of a table.

use std::sync::Arc;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_ipc::convert::try_schema_from_ipc_buffer;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyType};
use varvel::schema::{OwnedJsonSchema, Schema as Documents, Type};
use varvel::{Error, ErrorKind, json};
use varvel_arrow::{Columns, Conflicts, Projection, arrow_schema};

use super::conflict::conflict;
use super::given::{Bad, Given, at_least_one};
use super::infer::{Choices, infer};
use super::unit::Unit;
use crate::errors::{exception, plain};
use crate::interrupts::Interrupts;
use crate::load::duplicates_named;
use crate::stack::roomy;

/// The columns of a table, with their types: `infer_schema` returns them.
///
/// It can be compared and pickled, and any library takes it by Arrow's PyCapsule interface.
#[pyclass(frozen, eq, module = "varvel")]
#[derive(Clone, PartialEq)]
pub struct TableSchema {
    pub schema: SchemaRef,
}

#[pymethods]
impl TableSchema {
    /// Returns the columns that a message of Arrow IPC has. Strings, bytes and lists of other
    /// layouts become the usual ones.
    #[classmethod]
    fn from_ipc(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let read = roomy(|| {
            let schema = try_schema_from_ipc_buffer(data)?;
            let fields = schema.fields().iter().map(readable).collect::<Fields>();
            let schema = Arc::new(Schema::new_with_metadata(fields, schema.metadata));
            Ok((Columns::new(Arc::clone(&schema)).map(drop), schema))
        });
        let (checked, schema) = read?.map_err(|error| arrow(&error))?;
        checked.map_err(|error| plain(py, error))?;
        Ok(Self { schema })
    }

    /// Returns the columns for documents of a JSON Schema.
    #[classmethod]
    fn from_json_schema(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        text: &str,
        conflicts: &str,
    ) -> PyResult<Self> {
        let conflicts = conflicts_named(conflicts)?;
        let read = roomy(|| json::from_str(text));
        let OwnedJsonSchema(schema) =
            read?.map_err(|error| exception(py, error, text.as_bytes()))?;
        if let Some(found) = no_columns(&schema) {
            let expected = "a JSON Schema of objects with `properties`, which are the columns";
            let error = Error::expected(ErrorKind::Unrepresentable, expected).with_found(found);
            return Err(plain(py, error.with_hint(EXAMPLE)));
        }
        let schema = roomy(|| arrow_schema(&schema, conflicts, false));
        let schema = schema?.map_err(|error| plain(py, error))?;
        Ok(Self { schema })
    }

    /// Infers the columns of all records, or of the first lines of each input.
    #[classmethod]
    #[allow(
        clippy::too_many_arguments,
        reason = "they are the arguments in Python"
    )]
    fn infer(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        units: Vec<Given<'_>>,
        columns: Option<Vec<String>>,
        conflicts: &str,
        bad_lines: &str,
        duplicates: &str,
        sample: Option<u64>,
        max_expansion: Option<u64>,
        tolerant: bool,
    ) -> PyResult<Self> {
        let units = Given::units(units, max_expansion, tolerant)?;
        // Nobody asks for them here.
        let bad = match Bad::named(bad_lines)? {
            Bad::Collect(_) => Bad::Ignore,
            bad => bad,
        };
        let choices = Choices {
            threads: None,
            duplicates: duplicates_named(duplicates)?,
            sample: at_least_one("sample", sample)?,
        };
        let schema = inferred(py, &units, columns.as_deref(), conflicts, choices, &bad)?;
        Ok(Self { schema })
    }

    /// Returns the columns as a message of Arrow IPC.
    fn to_ipc<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = roomy(|| {
            let writer = StreamWriter::try_new(Vec::new(), &self.schema)?;
            writer.into_inner()
        });
        Ok(PyBytes::new(py, &bytes?.map_err(|error| arrow(&error))?))
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    /// Returns the schema of the columns that are wanted, by their paths.
    fn select(&self, py: Python<'_>, columns: Vec<String>) -> PyResult<Self> {
        let wanted = projection(py, &columns)?;
        let schema = selected(py, &wanted, &self.schema)?;
        Ok(Self { schema })
    }

    /// Returns the schema of the columns with these names, in the order of the schema.
    fn pick(&self, names: Vec<String>) -> PyResult<Self> {
        let fields = self.schema.fields().iter();
        let fields = fields.filter(|field| names.contains(field.name()));
        let fields = fields.cloned().collect::<Fields>();
        if fields.len() != names.len() {
            let message = format!("the columns {names:?} are not all there");
            return Err(PyValueError::new_err(message));
        }
        let metadata = self.schema.metadata().clone();
        let schema = Arc::new(Schema::new_with_metadata(fields, metadata));
        Ok(Self { schema })
    }

    /// The schema, as Arrow's PyCapsule interface hands it over.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.schema)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let bytes = slf.get().to_ipc(slf.py())?;
        Ok((slf.get_type().getattr("from_ipc")?, (bytes,)))
    }

    fn __repr__(&self) -> PyResult<String> {
        roomy(|| {
            let fields = self.schema.fields().iter();
            let fields = fields.map(|field| format!("{}: {}", field.name(), field.data_type()));
            format!(
                "<varvel.TableSchema {}>",
                fields.collect::<Vec<_>>().join(", ")
            )
        })
    }
}

/// A JSON Schema that gives columns.
const EXAMPLE: &str = r#"such as {"type": "object", "properties": {"id": {"type": "integer"}}}"#;

/// Returns words for the documents of a schema if they have no columns; `None` if they have, or if
/// the schema has objects without members.
fn no_columns(schema: &Documents) -> Option<&'static str> {
    let mut id = schema.resolved(schema.root());
    // An option of itself ends somewhere.
    for _ in schema.nodes() {
        id = match &schema.node(id).ty {
            Type::Optional(inner) => schema.resolved(*inner),
            _ => break,
        };
    }
    match &schema.node(id).ty {
        Type::Record(_) | Type::Union(_) => None,
        Type::Any => Some("one that takes any value"),
        Type::Map { .. } => Some("one that names no members"),
        _ => Some("one of other values"),
    }
}

/// Returns the treatment of columns without a common type that has this name.
///
/// # Errors
/// `ValueError` with the names that there are.
pub fn conflicts_named(name: &str) -> PyResult<Conflicts> {
    match name {
        "json" | "text" => Ok(Conflicts::Text),
        "variant" => Ok(Conflicts::Variant),
        "error" => Ok(Conflicts::Error),
        _ => {
            let message = "conflicts is \"json\", \"variant\" or \"error\"";
            Err(PyValueError::new_err(message))
        }
    }
}

/// Returns the columns with these paths.
///
/// # Errors
/// `Error` if there is none, or if one is no path.
pub fn projection(py: Python<'_>, columns: &[String]) -> PyResult<Projection> {
    if columns.is_empty() {
        let error = Error::expected(ErrorKind::InvalidPath, "at least one column");
        return Err(plain(py, error));
    }
    let wanted = Projection::new(columns.iter().map(String::as_str));
    wanted.map_err(|error| plain(py, error))
}

/// Returns the schema of wanted columns.
///
/// # Errors
/// `Error` for a column that the schema has not.
pub fn selected(py: Python<'_>, wanted: &Projection, schema: &SchemaRef) -> PyResult<SchemaRef> {
    let found = roomy(|| wanted.check(schema).map(|()| wanted.of(schema)));
    found?.map_err(|error| plain(py, error))
}

/// Infers the columns of all records.
///
/// # Errors
/// Those of the records, and of the columns.
pub fn inferred(
    py: Python<'_>,
    units: &[Unit],
    columns: Option<&[String]>,
    conflicts: &str,
    choices: Choices,
    bad: &Bad,
) -> PyResult<SchemaRef> {
    let conflicts = conflicts_named(conflicts)?;
    let wanted = columns.map(|columns| projection(py, columns)).transpose()?;
    let interrupts = Interrupts::new();
    let found = py.detach(|| roomy(|| infer(units, wanted.as_ref(), choices, bad, &interrupts)));
    let found = interrupts.end(found?.map_err(|error| error.exception(py)))?;
    let schema = roomy(|| {
        let documents = found.clone().finish();
        let schema = arrow_schema(&documents, conflicts, true);
        let schema = schema.map_err(|error| match conflicts {
            Conflicts::Error => conflict(&found, units, bad).unwrap_or(error),
            _ => error,
        })?;
        if let Some(wanted) = &wanted {
            wanted.check(&schema)?;
            wanted.check_documents(&documents)?;
        }
        Ok(schema)
    });
    schema?.map_err(|error| plain(py, error))
}

/// Returns a schema as Arrow's PyCapsule interface hands it over.
///
/// # Errors
/// `ValueError` for a schema that it cannot hand over.
pub fn capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = roomy(|| FFI_ArrowSchema::try_from(&**schema));
    let schema = schema?.map_err(|error| arrow(&error))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

fn arrow(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns a field of the layout that is read into.
fn readable(field: &FieldRef) -> FieldRef {
    let ty = match field.data_type() {
        DataType::LargeUtf8 | DataType::Utf8View => DataType::Utf8,
        DataType::LargeBinary | DataType::BinaryView => DataType::Binary,
        DataType::Dictionary(_, values) => {
            let values = Field::new("", DataType::clone(values), true);
            readable(&Arc::new(values)).data_type().clone()
        }
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item) => DataType::List(readable(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(readable).collect()),
        DataType::Map(entries, sorted) => DataType::Map(readable(entries), *sorted),
        _ => return Arc::clone(field),
    };
    Arc::new(Field::clone(field).with_data_type(ty))
}
