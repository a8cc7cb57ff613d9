//! The objects of which documents have most: text, integers, lists and dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Returns a text.
#[inline(always)]
pub fn text<'py>(py: Python<'py>, text: &str) -> Bound<'py, PyString> {
    PyString::new(py, text)
}

/// Returns an integer.
#[inline(always)]
pub fn integer(py: Python<'_>, value: i64) -> Bound<'_, PyAny> {
    match value.into_pyobject(py) {
        Ok(value) => value.into_any(),
    }
}

/// Returns a list of all values.
#[inline(always)]
pub fn list<'py>(
    py: Python<'py>,
    values: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, values)
}

/// Returns a list of floats.
#[inline(always)]
pub fn floats<'py>(py: Python<'py>, values: &[f64]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, values)
}

/// Returns a dict of keys and values that come by turns. The keys are strings that differ.
#[inline(always)]
pub fn dict<'py>(
    py: Python<'py>,
    mut members: impl ExactSizeIterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    while let (Some(key), Some(value)) = (members.next(), members.next()) {
        dict.set_item(key, value)?;
    }
    Ok(dict)
}
