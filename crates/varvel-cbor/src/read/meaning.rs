//! Tags that the model has a kind for: integers of any size, decimals and points in time.
//!
//! The number of bytes that are looked at is bounded: longer values stay a tag and a node.

use alloc::vec::Vec;

use varvel_core::{Error, Result, Timestamp};

use super::input::head;
use crate::codes::{self, tag};
use crate::error;

/// The value that a tag and its node are together.
#[derive(Clone, Copy, Debug)]
pub enum Meaning<'a> {
    Integer(Integer<'a>),
    /// An integer times ten to the power of the number before it.
    Decimal(i64, Integer<'a>),
    Timestamp(Timestamp),
}

/// An integer. A negative one is -1 minus its magnitude.
#[derive(Clone, Copy, Debug)]
pub struct Integer<'a> {
    pub negative: bool,
    pub magnitude: Magnitude<'a>,
}

/// A number without a sign.
#[derive(Clone, Copy, Debug)]
pub enum Magnitude<'a> {
    Word(u64),
    /// More than 64 significant bits, the highest byte first.
    Bytes(&'a [u8]),
    /// More than 64 significant bits from the chunks of a string, the highest byte first, and how
    /// many bytes count.
    Joined([u8; codes::BIG_BYTES], usize),
}

/// Returns the value of the tag that `bytes` begin with and its node, and the length of both, if
/// the model has a kind for the value.
#[inline(never)]
pub fn of(bytes: &[u8]) -> Option<(Meaning<'_>, usize)> {
    let (codes::TAG, number, rest) = head(bytes)? else {
        return None;
    };
    let (meaning, behind) = match number {
        tag::TEXT_TIME => {
            let (timestamp, behind) = text_time(rest)?;
            (Meaning::Timestamp(timestamp), behind)
        }
        tag::EPOCH_TIME => {
            let (timestamp, behind) = epoch_time(rest)?;
            (Meaning::Timestamp(timestamp), behind)
        }
        tag::BIG_UNSIGNED | tag::BIG_NEGATIVE => {
            let (integer, behind) = integer(bytes)?;
            (Meaning::Integer(integer), behind)
        }
        tag::DECIMAL => {
            let (rest, open) = two(codes::ARRAY, rest)?;
            let (meaning, behind) = decimal(rest)?;
            (meaning, end(behind, open)?)
        }
        tag::EXTENDED_TIME => {
            let (rest, open) = two(codes::MAP, rest)?;
            let (timestamp, behind) = extended_time(rest)?;
            (Meaning::Timestamp(timestamp), end(behind, open)?)
        }
        _ => return None,
    };
    Some((meaning, bytes.len() - behind.len()))
}

/// Returns whether two items or members behind the tag `number` are read as one value: an exponent
/// and an integer as a decimal, seconds and nanoseconds as a point in time.
pub fn is_one(number: u64, two: &[u8]) -> bool {
    match number {
        tag::DECIMAL => decimal(two).is_some(),
        tag::EXTENDED_TIME => extended_time(two).is_some(),
        _ => false,
    }
}

/// Checks that the tag `number`, whose head is at `at`, stands before a node that it allows. RFC
/// 8949 restricts the tags of dates: text behind the tag 0, a number behind the tag 1.
#[inline]
pub fn check(number: u64, rest: &[u8], at: usize) -> Result {
    if number > tag::EPOCH_TIME {
        return Ok(());
    }
    match (number, rest.first()) {
        // The rest is cut off, which is found next.
        (_, None) => Ok(()),
        (tag::TEXT_TIME, Some(first)) => match first & codes::MAJOR {
            codes::TEXT => Ok(()),
            _ => Err(error::wrong_content(at, "a text string behind the tag 0")),
        },
        (_, Some(0..=0x3F | codes::FLOAT_16..=codes::FLOAT_64)) => Ok(()),
        _ => Err(error::wrong_content(at, "a number behind the tag 1")),
    }
}

/// Reads a date as RFC 3339 has it, in one string or in chunks.
fn text_time(bytes: &[u8]) -> Option<(Timestamp, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    if first != codes::TEXT | codes::INDEFINITE {
        let (text, rest) = block(codes::TEXT, bytes)?;
        return Some((of_text(text)?, rest));
    }
    let (all, len, rest) = chunks(codes::TEXT, rest)?;
    Some((of_text(all.get(..len)?)?, rest))
}

