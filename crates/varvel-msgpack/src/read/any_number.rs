//! Numbers of any form, for typed reads.

use varvel_core::Number;

use super::numbers;
use crate::codes;

/// Returns the number that `bytes` begin with, and its length.
#[inline(always)]
pub fn number(bytes: &[u8]) -> Option<(Number<'static>, usize)> {
    if let Some((value, len)) = numbers::integer(bytes) {
        return Some((Number::I64(value), len));
    }
    let (&first, rest) = bytes.split_first()?;
    Some(match first {
        codes::FLOAT_64 => (Number::F64(f64::from_be_bytes(*rest.first_chunk()?)), 9),
        codes::FLOAT_32 => {
            let value = f32::from_be_bytes(*rest.first_chunk()?);
            (Number::F64(value.into()), 5)
        }
        codes::UINT_64 => (Number::U64(u64::from_be_bytes(*rest.first_chunk()?)), 9),
        _ => return None,
    })
}

/// Returns a number as a float of 32 bits: a float is rounded once, an integer must be exact.
pub fn as_f32(number: Number<'_>) -> Option<f32> {
    // The cast goes through 128 bits: a cast back to 64 bits would saturate, and 2^63 would look
    // exact.
    let (value, exact) = match number {
        Number::I64(v) => (v as f32, v as f32 as i128 == i128::from(v)),
        Number::U64(v) => (v as f32, v as f32 as u128 == u128::from(v)),
        Number::F64(v) => (v as f32, (v as f32).is_finite() || !v.is_finite()),
        _ => return None,
    };
    exact.then_some(value)
}
