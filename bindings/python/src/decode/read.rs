//! [`Reading`]: reads a value of a type from a source, and goes on after errors.
//!
//! Every read returns the object; or `None` after an error that was noted, with the source behind
//! the value; or an error after which nothing more can be read. Types that contain themselves
//! recurse here, as deep as the limit and the stack of the thread allow.

use pyo3::exceptions::{PyArithmeticError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyNone, PyString};
use varvel::format::Read;
use varvel::{Duplicates, Error, ErrorKind, Kind, Result, Source};

use super::checks::Checks;
use super::order::Order;
use super::place::Place;
use super::plan::{Node, Plan};
use crate::stack::Floor;

/// An object; `None` after an error that was noted.
pub type Value<'py> = Result<Option<Bound<'py, PyAny>>>;

/// The choices of a caller.
#[derive(Clone, Copy)]
pub struct Choices {
    pub duplicates: Duplicates,
    pub forbid_unknown: bool,
    /// How many errors are noted at most.
    pub max_errors: usize,
}

/// The way out where null is in place of text.
const NO_TEXT: &str = "a text that looks like null needs quotes; `str | None` takes null";

/// From this length on it is learned in which order keys come.
const LONG: usize = 4 << 10;

/// A document that is read as a type.
pub struct Reading<'p, 'py> {
    pub py: Python<'py>,
    pub plan: &'p Plan,
    pub choices: Choices,
    /// The members of all objects that are open.
    pub members: Vec<Option<Bound<'py, PyAny>>>,
    /// Whether text needs no quotes. Null is no text then, where every other scalar is.
    pub is_yaml: bool,
    /// Whether UUIDs, sets, dates and addresses may be behind tags.
    pub has_tags: bool,
    /// For each type the keys of its objects, if the document is long.
    pub orders: Vec<Order>,
    pub is_long: bool,
    /// The errors that were noted.
    pub errors: Vec<Error>,
    /// Whether the rest was not read, because there were too many errors.
    pub is_full: bool,
    /// The exception that ended the work. The error that was returned says only that there is one.
    pub raised: Option<PyErr>,
    floor: Floor,
}

impl<'de, 'py> Read<'de> for &mut Reading<'_, 'py> {
    type Output = Option<Bound<'py, PyAny>>;

    fn read<R: Source<'de>>(self, source: &mut R) -> Value<'py> {
        self.value(source, 0, &Place::ROOT)
    }
}

impl<'p, 'py> Reading<'p, 'py> {
    /// Returns the work of reading a document of so many bytes.
    pub fn new(py: Python<'py>, plan: &'p Plan, choices: Choices, bytes: usize) -> Self {
        Self {
            py,
            plan,
            choices,
            is_yaml: false,
            has_tags: false,
            members: Vec::new(),
            orders: Vec::new(),
            is_long: bytes >= LONG,
            errors: Vec::new(),
            is_full: false,
            raised: None,
            floor: Floor::of_thread(),
        }
    }

