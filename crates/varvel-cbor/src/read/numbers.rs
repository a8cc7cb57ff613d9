//! Integers of all lengths, and short arrays of floats.

use varvel_core::binary::{self, Numbers};

use crate::codes;
use crate::marker::Cbor;

impl Numbers for Cbor {
    const FLOAT_64: u8 = codes::FLOAT_64;

    #[inline(always)]
    fn integer(bytes: &[u8]) -> Option<(i64, usize)> {
        integer(bytes)
    }
}

/// Returns the integer that `bytes` begin with, and its length, if it fits `i64`. Returns `None`
/// for any other value, and for an integer that is cut off.
#[inline(always)]
pub fn integer(bytes: &[u8]) -> Option<(i64, usize)> {
    let (&first, rest) = bytes.split_first()?;
    // All bits are set for a negative integer, because the bits of its argument are inverted.
    let sign = match first & codes::MAJOR {
        codes::UNSIGNED => 0,
        codes::NEGATIVE => -1,
        _ => return None,
    };
    let (argument, len) = match first & codes::INFO {
        info @ 0..24 => (u64::from(info), 1),
        24 => (u8::from_be_bytes(*rest.first_chunk()?).into(), 2),
        25 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 3),
        26 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 5),
        27 => (u64::from_be_bytes(*rest.first_chunk()?), 9),
        _ => return None,
    };
    Some((i64::try_from(argument).ok()? ^ sign, len))
}

/// Returns the unsigned integer that `bytes` begin with, and its length. All lengths take the same
/// instructions, because the numbers of a list seldom have one length.
#[inline(always)]
pub fn unsigned(&[first, ref number @ ..]: &[u8; 9]) -> Option<(u64, usize)> {
    if first < codes::ONE_BYTE {
        return Some((first.into(), 1));
    }
    let wide = first - codes::ONE_BYTE;
    if wide > 3 {
        return None;
    }
    let width = 1 << wide;
    Some((u64::from_be_bytes(*number) >> (64 - 8 * width), 1 + width))
}

/// Reads an array of at most 23 floats of 64 bits, in its shortest form, from the beginning of
/// `bytes`. Returns its length in bytes.
#[inline(always)]
pub fn row(bytes: &[u8], row: &mut [f64]) -> Option<usize> {
    let (&first, rest) = bytes.split_first()?;
    if first != codes::ARRAY | row.len() as u8 {
        return None;
    }
    Some(1 + binary::row::<Cbor>(rest, row)?)
}
