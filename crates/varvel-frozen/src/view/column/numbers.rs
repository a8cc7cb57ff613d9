//! [`I64s`]: the integers of a column. Records with the same layout are read sixteen at a time.
//!
//! For each of sixteen lanes, with `base` as the position from which the array's slots count:
//!
//! ```text
//! record = base - payload of the array's slot       if that is a reference to an object
//! slot   = number at record + member                if the record begins as the first one does
//! value  = number at record - payload of slot       or the payload, for an integer in the slot
//! ```
//!
//! Each line is done for all lanes before the next (`varvel_raw::gather`). If a lane does not meet
//! a condition, its sixteen records are read one by one. Nothing here relies on validation: places
//! are checked when they are read.

use core::iter::FusedIterator;
use core::ops::Range;

use varvel_raw::gather::{Rows, numbers16};
use varvel_raw::simd::{Isa, Task, dispatch};

use super::Column;
use crate::layout::tag;
use crate::view::View;

/// The number of records that are read in one step.
const LANES: usize = 16;

/// The number of records that are read ahead when the caller asks for one at a time.
const BLOCK: usize = 4 * LANES;

/// The number of records that are read at once when the caller asks for all, so that the cost of a
/// call counts less.
const LONG_BLOCK: usize = 16 * LANES;

/// How far before its base a slot of 4 bytes can refer.
const REACH: usize = 1 << 28;

/// An iterator over the integers of a column; see [`Column::i64s`].
#[derive(Clone, Debug)]
pub struct I64s<'a, 'k> {
    column: Column<'a, 'k>,
    block: [i64; BLOCK],
    /// The part of the block that was not returned yet.
    ready: Range<usize>,
    /// The number of records to be read one by one.
    odd: usize,
}

impl<'a, 'k> Column<'a, 'k> {
    /// Returns each member as an integer; `None` for a missing member, and for one that is no
    /// integer or does not fit `i64`.
    ///
    /// This equals `map(|member| member?.as_i64())`, and is several times as fast if records have
    /// the same layout.
    ///
    /// ```
    /// use varvel::{Builder, Sink, key};
    /// let mut builder = Builder::new();
    /// builder.start()?;
    /// builder.begin_array(None)?;
    /// for paid in [20, 5, 70_000] {
    ///     builder.begin_map(None)?;
    ///     builder.key("paid".into())?;
    ///     builder.i64(paid)?;
    ///     builder.end_map()?;
    /// }
    /// builder.null()?;
    /// builder.end_array()?;
    /// let orders = builder.finish_view()?;
    /// let paid: Vec<Option<i64>> = orders.column(key!("paid")).i64s().collect();
    /// assert_eq!(paid, [Some(20), Some(5), Some(70_000), None]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn i64s(self) -> I64s<'a, 'k> {
        I64s {
            column: self,
            block: [0; BLOCK],
            ready: 0..0,
            odd: 0,
        }
    }
}

impl I64s<'_, '_> {
    /// Returns the next integer without reading a block.
    #[inline(always)]
    fn one(&mut self) -> Option<Option<i64>> {
        Some(self.column.next()?.and_then(|member| member.as_i64()))
    }
}

impl Column<'_, '_> {
    /// Reads ahead in whole steps, as many records as exist and fit `values`. Returns how many it
    /// read: none if they have different layouts.
    #[inline(always)]
    fn fill(&mut self, values: &mut [i64]) -> usize {
        let Self { items, key, last } = self;
        let site = items.items.first;
        let count = items.left.min(values.len()) / LANES * LANES;
        if count == 0 || !site.is_slot() {
            return 0;
        }
        let first = View {
            raw: items.raw,
            site,
        };
        let found = last.member(first, key);
        let (Some(_), Some(member)) = (found, last.member) else {
            return 0;
        };
        let buffer = first.buffer();
        let window = site.base().saturating_sub(REACH);
        let (Ok(mask), Some(slots), 0 | 1) = (
            u32::try_from(last.mask),
            buffer.get(site.place..site.place + count * items.items.distance),
            member.code(),
        ) else {
            return 0;
        };
        let read = Read {
            records: Rows {
                bytes: &buffer[window..site.base()],
                base: (site.base() - window) as u32,
                record: tag::OBJECT.into(),
                head: last.head as u32,
                mask,
                member: member.place as u32,
                spare: 16 - 16 * u32::from(member.code()),
                far: tag::I32.into(),
                near: tag::INT.into(),
            },
            slots,
            width: items.items.distance,
            values,
        };
        let count = dispatch(read) * LANES;
        items.skip_some(count);
        count
    }
}

/// Reads records in steps that do not wait for each other.
struct Read<'a, 'b> {
    records: Rows<'a>,
    /// The slots of the array, for a whole number of steps.
    slots: &'a [u8],
    /// The width of a slot in bytes.
    width: usize,
    values: &'b mut [i64],
}

impl Task for Read<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        match self.width {
            4 => self.steps::<I, 4>(isa),
            2 => self.steps::<I, 2>(isa),
            _ => 0,
        }
    }
}

impl Read<'_, '_> {
    #[inline(always)]
    fn steps<I: Isa, const WIDTH: usize>(self, isa: I) -> usize {
        let mut done = 0;
        let steps = self.slots.chunks_exact(WIDTH * LANES);
        for (slots, values) in steps.zip(self.values.as_chunks_mut().0) {
            let mut slot = [0; LANES];
            for (slot, bytes) in slot.iter_mut().zip(slots.chunks_exact(WIDTH)) {
                *slot = match *bytes {
                    [a, b] => u16::from_le_bytes([a, b]).into(),
                    [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
                    _ => return done,
                };
            }
            if !numbers16(isa, &self.records, &slot, values) {
                break;
            }
            done += 1;
        }
        done
    }
}

impl Iterator for I64s<'_, '_> {
    type Item = Option<i64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() && self.odd == 0 {
            self.ready = 0..self.column.fill(&mut self.block);
            if self.ready.is_empty() {
                self.odd = LANES;
            }
        }
        match self.ready.next() {
            Some(i) => Some(Some(self.block[i])),
            None => {
                self.odd -= 1;
                self.one()
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.ready.len() + self.column.len();
        (left, Some(left))
    }

    /// Reads blocks from the first to the last.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut all = init;
        for &value in &self.block[self.ready.clone()] {
            all = f(all, Some(value));
        }
        let mut block = [0; LONG_BLOCK];
        loop {
            for _ in 0..self.odd {
                match self.one() {
                    Some(value) => all = f(all, value),
                    None => return all,
                }
            }
            let count = self.column.fill(&mut block);
            for &value in &block[..count] {
                all = f(all, Some(value));
            }
            self.odd = if count == 0 { LANES } else { 0 };
        }
    }
}

impl ExactSizeIterator for I64s<'_, '_> {}
impl FusedIterator for I64s<'_, '_> {}
