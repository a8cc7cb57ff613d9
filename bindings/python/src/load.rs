//! `loads`: a document of any format as objects.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel::{Duplicates, Limits};

use crate::errors::exception;
use crate::input::{Input, unlocked};
use crate::nesting::Call;
use crate::objects::{Hooks, object, objects_of};

/// Returns the format with this name.
///
/// # Errors
/// `ValueError` with the names that there are.
pub fn format_named(name: &str) -> PyResult<AnyFormat> {
    let mut all = AnyFormat::ALL.iter().copied();
    all.find(|format| format.word() == name).ok_or_else(|| {
        let words: Vec<_> = AnyFormat::ALL.iter().map(|format| format.word()).collect();
        PyValueError::new_err(format!(
            "there is no format {name:?}: it is one of {}",
            words.join(", ")
        ))
    })
}

/// Returns the policy for duplicate keys with this name.
///
/// # Errors
/// `ValueError` with the names that there are.
pub fn duplicates_named(name: &str) -> PyResult<Duplicates> {
    match name {
        "error" => Ok(Duplicates::Error),
        "first" => Ok(Duplicates::First),
        "last" => Ok(Duplicates::Last),
        _ => Err(PyValueError::new_err(
            "duplicates is \"error\", \"first\" or \"last\"",
        )),
    }
}

/// The most containers inside each other, as `max_depth` gives it.
#[derive(Clone, Copy)]
pub struct Depth(pub usize);

impl<'py> FromPyObject<'_, 'py> for Depth {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let whole: Bound<'_, PyAny> = given
            .py()
            .import("operator")?
            .call_method1("index", (given,))?;
        if whole.lt(0)? {
            return Err(PyValueError::new_err("max_depth is at least 0"));
        }
        // More than any number of containers that fits in memory.
        Ok(Self(whole.extract().unwrap_or(usize::MAX)))
    }
}

/// Returns the limits of a caller, who may choose how many containers may be open at once.
pub fn depth_limits(max_depth: Option<Depth>) -> Limits {
    let mut limits = Limits::DEFAULT;
    if let Some(Depth(depth)) = max_depth {
        limits.depth = depth;
    }
    limits
}

/// Returns the options for reading a document.
pub fn read_options(exact: bool, max_depth: Option<Depth>) -> ReadOptions {
    let mut options = ReadOptions::with_limits(depth_limits(max_depth));
    options.exact_decimals = exact;
    options
}

/// Reads a document (`bytes`, `str`, or an object with a buffer) as objects.
///
/// Integers are exact at any size. `parse_float=decimal.Decimal` keeps all digits of other numbers.
/// `duplicates` is "error", "first" or "last". `timestamp_hook` gets the seconds and nanoseconds of
/// points in time, which else are datetimes in UTC. In YAML `merge_keys` resolves `<<: *defaults`,
/// and `yaml_1_1` takes words as YAML 1.1 did: `yes` and `off` are booleans.
///
/// Raises `Error`, a `ValueError`, with line, column and path.
#[pyfunction]
#[pyo3(signature = (data, *, format="json", object_hook=None, object_pairs_hook=None, parse_float=None, parse_int=None, timestamp_hook=None, duplicates="error", max_depth=None, merge_keys=false, yaml_1_1=false))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn loads<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    timestamp_hook: Option<Bound<'py, PyAny>>,
    duplicates: &str,
    max_depth: Option<Depth>,
    merge_keys: bool,
    yaml_1_1: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let _call = Call::begin()?;
    let format = format_named(format)?;
    let duplicates = duplicates_named(duplicates)?;
    let mut options = read_options(parse_float.is_some(), max_depth);
    options.yaml.merge_keys = merge_keys;
    options.yaml.yaml_1_1 = yaml_1_1;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    let hooks = Hooks {
        object_hook,
        object_pairs_hook,
        parse_float,
        parse_int,
        timestamp_hook,
    };
    if hooks.is_empty()
        && duplicates == Duplicates::Error
        && let Some(value) = objects_of(py, format, bytes, &options)
    {
        return Ok(value);
    }
    let frozen = unlocked(py, bytes, || format.freeze(bytes, duplicates, &options));
    let frozen = frozen.map_err(|error| exception(py, error, bytes))?;
    object(py, frozen.view(), &hooks)
}
