//! Arrays of numbers for numpy and Arrow: without a copy where a document has them as they have.

use std::sync::Arc;

use arrow_array::ffi::to_ffi;
use arrow_array::{Array as _, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyTuple};
use varvel::{Error, ErrorKind, Frozen, Kind, View};
use varvel_arrow::{frozen_array, frozen_column, packed_array};

use crate::errors::plain;

type Document = Frozen<Arc<Vec<u8>>>;

/// Returns the name that numpy has for a type of numbers, behind the mark of the byte order, and
/// the width in bytes.
fn named(ty: &DataType) -> Option<(&'static str, usize)> {
    Some(match ty {
        DataType::Int8 => ("i1", 1),
        DataType::Int16 => ("i2", 2),
        DataType::Int32 => ("i4", 4),
        // An array of no items has no type.
        DataType::Int64 | DataType::Null => ("i8", 8),
        DataType::UInt32 => ("u4", 4),
        DataType::UInt64 => ("u8", 8),
        DataType::Float32 => ("f4", 4),
        DataType::Float64 => ("f8", 8),
        _ => return None,
    })
}

/// Returns the bytes of an array of numbers of this width.
fn bytes(array: &ArrayRef, width: usize) -> Vec<u8> {
    let data = array.to_data();
    let from = width * data.offset();
    let numbers = data.buffers().first();
    numbers.map_or_else(Vec::new, |numbers| {
        numbers[from..from + width * data.len()].to_vec()
    })
}

/// Returns what numpy has to know of an array of numbers to read it in place: its
/// `__array_interface__`. Returns `None` if the document does not have the numbers in that form.
pub fn interface<'py>(
    py: Python<'py>,
    document: &Document,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let view = document.view();
    let (Some((_, there)), Some(array)) = (view.packed_bytes(), packed_array(document)) else {
        return Ok(None);
    };
    let Some((name, width)) = named(array.data_type()) else {
        return Ok(None);
    };
    // The array has a copy if the numbers are not aligned.
    let data = array.to_data();
    let kept = data.buffers().first();
    if kept.is_none_or(|buffer| buffer.as_ptr() != there.as_ptr()) {
        return Ok(None);
    }
    let order = if width == 1 { "|" } else { "<" };
    let facts = PyDict::new(py);
    facts.set_item("version", 3)?;
    facts.set_item("typestr", format!("{order}{name}"))?;
    facts.set_item("shape", (array.len(),))?;
    facts.set_item("data", (there.as_ptr().addr(), true))?;
    Ok(Some(facts))
}

/// Returns numbers as an array of numpy that has a copy of them: the items of an array, or the
/// member `key` of each.
///
/// # Errors
/// `TypeError` for values that are no numbers, `Error` for numbers that have no common type.
pub fn numpy<'py>(
    py: Python<'py>,
    document: &Document,
    key: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = document.view();
    let array = match key {
        Some(key) => {
            need_numbers(view.column(key))?;
            frozen_column(document, key)
        }
        None => {
            need_numbers(view.items().map(Some))?;
            frozen_array(document)
        }
    };
    let array = array.map_err(|error| plain(py, error))?;
    let Some((name, width)) = named(array.data_type()) else {
        let expected = "numbers that one type of 64 bits holds";
        let error = Error::expected(ErrorKind::NumberOutOfRange, expected);
        return Err(plain(py, error));
    };
    let bytes = PyBytes::new(py, &bytes(&array, width));
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (bytes, format!("={name}")))
}

/// Returns the numbers of an array, or of arrays in arrays of the same lengths, as an array of
/// numpy with as many dimensions. The numbers of several are 64 bits wide.
///
/// # Errors
/// `TypeError` for arrays of several lengths, and the errors of [`numpy`].
pub fn regular<'py>(py: Python<'py>, document: &Document) -> PyResult<Bound<'py, PyAny>> {
    let (mut shape, mut rows) = (Vec::new(), vec![document.view()]);
    loop {
        let len = rows.first().map_or(0, View::len);
        for row in &rows {
            match row.kind() {
                Kind::Array if row.len() == len => {}
                Kind::Array => {
                    let message = format!("arrays of {len} and {} items in one", row.len());
                    return Err(PyTypeError::new_err(message));
                }
                other => return Err(among(other.name(), "arrays")),
            }
        }
        shape.push(len);
        if !rows.first().is_some_and(|row| is_nested(*row)) {
            break;
        }
        rows = rows.iter().flat_map(View::items).collect();
    }
    if shape.len() == 1 {
        return numpy(py, document, None);
    }
    // One type holds all of them.
    let all: Vec<_> = rows.iter().flat_map(View::items).collect();
    let all = Frozen::from_typed(&all).map_err(|error| plain(py, error))?;
    let flat = numpy(py, &all.into_arc(), None)?;
    // A copy need not be as narrow as the document has the numbers.
    let kind: char = flat.getattr("dtype")?.getattr("kind")?.extract()?;
    let size: usize = flat.getattr("itemsize")?.extract()?;
    let flat = match (kind, size) {
        (_, 8) => flat,
        ('f', _) => flat.call_method1("astype", ("f8",))?,
        _ => flat.call_method1("astype", ("i8",))?,
    };
    flat.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

fn is_nested(array: View<'_>) -> bool {
    array.at(0).is_some_and(|item| item.kind() == Kind::Array)
}

fn among(found: &str, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{found} among the {expected}"))
}

/// # Errors
/// `TypeError` for the first value that is no number, or else for one that is missing.
fn need_numbers<'a>(values: impl Iterator<Item = Option<View<'a>>> + Clone) -> PyResult<()> {
    let some = |value: &Option<View<'a>>| value.filter(|value| !value.is_null());
    let mut others = values.clone().filter_map(|value| some(&value));
    let kind = match others.find(|value| value.as_number().is_none()) {
        Some(other) => other.kind().name(),
        None if values.clone().any(|value| some(&value).is_none()) => "null",
        None => return Ok(()),
    };
    Err(among(kind, "numbers"))
}

/// Returns an array as Arrow's PyCapsule interface hands it over: a schema and an array. It has the
/// numbers of the document, or a copy if the document has them in another form.
///
/// # Errors
/// `TypeError` for values that are of several kinds, or objects, `Error` for numbers that have no
/// common type.
pub fn arrow<'py>(
    py: Python<'py>,
    document: &Document,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let array = frozen_array(document).map_err(|error| match error.kind() {
        ErrorKind::TypeMismatch => PyTypeError::new_err(error.to_string()),
        _ => plain(py, error),
    })?;
    let (array, schema) =
        to_ffi(&array.to_data()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((
        PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
        PyCapsule::new_with_value(py, array, c"arrow_array")?,
    ))
}
