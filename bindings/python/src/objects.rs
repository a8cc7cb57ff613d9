//! Nodes of a frozen document as Python objects.
//!
//! Nothing recurses by the depth of the document.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple, PyType,
};
use varvel::{Bytes, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp, View};

use crate::errors::{class, plain};
use crate::keys::KeyCache;
use crate::shapes::Shapes;

/// The functions of a caller that make objects.
#[derive(Default)]
pub struct Hooks<'py> {
    /// Gets each object as a `dict`.
    pub object_hook: Option<Bound<'py, PyAny>>,
    /// Gets each object as a list of pairs, before `object_hook`, which is not called then.
    pub object_pairs_hook: Option<Bound<'py, PyAny>>,
    /// Gets the text of each number that is not an integer.
    pub parse_float: Option<Bound<'py, PyAny>>,
    /// Gets the text of each integer.
    pub parse_int: Option<Bound<'py, PyAny>>,
    /// Gets the seconds since 1970 and the nanoseconds of each point in time.
    pub timestamp_hook: Option<Bound<'py, PyAny>>,
}

/// Returns a node as an object.
///
/// # Errors
/// `Error` for a value that Python's objects do not hold, and what a hook raises.
pub fn object<'py>(
    py: Python<'py>,
    view: View<'_>,
    hooks: &Hooks<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut objects = Objects {
        py,
        hooks,
        keys: KeyCache::new(view.buffer().len()),
        shapes: Shapes::default(),
        values: Vec::new(),
        open: Vec::new(),
        tags: 0,
        raised: None,
    };
    let done = view.drive(&mut objects);
    match (done, objects.raised, objects.values.pop()) {
        (Ok(()), _, Some(value)) => Ok(value),
        (Ok(()), ..) => Err(plain(py, Error::new(ErrorKind::InvalidEvents))),
        (Err(_), Some(raised), _) => Err(raised),
        (Err(error), None, _) => Err(plain(py, error)),
    }
}

/// A container whose members are among the values, or a tag whose value comes.
struct Open {
    /// The place of its first member among the values.
    from: usize,
    of: Of,
}

enum Of {
    Array,
    /// Keys and values by turns. The keys are strings unless `any`.
    Map {
        any: bool,
    },
    Tag(Tag),
}

/// A sink that makes objects of the events of a frozen document.
///
/// The events come from a valid document, so they are in order.
struct Objects<'h, 'py> {
    py: Python<'py>,
    hooks: &'h Hooks<'py>,
    keys: KeyCache<'py>,
    shapes: Shapes<'py>,
    values: Vec<Bound<'py, PyAny>>,
    open: Vec<Open>,
    /// How many of what is open are tags.
    tags: usize,
    /// The exception that ended the work. The error that was returned says only that there is one.
    raised: Option<PyErr>,
}

