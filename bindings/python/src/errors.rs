//! Errors of Varvel as the exception `varvel.Error`, a `ValueError` with attributes.
//!
//! The class is written in Python, so that it can be pickled and subclassed in every version.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;

use arrow_schema::ArrowError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};
use varvel::records::{BadRecord, Failure};
use varvel::{Error, ErrorKind};
use varvel_files::Refused;

/// Returns the class `name` of a module of this package or of the standard library. It is looked up
/// once.
pub fn class<'py>(
    py: Python<'py>,
    kept: &PyOnceLock<Py<PyType>>,
    module: &str,
    name: &str,
) -> PyResult<Bound<'py, PyType>> {
    kept.import(py, module, name).cloned()
}

/// An error with its place and its text, which needs no Python yet.
pub struct Located {
    error: Error,
    offset: Option<u64>,
    line_column: Option<(usize, usize)>,
    message: String,
    file: Option<Box<str>>,
    record: Option<Arc<Record>>,
    /// The kind of an error of the operating system, and its number.
    system: Option<(io::ErrorKind, Option<i32>)>,
}

/// The bytes of a bad record, which all its errors share.
struct Record {
    bytes: Box<[u8]>,
    object: PyOnceLock<Py<PyBytes>>,
}

impl Record {
    fn of(bytes: &[u8]) -> Arc<Self> {
        Arc::new(Self {
            bytes: bytes.into(),
            object: PyOnceLock::new(),
        })
    }

    fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyBytes> {
        let made = || PyBytes::new(py, &self.bytes).unbind();
        self.object.get_or_init(py, made).bind(py)
    }
}

impl Located {
    /// Returns an error in a text, or in another document.
    pub fn of_text(error: Error, input: &[u8]) -> Self {
        let error = with_own_hint(error);
        let known = error.location();
        let known = known.map(|place| (place.line(), place.column()));
        Self {
            line_column: known.or_else(|| error.report(input).line_column()),
            message: match error.offset() {
                Some(_) => error.report(input).to_string(),
                None => with_hint(error.to_string(), &error),
            },
            ..Self::nowhere(error)
        }
    }

    /// Returns an error that is not about a text.
    pub fn nowhere(error: Error) -> Self {
        let error = with_own_hint(error);
        let kind = error.io_error_kind();
        let system = kind.map(|kind| (kind, error.raw_os_error()));
        Self {
            offset: error.offset().map(|offset| offset as u64),
            line_column: None,
            message: with_hint(error.to_string(), &error),
            error,
            file: None,
            record: None,
            system,
        }
    }

    /// Returns an error of writing a file.
    pub fn written(error: Error, file: &Path) -> Self {
        match error.io_error_kind() {
            Some(_) => Self::nowhere(error).in_file(&file.display().to_string(), ""),
            None => Self::nowhere(error),
        }
    }

    /// Returns the same error as one of a file. `place` comes before its text.
    pub fn in_file(self, file: &str, place: &str) -> Self {
        Self {
            message: format!("{file}: {place}{}", self.message),
            file: Some(file.into()),
            ..self
        }
    }

    /// Adds a line behind the text of the error.
    pub fn with_note(mut self, note: &str) -> Self {
        self.message.push_str("\nnote: ");
        self.message.push_str(note);
        self
    }

    /// Returns the error of a bad record of an input, which may be a file, with its place in that.
    pub fn of_record(record: &BadRecord<'_>, file: Option<&str>) -> Self {
        Self::of_shared(record, file, Record::of(&record.bytes))
    }

    /// Returns several errors of a bad record.
    pub fn of_records(
        record: &BadRecord<'_>,
        errors: Vec<Error>,
        file: Option<&str>,
    ) -> impl Iterator<Item = Self> {
        let shared = Record::of(&record.bytes);
        errors.into_iter().map(move |error| {
            let bytes = Cow::Borrowed(&*record.bytes);
            let record = BadRecord {
                error,
                bytes,
                ..*record
            };
            Self::of_shared(&record, file, shared.clone())
        })
    }

