//! Codecs of the crate `rust_decimal`, which are exact: a decimal if the format has them, else a
//! string. Reading takes both, and a binary float by its shortest digits.

use core::fmt::{self, Write as _};

use arrayvec::ArrayString;
use rust_decimal::Decimal;

use crate::codec::strings::not_of_form;
use crate::number::is_number;
use crate::{Decode, Encode, Error, Kind, Number, Result, Sink, Source, Str};

impl<C: ?Sized> Encode<C> for Decimal {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        // 40 bytes hold 29 digits, a point, a zero before it, and a sign.
        let mut text = ArrayString::<40>::new();
        write!(text, "{self}").map_err(|_| Error::out_of_memory())?;
        match sink.profile().decimals {
            true => sink.decimal(&text),
            false => sink.str(Str::Scratch((&*text).into())),
        }
    }
}

impl<'de, C: ?Sized> Decode<'de, C> for Decimal {
    /// Refuses a number that would be rounded.
    fn decode<R: Source<'de>>(source: &mut R, _: &C) -> Result<Self> {
        let at = source.offset();
        if source.peek()? == Kind::String {
            let text = source.read_str()?;
            return match is_number(text.as_bytes()) {
                true => exact(&text).ok_or_else(|| too_long(&*text, at)),
                false => Err(not_of_form("a decimal as 12.50", &text, at)),
            };
        }
        let number = source.read_exact_number()?;
        let value = match number {
            Number::I64(value) => Some(value.into()),
            Number::U64(value) => Some(value.into()),
            Number::Big(text) | Number::Decimal(text) => exact(text),
            Number::F64(value) if value.is_finite() => shortest(value),
            Number::F64(_) => None,
        };
        value.ok_or_else(|| too_long(number, at))
    }
}

#[cold]
fn too_long(found: impl fmt::Display, at: usize) -> Error {
    let expected = "a decimal of at most 96 bits and 28 places";
    Error::out_of_range(expected, found).or_offset(at)
}

fn shortest(value: f64) -> Option<Decimal> {
    let mut text = ArrayString::<32>::new();
    write!(text, "{}", Number::F64(value)).ok()?;
    // The float `1.0` becomes `1`, without a decimal place.
    exact(text.strip_suffix(".0").unwrap_or(&text))
}

/// Reads a number in the grammar of JSON, and keeps its number of decimal places. Returns `None` if
/// it has more digits than the type.
fn exact(text: &str) -> Option<Decimal> {
    let (text, exponent) = match text.split_once(['e', 'E']) {
        Some((text, exponent)) => (text, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = whole.bytes().chain(fraction.bytes());
    let mut value = 0_i128;
    for digit in digits.filter(u8::is_ascii_digit) {
        value = value.checked_mul(10)?.checked_add((digit - b'0').into())?;
    }
    let mut scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    while scale < 0 {
        value = value.checked_mul(10)?;
        scale = if value == 0 { 0 } else { scale + 1 };
    }
    let negative = whole.starts_with('-');
    let value = if negative { -value } else { value };
    let mut decimal = Decimal::try_from_i128_with_scale(value, scale.unsigned_abs()).ok()?;
    // A zero has a sign, too.
    decimal.set_sign_negative(negative);
    Some(decimal)
}