/// Returns the point in time that a text of RFC 3339 means.
pub fn of_text(text: &[u8]) -> Option<Timestamp> {
    Timestamp::of_rfc3339(core::str::from_utf8(text).ok()?)
}

/// Reads seconds since 1970: an integer, or a float in one of its widths.
fn epoch_time(bytes: &[u8]) -> Option<(Timestamp, &[u8])> {
    let (seconds, rest) = match *bytes {
        [0..codes::BYTES, ..] => {
            let (seconds, rest) = small_integer(bytes)?;
            return Some((Timestamp::new(seconds, 0)?, rest));
        }
        [codes::FLOAT_16, a, b, ref rest @ ..] => {
            (codes::of_half(u16::from_be_bytes([a, b])).into(), rest)
        }
        [codes::FLOAT_32, a, b, c, d, ref rest @ ..] => {
            (f32::from_be_bytes([a, b, c, d]).into(), rest)
        }
        [codes::FLOAT_64, ref rest @ ..] => {
            let (bits, rest) = rest.split_first_chunk()?;
            (f64::from_be_bytes(*bits), rest)
        }
        _ => return None,
    };
    Some((of_float(seconds)?, rest))
}

/// Reads an integer that fits `i64`.
fn small_integer(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let (value, rest) = integer(bytes)?;
    Some((value.as_i64()?, rest))
}

/// Returns the content of an array of two items or a map of two members, and whether a break must
/// follow. A container of indefinite length may have any number.
fn two(major: u8, bytes: &[u8]) -> Option<(&[u8], bool)> {
    match bytes.split_first()? {
        (&first, rest) if first == major | codes::INDEFINITE => Some((rest, true)),
        _ => match head(bytes)? {
            (found, 2, rest) if found == major => Some((rest, false)),
            _ => None,
        },
    }
}

/// Returns the bytes behind an array or map that ends here. If it is `open`, a break must come.
fn end(bytes: &[u8], open: bool) -> Option<&[u8]> {
    match open {
        true => bytes.strip_prefix(&[codes::BREAK]),
        false => Some(bytes),
    }
}

/// Reads an integer in one data item, or in a byte string behind a tag.
fn integer(bytes: &[u8]) -> Option<(Integer<'_>, &[u8])> {
    let (major, argument, rest) = head(bytes)?;
    let of = |negative, magnitude| Integer {
        negative,
        magnitude,
    };
    match (major, argument) {
        (codes::UNSIGNED, _) => Some((of(false, Magnitude::Word(argument)), rest)),
        (codes::NEGATIVE, _) => Some((of(true, Magnitude::Word(argument)), rest)),
        (codes::TAG, tag::BIG_UNSIGNED | tag::BIG_NEGATIVE) => {
            let (magnitude, rest) = match rest.split_first()? {
                (0x5F, rest) => joined(rest)?,
                _ => {
                    let (bytes, rest) = block(codes::BYTES, rest)?;
                    let significant = without_zeros(bytes);
                    let magnitude = match significant.len() <= 8 {
                        true => Magnitude::Word(word(significant)),
                        false => Magnitude::Bytes(significant),
                    };
                    (magnitude, rest)
                }
            };
            Some((of(argument == tag::BIG_NEGATIVE, magnitude), rest))
        }
        _ => None,
    }
}

/// Reads a string of the kind `major` that is of definite length and not too long. Returns it, and
/// the bytes behind it.
fn block(major: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (found, len, rest) = head(bytes)?;
    let len = usize::try_from(len).ok()?;
    match found == major && len <= codes::BIG_BYTES {
        true => rest.split_at_checked(len),
        false => None,
    }
}

/// Reads the chunks of a string up to its break, if they are not too long together. Returns their
/// bytes, how many of them count, and the bytes behind the break.
fn chunks(major: u8, mut rest: &[u8]) -> Option<([u8; codes::BIG_BYTES], usize, &[u8])> {
    let (mut all, mut len) = ([0; codes::BIG_BYTES], 0);
    loop {
        if let [codes::BREAK, behind @ ..] = rest {
            return Some((all, len, behind));
        }
        let (chunk, behind) = block(major, rest)?;
        all.get_mut(len..len + chunk.len())?.copy_from_slice(chunk);
        len += chunk.len();
        rest = behind;
    }
}

