//! Reads one JSON number at the head of a document: the hot path.
//!
//! In plain words: an optional `-`, digits without a leading zero, an optional `.` and digits, an
//! optional exponent. The real code:
//!
//! * tests with branches what documents repeat (an integer part of one or two digits), and counts
//!   with bit masks what varies (the digits of a longer integer, of a fraction). So few branches
//!   are mispredicted, and the caller knows the length long before the value;
//! * reads up to 16 digits of a fraction at once, as if zeros followed the last. So a number with
//!   an integer part below 1,000 is `w * 10^-16` with `w` below 10^19: no shift by the number of
//!   digits, and one power of ten that is a constant of the code.
//!
//! Unusual numbers leave early for functions that are not inlined; [`general`] knows the whole
//! grammar and makes nearly every error.
//!
//! Flags are widened before they are used as numbers: a comparison stored in one byte of a register
//! waits for the register's former content, which can chain the value of one number to the next.

use super::decimal::{self, Decimal, Plain};
use super::digits::{from_eight, leading_digits, load8, non_digits};
use super::eisel_lemire::{self, Double, Format, Single};
use super::powers;
use super::{Num, NumError, NumErrorKind};

/// The most bytes that the wide path reads.
const WIDE: usize = 32;

/// The most digits of an integer part that 8 bytes show together with the byte behind them.
const SHORT: usize = 7;

const TEN_TO_12: u64 = 1_000_000_000_000;
const TEN_TO_16: u64 = 10_000_000_000_000_000;

/// Reads the JSON number (RFC 8259) that begins at `input[0]`. `input` is everything from there to
/// the end of the document. Returns the number, and how many bytes it takes.
///
/// The caller must check the text behind the number: `01` is an error, but from `1x` this reads
/// `1`.
///
/// # Errors
///
/// A text that is no number, and a float that overflows. Costs linear time.
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

/// Reads a number digit by digit, if fewer than [`WIDE`] bytes are left.
#[inline(never)]
fn near_end(input: &[u8]) -> Result<(Num, usize), NumError> {
    let minus = (input.first() == Some(&b'-')) as usize;
    let Plain {
        digits,
        whole,
        places,
        end,
    } = decimal::plain(input, minus);
    let zero_first = whole > 1 && input[minus] == b'0';
    let exponent = matches!(input.get(end), Some(b'e' | b'E'));
    if whole == 0 || zero_first || exponent || whole + places.unwrap_or(0) > 18 {
        return general(input);
    }
    match places {
        None => small(digits, minus, end),
        Some(0) => general(input),
        Some(places) => {
            let bits = eisel_lemire::nearest::<Double>(digits, -(places as i64));
            Ok((Num::F64(f64::from_bits(bits | (minus as u64) << 63)), end))
        }
    }
}

/// Reads the number of `input`, which begins with `head`.
#[inline(always)]
fn wide(head: &[u8; WIDE], input: &[u8]) -> Result<(Num, usize), NumError> {
    let minus = (head[0] == b'-') as usize;
    let first = head[minus].wrapping_sub(b'0');
    if first > 9 {
        return general(input);
    }
    let after = head[minus + 1];
    if after == b'.' {
        return fraction(head, input, minus, minus + 2, first.into());
    }
    let second = after.wrapping_sub(b'0');
    if second > 9 {
        if after | 0x20 == b'e' {
            return with_exponent(input, first.into(), 0, minus + 1);
        }
        return small(first.into(), minus, minus + 1);
    }
    if first == 0 {
        return general(input);
    }
    let two = u64::from(first) * 10 + u64::from(second);
    let after = head[minus + 2];
    if after == b'.' {
        return fraction(head, input, minus, minus + 3, two);
    }
    if after.wrapping_sub(b'0') > 9 {
        if after | 0x20 == b'e' {
            return with_exponent(input, two, 0, minus + 2);
        }
        return small(two, minus, minus + 2);
    }
    more_digits(head, input, minus)
}

/// Returns an integer that is not long.
#[inline(always)]
fn small(value: u64, minus: usize, end: usize) -> Result<(Num, usize), NumError> {
    if value < minus as u64 {
        return Ok((Num::F64(-0.0), end));
    }
    let sign = -(minus as i64);
    Ok((Num::I64((value as i64 ^ sign) - sign), end))
}

