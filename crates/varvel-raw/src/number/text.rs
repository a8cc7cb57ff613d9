//! Reads whole number texts under a lenient grammar, for every reader but the JSON one: an optional
//! sign, digits with an optional `.` among them (at least one digit; `.5` and `5.` are fine,
//! leading zeros too), an optional `e` or `E` with an optional sign and at least one digit.

use super::decimal::{self, Decimal};
use super::eisel_lemire::{self, Double, Single};

/// Reads most texts quickly: returns the sign, at most 19 digits as one number, and its power of
/// ten.
#[inline]
fn short(text: &[u8]) -> Option<(bool, u64, i64)> {
    let negative = text.first() == Some(&b'-');
    let start = (negative || text.first() == Some(&b'+')) as usize;
    let plain = decimal::plain(text, start);
    let places = plain.places.unwrap_or(0);
    if !(1..=19).contains(&(plain.whole + places)) {
        return None;
    }
    let (mut power, mut end) = (0, plain.end);
    if let Some(b'e' | b'E') = text.get(end) {
        (power, end) = decimal::exponent(text, end + 1).ok()?;
    }
    (end == text.len()).then_some((negative, plain.digits, power - places as i64))
}

/// Splits a text into its sign and its parts; returns `None` if it is no number.
fn split(text: &[u8]) -> Option<(bool, Decimal<'_>)> {
    let negative = text.first() == Some(&b'-');
    let start = (negative || text.first() == Some(&b'+')) as usize;
    let count = decimal::count_digits(text, start);
    let integer = &text[start..start + count];
    let mut at = start + count;
    let mut fraction = &text[at..at];
    if text.get(at) == Some(&b'.') {
        let count = decimal::count_digits(text, at + 1);
        fraction = &text[at + 1..at + 1 + count];
        at += 1 + count;
    }
    if integer.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut exponent = 0;
    if let Some(b'e' | b'E') = text.get(at) {
        (exponent, at) = decimal::exponent(text, at + 1).ok()?;
    }
    (at == text.len()).then_some((
        negative,
        Decimal {
            integer,
            fraction,
            exponent,
        },
    ))
}

/// Reads a decimal text as the nearest `f64`, ties to even; an overflow gives infinity. Returns
/// `None` if the text is no number or has anything after it. Costs linear time.
///
/// ```
/// use varvel_raw::number::parse_f64;
/// assert_eq!(parse_f64(b"-.5e3"), Some(-500.0));
/// assert_eq!(parse_f64(b"1e999"), Some(f64::INFINITY));
/// assert_eq!(parse_f64(b"1,5"), None);
/// ```
pub fn parse_f64(text: &[u8]) -> Option<f64> {
    if let Some((negative, digits, power)) = short(text) {
        let bits = eisel_lemire::nearest::<Double>(digits, power);
        return Some(f64::from_bits(bits | (negative as u64) << 63));
    }
    let (negative, decimal) = split(text)?;
    Some(f64::from_bits(
        decimal.to_f64_bits() | (negative as u64) << 63,
    ))
}

/// Reads a decimal text as the nearest `f32`, rounded only once; otherwise like [`parse_f64`].
pub fn parse_f32(text: &[u8]) -> Option<f32> {
    if let Some((negative, digits, power)) = short(text) {
        let bits = eisel_lemire::nearest::<Single>(digits, power);
        return Some(f32::from_bits(bits as u32 | (negative as u32) << 31));
    }
    let (negative, decimal) = split(text)?;
    Some(f32::from_bits(
        decimal.to_f32_bits() | (negative as u32) << 31,
    ))
}

/// Reads a decimal text as the bits of the nearest IEEE 754 half-precision float, rounded once;
/// otherwise like [`parse_f64`].
///
/// ```
/// use varvel_raw::number::parse_f16_bits;
/// assert_eq!(parse_f16_bits(b"-1.5"), Some(0xbe00));
/// ```
pub fn parse_f16_bits(text: &[u8]) -> Option<u16> {
    let (negative, decimal) = split(text)?;
    Some(decimal.to_f16_bits() | (negative as u16) << 15)
}
