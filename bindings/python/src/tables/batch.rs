//! `Batch` and the iterator of those: rows a batch at a time, for programs that take no stream.

use std::sync::Mutex;

use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::{Array as _, RecordBatch, StructArray};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::rows::Rows;
use super::schema::capsule;
use crate::interrupts::Interrupts;
use crate::lock::lock;
use crate::stack::roomy;

/// Some rows of a table.
#[pyclass(frozen, module = "varvel._varvel")]
pub struct Batch {
    batch: RecordBatch,
}

/// The batches of a table, one after the other.
#[pyclass(frozen, module = "varvel._varvel")]
pub struct Batches {
    /// `None` after the last one, and after an error.
    rows: Mutex<Option<Rows>>,
}

impl Batches {
    /// Makes an iterator of these rows.
    pub fn new(rows: Rows) -> Self {
        Self {
            rows: Mutex::new(Some(rows)),
        }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let interrupts = Interrupts::new();
        let next = py.detach(|| {
            let mut rows = lock(&self.rows);
            let next = rows.as_mut().and_then(|rows| rows.next_batch(&interrupts));
            if !matches!(next, Some(Ok(_))) {
                *rows = None;
            }
            next
        });
        let next = interrupts.end(next.transpose().map_err(|error| error.exception(py)))?;
        Ok(next.map(|batch| Batch { batch }))
    }

    /// Ends the reading.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *lock(&self.rows) = None);
    }
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// The schema, as Arrow's PyCapsule interface hands it over.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule(py, &self.batch.schema())
    }

    /// The rows, as Arrow's PyCapsule interface hands them over.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let array = roomy(|| {
            let rows = StructArray::from(self.batch.clone());
            FFI_ArrowArray::new(&rows.to_data())
        });
        Ok((
            capsule(py, &self.batch.schema())?,
            PyCapsule::new_with_value(py, array?, c"arrow_array")?,
        ))
    }
}
