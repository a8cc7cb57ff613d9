//! Writes numbers as text.
//!
//! All functions write into a buffer of 32 bytes, more than any number takes, so that whole
//! registers are stored. Only the returned length says which bytes count; those behind it are
//! unspecified.

use super::digits::{Sixteen, to_eight};
use super::powers;
use super::shortest::{Shortest, shortest_f32, shortest_f64, shortest_subnormal_f64};
use core::hint::select_unpredictable;

/// The length of the longest text of [`write_f64`]: `-2.2250738585072014e-308`.
pub const F64_MAX_LEN: usize = 24;

/// The length of the longest text of [`write_i64`], `-9223372036854775808`, and of [`write_u64`].
pub const I64_MAX_LEN: usize = 20;

const CHARACTERS: u64 = 0x3030_3030_3030_3030;
const TEN_TO_8: u64 = 100_000_000;
const TEN_TO_15: u64 = 1_000_000_000_000_000;

/// Writes the shortest text that reads back to `v`, and returns its length.
///
/// The text always has a `.` or an exponent: `1.0`, `-0.0`, `123456789012345.0`. It is plain from
/// 1e-5 up to below 1e16, otherwise like `1.5e-7`, `1e16`. The value should be finite; NaN and
/// infinities give `null`.
///
/// ```
/// use varvel_raw::number::write_f64;
/// let mut out = [0; 32];
/// let len = write_f64(-0.1, &mut out);
/// assert_eq!(&out[..len], b"-0.1");
/// ```
#[inline]
pub fn write_f64(v: f64, out: &mut [u8; 32]) -> usize {
    let negative = v.is_sign_negative();
    out[0] = b'-';
    if !is_normal(v) {
        return write_rare_f64(v, out);
    }
    let Decimal {
        halves: [high, low],
        last,
        exponent,
    } = decimal(shortest_f64(v.to_bits()));
    layout(Sixteen::new(high, low), last, exponent, negative, out)
}

/// Writes two floats as [`write_f64`] does, with a comma between them, and returns the total
/// length.
///
/// Faster than one after the other: a float is a long chain of operations that wait for each other,
/// and the processor does not look far enough ahead to begin with the next one on its own.
#[inline]
pub fn write_two_f64([a, b]: [f64; 2], out: &mut [u8; 64]) -> usize {
    if !is_normal(a) | !is_normal(b) {
        return write_apart([a, b], out);
    }
    let [first, second] = [a, b].map(|v| decimal(shortest_f64(v.to_bits())));
    let [text, next] = Sixteen::two(first.halves, second.halves);
    let room = room_at(out, 0);
    room[0] = b'-';
    let negative = a.is_sign_negative();
    let len = layout(text, first.last, first.exponent, negative, room) % 32;
    out[len] = b',';
    let room = room_at(out, len + 1);
    room[0] = b'-';
    let negative = b.is_sign_negative();
    len + 1 + layout(next, second.last, second.exponent, negative, room)
}

/// Writes two floats like [`write_two_f64`], one after the other.
#[inline(never)]
fn write_apart([a, b]: [f64; 2], out: &mut [u8; 64]) -> usize {
    let len = write_f64(a, room_at(out, 0)) % 32;
    out[len] = b',';
    len + 1 + write_f64(b, room_at(out, len + 1))
}

/// Returns the room of one number at `at`, at most 32.
#[inline(always)]
fn room_at(out: &mut [u8; 64], at: usize) -> &mut [u8; 32] {
    let Some(room) = out[at..].first_chunk_mut() else {
        panic!("32 bytes of room");
    };
    room
}

/// Returns whether `v` is normal, like [`f64::is_normal`], with one comparison.
#[inline(always)]
fn is_normal(v: f64) -> bool {
    const LEAST: u64 = f64::MIN_POSITIVE.to_bits() << 1;
    (v.to_bits() << 1).wrapping_sub(LEAST) < (f64::INFINITY.to_bits() << 1) - LEAST
}

/// Writes a float that is not normal, like [`write_f64`]: zero, a subnormal, NaN or an infinity.
/// `out[0]` is already the sign.
#[cold]
#[inline(never)]
fn write_rare_f64(v: f64, out: &mut [u8; 32]) -> usize {
    let negative = v.is_sign_negative();
    if !v.is_subnormal() {
        return no_digits(v == 0.0, negative, out);
    }
    let mut shortest = shortest_subnormal_f64(v.to_bits());
    if shortest.tens < TEN_TO_15 / 10 {
        shortest = padded(shortest);
    }
    let Decimal {
        halves: [high, low],
        last,
        exponent,
    } = decimal(shortest);
    layout(Sixteen::new(high, low), last, exponent, negative, out)
}

