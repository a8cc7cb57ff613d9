//! Floats as the shortest text, and read back.

use conformance::documents::Draw;
use varvel_raw::number::{write_f32, write_f64};

/// One in so many texts is compared with that of the standard library, which takes longer than
/// printing and reading.
const COMPARED: u64 = 16;

/// Prints the `f32` with the bits `number`, and reads it back. Returns whether it is finite.
pub fn single(number: u64) -> bool {
    let value = f32::from_bits(number as u32);
    if !value.is_finite() {
        return false;
    }
    let mut text = [0; 32];
    let len = write_f32(value, &mut text);
    let text = str::from_utf8(&text[..len]).expect("digits");
    let read: f32 = varvel::json::from_str(text).expect("a number");
    assert_eq!(read.to_bits(), value.to_bits(), "{text}");
    if number.is_multiple_of(COMPARED) {
        assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()));
        assert_eq!(digits(text), digits(&format!("{value:e}")), "{text}");
    }
    true
}

/// Prints a drawn `f64`, and reads it back. Returns whether it is finite.
pub fn double(number: u64) -> bool {
    let value = f64::from_bits(Draw::new(number).word());
    if !value.is_finite() {
        return false;
    }
    let mut text = [0; 32];
    let len = write_f64(value, &mut text);
    let text = str::from_utf8(&text[..len]).expect("digits");
    let read: f64 = varvel::json::from_str(text).expect("a number");
    assert_eq!(read.to_bits(), value.to_bits(), "{text}");
    if number.is_multiple_of(COMPARED) {
        assert_eq!(text.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()));
        assert_eq!(digits(text), digits(&format!("{value:e}")), "{text}");
    }
    true
}

/// Returns the significant digits of a number.
fn digits(text: &str) -> String {
    let mantissa = text.split('e').next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}
