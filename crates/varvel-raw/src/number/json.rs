//! One JSON number at the head of a document: the hot path.
//!
//! In plain words: an optional `-`, digits without a leading zero, an optional `.` and digits, an
//! optional exponent. The real code:
//!
//! * finds where digits end with bit masks (8 bytes in a register for the integer part, 32 bytes in
//!   vectors for a fraction), counted from `input[0]` so that nothing waits for the sign, and the
//!   caller knows the length long before the value;
//! * reads up to 16 digits of a fraction at once, as if zeros followed the last, so that behind an
//!   integer part below 1,000 everything is `w * 10^-16` with `w` below 10^19: no shift by the number
//!   of digits, and one power of ten that is a constant of the code.
//!
//! Whatever is unusual leaves early for functions that are not inlined; [`general`] knows the whole
//! grammar and is where every error comes from.

use super::decimal::{self, Decimal};
use super::digits::{from_eight, from_sixteen, load8, non_digits};
use super::eisel_lemire::{self, Double};
use super::powers;
use super::{Num, NumError, NumErrorKind};

/// What the wide path may read: a window of 32 bytes, and 16 bytes from within its first half.
const WIDE: usize = 40;

/// Digits of an integer part that the first 8 bytes show together with the byte behind them,
/// whether a sign is there or not.
const SHORT: usize = 6;

const TEN_TO_16: u64 = 10_000_000_000_000_000;

/// Reads the JSON number (RFC 8259) that begins at `input[0]`, where `input` is everything from
/// there to the end of the document: the number, and how many bytes it takes.
///
/// What follows the number is the caller's to judge: `01` is an error, but of `1x` this reads `1`.
///
/// # Errors
///
/// A text that is no number, and a float that overflows. Linear time.
///
/// ```
/// use varvel_raw::number::{Num, parse_json};
/// assert_eq!(parse_json(b"-12,"), Ok((Num::I64(-12), 3)));
/// assert_eq!(parse_json(b"2.50]"), Ok((Num::F64(2.5), 4)));
/// assert!(parse_json(b"1.,").is_err());
/// ```
#[inline]
pub fn parse_json(input: &[u8]) -> Result<(Num, usize), NumError> {
    match input.first_chunk::<WIDE>() {
        Some(head) => wide(head, input),
        None => near_end(input),
    }
}

/// Fewer than [`WIDE`] bytes are left.
#[inline(never)]
fn near_end(input: &[u8]) -> Result<(Num, usize), NumError> {
    let mut head = [0; WIDE];
    head[..input.len()].copy_from_slice(input);
    wide(&head, input)
}

/// `input` begins with `head`, or is all of `head` but the zeros at its end.
#[inline(always)]
fn wide(head: &[u8; WIDE], input: &[u8]) -> Result<(Num, usize), NumError> {
    let eight = load8(head, 0);
    // 1 for `-`, 0 for digits, by the bit that tells them apart: a comparison would be stored in a
    // byte of a register, and wait for what that held.
    let minus = !(eight as u32) >> 4 & 1;
    // The digits, the first lowest; behind a sign the last byte is a zero, no digit.
    let digits = eight >> (8 * minus);
    // 64 when there are 8 digits.
    let bits = non_digits(digits).trailing_zeros() & !7;
    let whole = bits as usize / 8;
    // 1 to SHORT digits, or not.
    if bits.wrapping_sub(8) > 8 * SHORT as u32 - 8 {
        return long(head, input);
    }
    // A leading zero, or a first byte that is neither digit nor minus.
    if (digits as u8 == b'0' && bits != 8) || (minus != 0 && eight as u8 != b'-') {
        return long(head, input);
    }
    let after = (digits >> bits) as u8;
    let value = from_eight(digits << (64 - bits));
    let end = minus as usize + whole;
    if after == b'.' {
        return fraction(head, input, minus, end, value);
    }
    if after | 0x20 == b'e' {
        return with_exponent(input, value, 0, end);
    }
    let sign = -(minus as i64);
    if value < minus as u64 {
        return Ok((Num::F64(-0.0), 2));
    }
    Ok((Num::I64((value as i64 ^ sign) - sign), end))
}

