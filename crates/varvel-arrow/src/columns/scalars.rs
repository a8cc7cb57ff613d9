//! Numbers, strings and points in time as values of the type of a column: exactly, or not at all.

use arrow_schema::{DataType, TimeUnit};
use varvel::{Error, ErrorKind, Number, Result, Sink, Str, Timestamp};

use super::Columns;
use super::column::{Column, Values};
use super::local::{local_time, without_long_fraction};
use crate::decimals::{rescaled, scaled};

impl Column {
    /// Returns whether the column has times without a zone.
    fn is_local(&self) -> bool {
        matches!(self.field.data_type(), DataType::Timestamp(_, None))
    }

    /// Returns the words for the values that the column takes.
    fn expectation(&self) -> String {
        let what = match &self.values {
            Values::Null => "null",
            Values::Bool(_) => "a boolean",
            Values::Int { .. } | Values::U64(_) => "an integer",
            Values::Decimal { .. } => "a number",
            Values::F32(_) | Values::F64(_) | Values::ExactF32(_) | Values::ExactF64(_) => {
                "a number"
            }
            Values::Text(_) => "a string",
            Values::Bytes(_) => "bytes",
            Values::Timestamp { .. } if self.is_local() => "a time without a zone",
            Values::Timestamp { .. } => "a point in time",
            Values::Date(_) => "a day",
            Values::List { .. } => "an array",
            Values::Struct(_) | Values::Map { .. } => "an object",
            Values::Json(_) | Values::Variant(_) | Values::Skipped => "a value",
        };
        match self.field.name().as_str() {
            "" => what.to_owned(),
            name => format!("{what} for the column `{name}`"),
        }
    }
}

impl Columns {
    /// Returns the error for a value of the wrong kind.
    #[cold]
    pub(super) fn mismatch(&self, found: &'static str) -> Error {
        let expected = self.columns[self.next].expectation();
        Error::expected(ErrorKind::TypeMismatch, expected).with_found(found)
    }

    /// Returns the error for a number that the column does not hold.
    #[cold]
    fn range(&self, found: impl std::fmt::Display) -> Error {
        self.refused("a number", "holds exactly", found)
    }

    /// Returns the error for another number than the column has, in words.
    #[cold]
    fn refused(&self, number: &str, holds: &str, found: impl std::fmt::Display) -> Error {
        let column = &self.columns[self.next];
        let (ty, name) = (column.field.data_type(), column.field.name());
        let expected = format!("{number} that {ty} {holds}, the type of `{name}`");
        Error::out_of_range(expected, found)
    }

    /// Returns the error for a decimal that the column would round.
    #[cold]
    fn too_long(&self, found: &str) -> Error {
        self.refused("a number", "holds as it is written", found)
    }

    /// Returns the error for a decimal beyond the largest float.
    #[cold]
    fn too_large(&self, found: &str) -> Error {
        self.refused("a number", "reaches", found)
    }

    /// Adds a scalar where values of any kind are taken.
    #[cold]
    pub(super) fn other<'de>(
        &mut self,
        found: &'static str,
        write: impl FnOnce(&mut dyn Sink<'de>) -> Result,
    ) -> Result {
        match self.whole(0, write) {
            Some(result) => result,
            None => Err(self.mismatch(found)),
        }
    }

    /// Ends a value that was added to the column.
    #[inline(always)]
    fn added(&mut self) -> Result {
        self.columns[self.next].nulls.append_non_null();
        Ok(())
    }

    /// Adds an integer, of which `exact` is the float that it is, to a column of other numbers.
    pub(super) fn other_integer<'de>(
        &mut self,
        value: i128,
        exact: Option<f64>,
        write: impl FnOnce(&mut dyn Sink<'de>) -> Result,
    ) -> Result {
        match (&mut self.columns[self.next].values, u64::try_from(value)) {
            (Values::U64(values), Ok(value)) => values.push(value),
            (Values::F64(_) | Values::F32(_) | Values::ExactF64(_) | Values::ExactF32(_), _) => {
                return match exact {
                    Some(float) => self.f64(float),
                    None => Err(self.range(value)),
                };
            }
            (Values::Decimal { .. }, _) => return self.put_scaled(value, 0, &value),
            (Values::Int { .. } | Values::U64(_), _) => return Err(self.range(value)),
            _ => return self.other("an integer", write),
        }
        self.added()
    }

    pub(super) fn other_f64(&mut self, value: f64) -> Result {
        match &mut self.columns[self.next].values {
            Values::ExactF64(values) => values.push(value),
            Values::F32(values) | Values::ExactF32(values) => {
                let narrow = value as f32;
                if f64::from(narrow).to_bits() != value.to_bits() && !value.is_nan() {
                    return Err(self.range(value));
                }
                values.push(narrow);
            }
            Values::Decimal { .. } => {
                // The shortest digits of a float are what a reader of text would have seen.
                return match value.is_finite() {
                    true => self.put_decimal(&value.to_string()),
                    false => Err(self.range(value)),
                };
            }
            _ => return self.other("a float", |writer| writer.f64(value)),
        }
        self.added()
    }

    pub(super) fn put_f32(&mut self, value: f32) -> Result {
        match &mut self.columns[self.next].values {
            Values::F32(values) | Values::ExactF32(values) => values.push(value),
            Values::F64(values) | Values::ExactF64(values) => values.push(value.into()),
            Values::Decimal { .. } => return self.other_f64(value.into()),
            _ => return self.other("a float", |writer| writer.f32(value)),
        }
        self.added()
    }

