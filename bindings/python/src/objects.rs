//! Nodes of a frozen document as Python objects.
//!
//! Nothing recurses by the depth of the document. The keys of a document are in it once each, so a
//! string is made once for each key, and found by where the key stands.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyNone, PyString, PyTuple, PyType,
};
use varvel::{Entries, Error, ErrorKind, Items, Kind, Number, Pairs, Tag, Timestamp, View};

use crate::errors::{class, plain};

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
        values: Vec::new(),
        open: Vec::new(),
    };
    objects.make(view)
}

/// A container whose members are being made.
struct Open<'a, 'py> {
    /// The place of its first item among the values.
    from: usize,
    rest: Rest<'a, 'py>,
}

/// The members that are still to come.
enum Rest<'a, 'py> {
    /// An array, or one inside of a key.
    Array(Items<'a>),
    Object(
        Entries<'a>,
        Bound<'py, PyDict>,
        Option<Bound<'py, PyString>>,
    ),
    /// The pairs of an object for a hook.
    Hooked(Entries<'a>, Option<Bound<'py, PyString>>),
    /// Keys and values are values by turns. The view is a value whose key was made last.
    Map(Pairs<'a>, Option<View<'a>>),
    /// The value of a tag.
    Tagged(Tag, Option<View<'a>>),
}

struct Objects<'a, 'h, 'py> {
    py: Python<'py>,
    hooks: &'h Hooks<'py>,
    keys: KeyCache<'py>,
    values: Vec<Bound<'py, PyAny>>,
    open: Vec<Open<'a, 'py>>,
}

/// The result of a look at a node.
enum Made<'a, 'py> {
    Scalar(Bound<'py, PyAny>),
    Container(Rest<'a, 'py>),
}

impl<'a, 'py> Objects<'a, '_, 'py> {
    fn make(&mut self, view: View<'a>) -> PyResult<Bound<'py, PyAny>> {
        match self.look(view)? {
            Made::Scalar(value) => return Ok(value),
            Made::Container(rest) => self.begin(rest),
        }
        while let Some(mut open) = self.open.pop() {
            match self.fill(&mut open)? {
                Some(inner) => {
                    self.open.push(open);
                    self.begin(inner);
                }
                None => {
                    let value = self.close(open)?;
                    match self.open.last_mut() {
                        Some(outer) => place(outer, value, &mut self.values)?,
                        None => return Ok(value),
                    }
                }
            }
        }
        // The outermost container returns when it closes.
        Err(plain(self.py, Error::new(ErrorKind::InvalidEvents)))
    }

    fn begin(&mut self, rest: Rest<'a, 'py>) {
        let from = self.values.len();
        self.open.push(Open { from, rest });
    }

    /// Makes members until one is a container, which is returned, or until none is left.
    #[inline]
    fn fill(&mut self, open: &mut Open<'a, 'py>) -> PyResult<Option<Rest<'a, 'py>>> {
        match &mut open.rest {
            Rest::Array(items) => {
                for item in items {
                    match self.look(item)? {
                        Made::Scalar(value) => self.values.push(value),
                        Made::Container(inner) => return Ok(Some(inner)),
                    }
                }
            }
            Rest::Object(entries, dict, waiting) => {
                for (key, value) in entries {
                    let key = self.keys.get(self.py, key);
                    match self.look(value)? {
                        Made::Scalar(value) => dict.set_item(key, value)?,
                        Made::Container(inner) => {
                            *waiting = Some(key);
                            return Ok(Some(inner));
                        }
                    }
                }
            }
            Rest::Hooked(entries, waiting) => {
                for (key, value) in entries {
                    let key = self.keys.get(self.py, key);
                    match self.look(value)? {
                        Made::Scalar(value) => self.values.push(pair(key, value)?),
                        Made::Container(inner) => {
                            *waiting = Some(key);
                            return Ok(Some(inner));
                        }
                    }
                }
            }
            Rest::Map(pairs, waiting) => loop {
                let next = match waiting.take() {
                    Some(value) => value,
                    None => match pairs.next() {
                        Some((key, value)) => {
                            *waiting = Some(value);
                            key
                        }
                        None => break,
                    },
                };
                match self.look(next)? {
                    Made::Scalar(value) => self.values.push(value),
                    Made::Container(inner) => return Ok(Some(inner)),
                }
            },
            Rest::Tagged(_, value) => {
                if let Some(value) = value.take() {
                    match self.look(value)? {
                        Made::Scalar(value) => self.values.push(value),
                        Made::Container(inner) => return Ok(Some(inner)),
                    }
                }
            }
        }
        Ok(None)
    }

    /// Returns the object of a container whose members are all made.
    fn close(&mut self, open: Open<'a, 'py>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let hooks = self.hooks;
        match open.rest {
            Rest::Array(_) => Ok(PyList::new(py, self.values.drain(open.from..))?.into_any()),
            Rest::Object(_, dict, _) => match &hooks.object_hook {
                None => Ok(dict.into_any()),
                Some(hook) => hook.call1((dict,)),
            },
            Rest::Hooked(..) => {
                let pairs = PyList::new(py, self.values.drain(open.from..))?;
                match &hooks.object_pairs_hook {
                    Some(hook) => hook.call1((pairs,)),
                    None => Ok(pairs.into_any()),
                }
            }
            Rest::Map(..) => {
                let mut parts = self.values.drain(open.from..);
                let pairs = std::iter::from_fn(|| Some((parts.next()?, parts.next()?)));
                map(py, pairs, hooks)
            }
            Rest::Tagged(tag, _) => {
                let value = self.values.pop();
                tagged(py, tag, value)
            }
        }
    }

    #[inline]
    fn look(&self, view: View<'a>) -> PyResult<Made<'a, 'py>> {
        let py = self.py;
        let hooks = self.hooks;
        if let Some(text) = view.as_str() {
            return Ok(Made::Scalar(PyString::new(py, text).into_any()));
        }
        Ok(Made::Scalar(match view.kind() {
            Kind::Null => PyNone::get(py).to_owned().into_any(),
            Kind::Bool => PyBool::new(py, view.as_bool() == Some(true))
                .to_owned()
                .into_any(),
            Kind::Integer | Kind::Float | Kind::Decimal => match view.as_number() {
                Some(number) => self.number(number)?,
                None => return Err(foreign(&view, py)),
            },
            Kind::Bytes => PyBytes::new(py, view.as_bytes().unwrap_or_default()).into_any(),
            Kind::Timestamp => match view.as_timestamp() {
                Some(time) => timestamp(py, time, hooks)?,
                None => return Err(foreign(&view, py)),
            },
            Kind::Array => return Ok(Made::Container(Rest::Array(view.items()))),
            Kind::Object => {
                let entries = view.entries();
                return Ok(Made::Container(match hooks.object_pairs_hook {
                    None => Rest::Object(entries, PyDict::new(py), None),
                    Some(_) => Rest::Hooked(entries, None),
                }));
            }
            Kind::Map => return Ok(Made::Container(Rest::Map(view.pairs(), None))),
            Kind::Tagged => match view.tag() {
                Some((tag, value)) => {
                    return Ok(Made::Container(Rest::Tagged(tag, Some(value))));
                }
                None => return Err(foreign(&view, py)),
            },
            _ => return Err(foreign(&view, py)),
        }))
    }

    #[inline]
    fn number(&self, number: Number<'_>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let hooks = self.hooks;
        if let Some(hook) = &hooks.parse_int {
            match number {
                Number::I64(v) => return hook.call1((v.to_string(),)),
                Number::U64(v) => return hook.call1((v.to_string(),)),
                Number::Big(digits) => return hook.call1((digits,)),
                _ => {}
            }
        }
        Ok(match number {
            Number::I64(v) => v.into_pyobject(py)?.into_any(),
            Number::U64(v) => v.into_pyobject(py)?.into_any(),
            Number::F64(v) => match &hooks.parse_float {
                None => PyFloat::new(py, v).into_any(),
                Some(hook) => hook.call1((PyFloat::new(py, v).repr()?,))?,
            },
            Number::Big(digits) => big(py, digits)?,
            Number::Decimal(text) => match &hooks.parse_float {
                Some(hook) => hook.call1((text,))?,
                None => decimal(py, text)?,
            },
            _ => return Err(plain(py, Error::new(ErrorKind::TypeMismatch))),
        })
    }
}

/// Puts a container that was made into the one around it.
fn place<'py>(
    outer: &mut Open<'_, 'py>,
    value: Bound<'py, PyAny>,
    values: &mut Vec<Bound<'py, PyAny>>,
) -> PyResult<()> {
    match &mut outer.rest {
        Rest::Object(_, dict, key) => {
            if let Some(key) = key.take() {
                dict.set_item(key, value)?;
            }
        }
        Rest::Hooked(_, key) => {
            if let Some(key) = key.take() {
                values.push(pair(key, value)?);
            }
        }
        Rest::Array(_) | Rest::Map(..) | Rest::Tagged(..) => values.push(value),
    }
    Ok(())
}

fn pair<'py>(key: Bound<'py, PyString>, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = key.py();
    Ok(PyTuple::new(py, [key.into_any(), value])?.into_any())
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
    pairs: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    hooks: &Hooks<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let dict = PyDict::new(py);
    let mut kept = Vec::new();
    for (number, (key, value)) in pairs.enumerate() {
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
        if dict.len() != number + 1 {
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
fn hashable(key: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    match key.is_instance_of::<PyList>() {
        true => MAKE
            .import(key.py(), "varvel._values", "as_key")?
            .call1((key,)),
        false => Ok(key),
    }
}

/// Returns the error for a node of a kind that this version does not know.
#[cold]
fn foreign(view: &View<'_>, py: Python<'_>) -> PyErr {
    let expected = "a value that Python has";
    plain(py, Error::wrong_kind(expected, view.kind()))
}

/// The strings of the keys of a document, by their places.
struct KeyCache<'py> {
    slots: Vec<Option<(*const u8, Bound<'py, PyString>)>>,
}

impl<'py> KeyCache<'py> {
    /// Returns an empty cache for a document of so many bytes.
    fn new(bytes: usize) -> Self {
        let slots = (bytes / 32).next_power_of_two().clamp(8, 4096);
        let mut cache = Self { slots: Vec::new() };
        cache.slots.resize_with(slots, || None);
        cache
    }

    #[inline]
    fn get(&mut self, py: Python<'py>, key: &str) -> Bound<'py, PyString> {
        let place = key.as_ptr();
        let hash = (place as usize as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = (hash >> 40) as usize & (self.slots.len() - 1);
        match &self.slots[index] {
            // One place is one key, except that an empty key may stand anywhere.
            Some((at, text)) if *at == place && !key.is_empty() => text.clone(),
            _ => {
                let text = PyString::new(py, key);
                self.slots[index] = Some((place, text.clone()));
                text
            }
        }
    }
}
