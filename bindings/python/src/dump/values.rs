//! Values of less usual types.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple,
    PyType,
};
use varvel::{Bytes, Encode as _, Error, ErrorKind, Sink, Tag, Timestamp};

use super::Result;
use super::scalars::{integer, text};
use super::walk::Walk;
use crate::document::Document;
use crate::errors::class;

impl<'py, S: for<'de> Sink<'de>> Walk<'_, 'py, S> {
    /// Writes a value that is none of the most usual types, or what it is replaced by.
    #[cold]
    pub fn rare(&mut self, mut value: Bound<'py, PyAny>) -> Result {
        let py = value.py();
        for _ in 0..self.choices.max_depth.max(16) {
            if self.known(&value)? {
                return Ok(());
            }
            static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            let made = PLAIN.import(py, "varvel._values", "plain")?;
            let (kind, part): (String, Bound<'py, PyAny>) =
                made.call1((&value, self.choices.is_text))?.extract()?;
            value = match kind.as_str() {
                "value" => part,
                "decimal" => return self.decimal(&part.extract::<String>()?),
                "timestamp" => {
                    let (seconds, nanos) = part.extract()?;
                    return self.timestamp(seconds, nanos);
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
    fn known(&mut self, value: &Bound<'py, PyAny>) -> Result<bool> {
        static ENUM: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        if value.is_instance(class(value.py(), &ENUM, "enum", "Enum")?.as_any())? {
            return Ok(false);
        }
        if let Ok(value) = value.cast::<PyString>() {
            self.sink.str(text(value)?)?;
        } else if value.is_none() {
            self.sink.null()?;
        } else if let Ok(value) = value.cast::<PyBool>() {
            self.sink.bool(value.is_true())?;
        } else if let Ok(value) = value.cast::<PyInt>() {
            integer(value, &mut self.sink)?;
        } else if let Ok(value) = value.cast::<PyFloat>() {
            self.sink.f64(value.value())?;
        } else if let Ok(value) = value.cast::<PyDict>() {
            self.dict(value)?;
        } else if let Ok(value) = value.cast::<PyList>() {
            self.list(value)?;
        } else if let Ok(value) = value.cast::<PyTuple>() {
            self.tuple(value)?;
        } else if let Ok(value) = value.cast::<PyBytes>() {
            self.sink.bytes(Bytes::Scratch(value.as_bytes()))?;
        } else if let Ok(value) = value.cast::<PyByteArray>() {
            self.sink.bytes(Bytes::Scratch(&value.to_vec()))?;
        } else if let Ok(value) = value.cast::<PyMemoryView>() {
            let bytes = value.call_method0("tobytes")?;
            let bytes = bytes.cast::<PyBytes>().map_err(PyErr::from)?;
            self.sink.bytes(Bytes::Scratch(bytes.as_bytes()))?;
        } else if let Ok(value) = value.cast::<Document>() {
            value.get().view().encode(&mut self.sink, &())?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn tuple(&mut self, tuple: &Bound<'py, PyTuple>) -> Result {
        let py = tuple.py();
        if !tuple.is_exact_instance_of::<PyTuple>() {
            static TAG_OF: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            let tag_of = TAG_OF.import(py, "varvel._values", "tag_of")?;
            let tag: Option<(String, Bound<'py, PyAny>)> = tag_of.call1((tuple,))?.extract()?;
            if let Some((kind, number)) = tag {
                self.sink.tag(match kind.as_str() {
                    "extension" => Tag::Extension(number.extract()?),
                    "simple" => Tag::Simple(number.extract()?),
                    _ => Tag::Number(number.extract()?),
                })?;
                if tuple.len() == 1 {
                    self.sink.null()?;
                    return Ok(());
                }
                return self.tagged(&tuple.get_item(1)?);
            }
        }
        self.array(tuple)
    }

    /// Writes the value after a tag. Tags after each other recurse, as deep as is allowed.
    fn tagged(&mut self, value: &Bound<'py, PyAny>) -> Result {
        match value.cast::<PyTuple>() {
            Ok(inner) if !inner.is_exact_instance_of::<PyTuple>() => {
                let hint = "a tag of a tag is written by a Document";
                let error = Error::expected(ErrorKind::Refused, "a value without another tag");
                Err(error.with_hint(hint).into())
            }
            _ => self.value(value),
        }
    }

    fn decimal(&mut self, text: &str) -> Result {
        let sink = &mut self.sink;
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits == "NaN" || digits == "sNaN" || digits == "Infinity" {
            let float = match text {
                "Infinity" => f64::INFINITY,
                "-Infinity" => f64::NEG_INFINITY,
                _ => f64::NAN,
            };
            sink.f64(float)?;
            return Ok(());
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

    fn timestamp(&mut self, seconds: i64, nanos: u32) -> Result {
        let Some(time) = Timestamp::new(seconds, nanos) else {
            return Err(Error::new(ErrorKind::NumberOutOfRange).into());
        };
        self.sink.timestamp(time)?;
        Ok(())
    }
}

#[cold]
fn no_form(value: &Bound<'_, PyAny>) -> PyResult<Error> {
    let name = value.get_type().name()?.to_string();
    let expected = "an object of a type that documents have";
    Ok(Error::expected(ErrorKind::Unrepresentable, expected)
        .with_found(format!("one of the type {name}"))
        .with_hint("default gets such objects, and returns others"))
}
