//! `read_ndjson`: lines of JSON as a table, which Arrow's PyCapsule interface hands over.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use varvel::records::{BadRecord, Format, Options, Watch};
use varvel::{Error, ErrorKind};
use varvel_arrow::{Conflicts, Kind, Projection, arrow_schema, infer};

use crate::errors::Located;
use crate::files::{Files, lock};
use crate::rows::Rows;
use crate::write::write;

/// The records of files as the rows of a table. They are read each time that the rows are asked
/// for, and are never all in memory.
#[pyclass(frozen, module = "varvel")]
pub struct Records {
    files: Vec<String>,
    schema: SchemaRef,
    projected: bool,
    collect: bool,
    /// The bad lines of the reading that began last.
    bad: Mutex<Arc<Mutex<Vec<Located>>>>,
}

#[pymethods]
impl Records {
    /// Reads all records once, to find a schema for them.
    #[new]
    fn new(
        py: Python<'_>,
        files: Vec<String>,
        columns: Option<Vec<String>>,
        conflicts: &str,
        bad_lines: &str,
    ) -> PyResult<Self> {
        let conflicts = match conflicts {
            "json" => Conflicts::Text,
            "variant" => Conflicts::Variant,
            "error" => Conflicts::Error,
            _ => {
                let message = "conflicts is \"json\", \"variant\" or \"error\"";
                return Err(PyValueError::new_err(message));
            }
        };
        let collect = match bad_lines {
            "error" => false,
            "collect" => true,
            _ => {
                let message = "bad_lines is \"error\" or \"collect\"";
                return Err(PyValueError::new_err(message));
            }
        };
        let bad = Arc::default();
        let schema = py.detach(|| schema_of(&files, columns.as_deref(), conflicts, collect, &bad));
        Ok(Self {
            schema: schema.map_err(|error| error.exception(py))?,
            projected: columns.is_some(),
            files,
            collect,
            bad: Mutex::new(bad),
        })
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    /// The bad lines that the last reading has set aside so far, as errors.
    #[getter]
    fn bad_lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let bad = lock(&self.bad).clone();
        let bad = lock(&bad);
        PyList::new(py, bad.iter().map(|one| one.exception(py).into_value(py)))
    }

    /// The schema, as Arrow's PyCapsule interface hands it over.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.schema);
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows, as Arrow's PyCapsule interface hands them over. Each call reads the files anew.
    /// The schema of the rows stays the same, whichever is asked for, as that interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(self.rows()?));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Writes the rows as a Parquet file (zstd, statistics), and returns their number. A file that
    /// was there is replaced when the new one is whole.
    fn write_parquet(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        self.write(py, &path, Kind::Parquet)
    }

    /// Writes the rows as an Arrow file (IPC, Feather 2), and returns their number. A file that was
    /// there is replaced when the new one is whole.
    fn write_arrow(&self, py: Python<'_>, path: PathBuf) -> PyResult<u64> {
        self.write(py, &path, Kind::Arrow)
    }

    fn __repr__(&self) -> String {
        let (files, columns) = (self.files.join(", "), self.column_names().join(", "));
        format!("<varvel.Records of {files}: {columns}>")
    }
}

impl Records {
    /// Begins to read the rows.
    fn rows(&self) -> PyResult<Rows> {
        let bad = Arc::default();
        *lock(&self.bad) = Arc::clone(&bad);
        let aside = self.collect.then_some(bad);
        let rows = Rows::begin(&self.files, &self.schema, self.projected, aside);
        Ok(rows?)
    }

    fn write(&self, py: Python<'_>, path: &Path, kind: Kind) -> PyResult<u64> {
        let rows = self.rows()?;
        let done = py.detach(|| write(rows, path, kind));
        done.map_err(|error| error.exception(py))
    }
}

/// Infers the schema of all records in all files.
fn schema_of(
    files: &[String],
    columns: Option<&[String]>,
    conflicts: Conflicts,
    collect: bool,
    bad: &Mutex<Vec<Located>>,
) -> Result<SchemaRef, Located> {
    let wanted = columns.map(|paths| Projection::new(paths.iter().map(String::as_str)));
    let wanted = wanted.transpose().map_err(Located::nowhere)?;
    if columns.is_some_and(<[_]>::is_empty) {
        let error = Error::expected(ErrorKind::InvalidPath, "at least one column");
        return Err(Located::nowhere(error));
    }
    let input = Files::new(files.to_vec());
    let starts = input.starts();
    let mut aside = |record: &BadRecord<'_>| {
        lock(bad).push(Located::of(record, &starts));
        Ok(())
    };
    let watch = Watch {
        bad: match collect {
            true => Some(&mut aside),
            false => None,
        },
        progress: None,
    };
    let options = Options::DEFAULT;
    let schema = infer(input, Format::Ndjson, wanted.as_ref(), &options, watch);
    let schema = schema.map_err(|failure| Located::failure(&failure, &starts))?;
    let schema = arrow_schema(&schema, conflicts, true).map_err(Located::nowhere)?;
    if let Some(wanted) = &wanted {
        wanted.check(&schema).map_err(Located::nowhere)?;
    }
    Ok(schema)
}