/// Reads the chunks of an integer's byte string up to its break.
fn joined(rest: &[u8]) -> Option<(Magnitude<'static>, &[u8])> {
    let (mut all, len, behind) = chunks(codes::BYTES, rest)?;
    let significant = without_zeros(&all[..len]).len();
    all.copy_within(len - significant..len, 0);
    let magnitude = match significant <= 8 {
        true => Magnitude::Word(word(&all[..significant])),
        false => Magnitude::Joined(all, significant),
    };
    Some((magnitude, behind))
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    &bytes[zeros..]
}

/// Returns at most eight bytes as a number, the highest byte first.
fn word(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Reads an exponent and an integer as a decimal.
fn decimal(bytes: &[u8]) -> Option<(Meaning<'_>, &[u8])> {
    let (exponent, rest) = small_integer(bytes)?;
    let (mantissa, behind) = integer(rest)?;
    let small = (-codes::EXPONENT..=codes::EXPONENT).contains(&exponent);
    small.then_some((Meaning::Decimal(exponent, mantissa), behind))
}

/// Reads seconds and nanoseconds, in either order (RFC 9581).
fn extended_time(mut rest: &[u8]) -> Option<(Timestamp, &[u8])> {
    const NANOSECONDS: i64 = !(codes::NANOSECONDS as i64);
    let (mut seconds, mut nanos) = (None, None);
    for _ in 0..2 {
        let (key, behind) = small_integer(rest)?;
        let (value, behind) = small_integer(behind)?;
        match key {
            1 => seconds = Some(value),
            NANOSECONDS => nanos = Some(u32::try_from(value).ok()?),
            _ => return None,
        }
        rest = behind;
    }
    Some((Timestamp::new(seconds?, nanos?)?, rest))
}

/// Returns the point in time of seconds as a float: the whole microseconds of which it is the
/// nearest float, if there are some, or else the nearest nanosecond, ties to even. Returns `None`
/// for NaN and for what 64 bits of seconds cannot hold.
pub fn of_float(seconds: f64) -> Option<Timestamp> {
    whole_micros(seconds).or_else(|| whole_nanos(seconds))
}

/// Writers divide microseconds to get a float. In our time it is up to 119 nanoseconds off, and no
/// other microsecond has the same float.
fn whole_micros(seconds: f64) -> Option<Timestamp> {
    // Integers below are floats, so that the quotient is rounded once.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let scaled = seconds * 1e6;
    if scaled.is_nan() || scaled.abs() >= EXACT {
        return None;
    }
    // The product may be rounded to either side of the microsecond that is nearest.
    let near = scaled as i64;
    let micros = (near - 1..=near + 1).find(|&micros| micros as f64 / 1e6 == seconds)?;
    let nanos = micros.rem_euclid(1_000_000) * 1_000;
    Timestamp::new(micros.div_euclid(1_000_000), u32::try_from(nanos).ok()?)
}

fn whole_nanos(seconds: f64) -> Option<Timestamp> {
    let bits = seconds.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
    let (mantissa, power) = match exponent {
        0 => (fraction, -1074),
        0x7FF => return None,
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    // The product is below 2^83.
    let nanos = u128::from(mantissa) * 1_000_000_000;
    let nanos = match power {
        // These are beyond 2^63 seconds.
        12.. => return None,
        0..=11 => nanos << power,
        -126..0 => {
            let shift = power.unsigned_abs();
            let (whole, rest, half) =
                (nanos >> shift, nanos & ((1 << shift) - 1), 1 << (shift - 1));
            whole + u128::from(rest > half || rest == half && whole & 1 == 1)
        }
        _ => 0,
    };
    let nanos = nanos as i128 * if seconds.is_sign_negative() { -1 } else { 1 };
    let whole = i64::try_from(nanos.div_euclid(1_000_000_000)).ok()?;
    Timestamp::new(whole, nanos.rem_euclid(1_000_000_000) as u32)
}

/// The most bytes of a number's text: 309 digits, a sign, a point, few zeros and an exponent.
const TEXT: usize = 340;

/// The power of ten of a group of 19 digits, which fits 64 bits.
const GROUP: u64 = 10_000_000_000_000_000_000;

/// The most zeros behind the point. With more zeros, a decimal is written with an exponent.
const ZEROS: i64 = 6;

impl Integer<'_> {
    /// Returns the integer, if it fits `i64`.
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        let Magnitude::Word(word) = self.magnitude else {
            return None;
        };
        let value = i64::try_from(word).ok()?;
        Some(if self.negative { !value } else { value })
    }

    /// Returns the integer, if it fits `u64`.
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        match self.magnitude {
            Magnitude::Word(word) if !self.negative => Some(word),
            _ => None,
        }
    }

    /// Writes its digits into `out`, with a minus sign if it is negative.
    pub fn write(&self, out: &mut Vec<u8>) -> Result {
        begin(out)?;
        if self.negative {
            out.push(b'-');
        }
        self.put_digits(out);
        Ok(())
    }

    /// Appends its digits without the sign. `out` has room for them.
    fn put_digits(&self, out: &mut Vec<u8>) {
        // The words of 64 bits, the lowest first, and one more for the carry.
        let mut words = [0_u64; codes::BIG_BYTES / 8 + 1];
        match self.magnitude {
            Magnitude::Word(value) => words[0] = value,
            Magnitude::Bytes(bytes) => fill(&mut words, bytes),
            Magnitude::Joined(bytes, len) => fill(&mut words, &bytes[..len]),
        }
        let mut carry = self.negative;
        for word in &mut words {
            (*word, carry) = word.overflowing_add(carry.into());
        }
        // Groups of 19 digits, the lowest first. There are at most 17.
        let (mut groups, mut count) = ([0_u64; 17], 0);
        let mut len = words.len();
        while len > 0 {
            if words[len - 1] == 0 {
                len -= 1;
                continue;
            }
            let mut rest = 0;
            for word in words[..len].iter_mut().rev() {
                let both = u128::from(rest) << 64 | u128::from(*word);
                *word = (both / u128::from(GROUP)) as u64;
                rest = (both % u128::from(GROUP)) as u64;
            }
            if let Some(room) = groups.get_mut(count) {
                *room = rest;
            }
            count += 1;
        }
        let mut shown = false;
        for group in groups[..count.min(17)].iter().rev() {
            let mut unit = GROUP / 10;
            while unit > 0 {
                let digit = (group / unit % 10) as u8;
                shown |= digit != 0;
                if shown {
                    out.push(b'0' + digit);
                }
                unit /= 10;
            }
        }
        if !shown {
            out.push(b'0');
        }
    }
}