/// The decimal `d.ddd * 10^exponent`: sixteen digits as two numbers of eight, and the seventeenth.
struct Decimal {
    halves: [u32; 2],
    last: u8,
    exponent: i32,
}

/// Returns a decimal of at least 16 digits, including zeros at the end.
#[inline(always)]
fn decimal(Shortest { tens, last, power }: Shortest) -> Decimal {
    let short = tens < TEN_TO_15;
    let tens = select_unpredictable(short, 10 * tens + last, tens);
    let last = select_unpredictable(short, 0, last);
    let high = tens / TEN_TO_8;
    Decimal {
        halves: [high as u32, (tens - high * TEN_TO_8) as u32],
        last: last as u8,
        exponent: power + 16 - short as i32,
    }
}

/// Writes the shortest text that reads back to `v` as an `f32`, in the form of [`write_f64`], and
/// returns its length.
#[inline]
pub fn write_f32(v: f32, out: &mut [u8; 32]) -> usize {
    match thousandths(v.abs()) {
        Some(number) => {
            out[0] = b'-';
            layout_thousandths(number, v.is_sign_negative(), out)
        }
        None => write_any_f32(v, out),
    }
}

/// Writes any `f32`, like [`write_f32`]. Out of line, so that the few steps of that function need
/// no memory for registers.
#[inline(never)]
fn write_any_f32(v: f32, out: &mut [u8; 32]) -> usize {
    let bits = v.to_bits();
    let negative = v.is_sign_negative();
    out[0] = b'-';
    let magnitude = bits & (u32::MAX >> 1);
    if magnitude.wrapping_sub(1) >= 0x7f80_0000 - 1 {
        return no_digits(magnitude == 0, negative, out);
    }
    let Shortest {
        mut tens,
        mut last,
        mut power,
    } = shortest_f32(bits);
    // Pads to 8 digits and one. A normal float has 7 to 9, a subnormal may have fewer.
    for _ in 0..2 {
        let short = tens < TEN_TO_8 / 10;
        tens = select_unpredictable(short, 10 * tens + last, tens);
        last = select_unpredictable(short, 0, last);
        power -= short as i32;
    }
    while tens < TEN_TO_8 / 10 {
        tens *= 10;
        power -= 1;
    }
    layout_nine(tens as u32, last as u8, power + 8, negative, out)
}

/// Returns the number of thousandths, below a million, that reads back to `v`, if there is one:
/// most floats that people write are such. `v` is not negative.
///
/// It is the shortest decimal, and the only one so short. The quotient is rounded as reading
/// rounds, since both of its parts are exact. And no two decimals of up to six digits read as the
/// same float, which has 24 bits (10^6 < 2^23; D. Matula, "In-and-out conversions", 1968).
#[inline(always)]
fn thousandths(v: f32) -> Option<u32> {
    // From here to twice as much, floats are the integers: adding this rounds to an integer, which
    // is then in the low bits.
    const INTEGERS: f32 = 8_388_608.0;
    // Above 1000 there are more digits. The comparison is also false for NaN.
    if v < 1000.0 {
        let moved = v * 1000.0 + INTEGERS;
        let number = moved.to_bits() & (INTEGERS as u32 - 1);
        // No float below 1000 equals 1000, so this is below 10^6.
        if (moved - INTEGERS) / 1000.0 == v {
            return Some(number);
        }
    }
    None
}

/// Writes a number of thousandths below 10^6. `out[0]` is already the sign.
#[inline(always)]
fn layout_thousandths(number: u32, negative: bool, out: &mut [u8; 32]) -> usize {
    let start = negative as usize;
    // Two zeros, three digits before the point, three behind it.
    let digits = to_eight(number);
    let text = digits | CHARACTERS;
    // The digit right before the point stays even when it is zero.
    let skip = (digits | 1 << 39).trailing_zeros() & !7;
    // At most five; the mask changes nothing but spares checks.
    let whole = (5 - (skip as usize / 8)) & 7;
    out[start..start + 8].copy_from_slice(&(text >> skip).to_le_bytes());
    out[start + whole] = b'.';
    let at = start + whole + 1;
    out[at..at + 4].copy_from_slice(&((text >> 40) as u32).to_le_bytes());
    // At least one digit behind the point stays.
    let behind = (digits >> 40) as u32 | 1;
    at + 4 - behind.leading_zeros() as usize / 8
}

