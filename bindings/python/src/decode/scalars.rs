//! Numbers, bytes, choices, and types whose values are text in documents.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyString};
use varvel::{Error, ErrorKind, Kind, Number, Result, Source, Timestamp, codec};

use super::place::Place;
use super::plan::{Choice, Chosen, Node};
use super::read::{Reading, Value, stays};
use super::texts;

impl<'py> Reading<'_, 'py> {
    /// Reads an integer of any size.
    #[inline]
    pub fn integer<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        place: &Place<'_>,
    ) -> Value<'py> {
        match source.read_i64() {
            Ok(value) => {
                let Ok(value) = value.into_pyobject(self.py);
                Ok(Some(value.into_any()))
            }
            Err(error) => self.other_integer(source, error, place),
        }
    }

    #[cold]
    fn other_integer<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        error: Error,
        place: &Place<'_>,
    ) -> Value<'py> {
        if error.kind() != ErrorKind::NumberOutOfRange {
            return self.wrong(source, error, place);
        }
        let at = self.at(source)?;
        let py = self.py;
        let made = match source.read_exact_number()? {
            Number::U64(value) => return Ok(Some(self.made_u64(value)?)),
            Number::Big(digits) => big(py, digits),
            other => Err(Error::wrong_kind("an integer", kind_of(&other))),
        };
        match made {
            Ok(made) => Ok(Some(made)),
            Err(error) => self.bad(error, at, place),
        }
    }

    fn made_u64(&mut self, value: u64) -> Result<Bound<'py, PyAny>> {
        let made = value.into_pyobject(self.py).map_err(PyErr::from);
        self.made(made).map(Bound::into_any)
    }

    /// Reads a decimal with all its digits, or its text.
    pub fn decimal<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let found = source.peek()?;
        let made = match found {
            Kind::String => {
                let text = source.read_str()?;
                self.decimal_of(&text)
            }
            Kind::Integer | Kind::Float | Kind::Decimal => match source.read_exact_number() {
                Ok(Number::F64(value)) => texts::decimal_class(self.py)
                    .and_then(|class| class.call1((value,)))
                    .map_err(|raised| self.raise(raised)),
                Ok(number) => {
                    let text = number.to_string();
                    self.decimal_of(&text)
                }
                Err(error) => return self.wrong(source, error, place),
            },
            found => return self.wrong_kind(source, "a decimal".into(), found, place),
        };
        match made {
            Ok(made) => Ok(Some(made)),
            Err(error) if self.raised.is_some() => Err(error),
            Err(error) => self.bad(error, at, place),
        }
    }

    fn decimal_of(&self, text: &str) -> Result<Bound<'py, PyAny>> {
        let refused = || {
            let error = Error::expected(ErrorKind::TypeMismatch, "a decimal");
            error.with_content(format_args!("{text:?}"))
        };
        if !texts::is_decimal(text) {
            return Err(refused());
        }
        let made = texts::decimal_class(self.py).and_then(|class| class.call1((text,)));
        made.map_err(|_| refused())
    }

    /// Reads bytes, or their Base64 text.
    pub fn bytes<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        is_array: bool,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let is_text = source.peek()? == Kind::String;
        let bytes: Vec<u8> = match codec::bytes::decode(source, &()) {
            Ok(bytes) => bytes,
            // The text was read, and is no Base64.
            Err(error) if is_text && stays(&error) => return self.bad(error, at, place),
            Err(error) => return self.wrong(source, error, place),
        };
        Ok(Some(match is_array {
            true => PyByteArray::new(self.py, &bytes).into_any(),
            false => PyBytes::new(self.py, &bytes).into_any(),
        }))
    }

    /// Reads a point in time, or its text, which may have no zone.
    pub fn datetime<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        place: &Place<'_>,
    ) -> Value<'py> {
        if !matches!(source.peek()?, Kind::Timestamp | Kind::Tagged) {
            return self.of_text(source, &Node::Datetime, place);
        }
        let at = source.offset();
        match source.read_timestamp() {
            Ok(time) => self.datetime_of(time, at, place),
            Err(error) => self.wrong(source, error, place),
        }
    }

    fn datetime_of(&mut self, time: Timestamp, at: usize, place: &Place<'_>) -> Value<'py> {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let made = MAKE
            .import(self.py, "varvel._values", "datetime_of")
            .and_then(|make| make.call1((time.seconds(), time.nanos())));
        let made = self.made(made)?;
        if made.is_none() {
            let expected =
                "a point in time that datetime holds: whole microseconds, years 1 to 9999";
            let error = Error::expected(ErrorKind::Unrepresentable, expected);
            return self.bad(error, at, place);
        }
        Ok(Some(made))
    }

    /// Reads a UUID: its text, or its 16 bytes.
    pub fn uuid<'de, R: Source<'de>>(&mut self, source: &mut R, place: &Place<'_>) -> Value<'py> {
        // The digits of one may look like a number that is too large, where text has no quotes.
        if !source.peek().is_ok_and(|kind| kind == Kind::Bytes) {
            return self.of_text(source, &Node::Uuid, place);
        }
        let at = source.offset();
        let bytes = source.read_bytes()?;
        if bytes.len() != 16 {
            let error = Error::expected(ErrorKind::TypeMismatch, "the 16 bytes of a UUID");
            let error = error.with_found(format!("{} bytes", bytes.len()));
            return self.bad(error, at, place);
        }
        let bytes = PyBytes::new(self.py, &bytes);
        let made = texts::uuid_of_bytes(self.py, bytes);
        self.made(made).map(Some)
    }

    /// Reads a value of a type whose values are text.
    pub fn of_text<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        node: &Node,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let py = self.py;
        let made = match source.read_str() {
            Ok(text) => made_of(py, node, &text),
            Err(error) => {
                let error = match stays(&error) {
                    true => Error::wrong_kind(words_of(node), source.peek()?).or_offset(at),
                    false => error,
                };
                return self.wrong(source, error, place);
            }
        };
        match made {
            Ok(Ok(made)) => Ok(Some(made)),
            Ok(Err(error)) => self.bad(error, at, place),
            Err(raised) => Err(self.raise(raised)),
        }
    }

    /// Reads one of the values of an enum or a `Literal`.
    pub fn choice<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        choice: &Choice,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let py = self.py;
        let value = match &choice.of {
            Chosen::Strings(table) => match source.read_str() {
                Ok(text) => match table.get(&*text) {
                    Some(meant) => return Ok(Some(meant.bind(py).clone())),
                    None => PyString::new(py, &text).into_any(),
                },
                Err(error) => return self.wrong(source, error, place),
            },
            Chosen::Bools(_) => match source.read_bool() {
                Ok(value) => PyBool::new(py, value).to_owned().into_any(),
                Err(error) => return self.wrong(source, error, place),
            },
            Chosen::Integers(_) => match self.integer(source, place)? {
                Some(value) => value,
                None => return Ok(None),
            },
            Chosen::Floats(_) => match source.read_f64() {
                Ok(value) => PyFloat::new(py, value).into_any(),
                Err(error) => return self.wrong(source, error, place),
            },
        };
        self.chosen(&value, choice, at, place)
    }

    /// Returns what a value of a choice means.
    pub fn chosen(
        &mut self,
        value: &Bound<'py, PyAny>,
        choice: &Choice,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let py = self.py;
        let meant = match &choice.of {
            Chosen::Strings(table) => {
                let text = value.cast::<PyString>().ok();
                let text = text.and_then(|text| text.to_str().ok());
                Ok(text
                    .and_then(|text| table.get(text))
                    .map(|meant| meant.bind(py).clone()))
            }
            Chosen::Bools(table) | Chosen::Integers(table) | Chosen::Floats(table) => table
                .bind(py)
                .as_any()
                .cast()
                .map_err(PyErr::from)
                .and_then(|table: &Bound<'py, pyo3::types::PyDict>| table.get_item(value)),
        };
        if let Some(meant) = self.made(meant)? {
            return Ok(Some(meant));
        }
        if let Some(fallback) = &choice.fallback
            && let Ok(made) = fallback.bind(py).call1((value,))
        {
            return Ok(Some(made));
        }
        let names: Vec<&str> = choice.names.iter().map(String::as_str).collect();
        let text = self.made(value.str())?;
        let error = Error::unknown_variant(&text.to_string_lossy(), &names);
        self.bad(error, at, place)
    }

    /// Reads members of an `enum.Flag`: their number.
    pub fn flag<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        class: &Py<PyAny>,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        match self.integer(source, place)? {
            Some(number) => self.flags(&number, class, at, place),
            None => Ok(None),
        }
    }

    /// Returns the members that a number has as its bits.
    pub fn flags(
        &mut self,
        number: &Bound<'py, PyAny>,
        class: &Py<PyAny>,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let class = class.bind(self.py);
        // A negative number may become the members that it has not.
        let made = class.call1((number,)).and_then(|made| {
            let is_same = made.getattr("value")?.eq(number)?;
            is_same
                .then_some(made)
                .ok_or_else(|| PyValueError::new_err(""))
        });
        match made {
            Ok(made) => Ok(Some(made)),
            Err(raised) if !raised.is_instance_of::<PyValueError>(self.py) => {
                Err(self.raise(raised))
            }
            Err(_) => {
                let name = class.getattr("__name__").and_then(|name| name.extract());
                let name: String = self.made(name)?;
                let words = format!("the sum of members of {name}");
                let error = Error::expected(ErrorKind::UnknownVariant, words);
                self.bad(error.with_content(number), at, place)
            }
        }
    }
}

