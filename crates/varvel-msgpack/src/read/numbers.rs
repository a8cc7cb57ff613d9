//! Integers of all forms, and short arrays of floats.

use varvel_core::binary::{self, Numbers};

use crate::codes;
use crate::marker::MessagePack;

impl Numbers for MessagePack {
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
    if first as i8 >= -32 {
        return Some(((first as i8).into(), 1));
    }
    Some(match first {
        codes::UINT_8 => (u8::from_be_bytes(*rest.first_chunk()?).into(), 2),
        codes::UINT_16 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 3),
        codes::UINT_32 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 5),
        codes::UINT_64 => {
            let value = u64::from_be_bytes(*rest.first_chunk()?);
            (i64::try_from(value).ok()?, 9)
        }
        codes::INT_8 => (i8::from_be_bytes(*rest.first_chunk()?).into(), 2),
        codes::INT_16 => (i16::from_be_bytes(*rest.first_chunk()?).into(), 3),
        codes::INT_32 => (i32::from_be_bytes(*rest.first_chunk()?).into(), 5),
        codes::INT_64 => (i64::from_be_bytes(*rest.first_chunk()?), 9),
        _ => return None,
    })
}

/// Returns the unsigned integer that `bytes` begin with, and its length. All lengths take the same
/// instructions, because the numbers of a list seldom have one length.
#[inline(always)]
pub fn unsigned(&[first, ref number @ ..]: &[u8; 9]) -> Option<(u64, usize)> {
    if first < codes::FIX_MAP {
        return Some((first.into(), 1));
    }
    let wide = first.wrapping_sub(codes::UINT_8);
    if wide > 3 {
        return None;
    }
    let width = 1 << wide;
    Some((u64::from_be_bytes(*number) >> (64 - 8 * width), 1 + width))
}

/// Reads an array of at most 15 floats of 64 bits, in its shortest form, from the beginning of
/// `bytes`. Returns its length in bytes.
#[inline(always)]
pub fn row(bytes: &[u8], row: &mut [f64]) -> Option<usize> {
    let (&first, rest) = bytes.split_first()?;
    if first != codes::FIX_ARRAY | row.len() as u8 {
        return None;
    }
    Some(1 + binary::row::<MessagePack>(rest, row)?)
}
