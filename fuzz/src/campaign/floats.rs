//! Floats as the shortest text, and read back.

use conformance::documents::Draw;
use varvel::json;
use varvel::json::number::{ROOM, print_f32, print_f64};

/// One in so many texts is compared with that of the standard library, which takes longer than
/// printing and reading.
const COMPARED: u64 = 16;

/// Prints a float and reads it back. Returns whether it is finite.
macro_rules! checked {
    ($number:expr, $value:expr, $print:ident, $float:ty) => {{
        let (value, mut room): ($float, _) = ($value, [0; ROOM]);
        let Some(len) = $print(value, &mut room) else {
            assert!(!value.is_finite());
            return false;
        };
        let text = str::from_utf8(&room[..len]).expect("digits");
        let read: $float = json::from_str(text).expect("a number");
        assert_eq!(read.to_bits(), value.to_bits(), "{text}");
        if $number.is_multiple_of(COMPARED) {
            let read = text.parse().map(<$float>::to_bits);
            assert_eq!(read, Ok(value.to_bits()), "{text}");
            // A float between two texts of the same length may have either.
            let (ours, theirs) = (digits(text), digits(&format!("{value:e}")));
            assert_eq!(ours, theirs, "{text} is not the shortest");
        }
        true
    }};
}

/// Tries the `f32` with the bits `number`.
pub fn single(number: u64) -> bool {
    checked!(number, f32::from_bits(number as u32), print_f32, f32)
}

/// Tries a drawn `f64`.
pub fn double(number: u64) -> bool {
    let bits = Draw::new(number).word();
    checked!(number, f64::from_bits(bits), print_f64, f64)
}

/// Returns how many significant digits a number has.
fn digits(text: &str) -> usize {
    let mantissa = text.split('e').next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').len()
}