/// Writes the digits `d.ddd * 10^exponent`, eight and one, like [`layout`] but in words. `out[0]`
/// is already the sign.
#[inline(always)]
fn layout_nine(eight: u32, last: u8, exponent: i32, negative: bool, out: &mut [u8; 32]) -> usize {
    let start = negative as usize;
    let digits = to_eight(eight);
    let text = digits | CHARACTERS;
    let some = 8 - digits.leading_zeros() as usize / 8;
    let count = select_unpredictable(last != 0, 9, some);
    let last = b'0' + last;
    if (0..8).contains(&exponent) {
        let whole = exponent as usize;
        out[start..start + 8].copy_from_slice(&text.to_le_bytes());
        let behind = text >> (8 * whole) >> 8;
        out[start + whole + 1] = b'.';
        out[start + whole + 2..start + whole + 10].copy_from_slice(&behind.to_le_bytes());
        out[start + 9] = last;
        start + 1 + count.max(whole + 2)
    } else if (-5..0).contains(&exponent) {
        let zeros = -exponent as usize;
        out[start..start + 8].copy_from_slice(b"0.000000");
        let at = start + 1 + zeros;
        out[at..at + 8].copy_from_slice(&text.to_le_bytes());
        out[at + 8] = last;
        at + count
    } else {
        far_from_point(eight, last - b'0', exponent, negative, out)
    }
}

/// Writes nine digits whose point is neither among them nor right before them.
#[cold]
#[inline(never)]
fn far_from_point(
    eight: u32,
    last: u8,
    exponent: i32,
    negative: bool,
    out: &mut [u8; 32],
) -> usize {
    let digits = Sixteen::new(eight, u32::from(last) * (TEN_TO_8 as u32 / 10));
    layout(digits, 0, exponent, negative, out)
}

/// Writes zero, NaN or an infinity.
#[cold]
#[inline(never)]
fn no_digits(zero: bool, negative: bool, out: &mut [u8; 32]) -> usize {
    if !zero {
        out[..4].copy_from_slice(b"null");
        return 4;
    }
    let start = negative as usize;
    out[start..start + 3].copy_from_slice(b"0.0");
    start + 3
}

/// Returns the decimal with zeros up to 17 digits.
#[cold]
#[inline(never)]
fn padded(Shortest { tens, last, power }: Shortest) -> Shortest {
    let significand = 10 * tens + last;
    let missing = 15 - significand.max(1).ilog10().min(15);
    Shortest {
        tens: significand * powers::SMALL[missing as usize],
        last: 0,
        power: power - missing as i32 - 1,
    }
}

/// Writes the digits `d.ddd * 10^exponent`; the last of the 17 is given apart. `out[0]` is already
/// the sign.
#[inline(always)]
fn layout(digits: Sixteen, last: u8, exponent: i32, negative: bool, out: &mut [u8; 32]) -> usize {
    let start = negative as usize;
    let count = select_unpredictable(last != 0, 17, digits.significant());
    let text = digits.characters();
    let last = b'0' + last;
    if (0..16).contains(&exponent) {
        let whole = exponent as usize;
        out[start..start + 16].copy_from_slice(&text.bytes());
        out[start + 1..start + 17].copy_from_slice(&text.with_point_behind(whole));
        out[start + 17] = last;
        // At least one digit stands behind the point; if the digits end early, zeros stand there.
        start + 1 + count.max(whole + 2)
    } else if (-5..0).contains(&exponent) {
        let zeros = -exponent as usize;
        out[start..start + 8].copy_from_slice(b"0.000000");
        let at = start + 1 + zeros;
        out[at..at + 16].copy_from_slice(&text.bytes());
        out[at + 16] = last;
        at + count
    } else {
        out[start..start + 16].copy_from_slice(&text.bytes());
        out[start + 1..start + 17].copy_from_slice(&text.bytes());
        out[start + 1] = b'.';
        out[start + 17] = last;
        // "d" alone, or "d.ddd".
        let at = (start + count + (count > 1) as usize).min(start + 18);
        write_exponent(exponent, at, out)
    }
}

/// Writes `e` and the exponent at `at`. Returns where it ends.
#[inline(never)]
fn write_exponent(exponent: i32, at: usize, out: &mut [u8; 32]) -> usize {
    let at = at.min(19);
    out[at] = b'e';
    out[at + 1] = b'-';
    let at = at + 1 + (exponent < 0) as usize;
    let size = exponent.unsigned_abs() % 1000;
    // Three digits in the low bytes, the leading zeros shifted out.
    let three = (to_eight(size) | CHARACTERS) >> 40;
    let skip = (size < 10) as u32 + (size < 100) as u32;
    let text = (three >> (8 * skip)) as u32;
    out[at..at + 4].copy_from_slice(&text.to_le_bytes());
    at + 3 - skip as usize
}

