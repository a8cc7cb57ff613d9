//! One JSON number at the head of a document: the hot path.
//!
//! In plain words: an optional `-`, digits without a leading zero, an optional `.` and digits, an
//! optional exponent. The real code looks at 32 bytes at once: a bit mask of the bytes that are no
//! digits tells where the integer part and the fraction end, so the caller learns the length after
//! one load, one comparison and two bit scans; the value is computed beside that, and what the
//! caller does next does not wait for it. Whatever is unusual (more than 19 digits, an exponent, a
//! mistake, a text longer than the window) leaves to [`general`], which knows the whole grammar.

use super::decimal::{self, Decimal};
use super::digits::{from_eight, load8};
use super::eisel_lemire::{self, Double};
use super::powers;
use super::{Num, NumError, NumErrorKind};

/// What the wide path may read: a sign, the window, and eight bytes from its last one on.
const WIDE: usize = 40;

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

/// Fewer than [`WIDE`] bytes are left: a copy with zeros behind.
#[inline(never)]
fn near_end(input: &[u8]) -> Result<(Num, usize), NumError> {
    let mut head = [0; WIDE];
    head[..input.len()].copy_from_slice(input);
    wide(&head, input)
}

/// `input` begins with `head`, or is all of `head` but the zeros at its end.
#[inline(always)]
fn wide(head: &[u8; WIDE], input: &[u8]) -> Result<(Num, usize), NumError> {
    let negative = head[0] == b'-';
    let start = negative as usize;
    let mask = non_digit_mask(head, start);
    // 32 when all of the window is digits.
    let whole = mask.trailing_zeros() as usize;
    // No digit, or digits after a leading zero.
    if whole == 0 || whole > 8 || (whole > 1 && head[start] == b'0') {
        return long(head, input);
    }
    let after = head[start + whole];
    if after == b'.' {
        return fraction(head, input, mask, whole);
    }
    if after | 0x20 == b'e' {
        return general(input);
    }
    let value = from_eight(load8(head, start) << (64 - 8 * whole as u32)) as i64;
    if negative && value == 0 {
        return Ok((Num::F64(-0.0), 2));
    }
    Ok((
        Num::I64(if negative { -value } else { value }),
        start + whole,
    ))
}

/// The mask has bit `i` set where byte `start + i` is no digit; `start` is 0 or 1.
#[inline(always)]
fn non_digit_mask(head: &[u8; WIDE], start: usize) -> u32 {
    let mut mask = 0;
    for part in 0..4 {
        let high_bits = super::digits::non_digits(load8(head, (start & 1) + 8 * part));
        // Gathers the high bit of each byte in the top byte, the first lowest.
        let bits = (high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= (bits as u32) << (8 * part);
    }
    mask
}

/// The integer part has 1 to 8 digits and a `.` behind it.
#[inline(always)]
fn fraction(
    head: &[u8; WIDE],
    input: &[u8],
    mask: u32,
    whole: usize,
) -> Result<(Num, usize), NumError> {
    let negative = head[0] == b'-';
    let start = negative as usize;
    let mask = mask & (mask - 1);
    let end = mask.trailing_zeros() as usize;
    let places = end - whole - 1;
    // The window holds no end; or no digit; or more than a u64 takes.
    if mask == 0 || places == 0 || end > 20 || head[start + end] | 0x20 == b'e' {
        return general(input);
    }
    let at = start + whole + 1;
    let integer = from_eight(load8(head, start) << (64 - 8 * whole as u32));
    let digits = if places <= 8 {
        integer * powers::SMALL[places] + from_eight(load8(head, at) << (64 - 8 * places as u32))
    } else {
        let first = from_eight(load8(head, at));
        let count = places.min(16) - 8;
        let second = from_eight(load8(head, at + 8) << (64 - 8 * count as u32));
        let mut digits = (integer * powers::SMALL[8] + first) * powers::SMALL[count] + second;
        for i in 16..places {
            digits = digits * 10 + u64::from(head[at + i] - b'0');
        }
        digits
    };
    let bits = if digits == 0 {
        0
    } else {
        eisel_lemire::nearest_in_range::<Double>(digits, -(places as i32))
    };
    let value = f64::from_bits(bits | (negative as u64) << 63);
    Ok((Num::F64(value), start + end))
}

/// An integer part of no or more than 8 digits, or one with a leading zero.
#[inline(never)]
fn long(head: &[u8; WIDE], input: &[u8]) -> Result<(Num, usize), NumError> {
    let negative = head[0] == b'-';
    let start = negative as usize;
    let mask = non_digit_mask(head, start);
    let whole = mask.trailing_zeros() as usize;
    let after = head[(start + whole).min(WIDE - 1)];
    if !(9..=18).contains(&whole) || head[start] == b'0' || matches!(after, b'.' | b'e' | b'E') {
        return general(input);
    }
    let first = from_eight(load8(head, start));
    let count = whole.min(16) - 8;
    let second = from_eight(load8(head, start + 8) << (64 - 8 * count as u32));
    let mut value = (first * powers::SMALL[count] + second) as i64;
    for i in 16..whole {
        value = value * 10 + i64::from(head[start + i] - b'0');
    }
    Ok((
        Num::I64(if negative { -value } else { value }),
        start + whole,
    ))
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
    let value = f64::from_bits(number.to_f64_bits() | (negative as u64) << 63);
    if value.is_infinite() {
        return fail(NumErrorKind::Overflow, 0);
    }
    Ok((Num::F64(value), end))
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