/// Reads an integer part of two or more digits, the first of which is not zero.
#[inline(always)]
fn more_digits(head: &[u8; WIDE], input: &[u8], minus: usize) -> Result<(Num, usize), NumError> {
    let eight = load8(head, minus);
    let bits = non_digits(eight).trailing_zeros() & !7;
    let whole = bits as usize / 8;
    if whole > SHORT {
        let (value, end) = long(head);
        return match (i64::try_from(value), minus) {
            _ if end == 0 => general(input),
            (Ok(value), 0) => Ok((Num::I64(value), end)),
            (Ok(value), _) => Ok((Num::I64(-value), end)),
            (Err(_), 0) => Ok((Num::U64(value), end)),
            (Err(_), _) => general(input),
        };
    }
    let value = from_eight(eight << ((64 - bits) & 63));
    let after = (eight >> (bits & 63)) as u8;
    let end = minus + whole;
    if after == b'.' {
        return fraction(head, input, minus, end + 1, value);
    }
    if after | 0x20 == b'e' {
        return with_exponent(input, value, 0, end);
    }
    small(value, minus, end)
}

/// Reads a fraction from `head[at]` on, `at <= SHORT + 2`.
#[inline(always)]
fn fraction(
    head: &[u8; WIDE],
    input: &[u8],
    minus: usize,
    at: usize,
    integer: u64,
) -> Result<(Num, usize), NumError> {
    let (digits, places) = sixteen(head, at);
    let end = at + places;
    if places.wrapping_sub(1) >= 15 || integer >= 1000 || head[end & 31] | 0x20 == b'e' {
        return long_fraction(head, input, at, integer);
    }
    let bits = eisel_lemire::nearest_in_range::<Double>(integer * TEN_TO_16 + digits, -16);
    Ok((Num::F64(f64::from_bits(bits | (minus as u64) << 63)), end))
}

/// Returns the float at `head[0]`, if it is of the most common form: at most three digits, a point,
/// and at most 15 digits, with no exponent. Also returns how many bytes it takes.
///
/// It returns in registers: a caller that needs the length to go on does not wait for the value.
#[inline(always)]
pub(crate) fn quick_float(head: &[u8; WIDE]) -> Option<(f64, usize)> {
    let (bits, negative, end) = quick::<Double>(head)?;
    Some((f64::from_bits(bits | (negative as u64) << 63), end))
}

/// Returns the float of [`quick_float`] as an `f32`, rounded once.
#[inline(always)]
pub(crate) fn quick_f32(head: &[u8; WIDE]) -> Option<(f32, usize)> {
    let (bits, negative, end) = quick::<Single>(head)?;
    Some((f32::from_bits(bits as u32 | (negative as u32) << 31), end))
}

/// Returns the bits of a float of the most common form without its sign, whether it has a sign, and
/// how many bytes it takes.
#[inline(always)]
fn quick<F: Format>(head: &[u8; WIDE]) -> Option<(u64, bool, usize)> {
    let minus = (head[0] == b'-') as usize;
    let digit = |i: usize| u64::from(head[minus + i].wrapping_sub(b'0'));
    let (integer, at) = if head[minus + 1] == b'.' {
        (digit(0), minus + 2)
    } else if head[minus + 2] == b'.' {
        (digit(0) * 10 + digit(1), minus + 3)
    } else if head[minus + 3] == b'.' {
        (digit(0) * 100 + digit(1) * 10 + digit(2), minus + 4)
    } else {
        return None;
    };
    let whole = at - minus - 1;
    let digits = (digit(0) < 10)
        & (whole < 2 || (digit(0) != 0) & (digit(1) < 10))
        & (whole < 3 || digit(2) < 10);
    let (fraction, places) = sixteen(head, at);
    let end = at + places;
    if !digits || places.wrapping_sub(1) >= 15 || head[end & 31] | 0x20 == b'e' {
        return None;
    }
    let bits = eisel_lemire::nearest_in_range::<F>(integer * TEN_TO_16 + fraction, -16);
    Some((bits, minus == 1, end))
}

/// Returns the integer at the head of `eight`, if it has at most [`SHORT`] digits, and how many
/// bytes it takes.
#[inline(always)]
pub(crate) fn quick_i64(eight: u64) -> Option<(i64, usize)> {
    let bits = non_digits(eight).trailing_zeros() & !7;
    let count = bits as usize / 8;
    let after = (eight >> (bits & 63)) as u8;
    // A text like `01` is not accepted.
    let zero = (eight as u8 == b'0') & (count > 1);
    if count.wrapping_sub(1) >= SHORT || zero || after == b'.' || after | 0x20 == b'e' {
        return None;
    }
    Some((from_eight(eight << ((64 - bits) & 63)) as i64, count))
}

