//! Exact numbers: 64-bit integers and floats as such, anything else as text.

use core::fmt;

/// A number as a source read it. Nothing is rounded but a decimal to its nearest `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Number<'a> {
    /// An integer that fits `i64`.
    I64(i64),
    /// An integer above `i64::MAX` that fits `u64`.
    U64(u64),
    /// A float; finite when it came from JSON.
    F64(f64),
    /// An integer beyond 64 bits, as digits with an optional minus sign.
    Big(&'a str),
}

impl Number<'_> {
    /// The number as `i64`, if it is an integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match *self {
            Self::I64(v) => Some(v),
            Self::U64(_) | Self::F64(_) | Self::Big(_) => None,
        }
    }

    /// The number as `u64`, if it is an integer that fits.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Self::I64(v) => u64::try_from(v).ok(),
            Self::U64(v) => Some(v),
            Self::F64(_) | Self::Big(_) => None,
        }
    }

    /// The number as `f64`: a float as it is, an integer where `f64` holds it exactly.
    ///
    /// ```
    /// use varvel_core::Number;
    /// assert_eq!(Number::I64(3).as_f64(), Some(3.0));
    /// assert_eq!(Number::I64(9_007_199_254_740_993).as_f64(), None); // 2^53 + 1
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        // Through 128 bits: the cast back to 64 would saturate, and 2^63 would look exact.
        match *self {
            Self::I64(v) => (v as f64 as i128 == i128::from(v)).then_some(v as f64),
            Self::U64(v) => (v as f64 as u128 == u128::from(v)).then_some(v as f64),
            Self::F64(v) => Some(v),
            Self::Big(_) => None,
        }
    }
}

impl fmt::Display for Number<'_> {
    /// The number as JSON text; a float that is not finite prints as Rust prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::I64(v) => v.fmt(f),
            Self::U64(v) => v.fmt(f),
            Self::F64(v) if v.is_finite() => {
                let mut text = [0; 32];
                let len = varvel_raw::number::write_f64(v, &mut text);
                f.write_str(core::str::from_utf8(&text[..len]).unwrap_or_default())
            }
            Self::F64(v) => v.fmt(f),
            Self::Big(text) => f.write_str(text),
        }
    }
}
