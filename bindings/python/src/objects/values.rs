//! Values that are made by calls of Python, and maps with keys of any kind.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt, PyList, PyNone, PyString, PyTuple, PyType};
use varvel::{Error, ErrorKind, Tag, Timestamp, View};

use super::{Hooks, object};
use crate::errors::{class, plain};
use crate::stack::has_room;

/// The reason why there is no object for a value.
pub enum Fault {
    /// The value. The error has no place yet.
    Value(Error),
    /// An exception of a hook, or of Python itself.
    Raised(PyErr),
}

impl From<PyErr> for Fault {
    fn from(raised: PyErr) -> Self {
        Self::Raised(raised)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Value(error)
    }
}

/// Returns keys and values by turns as a list of pairs.
pub fn pairs<'py>(
    py: Python<'py>,
    mut members: impl Iterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    while let (Some(key), Some(value)) = (members.next(), members.next()) {
        list.append(PyTuple::new(py, [key, value])?)?;
    }
    Ok(list)
}

/// Returns an integer beyond 64 bits. Python refuses more digits than
/// `sys.get_int_max_str_digits()`, since the time to read them is not linear.
pub fn big<'py>(py: Python<'py>, digits: &str) -> Result<Bound<'py, PyAny>, Fault> {
    let made = py.get_type::<PyInt>().call1((digits,));
    made.map_err(|_| {
        let expected = "an integer with no more digits than Python reads";
        let error = Error::expected(ErrorKind::NumberOutOfRange, expected)
            .with_found(format!("{} digits", digits.trim_start_matches('-').len()))
            .with_hint(
                "sys.set_int_max_str_digits sets how many it reads; parse_int gets the text",
            );
        Fault::Value(error)
    })
}

/// Returns the `Decimal` of a text.
pub fn decimal<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "decimal", "Decimal")?.call1((text,))
}

pub fn timestamp<'py>(
    py: Python<'py>,
    time: Timestamp,
    hooks: &Hooks<'py>,
) -> Result<Bound<'py, PyAny>, Fault> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let parts = (time.seconds(), time.nanos());
    if let Some(hook) = &hooks.timestamp_hook {
        return Ok(hook.call1(parts)?);
    }
    let make = MAKE.import(py, "varvel._values", "datetime_of")?;
    let made = make.call1(parts)?;
    if made.is_none() {
        let expected = "a point in time that datetime holds: whole microseconds, years 1 to 9999";
        let error = Error::expected(ErrorKind::Unrepresentable, expected)
            .with_hint("timestamp_hook gets the seconds and the nanoseconds");
        return Err(error.into());
    }
    Ok(made)
}

pub fn tagged<'py>(
    py: Python<'py>,
    tag: Tag,
    value: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let (kind, number) = match tag {
        Tag::Number(number) => ("number", number.into_pyobject(py)?),
        Tag::Extension(number) => ("extension", number.into_pyobject(py)?),
        Tag::Simple(number) => ("simple", number.into_pyobject(py)?),
    };
    let make = MAKE.import(py, "varvel._values", "tagged_of")?;
    make.call1((kind, number, value))
}

/// Returns a map whose keys are of any kind as a `dict`.
pub fn map<'py>(
    py: Python<'py>,
    mut members: impl Iterator<Item = Bound<'py, PyAny>>,
    hooks: &Hooks<'py>,
) -> Result<Bound<'py, PyAny>, Fault> {
    let dict = PyDict::new(py);
    let mut kept = Vec::new();
    while let (Some(key), Some(value)) = (members.next(), members.next()) {
        let before = dict.len();
        let key = hashable(key)?;
        if let Err(error) = key.hash() {
            if !error.is_instance_of::<PyTypeError>(py) {
                return Err(error.into());
            }
            let expected = "a key that can be a key of a dict";
            let found = key.get_type().name()?.to_string();
            let error = Error::expected(ErrorKind::Unrepresentable, expected).with_found(found);
            return Err(error.into());
        }
        dict.set_item(&key, &value)?;
        if dict.len() == before {
            let expected = "keys that differ in Python, where 1, 1.0 and True are equal";
            let error = Error::expected(ErrorKind::DuplicateKey, expected)
                .with_content(key.repr()?.to_string());
            return Err(error.into());
        }
        if hooks.object_pairs_hook.is_some() {
            kept.push((key, value));
        }
    }
    match (&hooks.object_pairs_hook, &hooks.object_hook) {
        (Some(hook), _) => Ok(hook.call1((PyList::new(py, kept)?,))?),
        (None, Some(hook)) => Ok(hook.call1((dict,))?),
        (None, None) => Ok(dict.into_any()),
    }
}

