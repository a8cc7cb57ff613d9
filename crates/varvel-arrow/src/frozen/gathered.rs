//! Values that are collected one by one into an array of the type that all of them have.

use std::sync::Arc;

use arrow_array::types::{BinaryViewType, StringViewType};
use arrow_array::{
    ArrayRef, BooleanArray, Decimal128Array, Float64Array, Int64Array, NullArray,
    TimestampMicrosecondArray, TimestampNanosecondArray, UInt64Array,
};
use arrow_schema::{DECIMAL128_MAX_PRECISION as DIGITS, DECIMAL128_MAX_SCALE as SCALE};
use varvel::path::Step;
use varvel::{Error, ErrorKind, Frozen, Kind, Number, Owner, Result, Timestamp, View};

use super::text;
use crate::decimals::{exactly_scaled, rescaled};

/// Returns values of a document as an array. `None` and null are nulls.
pub(super) fn array<'a, O: Owner + Send + Sync + 'static>(
    document: &'a Frozen<Arc<O>>,
    values: impl Iterator<Item = Option<View<'a>>> + Clone,
) -> Result<ArrayRef> {
    let values = values.map(|value| value.filter(|value| !value.is_null()));
    let Some(first) = values.clone().flatten().next() else {
        return Ok(Arc::new(NullArray::new(values.count())));
    };
    match first.kind() {
        Kind::Bool => {
            let all = all(values, "a boolean", |value| value.as_bool())?;
            Ok(Arc::new(BooleanArray::from(all)))
        }
        Kind::Integer | Kind::Float | Kind::Decimal => numbers(values),
        Kind::String => {
            let all = all(values, "a string", |value| Some(value.as_str()?.as_bytes()))?;
            text::array::<StringViewType, O>(document, &all)
        }
        Kind::Bytes => {
            let all = all(values, "bytes", |value| value.as_bytes())?;
            text::array::<BinaryViewType, O>(document, &all)
        }
        Kind::Timestamp => times(&all(values, "a point in time", |value| {
            value.as_timestamp()
        })?),
        kind => {
            let expected = "numbers, strings, bytes, booleans or points in time";
            Err(Error::expected(ErrorKind::TypeMismatch, expected).with_found(kind.name()))
        }
    }
}

/// Returns all values as `T`.
///
/// # Errors
/// `TypeMismatch` for the first value that is none.
fn all<'a, T>(
    values: impl Iterator<Item = Option<View<'a>>>,
    expected: &'static str,
    read: impl Fn(&View<'a>) -> Option<T>,
) -> Result<Vec<Option<T>>> {
    let read = |(index, value): (usize, Option<View<'a>>)| match value {
        None => Ok(None),
        Some(value) => match read(&value) {
            Some(read) => Ok(Some(read)),
            None => {
                let error = Error::expected(ErrorKind::TypeMismatch, expected);
                Err(error
                    .with_found(value.kind().name())
                    .inside(Step::Index(index)))
            }
        },
    };
    values.enumerate().map(read).collect()
}

/// Returns numbers in the first type that holds all of them exactly.
fn numbers<'a>(values: impl Iterator<Item = Option<View<'a>>> + Clone) -> Result<ArrayRef> {
    fn each<T>(
        numbers: &[Option<Number<'_>>],
        read: impl Fn(&Number<'_>) -> Option<T>,
    ) -> Option<Vec<Option<T>>> {
        let read = |number: &Option<Number<'_>>| match number {
            Some(number) => read(number).map(Some),
            None => Some(None),
        };
        numbers.iter().map(read).collect()
    }
    let numbers = all(values, "a number", |value| value.as_number())?;
    if let Some(all) = each(&numbers, |number| number.as_i64()) {
        return Ok(Arc::new(Int64Array::from(all)));
    }
    if let Some(all) = each(&numbers, |number| number.as_u64()) {
        return Ok(Arc::new(UInt64Array::from(all)));
    }
    if let Some(array) = decimals(&numbers) {
        return Ok(array);
    }
    match each(&numbers, |number| number.as_f64_exact()) {
        Some(all) => Ok(Arc::new(Float64Array::from(all))),
        None => {
            let expected = "numbers that one type of Arrow holds exactly";
            Err(Error::expected(ErrorKind::NumberOutOfRange, expected))
        }
    }
}

/// Returns integers and decimals with as many digits after the point as one of them needs; `None`
/// if there are others, or 38 digits are too few.
fn decimals(numbers: &[Option<Number<'_>>]) -> Option<ArrayRef> {
    let parts = |number: &Option<Number<'_>>| match number {
        Some(Number::I64(value)) => Some(Some((i128::from(*value), 0))),
        Some(Number::U64(value)) => Some(Some((i128::from(*value), 0))),
        Some(Number::Big(text) | Number::Decimal(text)) => {
            // No decimal of Arrow is -0.
            let kept = |&(digits, _): &(i128, i32)| digits != 0 || !text.starts_with('-');
            exactly_scaled(text).filter(kept).map(Some)
        }
        Some(_) => None,
        None => Some(None),
    };
    let parts: Vec<Option<(i128, i32)>> = numbers.iter().map(parts).collect::<Option<_>>()?;
    let scale = parts.iter().flatten().map(|&(_, scale)| scale).max()?;
    let scale = i8::try_from(scale.max(0))
        .ok()
        .filter(|scale| *scale <= SCALE)?;
    let fits = |value: &i128| value.unsigned_abs() < 10u128.pow(DIGITS.into());
    let same = |part: Option<(i128, i32)>| match part {
        Some((digits, own)) => rescaled(digits, i32::from(scale) - own)
            .filter(fits)
            .map(Some),
        None => Some(None),
    };
    let values: Vec<Option<i128>> = parts.into_iter().map(same).collect::<Option<_>>()?;
    let array = Decimal128Array::from(values).with_precision_and_scale(DIGITS, scale);
    Some(Arc::new(array.ok()?))
}

/// Returns points in time in the first unit that holds all of them exactly.
fn times(times: &[Option<Timestamp>]) -> Result<ArrayRef> {
    let each = |per_second: i64| -> Option<Vec<Option<i64>>> {
        let nanos_per_unit = 1_000_000_000 / per_second;
        let units = |time: &Option<Timestamp>| {
            let Some(time) = time else { return Some(None) };
            let nanos = i64::from(time.nanos());
            let seconds = i128::from(time.seconds()) * i128::from(per_second);
            let units = i64::try_from(seconds + i128::from(nanos / nanos_per_unit)).ok()?;
            (nanos % nanos_per_unit == 0).then_some(Some(units))
        };
        times.iter().map(units).collect()
    };
    if let Some(all) = each(1_000_000) {
        return Ok(Arc::new(
            TimestampMicrosecondArray::from(all).with_timezone("UTC"),
        ));
    }
    match each(1_000_000_000) {
        Some(all) => Ok(Arc::new(
            TimestampNanosecondArray::from(all).with_timezone("UTC"),
        )),
        None => {
            let expected = "points in time that 64 bits of microseconds or nanoseconds hold";
            Err(Error::expected(ErrorKind::NumberOutOfRange, expected))
        }
    }
}