    pub(super) fn put_big_integer(&mut self, digits: &str) -> Result {
        match &self.columns[self.next].values {
            Values::Decimal { .. } => self.put_decimal(digits),
            Values::Int { .. } | Values::U64(_) => Err(self.range(digits)),
            Values::F32(_) | Values::F64(_) | Values::ExactF32(_) | Values::ExactF64(_) => {
                Err(self.refused("an integer of 64 bits", "holds exactly", digits))
            }
            _ => self.other("an integer", |writer| writer.big_integer(digits)),
        }
    }

    /// Adds a number of JSON's grammar that is no integer of 64 bits.
    pub(super) fn put_decimal(&mut self, text: &str) -> Result {
        match &mut self.columns[self.next].values {
            Values::Decimal { .. } => match scaled(text) {
                Some((digits, scale)) => return self.put_scaled(digits, scale, &text),
                None => return Err(self.range(text)),
            },
            // The nearest one, rounded once.
            Values::F32(values) => match text.parse::<f32>() {
                Ok(float) if float.is_finite() => values.push(float),
                _ => return Err(self.too_large(text)),
            },
            Values::F64(values) => match text.parse::<f64>() {
                Ok(float) if float.is_finite() => values.push(float),
                _ => return Err(self.too_large(text)),
            },
            Values::ExactF32(values) => match Number::Decimal(text).as_f32_shortest() {
                Some(float) => values.push(float),
                None => return Err(self.too_long(text)),
            },
            Values::ExactF64(values) => match Number::Decimal(text).as_f64_shortest() {
                Some(float) => values.push(float),
                None => return Err(self.too_long(text)),
            },
            _ => {
                return self.other("a number with a point or an exponent", |writer| {
                    writer.decimal(text)
                });
            }
        }
        self.added()
    }

    /// Adds `digits / 10^scale` to a column of decimals.
    fn put_scaled(&mut self, digits: i128, scale: i32, shown: &dyn std::fmt::Display) -> Result {
        let Values::Decimal {
            values,
            precision,
            scale: wanted,
        } = &mut self.columns[self.next].values
        else {
            return Err(Error::new(ErrorKind::InvalidEvents));
        };
        let most = 10i128.pow((*precision).into());
        match rescaled(digits, i32::from(*wanted) - scale) {
            Some(value) if value.unsigned_abs() < most.unsigned_abs() => values.push(value),
            _ => return Err(self.range(shown)),
        }
        self.added()
    }

    pub(super) fn other_str(&mut self, value: Str<'_, '_>) -> Result {
        match &self.columns[self.next].values {
            Values::Timestamp { .. } => self.put_time(&value),
            Values::Date(_) => self.put_date(&value),
            _ => self.other("a string", |writer| writer.str(value)),
        }
    }

    pub(super) fn put_timestamp(&mut self, time: Timestamp) -> Result {
        let Values::Timestamp { values, unit } = &mut self.columns[self.next].values else {
            return self.other("a point in time", |writer| writer.timestamp(time));
        };
        let nanos_per_unit = match unit {
            TimeUnit::Second => 1_000_000_000,
            TimeUnit::Millisecond => 1_000_000,
            TimeUnit::Microsecond => 1_000,
            TimeUnit::Nanosecond => 1,
        };
        let nanos = i128::from(time.seconds()) * 1_000_000_000 + i128::from(time.nanos());
        let units = i64::try_from(nanos / nanos_per_unit);
        match units {
            Ok(units) if nanos % nanos_per_unit == 0 => values.push(units),
            _ => {
                let unit = format!("{:?}", *unit).to_lowercase();
                let expected = format!("a point in time that 64 bits of {unit}s hold exactly");
                let found = format!(
                    "{} seconds and {} nanoseconds",
                    time.seconds(),
                    time.nanos()
                );
                return Err(Error::out_of_range(expected, found));
            }
        }
        self.added()
    }

    /// Adds a time that is text. A column has a zone if its times have one: a zone is neither left
    /// out nor made up.
    fn put_time(&mut self, text: &str) -> Result {
        let (zoned, local) = (Timestamp::of_rfc3339(text), || local_time(text));
        match (zoned, self.columns[self.next].is_local()) {
            (Some(time), false) => self.put_timestamp(time),
            (Some(_), true) => Err(self.mismatch("a point in time with a zone")),
            (None, true) => match local() {
                Some(time) => self.put_timestamp(time),
                None => Err(self.no_time(text, "a string that is no time")),
            },
            (None, false) if local().is_some() => Err(self.mismatch("a time without a zone")),
            (None, false) => Err(self.no_time(text, "a string that is no point in time")),
        }
    }

    /// Returns the error for text that is no time of the column. A time with too many digits of a
    /// second is named as such.
    #[cold]
    fn no_time(&self, text: &str, found: &'static str) -> Error {
        let column = &self.columns[self.next];
        let is_time = |text: String| match column.is_local() {
            true => local_time(&text).is_some(),
            false => Timestamp::of_rfc3339(&text).is_some(),
        };
        match without_long_fraction(text).is_some_and(is_time) {
            true => {
                let expected = format!(
                    "{} with at most nine digits of a second",
                    column.expectation()
                );
                Error::expected(ErrorKind::TypeMismatch, expected).with_content(text)
            }
            false => self.mismatch(found),
        }
    }

    fn put_date(&mut self, text: &str) -> Result {
        // Midnight of the day; only the form of a day gives one.
        let midnight = local_time(&format!("{text}T00:00:00"));
        let days = midnight.map(|time| i32::try_from(time.seconds() / 86_400));
        match (&mut self.columns[self.next].values, days) {
            (Values::Date(values), Some(Ok(days))) => values.push(days),
            _ => return Err(self.mismatch("a string that is no day")),
        }
        self.added()
    }
}
