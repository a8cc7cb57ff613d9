//! `Document`: a document as one frozen buffer, which is read in place.

mod access;
mod lookup;

use std::sync::Arc;

use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PySlice, PyTuple, PyType};
use varvel::{Error, ErrorKind, Frozen, Kind};

use crate::columns;
use crate::errors::{Located, exception, keeping_digits, plain};
use crate::input::{Input, unlocked};
use crate::load::{Depth, OfYaml, depth_limits, duplicates_named, format_named, read_options};
use crate::objects::{Hooks, key_object, object};
use crate::stack::begin_call;
use lookup::Index;

/// A document, or a part of one, that is read in place. It never changes, and may be a key, be
/// pickled, and be used by many threads at once.
///
/// Members and items that are containers are documents too, which keep the whole buffer alive; all
/// others are Python's own objects. Containers are equal to others with equal contents.
#[pyclass(frozen, mapping, weakref, module = "varvel")]
pub struct Document {
    frozen: Frozen<Arc<Vec<u8>>>,
    /// The limit that it was read with.
    max_depth: Option<Depth>,
    /// The keys of a map that are not all text, once one was looked up.
    index: PyOnceLock<Index>,
}

/// The function that makes a document again, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, Option<usize>));

#[pymethods]
impl Document {
    /// Reads a document of any format. `exact_decimals` keeps all digits of numbers that are no
    /// integers: they are `decimal.Decimal` then. `tolerant` is that of `loads`.
    #[new]
    #[pyo3(signature = (data, *, format="json", duplicates="error", exact_decimals=false, max_depth=None, tolerant=false))]
    fn new(
        data: &Bound<'_, PyAny>,
        format: &str,
        duplicates: &str,
        exact_decimals: bool,
        max_depth: Option<Depth>,
        tolerant: bool,
    ) -> PyResult<Self> {
        let py = data.py();
        let (format, duplicates) = (format_named(format)?, duplicates_named(duplicates)?);
        let mut options = read_options(exact_decimals, max_depth);
        OfYaml(false, false, tolerant).choose(&mut options, format)?;
        let input = Input::of(data)?;
        let bytes = input.bytes()?;
        let frozen = unlocked(py, bytes, || format.freeze(bytes, duplicates, &options));
        let frozen = frozen.map_err(|error| {
            let error = keeping_digits(error, "`exact_decimals=True` keeps its digits");
            exception(py, error, bytes)
        })?;
        Ok(Self::whole(frozen, max_depth))
    }

    /// Returns the document that these bytes are, which `to_bytes` made. They are checked, and
    /// copied.
    #[classmethod]
    #[pyo3(signature = (data, max_depth=None))]
    fn from_bytes(
        _class: &Bound<'_, PyType>,
        data: &Bound<'_, PyAny>,
        max_depth: Option<Depth>,
    ) -> PyResult<Self> {
        let py = data.py();
        let input = Input::of(data)?;
        let bytes = input.bytes()?;
        let frozen = unlocked(py, bytes, || checked(bytes.to_vec(), max_depth));
        let frozen = frozen.map_err(|error| exception(py, error, bytes))?;
        Ok(Self::whole(frozen, max_depth))
    }

    /// Reads a file that holds the bytes of a document.
    #[classmethod]
    #[pyo3(signature = (path, max_depth=None))]
    fn open(
        class: &Bound<'_, PyType>,
        path: std::path::PathBuf,
        max_depth: Option<Depth>,
    ) -> PyResult<Self> {
        let py = class.py();
        let read = py.detach(|| std::fs::read(&path).map(|bytes| checked(bytes, max_depth)));
        let frozen = read.map_err(|error| Located::system(&error, &path).exception(py))?;
        let frozen = frozen.map_err(|error| plain(py, error))?;
        Ok(Self::whole(frozen, max_depth))
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
        begin_call()?;
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
    /// whose numbers are copied. Arrays in arrays of the same lengths have more dimensions.
    #[pyo3(signature = (key=None))]
    fn to_numpy<'py>(slf: &Bound<'py, Self>, key: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (py, document) = (slf.py(), slf.get());
        document.need_array()?;
        match key {
            None if columns::interface(py, &document.frozen)?.is_some() => {
                py.import("numpy")?.call_method1("asarray", (slf,))
            }
            None => columns::regular(py, &document.frozen),
            key => columns::numpy(py, &document.frozen, key),
        }
    }

    /// The numbers for `numpy.asarray`, as `to_numpy` returns them; with the type `object`, all
    /// values as objects.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, document) = (slf.py(), slf.get());
        let numpy = py.import("numpy")?;
        let dtype = dtype.map(|one| numpy.call_method1("dtype", (one,)));
        let dtype = dtype.transpose()?;
        if let Some(dtype) = &dtype
            && dtype.getattr("hasobject")?.is_truthy()?
        {
            let objects = document.to_python(py)?;
            return numpy.call_method1("array", (objects, dtype));
        }
        let made = match document.view().as_number() {
            Some(_) => numpy.call_method1("array", (document.to_python(py)?,))?,
            None => Self::to_numpy(slf, None)?,
        };
        let is_same = columns::interface(py, &document.frozen)?.is_some();
        if copy == Some(false) && !is_same {
            let message = "the document does not have its numbers as numpy has them: copy them";
            return Err(PyValueError::new_err(message));
        }
        match (dtype, copy) {
            (Some(dtype), _) => made.call_method1("astype", (dtype,)),
            (None, Some(true)) => made.call_method0("copy"),
            (None, _) => Ok(made),
        }
    }

    /// Where the numbers of an array are, for numpy. There is no such attribute if the document
    /// does not have them in a form of numpy.
    #[getter(__array_interface__)]
    fn array_interface<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        columns::interface(py, &self.frozen)?.ok_or_else(|| {
            PyAttributeError::new_err("the numbers are in a form that numpy does not have")
        })
    }

    /// An array of numbers, strings, bytes, booleans or points in time, as Arrow's PyCapsule
    /// interface hands it over: packed numbers, strings and bytes without a copy. The type stays
    /// the same, whichever is asked for, as that interface allows.
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
            if key.hasattr("__index__")? {
                let index = py.import("operator")?.call_method1("index", (key,))?;
                return self.item(&index);
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
        self.check_comparable()?;
        match self.to_python(other.py()) {
            Ok(own) => own.eq(other),
            // Python has no object for this document, so no object is equal to it.
            Err(error) if error.is_instance_of::<PyValueError>(other.py()) => Ok(false),
            Err(error) => Err(error),
        }
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

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let from = slf.get_type().getattr("from_bytes")?;
        let document = slf.get();
        let max_depth = document.max_depth.map(|depth| depth.0);
        Ok((from, (document.to_bytes(slf.py())?, max_depth)))
    }
}

fn checked(bytes: Vec<u8>, max_depth: Option<Depth>) -> varvel::Result<Frozen> {
    Frozen::from_bytes_with(bytes, &depth_limits(max_depth))
}
