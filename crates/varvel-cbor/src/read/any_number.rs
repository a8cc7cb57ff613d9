//! Numbers of any form, for typed reads.

use alloc::vec::Vec;

use varvel_core::{Number, Result};

use super::input::head;
use super::meaning::{self, Integer, Magnitude, Meaning};
use super::numbers;
use crate::codes;

/// A number in the form of the input. The text of a big integer or decimal is in the scratch
/// memory.
#[derive(Clone, Copy)]
pub enum Plain {
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
    Big,
    Decimal,
}

impl Plain {
    pub fn number(self, scratch: &[u8]) -> Number<'_> {
        match self {
            Self::I64(value) => Number::I64(value),
            Self::U64(value) => Number::U64(value),
            Self::F32(value) => Number::F64(codes::widened(value)),
            Self::F64(value) => Number::F64(value),
            Self::Big => Number::Big(meaning::text(scratch)),
            Self::Decimal => Number::Decimal(meaning::text(scratch)),
        }
    }
}

/// Returns the number that `bytes` begin with, and its length. The text of a big integer or decimal
/// is put into `scratch`.
#[inline(always)]
pub fn number(bytes: &[u8], scratch: &mut Vec<u8>) -> Result<Option<(Plain, usize)>> {
    match numbers::integer(bytes) {
        Some((value, len)) => Ok(Some((Plain::I64(value), len))),
        None => other_number(bytes, scratch),
    }
}

#[inline(never)]
fn other_number(bytes: &[u8], scratch: &mut Vec<u8>) -> Result<Option<(Plain, usize)>> {
    Ok(match *bytes {
        [codes::FLOAT_16, a, b, ..] => {
            Some((Plain::F32(codes::of_half(u16::from_be_bytes([a, b]))), 3))
        }
        [codes::FLOAT_32, a, b, c, d, ..] => {
            Some((Plain::F32(f32::from_be_bytes([a, b, c, d])), 5))
        }
        [codes::FLOAT_64, ref bits @ ..] => bits
            .first_chunk()
            .map(|bits| (Plain::F64(f64::from_be_bytes(*bits)), 9)),
        [0..codes::BYTES, ..] => {
            let Some((major, argument, rest)) = head(bytes) else {
                return Ok(None);
            };
            let integer = Integer {
                negative: major == codes::NEGATIVE,
                magnitude: Magnitude::Word(argument),
            };
            Some((any_integer(&integer, scratch)?, bytes.len() - rest.len()))
        }
        _ => match meaning::of(bytes) {
            Some((Meaning::Integer(integer), len)) => Some((any_integer(&integer, scratch)?, len)),
            Some((Meaning::Decimal(exponent, mantissa), len)) => {
                meaning::write_decimal(exponent, &mantissa, scratch)?;
                Some((Plain::Decimal, len))
            }
            _ => None,
        },
    })
}

fn any_integer(integer: &Integer<'_>, scratch: &mut Vec<u8>) -> Result<Plain> {
    Ok(match (integer.as_i64(), integer.as_u64()) {
        (Some(value), _) => Plain::I64(value),
        (None, Some(value)) => Plain::U64(value),
        (None, None) => {
            integer.write(scratch)?;
            Plain::Big
        }
    })
}

/// Returns a number as a float of 32 bits: a float or a decimal is rounded once, an integer must be
/// exact.
pub fn as_f32(number: &Number<'_>) -> Option<f32> {
    // The cast goes through 128 bits: a cast back to 64 bits would saturate, and 2^63 would look
    // exact.
    let (value, exact) = match *number {
        Number::I64(v) => (v as f32, v as f32 as i128 == i128::from(v)),
        Number::U64(v) => (v as f32, v as f32 as u128 == u128::from(v)),
        Number::F64(v) => (v as f32, (v as f32).is_finite() || !v.is_finite()),
        Number::Decimal(text) => {
            let value: f32 = text.parse().ok()?;
            (value, value.is_finite())
        }
        Number::Big(_) => {
            let wide = number.as_f64_exact()?;
            (wide as f32, f64::from(wide as f32) == wide)
        }
        _ => return None,
    };
    exact.then_some(value)
}
