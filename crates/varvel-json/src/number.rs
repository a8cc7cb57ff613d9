//! Floats as JSON writes them, without a document around them.
//!
//! The text is the shortest that reads back to the same float. It has a `.` or an exponent, so that
//! it stays a float: `1.0`, `0.1`, `1e300`.

use varvel_raw::number::{write_f32, write_f64, write_two_f64};

/// How many bytes are lent for each number.
pub const ROOM: usize = 32;

/// Writes a float, and returns the length of its text; `None` for NaN and infinities.
///
/// ```
/// use varvel::json::number::{ROOM, print_f64};
/// let mut room = [0; ROOM];
/// let len = print_f64(0.1, &mut room).unwrap();
/// assert_eq!(&room[..len], b"0.1");
/// assert_eq!(print_f64(f64::NAN, &mut room), None);
/// ```
#[inline]
pub fn print_f64(number: f64, room: &mut [u8; ROOM]) -> Option<usize> {
    number.is_finite().then(|| write_f64(number, room))
}

/// Writes a float of 32 bits by the digits that it needs, and returns the length of its text;
/// `None` for NaN and infinities.
///
/// ```
/// use varvel::json::number::{ROOM, print_f32};
/// let mut room = [0; ROOM];
/// let len = print_f32(0.1, &mut room).unwrap();
/// assert_eq!(&room[..len], b"0.1");
/// ```
#[inline]
pub fn print_f32(number: f32, room: &mut [u8; ROOM]) -> Option<usize> {
    number.is_finite().then(|| write_f32(number, room))
}

/// Writes two floats with a comma between them, and returns the length of the text; `None` if one
/// is NaN or infinite. Faster than one after the other.
///
/// ```
/// use varvel::json::number::{ROOM, print_two_f64};
/// let mut room = [0; 2 * ROOM];
/// let len = print_two_f64([0.1, -2.0], &mut room).unwrap();
/// assert_eq!(&room[..len], b"0.1,-2.0");
/// ```
#[inline]
pub fn print_two_f64(numbers: [f64; 2], room: &mut [u8; 2 * ROOM]) -> Option<usize> {
    let finite = numbers[0].is_finite() && numbers[1].is_finite();
    finite.then(|| write_two_f64(numbers, room))
}
