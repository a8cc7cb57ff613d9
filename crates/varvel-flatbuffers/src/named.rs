//! Enums of generated code: numbers with names.

use core::fmt;

use crate::Primitive;

/// An enum of a schema: a number with names. Numbers of later schemas have no name.
///
/// ```
/// use varvel_flatbuffers::Enum;
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Size(u8);
/// impl Enum for Size {
///     type Number = u8;
///     const NAMED: &'static [(Self, &'static str)] = &[(Size(0), "Small"), (Size(1), "Large")];
///     fn of(number: u8) -> Self {
///         Size(number)
///     }
///     fn number(self) -> u8 {
///         self.0
///     }
/// }
/// assert_eq!(Size::NAMED[1], (Size::of(1), "Large"));
/// ```
pub trait Enum: Copy + PartialEq + 'static {
    /// The integer type that stores it.
    type Number: Primitive;

    /// All named values, by increasing number.
    const NAMED: &'static [(Self, &'static str)];

    /// Whether values are sets of bits.
    const BIT_FLAGS: bool = false;

    /// Returns the value with this number.
    fn of(number: Self::Number) -> Self;

    /// Returns the number of the value.
    fn number(self) -> Self::Number;
}

/// Formats an enum as its name, a set of bits as their names, and a value without a name as its
/// number.
#[doc(hidden)]
pub fn debug<E: Enum>(value: E, ty: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let named = |wanted: E| E::NAMED.iter().find(|(known, _)| *known == wanted);
    if let Some((_, name)) = named(value) {
        return f.write_str(name);
    }
    let mut left = value.number().bits();
    if E::BIT_FLAGS && left != 0 {
        let mut before = "";
        for (bit, name) in E::NAMED {
            let bit = bit.number().bits();
            if bit != 0 && left & bit == bit {
                write!(f, "{before}{name}")?;
                (left, before) = (left & !bit, " | ");
            }
        }
        return match left {
            0 => Ok(()),
            _ => write!(f, "{before}{ty}({left:#x})"),
        };
    }
    // The remaining bits, as a signed number if the type is signed.
    match E::Number::SCALAR.is_signed() {
        true => write!(f, "{ty}({})", E::Number::SCALAR.signed(left)),
        false => write!(f, "{ty}({left})"),
    }
}
