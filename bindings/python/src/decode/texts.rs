//! Texts of decimals, dates, times and UUIDs. Each has one form, and nothing is cut off.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::errors::class;

/// Returns the class of decimals.
pub fn decimal_class<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "decimal", "Decimal")
}

/// Returns whether a text is a decimal: digits with a point and an exponent, `NaN` or an infinity,
/// as `str` of a `Decimal` writes them.
pub fn is_decimal(text: &str) -> bool {
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(text, "NaN" | "sNaN" | "Infinity") {
        return true;
    }
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, Some(exponent)),
        None => (text, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let is_number = match digits.split_once('.') {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(digits),
    };
    is_number
        && exponent.is_none_or(|text| is_digits(text.strip_prefix(['-', '+']).unwrap_or(text)))
}

/// The rest of a text.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// Takes a number of so many digits.
    fn number(&mut self, digits: usize) -> Option<u32> {
        let (taken, rest) = self.0.split_at_checked(digits)?;
        let mut number = 0;
        for digit in taken {
            number = number * 10 + u32::from(digit.is_ascii_digit().then(|| digit - b'0')?);
        }
        self.0 = rest;
        Some(number)
    }

    /// Takes a sign, if it is one of these.
    fn take(&mut self, signs: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        signs.contains(first).then(|| self.0 = rest)?;
        Some(*first)
    }

    fn date(&mut self) -> Option<(u32, u32, u32)> {
        let year = self.number(4)?;
        self.take(b"-")?;
        let month = self.number(2)?;
        self.take(b"-")?;
        Some((year, month, self.number(2)?))
    }

    /// Takes hours, minutes, and seconds with up to six digits behind the point. Zeros after these
    /// say nothing.
    fn time(&mut self) -> Option<(u32, u32, u32, u32)> {
        let hour = self.number(2)?;
        self.take(b":")?;
        let minute = self.number(2)?;
        if self.take(b":").is_none() {
            return Some((hour, minute, 0, 0));
        }
        let second = self.number(2)?;
        let mut micros = 0;
        if self.take(b".,").is_some() {
            let digits = self.0.iter().take_while(|c| c.is_ascii_digit()).count();
            if digits == 0 {
                return None;
            }
            let counted = digits.min(6);
            micros = self.number(counted)? * 10_u32.pow(6 - counted as u32);
            for _ in counted..digits {
                self.take(b"0")?;
            }
        }
        Some((hour, minute, second, micros))
    }

    /// Takes a zone: its distance from UTC in microseconds. `Some(None)` is no zone.
    fn zone(&mut self) -> Option<Option<i64>> {
        if self.0.is_empty() {
            return Some(None);
        }
        if self.take(b"Zz").is_some() {
            return Some(Some(0));
        }
        let sign = self.take(b"+-")?;
        let (hour, minute, second, micros) = self.time()?;
        if minute > 59 || second > 59 {
            return None;
        }
        let seconds = i64::from(hour * 3600 + minute * 60 + second);
        let distance = seconds * 1_000_000 + i64::from(micros);
        Some(Some(if sign == b'-' { -distance } else { distance }))
    }

    fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// Returns what a class makes, and `None` if it refuses with a `ValueError`.
fn made<'py>(
    py: Python<'py>,
    made: PyResult<Bound<'py, PyAny>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match made {
        Ok(made) => Ok(Some(made)),
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the date of a text `2026-01-31`.
pub fn date<'py>(py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut rest = Rest(text.as_bytes());
    let Some((date, ())) = rest.date().zip(rest.end()) else {
        return Ok(None);
    };
    made(py, class(py, &CLASS, "datetime", "date")?.call1(date))
}

/// Returns the time of a text `12:00:00.5`, with a zone or without.
pub fn time<'py>(py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut rest = Rest(text.as_bytes());
    let parsed = (|| {
        let time = rest.time()?;
        let zone = rest.zone()?;
        rest.end()?;
        Some((time, zone))
    })();
    let Some(((hour, minute, second, micros), zone)) = parsed else {
        return Ok(None);
    };
    let Some(zone) = zone_of(py, zone)? else {
        return Ok(None);
    };
    let class = class(py, &CLASS, "datetime", "time")?;
    made(py, class.call1((hour, minute, second, micros, zone)))
}

/// Returns the date and time of a text `2026-01-31T12:00:00.5+01:00`, with a zone or without.
pub fn datetime<'py>(py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let mut rest = Rest(text.as_bytes());
    let parsed = (|| {
        let date = rest.date()?;
        rest.take(b"Tt ")?;
        let time = rest.time()?;
        let zone = rest.zone()?;
        rest.end()?;
        Some((date, time, zone))
    })();
    let Some(((year, month, day), (hour, minute, second, micros), zone)) = parsed else {
        return Ok(None);
    };
    let Some(zone) = zone_of(py, zone)? else {
        return Ok(None);
    };
    let class = class(py, &CLASS, "datetime", "datetime")?;
    let parts = (year, month, day, hour, minute, second, micros, zone);
    made(py, class.call1(parts))
}

/// Returns a zone as an object; `None` if it is more than a day from UTC.
fn zone_of<'py>(py: Python<'py>, zone: Option<i64>) -> PyResult<Option<Bound<'py, PyAny>>> {
    static ZONE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static DELTA: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static UTC: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class_of_zones = class(py, &ZONE, "datetime", "timezone")?;
    match zone {
        None => Ok(Some(py.None().into_bound(py))),
        Some(0) => {
            let utc =
                UTC.get_or_try_init(py, || class_of_zones.getattr("utc").map(Bound::unbind))?;
            Ok(Some(utc.bind(py).clone()))
        }
        Some(micros) => {
            let delta = class(py, &DELTA, "datetime", "timedelta")?.call1((0, 0, micros))?;
            made(py, class_of_zones.call1((delta,)))
        }
    }
}

fn uuid_class<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    class(py, &CLASS, "uuid", "UUID")
}

/// Returns the UUID of a text of 32 digits, with four hyphens or without.
pub fn uuid<'py>(py: Python<'py>, text: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let bytes = text.as_bytes();
    let is_right = match bytes.len() {
        32 => bytes.iter().all(u8::is_ascii_hexdigit),
        36 => bytes.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        }),
        _ => false,
    };
    match is_right {
        true => made(py, uuid_class(py)?.call1((text,))),
        false => Ok(None),
    }
}

/// Returns the UUID of 16 bytes.
pub fn uuid_of_bytes<'py>(
    py: Python<'py>,
    bytes: Bound<'py, PyBytes>,
) -> PyResult<Bound<'py, PyAny>> {
    let named = PyDict::new(py);
    named.set_item("bytes", bytes)?;
    uuid_class(py)?.call((), Some(&named))
}