/// Returns the words for the values of a type whose values are text.
fn words_of(node: &Node) -> &'static str {
    match node {
        Node::Datetime => "a point in time as 2026-01-31T12:00:00Z",
        Node::Date => "a date as 2026-01-31",
        Node::Time => "a time as 12:00:00",
        _ => "a UUID",
    }
}

/// Returns the object of a text, or the error of a text that is of another form.
///
/// # Errors
/// What Python raises.
pub fn made_of<'py>(
    py: Python<'py>,
    node: &Node,
    text: &str,
) -> PyResult<Result<Bound<'py, PyAny>>> {
    let made = match node {
        Node::Datetime => texts::datetime(py, text)?,
        Node::Date => texts::date(py, text)?,
        Node::Time => texts::time(py, text)?,
        _ => texts::uuid(py, text)?,
    };
    Ok(made.ok_or_else(|| {
        let error = Error::expected(ErrorKind::TypeMismatch, words_of(node));
        error.with_content(format_args!("{text:?}"))
    }))
}

/// Returns an integer beyond 64 bits.
///
/// # Errors
/// Python refuses more digits than `sys.get_int_max_str_digits()`.
pub fn big<'py>(py: Python<'py>, digits: &str) -> Result<Bound<'py, PyAny>> {
    let made = py.get_type::<PyInt>().call1((digits,));
    made.map_err(|_| {
        let expected = "an integer with no more digits than Python reads";
        Error::expected(ErrorKind::NumberOutOfRange, expected)
            .with_hint("sys.set_int_max_str_digits sets how many digits it reads")
    })
}

fn kind_of(number: &Number<'_>) -> Kind {
    match number {
        Number::F64(_) => Kind::Float,
        Number::Decimal(_) => Kind::Decimal,
        _ => Kind::Integer,
    }
}