    fn of_shared(record: &BadRecord<'_>, file: Option<&str>, shared: Arc<Record>) -> Self {
        let record = &BadRecord {
            // Without a place of its own, the error is at the beginning of the record.
            error: with_own_hint(record.error.clone()).or_offset(0),
            bytes: Cow::Borrowed(&*record.bytes),
            ..*record
        };
        let place = file.map_or(String::new(), |file| format!("{file}: "));
        Self {
            offset: Some(record.error_offset()),
            line_column: record.line_column(),
            message: format!("{place}{}", record.report()),
            file: file.map(Into::into),
            record: Some(shared),
            ..Self::nowhere(record.error.clone())
        }
    }

    /// Returns an error of the operating system about a file.
    pub fn system(error: &io::Error, file: &Path) -> Self {
        let file = file.display().to_string();
        let refused = error.get_ref().and_then(|inner| inner.downcast_ref());
        let made = match refused {
            Some(Refused::Bomb(_)) => Error::new(ErrorKind::Refused).with_hint(EXPANDS),
            Some(_) => Error::new(ErrorKind::Refused),
            None => Error::of_io(error),
        };
        Self {
            message: with_hint(format!("{file}: {error}"), &made),
            file: Some(file.into()),
            // A file that was refused was read.
            system: match error.get_ref() {
                Some(inner) if inner.is::<Refused>() => None,
                _ => Some((error.kind(), error.raw_os_error())),
            },
            ..Self::nowhere(made)
        }
    }

    /// Returns the reason why reading a file ended.
    pub fn failure(failure: &Failure, file: &Path) -> Self {
        match failure {
            Failure::Bad(record) => Self::of_record(record, Some(&file.display().to_string())),
            Failure::Input(error) => Self::nowhere(error.clone()),
            Failure::Read(error) | Failure::Write(error) | Failure::SetAside(error) => {
                Self::system(error, file)
            }
            other => Self {
                message: other.to_string(),
                ..Self::nowhere(Error::new(ErrorKind::Io))
            },
        }
    }

    /// Returns the text of the error, with a hint and the line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error as Arrow hands it over: its text with a hint and the line, and whether the
    /// operating system failed.
    pub fn arrow(&self) -> ArrowError {
        match self.system {
            Some((kind, _)) => ArrowError::IoError(self.message.clone(), kind.into()),
            None => ArrowError::ExternalError(self.message.clone().into()),
        }
    }

    /// Returns the exception: `varvel.Error`, or an `OSError` if the operating system failed.
    #[cold]
    pub fn exception(&self, py: Python<'_>) -> PyErr {
        match self.system {
            Some((_, Some(number))) => self.system_error(number),
            Some((kind, None)) => io::Error::new(kind, self.message.clone()).into(),
            None => self.made(py).unwrap_or_else(|other| other),
        }
    }

    /// Returns an error of the operating system with this number, as Python raises it.
    fn system_error(&self, number: i32) -> PyErr {
        let text = io::Error::from_raw_os_error(number).to_string();
        let end = text.rfind(" (os error").unwrap_or(text.len());
        let (text, file) = (
            text[..end].to_owned(),
            self.file.as_deref().map(str::to_owned),
        );
        match cfg!(windows) {
            // Python finds its own number for that of the system.
            true => PyOSError::new_err((0, text, file, number)),
            false => PyOSError::new_err((number, text, file)),
        }
    }

    fn made(&self, py: Python<'_>) -> PyResult<PyErr> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = class(py, &CLASS, "varvel._errors", "Error")?;
        let error = &self.error;
        let (line, column) = self.line_column.unzip();
        let facts = PyDict::new(py);
        facts.set_item("kind", kind_name(error.kind()))?;
        facts.set_item("number", error.kind().number())?;
        facts.set_item("line", line)?;
        facts.set_item("column", column)?;
        facts.set_item("offset", self.offset)?;
        facts.set_item("path", error.path().map(|path| path.to_string()))?;
        facts.set_item("expected", error.expectation())?;
        facts.set_item("found", error.found())?;
        facts.set_item("hint", error.hint())?;
        facts.set_item("file", self.file.as_deref())?;
        let record = self.record.as_ref().map(|record| record.object(py));
        facts.set_item("record", record)?;
        Ok(PyErr::from_value(
            class.call((&self.message,), Some(&facts))?,
        ))
    }
}

/// Returns an error in `input` as an exception.
#[cold]
pub fn exception(py: Python<'_>, error: Error, input: &[u8]) -> PyErr {
    Located::of_text(error, input).exception(py)
}

