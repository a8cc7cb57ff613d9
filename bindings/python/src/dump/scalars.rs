//! Scalars as Python has them.

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use varvel::{Error, ErrorKind, Sink, Str};

use super::Result;
use crate::errors::lone_surrogate;

/// Returns an object as one of a type, if it is of this type and of none that is derived from it.
#[inline(always)]
pub fn exact<'o, 'py, T: PyTypeInfo>(object: &'o Bound<'py, PyAny>) -> Option<&'o Bound<'py, T>> {
    // `cast_exact` counts references for its error.
    match object.is_exact_instance_of::<T>() {
        true => object.cast_exact().ok(),
        false => None,
    }
}

/// Returns the text of a string.
#[inline(always)]
pub fn text<'de, 'a>(text: &'a Bound<'_, PyString>) -> Result<Str<'de, 'a>> {
    match text.to_str() {
        Ok(text) => Ok(Str::Scratch(text.into())),
        Err(_) => Err(lone_surrogate().into()),
    }
}

/// Writes an integer of any size.
#[inline(always)]
pub fn integer(value: &Bound<'_, PyInt>, sink: &mut impl for<'de> Sink<'de>) -> Result {
    match value.extract::<i64>() {
        Ok(value) => Ok(sink.i64(value)?),
        Err(_) => large_integer(value, sink),
    }
}

#[cold]
fn large_integer(value: &Bound<'_, PyInt>, sink: &mut impl for<'de> Sink<'de>) -> Result {
    if let Ok(value) = value.extract::<u64>() {
        sink.u64(value)?;
    } else {
        // As an int, also where a class of its own has another text.
        let py = value.py();
        let format = py.get_type::<PyInt>().getattr("__repr__")?;
        let digits = format.call1((value,)).map_err(|_| {
            Error::expected(ErrorKind::NumberOutOfRange, "an integer that Python writes")
                .with_hint("sys.set_int_max_str_digits sets how many digits it writes")
        });
        sink.big_integer(&digits?.extract::<String>()?)?;
    }
    Ok(())
}
