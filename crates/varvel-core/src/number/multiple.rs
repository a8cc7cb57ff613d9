//! Whole numbers and multiples among numbers in text form, by their exact values.

use super::compare::Digits;

/// The most digits of a divisor of [`is_multiple`], without zeros at its ends. More would not fit
/// in 128 bits beside one more digit.
pub const DIVISOR_DIGITS: usize = 37;

/// Returns whether a number in the grammar of JSON is an integer: `1.0` and `1e3` are.
///
/// Time is linear in the text, however large an exponent is.
///
/// ```
/// use varvel_core::number::is_whole;
/// assert!(is_whole("12.00") && is_whole("1.25e2") && is_whole("-0.0e-7"));
/// assert!(!is_whole("12.01") && !is_whole("120e-2"));
/// ```
pub fn is_whole(text: &str) -> bool {
    Significant::of(text).is_none_or(|number| number.last >= 0)
}

/// Returns whether a number is a multiple of another, both in the grammar of JSON. Returns `None`
/// for a divisor of 0, and for one of more than [`DIVISOR_DIGITS`].
///
/// Time is linear in the texts, however large an exponent is.
///
/// ```
/// use varvel_core::number::is_multiple;
/// assert_eq!(is_multiple("0.3", "0.1"), Some(true));
/// assert_eq!(is_multiple("12345678901234567891", "2"), Some(false));
/// assert_eq!(is_multiple("1e999999999", "2e-7"), Some(true));
/// assert_eq!(is_multiple("1", "0"), None);
/// ```
pub fn is_multiple(value: &str, of: &str) -> Option<bool> {
    let divisor = Significant::of(of)?;
    if divisor.digits().count() > DIVISOR_DIGITS {
        return None;
    }
    let Some(value) = Significant::of(value) else {
        return Some(true);
    };
    let of = divisor
        .digits()
        .fold(0, |sum, digit| sum * 10 + u128::from(digit));
    // The last digits of both are not 0. So a power of ten that the divisor has more is no factor
    // of the value.
    let more = value.last.saturating_sub(divisor.last);
    if more < 0 {
        return Some(false);
    }
    let add = |rest: u128, digit: u8| (rest * 10 + u128::from(digit)) % of;
    let rest = value.digits().fold(0, add);
    // 128 powers of ten have more factors 2 and 5 than any divisor of 128 bits.
    let rest = (0..more.min(128)).fold(rest, |rest, _| add(rest, 0));
    Some(rest == 0)
}

/// The digits of a number other than 0 from the first to the last that are not 0.
struct Significant<'a> {
    whole: &'a str,
    fraction: &'a str,
    /// The power of ten of the last digit.
    last: i64,
}

impl<'a> Significant<'a> {
    /// Returns `None` for 0.
    fn of(text: &'a str) -> Option<Self> {
        let Digits {
            exponent,
            whole,
            fraction,
            ..
        } = Digits::of(text);
        let whole = match fraction {
            "" => whole.trim_end_matches('0'),
            _ => whole,
        };
        let count = whole.len() + fraction.len();
        (count > 0).then(|| Self {
            whole,
            fraction,
            last: exponent.saturating_sub(count as i64),
        })
    }

    fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        let text = self.whole.bytes().chain(self.fraction.bytes());
        text.map(|digit| digit - b'0')
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn integers_may_be_written_as_decimals() {
        for text in [
            "0", "-0", "0.0", "0e-5", "7", "7.0", "70e-1", "0.7e1", "1e400",
        ] {
            assert!(is_whole(text), "{text}");
        }
        for text in ["0.1", "-7.5", "7e-1", "75e-1", "1e-400", "100.001e2"] {
            assert!(!is_whole(text), "{text}");
        }
    }

    #[test]
    fn multiples_are_exact() {
        let whole = "1234567890123456789012345678901234567";
        for (value, of, is) in [
            ("0", "7", true),
            ("-14", "7", true),
            ("15", "7", false),
            ("4.5", "1.5", true),
            ("4.5", "1.50000", true),
            ("4.51", "1.5", false),
            ("19.99", "0.01", true),
            ("19.999", "0.01", false),
            ("0.0075", "0.0001", true),
            ("0.00751", "0.0001", false),
            ("9007199254740993", "2", false),
            ("1e308", "0.123456789", false),
            ("3e-2", "1", false),
            ("100", "1e2", true),
            ("100", "1e3", false),
            ("1e400", "7", false),
            ("7e400", "7", true),
            (whole, whole, true),
            ("1e99999999999999999999", "32", true),
            ("1e-99999999999999999999", "1", false),
        ] {
            assert_eq!(is_multiple(value, of), Some(is), "{value} {of}");
        }
        assert_eq!(
            is_multiple("1", "12345678901234567890123456789012345678"),
            None
        );
    }

    #[test]
    fn small_multiples_are_those_of_integers() {
        for value in -60i32..=60 {
            for of in 1i32..=60 {
                let wanted = Some(value % of == 0);
                let (value, of) = (value.to_string(), of.to_string());
                assert_eq!(is_multiple(&value, &of), wanted, "{value} {of}");
                let (value, of) = (format!("{value}e-1"), format!("{of}e-1"));
                assert_eq!(is_multiple(&value, &of), wanted, "{value} {of}");
            }
        }
    }
}
