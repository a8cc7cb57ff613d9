//! Exact numbers: integers and floats of 64 bits as such, any other number as text, and the grammar
//! of such text.
//!
//! | room | holds |
//! |---|---|
//! | `compare` | the order of numbers in text form, by their exact values |
//! | `multiple` | whole numbers and multiples in text form |
//! | `rounding` | [`Rounding`]: which integers a float takes |

mod compare;
mod multiple;
mod rounding;

pub use compare::compare;
pub use multiple::{DIVISOR_DIGITS, is_multiple, is_whole};
pub use rounding::Rounding;

use core::cmp::Ordering;
use core::fmt::{self, Write as _};

use arrayvec::ArrayString;
use varvel_raw::number::{parse_f32, parse_f64, write_f32, write_f64};

/// A number as a source read it. Nothing is rounded, except a decimal to its nearest `f64` if its
/// text was not asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number<'a> {
    /// An integer that fits `i64`.
    I64(i64),
    /// An integer above `i64::MAX` that fits `u64`.
    U64(u64),
    /// A float. It is finite if it came from JSON.
    F64(f64),
    /// An integer beyond 64 bits, as digits with an optional minus sign.
    Big(&'a str),
    /// A decimal with all its digits, in the grammar of JSON numbers, if exactness was asked for.
    Decimal(&'a str),
}

impl Number<'_> {
    /// Returns the number as `i64`, if it is an integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::I64(v) => Some(v),
            Self::U64(_) | Self::F64(_) | Self::Big(_) | Self::Decimal(_) => None,
        }
    }

    /// Returns the number as `u64`, if it is an integer that fits.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Self::I64(v) => u64::try_from(v).ok(),
            Self::U64(v) => Some(v),
            Self::F64(_) | Self::Big(_) | Self::Decimal(_) => None,
        }
    }

    /// Returns the nearest `f64`, ties to even: a float as it is, an integer or a decimal of any
    /// size rounded. Returns `None` if the nearest is infinite.
    ///
    /// ```
    /// use varvel::Number;
    /// assert_eq!(Number::I64(3).as_f64(), Some(3.0));
    /// assert_eq!(Number::Big("1152921504606847000000").as_f64(), Some(1152921504606847e6));
    /// assert_eq!(Number::I64(9_007_199_254_740_993).as_f64(), Some(9_007_199_254_740_992.0)); // 2^53 + 1
    /// assert_eq!(Number::Decimal("1e999").as_f64(), None);
    /// ```
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::I64(v) => Some(v as f64),
            Self::U64(v) => Some(v as f64),
            Self::F64(v) => Some(v),
            Self::Big(text) | Self::Decimal(text) => nearest(text),
        }
    }

    /// Returns the number as `f64` if that is exactly the number.
    ///
    /// ```
    /// use varvel::Number;
    /// assert_eq!(Number::I64(3).as_f64_exact(), Some(3.0));
    /// assert_eq!(Number::Big("100000000000000000000").as_f64_exact(), Some(1e20));
    /// assert_eq!(Number::I64(9_007_199_254_740_993).as_f64_exact(), None); // 2^53 + 1
    /// assert_eq!(Number::Decimal("0.1").as_f64_exact(), None);
    /// ```
    #[inline]
    pub fn as_f64_exact(&self) -> Option<f64> {
        // The cast goes through 128 bits: a cast back to 64 bits would saturate, and 2^63 would
        // look exact.
        match *self {
            Self::I64(v) => (v as f64 as i128 == i128::from(v)).then_some(v as f64),
            Self::U64(v) => (v as f64 as u128 == u128::from(v)).then_some(v as f64),
            Self::F64(v) => Some(v),
            Self::Big(text) | Self::Decimal(text) => {
                nearest(text).filter(|&value| is_exactly(text, value))
            }
        }
    }

    /// Returns the number as `f64` if the shortest text of that float has the same value, so that
    /// the number comes back as it was written.
    ///
    /// ```
    /// use varvel::Number;
    /// assert_eq!(Number::Decimal("0.10").as_f64_shortest(), Some(0.1));
    /// assert_eq!(Number::Decimal("0.10000000000000001").as_f64_shortest(), None);
    /// assert_eq!(Number::I64(9_007_199_254_740_993).as_f64_shortest(), None); // 2^53 + 1
    /// ```
    pub fn as_f64_shortest(&self) -> Option<f64> {
        match *self {
            Self::I64(_) | Self::U64(_) | Self::F64(_) => self.as_f64_exact(),
            Self::Big(text) | Self::Decimal(text) => nearest(text).filter(|&value| {
                let mut shortest = [0; 32];
                let len = write_f64(value, &mut shortest);
                is_text(&shortest[..len], text)
            }),
        }
    }

    /// Returns the number as `f32` as [`Number::as_f64_shortest`] does. Only a float and an integer
    /// that an `f32` holds exactly is one.
    ///
    /// ```
    /// use varvel::Number;
    /// assert_eq!(Number::Decimal("0.1").as_f32_shortest(), Some(0.1));
    /// assert_eq!(Number::Decimal("0.123456789").as_f32_shortest(), None);
    /// ```
    pub fn as_f32_shortest(&self) -> Option<f32> {
        match *self {
            Self::I64(_) | Self::U64(_) | Self::F64(_) => {
                let exact = self.as_f64_exact()?;
                let narrow = exact as f32;
                (float_bits(narrow.into()) == float_bits(exact)).then_some(narrow)
            }
            Self::Big(text) | Self::Decimal(text) => {
                let value = parse_f32(text.as_bytes()).filter(|value| value.is_finite())?;
                let mut shortest = [0; 32];
                let len = write_f32(value, &mut shortest);
                is_text(&shortest[..len], text).then_some(value)
            }
        }
    }
}

