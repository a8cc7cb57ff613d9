//! [`Rounding`]: which integers become floats, and which floats numbers become by it.

use varvel_raw::number::parse_f32;

use super::Number;

/// How a source turns an integer into a float if no float holds it exactly.
///
/// Texts and trees have one kind of number, so they use [`Rounding::Nearest`]. The exception is an
/// untagged enum that looks for a variant that takes the integer as it is
/// ([`Source::set_rounding`]). Formats that tell integers from floats are always
/// [`Rounding::Exact`].
///
/// [`Source::set_rounding`]: crate::Source::set_rounding
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// The integer becomes the nearest float, ties to even.
    #[default]
    Nearest,
    /// The integer is refused.
    Exact,
    /// The integer is refused, and one was refused since `Exact` was set.
    Refused,
    /// The integer becomes the nearest float, in an untagged enum of which no variant took it as it
    /// is.
    Last,
}

impl Rounding {
    /// Returns the float that `number` becomes. A decimal is always rounded.
    ///
    /// Returns `None` for an integer that is refused, which is recorded. Returns `None` also if the
    /// nearest float is infinite.
    ///
    /// ```
    /// use varvel::Number;
    /// use varvel::format::Rounding;
    /// let (mut rounding, large) = (Rounding::Exact, Number::I64(9_007_199_254_740_993)); // 2^53 + 1
    /// assert_eq!(rounding.f64(large), None);
    /// assert_eq!(rounding, Rounding::Refused);
    /// assert_eq!(Rounding::Nearest.f64(large), Some(9_007_199_254_740_992.0));
    /// ```
    pub fn f64(&mut self, number: Number<'_>) -> Option<f64> {
        let value = number.as_f64()?;
        let is_exact = self.rounds()
            || matches!(number, Number::F64(_) | Number::Decimal(_))
            || number.as_f64_exact().is_some();
        self.note(is_exact).then_some(value)
    }

    /// Returns the 32-bit float that `number` becomes, rounded once; `None` under the conditions of
    /// [`Rounding::f64`].
    ///
    /// ```
    /// use varvel::Number;
    /// use varvel::format::Rounding;
    /// assert_eq!(Rounding::Nearest.f32(Number::I64(16_777_217)), Some(16_777_216.0)); // 2^24 + 1
    /// assert_eq!(Rounding::Exact.f32(Number::I64(16_777_217)), None);
    /// ```
    pub fn f32(&mut self, number: Number<'_>) -> Option<f32> {
        let value = match number {
            Number::I64(v) => v as f32,
            Number::U64(v) => v as f32,
            Number::F64(v) => v as f32,
            Number::Big(text) | Number::Decimal(text) => parse_f32(text.as_bytes())?,
        };
        let is_exact = match number {
            _ if self.rounds() => true,
            Number::F64(_) | Number::Decimal(_) => true,
            integer => integer.as_f64_exact() == Some(value.into()),
        };
        let is_infinite = matches!(number, Number::F64(v) if v.is_infinite());
        let is_held = !value.is_infinite() || is_infinite;
        (is_held && self.note(is_exact)).then_some(value)
    }

    /// Returns whether an integer that no float holds exactly becomes the nearest float.
    pub const fn rounds(self) -> bool {
        matches!(self, Self::Nearest | Self::Last)
    }

    /// Returns whether variants of an untagged enum are being tried. A value must then be read as
    /// its own kind only.
    pub const fn is_trying(self) -> bool {
        !matches!(self, Self::Nearest)
    }

    /// Records that an integer is refused unless it `is_exact`.
    fn note(&mut self, is_exact: bool) -> bool {
        if !is_exact {
            *self = Self::Refused;
        }
        is_exact
    }
}
