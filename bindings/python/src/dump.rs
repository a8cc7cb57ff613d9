//! `dumps`: objects as a document of any format.
//!
//! Nothing recurses by the depth of the objects. Objects that Python's own types are not made of go
//! through `varvel._values.plain`, and then through the caller's function.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple,
    PyType,
};
use varvel::formats::{AnyFormat, Row, Visit, WriteOptions};
use varvel::path::Step;
use varvel::{AsText, Bytes, Encode as _, Error, ErrorKind, Limits, Sink, Str, Tag, Timestamp};

use crate::document::Document;
use crate::errors::{class, lone_surrogate, plain};
use crate::layout::Layout;
use crate::load::format_named;
use crate::members::Members;

/// The choices of a caller.
struct Choices<'py> {
    default: Option<Bound<'py, PyAny>>,
    sort_keys: bool,
    as_text: bool,
    max_depth: usize,
    /// Whether the format is text, in which points in time keep their zone.
    is_text: bool,
}

/// A failure of Python, or of the writer. It is in a box, so that results stay small.
enum Fault {
    Python(PyErr),
    Writer(Error),
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
#[pyo3(signature = (value, *, format="json", default=None, indent=None, sort_keys=false, ensure_ascii=false, separators=None, as_text=false, max_depth=None))]
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
    max_depth: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = value.py();
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
        max_depth: max_depth.unwrap_or(Limits::DEFAULT.depth),
        is_text: format.profile().text,
    };
    let text = format
        .visit(Dump(value, &choices))
        .map_err(|fault| match *fault {
            Fault::Python(error) => error,
            Fault::Writer(error) => plain(py, error),
        })?;
    Ok(match layout {
        None => PyBytes::new(py, &text),
        Some(layout) => PyBytes::new(py, &layout.apply(&text)),
    })
}

struct Dump<'a, 'py>(&'a Bound<'py, PyAny>, &'a Choices<'py>);

impl Visit for Dump<'_, '_> {
    type Output = Result<Vec<u8>>;

    fn visit<F: Row>(self) -> Self::Output {
        let mut options = WriteOptions::default();
        if self.1.as_text {
            options.as_text = AsText::ALL;
        }
        let mut sink = F::writer(&F::write_options(&options), Vec::new());
        let mut writing = Writing {
            choices: self.1,
            open: Vec::new(),
            inner: None,
            started: false,
        };
        match writing.document(self.0, &mut sink) {
            Ok(()) => Ok(F::finish(sink)?),
            Err(fault) => Err(match *fault {
                Fault::Writer(error) => error.or_path(|| writing.path()).into(),
                fault @ Fault::Python(_) => Box::new(fault),
            }),
        }
    }
}