/// An integer part of 1 to [`SHORT`] digits, and a `.` behind it at `point`.
#[inline(always)]
fn fraction(
    head: &[u8; WIDE],
    input: &[u8],
    minus: u32,
    point: usize,
    integer: u64,
) -> Result<(Num, usize), NumError> {
    // Without the sign and the point.
    let mask = non_digit_mask(head) & !minus;
    let mask = mask & mask.wrapping_sub(1);
    // 32 when the window holds no end; more places than 16 then.
    let end = mask.trailing_zeros() as usize;
    let at = point + 1;
    let places = end.wrapping_sub(at);
    if places.wrapping_sub(1) >= 16 || integer >= 1000 {
        return long_fraction(head, input, point, integer);
    }
    let digits = integer * TEN_TO_16 + sixteen_from_left(head, at, places);
    if head[end & 31] | 0x20 == b'e' {
        return with_exponent(input, digits, -16, end);
    }
    let bits = eisel_lemire::nearest_in_range::<Double>(digits, -16);
    Ok((Num::F64(f64::from_bits(bits | (minus as u64) << 63)), end))
}

/// A fraction of no or more than 16 digits, or behind an integer part of more than 3.
#[inline(never)]
fn long_fraction(
    head: &[u8; WIDE],
    input: &[u8],
    point: usize,
    integer: u64,
) -> Result<(Num, usize), NumError> {
    let negative = head[0] == b'-';
    let mask = non_digit_mask(head) & u32::MAX << (point + 1);
    let end = mask.trailing_zeros() as usize;
    let at = point + 1;
    let places = end - at;
    if mask == 0 || places == 0 || end - negative as usize > 20 {
        return general(input);
    }
    let count = places.min(16);
    let first = sixteen_from_left(head, at, count) / powers::SMALL[16 - count];
    let mut digits = integer * powers::SMALL[count] + first;
    for &digit in &head[at + count..end] {
        digits = digits * 10 + u64::from(digit - b'0');
    }
    if head[end] | 0x20 == b'e' {
        return with_exponent(input, digits, -(places as i64), end);
    }
    let bits = eisel_lemire::nearest::<Double>(digits, -(places as i64));
    Ok((Num::F64(f64::from_bits(bits | (negative as u64) << 63)), end))
}

/// `digits * 10^power` (exact) with an `e` at `input[at]`.
#[inline(never)]
fn with_exponent(
    input: &[u8],
    digits: u64,
    power: i64,
    at: usize,
) -> Result<(Num, usize), NumError> {
    let (exponent, end) = match decimal::exponent(input, at + 1) {
        Ok(found) => found,
        Err(offset) => {
            return Err(NumError { kind: NumErrorKind::ExpectedExponentDigit, offset });
        }
    };
    let bits = eisel_lemire::nearest::<Double>(digits, power + exponent);
    to_finite(bits, input[0] == b'-', end)
}

/// The end of every float that may overflow.
fn to_finite(bits: u64, negative: bool, end: usize) -> Result<(Num, usize), NumError> {
    if bits == f64::INFINITY.to_bits() {
        return Err(NumError { kind: NumErrorKind::Overflow, offset: 0 });
    }
    Ok((Num::F64(f64::from_bits(bits | (negative as u64) << 63)), end))
}

/// The mask has bit `i` set where byte `i` is no digit.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(target_feature = "avx2")))]
#[inline(always)]
fn non_digit_mask(head: &[u8; WIDE]) -> u32 {
    use core::arch::x86_64::*;
    // SAFETY: SSE2 is a feature of the compile target. Both loads are of 16 bytes, ask for no
    // alignment, and end at 32 within the 40 bytes of `head`.
    unsafe {
        let at = head.as_ptr().cast::<__m128i>();
        let part = |lanes| {
            // Digits become the 10 least values of a signed byte.
            let moved = _mm_add_epi8(lanes, _mm_set1_epi8((0x80 - b'0') as i8));
            _mm_movemask_epi8(_mm_cmpgt_epi8(moved, _mm_set1_epi8(-0x80 + 9))) as u32
        };
        part(_mm_loadu_si128(at)) | part(_mm_loadu_si128(at.add(1))) << 16
    }
}

/// The mask has bit `i` set where byte `i` is no digit.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
fn non_digit_mask(head: &[u8; WIDE]) -> u32 {
    use core::arch::x86_64::*;
    // SAFETY: AVX2 is a feature of the compile target. The load is of 32 bytes of the 40 of `head`
    // and asks for no alignment.
    unsafe {
        let lanes = _mm256_loadu_si256(head.as_ptr().cast());
        // Digits become the 10 least values of a signed byte.
        let moved = _mm256_add_epi8(lanes, _mm256_set1_epi8((0x80 - b'0') as i8));
        _mm256_movemask_epi8(_mm256_cmpgt_epi8(moved, _mm256_set1_epi8(-0x80 + 9))) as u32
    }
}