/// Copies bytes into words, the lowest word first.
fn fill(words: &mut [u64], bytes: &[u8]) {
    for (room, part) in words.iter_mut().zip(bytes.rchunks(8)) {
        *room = word(part);
    }
}

/// Reserves memory for a number.
fn begin(out: &mut Vec<u8>) -> Result {
    out.clear();
    out.try_reserve(TEXT).map_err(|_| Error::out_of_memory())
}

/// Writes a decimal into `out`, as JSON writes numbers that are not integers.
pub fn write_decimal(exponent: i64, mantissa: &Integer<'_>, out: &mut Vec<u8>) -> Result {
    begin(out)?;
    if mantissa.negative {
        out.push(b'-');
    }
    let from = out.len();
    mantissa.put_digits(out);
    let digits = (out.len() - from) as i64;
    let point = digits + exponent;
    if exponent < 0 && point > 0 {
        out.insert(from + point as usize, b'.');
    } else if exponent < 0 && -point <= ZEROS {
        // These are the point, the zeros behind it, and the zero before it.
        let lead = [b"0.".as_slice(), &b"000000"[..-point as usize]];
        out.splice(from..from, lead.into_iter().flatten().copied());
    } else {
        let of_exponent = Integer {
            negative: false,
            magnitude: Magnitude::Word(exponent.unsigned_abs()),
        };
        out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e" });
        of_exponent.put_digits(out);
    }
    Ok(())
}

/// Returns the text of a number that was written into `out`.
pub fn text(out: &[u8]) -> &str {
    // The text is ASCII.
    core::str::from_utf8(out).unwrap_or_default()
}
