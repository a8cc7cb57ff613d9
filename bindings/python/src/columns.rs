//! Arrays of numbers for numpy and Arrow: without a copy where a document has them as they have.

use std::sync::Arc;

use arrow_array::ffi::to_ffi;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array as _, ArrayRef, PrimitiveArray};
use arrow_buffer::{Buffer, ScalarBuffer};
use bytes::Bytes;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict};
use varvel::{Error, ErrorKind, Frozen, View};

use crate::errors::plain;

/// A document that others hold a part of.
struct Kept(Frozen<Arc<Vec<u8>>>);

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        self.0.view().buffer()
    }
}

/// The numbers of an array that stand in the document as they are in memory.
enum InPlace<'a> {
    F64(&'a [f64]),
    F32(&'a [f32]),
    I64(&'a [i64]),
    I32(&'a [i32]),
    U32(&'a [u32]),
    I16(&'a [i16]),
    I8(&'a [i8]),
}

impl<'a> InPlace<'a> {
    fn of(view: View<'a>) -> Option<Self> {
        (view.as_f64_slice().map(Self::F64))
            .or_else(|| view.as_f32_slice().map(Self::F32))
            .or_else(|| view.as_i64_slice().map(Self::I64))
            .or_else(|| view.as_i32_slice().map(Self::I32))
            .or_else(|| view.as_u32_slice().map(Self::U32))
            .or_else(|| view.as_i16_slice().map(Self::I16))
            .or_else(|| view.as_i8_slice().map(Self::I8))
    }

    /// Returns their type as numpy names it, their address, and how many they are.
    fn place(&self) -> (&'static str, usize, usize) {
        match self {
            Self::F64(all) => ("<f8", all.as_ptr() as usize, all.len()),
            Self::F32(all) => ("<f4", all.as_ptr() as usize, all.len()),
            Self::I64(all) => ("<i8", all.as_ptr() as usize, all.len()),
            Self::I32(all) => ("<i4", all.as_ptr() as usize, all.len()),
            Self::U32(all) => ("<u4", all.as_ptr() as usize, all.len()),
            Self::I16(all) => ("<i2", all.as_ptr() as usize, all.len()),
            Self::I8(all) => ("|i1", all.as_ptr() as usize, all.len()),
        }
    }
}

/// The numbers of an array, or of a member of records, as one type; `None` where there is none.
enum Copied {
    I64(Vec<Option<i64>>),
    U64(Vec<Option<u64>>),
    F64(Vec<Option<f64>>),
}

impl Copied {
    /// # Errors
    /// `TypeError` for values that are no numbers, `Error` for numbers that have no common type.
    fn of<'a>(
        py: Python<'_>,
        values: impl Iterator<Item = Option<View<'a>>> + Clone,
    ) -> PyResult<Self> {
        if let Some(numbers) = all(values.clone(), |value| value.as_i64()) {
            return Ok(Self::I64(numbers));
        }
        if let Some(numbers) = all(values.clone(), |value| value.as_u64()) {
            return Ok(Self::U64(numbers));
        }
        if let Some(numbers) = all(values.clone(), |value| value.as_f64_exact()) {
            return Ok(Self::F64(numbers));
        }
        if let Some(other) = values.flatten().find(|one| one.as_number().is_none()) {
            let kind = other.kind().name();
            return Err(PyTypeError::new_err(format!("{kind} among the numbers")));
        }
        let expected = "numbers that one type of 64 bits holds";
        Err(plain(
            py,
            Error::expected(ErrorKind::NumberOutOfRange, expected),
        ))
    }

    fn array(self) -> ArrayRef {
        match self {
            Self::I64(all) => Arc::new(PrimitiveArray::<Int64Type>::from(all)),
            Self::U64(all) => Arc::new(PrimitiveArray::<UInt64Type>::from(all)),
            Self::F64(all) => Arc::new(PrimitiveArray::<Float64Type>::from(all)),
        }
    }

    /// Returns their type as numpy names it, and their bytes; `None` if a number is missing.
    fn bytes(self) -> Option<(&'static str, Vec<u8>)> {
        Some(match self {
            Self::I64(all) => ("=i8", flat(all, i64::to_ne_bytes)?),
            Self::U64(all) => ("=u8", flat(all, u64::to_ne_bytes)?),
            Self::F64(all) => ("=f8", flat(all, f64::to_ne_bytes)?),
        })
    }
}

fn all<'a, T>(
    values: impl Iterator<Item = Option<View<'a>>>,
    number: impl Fn(&View<'a>) -> Option<T>,
) -> Option<Vec<Option<T>>> {
    let numbers = values.map(|value| match value {
        Some(value) if !value.is_null() => number(&value).map(Some),
        _ => Some(None),
    });
    numbers.collect()
}

fn flat<T>(numbers: Vec<Option<T>>, bytes: impl Fn(T) -> [u8; 8]) -> Option<Vec<u8>> {
    let mut flat = Vec::with_capacity(8 * numbers.len());
    for number in numbers {
        flat.extend(bytes(number?));
    }
    Some(flat)
}

/// Returns what numpy has to know of an array of numbers to read it in place: its
/// `__array_interface__`. Returns `None` if the document does not have the numbers in that form.
pub fn interface<'py>(py: Python<'py>, view: View<'_>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some(numbers) = InPlace::of(view) else {
        return Ok(None);
    };
    let (kind, address, count) = numbers.place();
    let facts = PyDict::new(py);
    facts.set_item("version", 3)?;
    facts.set_item("typestr", kind)?;
    facts.set_item("shape", (count,))?;
    facts.set_item("data", (address, true))?;
    Ok(Some(facts))
}

/// Returns numbers as an array of numpy that has a copy of them.
pub fn numpy<'py, 'a>(
    py: Python<'py>,
    values: impl Iterator<Item = Option<View<'a>>> + Clone,
) -> PyResult<Bound<'py, PyAny>> {
    let Some((kind, bytes)) = Copied::of(py, values)?.bytes() else {
        return Err(PyTypeError::new_err("null among the numbers"));
    };
    let numpy = py.import("numpy")?;
    numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), kind))
}

