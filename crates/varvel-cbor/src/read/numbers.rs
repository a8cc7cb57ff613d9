//! Integers in all their lengths; and arrays of numbers, which are read in runs.

use varvel_core::{Result, Sink};
use varvel_raw::simd::Isa;

use super::input::Input;
use crate::codes;

/// Numbers that are handed on at once.
const RUN: usize = 32;

/// Room for numbers that were read and not handed on.
pub struct Runs {
    ints: [i64; RUN],
    floats: [f64; RUN],
}

impl Runs {
    pub const fn new() -> Self {
        Self {
            ints: [0; RUN],
            floats: [0.0; RUN],
        }
    }
}

/// The integer that stands at the beginning of `bytes`, if it fits `i64`, and how long it is there;
/// `None` for anything else, and for what is cut off.
#[inline(always)]
pub fn integer(bytes: &[u8]) -> Option<(i64, usize)> {
    let (&first, rest) = bytes.split_first()?;
    // All bits of one, if it is negative: those of the argument are the other way round.
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

/// The integer without a sign that `bytes` begin with, and how long it is there. In all lengths by the same
/// instructions: numbers of a list are seldom all of one.
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

/// A kind of number that arrays are read in runs of.
pub trait Item: Copy {
    /// Reads as many numbers of this kind as stand in a row at the beginning of `bytes`, at most `most`:
    /// how many, and how many bytes they take.
    fn run(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize);
    /// The room for a run.
    fn room(runs: &mut Runs) -> &mut [Self; RUN];
    /// Hands a whole array on.
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
    /// Hands a part of an array on.
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
}

impl Item for f64 {
    #[inline(always)]
    fn run(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize) {
        let mut n = 0;
        for (room, float) in run.iter_mut().take(most).zip(bytes.as_chunks::<9>().0) {
            let [codes::FLOAT_64, number @ ..] = *float else {
                break;
            };
            *room = Self::from_be_bytes(number);
            n += 1;
        }
        (n, 9 * n)
    }
    #[inline(always)]
    fn room(runs: &mut Runs) -> &mut [Self; RUN] {
        &mut runs.floats
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

impl Item for i64 {
    #[inline(always)]
    fn run(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize) {
        let (mut n, mut rest) = (0, bytes);
        for room in run.iter_mut().take(most) {
            let Some((value, len)) = integer(rest) else {
                break;
            };
            *room = value;
            rest = &rest[len..];
            n += 1;
        }
        (n, bytes.len() - rest.len())
    }
    #[inline(always)]
    fn room(runs: &mut Runs) -> &mut [Self; RUN] {
        &mut runs.ints
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
pub fn array<'de, T: Item, I: Isa, S: Sink<'de>>(
    input: &mut Input<'de, I>,
    count: usize,
    runs: &mut Runs,
    sink: &mut S,
) -> Result<Option<usize>> {
    let run = T::room(runs);
    let mut left = count;
    let mut open = false;
    loop {
        let (n, len) = T::run(input.rest(), left.min(RUN), run);
        input.pass(len);
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

/// The two floats of 64 bits that `bytes` begin with, and how long they are: the items of a point, the most frequent
/// array of floats. By way of [`Runs`] they would be waited for: what was stored apart is read at once.
#[inline(always)]
pub fn point(bytes: &[u8]) -> Option<([f64; 2], usize)> {
    let ([first, second], _) = bytes.as_chunks::<9>().0.split_first_chunk()?;
    let ([codes::FLOAT_64, a @ ..], [codes::FLOAT_64, b @ ..]) = (*first, *second) else {
        return None;
    };
    Some(([f64::from_be_bytes(a), f64::from_be_bytes(b)], 18))
}

/// Reads an array of at most 23 floats of 64 bits, in its shortest form, that `bytes` begin with: how long it is.
#[inline(always)]
pub fn row(bytes: &[u8], row: &mut [f64]) -> Option<usize> {
    let (&first, rest) = bytes.split_first()?;
    let len = 9 * row.len();
    let rest = rest.get(..len)?;
    if first != codes::ARRAY | row.len() as u8 {
        return None;
    }
    for (value, bytes) in row.iter_mut().zip(rest.chunks_exact(9)) {
        let (&first, bits) = bytes.split_first()?;
        if first != codes::FLOAT_64 {
            return None;
        }
        *value = f64::from_be_bytes(*bits.first_chunk()?);
    }
    Some(1 + len)
}
