//! The check of dCBOR (draft-mcnally-deterministic-cbor): each item has only one form. It is done
//! before the item is read.
//!
//! The walk looks at heads and keys only. It ends at bytes that are not CBOR: the reader of the
//! item reports the fault.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use varvel_core::{Error, ErrorKind, Result};

use super::input::head;
use crate::codes::{self, INFO, tag};
use crate::options::{ReadOptions, TextCheck};

/// An open container or tag.
struct Frame {
    /// How many items have not ended.
    left: u64,
    map: bool,
    /// The beginning of the last key.
    key: usize,
    /// The range of the key before it.
    before: Range<usize>,
}

/// Checks the item at `at`.
///
/// # Errors
/// A form that is not dCBOR, with its offset; `OutOfMemory`.
#[cold]
#[inline(never)]
pub fn check(bytes: &[u8], mut at: usize, options: &ReadOptions) -> Result {
    let mut open: Vec<Frame> = Vec::new();
    loop {
        let Some(&first) = bytes.get(at) else {
            return Ok(());
        };
        if first & INFO == codes::INDEFINITE && (codes::BYTES..codes::TAG).contains(&first) {
            return Err(other(
                at,
                "a definite length",
                "a string, array or map of indefinite length",
            ));
        }
        let Some((major, argument, rest)) = bytes.get(at..).and_then(head) else {
            return Ok(());
        };
        let behind = bytes.len() - rest.len();
        check_head(bytes, at, major, argument, behind)?;
        at = behind;
        let inside = match major {
            codes::BYTES | codes::TEXT => match usize::try_from(argument) {
                Ok(len) if len <= rest.len() => {
                    if let (Some(check), codes::TEXT) = (options.text, major) {
                        check_text(at, &rest[..len], check)?;
                    }
                    at += len;
                    0
                }
                _ => return Ok(()),
            },
            codes::ARRAY => argument,
            codes::MAP => argument.saturating_mul(2),
            codes::TAG => 1,
            _ => 0,
        };
        if inside > 0 {
            if open.len() >= options.limits.depth {
                return Ok(());
            }
            open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
            open.push(Frame {
                left: inside,
                map: major == codes::MAP,
                key: at,
                before: at..at,
            });
            continue;
        }
        // The item has ended, and the containers around it may end, too.
        loop {
            let Some(frame) = open.last_mut() else {
                return Ok(());
            };
            frame.left -= 1;
            if frame.map {
                match frame.left % 2 {
                    0 => frame.key = at,
                    _ => {
                        let key = frame.key..at;
                        check_order(bytes, &frame.before, &key)?;
                        frame.before = key;
                    }
                }
            }
            if frame.left > 0 {
                break;
            }
            open.pop();
        }
    }
}

/// Checks the item whose head is at `at`, without the items in it.
fn check_head(bytes: &[u8], at: usize, major: u8, argument: u64, behind: usize) -> Result {
    let len = behind - at;
    if major == codes::SIMPLE {
        return check_simple(at, bytes[at], argument, len);
    }
    if codes::head(major, argument).1 != len {
        return Err(other(at, "the shortest form", "a longer one"));
    }
    match (major, argument) {
        (codes::NEGATIVE, 0x8000_0000_0000_0000..) => Err(other(
            at,
            "an integer from -9223372036854775808 to 18446744073709551615",
            "a smaller one that is no bignum",
        )),
        (codes::TAG, tag::BIG_UNSIGNED | tag::BIG_NEGATIVE) => {
            check_bignum(at, argument == tag::BIG_NEGATIVE, &bytes[behind..])
        }
        _ => Ok(()),
    }
}

/// Checks the text at `at`. Bytes that are not UTF-8 pass: the reader refuses them.
fn check_text(at: usize, text: &[u8], check: TextCheck) -> Result {
    match core::str::from_utf8(text) {
        Ok(text) if !check.passes(text) => Err(other(
            at,
            "text in Unicode's normal form C",
            "text in another form",
        )),
        _ => Ok(()),
    }
}

/// Checks a float or simple value.
fn check_simple(at: usize, first: u8, argument: u64, len: usize) -> Result {
    let value = match first {
        codes::FALSE | codes::TRUE | codes::NULL => return Ok(()),
        codes::FLOAT_16 => codes::of_half(argument as u16).into(),
        codes::FLOAT_32 => f64::from(f32::from_bits(argument as u32)),
        codes::FLOAT_64 => f64::from_bits(argument),
        // The reader reports broken simple values.
        _ if first == codes::SIMPLE_8 && argument < 32 => return Ok(()),
        _ => {
            return Err(other(
                at,
                "no simple value but false, true and null",
                "another one",
            ));
        }
    };
    if value.is_nan() {
        return match (first, argument) {
            (codes::FLOAT_16, 0x7E00) => Ok(()),
            _ => Err(other(at, "the NaN 0xF97E00", "another NaN")),
        };
    }
    let range = -9_223_372_036_854_775_808.0..18_446_744_073_709_551_616.0;
    if range.contains(&value) && (value as i128) as f64 == value {
        return Err(other(
            at,
            "an integer where a number is one",
            "a float without a fraction",
        ));
    }
    match codes::float(value).1 == len {
        true => Ok(()),
        false => Err(other(
            at,
            "the shortest float that is exact",
            "a longer one",
        )),
    }
}

/// Checks the string behind the tag of a bignum, at the beginning of `rest`: its value must not fit
/// an integer without a tag.
fn check_bignum(at: usize, negative: bool, rest: &[u8]) -> Result {
    let Some((codes::BYTES, len, rest)) = head(rest) else {
        return Ok(());
    };
    let bytes = match usize::try_from(len).ok().and_then(|len| rest.get(..len)) {
        Some(bytes) => bytes,
        None => return Ok(()),
    };
    let least = if negative { 8 } else { 9 };
    let larger = match bytes.first() {
        Some(0) | None => false,
        Some(first) => bytes.len() > 8 || bytes.len() == least && *first >= 0x80,
    };
    match larger {
        true => Ok(()),
        false => Err(other(
            at,
            "a bignum without zeros before it, and only beyond the other integers",
            "another one",
        )),
    }
}

/// Checks that a key sorts behind the key before it, which is empty for the first key.
fn check_order(bytes: &[u8], before: &Range<usize>, key: &Range<usize>) -> Result {
    match bytes[before.clone()].cmp(&bytes[key.clone()]) {
        Ordering::Less => Ok(()),
        Ordering::Equal => Err(Error::expected(ErrorKind::DuplicateKey, "each key once")
            .with_found("the key before again")
            .with_offset(key.start)),
        Ordering::Greater => Err(other(
            key.start,
            "keys in the order of their bytes",
            "one that belongs before the last",
        )),
    }
}

fn other(at: usize, expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, expected)
        .with_found(found)
        .with_hint("dCBOR was asked for, which has one form of each document")
        .with_offset(at)
}
