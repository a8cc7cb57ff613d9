//! [`Rounding`]: which integers a float takes, and the floats that numbers become by it.

use varvel_raw::number::parse_f32;

use super::Number;

/// How a source makes a float of an integer that no float holds exactly.
///
/// Texts and trees have one kind of number, so a float there is [`Rounding::Nearest`], except while
/// an untagged enum looks for a variant that takes the integer as it is ([`Source::set_rounding`]).
/// Formats that tell integers from floats are always [`Rounding::Exact`].
///
/// [`Source::set_rounding`]: crate::Source::set_rounding
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rounding {
    /// The nearest float, ties to even.
    #[default]
    Nearest,
    /// No float: such an integer is refused.
    Exact,
    /// As `Exact`; and an integer has been refused since that was set.
    Refused,
    /// The nearest float, in an untagged enum none of whose variants took the integer as it is.
    Last,
}

impl Rounding {
    /// Gives the float that `number` becomes. `None` for an integer that is refused, which is
    /// noted, and where the nearest float is infinite. A decimal is always rounded.
    ///
    /// ```
    /// use varvel_core::{Number, number::Rounding};
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

    /// Gives the float of 32 bits that `number` becomes, rounded once. Else as [`Rounding::f64`].
    ///
    /// ```
    /// use varvel_core::{Number, number::Rounding};
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

    /// Returns whether an integer that no float holds becomes the nearest one.
    pub const fn rounds(self) -> bool {
        matches!(self, Self::Nearest | Self::Last)
    }

    /// Returns whether variants of an untagged enum are being tried: a value is to be what it is,
    /// and nothing else that it may be read as.
    pub const fn is_trying(self) -> bool {
        !matches!(self, Self::Nearest)
    }

    /// Notes that an integer is refused unless it `is_exact`.
    fn note(&mut self, is_exact: bool) -> bool {
        if !is_exact {
            *self = Self::Refused;
        }
        is_exact
    }
}
