//! Objects from the events of a reader, without a frozen document in between: [`objects_of`], and
//! [`hooked_objects`] with all pairs for a hook.

use pyo3::prelude::*;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit};
use varvel::yaml::{Documents, Yaml};
use varvel::{Error, ErrorKind, Result};

use super::{Fault, Hooks, Objects};

/// Reads a document without duplicate keys as objects.
///
/// Returns `None` for a document that is wrong in any way, and for one that has keys which are
/// perhaps equal: freezing it tells the error.
pub fn objects_of<'py>(
    py: Python<'py>,
    format: AnyFormat,
    input: &[u8],
    options: &ReadOptions,
) -> Option<Bound<'py, PyAny>> {
    format.visit(Direct { py, input, options })
}

/// Reads a document as objects, whose keys may come twice: a hook gets all pairs.
///
/// # Errors
/// The outer error is the exception that a hook raised, and the inner one is that of the document.
pub fn hooked_objects<'py>(
    py: Python<'py>,
    format: AnyFormat,
    input: &[u8],
    options: &ReadOptions,
    hooks: &Hooks<'py>,
) -> PyResult<Result<Bound<'py, PyAny>>> {
    format.visit(Hooked {
        py,
        input,
        options,
        hooks,
    })
}

/// Reads the documents of a text of YAML in this way.
///
/// # Errors
/// Those of [`hooked_objects`], and those of the text as a fault.
pub fn hooked_documents<'py>(
    py: Python<'py>,
    text: &[u8],
    options: &ReadOptions,
    hooks: &Hooks<'py>,
) -> std::result::Result<Vec<Bound<'py, PyAny>>, Fault> {
    let mut documents = Documents::new(text, &Yaml::read_options(options))?;
    let mut all = Vec::new();
    loop {
        let mut objects = Objects::new(py, hooks, text.len());
        let done = documents.drive_next(&mut objects);
        match (done, objects.end()) {
            (Ok(false), _) => return Ok(all),
            (Ok(true), (value, _)) => all.extend(value),
            (Err(_), (_, Some(raised))) => return Err(Fault::Raised(raised)),
            (Err(error), _) => return Err(error.into()),
        }
    }
}

struct Hooked<'d, 'py> {
    py: Python<'py>,
    input: &'d [u8],
    options: &'d ReadOptions,
    hooks: &'d Hooks<'py>,
}

impl<'py> Visit for Hooked<'_, 'py> {
    type Output = PyResult<Result<Bound<'py, PyAny>>>;

    fn visit<F: Row>(self) -> Self::Output {
        let mut objects = Objects::new(self.py, self.hooks, self.input.len());
        let options = F::read_options(self.options);
        let scratch = &mut F::Scratch::default();
        let done = F::drive(self.input, &options, scratch, &mut objects);
        match (done, objects.end()) {
            (Ok(()), (Some(value), _)) => Ok(Ok(value)),
            (Ok(()), _) => Ok(Err(Error::new(ErrorKind::InvalidEvents))),
            (Err(_), (_, Some(raised))) => Err(raised),
            (Err(error), _) => Ok(Err(error)),
        }
    }
}

struct Direct<'d, 'py> {
    py: Python<'py>,
    input: &'d [u8],
    options: &'d ReadOptions,
}

impl<'py> Visit for Direct<'_, 'py> {
    type Output = Option<Bound<'py, PyAny>>;

    fn visit<F: Row>(self) -> Self::Output {
        let hooks = Hooks::default();
        let mut objects = Objects::new(self.py, &hooks, self.input.len());
        objects.plain_keys = true;
        let options = F::read_options(self.options);
        let done: Result = F::drive(
            self.input,
            &options,
            &mut F::Scratch::default(),
            &mut objects,
        );
        let (value, _) = objects.end();
        done.ok().and(value)
    }
}
