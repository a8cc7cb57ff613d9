//! `Split`: a part of a file that is read alone, and the plan of those.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use varvel::json;
use varvel_files::{expand, plan};

use super::unit::How;
use crate::errors::{Located, exception, plain};

/// A part of a file that is read alone: `splits` plans them.
///
/// It is a value: it can be compared, hashed and pickled, and is an object of JSON for the command.
#[pyclass(frozen, eq, module = "varvel")]
#[derive(Clone, PartialEq)]
pub struct Split {
    pub inner: varvel_files::Split,
}

#[pymethods]
impl Split {
    /// Reads a split, which is an object of a plan that `varvel splits` printed.
    #[classmethod]
    fn from_json(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Self> {
        let inner: varvel_files::Split =
            json::from_str(text).map_err(|error| exception(py, error, text.as_bytes()))?;
        How::named(&inner.format)?;
        Ok(Self { inner })
    }

    /// Returns the split as an object of JSON, as `varvel splits` prints it.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        json::to_string(&self.inner).map_err(|error| plain(py, error))
    }

    /// The file.
    #[getter]
    fn file(&self) -> &str {
        &self.inner.file
    }

    /// The name of the file's format.
    #[getter]
    fn format(&self) -> &str {
        &self.inner.format
    }

    /// The length of the whole file in bytes.
    #[getter]
    fn length(&self) -> u64 {
        self.inner.length
    }

    /// The offset of the split's first byte in the file.
    #[getter]
    fn start(&self) -> u64 {
        self.inner.start
    }

    /// The offset after the split's last byte. The last line may go on after it.
    #[getter]
    fn end(&self) -> u64 {
        self.inner.end
    }

    /// How the file is compressed: "gzip", "zstd" or `None`.
    #[getter]
    fn compression(&self) -> Option<&'static str> {
        self.inner.compression.map(varvel_files::Compression::name)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = slf.get().to_json(slf.py())?;
        Ok((slf.get_type().getattr("from_json")?, (text,)))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (&self.inner.file, self.inner.start, self.inner.end).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let one = &self.inner;
        format!(
            "<varvel.Split of {}: {} to {} of {} bytes>",
            one.file, one.start, one.end, one.length
        )
    }
}

/// Plans the splits of a file of this format, or of the one that its name tells.
#[pyfunction]
pub fn plan_file(
    py: Python<'_>,
    file: &str,
    format: Option<&str>,
    size: u64,
) -> PyResult<Vec<Split>> {
    let how = match format {
        Some(word) => How::named(word)?,
        None => How::of_file(file)?,
    };
    let Some(size) = NonZeroU64::new(size) else {
        return Err(PyValueError::new_err("size is at least 1"));
    };
    let path = Path::new(file);
    let planned = py.detach(|| plan(path, how.word(), size)?.collect::<std::io::Result<Vec<_>>>());
    let planned = planned.map_err(|error| Located::system(&error, path).exception(py))?;
    Ok(planned.into_iter().map(|inner| Split { inner }).collect())
}

/// Returns the files that a name with wildcards means.
#[pyfunction]
pub fn expand_name(py: Python<'_>, name: PathBuf) -> PyResult<Vec<PathBuf>> {
    let found = py.detach(|| expand(&name));
    found.map_err(|error| Located::system(&error, &name).exception(py))
}
