//! The bytes of a document that a caller gives: `bytes`, `str`, or anything with a buffer.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

use crate::errors::{lone_surrogate, plain};
use crate::stack::begin_call;

/// From this length on other threads may run while a document is read.
const LONG: usize = 64 << 10;

/// A document that a caller gave.
pub enum Input<'py> {
    /// Bytes, which never change.
    Bytes(Bound<'py, PyBytes>),
    /// Text, which never changes.
    Text(Bound<'py, PyString>),
}

impl<'py> Input<'py> {
    /// Takes `bytes` and `str` as they are, and copies anything else that has a buffer.
    ///
    /// # Errors
    /// `TypeError` for other objects, and `RecursionError` if the calls before have left too little
    /// stack.
    pub fn of(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        begin_call()?;
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if let Ok(text) = data.cast::<PyString>() {
            return Ok(Self::Text(text.clone()));
        }
        let Ok(buffer) = PyMemoryView::from(data) else {
            let name = data.get_type().name()?;
            return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                "a document is bytes, str, or an object with a buffer, not {name}"
            )));
        };
        let copy = buffer.call_method0("tobytes")?;
        Ok(Self::Bytes(copy.cast_into::<PyBytes>()?))
    }

    /// Returns the bytes of the document.
    ///
    /// # Errors
    /// `Error` for text with half of a surrogate pair, which UTF-8 does not have.
    pub fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.as_bytes()),
            Self::Text(text) => match text.to_str() {
                Ok(text) => Ok(text.as_bytes()),
                Err(_) => Err(plain(text.py(), lone_surrogate())),
            },
        }
    }
}

/// Does work that needs no objects. Other threads run meanwhile if the input is long.
pub fn unlocked<T: Send>(py: Python<'_>, input: &[u8], work: impl FnOnce() -> T + Send) -> T {
    match input.len() >= LONG {
        true => py.detach(work),
        false => work(),
    }
}
