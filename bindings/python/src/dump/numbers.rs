//! Lists of numbers, which are written several at a time.

use pyo3::prelude::*;
use pyo3::types::list::BoundListIterator;
use pyo3::types::{PyFloat, PyInt, PyList};
use varvel::{Result, Sink};

use super::scalars::exact;

/// How many numbers are written at a time.
const RUN: usize = 16;

/// Begins the array of a list, and writes the numbers of one type that it begins with. Returns how
/// many these are, and whether the list has nothing else; then the array is ended.
///
/// # Errors
/// Those of the writer, which are about no value: it takes all of these.
#[inline(always)]
pub fn begin_list(
    list: &Bound<'_, PyList>,
    sink: &mut impl for<'de> Sink<'de>,
) -> Result<(usize, bool)> {
    if list.is_empty() {
        sink.empty_array()?;
        return Ok((0, true));
    }
    let items = &mut list.iter();
    let Some(first) = items.next() else {
        sink.begin_array(None)?;
        return Ok((0, false));
    };
    if let Some(first) = float(&first) {
        // A point, the most frequent list of floats.
        if items.len() == 1
            && let Some(second) = items.next()
        {
            if let Some(second) = float(&second) {
                sink.f64_array(&[first, second])?;
                return Ok((2, true));
            }
            sink.begin_array(None)?;
            return Ok((0, false));
        }
        return floats(first, items, sink);
    }
    if let Some(first) = integer(&first) {
        return integers(first, items, sink);
    }
    // A function of the caller's may change the list, so its length is no promise.
    sink.begin_array(None)?;
    Ok((0, false))
}

#[inline(never)]
fn floats(
    first: f64,
    items: &mut BoundListIterator<'_>,
    sink: &mut impl for<'de> Sink<'de>,
) -> Result<(usize, bool)> {
    let mut run = Run::begin(first, items, float);
    if run.is_last() {
        sink.f64_array(run.values())?;
        return Ok((run.count, true));
    }
    sink.begin_array(None)?;
    while !run.values().is_empty() {
        sink.f64s(run.values())?;
        run.next();
    }
    if run.is_last() {
        sink.end_array()?;
    }
    Ok((run.count, run.is_last()))
}

#[inline(never)]
fn integers(
    first: i64,
    items: &mut BoundListIterator<'_>,
    sink: &mut impl for<'de> Sink<'de>,
) -> Result<(usize, bool)> {
    let mut run = Run::begin(first, items, integer);
    if run.is_last() {
        sink.i64_array(run.values())?;
        return Ok((run.count, true));
    }
    sink.begin_array(None)?;
    while !run.values().is_empty() {
        sink.i64s(run.values())?;
        run.next();
    }
    if run.is_last() {
        sink.end_array()?;
    }
    Ok((run.count, run.is_last()))
}

/// Some numbers of a list after each other.
struct Run<'i, 'py, T, F> {
    /// It stays where it was made: moving it costs as much as a number.
    items: &'i mut BoundListIterator<'py>,
    number: F,
    values: [T; RUN],
    filled: usize,
    /// How many numbers there are up to here.
    count: usize,
    /// Whether an item came that is no such number.
    other: bool,
}

impl<'i, 'py, T: Copy, F: Fn(&Bound<'py, PyAny>) -> Option<T>> Run<'i, 'py, T, F> {
    #[inline(always)]
    fn begin(first: T, items: &'i mut BoundListIterator<'py>, number: F) -> Self {
        let mut run = Self {
            items,
            number,
            values: [first; RUN],
            filled: 1,
            count: 1,
            other: false,
        };
        run.fill();
        run
    }

    #[inline(always)]
    fn fill(&mut self) {
        while self.filled < RUN && !self.other {
            let Some(item) = self.items.next() else {
                return;
            };
            match (self.number)(&item) {
                Some(value) => {
                    self.values[self.filled] = value;
                    self.filled += 1;
                    self.count += 1;
                }
                None => self.other = true,
            }
        }
    }

    fn next(&mut self) {
        self.filled = 0;
        self.fill();
    }

    #[inline(always)]
    fn values(&self) -> &[T] {
        &self.values[..self.filled]
    }

    /// Returns whether the list ends after these numbers.
    #[inline(always)]
    fn is_last(&self) -> bool {
        !self.other && self.items.len() == 0
    }
}

/// Returns a float that every format has.
#[inline(always)]
fn float(item: &Bound<'_, PyAny>) -> Option<f64> {
    let value = exact::<PyFloat>(item)?.value();
    value.is_finite().then_some(value)
}

/// Returns an integer of 64 bits.
#[inline(always)]
fn integer(item: &Bound<'_, PyAny>) -> Option<i64> {
    exact::<PyInt>(item)?.extract().ok()
}