/// A container whose members are being written.
enum Open<'py> {
    /// A list and the number of its items that were begun.
    List(Bound<'py, PyList>, usize),
    Tuple(Bound<'py, PyTuple>, usize),
    /// A dict. The value is one whose key was a container, which is written.
    Dict(Members<'py>, Option<Bound<'py, PyAny>>),
}

struct Writing<'a, 'py> {
    choices: &'a Choices<'py>,
    /// The containers around the one whose members are being written, or with it after an error.
    open: Vec<Open<'py>>,
    /// The container that was begun last, until its members are written.
    inner: Option<Open<'py>>,
    /// Whether the members of a container are being written, which is not among `open` then.
    started: bool,
}

impl<'py> Writing<'_, 'py> {
    fn document(
        &mut self,
        value: &Bound<'py, PyAny>,
        sink: &mut impl for<'de> Sink<'de>,
    ) -> Result {
        self.value(value, sink)?;
        self.started = true;
        while let Some(mut open) = self.inner.take().or_else(|| self.open.pop()) {
            let ended = self.members(&mut open, sink);
            if !matches!(ended, Ok(true)) {
                self.open.push(open);
            }
            ended?;
        }
        Ok(())
    }

    /// Writes members of a container until one is a container, which is begun then, or up to its
    /// end. Returns whether it has ended.
    #[inline]
    fn members(
        &mut self,
        open: &mut Open<'py>,
        sink: &mut impl for<'de> Sink<'de>,
    ) -> Result<bool> {
        match open {
            Open::List(list, at) => {
                // A function of the caller's may make it shorter.
                while *at < list.len() {
                    let item = list.get_item(*at)?;
                    *at += 1;
                    self.value(&item, sink)?;
                    if self.inner.is_some() {
                        return Ok(false);
                    }
                }
                sink.end_array()?;
            }
            Open::Tuple(tuple, at) => {
                while *at < tuple.len() {
                    let item = tuple.get_item(*at)?;
                    *at += 1;
                    self.value(&item, sink)?;
                    if self.inner.is_some() {
                        return Ok(false);
                    }
                }
                sink.end_array()?;
            }
            Open::Dict(members, waiting) => {
                if let Some(value) = waiting.take() {
                    self.value(&value, sink)?;
                    if self.inner.is_some() {
                        return Ok(false);
                    }
                }
                while let Some((key, value)) = members.next()? {
                    let written = self.member(&key, value, waiting, sink);
                    if written.is_err() || self.inner.is_some() {
                        members.last = Some(key);
                        return written.map(|()| false);
                    }
                }
                sink.end_map()?;
            }
        }
        Ok(true)
    }

    /// Writes a member. If its key is a container, which is begun then, its value is left waiting.
    #[inline(always)]
    fn member(
        &mut self,
        key: &Bound<'py, PyAny>,
        value: Bound<'py, PyAny>,
        waiting: &mut Option<Bound<'py, PyAny>>,
        sink: &mut impl for<'de> Sink<'de>,
    ) -> Result {
        match key.cast::<PyString>() {
            Ok(key) => sink.key(text(key)?)?,
            Err(_) => {
                sink.any_key()?;
                self.value(key, sink)?;
                if self.inner.is_some() {
                    *waiting = Some(value);
                    return Ok(());
                }
            }
        }
        self.value(&value, sink)
    }

    /// Writes a scalar, or begins a container.
    #[inline(always)]
    fn value(&mut self, value: &Bound<'py, PyAny>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        if let Ok(value) = value.cast_exact::<PyString>() {
            sink.str(text(value)?)?;
        } else if let Ok(value) = value.cast_exact::<PyInt>() {
            integer(value, sink)?;
        } else if let Ok(value) = value.cast_exact::<PyFloat>() {
            sink.f64(value.value())?;
        } else if let Ok(value) = value.cast_exact::<PyBool>() {
            sink.bool(value.is_true())?;
        } else if value.is_none() {
            sink.null()?;
        } else if let Ok(value) = value.cast_exact::<PyDict>() {
            self.dict(value, sink)?;
        } else if let Ok(value) = value.cast_exact::<PyList>() {
            self.list(value, sink)?;
        } else {
            self.rare(value.clone(), sink)?;
        }
        Ok(())
    }

    fn dict(&mut self, dict: &Bound<'py, PyDict>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        self.check_depth()?;
        sink.begin_map(Some(dict.len()))?;
        let members = Members::of(dict, self.choices.sort_keys)?;
        self.inner = Some(Open::Dict(members, None));
        Ok(())
    }

    fn list(&mut self, list: &Bound<'py, PyList>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        self.check_depth()?;
        // A function of the caller's may change it, so its length is no promise.
        sink.begin_array(None)?;
        self.inner = Some(Open::List(list.clone(), 0));
        Ok(())
    }

    fn check_depth(&self) -> Result {
        match self.depth() < self.choices.max_depth {
            true => Ok(()),
            false => Err(Error::too_deep(self.choices.max_depth)
                .with_hint("max_depth allows more, unless an object contains itself")
                .into()),
        }
    }

    /// Returns how many containers are open around the next value.
    fn depth(&self) -> usize {
        self.open.len() + usize::from(self.started)
    }

    /// Writes a value that is none of the most usual types, or what it is replaced by.
    #[cold]
    fn rare(&mut self, mut value: Bound<'py, PyAny>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        let py = value.py();
        for _ in 0..self.choices.max_depth.max(16) {
            if self.known(&value, sink)? {
                return Ok(());
            }
            static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            let made = PLAIN.import(py, "varvel._values", "plain")?;
            let (kind, part): (String, Bound<'py, PyAny>) =
                made.call1((&value, self.choices.is_text))?.extract()?;
            value = match kind.as_str() {
                "value" => part,
                "decimal" => return self.decimal(&part.extract::<String>()?, sink),
                "timestamp" => {
                    let (seconds, nanos) = part.extract()?;
                    return self.timestamp(seconds, nanos, sink);
                }
                _ => match &self.choices.default {
                    Some(default) => default.call1((value,))?,
                    None => return Err(no_form(&value)?.into()),
                },
            };
        }
        let error = Error::expected(ErrorKind::Refused, "another value from `default`");
        Err(error.into())
    }

    /// Writes a value of a type that is known here. Returns `false` for all others.
    fn known(
        &mut self,
        value: &Bound<'py, PyAny>,
        sink: &mut impl for<'de> Sink<'de>,
    ) -> Result<bool> {
        static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        if value.is_instance(class(value.py(), &ENUM, "enum", "Enum")?.as_any())? {
            return Ok(false);
        }
        if let Ok(value) = value.cast::<PyString>() {
            sink.str(text(value)?)?;
        } else if value.is_none() {
            sink.null()?;
        } else if let Ok(value) = value.cast::<PyBool>() {
            sink.bool(value.is_true())?;
        } else if let Ok(value) = value.cast::<PyInt>() {
            integer(value, sink)?;
        } else if let Ok(value) = value.cast::<PyFloat>() {
            sink.f64(value.value())?;
        } else if let Ok(value) = value.cast::<PyDict>() {
            self.dict(value, sink)?;
        } else if let Ok(value) = value.cast::<PyList>() {
            self.list(value, sink)?;
        } else if let Ok(value) = value.cast::<PyTuple>() {
            self.tuple(value, sink)?;
        } else if let Ok(value) = value.cast::<PyBytes>() {
            sink.bytes(Bytes::Scratch(value.as_bytes()))?;
        } else if let Ok(value) = value.cast::<PyByteArray>() {
            sink.bytes(Bytes::Scratch(&value.to_vec()))?;
        } else if let Ok(value) = value.cast::<PyMemoryView>() {
            let bytes = value.call_method0("tobytes")?;
            let bytes = bytes.cast::<PyBytes>().map_err(PyErr::from)?;
            sink.bytes(Bytes::Scratch(bytes.as_bytes()))?;
        } else if let Ok(value) = value.cast::<Document>() {
            value.get().view().encode(sink, &())?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn tuple(&mut self, tuple: &Bound<'py, PyTuple>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        let py = tuple.py();
        if !tuple.is_exact_instance_of::<PyTuple>() {
            static TAG_OF: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            let tag_of = TAG_OF.import(py, "varvel._values", "tag_of")?;
            let tag: Option<(String, Bound<'py, PyAny>)> = tag_of.call1((tuple,))?.extract()?;
            if let Some((kind, number)) = tag {
                sink.tag(match kind.as_str() {
                    "extension" => Tag::Extension(number.extract()?),
                    "simple" => Tag::Simple(number.extract()?),
                    _ => Tag::Number(number.extract()?),
                })?;
                return match tuple.len() {
                    1 => Ok(sink.null()?),
                    _ => self.tagged(&tuple.get_item(1)?, sink),
                };
            }
        }
        self.check_depth()?;
        sink.begin_array(Some(tuple.len()))?;
        self.inner = Some(Open::Tuple(tuple.clone(), 0));
        Ok(())
    }

    /// Writes the value after a tag. Tags after each other recurse, as deep as is allowed.
    fn tagged(&mut self, value: &Bound<'py, PyAny>, sink: &mut impl for<'de> Sink<'de>) -> Result {
        match value.cast::<PyTuple>() {
            Ok(inner) if !inner.is_exact_instance_of::<PyTuple>() => {
                let hint = "a tag of a tag is written by a Document";
                let error = Error::expected(ErrorKind::Refused, "a value without another tag");
                Err(error.with_hint(hint).into())
            }
            _ => self.value(value, sink),
        }
    }

    fn decimal(&mut self, text: &str, sink: &mut impl for<'de> Sink<'de>) -> Result {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits == "NaN" || digits == "sNaN" || digits == "Infinity" {
            let float = match text {
                "Infinity" => f64::INFINITY,
                "-Infinity" => f64::NEG_INFINITY,
                _ => f64::NAN,
            };
            return Ok(sink.f64(float)?);
        }
        match digits.bytes().all(|byte| byte.is_ascii_digit()) && text != "-0" {
            true => match (text.parse::<i64>(), text.parse::<u64>()) {
                (Ok(number), _) => sink.i64(number)?,
                (_, Ok(number)) => sink.u64(number)?,
                _ => sink.big_integer(text)?,
            },
            false => sink.decimal(text)?,
        }
        Ok(())
    }

    fn timestamp(
        &mut self,
        seconds: i64,
        nanos: u32,
        sink: &mut impl for<'de> Sink<'de>,
    ) -> Result {
        match Timestamp::new(seconds, nanos) {
            Some(time) => Ok(sink.timestamp(time)?),
            None => Err(Error::new(ErrorKind::NumberOutOfRange).into()),
        }
    }

    /// Returns the path of the value that is being written.
    fn path(&self) -> Vec<Step> {
        let steps = self.open.iter().map(|open| match open {
            Open::List(_, at) | Open::Tuple(_, at) => Step::Index(at.saturating_sub(1)),
            Open::Dict(members, _) => Step::Key(members.last_key()),
        });
        steps.collect()
    }
}

#[inline]
fn text<'de, 'a>(text: &'a Bound<'_, PyString>) -> Result<Str<'de, 'a>> {
    match text.to_str() {
        Ok(text) => Ok(Str::Scratch(text.into())),
        Err(_) => Err(lone_surrogate().into()),
    }
}

#[inline]
fn integer(value: &Bound<'_, PyInt>, sink: &mut impl for<'de> Sink<'de>) -> Result {
    if let Ok(value) = value.extract::<i64>() {
        sink.i64(value)?;
    } else if let Ok(value) = value.extract::<u64>() {
        sink.u64(value)?;
    } else {
        // As an int, also where a class of its own has another text.
        let py = value.py();
        let format = py.get_type::<PyInt>().getattr("__repr__")?;
        let digits = format.call1((value,)).map_err(|_| {
            Error::expected(ErrorKind::NumberOutOfRange, "an integer that Python writes")
                .with_hint("sys.set_int_max_str_digits sets how many digits it writes")
        });
        sink.big_integer(&digits?.extract::<String>()?)?;
    }
    Ok(())
}

#[cold]
fn no_form(value: &Bound<'_, PyAny>) -> PyResult<Error> {
    let name = value.get_type().name()?.to_string();
    let expected = "an object of a type that documents have";
    Ok(Error::expected(ErrorKind::Unrepresentable, expected)
        .with_found(format!("one of the type {name}"))
        .with_hint("default gets such objects, and returns others"))
}
