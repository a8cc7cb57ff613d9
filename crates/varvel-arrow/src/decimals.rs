//! Numbers in JSON's grammar as integers over powers of ten, and back.

use varvel::{Result, Sink};

/// Returns the digits of a number, and by which power of ten they are divided; `None` if they are
/// beyond 128 bits. Zeros at the end of a fraction are left out.
pub(crate) fn scaled(text: &str) -> Option<(i128, i32)> {
    parts(text, |fraction| fraction.trim_end_matches('0'))
}

/// Returns the digits of a number as [`scaled`] does, with the zeros at the end of a fraction.
pub(crate) fn exactly_scaled(text: &str) -> Option<(i128, i32)> {
    parts(text, |fraction| fraction)
}

fn parts(text: &str, kept: impl FnOnce(&str) -> &str) -> Option<(i128, i32)> {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction = kept(fraction);
    let negative = whole.starts_with('-');
    let mut digits: i128 = 0;
    for digit in whole
        .trim_start_matches('-')
        .bytes()
        .chain(fraction.bytes())
    {
        digits = digits
            .checked_mul(10)?
            .checked_add(i128::from(digit.wrapping_sub(b'0')))?;
    }
    if digits == 0 {
        return Some((0, i32::try_from(fraction.len()).ok()?));
    }
    let exponent = exponent.parse::<i32>().ok()?;
    let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    Some((if negative { -digits } else { digits }, scale))
}

/// Returns `digits * 10^power`, if that is an integer of 128 bits.
pub(crate) fn rescaled(digits: i128, power: i32) -> Option<i128> {
    if digits == 0 {
        return Some(0);
    }
    let factor = 10i128.checked_pow(power.unsigned_abs())?;
    match power >= 0 {
        true => digits.checked_mul(factor),
        false => (digits % factor == 0).then(|| digits / factor),
    }
}

/// Gives a decimal, whose digits are `text`: with `scale` of them behind the point, or as an
/// integer if there are none. A scale below zero adds zeros.
pub(crate) fn give<'s, S: Sink<'s>>(text: String, scale: i8, sink: &mut S) -> Result {
    let behind = usize::from(scale.unsigned_abs());
    if scale <= 0 {
        let text = match text.as_str() {
            "0" => text,
            _ => text + &"0".repeat(behind),
        };
        return match (text.parse::<i64>(), text.parse::<u64>()) {
            (Ok(value), _) => sink.i64(value),
            (_, Ok(value)) => sink.u64(value),
            _ => sink.big_integer(&text),
        };
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &*text),
    };
    let digits = format!("{digits:0>width$}", width = behind + 1);
    let (whole, fraction) = digits.split_at(digits.len() - behind);
    sink.decimal(&format!("{sign}{whole}.{fraction}"))
}
