//! `Document`: a document as one frozen buffer, which is read in place.

use std::sync::Arc;

use pyo3::exceptions::{PyAttributeError, PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{
    PyBytes, PyCapsule, PyDict, PyInt, PyIterator, PyList, PySlice, PyString, PyTuple, PyType,
};
use varvel::{Error, ErrorKind, Frozen, Kind, View};

use crate::columns;
use crate::errors::{exception, plain};
use crate::input::{Input, unlocked};
use crate::load::{duplicates_named, format_named, read_options};
use crate::objects::{Hooks, key_object, object};

/// A document, or a part of one, that is read in place. It never changes, and may be a key, be
/// pickled, and be used by many threads at once.
///
/// Members and items that are containers are documents too, which keep the whole buffer alive; all
/// others are Python's own objects. Containers are equal to others with equal contents.
#[pyclass(frozen, mapping, weakref, module = "varvel")]
pub struct Document {
    frozen: Frozen<Arc<Vec<u8>>>,
}

impl Document {
    /// Returns the node.
    pub fn view(&self) -> View<'_> {
        self.frozen.view()
    }

    /// Returns a node of this document: a container as a document, and all others as objects.
    fn part<'py>(&self, py: Python<'py>, view: View<'_>) -> PyResult<Bound<'py, PyAny>> {
        let is_container = matches!(
            view.kind(),
            Kind::Array | Kind::Object | Kind::Map | Kind::Tagged
        );
        match self.frozen.part(view) {
            Some(frozen) if is_container => Ok(Bound::new(py, Self { frozen })?.into_any()),
            _ => object(py, view, &Hooks::default()),
        }
    }

    fn whole(frozen: Frozen) -> Self {
        Self {
            frozen: frozen.into_arc(),
        }
    }

    /// Returns the value of a key; `None` if there is none.
    fn find(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<View<'_>>> {
        let view = self.view();
        if let Ok(key) = key.cast::<PyString>()
            && let Some(value) = key.to_str().ok().and_then(|key| view.get(key))
        {
            return Ok(Some(value));
        }
        if view.kind() == Kind::Map {
            for (other, value) in view.pairs() {
                if key_object(key.py(), other)?.eq(key)? {
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    fn item<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let len = self.view().len();
        let out_of_range = || PyIndexError::new_err(format!("an index out of {len} items"));
        let index: isize = index.extract().map_err(|_| out_of_range())?;
        let place = match index {
            0.. => index.unsigned_abs(),
            _ => len
                .checked_sub(index.unsigned_abs())
                .ok_or_else(out_of_range)?,
        };
        let view = self.view().at(place).ok_or_else(out_of_range)?;
        self.part(py, view)
    }

    fn slice<'py>(&self, slice: &Bound<'py, PySlice>) -> PyResult<Bound<'py, PyAny>> {
        let py = slice.py();
        let view = self.view();
        let len = isize::try_from(view.len()).unwrap_or(isize::MAX);
        let range = slice.indices(len)?;
        let list = PyList::empty(py);
        let mut at = range.start;
        for _ in 0..range.slicelength {
            if let Some(item) = view.at(at.unsigned_abs()) {
                list.append(self.part(py, item)?)?;
            }
            at += range.step;
        }
        Ok(list.into_any())
    }

    /// Returns the members or items, each by `make`.
    fn list<'py>(
        &self,
        py: Python<'py>,
        make: impl Fn(View<'_>, Option<View<'_>>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let view = self.view();
        let list = PyList::empty(py);
        match view.kind() {
            Kind::Object | Kind::Map => {
                for (key, value) in view.pairs() {
                    list.append(make(key, Some(value))?)?;
                }
            }
            _ => {
                for item in view.items() {
                    list.append(make(item, None)?)?;
                }
            }
        }
        Ok(list)
    }

    fn is_map(&self) -> bool {
        matches!(self.view().kind(), Kind::Object | Kind::Map)
    }

    fn need_array(&self) -> PyResult<()> {
        match self.view().kind() {
            Kind::Array => Ok(()),
            kind => Err(PyTypeError::new_err(format!(
                "{} has no items",
                kind.name()
            ))),
        }
    }

    fn need_map(&self) -> PyResult<()> {
        match self.is_map() {
            true => Ok(()),
            false => Err(PyTypeError::new_err(format!(
                "{} has no keys",
                self.view().kind().name()
            ))),
        }
    }
}

#[pymethods]
impl Document {
    /// Reads a document of any format. `exact_decimals` keeps all digits of numbers that are no
    /// integers: they are `decimal.Decimal` then.
    #[new]
    #[pyo3(signature = (data, *, format="json", duplicates="error", exact_decimals=false, max_depth=None))]
    fn new(
        data: &Bound<'_, PyAny>,
        format: &str,
        duplicates: &str,
        exact_decimals: bool,
        max_depth: Option<usize>,
    ) -> PyResult<Self> {
        let py = data.py();
        let (format, duplicates) = (format_named(format)?, duplicates_named(duplicates)?);
        let options = read_options(exact_decimals, max_depth);
        let input = Input::of(data)?;
        let bytes = input.bytes()?;
        let frozen = unlocked(py, bytes, || format.freeze(bytes, duplicates, &options));
        let frozen = frozen.map_err(|error| exception(py, error, bytes))?;
        Ok(Self::whole(frozen))
    }

    /// Returns the document that these bytes are, which `to_bytes` made. They are checked, and
    /// copied.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = data.py();
        let input = Input::of(data)?;
        let bytes = input.bytes()?;
        let frozen = unlocked(py, bytes, || Frozen::from_bytes(bytes.to_vec()));
        Ok(Self::whole(
            frozen.map_err(|error| exception(py, error, bytes))?,
        ))
    }

    /// Reads a file that holds the bytes of a document.
    #[classmethod]
    fn open(class: &Bound<'_, PyType>, path: std::path::PathBuf) -> PyResult<Self> {
        let py = class.py();
        let frozen = py.detach(|| std::fs::read(&path).map(Frozen::from_bytes))?;
        Ok(Self::whole(frozen.map_err(|error| plain(py, error))?))
    }

    /// Returns the bytes of the document: a part alone, without the rest of the buffer.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        if self.frozen.is_whole() {
            return Ok(PyBytes::new(py, self.frozen.as_bytes()));
        }
        let alone = self.frozen.detach().map_err(|error| plain(py, error))?;
        Ok(PyBytes::new(py, alone.as_bytes()))
    }

    /// Returns the document as objects.
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        object(py, self.view(), &Hooks::default())
    }

    /// Returns the value at a path, such as `users[3].name`.
    fn path<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let view = self.view().path(path);
        self.part(py, view.map_err(|error| plain(py, error))?)
    }

    /// Returns the value at a JSON Pointer, such as `/users/3/name`.
    fn pointer<'py>(&self, py: Python<'py>, pointer: &str) -> PyResult<Bound<'py, PyAny>> {
        if !pointer.is_empty() && !pointer.starts_with('/') {
            let error = Error::expected(ErrorKind::InvalidPath, "a `/` at the start");
            return Err(plain(py, error));
        }
        self.path(py, pointer)
    }

    /// Returns the member `key` of each item of an array, in order: `None` for an item without it.
    fn column<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyList>> {
        self.need_array()?;
        let list = PyList::empty(py);
        for value in self.view().column(key) {
            match value {
                Some(value) => list.append(self.part(py, value)?)?,
                None => list.append(py.None())?,
            }
        }
        Ok(list)
    }

    /// Returns an array of numbers as an array of numpy that cannot be written: without a copy if
    /// all are floats, or integers of one size of at most 64 bits. `key` names a member of records,
    /// whose numbers are copied.
    #[pyo3(signature = (key=None))]
    fn to_numpy<'py>(slf: &Bound<'py, Self>, key: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (py, document) = (slf.py(), slf.get());
        document.need_array()?;
        match key {
            Some(key) => columns::numpy(py, document.view().column(key)),
            None if columns::interface(py, document.view())?.is_some() => {
                py.import("numpy")?.call_method1("asarray", (slf,))
            }
            None => columns::numpy(py, document.view().items().map(Some)),
        }
    }

    /// Where the numbers of an array are, for numpy. There is no such attribute if the document
    /// does not have them in a form of numpy.
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        columns::interface(py, self.view())?.ok_or_else(|| {
            PyAttributeError::new_err("the numbers are in a form that numpy does not have")
        })
    }

    /// An array of numbers, as Arrow's PyCapsule interface hands it over. The type stays the same,
    /// whichever is asked for, as that interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        self.need_array()?;
        columns::arrow(py, &self.frozen)
    }

    /// The kind: `null`, `bool`, `integer`, `float`, `decimal`, `string`, `bytes`, `timestamp`,
    /// `tagged`, `array`, `object`, or `map`, an object whose keys may have any kind.
    #[getter]
    fn kind(&self) -> String {
        format!("{:?}", self.view().kind()).to_lowercase()
    }

    fn __len__(&self) -> PyResult<usize> {
        match self.view().kind() {
            Kind::Array | Kind::Object | Kind::Map => Ok(self.view().len()),
            kind => Err(PyTypeError::new_err(format!(
                "{} has no length",
                kind.name()
            ))),
        }
    }

    fn __bool__(&self) -> PyResult<bool> {
        match self.view().kind() {
            Kind::Array | Kind::Object | Kind::Map => Ok(!self.view().is_empty()),
            Kind::Tagged => Ok(true),
            _ => Python::attach(|py| self.to_python(py)?.is_truthy()),
        }
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if self.is_map() {
            return match self.find(key)? {
                Some(value) => self.part(py, value),
                None => Err(PyKeyError::new_err(key.clone().unbind())),
            };
        }
        if self.view().kind() == Kind::Array {
            if let Ok(slice) = key.cast::<PySlice>() {
                return self.slice(slice);
            }
            if key.is_instance_of::<PyInt>() {
                return self.item(key);
            }
        }
        let (kind, key) = (self.view().kind().name(), key.get_type().name()?);
        Err(PyTypeError::new_err(format!(
            "{kind} has nothing at a key of the type {key}"
        )))
    }

    /// Returns the value of a key, or `default`.
    #[pyo3(signature = (key, default=None))]
    fn get<'py>(
        &self,
        key: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.need_map()?;
        match self.find(key)? {
            Some(value) => self.part(key.py(), value).map(Some),
            None => Ok(default),
        }
    }

    /// Returns the keys, in order.
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.need_map()?;
        self.list(py, |key, _| key_object(py, key))
    }

    /// Returns the values, in order.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.need_map()?;
        self.list(py, |key, value| self.part(py, value.unwrap_or(key)))
    }

    /// Returns the keys and values, in order.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.need_map()?;
        self.list(py, |key, value| {
            let pair = [key_object(py, key)?, self.part(py, value.unwrap_or(key))?];
            Ok(PyTuple::new(py, pair)?.into_any())
        })
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.__len__()?;
        let list = self.list(py, |one, value| match value {
            Some(_) => key_object(py, one),
            None => self.part(py, one),
        });
        list?.try_iter()
    }

    fn __contains__(&self, one: &Bound<'_, PyAny>) -> PyResult<bool> {
        if self.is_map() {
            return Ok(self.find(one)?.is_some());
        }
        for item in self.view().items() {
            if self.part(one.py(), item)?.eq(one)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(self.view() == other.get().view());
        }
        match self.view().kind() {
            Kind::Array if other.is_instance_of::<PyList>() => {}
            Kind::Object | Kind::Map if other.is_instance_of::<PyDict>() => {}
            _ => return Ok(false),
        }
        self.to_python(other.py())?.eq(other)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.view())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.to_bytes(py)
    }

    fn __str__(&self) -> String {
        self.view().to_string()
    }

    fn __repr__(&self) -> String {
        let view = self.view();
        match view.kind() {
            Kind::Array => format!("<varvel.Document: an array of {} items>", view.len()),
            Kind::Object | Kind::Map => {
                format!("<varvel.Document: an object of {} members>", view.len())
            }
            _ => format!("<varvel.Document: {view}>"),
        }
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let from = slf.get_type().getattr("from_bytes")?;
        Ok((from, (slf.get().to_bytes(slf.py())?,)))
    }
}