impl<'py> Objects<'_, 'py> {
    #[inline(always)]
    fn push(&mut self, value: Bound<'py, PyAny>) -> Result {
        self.values.push(value);
        match self.tags {
            0 => Ok(()),
            _ => self.end_tags(),
        }
    }

    /// Returns an object, or keeps the exception.
    #[inline(always)]
    fn caught<T>(&mut self, made: PyResult<T>) -> Result<T> {
        match made {
            Ok(made) => Ok(made),
            Err(raised) => Err(self.keep(raised)),
        }
    }

    #[cold]
    fn keep(&mut self, raised: PyErr) -> Error {
        self.raised = Some(raised);
        Error::new(ErrorKind::Refused)
    }

    /// Puts tags before the value that came last, if it is theirs.
    #[cold]
    fn end_tags(&mut self) -> Result {
        while let Some(Open {
            from,
            of: Of::Tag(tag),
        }) = self.open.last()
        {
            if self.values.len() != from + 1 {
                break;
            }
            let made = tagged(self.py, *tag, self.values.pop());
            let made = self.caught(made)?;
            self.values.push(made);
            self.open.pop();
            self.tags -= 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn begin(&mut self, of: Of) {
        let from = self.values.len();
        self.open.push(Open { from, of });
    }

    #[cold]
    fn hooked(&mut self, hook: &Bound<'py, PyAny>, argument: impl PyCallArgs<'py>) -> Result {
        let made = hook.call1(argument);
        let made = self.caught(made)?;
        self.push(made)
    }

    /// Ends an object for a hook.
    #[cold]
    fn end_hooked(&mut self, from: usize) -> Result {
        let py = self.py;
        let hooks = self.hooks;
        if let Some(hook) = &hooks.object_pairs_hook {
            let pairs = pairs(py, self.values.drain(from..));
            let pairs = self.caught(pairs)?;
            return self.hooked(hook, (pairs,));
        }
        let dict = self.shapes.dict(py, &self.values[from..]);
        let dict = self.caught(dict)?;
        self.values.truncate(from);
        match &hooks.object_hook {
            Some(hook) => self.hooked(hook, (dict,)),
            None => self.push(dict.into_any()),
        }
    }

    /// Ends a map with keys that are no strings.
    #[cold]
    fn end_any(&mut self, from: usize) -> Result {
        let made = map(self.py, self.values.drain(from..), self.hooks);
        let made = self.caught(made)?;
        self.push(made)
    }
}

impl<'de> Sink<'de> for Objects<'_, '_> {
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.push(PyNone::get(self.py).to_owned().into_any())
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.push(PyBool::new(self.py, value).to_owned().into_any())
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        match &self.hooks.parse_int {
            None => {
                let Ok(made) = value.into_pyobject(self.py);
                self.push(made.into_any())
            }
            Some(hook) => self.hooked(hook, (value.to_string(),)),
        }
    }

    fn u64(&mut self, value: u64) -> Result {
        match &self.hooks.parse_int {
            None => {
                let made = value.into_pyobject(self.py).map_err(PyErr::from);
                let made = self.caught(made)?;
                self.push(made.into_any())
            }
            Some(hook) => self.hooked(hook, (value.to_string(),)),
        }
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        let float = PyFloat::new(self.py, value);
        match &self.hooks.parse_float {
            None => self.push(float.into_any()),
            Some(hook) => {
                let text = float.repr();
                let text = self.caught(text)?;
                self.hooked(hook, (text,))
            }
        }
    }

    fn f32(&mut self, value: f32) -> Result {
        self.f64(value.into())
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        match &self.hooks.parse_int {
            None => {
                let made = big(self.py, digits);
                let made = self.caught(made)?;
                self.push(made)
            }
            Some(hook) => self.hooked(hook, (digits,)),
        }
    }

    fn decimal(&mut self, text: &str) -> Result {
        match &self.hooks.parse_float {
            None => {
                let made = decimal(self.py, text);
                let made = self.caught(made)?;
                self.push(made)
            }
            Some(hook) => self.hooked(hook, (text,)),
        }
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.push(PyString::new(self.py, &value).into_any())
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.push(PyBytes::new(self.py, &value).into_any())
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let made = timestamp(self.py, value, self.hooks);
        let made = self.caught(made)?;
        self.push(made)
    }

    fn tag(&mut self, tag: Tag) -> Result {
        self.begin(Of::Tag(tag));
        self.tags += 1;
        Ok(())
    }

    #[inline(always)]
    fn begin_array(&mut self, _len: Option<usize>) -> Result {
        self.begin(Of::Array);
        Ok(())
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        let from = self.open.pop().map_or(0, |open| open.from);
        let list = PyList::new(self.py, self.values.drain(from..));
        let list = self.caught(list)?;
        self.push(list.into_any())
    }

    #[inline(always)]
    fn begin_map(&mut self, _len: Option<usize>) -> Result {
        self.begin(Of::Map { any: false });
        Ok(())
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        let key = self.keys.get(self.py, &key);
        self.values.push(key.into_any());
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        if let Some(Open {
            of: Of::Map { any },
            ..
        }) = self.open.last_mut()
        {
            *any = true;
        }
        Ok(())
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        let Some(Open { from, of }) = self.open.pop() else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        if let Of::Map { any: true } = of {
            return self.end_any(from);
        }
        if self.hooks.object_hook.is_some() || self.hooks.object_pairs_hook.is_some() {
            return self.end_hooked(from);
        }
        let dict = self.shapes.dict(self.py, &self.values[from..]);
        let dict = self.caught(dict)?;
        self.values.truncate(from);
        self.push(dict.into_any())
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        if self.hooks.parse_float.is_none() {
            let list = PyList::new(self.py, values);
            let list = self.caught(list)?;
            return self.push(list.into_any());
        }
        self.begin_array(Some(values.len()))?;
        self.f64s(values)?;
        self.end_array()
    }
}

