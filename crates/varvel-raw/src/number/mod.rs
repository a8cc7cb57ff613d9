//! Number text: from decimal digits to integers and floats, and back.
//!
//! | room | holds |
//! |---|---|
//! | `json` | [`parse_json`]: one JSON number at the head of a document, the hot path |
//! | `text` | [`parse_f64`], [`parse_f32`], [`parse_f16_bits`]: whole texts, a lenient grammar |
//! | `decimal` | a number of any length and its exact value; every slow path ends here |
//! | `eisel_lemire` | from 19 digits and a power of ten to the nearest float |
//! | `shortest` | from a float to the shortest decimal that reads back to it |
//! | `print` | writes decimals and integers as text |
//! | `digits` | converts eight or sixteen digits at a time, both ways |
//! | `powers` | the one table of powers of ten |
//!
//! Reading is exact: an integer that fits 64 bits is that integer, a float text becomes the nearest
//! float (ties to even) whatever its length. Printing is exact too: the text is the shortest that
//! reads back to the same float, and of those the closest to it. All of it takes time linear in the
//! text, allocates nothing, and cannot panic.

mod decimal;
mod digits;
mod eisel_lemire;
mod json;
mod powers;
mod print;
mod shortest;
mod text;

pub use json::parse_json;
pub(crate) use json::{quick_f32, quick_float, quick_i64};
pub use print::{
    F64_MAX_LEN, I64_MAX_LEN, write_f32, write_f64, write_i64, write_two_f64, write_u64,
};
pub use text::{parse_f16_bits, parse_f32, parse_f64};

/// The value of a number text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// An integer that fits `i64`.
    I64(i64),
    /// An integer above `i64::MAX` that fits `u64`.
    U64(u64),
    /// The text had a `.`, an `e` or an `E`, or was `-0` (the float `-0.0`). Always finite.
    F64(f64),
    /// An integer (no `.`, no exponent) beyond 64 bits. The caller keeps the text.
    Big,
}

/// The reason why a text is no JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumErrorKind {
    /// Neither a digit nor a `-` followed by one.
    ExpectedDigit,
    /// A `0` followed by another digit.
    LeadingZero,
    /// A `.` without a digit after it.
    ExpectedFractionDigit,
    /// An `e` or `E` without a digit after it and its sign.
    ExpectedExponentDigit,
    /// A float whose nearest value is infinity.
    Overflow,
}

/// The reason why a text is no JSON number, and the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumError {
    /// The reason.
    pub kind: NumErrorKind,
    /// The place, in bytes from the start of the input: where a digit was expected, the leading
    /// zero, or for [`NumErrorKind::Overflow`] the first byte.
    pub offset: usize,
}
