//! `BadLines`: the bad records of a reading, each an exception when it is asked for.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice};

use super::rows::Aside;
use crate::errors::Located;
use crate::lock::lock;

/// The bad records that a reading has set aside so far, as a sequence of errors.
///
/// Each is made when it is asked for. Reading adds to them, and `take_bad_lines` removes them.
#[pyclass(frozen, sequence, module = "varvel._varvel")]
pub struct BadLines {
    kept: Arc<Mutex<Vec<Located>>>,
}

/// How many of them the text for people has.
const SHOWN: usize = 10;

/// An index, or several.
#[derive(FromPyObject)]
enum Index<'py> {
    Slice(Bound<'py, PySlice>),
    One(isize),
}

impl BadLines {
    /// Returns the bad records that are set aside there.
    pub fn new(aside: &Aside) -> Self {
        Self {
            kept: Arc::clone(&aside.kept),
        }
    }

    fn get<'py>(&self, py: Python<'py>, index: usize) -> Option<Bound<'py, PyAny>> {
        let error = lock(&self.kept).get(index)?.exception(py);
        Some(error.into_value(py).into_bound(py).into_any())
    }
}

#[pymethods]
impl BadLines {
    fn __len__(&self) -> usize {
        lock(&self.kept).len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: Index<'py>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.__len__();
        match index {
            Index::Slice(slice) => {
                let indices = slice.indices(len.cast_signed())?;
                let found = PyList::empty(py);
                let mut at = indices.start;
                for _ in 0..indices.slicelength {
                    if let Some(error) = self.get(py, at.cast_unsigned()) {
                        found.append(error)?;
                    }
                    at += indices.step;
                }
                Ok(found.into_any())
            }
            Index::One(index) => {
                let at = match index {
                    0.. => Some(index.cast_unsigned()),
                    _ => len.checked_add_signed(index),
                };
                let found = at.and_then(|at| self.get(py, at));
                found.ok_or_else(|| PyIndexError::new_err("there are fewer bad lines"))
            }
        }
    }

    fn __iter__(slf: Bound<'_, Self>) -> BadLinesIterator {
        BadLinesIterator {
            lines: slf.unbind(),
            next: Mutex::new(0),
        }
    }

    fn __repr__(&self) -> String {
        let kept = lock(&self.kept);
        let shown = kept.iter().take(SHOWN).map(Located::message);
        let shown = shown.collect::<Vec<_>>().join("\n\n");
        let (count, more) = (kept.len(), kept.len().saturating_sub(SHOWN));
        match (count, more) {
            (0, _) => "<no bad lines>".to_owned(),
            (_, 0) => format!("<{count} bad lines\n\n{shown}>"),
            _ => format!("<{count} bad lines\n\n{shown}\n\nand {more} more>"),
        }
    }
}

/// The errors of a sequence, one after the other.
#[pyclass(frozen, module = "varvel._varvel")]
pub struct BadLinesIterator {
    lines: Py<BadLines>,
    next: Mutex<usize>,
}

#[pymethods]
impl BadLinesIterator {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let mut next = lock(&self.next);
        let error = self.lines.get().get(py, *next)?;
        *next += 1;
        Some(error)
    }
}
