//! [`Runs`]: a buffer for the numbers of an array until a sink takes them. [`RunItem`]: the kinds
//! of these numbers.

use super::Sink;
use crate::error::Result;

/// The most numbers that a reader gives to a sink at once.
pub const RUN: usize = 32;

/// A buffer for a run of numbers, before a sink takes them.
///
/// ```
/// use varvel_core::recording::Recording;
/// use varvel_core::sink::{RunItem as _, Runs};
/// let (mut runs, mut sink) = (Runs::new(), Recording::default());
/// let run = f64::room(&mut runs);
/// run[..2].copy_from_slice(&[1.5, -2.0]);
/// f64::whole(&mut sink, &run[..2])?;
/// assert_eq!(sink, Recording::of(&[1.5, -2.0])?);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Runs {
    ints: [i64; RUN],
    floats: [f64; RUN],
}

impl Runs {
    /// Makes an empty buffer.
    pub const fn new() -> Self {
        Self {
            ints: [0; RUN],
            floats: [0.0; RUN],
        }
    }
}

impl Default for Runs {
    fn default() -> Self {
        Self::new()
    }
}

/// A kind of number whose arrays are read in runs: `i64` or `f64`. [`Runs`] has an example.
pub trait RunItem: Copy {
    /// Returns the buffer for a run of this kind.
    fn room(runs: &mut Runs) -> &mut [Self; RUN];
    /// Gives a whole array to a sink.
    fn whole<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
    /// Gives some items of an array to a sink.
    fn part<'de, S: Sink<'de>>(sink: &mut S, values: &[Self]) -> Result;
}

impl RunItem for i64 {
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

impl RunItem for f64 {
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
