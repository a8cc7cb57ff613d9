//! `Records`: records of files as a table, which Arrow's PyCapsule interface hands over.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};
use varvel::Duplicates;
use varvel_arrow::Kind;

use crate::interrupts::Interrupts;
use crate::load::duplicates_named;
use crate::lock::lock;
use crate::tables::bad_lines::BadLines;
use crate::tables::batch::Batches;
use crate::tables::given::{Bad, Given, at_least_one};
use crate::tables::infer::Choices;
use crate::tables::rows::{Aside, Reading, Rows};
use crate::tables::schema::{TableSchema, capsule, inferred, projection, selected};
use crate::tables::unit::Unit;
use crate::write::write;

/// The records of files as the rows of a table. They are read each time that the rows are asked
/// for, and are never all in memory.
#[pyclass(frozen, module = "varvel")]
pub struct Records {
    units: Arc<[Unit]>,
    schema: SchemaRef,
    skip_unknown: bool,
    as_text: bool,
    /// How many bad records are kept; `None` if the first one is an error.
    collect: Option<usize>,
    limit: Option<u64>,
    threads: Option<NonZeroUsize>,
    duplicates: Duplicates,
    /// The bad records of the reading that began last.
    bad: Mutex<Aside>,
}

#[pymethods]
impl Records {
    /// Reads all records once, to find a schema for them, unless one is given.
    #[new]
    #[pyo3(signature = (units, schema, columns, conflicts, skip_unknown, bad_lines, limit, threads, duplicates, sample, max_expansion, tolerant, as_text))]
    #[allow(
        clippy::too_many_arguments,
        reason = "they are the arguments in Python"
    )]
    fn new(
        py: Python<'_>,
        units: Vec<Given<'_>>,
        schema: Option<PyRef<'_, TableSchema>>,
        columns: Option<Vec<String>>,
        conflicts: &str,
        skip_unknown: bool,
        bad_lines: &str,
        limit: Option<u64>,
        threads: Option<u64>,
        duplicates: &str,
        sample: Option<u64>,
        max_expansion: Option<u64>,
        tolerant: bool,
        as_text: bool,
    ) -> PyResult<Self> {
        let units = Given::units(units, max_expansion, tolerant)?;
        let bad = Bad::named(bad_lines)?;
        let threads = at_least_one("threads", threads)?;
        let choices = Choices {
            // More than there can be are as many as there can be.
            threads: threads.map(|most| most.try_into().unwrap_or(NonZeroUsize::MAX)),
            duplicates: duplicates_named(duplicates)?,
            sample: at_least_one("sample", sample)?,
        };
        let schema = match schema {
            None => inferred(py, &units, columns.as_deref(), conflicts, choices, &bad)?,
            Some(given) => match &columns {
                None => given.schema.clone(),
                Some(columns) => selected(py, &projection(py, columns)?, &given.schema)?,
            },
        };
        Ok(Self {
            units,
            schema,
            skip_unknown: skip_unknown || columns.is_some(),
            as_text,
            collect: bad.aside().map(|aside| aside.most),
            limit,
            threads: choices.threads,
            duplicates: choices.duplicates,
            bad: Mutex::new(bad.aside().cloned().unwrap_or(Aside::new(0))),
        })
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    /// The columns with their types.
    #[getter]
    fn schema(&self) -> TableSchema {
        TableSchema {
            schema: self.schema.clone(),
        }
    }

    /// The bad records that the last reading has set aside so far, as errors.
    #[getter]
    fn bad_lines(&self) -> BadLines {
        BadLines::new(&lock(&self.bad))
    }

    /// Returns the bad records that the last reading has set aside so far, and forgets them.
    fn take_bad_lines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let bad = lock(&self.bad).clone();
        let bad = std::mem::take(&mut *lock(&bad.kept));
        PyList::new(py, bad.iter().map(|one| one.exception(py).into_value(py)))
    }

    /// Returns the rows a batch at a time. Each call reads the files anew.
    fn batches(&self) -> PyResult<Batches> {
        Ok(Batches::new(self.rows()?))
    }

    /// The schema, as Arrow's PyCapsule interface hands it over.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.schema)
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
        let mut files: Vec<_> = self.units.iter().map(|unit| unit.file.as_str()).collect();
        files.dedup();
        let (files, columns) = (files.join(", "), self.column_names().join(", "));
        format!("<varvel.Records of {files}: {columns}>")
    }
}

impl Records {
    /// Begins to read the rows.
    fn rows(&self) -> PyResult<Rows> {
        let bad = Aside::new(self.collect.unwrap_or(0));
        *lock(&self.bad) = bad.clone();
        Ok(Rows::begin(Reading {
            units: Arc::clone(&self.units),
            schema: self.schema.clone(),
            skip_unknown: self.skip_unknown,
            as_text: self.as_text,
            limit: self.limit,
            threads: self.threads,
            duplicates: self.duplicates,
            aside: self.collect.map(|_| bad),
        })?)
    }

    /// Returns whether a file is one of those that are read.
    fn reads(&self, path: &Path) -> bool {
        let Ok(path) = path.canonicalize() else {
            return false;
        };
        let mut units = self.units.iter();
        units.any(|unit| {
            Path::new(&unit.file)
                .canonicalize()
                .is_ok_and(|file| file == path)
        })
    }

    fn write(&self, py: Python<'_>, path: &Path, kind: Kind) -> PyResult<u64> {
        if self.reads(path) {
            let name = path.display();
            let message = format!("{name} is one of the files that are read: name another one");
            return Err(PyValueError::new_err(message));
        }
        let rows = self.rows()?;
        let interrupts = Interrupts::new();
        let done = py.detach(|| write(rows, path, kind, &interrupts));
        interrupts.end(done.map_err(|error| error.exception(py)))
    }
}
