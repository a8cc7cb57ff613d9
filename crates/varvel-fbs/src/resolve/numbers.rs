//! Reads numbers: decimal or hexadecimal, with or without a sign.

use alloc::string::String;

/// Reads an integer: `12`, `-0x1F`. Returns `None` if the text is none, or does not fit `i128`.
pub(super) fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = sign(text);
    let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((digits, 10), |digits| (digits, 16));
    // `from_str_radix` would accept another sign.
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).ok()?;
    Some(if negative { -value } else { value })
}

/// Returns whether the text has the form of an integer of any size.
pub(super) fn is_integer(text: &str) -> bool {
    let (_, digits) = sign(text);
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()),
        None => !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()),
    }
}

/// Reads a float, or an integer as one: `1.5`, `-.5e3`, `0x1.8p1`, `inf`, `nan`.
///
/// Returns `None` if the text is none of these, if a number in digits would be infinite, or if it
/// has more hexadecimal digits than a float can hold exactly.
pub(super) fn float(text: &str) -> Option<f64> {
    let (negative, digits) = sign(text);
    let value = match digits {
        // The sign of NaN means nothing.
        "nan" => return Some(f64::NAN),
        "inf" | "infinity" => f64::INFINITY,
        _ => {
            let hex = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
            let value = match hex {
                Some(hex) => hexadecimal(hex)?,
                None if digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                    digits.parse().ok()?
                }
                None => return None,
            };
            if value == f64::INFINITY {
                return None;
            }
            value
        }
    };
    Some(if negative { -value } else { value })
}

/// Reads a float of 32 bits, rounded once.
pub(super) fn float32(text: &str) -> Option<f32> {
    let (negative, digits) = sign(text);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') || digits.contains(['x', 'X'])
    {
        let wide = float(text)?;
        let narrow = wide as f32;
        return (narrow.is_infinite() == wide.is_infinite()).then_some(narrow);
    }
    let value: f32 = digits.parse().ok()?;
    let value = if negative { -value } else { value };
    value.is_finite().then_some(value)
}

fn sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Reads the text after `0x`: `1.8p1`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut all = String::from(whole);
    all.push_str(fraction);
    if all.is_empty() || all.starts_with('+') {
        return None;
    }
    let mantissa = u64::from_str_radix(&all, 16).ok()?;
    if mantissa > 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    let places = i32::try_from(fraction.len()).ok()?;
    let exponent = exponent.checked_sub(places.checked_mul(4)?)?;
    Some(scaled(mantissa as f64, exponent))
}

/// Returns `value * 2^exponent`, where `value` has at most 53 bits.
fn scaled(mut value: f64, exponent: i32) -> f64 {
    // Beyond these exponents every result is 0 or infinite.
    let mut left = exponent.clamp(-2300, 2300);
    // All powers are normal numbers, so that only the last step can round.
    while left > 1000 {
        value *= power(1000);
        left -= 1000;
    }
    while left < -1000 && value > power(-20) {
        value *= power(-1000);
        left += 1000;
    }
    if left < -1022 {
        return value * power(-1022) * 0.0;
    }
    value * power(left)
}

/// Returns `2^exponent`, where the exponent is that of a normal number.
fn power(exponent: i32) -> f64 {
    let biased = u64::try_from(exponent + 1023).unwrap_or_default();
    f64::from_bits(biased << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_exact_or_none() {
        assert_eq!(integer("-0x1F"), Some(-31));
        assert_eq!(integer("18446744073709551615"), Some(u64::MAX.into()));
        assert_eq!(integer("+7"), Some(7));
        for none in ["", "-", "0x", "--1", "0x-1", "1.5", "5e", "1_0"] {
            assert_eq!(integer(none), None, "{none}");
        }
    }

    #[test]
    fn floats_in_all_forms() {
        assert_eq!(float("-.5"), Some(-0.5));
        assert_eq!(float("5."), Some(5.0));
        assert_eq!(float("0x1.8p1"), Some(3.0));
        assert_eq!(float("0x10"), Some(16.0));
        assert_eq!(float("-infinity"), Some(f64::NEG_INFINITY));
        assert!(float("-nan").is_some_and(f64::is_nan));
        assert_eq!(float("0x1p-1074"), Some(f64::from_bits(1)));
        assert_eq!(
            float("0x1p1023"),
            Some(f64::from_bits(0x7FE0_0000_0000_0000))
        );
        for none in [
            "1e400",
            "0x1p1024",
            "5e",
            "infinite",
            "",
            ".",
            "0x",
            "1.5.2",
            "0x3FFFFFFFFFFFFFp0",
        ] {
            assert_eq!(float(none), None, "{none}");
        }
        assert_eq!(float32("16777217.0000001"), Some(16_777_218.0));
        assert_eq!(float32("1e39"), None);
    }
}
