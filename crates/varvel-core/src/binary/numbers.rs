//! Arrays of numbers that are read in runs.

use crate::error::Result;
use crate::sink::{RUN, RunItem, Runs, Sink};

/// The forms of numbers in a format.
///
/// ```
/// use varvel_core::binary::{Numbers, point, row};
/// /// Each float behind a byte of 1; no integers.
/// struct Floats;
/// impl Numbers for Floats {
///     const FLOAT_64: u8 = 1;
///     fn integer(_: &[u8]) -> Option<(i64, usize)> {
///         None
///     }
/// }
/// let bytes = [1, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0, 1, 0xC0, 0, 0, 0, 0, 0, 0, 0];
/// assert_eq!(point::<Floats>(&bytes), Some(([1.5, -2.0], 18)));
/// let mut floats = [0.0; 2];
/// assert_eq!(row::<Floats>(&bytes, &mut floats), Some(18));
/// assert_eq!(floats, [1.5, -2.0]);
/// ```
pub trait Numbers {
    /// The first byte of a float of 64 bits, whose bytes follow, the highest first.
    const FLOAT_64: u8;

    /// Reads the integer that `bytes` begin with, if it fits `i64`. Returns it with its length in
    /// bytes; `None` for anything else, and for an integer that is cut off.
    fn integer(bytes: &[u8]) -> Option<(i64, usize)>;
}

/// A kind of number that a run of bytes may hold: `i64` or `f64`.
pub trait Item: RunItem {
    /// Reads the numbers of this kind that `bytes` begin with, at most `most`. Returns how many
    /// there are, and how many bytes they take.
    fn run<N: Numbers>(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize);
}

impl Item for f64 {
    #[inline(always)]
    fn run<N: Numbers>(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize) {
        let mut n = 0;
        for (room, float) in run.iter_mut().take(most).zip(bytes.as_chunks::<9>().0) {
            let [first, number @ ..] = *float;
            if first != N::FLOAT_64 {
                break;
            }
            *room = Self::from_be_bytes(number);
            n += 1;
        }
        (n, 9 * n)
    }
}

impl Item for i64 {
    #[inline(always)]
    fn run<N: Numbers>(bytes: &[u8], most: usize, run: &mut [Self; RUN]) -> (usize, usize) {
        let (mut n, mut rest) = (0, bytes);
        for room in run.iter_mut().take(most) {
            let Some((value, len)) = N::integer(rest) else {
                break;
            };
            *room = value;
            rest = &rest[len..];
            n += 1;
        }
        (n, bytes.len() - rest.len())
    }
}

/// Reads the items of an array from `bytes`, and begins and ends it, as long as they are numbers of
/// one kind. Returns how many of its `count` items are left: with 0, the array has ended. `None` if
/// the first is not of this kind: then nothing was read.
///
/// ```
/// use varvel_core::binary::{Numbers, array};
/// use varvel_core::recording::Recording;
/// use varvel_core::sink::Runs;
/// /// Each integer is a byte below 100; no floats.
/// struct Bytes;
/// impl Numbers for Bytes {
///     const FLOAT_64: u8 = 255;
///     fn integer(bytes: &[u8]) -> Option<(i64, usize)> {
///         bytes.first().filter(|byte| **byte < 100).map(|byte| (i64::from(*byte), 1))
///     }
/// }
/// let (mut bytes, mut sink) = (&[1, 2, 3, 200][..], Recording::default());
/// let left = array::<Bytes, i64, _>(&mut bytes, 3, &mut Runs::new(), &mut sink)?;
/// assert_eq!((left, bytes), (Some(0), &[200][..]));
/// assert_eq!(sink, Recording::of(&[1, 2, 3])?);
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// The errors of the sink. Then `bytes` stand behind the numbers that it refused.
#[inline(always)]
pub fn array<'de, N: Numbers, T: Item, S: Sink<'de>>(
    bytes: &mut &[u8],
    count: usize,
    runs: &mut Runs,
    sink: &mut S,
) -> Result<Option<usize>> {
    let run = T::room(runs);
    let mut left = count;
    let mut open = false;
    loop {
        let (n, len) = T::run::<N>(bytes, left.min(RUN), run);
        *bytes = bytes.get(len..).unwrap_or_default();
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

/// Reads the two floats of 64 bits that `bytes` begin with, and returns them with their length in
/// bytes.
///
/// These are the items of a point, the most frequent array of floats. It is faster than
/// [`array()`]: [`Runs`] stores the numbers one by one, and the sink would wait until it can load
/// them at once.
#[inline(always)]
pub fn point<N: Numbers>(bytes: &[u8]) -> Option<([f64; 2], usize)> {
    let ([first, second], _) = bytes.as_chunks::<9>().0.split_first_chunk()?;
    let ([one, a @ ..], [two, b @ ..]) = (*first, *second);
    if (one, two) != (N::FLOAT_64, N::FLOAT_64) {
        return None;
    }
    Some(([f64::from_be_bytes(a), f64::from_be_bytes(b)], 18))
}

/// Fills `row` with the floats of 64 bits that `bytes` begin with, and returns their length in
/// bytes. `None` if other bytes stand there: `row` may have changed then.
#[inline(always)]
pub fn row<N: Numbers>(bytes: &[u8], row: &mut [f64]) -> Option<usize> {
    let len = 9 * row.len();
    let rest = bytes.get(..len)?;
    for (value, bytes) in row.iter_mut().zip(rest.chunks_exact(9)) {
        let (&first, bits) = bytes.split_first()?;
        if first != N::FLOAT_64 {
            return None;
        }
        *value = f64::from_be_bytes(*bits.first_chunk()?);
    }
    Some(len)
}