    /// Reads a value of the type with this number.
    pub fn value<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let plan = self.plan;
        let py = self.py;
        if self.floor.is_reached() {
            return Err(self.too_deep(source.offset(), place));
        }
        let tagged = match &plan.nodes[node] {
            node @ (Node::Uuid
            | Node::Set(_)
            | Node::FrozenSet(_)
            | Node::Date
            | Node::Made(..))
                if self.has_tags =>
            {
                self.behind_tag(source, node, place)?
            }
            _ => None,
        };
        if let Some(tagged) = tagged {
            return tagged;
        }
        match &plan.nodes[node] {
            Node::Str if self.is_yaml && source.peek()? == Kind::Null => {
                let error = Error::wrong_kind("a string", Kind::Null);
                self.wrong(source, error.with_hint(NO_TEXT), place)
            }
            Node::Str => match source.read_str() {
                Ok(text) => Ok(Some(PyString::new(py, &text).into_any())),
                Err(error) => self.wrong(source, error, place),
            },
            Node::Int => self.integer(source, place),
            Node::Float => match source.read_f64() {
                Ok(value) => Ok(Some(PyFloat::new(py, value).into_any())),
                Err(error) => self.wrong(source, error, place),
            },
            Node::Bool => match source.read_bool() {
                Ok(value) => Ok(Some(PyBool::new(py, value).to_owned().into_any())),
                Err(error) => self.wrong(source, error, place),
            },
            Node::None => match source.read_null() {
                Ok(()) => Ok(Some(self.none())),
                Err(error) => self.wrong(source, error, place),
            },
            Node::Object(object) => self.object(source, node, object, place),
            Node::List(item) => self.list(source, *item, place),
            Node::Dict { key, value } => self.dict(source, *key, *value, place),
            Node::Union(by_kind) => self.union(source, by_kind, place),
            Node::Checked(inner, checks) => self.checked(source, *inner, checks, place),
            Node::Made(inner, class) => self.made_by(source, *inner, class, place),
            Node::Any => self.any(source, place),
            Node::Set(item) => self.set(source, *item, false, place),
            Node::FrozenSet(item) => self.set(source, *item, true, place),
            Node::TupleOf(item) => self.tuple_of(source, *item, place),
            Node::Tuple(items) => self.tuple(source, items, place),
            Node::NamedTuple(tuple) => self.named_tuple(source, tuple, place),
            Node::Choice(choice) => self.choice(source, choice, place),
            Node::Flag(class) => self.flag(source, class, place),
            Node::Tagged(tagged) => self.tagged(source, tagged, place),
            Node::ByFields(classes) => self.by_fields(source, classes, place),
            Node::Decimal => self.decimal(source, place),
            Node::Bytes => self.bytes(source, false, place),
            Node::ByteArray => self.bytes(source, true, place),
            Node::Datetime => self.datetime(source, place),
            text @ (Node::Date | Node::Time) => self.of_text(source, text, place),
            Node::Uuid => self.uuid(source, place),
        }
    }

    /// Returns the error of a value for which the stack has no room.
    #[cold]
    fn too_deep(&self, at: usize, place: &Place<'_>) -> Error {
        let expected =
            "no more containers inside each other than the stack of this thread has room for";
        let error = Error::expected(ErrorKind::DepthLimit, expected);
        let error = error.with_hint("`threading.stack_size` gives new threads more");
        error.with_offset(at).with_path(place.steps(self.py))
    }

    pub fn none(&self) -> Bound<'py, PyAny> {
        PyNone::get(self.py).to_owned().into_any()
    }

    /// Notes the error of a value. Fails if there are too many errors.
    #[cold]
    pub fn note(&mut self, error: Error, place: &Place<'_>) -> Result {
        let steps = place.steps(self.py);
        self.add(error.with_path(steps))
    }

    /// Notes an error inside of a value. The format finds the path of its offset, if it has none.
    #[cold]
    pub fn note_inside(&mut self, error: Error, place: &Place<'_>) -> Result {
        let Some(inner) = error.steps() else {
            return self.add(error);
        };
        let mut steps = place.steps(self.py);
        steps.extend(inner.iter().cloned());
        self.add(error.with_path(steps))
    }

    fn add(&mut self, error: Error) -> Result {
        if error.kind() == ErrorKind::OutOfMemory {
            return Err(error);
        }
        self.errors.push(error);
        if self.errors.len() >= self.choices.max_errors {
            self.is_full = true;
            return Err(Error::new(ErrorKind::Refused));
        }
        Ok(())
    }

    /// Notes the error of a source that has not moved, and passes over the value. Other errors
    /// remain errors.
    #[cold]
    pub fn wrong<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        error: Error,
        place: &Place<'_>,
    ) -> Value<'py> {
        if !stays(&error) {
            return Err(error);
        }
        self.note(error.or_offset(source.offset()), place)?;
        source.skip()?;
        Ok(None)
    }

    /// Notes the error of a value that was read already.
    #[cold]
    pub fn bad(&mut self, error: Error, at: usize, place: &Place<'_>) -> Value<'py> {
        self.note(error.or_offset(at), place)?;
        Ok(None)
    }

    /// Ends the work with an exception.
    #[cold]
    pub fn raise(&mut self, raised: PyErr) -> Error {
        self.raised = Some(raised);
        Error::new(ErrorKind::Refused)
    }

    /// Returns an object that Python made, or ends the work with its exception.
    #[inline]
    pub fn made<T>(&mut self, made: PyResult<T>) -> Result<T> {
        made.map_err(|raised| self.raise(raised))
    }

    /// Returns an object that a class of the caller made. A `ValueError` is an error of the
    /// document.
    #[inline]
    pub fn accepted(
        &mut self,
        made: PyResult<Bound<'py, PyAny>>,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(raised) => self.refused(raised, at, place),
        }
    }

    #[cold]
    fn refused(&mut self, raised: PyErr, at: usize, place: &Place<'_>) -> Value<'py> {
        let py = self.py;
        if !raised.is_instance_of::<PyValueError>(py)
            && !raised.is_instance_of::<PyArithmeticError>(py)
        {
            return Err(self.raise(raised));
        }
        let error = match raised.is_instance_of::<PyArithmeticError>(py) {
            // The text of the exception is the name of its class.
            true => Error::expected(ErrorKind::Refused, "a number that its bounds compare with"),
            false => Error::refused(raised.value(py)),
        };
        self.bad(error, at, place)
    }

    /// Returns the place of the next value, without the white space before it.
    #[inline]
    pub fn at<'de, R: Source<'de>>(&mut self, source: &mut R) -> Result<usize> {
        source.at_null()?;
        Ok(source.offset())
    }

    fn checked<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        inner: usize,
        checks: &Checks,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let Some(value) = self.value(source, inner, place)? else {
            return Ok(None);
        };
        self.check(value, checks, at, place)
    }

    fn made_by<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        inner: usize,
        class: &Py<PyAny>,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let Some(value) = self.value(source, inner, place)? else {
            return Ok(None);
        };
        let made = class.bind(self.py).call1((value,));
        self.accepted(made, at, place)
    }

    /// Returns a value if it is within bounds.
    pub fn check(
        &mut self,
        value: Bound<'py, PyAny>,
        checks: &Checks,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        match checks.error(&value) {
            Ok(None) => Ok(Some(value)),
            Ok(Some(error)) => self.bad(error, at, place),
            Err(raised) => self.refused(raised, at, place),
        }
    }

    /// Returns whether a value can be hashed; notes an error if not.
    pub fn hashes(
        &mut self,
        value: &Bound<'py, PyAny>,
        at: usize,
        place: &Place<'_>,
    ) -> Result<bool> {
        match value.hash() {
            Ok(_) => Ok(true),
            Err(raised) if raised.is_instance_of::<PyTypeError>(self.py) => {
                let expected = "a value that can be hashed";
                let error = Error::expected(ErrorKind::Unrepresentable, expected);
                self.bad(error, at, place).map(|_| false)
            }
            Err(raised) => Err(self.raise(raised)),
        }
    }

    /// Notes that a value is of another kind than is expected, and passes over it.
    #[cold]
    pub fn wrong_kind<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        expected: String,
        found: Kind,
        place: &Place<'_>,
    ) -> Value<'py> {
        let error = Error::wrong_kind(expected, found);
        self.wrong(source, error, place)
    }
}

/// Returns whether a source has not moved after this error of a read.
pub fn stays(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::TypeMismatch | ErrorKind::NumberOutOfRange
    )
}
