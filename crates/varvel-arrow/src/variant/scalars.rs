//! Scalars as bytes: integers and decimals in the fewest bytes that the type has.

use varvel::{Number, Timestamp};

use super::{DIGITS, SHORT, kind, scalar};
use crate::decimals::{exactly_scaled, rescaled, scaled};

/// Adds the header of a scalar.
pub(super) fn header(out: &mut Vec<u8>, ty: u8) {
    out.push(ty << 2 | kind::SCALAR);
}

/// Adds a scalar whose content is `bytes`.
fn fixed(out: &mut Vec<u8>, ty: u8, bytes: &[u8]) {
    header(out, ty);
    out.extend_from_slice(bytes);
}

pub(super) fn integer(out: &mut Vec<u8>, value: i64) {
    if let Ok(value) = i8::try_from(value) {
        fixed(out, scalar::INT8, &value.to_le_bytes());
    } else if let Ok(value) = i16::try_from(value) {
        fixed(out, scalar::INT16, &value.to_le_bytes());
    } else if let Ok(value) = i32::try_from(value) {
        fixed(out, scalar::INT32, &value.to_le_bytes());
    } else {
        fixed(out, scalar::INT64, &value.to_le_bytes());
    }
}

pub(super) fn double(out: &mut Vec<u8>, value: f64) {
    fixed(out, scalar::DOUBLE, &value.to_le_bytes());
}

pub(super) fn float(out: &mut Vec<u8>, value: f32) {
    fixed(out, scalar::FLOAT, &value.to_le_bytes());
}

/// Adds a number in JSON's grammar with all its digits. Returns `false`, and adds nothing, if
/// neither a decimal nor a double holds it.
///
/// The digits after the point are kept, also zeros, as far as there is room. Negative zero is a
/// float: decimals have no such number. So is a number with a point or an exponent that decimals
/// have no room for, if the float comes back as the same number. Integers never become floats.
pub(super) fn number(out: &mut Vec<u8>, text: &str) -> bool {
    let kept = exactly_scaled(text).and_then(|(digits, scale)| bounded(digits, scale));
    let found = kept.or_else(|| scaled(text).and_then(|(digits, scale)| bounded(digits, scale)));
    match found {
        Some((0, _)) if text.starts_with('-') => double(out, -0.0),
        Some((digits, scale)) => decimal(out, digits, scale),
        None if !text.contains(['.', 'e', 'E']) => return false,
        None => match Number::Decimal(text).as_f64_shortest() {
            Some(value) => double(out, value),
            None => return false,
        },
    }
    true
}

/// Returns `digits / 10^scale` with a scale that a decimal has.
fn bounded(mut digits: i128, mut scale: i32) -> Option<(i128, u32)> {
    let most = DIGITS.cast_signed();
    if digits == 0 {
        return Some((0, scale.clamp(0, most).unsigned_abs()));
    }
    if scale < 0 {
        digits = rescaled(digits, -scale)?;
        scale = 0;
    }
    while scale > most && digits % 10 == 0 {
        digits /= 10;
        scale -= 1;
    }
    let fits = scale <= most && digits.unsigned_abs() < 10u128.pow(DIGITS);
    fits.then_some((digits, scale.unsigned_abs()))
}

/// Adds `digits / 10^scale`. A decimal of 9 digits also has at most 9 of them after the point.
pub(super) fn decimal(out: &mut Vec<u8>, digits: i128, scale: u32) {
    let count = digits
        .unsigned_abs()
        .checked_ilog10()
        .map_or(1, |log| log + 1);
    let bytes = digits.to_le_bytes();
    let (ty, len) = match count.max(scale) {
        0..=9 => (scalar::DECIMAL4, 4),
        10..=18 => (scalar::DECIMAL8, 8),
        _ => (scalar::DECIMAL16, 16),
    };
    header(out, ty);
    out.push(scale as u8);
    out.extend_from_slice(&bytes[..len]);
}

/// Adds a string of at most 4 GiB.
pub(super) fn string(out: &mut Vec<u8>, text: &str) {
    match text.len() {
        len @ 0..=SHORT => out.push((len as u8) << 2 | kind::SHORT_STRING),
        len => {
            header(out, scalar::STRING);
            out.extend_from_slice(&(len as u32).to_le_bytes());
        }
    }
    out.extend_from_slice(text.as_bytes());
}

/// Adds bytes of at most 4 GiB.
pub(super) fn binary(out: &mut Vec<u8>, bytes: &[u8]) {
    header(out, scalar::BINARY);
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Adds a point in time, in microseconds if they hold it and else in nanoseconds. Returns `false`,
/// and adds nothing, if neither holds it.
pub(super) fn timestamp(out: &mut Vec<u8>, time: Timestamp) -> bool {
    let nanos = i128::from(time.seconds()) * 1_000_000_000 + i128::from(time.nanos());
    let (ty, units) = match nanos % 1000 {
        0 => (scalar::TIMESTAMP_MICROS, nanos / 1000),
        _ => (scalar::TIMESTAMP_NANOS, nanos),
    };
    let Ok(units) = i64::try_from(units) else {
        return false;
    };
    fixed(out, ty, &units.to_le_bytes());
    true
}
