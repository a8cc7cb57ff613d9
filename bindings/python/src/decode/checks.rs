//! [`Checks`]: the bounds of a value, which stand in `Annotated`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat};
use varvel::{Error, ErrorKind};

use super::texts::decimal_class;

/// The bounds of a type.
pub struct Checks {
    ge: Option<Py<PyAny>>,
    gt: Option<Py<PyAny>>,
    le: Option<Py<PyAny>>,
    lt: Option<Py<PyAny>>,
    multiple_of: Option<Py<PyAny>>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    /// A compiled expression of `re`.
    pattern: Option<Py<PyAny>>,
    /// Functions that return whether a value is right.
    tests: Vec<Py<PyAny>>,
}

impl Checks {
    /// Makes the bounds of those of a description.
    pub fn of(bounds: &Bound<'_, PyDict>, tests: Vec<Py<PyAny>>) -> PyResult<Self> {
        let bound = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(bounds.get_item(name)?.map(Bound::unbind))
        };
        let length = |name: &str| -> PyResult<Option<usize>> {
            let bound = bounds.get_item(name)?;
            bound.map(|bound| bound.extract()).transpose()
        };
        Ok(Self {
            ge: bound("ge")?,
            gt: bound("gt")?,
            le: bound("le")?,
            lt: bound("lt")?,
            multiple_of: bound("multiple_of")?,
            min_length: length("min_length")?,
            max_length: length("max_length")?,
            pattern: bound("pattern")?,
            tests,
        })
    }

    /// Returns the error of a value that is out of the bounds. `None` has none.
    pub fn error(&self, value: &Bound<'_, PyAny>) -> PyResult<Option<Error>> {
        if value.is_none() {
            return Ok(None);
        }
        let py = value.py();
        let order = [
            (&self.ge, "at least"),
            (&self.gt, "more than"),
            (&self.le, "at most"),
            (&self.lt, "less than"),
        ];
        for (at, (bound, words)) in order.into_iter().enumerate() {
            let Some(bound) = bound else { continue };
            let bound = bound.bind(py);
            let fits = match at {
                0 => value.ge(bound)?,
                1 => value.gt(bound)?,
                2 => value.le(bound)?,
                _ => value.lt(bound)?,
            };
            if !fits {
                return Ok(Some(out_of_range(
                    format!("{words} {}", bound.str()?),
                    value,
                )?));
            }
        }
        if let Some(bound) = &self.multiple_of {
            let bound = bound.bind(py);
            if !is_multiple(value, bound)? {
                let words = format!("a multiple of {}", bound.str()?);
                return Ok(Some(out_of_range(words, value)?));
            }
        }
        if self.min_length.is_some() || self.max_length.is_some() {
            let len = value.len()?;
            let words = match (self.min_length, self.max_length) {
                (Some(least), _) if len < least => Some(format!("a length of at least {least}")),
                (_, Some(most)) if len > most => Some(format!("a length of at most {most}")),
                _ => None,
            };
            if let Some(words) = words {
                let error = Error::expected(ErrorKind::Refused, words);
                return Ok(Some(error.with_found(format!("one of {len}"))));
            }
        }
        if let Some(pattern) = &self.pattern {
            let pattern = pattern.bind(py);
            if pattern.call_method1("search", (value,))?.is_none() {
                let words = pattern.getattr("pattern")?.str()?.to_string();
                return Ok(Some(refused(format!("text that matches {words}"), value)?));
            }
        }
        for test in &self.tests {
            let test = test.bind(py);
            if !test.call1((value,))?.is_truthy()? {
                let name = test.getattr("__name__").and_then(|name| name.str());
                let name = name.map_or_else(|_| "its test".into(), |name| name.to_string());
                return Ok(Some(refused(format!("a value that passes {name}"), value)?));
            }
        }
        Ok(None)
    }
}

/// Returns whether a number is a multiple. A float is what its shortest text says, and a decimal
/// may have any number of digits.
fn is_multiple(value: &Bound<'_, PyAny>, of: &Bound<'_, PyAny>) -> PyResult<bool> {
    let decimal = decimal_class(value.py())?;
    let has_point = |number: &Bound<'_, PyAny>| {
        PyResult::Ok(number.is_instance_of::<PyFloat>() || number.is_instance(&decimal)?)
    };
    if !has_point(value)? && !has_point(of)? {
        return Ok(!value.rem(of)?.is_truthy()?);
    }
    let function = value
        .py()
        .import("varvel._values")?
        .getattr("is_multiple")?;
    function.call1((value, of))?.extract()
}

fn out_of_range(expected: String, value: &Bound<'_, PyAny>) -> PyResult<Error> {
    Ok(Error::out_of_range(
        expected,
        value.str()?.to_string_lossy(),
    ))
}

fn refused(expected: String, value: &Bound<'_, PyAny>) -> PyResult<Error> {
    let found = value.repr()?;
    let error = Error::expected(ErrorKind::Refused, expected);
    Ok(error.with_content(found.to_string_lossy()))
}
