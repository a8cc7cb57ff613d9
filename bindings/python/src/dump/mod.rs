//! `dumps`: objects as a document of any format.
//!
//! Objects that Python's own types are not made of go through `varvel._values.plain`, and then
//! through the caller's function.
//!
//! | room | holds |
//! |---|---|
//! | `walk` | containers and the most usual values |
//! | `members` | the members of a dict, in order or sorted |
//! | `names` | keys that come again and again |
//! | `numbers` | lists of numbers |
//! | `scalars` | strings and integers as Python has them |
//! | `values` | all other values |

mod members;
mod names;
mod numbers;
mod scalars;
mod values;
mod walk;

use std::sync::atomic::{AtomicUsize, Ordering};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{AsText, Discard, Error, ErrorKind, Limits};

use crate::errors::plain;
use crate::layout::Layout;
use crate::load::{Depth, format_named, refuse_class};
use crate::stack::begin_call;
use walk::Walk;

/// The choices of a caller.
struct Choices<'py> {
    default: Option<Bound<'py, PyAny>>,
    sort_keys: bool,
    as_text: bool,
    max_depth: usize,
    /// Whether the format is text, in which points in time keep their zone.
    is_text: bool,
}

/// Why an object was not written to its end. It is in a box, so that results stay small.
enum Fault {
    Python(PyErr),
    Writer(Error),
    /// A container in it is too deep, and written later.
    Deep,
    /// A container is too deep that is a key.
    DeepKey,
}

type Result<T = ()> = std::result::Result<T, Box<Fault>>;

impl From<PyErr> for Box<Fault> {
    #[cold]
    fn from(error: PyErr) -> Self {
        Self::new(Fault::Python(error))
    }
}

impl From<Error> for Box<Fault> {
    #[cold]
    fn from(error: Error) -> Self {
        Self::new(Fault::Writer(error))
    }
}

/// Writes an object as a document, and returns its bytes.
///
/// `default` gets each object that has no form of its own, and returns another one. `indent` (a
/// number of spaces, or a text), `separators` and `ensure_ascii` are for JSON and JSON5, whose text
/// is compact UTF-8 without them. `sort_keys` sorts the members of each dict. `as_text` writes what
/// the format has no kind for as text: keys that are no strings, bytes, NaN.
///
/// Raises `Error` for a value that the format cannot hold, with its path.
#[pyfunction]
#[pyo3(signature = (value, *, format="json", default=None, indent=None, sort_keys=false, ensure_ascii=false, separators=None, as_text=false, max_depth=None, cls=None))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn dumps<'py>(
    value: &Bound<'py, PyAny>,
    format: &str,
    default: Option<Bound<'py, PyAny>>,
    indent: Option<Bound<'py, PyAny>>,
    sort_keys: bool,
    ensure_ascii: bool,
    separators: Option<(String, String)>,
    as_text: bool,
    max_depth: Option<Depth>,
    cls: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = value.py();
    begin_call()?;
    refuse_class(cls.as_ref(), "default and as_text")?;
    let format = format_named(format)?;
    let layout = Layout::of(indent, separators, ensure_ascii)?;
    if layout.is_some() && !matches!(format, AnyFormat::Json | AnyFormat::Json5) {
        let message = "indent, separators and ensure_ascii are options of JSON";
        return Err(PyTypeError::new_err(message));
    }
    let choices = Choices {
        default,
        sort_keys,
        as_text,
        max_depth: max_depth.map_or(Limits::DEFAULT.depth, |depth| depth.0),
        is_text: format.profile().text,
    };
    let text = written(value, format, &choices, |error| error)?;
    LAST.store(text.len(), Ordering::Relaxed);
    Ok(match layout {
        None => PyBytes::new(py, &text),
        Some(layout) => PyBytes::new(py, &layout.apply(&text)),
    })
}

/// Writes a value into a document that is edited. The caller has no options to name in hints.
///
/// # Errors
/// `Error` for a value that the format cannot hold, with its path.
pub fn node_bytes(value: &Bound<'_, PyAny>, format: AnyFormat) -> PyResult<Vec<u8>> {
    begin_call()?;
    let choices = Choices {
        default: None,
        sort_keys: false,
        as_text: false,
        max_depth: Limits::DEFAULT.depth,
        is_text: format.profile().text,
    };
    written(value, format, &choices, |error| match error.kind() {
        ErrorKind::Unrepresentable => error.with_hint("pass text, or another value of this format"),
        ErrorKind::DepthLimit => error.with_hint("a value of an edit is no deeper than this"),
        _ => error,
    })
}

fn written<'py>(
    value: &Bound<'py, PyAny>,
    format: AnyFormat,
    choices: &Choices<'py>,
    own: impl FnOnce(Error) -> Error,
) -> PyResult<Vec<u8>> {
    let py = value.py();
    let written = format.visit(Dump(value, choices));
    written.map_err(|fault| match *fault {
        Fault::Python(error) => error,
        Fault::Writer(error) => plain(py, own(error)),
        Fault::Deep | Fault::DeepKey => plain(py, Error::new(ErrorKind::InvalidEvents)),
    })
}

/// The length of the document that was written last: the next may be like it.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// Returns how much memory a document may need, with room for copies that go past the end.
fn guess() -> usize {
    let last = LAST.load(Ordering::Relaxed);
    let last = last.min(16 << 20);
    last + last / 64 + 1024
}

struct Dump<'a, 'py>(&'a Bound<'py, PyAny>, &'a Choices<'py>);

impl Visit for Dump<'_, '_> {
    type Output = Result<Vec<u8>>;

    fn visit<F: Row>(self) -> Self::Output {
        let mut options = WriteOptions::default();
        if self.1.as_text {
            options.as_text = AsText::ALL;
        }
        let sink = F::writer(&F::write_options(&options), Vec::with_capacity(guess()));
        let mut walk = Walk::new(self.1, sink);
        walk.document(self.0)?;
        let may_double = walk.may_double;
        let text = F::finish(walk.sink)?;
        if may_double {
            check_keys::<F>(&text)?;
        }
        Ok(text)
    }
}

/// Checks that no key of a written document comes twice, as two objects with the same text do.
#[cold]
fn check_keys<F: Row>(written: &[u8]) -> varvel::Result {
    let mut options = ReadOptions::with_limits(Limits::NONE);
    options.exact_decimals = true;
    let mut keys = UniqueKeys::try_new(Discard)?;
    let options = F::read_options(&options);
    let read = F::drive(written, &options, &mut F::Scratch::default(), &mut keys);
    read.map_err(|error| match error.kind() {
        ErrorKind::DuplicateKey => {
            let steps = error.steps().unwrap_or_default().to_vec();
            Error::expected(ErrorKind::DuplicateKey, "keys that differ as text").with_path(steps)
        }
        _ => error,
    })
}