/// Returns whether the text of a float has the value of the number in `text`.
fn is_text(float: &[u8], text: &str) -> bool {
    core::str::from_utf8(float).is_ok_and(|float| compare(float, text) == Ordering::Equal)
}

/// Returns the float that is nearest to a number in the grammar of JSON, if it is finite.
#[cold]
#[inline(never)]
fn nearest(text: &str) -> Option<f64> {
    parse_f64(text.as_bytes()).filter(|value| value.is_finite())
}

/// Returns whether a float is exactly the number in `text`.
#[cold]
#[inline(never)]
fn is_exactly(text: &str, value: f64) -> bool {
    // No float has more than 767 digits; a sign, a point and an exponent stand around them.
    let mut digits = ArrayString::<800>::new();
    write!(digits, "{value:.766e}").is_ok() && compare(text, &digits) == Ordering::Equal
}

impl fmt::Display for Number<'_> {
    /// Writes the number as JSON text. A float that is not finite is written as Rust prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::I64(v) => v.fmt(f),
            Self::U64(v) => v.fmt(f),
            Self::F64(v) if v.is_finite() => {
                let mut text = [0; 32];
                let len = write_f64(v, &mut text);
                f.write_str(core::str::from_utf8(&text[..len]).unwrap_or_default())
            }
            Self::F64(v) => v.fmt(f),
            Self::Big(text) | Self::Decimal(text) => f.write_str(text),
        }
    }
}

/// Returns bits that are equal when floats are equal as nodes: NaN equals NaN, -0.0 differs from
/// 0.0.
///
/// ```
/// use varvel_core::number::float_bits;
/// assert_eq!(float_bits(f64::NAN), float_bits(-f64::NAN));
/// assert_ne!(float_bits(0.0), float_bits(-0.0));
/// ```
#[inline]
pub fn float_bits(value: f64) -> u64 {
    match value.is_nan() {
        true => f64::NAN.to_bits(),
        false => value.to_bits(),
    }
}

/// Returns whether `text` is an integer as JSON writes it: digits without leading zeros, with an
/// optional minus sign.
///
/// ```
/// use varvel_core::number::is_integer;
/// assert!(is_integer(b"-36893488147419103232"));
/// assert!(!is_integer(b"007"));
/// ```
pub fn is_integer(text: &[u8]) -> bool {
    after_integer(text).is_some_and(<[u8]>::is_empty)
}

/// Returns whether `text` is a number as JSON writes it.
///
/// ```
/// use varvel_core::number::is_number;
/// assert!(is_number(b"-1.50e3"));
/// assert!(!is_number(b".5"));
/// ```
pub fn is_number(text: &[u8]) -> bool {
    number_len(text) == Some(text.len())
}

/// Returns the length of the number that `text` begins with, as JSON writes numbers. Returns `None`
/// if `text` does not begin with a whole number.
///
/// ```
/// use varvel_core::number::number_len;
/// assert_eq!(number_len(b"1e999,"), Some(5));
/// assert_eq!(number_len(b"1."), None);
/// ```
pub fn number_len(text: &[u8]) -> Option<usize> {
    let mut rest = after_integer(text)?;
    if let [b'.', fraction @ ..] = rest {
        rest = after_digits(fraction)?;
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let digits = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            digits => digits,
        };
        rest = after_digits(digits)?;
    }
    Some(text.len() - rest.len())
}

/// Returns whether a number in decimal digits is zero, whatever its exponent is.
///
/// ```
/// use varvel_core::number::is_zero;
/// assert!(is_zero(b"-0.00e5"));
/// assert!(!is_zero(b"1e-400"));
/// ```
pub fn is_zero(text: &[u8]) -> bool {
    let mut digits = text.iter().take_while(|&byte| !matches!(byte, b'e' | b'E'));
    !digits.any(|byte| matches!(byte, b'1'..=b'9'))
}

/// Returns the text behind the integer that `text` begins with.
fn after_integer(text: &[u8]) -> Option<&[u8]> {
    match text.strip_prefix(b"-").unwrap_or(text) {
        [b'0', rest @ ..] => Some(rest),
        digits => after_digits(digits),
    }
}

/// Returns the text behind the digits that `text` begins with, at least one.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then(|| &text[count..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for text in ["0", "-0", "7", "-123456789012345678901234567890"] {
            assert!(
                is_integer(text.as_bytes()) && is_number(text.as_bytes()),
                "{text}"
            );
        }
        for text in [
            "", "-", "01", "-01", "+1", "1 ", " 1", "1.", "1e5", "0x1", "١",
        ] {
            assert!(!is_integer(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn decimals() {
        for text in ["0.0", "-0.10", "1e999", "1E+05", "10.25e-7"] {
            assert!(
                is_number(text.as_bytes()) && !is_integer(text.as_bytes()),
                "{text}"
            );
        }
        for text in [
            "", ".5", "5.", "1e", "1e+", "1.e5", "01.5", "1.5x", "NaN", "1_0",
        ] {
            assert!(!is_number(text.as_bytes()), "{text}");
        }
    }
}