/// Writes an integer in decimal, and returns its length.
///
/// ```
/// use varvel_raw::number::write_u64;
/// let mut out = [0; 32];
/// let len = write_u64(1024, &mut out);
/// assert_eq!(&out[..len], b"1024");
/// ```
#[inline]
pub fn write_u64(v: u64, out: &mut [u8; 32]) -> usize {
    if v < 10 {
        out[0] = b'0' + v as u8;
        1
    } else if v < TEN_TO_8 {
        write_leading(v as u32, out, 0)
    } else {
        write_long(v, out, 0)
    }
}

/// Writes an integer in decimal, and returns its length.
#[inline]
pub fn write_i64(v: i64, out: &mut [u8; 32]) -> usize {
    out[0] = b'-';
    let start = (v < 0) as usize;
    let size = v.unsigned_abs();
    if size < TEN_TO_8 {
        write_leading(size as u32, out, start)
    } else {
        write_long(size, out, start)
    }
}

/// Writes a number below 10^8 at `start` without leading zeros. Returns where it ends.
#[inline(always)]
fn write_leading(number: u32, out: &mut [u8; 32], start: usize) -> usize {
    let digits = to_eight(number);
    // The last digit stays even when it is zero.
    let skip = (digits | 1 << 63).trailing_zeros() & !7;
    let start = start & 7;
    out[start..start + 8].copy_from_slice(&((digits | CHARACTERS) >> skip).to_le_bytes());
    start + 8 - skip as usize / 8
}

/// Writes a number of 9 to 20 digits at `start`. Returns where it ends.
#[inline(always)]
fn write_long(number: u64, out: &mut [u8; 32], start: usize) -> usize {
    if number >= 10 * TEN_TO_8 {
        return write_longer(number, out, start);
    }
    // Most have 9 digits: numbers that people assign to things.
    let number = number as u32;
    let high = number / TEN_TO_8 as u32;
    let low = to_eight(number - high * TEN_TO_8 as u32) | CHARACTERS;
    let start = start & 7;
    out[start] = b'0' + high as u8;
    out[start + 1..start + 9].copy_from_slice(&low.to_le_bytes());
    start + 9
}

/// Writes a number of 10 to 20 digits at `start`. Returns where it ends.
#[inline(never)]
fn write_longer(number: u64, out: &mut [u8; 32], start: usize) -> usize {
    let high = number / TEN_TO_8;
    let low = (number - high * TEN_TO_8) as u32;
    if high < TEN_TO_8 {
        let at = write_leading(high as u32, out, start);
        out[at..at + 8].copy_from_slice(&(to_eight(low) | CHARACTERS).to_le_bytes());
        return at + 8;
    }
    let top = high / TEN_TO_8;
    let at = write_leading(top as u32, out, start);
    let rest = Sixteen::new((high - top * TEN_TO_8) as u32, low);
    out[at..at + 16].copy_from_slice(&rest.characters().bytes());
    at + 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn text(v: f32) -> alloc::string::String {
        let mut out = [0; 32];
        let len = write_f32(v, &mut out);
        alloc::string::String::from_utf8(out[..len].to_vec()).unwrap()
    }

    #[test]
    fn every_number_of_thousandths_is_written_with_its_own_digits() {
        let step = if cfg!(miri) { 99_991 } else { 1 };
        for number in (1..1_000_000u32).step_by(step) {
            let v = number as f32 / 1000.0;
            assert_eq!(thousandths(v), Some(number));
            let digits = format!("{}.{:03}", number / 1000, number % 1000);
            let short = digits.trim_end_matches('0');
            let zero = if short.ends_with('.') { "0" } else { "" };
            assert_eq!(text(v), format!("{short}{zero}"));
            assert_eq!(text(-v), format!("-{short}{zero}"));
        }
    }

    #[test]
    fn a_number_of_thousandths_is_the_shortest_decimal() {
        let step = if cfg!(miri) {
            10_000_019
        } else if cfg!(debug_assertions) {
            4_099
        } else {
            7
        };
        let thousand = 1000f32.to_bits();
        for bits in (1..thousand + 10_000).step_by(step) {
            let Some(mut number) = thousandths(f32::from_bits(bits)) else {
                continue;
            };
            let Shortest { tens, last, power } = shortest_f32(bits);
            let (mut shortest, mut power) = (10 * tens + last, power);
            while shortest % 10 == 0 {
                (shortest, power) = (shortest / 10, power + 1);
            }
            let mut places = -3;
            while number % 10 == 0 {
                (number, places) = (number / 10, places + 1);
            }
            assert_eq!((u64::from(number), places), (shortest, power), "{bits:#x}");
        }
        for none in [
            1000.0,
            f32::MAX,
            f32::INFINITY,
            f32::NAN,
            1e-4,
            f32::from_bits(1),
        ] {
            assert_eq!(thousandths(none), None, "{none}");
        }
    }
}