/// Returns an array of numbers as Arrow's PyCapsule interface hands it over: a schema and an array.
/// It has the numbers of the document, or a copy if the document has them in another form.
pub fn arrow<'py>(
    py: Python<'py>,
    frozen: &Frozen<Arc<Vec<u8>>>,
) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let view = frozen.view();
    let array: ArrayRef = match InPlace::of(view) {
        Some(InPlace::F64(all)) => shared::<Float64Type>(frozen, all),
        Some(InPlace::F32(all)) => shared::<Float32Type>(frozen, all),
        Some(InPlace::I64(all)) => shared::<Int64Type>(frozen, all),
        Some(InPlace::I32(all)) => shared::<Int32Type>(frozen, all),
        Some(InPlace::U32(all)) => shared::<UInt32Type>(frozen, all),
        Some(InPlace::I16(all)) => shared::<Int16Type>(frozen, all),
        Some(InPlace::I8(all)) => shared::<Int8Type>(frozen, all),
        None => Copied::of(py, view.items().map(Some))?.array(),
    };
    let (array, schema) =
        to_ffi(&array.to_data()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((
        PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
        PyCapsule::new_with_value(py, array, c"arrow_array")?,
    ))
}

/// Returns numbers of a document as an array that keeps the document alive.
fn shared<T: ArrowPrimitiveType>(frozen: &Frozen<Arc<Vec<u8>>>, numbers: &[T::Native]) -> ArrayRef {
    let start = frozen.view().buffer().as_ptr() as usize;
    let from = numbers.as_ptr() as usize - start;
    let bytes = Bytes::from_owner(Kept(frozen.clone()));
    let bytes = bytes.slice(from..from + size_of_val(numbers));
    let numbers = ScalarBuffer::<T::Native>::from(Buffer::from(bytes));
    Arc::new(PrimitiveArray::<T>::new(numbers, None))
}