/// Reads a fraction of no or more than 15 digits, or behind an integer part of more than 3, or with
/// an exponent.
#[inline(never)]
fn long_fraction(
    head: &[u8; WIDE],
    input: &[u8],
    at: usize,
    integer: u64,
) -> Result<(Num, usize), NumError> {
    let minus = (head[0] == b'-') as usize;
    let (first, count) = sixteen(head, at);
    let mut end = at + count;
    if count == 0 {
        return general(input);
    }
    let (mut digits, mut power) = if integer < 1000 {
        (integer * TEN_TO_16 + first, -16)
    } else if count <= 12 {
        // The number is below 10^18.
        (integer * TEN_TO_12 + first / 10_000, -12)
    } else {
        return general(input);
    };
    if count == 16 {
        // Up to 19 digits in all fit.
        while let Some(digit @ 0..=9) = head.get(end).map(|byte| byte.wrapping_sub(b'0')) {
            if digits >= 1_000_000_000_000_000_000 {
                return general(input);
            }
            digits = digits * 10 + u64::from(digit);
            power -= 1;
            end += 1;
        }
    }
    match head.get(end) {
        None => return general(input),
        Some(b'e' | b'E') => return with_exponent(input, digits, power, end),
        _ => {}
    }
    let bits = eisel_lemire::nearest::<Double>(digits, power);
    Ok((Num::F64(f64::from_bits(bits | (minus as u64) << 63)), end))
}

/// Returns an integer of 8 digits or more, without its sign, and where it ends; 0 if it is no
/// integer, or beyond 64 bits. (Two numbers are returned in registers, a `Result` of this size
/// through memory.)
#[inline(never)]
fn long(head: &[u8; WIDE]) -> (u64, usize) {
    let minus = (head[0] == b'-') as usize;
    let first = from_eight(load8(head, minus));
    let eight = load8(head, minus + 8);
    let bits = non_digits(eight).trailing_zeros() & !7;
    let count = bits as usize / 8;
    let mut end = minus + 8 + count;
    let mut value = first;
    if count > 0 {
        let second = from_eight(eight << ((64 - bits) & 63));
        value = first * powers::SMALL[count & 15] + second;
    }
    if count == 8 {
        while let Some(digit @ 0..=9) = head.get(end).map(|byte| byte.wrapping_sub(b'0')) {
            let more = value.checked_mul(10);
            match more.and_then(|more| more.checked_add(digit.into())) {
                Some(more) => value = more,
                None => return (0, 0),
            }
            end += 1;
        }
    }
    match head.get(end) {
        None | Some(b'.' | b'e' | b'E') => (0, 0),
        _ => (value, end),
    }
}

/// Counts the digits among the 16 bytes from `head[at]` on, before the first that is not a digit,
/// and reads the number of 16 digits that begins with them and continues with zeros. `at <= 16`.
#[inline(always)]
fn sixteen(head: &[u8; WIDE], at: usize) -> (u64, usize) {
    match head[at.min(16)..].first_chunk::<16>() {
        Some(bytes) => leading_digits(bytes),
        None => (0, 0),
    }
}

/// Returns `digits * 10^power` (exact), multiplied by the exponent whose `e` is at `input[at]`.
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
            return Err(NumError {
                kind: NumErrorKind::ExpectedExponentDigit,
                offset,
            });
        }
    };
    let bits = eisel_lemire::nearest::<Double>(digits, power + exponent);
    to_finite(bits, input[0] == b'-', end)
}

/// Returns a float that may overflow, or the error if it does.
fn to_finite(bits: u64, negative: bool, end: usize) -> Result<(Num, usize), NumError> {
    if bits == f64::INFINITY.to_bits() {
        return Err(NumError {
            kind: NumErrorKind::Overflow,
            offset: 0,
        });
    }
    Ok((
        Num::F64(f64::from_bits(bits | (negative as u64) << 63)),
        end,
    ))
}

/// Reads a number of any length, by the whole grammar.
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

/// Returns the integer of digits without a leading zero (or of `0` itself).
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