/// The mask has bit `i` set where byte `i` is no digit.
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
#[inline(always)]
fn non_digit_mask(head: &[u8; WIDE]) -> u32 {
    let mut mask = 0;
    for part in 0..4 {
        let high_bits = non_digits(load8(head, 8 * part));
        // Gathers the high bit of each byte in the top byte, the first lowest.
        let bits = (high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= (bits as u32) << (8 * part);
    }
    mask
}

/// The number of 16 digits whose first `count` (1 to 16) lie at `head[at]`, and the rest are zeros.
/// `at` is at most 8.
#[inline(always)]
fn sixteen_from_left(head: &[u8; WIDE], at: usize, count: usize) -> u64 {
    let at = at & 15;
    let mut digits = [0; 16];
    digits.copy_from_slice(&head[at..at + 16]);
    from_sixteen(&digits, count)
}

/// An integer part of no digit or more than [`SHORT`], or one with a leading zero.
#[inline(never)]
fn long(head: &[u8; WIDE], input: &[u8]) -> Result<(Num, usize), NumError> {
    let negative = head[0] == b'-';
    let start = negative as usize;
    let mask = non_digit_mask(head) & !(negative as u32);
    let whole = (mask.trailing_zeros() as usize).wrapping_sub(start);
    if !(SHORT + 1..=18).contains(&whole) || head[start] == b'0' {
        return general(input);
    }
    if matches!(head[start + whole], b'.' | b'e' | b'E') {
        return general(input);
    }
    let count = whole.min(16);
    let first = sixteen_from_left(head, start, count) / powers::SMALL[16 - count];
    let mut value = first as i64;
    for &digit in &head[start + count..start + whole] {
        value = value * 10 + i64::from(digit - b'0');
    }
    Ok((Num::I64(if negative { -value } else { value }), start + whole))
}

/// The whole grammar, for a number of any length.
#[cold]
#[inline(never)]
fn general(input: &[u8]) -> Result<(Num, usize), NumError> {
    let fail = |kind, offset| Err(NumError { kind, offset });
    let negative = input.first() == Some(&b'-');
    let start = negative as usize;
    let whole = decimal::count_digits(input, start);
    let mut end = start + whole;
    let integer = &input[start..end];
    if whole == 0 {
        return fail(NumErrorKind::ExpectedDigit, start);
    }
    if whole > 1 && integer[0] == b'0' {
        return fail(NumErrorKind::LeadingZero, start);
    }
    let mut number = Decimal {
        integer,
        fraction: &[],
        exponent: 0,
    };
    let mut is_float = false;
    if input.get(end) == Some(&b'.') {
        is_float = true;
        let places = decimal::count_digits(input, end + 1);
        if places == 0 {
            return fail(NumErrorKind::ExpectedFractionDigit, end + 1);
        }
        number.fraction = &input[end + 1..end + 1 + places];
        end += 1 + places;
    }
    if let Some(b'e' | b'E') = input.get(end) {
        is_float = true;
        match decimal::exponent(input, end + 1) {
            Ok((exponent, after)) => (number.exponent, end) = (exponent, after),
            Err(at) => return fail(NumErrorKind::ExpectedExponentDigit, at),
        }
    }
    if !is_float {
        return Ok((to_integer(integer, negative), end));
    }
    to_finite(number.to_f64_bits(), negative, end)
}

/// Digits without a leading zero (but `0` itself).
fn to_integer(digits: &[u8], negative: bool) -> Num {
    if digits.len() > 20 {
        return Num::Big;
    }
    // 20 digits fit.
    let value = digits
        .iter()
        .fold(0u128, |value, digit| value * 10 + u128::from(digit - b'0'));
    if negative && value == 0 {
        return Num::F64(-0.0);
    }
    let signed = if negative {
        -(value as i128)
    } else {
        value as i128
    };
    match (i64::try_from(signed), u64::try_from(signed)) {
        (Ok(value), _) => Num::I64(value),
        (_, Ok(value)) => Num::U64(value),
        _ => Num::Big,
    }
}
