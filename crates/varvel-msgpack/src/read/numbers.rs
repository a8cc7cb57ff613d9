//! Arrays of numbers, read in runs: a sink packs them as they come.

use varvel_core::{Result, Sink};
use varvel_raw::simd::Isa;

use super::input::Input;
use crate::format;

/// Numbers that are handed on at once.
const RUN: usize = 64;

/// A kind of number that arrays are read in runs of.
pub trait Number: Copy + Default {
    /// The number that stands at the beginning of `bytes`, and how long it is there; `None` for anything
    /// else, and for what is cut off.
    fn read(bytes: &[u8]) -> Option<(Self, usize)>;
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
}

impl Number for f64 {
    #[inline(always)]
    fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let [format::FLOAT_64, number @ ..] = bytes.first_chunk::<9>()? else {
            return None;
        };
        Some((f64::from_be_bytes(*number), 9))
    }
    #[inline(always)]
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.f64_array(values)
    }
    #[inline(always)]
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.f64s(values)
    }
}

impl Number for i64 {
    #[inline(always)]
    fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let (&first, rest) = bytes.split_first()?;
        Some(match first {
            0x00..=0x7F => (first.into(), 1),
            format::NEGATIVE_FIXINT.. => ((first as i8).into(), 1),
            format::UINT_8 => (u8::from_be_bytes(*rest.first_chunk()?).into(), 2),
            format::UINT_16 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 3),
            format::UINT_32 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 5),
            format::UINT_64 => {
                let value = u64::from_be_bytes(*rest.first_chunk()?);
                (i64::try_from(value).ok()?, 9)
            }
            format::INT_8 => (i8::from_be_bytes(*rest.first_chunk()?).into(), 2),
            format::INT_16 => (i16::from_be_bytes(*rest.first_chunk()?).into(), 3),
            format::INT_32 => (i32::from_be_bytes(*rest.first_chunk()?).into(), 5),
            format::INT_64 => (i64::from_be_bytes(*rest.first_chunk()?), 9),
            _ => return None,
        })
    }
    #[inline(always)]
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.i64_array(values)
    }
    #[inline(always)]
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result {
        sink.i64s(values)
    }
}

/// Reads an array of `count` items as far as they are numbers of one kind, and begins and ends it; how
/// many are left, if it is still open. `None`, and nothing was read, if the first is no such number.
#[inline(always)]
pub fn array<'de, T: Number, I: Isa, S: Sink<'de>>(
    input: &mut Input<'de, I>,
    count: usize,
    sink: &mut S,
) -> Result<Option<usize>> {
    let mut run = [T::default(); RUN];
    let mut left = count;
    let mut open = false;
    loop {
        let mut n = 0;
        while n < RUN.min(left)
            && let Some((value, len)) = T::read(input.rest())
        {
            run[n] = value;
            n += 1;
            input.at += len;
        }
        left -= n;
        if !open {
            if n == 0 {
                return Ok(None);
            }
            if left == 0 {
                T::whole(sink, &run[..n])?;
                return Ok(Some(0));
            }
            sink.begin_array(Some(count))?;
            open = true;
        }
        T::part(sink, &run[..n])?;
        if left == 0 {
            sink.end_array()?;
            return Ok(Some(0));
        }
        if n != RUN {
            return Ok(Some(left));
        }
    }
}