/// Returns all errors of a document as one exception. They are not complete if the rest of the
/// document was not read.
#[cold]
pub fn several(
    py: Python<'_>,
    errors: impl Iterator<Item = Error>,
    input: &[u8],
    is_full: bool,
) -> PyErr {
    let mut errors: Vec<Error> = errors.collect();
    // No text has a zero byte.
    if !input.contains(&0) {
        Error::or_lines(&mut errors, input);
    }
    let errors = errors.into_iter();
    let errors: Vec<_> = errors.map(|error| Located::of_text(error, input)).collect();
    several_located(py, &errors, is_full)
}

/// Returns errors as one exception. They are not complete if there may be more.
#[cold]
pub fn several_located(py: Python<'_>, errors: &[Located], is_full: bool) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut made = Vec::new();
    for error in errors {
        let one = error.exception(py);
        // A signal raised something else while Python made it.
        if !one.is_instance_of::<PyValueError>(py) && !one.is_instance_of::<PyOSError>(py) {
            return one;
        }
        made.push(one.into_value(py));
    }
    class(py, &CLASS, "varvel._errors", "DecodeErrors")
        .and_then(|class| class.call1((made, !is_full)))
        .map_or_else(|other| other, PyErr::from_value)
}

/// Returns an error that is not about a text as an exception.
#[cold]
pub fn plain(py: Python<'_>, error: Error) -> PyErr {
    Located::nowhere(error).exception(py)
}

/// Returns the error for text that Python has and UTF-8 has not.
#[cold]
pub fn lone_surrogate() -> Error {
    let error = Error::expected(ErrorKind::LoneSurrogate, "text that UTF-8 has");
    error.with_found("half of a surrogate pair")
}

/// The way to read a file that expands more than others do.
const EXPANDS: &str = "`max_expansion` of `read_records` allows more, if you trust the file";

/// Hints of the library, by a part of each, and those of this package: they name arguments of
/// Python where the library has parameters and settings.
const HINTS: &[(&str, &str)] = &[
    (
        "duplicates policy",
        "`duplicates=\"first\"` or `\"last\"` keeps one of them",
    ),
    (
        "raise the limit `depth`",
        "`max_depth` allows more, if the input is trusted",
    ),
    (
        "the write option `depth`",
        "a type that leads back to itself never ends; `max_depth` allows more",
    ),
    (
        "raise the limit `replay`",
        "`max_replay` of `loads` and `decode` allows more, if the input is trusted",
    ),
    (
        "raise the limit `expansion`",
        "batches of fewer rows, or without compression, are taken",
    ),
    (
        "the option `exact_decimals`",
        "`parse_float=decimal.Decimal` keeps its digits",
    ),
];

/// Returns an error of a number that is beyond all floats with the way of the caller to have its
/// digits.
pub fn keeping_digits(error: Error, own: &'static str) -> Error {
    match error.hint() {
        Some(hint) if hint.contains("the option `exact_decimals`") => error.with_hint(own),
        _ => error,
    }
}

/// Parts of hints of the library that name a setting, and the same parts for Python.
const PARTS: &[(&str, &str)] = &[
    ("set the option `tolerant`", "pass `tolerant=True`"),
    (
        "the write option `as_text` writes it",
        "`as_text=True` writes it",
    ),
];

/// Rewrites a hint of the library as one of this package.
fn with_own_hint(error: Error) -> Error {
    let Some(hint) = error.hint() else {
        return error;
    };
    if let Some((_, own)) = HINTS.iter().find(|(part, _)| hint.contains(part)) {
        return error.with_hint(*own);
    }
    match PARTS.iter().find(|(part, _)| hint.contains(part)) {
        Some((part, own)) => {
            let hint = hint.replace(part, own);
            error.with_hint(hint)
        }
        None => error,
    }
}

fn with_hint(mut message: String, error: &Error) -> String {
    if let Some(hint) = error.hint()
        && !message.contains(hint)
    {
        message.push_str("\nhint: ");
        message.push_str(hint);
    }
    message
}

/// Returns the name of a kind: `duplicate_key`.
fn kind_name(kind: ErrorKind) -> String {
    let mut name = String::new();
    for c in format!("{kind:?}").chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}
