//! [`Index`]: the keys of a map that are not all text, to look them up.
//!
//! A buffer has the members of such a map one after the other, and no order or table of its keys.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use varvel::View;

use crate::objects::key_object;

/// The places of the members of a map by their keys, as objects of Python.
pub struct Index {
    /// The first of the keys that are equal in Python, as 1 and 1.0 are.
    first: Py<PyDict>,
    /// The others, each with its type.
    others: Py<PyDict>,
    /// Those that Python does not hash, such as objects.
    unhashed: Vec<(Py<PyAny>, usize)>,
}

impl Index {
    /// Returns the index of a map. A key without an object in Python equals none.
    ///
    /// # Errors
    /// Returns the exceptions of hashing and comparing the keys.
    pub fn of(py: Python<'_>, map: View<'_>) -> PyResult<Self> {
        let (first, others) = (PyDict::new(py), PyDict::new(py));
        let mut unhashed = Vec::new();
        for (place, (key, _)) in map.pairs().enumerate() {
            let key = match key_object(py, key) {
                Ok(key) => key,
                Err(error) if error.is_instance_of::<PyValueError>(py) => continue,
                Err(error) => return Err(error),
            };
            match first.contains(&key) {
                Ok(false) => first.set_item(key, place)?,
                Ok(true) => others.set_item((key.get_type(), key), place)?,
                Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                    unhashed.push((key.unbind(), place));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self {
            first: first.unbind(),
            others: others.unbind(),
            unhashed,
        })
    }

    /// Returns the place of a key. Of several that are equal the one of the same type counts.
    ///
    /// # Errors
    /// Returns the exceptions of hashing and comparing the keys.
    pub fn find(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let py = key.py();
        let found = match self.first.bind(py).get_item(key) {
            Ok(Some(first)) => match self.others.bind(py).get_item((key.get_type(), key))? {
                Some(other) => Some(other),
                None => Some(first),
            },
            Ok(None) => None,
            Err(error) if error.is_instance_of::<PyTypeError>(py) => None,
            Err(error) => return Err(error),
        };
        if let Some(found) = found {
            return found.extract().map(Some);
        }
        for (other, place) in &self.unhashed {
            if other.bind(py).eq(key)? {
                return Ok(Some(*place));
            }
        }
        Ok(None)
    }
}
