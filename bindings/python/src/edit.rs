//! Texts that people write and programs edit. The class for users is `varvel.edit.Document`.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use varvel::edit::{Document, Syntax};
use varvel::formats::AnyFormat;
use varvel::{Duplicates, Encode, Error, ErrorKind, Frozen, Limits, Value};
use varvel_files::lock_for_edit;

use crate::dump::node_bytes;
use crate::errors::{Located, exception, plain};
use crate::load::{Depth, read_options};
use crate::objects::{Hooks, object};
use crate::replace::replace_by;

/// A text of JSON or YAML. Edits leave the rest of it as it is.
#[pyclass(module = "varvel._varvel", name = "_Text")]
pub struct Text {
    document: Document,
    format: AnyFormat,
}

impl Text {
    /// Returns a value of Python as a node: what the format writes of it.
    fn node(&self, value: &Bound<'_, PyAny>) -> PyResult<Value> {
        let py = value.py();
        let written = node_bytes(value, self.format)?;
        let options = read_options(true, Some(Depth(usize::MAX)));
        let frozen = self.format.freeze(&written, Duplicates::Error, &options);
        frozen.map(Value::from).map_err(|error| plain(py, error))
    }

    /// Makes an edit. Its error says where in the text it is.
    fn edited<T>(
        &mut self,
        py: Python<'_>,
        edit: impl FnOnce(&mut Document) -> varvel::Result<T>,
    ) -> PyResult<T> {
        edit(&mut self.document).map_err(|error| plain(py, error))
    }
}

/// Returns an error of reading a text to edit. It has no options for what others may be read with.
fn with_own_hint(error: Error) -> Error {
    match error.kind() {
        ErrorKind::DuplicateKey => error.with_hint("an edit needs different keys: remove one"),
        ErrorKind::DepthLimit => error.with_hint("a text that is edited is no deeper than this"),
        ErrorKind::ReplayLimit => {
            error.with_hint("a text that is edited has no more than this by its aliases")
        }
        _ => error,
    }
}

fn objects<'py>(py: Python<'py>, value: &(impl Encode + ?Sized)) -> PyResult<Bound<'py, PyAny>> {
    let frozen = Frozen::from_typed(value).map_err(|error| plain(py, error))?;
    object(py, frozen.view(), &Hooks::default())
}

#[pymethods]
impl Text {
    #[new]
    fn new(py: Python<'_>, data: &[u8], syntax: &str, tolerant: bool) -> PyResult<Self> {
        let (syntax, format) = match syntax {
            "json" => (Syntax::Json, AnyFormat::Json),
            "jsonc" => (Syntax::Jsonc, AnyFormat::Json),
            "json5" => (Syntax::Json5, AnyFormat::Json5),
            "yaml" if tolerant => (Syntax::TolerantYaml, AnyFormat::Yaml),
            "yaml" => (Syntax::Yaml, AnyFormat::Yaml),
            _ => {
                let message = format!(
                    "there is no format {syntax:?} to edit: it is one of json, jsonc, json5, yaml"
                );
                return Err(PyValueError::new_err(message));
            }
        };
        let Ok(text) = std::str::from_utf8(data) else {
            return Err(exception(py, Error::not_utf8(data, 0, data.len()), data));
        };
        let document = Document::with_limits(text, syntax, Limits::DEFAULT);
        let document = document.map_err(|error| exception(py, with_own_hint(error), data))?;
        Ok(Self { document, format })
    }

    fn through_aliases(&mut self, through: bool) {
        self.document.through_aliases(through);
    }

    #[getter]
    fn text(&self) -> &str {
        self.document.text()
    }

    #[getter]
    fn changed(&self) -> bool {
        self.document.is_changed()
    }

    /// Returns the value at a path; `None` and `False` if there is none.
    fn find<'py>(
        &self,
        py: Python<'py>,
        path: &str,
    ) -> PyResult<(Option<Bound<'py, PyAny>>, bool)> {
        match self.document.value().path(path) {
            Ok(value) => Ok((Some(objects(py, &value)?), true)),
            Err(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::TypeMismatch => Ok((None, false)),
                _ => Err(plain(py, error)),
            },
        }
    }

    fn set(&mut self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let node = self.node(value)?;
        self.edited(value.py(), |document| document.set(path, node))
    }

    fn insert(&mut self, path: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let node = self.node(value)?;
        self.edited(value.py(), |document| document.insert(path, node))
    }

    fn rename(&mut self, py: Python<'_>, path: &str, key: &str) -> PyResult<()> {
        self.edited(py, |document| document.rename(path, key))
    }

    fn remove<'py>(&mut self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let removed = self.edited(py, |document| document.remove(path))?;
        objects(py, &removed)
    }

    /// Returns the text of each comment.
    fn comments(&self, py: Python<'_>) -> PyResult<Vec<&str>> {
        let spans = self.document.comments();
        let spans = spans.map_err(|error| plain(py, error))?;
        let text = self.document.text();
        let comments = spans.iter().map(|span| &text[span.start..span.end]);
        Ok(comments.collect())
    }
}

/// Replaces a file by one with these bytes, when that is whole. Other programs that take the lock
/// for edits wait meanwhile. A file that does not have the bytes `before`, if these are given, is
/// left alone: returns whether it was replaced.
#[pyfunction(name = "_replace_file")]
#[pyo3(signature = (path, data, before=None))]
pub fn replace_file(
    py: Python<'_>,
    path: PathBuf,
    data: &[u8],
    before: Option<&[u8]>,
) -> PyResult<bool> {
    let mut raised = None;
    let done = py.detach(|| {
        let _lock = lock_for_edit(&path, || {
            raised = Python::attach(|py| py.check_signals()).err();
            match raised {
                Some(_) => ControlFlow::Break(()),
                None => ControlFlow::Continue(()),
            }
        });
        match before {
            _ if raised.is_some() => Ok(false),
            Some(before) if fs::read(&path)? != before => Ok(false),
            _ => replace_by(&path, data).map(|()| true),
        }
    });
    match raised {
        Some(raised) => Err(raised),
        None => done.map_err(|error| Located::system(&error, &path).exception(py)),
    }
}
