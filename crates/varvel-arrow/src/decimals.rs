//! Numbers in JSON's grammar as integers over powers of ten, and back.

use varvel::{Result, Sink};

/// Returns the digits of a number, and by which power of ten they are divided; `None` if they are
/// beyond 128 bits. Zeros at the end are left out.
pub(crate) fn scaled(text: &str) -> Option<(i128, i32)> {
    let parts = Parts::of(text)?;
    match parts.digits {
        0 => Some((0, 0)),
        digits => Some((digits, parts.scale.checked_sub(parts.zeros)?)),
    }
}

/// Returns the digits of a number as [`scaled`] does, with the zeros at the end if there is room
/// for them.
pub(crate) fn exactly_scaled(text: &str) -> Option<(i128, i32)> {
    let parts = Parts::of(text)?;
    match rescaled(parts.digits, parts.zeros) {
        Some(digits) => Some((digits, parts.scale)),
        None => scaled(text),
    }
}

/// A number: its digits without the zeros at the end, how many zeros these are, and by which power
/// of ten the digits with the zeros are divided.
struct Parts {
    digits: i128,
    zeros: i32,
    scale: i32,
}

impl Parts {
    fn of(text: &str) -> Option<Self> {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let negative = whole.starts_with('-');
        let (mut digits, mut zeros): (i128, u32) = (0, 0);
        for digit in whole
            .trim_start_matches('-')
            .bytes()
            .chain(fraction.bytes())
        {
            let digit = i128::from(digit.wrapping_sub(b'0'));
            if digit == 0 {
                zeros += 1;
                continue;
            }
            if digits != 0 {
                digits = digits.checked_mul(10i128.checked_pow(zeros + 1)?)?;
            }
            digits = digits.checked_add(digit)?;
            zeros = 0;
        }
        let fraction = i32::try_from(fraction.len()).ok()?;
        if digits == 0 {
            return Some(Self {
                digits,
                zeros: 0,
                scale: fraction,
            });
        }
        Some(Self {
            digits: if negative { -digits } else { digits },
            zeros: i32::try_from(zeros).ok()?,
            scale: fraction.checked_sub(exponent.parse::<i32>().ok()?)?,
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Only the value decides, not how many digits say it.
    #[test]
    fn digits_are_those_of_the_value() {
        let zeros = "0".repeat(60);
        for (text, digits, scale) in [
            ("0", 0, 0),
            ("-0.00", 0, 0),
            ("0e99999999999", 0, 0),
            ("1.10", 11, 1),
            ("-1200", -12, -2),
            ("1e400", 1, -400),
            ("1E+30", 1, -30),
            ("1.5e-400", 15, 401),
            ("100200e-2", 1002, 0),
            (&*format!("1{zeros}e-60"), 1, 0),
            (&*format!("0.{zeros}25e62"), 25, 0),
            (&*format!("2.{zeros}"), 2, 0),
        ] {
            assert_eq!(scaled(text), Some((digits, scale)), "{text}");
        }
        for (text, digits, scale) in [
            ("-0.00", 0, 2),
            ("1.10", 110, 2),
            ("-1200", -1200, 0),
            ("1e2", 1, -2),
            (&*format!("2.{zeros}"), 2, 0),
        ] {
            assert_eq!(exactly_scaled(text), Some((digits, scale)), "{text}");
        }
        for text in ["1e99999999999", "1e-99999999999", &*"9".repeat(40)] {
            assert_eq!(scaled(text), None, "{text}");
        }
        assert_eq!(scaled(&i128::MAX.to_string()), Some((i128::MAX, 0)));
    }
}