/// Returns the key of a map as an object.
///
/// # Errors
/// Those of [`object`].
pub fn key_object<'py>(py: Python<'py>, key: View<'_>) -> PyResult<Bound<'py, PyAny>> {
    let key = object(py, key, &Hooks::default())?;
    hashable(key).map_err(|fault| match fault {
        Fault::Raised(raised) => raised,
        Fault::Value(error) => plain(py, error),
    })
}

/// The bytes of stack that Python takes for each tuple in a tuple, to hash and to compare them.
const KEY: usize = 512;

/// How many of them there is always room for.
const FEW: usize = 8;

/// Returns a key with tuples in place of lists.
///
/// # Errors
/// `Error` for lists and tags that are deeper in each other than the stack has room for: Python
/// recurses to hash them.
pub fn hashable(key: Bound<'_, PyAny>) -> Result<Bound<'_, PyAny>, Fault> {
    let py = key.py();
    let Ok(list) = key.cast::<PyList>() else {
        check_room(0, &key)?;
        return Ok(key);
    };
    // The lists that are open, each with the items that it has as a tuple.
    let mut open = vec![(list.clone(), Vec::new())];
    loop {
        let depth = open.len();
        let Some((list, items)) = open.last_mut() else {
            return Ok(key);
        };
        let next = list.iter().nth(items.len());
        match next {
            Some(item) => match item.cast_into::<PyList>() {
                Ok(inner) => {
                    check_room(depth, &inner)?;
                    open.push((inner, Vec::new()));
                }
                Err(other) => {
                    let item = other.into_inner();
                    check_room(depth, &item)?;
                    items.push(item);
                }
            },
            None => {
                let tuple = PyTuple::new(py, std::mem::take(items))?.into_any();
                open.pop();
                match open.last_mut() {
                    Some((_, items)) => items.push(tuple),
                    None => return Ok(tuple),
                }
            }
        }
    }
}

/// Looks whether there is room for a part of a key that is inside of `depth` others.
fn check_room(depth: usize, part: &Bound<'_, PyAny>) -> Result<(), Error> {
    let mut depth = depth;
    let mut next = Some(part.clone());
    // The value of a tag is its last item.
    while let Some(tag) = next
        .take()
        .and_then(|part| part.cast_into::<PyTuple>().ok())
    {
        depth += 1;
        next = tag.get_item(tag.len().wrapping_sub(1)).ok();
    }
    match depth <= FEW || has_room(depth, KEY) {
        true => Ok(()),
        false => Err(too_deep()),
    }
}

#[cold]
fn too_deep() -> Error {
    let expected = "a key with no more containers inside each other than the stack has room for";
    let error = Error::expected(ErrorKind::DepthLimit, expected);
    error.with_hint("`threading.stack_size` gives new threads more")
}

/// Returns whether the keys of a map, which come by turns with the values, are strings, bytes,
/// integers, booleans or null. They are equal in Python if they are equal in a document.
pub fn are_plain(members: &[Bound<'_, PyAny>]) -> bool {
    let is_plain = |key: &Bound<'_, PyAny>| {
        key.is_exact_instance_of::<PyString>()
            || key.is_exact_instance_of::<PyInt>()
            || key.is_exact_instance_of::<PyBytes>()
            || key.is_exact_instance_of::<PyBool>()
            || key.is_exact_instance_of::<PyNone>()
    };
    members.iter().step_by(2).all(is_plain)
}
