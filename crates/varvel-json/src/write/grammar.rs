//! The check of numbers that come as text. They are rare; this is plain code.

/// Whether `text` is an integer of JSON: digits without leading zeros, with an optional minus sign.
pub fn is_integer(text: &str) -> bool {
    after_integer(text.as_bytes()).is_some_and(<[u8]>::is_empty)
}

/// Whether `text` is a number of JSON.
pub fn is_number(text: &str) -> bool {
    let Some(mut rest) = after_integer(text.as_bytes()) else {
        return false;
    };
    if let [b'.', fraction @ ..] = rest {
        let Some(behind) = after_digits(fraction) else {
            return false;
        };
        rest = behind;
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let digits = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            digits => digits,
        };
        let Some(behind) = after_digits(digits) else {
            return false;
        };
        rest = behind;
    }
    rest.is_empty()
}

/// What follows the integer that `text` begins with.
fn after_integer(text: &[u8]) -> Option<&[u8]> {
    match text.strip_prefix(b"-").unwrap_or(text) {
        [b'0', rest @ ..] => Some(rest),
        digits => after_digits(digits),
    }
}

/// What follows the digits that `text` begins with, at least one.
fn after_digits(text: &[u8]) -> Option<&[u8]> {
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count > 0).then(|| &text[count..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for text in ["0", "-0", "7", "-123456789012345678901234567890"] {
            assert!(is_integer(text) && is_number(text), "{text}");
        }
        for text in [
            "", "-", "01", "-01", "+1", "1 ", " 1", "1.", "1e5", "0x1", "١",
        ] {
            assert!(!is_integer(text), "{text}");
        }
    }

    #[test]
    fn decimals() {
        for text in ["0.0", "-0.10", "1e999", "1E+05", "10.25e-7"] {
            assert!(is_number(text) && !is_integer(text), "{text}");
        }
        for text in [
            "", ".5", "5.", "1e", "1e+", "1.e5", "01.5", "1.5x", "NaN", "1_0",
        ] {
            assert!(!is_number(text), "{text}");
        }
    }
}