/// Returns keys and values by turns as a list of pairs.
fn pairs<'py>(
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
fn big<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    let made = py.get_type::<PyInt>().call1((digits,));
    made.map_err(|_| {
        let expected = "an integer with no more digits than Python reads";
        let error = Error::expected(ErrorKind::NumberOutOfRange, expected)
            .with_found(format!("{} digits", digits.trim_start_matches('-').len()))
            .with_hint(
                "sys.set_int_max_str_digits sets how many it reads; parse_int gets the text",
            );
        plain(py, error)
    })
}

/// Returns the `Decimal` of a text.
pub fn decimal<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "decimal", "Decimal")?.call1((text,))
}

fn timestamp<'py>(
    py: Python<'py>,
    time: Timestamp,
    hooks: &Hooks<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let parts = (time.seconds(), time.nanos());
    if let Some(hook) = &hooks.timestamp_hook {
        return hook.call1(parts);
    }
    let make = MAKE.import(py, "varvel._values", "datetime_of")?;
    let made = make.call1(parts)?;
    if made.is_none() {
        let expected = "a point in time that datetime holds: whole microseconds, years 1 to 9999";
        let error = Error::expected(ErrorKind::Unrepresentable, expected)
            .with_hint("timestamp_hook gets the seconds and the nanoseconds");
        return Err(plain(py, error));
    }
    Ok(made)
}

fn tagged<'py>(
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
fn map<'py>(
    py: Python<'py>,
    mut members: impl Iterator<Item = Bound<'py, PyAny>>,
    hooks: &Hooks<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    let mut kept = Vec::new();
    while let (Some(key), Some(value)) = (members.next(), members.next()) {
        let before = dict.len();
        let key = hashable(key)?;
        if let Err(error) = key.hash() {
            if !error.is_instance_of::<PyTypeError>(py) {
                return Err(error);
            }
            let expected = "a key that can be a key of a dict";
            let found = key.get_type().name()?.to_string();
            let error = Error::expected(ErrorKind::Unrepresentable, expected).with_found(found);
            return Err(plain(py, error));
        }
        dict.set_item(&key, &value)?;
        if dict.len() == before {
            let expected = "keys that differ in Python, where 1, 1.0 and True are equal";
            let error = Error::expected(ErrorKind::DuplicateKey, expected)
                .with_content(key.repr()?.to_string());
            return Err(plain(py, error));
        }
        if hooks.object_pairs_hook.is_some() {
            kept.push((key, value));
        }
    }
    match (&hooks.object_pairs_hook, &hooks.object_hook) {
        (Some(hook), _) => hook.call1((PyList::new(py, kept)?,)),
        (None, Some(hook)) => hook.call1((dict,)),
        (None, None) => Ok(dict.into_any()),
    }
}

/// Returns the key of a map as an object.
///
/// # Errors
/// Those of [`object`].
pub fn key_object<'py>(py: Python<'py>, key: View<'_>) -> PyResult<Bound<'py, PyAny>> {
    hashable(object(py, key, &Hooks::default())?)
}

/// Returns a key with tuples in place of lists.
pub fn hashable(key: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    match key.is_instance_of::<PyList>() {
        true => MAKE
            .import(key.py(), "varvel._values", "as_key")?
            .call1((key,)),
        false => Ok(key),
    }
}
