//! The order of numbers in text form, by their exact values.

use core::cmp::Ordering;

/// Compares the values of two numbers in the grammar of JSON, exactly. Zeros are equal, whatever
/// their sign.
///
/// Time is linear in the texts, however large an exponent is.
///
/// ```
/// use core::cmp::Ordering;
/// use varvel_core::number::compare;
/// assert_eq!(compare("1.50", "15e-1"), Ordering::Equal);
/// assert_eq!(compare("-1e999", "0.1"), Ordering::Less);
/// ```
pub fn compare(a: &str, b: &str) -> Ordering {
    Digits::of(a).cmp(&Digits::of(b))
}

/// A decimal as a sign and digits behind a point: `0.123 * 10^exponent`, without leading or
/// trailing zeros.
pub(super) struct Digits<'a> {
    negative: bool,
    /// The exponent. It is clamped to `i64`: no text is so long that its digits could make up for a
    /// larger exponent.
    pub exponent: i64,
    pub whole: &'a str,
    pub fraction: &'a str,
}

impl<'a> Digits<'a> {
    pub fn of(text: &'a str) -> Self {
        let negative = text.starts_with('-');
        let text = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let whole = whole.trim_start_matches('0');
        let mut exponent = exponent.parse().unwrap_or(match exponent.starts_with('-') {
            true => i64::MIN / 2,
            false => i64::MAX / 2,
        });
        let mut fraction = fraction.trim_end_matches('0');
        if whole.is_empty() {
            let zeros = fraction.len() - fraction.trim_start_matches('0').len();
            fraction = &fraction[zeros..];
            exponent = exponent.saturating_sub(zeros as i64);
        }
        exponent = exponent.saturating_add(whole.len() as i64);
        let is_zero = whole.is_empty() && fraction.is_empty();
        Self {
            negative: negative && !is_zero,
            exponent: if is_zero { i64::MIN } else { exponent },
            whole,
            fraction,
        }
    }

    fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        self.whole.bytes().chain(self.fraction.bytes())
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let size = || {
            let longest = |own: &Self| own.whole.len() + own.fraction.len();
            let most = longest(self).max(longest(other));
            // The shorter number goes on in zeros.
            let zeros = core::iter::repeat(b'0');
            let a = self.digits().chain(zeros.clone()).take(most);
            let b = other.digits().chain(zeros).take(most);
            self.exponent.cmp(&other.exponent).then_with(|| a.cmp(b))
        };
        match (self.negative, other.negative) {
            (false, false) => size(),
            (true, true) => size().reverse(),
            (a, b) => b.cmp(&a),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_compare_by_value() {
        let rising = [
            "-1e400",
            "-10",
            "-9.99",
            "-1e-400",
            "0",
            "1e-400",
            "0.001",
            "0.01",
            "0.1",
            "0.11",
            "0.9",
            "1",
            "1.5",
            "9",
            "10",
            "100",
            "123e1",
            "1231",
            "1e400",
            "1e99999999999999999999",
        ];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(compare(a, b), i.cmp(&j), "{a} {b}");
            }
        }
        for (a, b) in [
            ("1", "1.00"),
            ("100", "1e2"),
            ("0.01", "1E-2"),
            ("-0", "0.0e5"),
            ("120", "12e1"),
            ("1200", "0.12e4"),
        ] {
            assert_eq!(compare(a, b), Ordering::Equal, "{a} {b}");
        }
    }
}
