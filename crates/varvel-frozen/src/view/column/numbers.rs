//! [`I64s`]: the integers of a column. Records that are laid out alike are read sixteen at a time.
//!
//! With `record` for each of sixteen lanes, `base` what the array's slots count from:
//!
//! ```text
//! record = base - payload of the array's slot       if that is a reference to an object
//! slot   = number at record + member                if the record begins as the first one does
//! value  = number at record - payload of slot       or the payload, for an integer in the slot
//! ```
//!
//! Each line is done for all lanes before the next. A block with a lane that is otherwise is read
//! one by one. Nothing here relies on validation: places are checked as they are read.

use core::iter::FusedIterator;

use varvel_raw::gather::gather16;
use varvel_raw::simd::{Isa, Task, dispatch};

use super::Column;
use crate::layout::tag;
use crate::view::View;

/// Records that are read in one step.
const LANES: usize = 16;

/// Records that are read in one call, in steps that do not wait for each other.
const BLOCK: usize = 4 * LANES;

/// How far before its base a slot of 4 bytes leads.
const REACH: usize = 1 << 28;

/// The integers of a column; see [`Column::i64s`].
#[derive(Clone, Debug)]
pub struct I64s<'a, 'k> {
    column: Column<'a, 'k>,
    block: [i64; BLOCK],
    /// How many of the block are still to come: its last ones.
    ready: usize,
    /// How many records are to be read one by one.
    odd: usize,
}

impl<'a, 'k> Column<'a, 'k> {
    /// Each member as an integer: `None` where there is none that fits `i64`.
    ///
    /// The same as `map(|member| member?.as_i64())`, and several times as fast where records are
    /// alike.
    ///
    /// ```
    /// use varvel_core::Sink;
    /// use varvel_frozen::{Builder, key};
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
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn i64s(self) -> I64s<'a, 'k> {
        I64s {
            column: self,
            block: [0; BLOCK],
            ready: 0,
            odd: 0,
        }
    }
}

impl I64s<'_, '_> {
    /// The next integer, without a block.
    #[inline(always)]
    fn one(&mut self) -> Option<Option<i64>> {
        Some(self.column.next()?.and_then(|member| member.as_i64()))
    }

    /// Reads a block, if there are that many alike.
    #[inline(always)]
    fn fill(&mut self) -> bool {
        let Column { items, key, last } = &mut self.column;
        let site = items.items.first;
        if items.left < BLOCK || !site.is_slot() {
            return false;
        }
        let first = View {
            raw: items.raw,
            site,
        };
        let found = last.member(first, key);
        let (Some(_), Some(member)) = (found, last.member) else {
            return false;
        };
        let buffer = first.buffer();
        let window = site.base().saturating_sub(REACH);
        let (Ok(mask), Some(slots)) = (
            u32::try_from(last.mask),
            buffer.get(site.place..site.place + BLOCK * items.items.distance),
        ) else {
            return false;
        };
        let read = Read {
            alike: Alike {
                bytes: &buffer[window..site.base()],
                base: (site.base() - window) as u32,
                head: last.head as u32,
                mask,
                member: member.place as u32,
            },
            code: member.code(),
            slots,
            values: &mut self.block,
        };
        let whole = dispatch(read);
        if whole {
            items.skip_some(BLOCK);
        }
        whole
    }
}

/// Reads a block of records.
struct Read<'a, 'b> {
    alike: Alike<'a>,
    /// That of the width of the member's slot.
    code: u8,
    /// Those of the array.
    slots: &'a [u8],
    values: &'b mut [i64; BLOCK],
}

impl Task for Read<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> bool {
        match (self.slots.len() / BLOCK, self.code) {
            (4, 0) => self.block::<I, 4, 16>(isa),
            (4, 1) => self.block::<I, 4, 0>(isa),
            (2, 0) => self.block::<I, 2, 16>(isa),
            (2, 1) => self.block::<I, 2, 0>(isa),
            _ => false,
        }
    }
}

impl Read<'_, '_> {
    /// Array slots of `WIDTH` bytes; the highest `SPARE` of 32 bits are not the member's.
    #[inline(always)]
    fn block<I: Isa, const WIDTH: usize, const SPARE: u32>(self, isa: I) -> bool {
        let alike = self.alike;
        let mut other = [0; LANES];
        let steps = self.slots.chunks_exact(WIDTH * LANES);
        for (slots, values) in steps.zip(self.values.as_chunks_mut().0) {
            let mut slot = [0; LANES];
            for (slot, bytes) in slot.iter_mut().zip(slots.chunks_exact(WIDTH)) {
                *slot = match *bytes {
                    [a, b] => u16::from_le_bytes([a, b]).into(),
                    [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
                    _ => return false,
                };
            }
            match alike.members::<I, SPARE>(isa, &slot, &mut other) {
                Some(members) => *values = members.map(i64::from),
                None => return false,
            }
        }
        other.iter().all(|&other| other == 0)
    }
}

/// How records are laid out; see the module.
#[derive(Clone, Copy)]
struct Alike<'a> {
    /// What is before the array, as far as its slots reach.
    bytes: &'a [u8],
    base: u32,
    /// How a record begins, up to its slots, and ones for those bytes.
    head: u32,
    mask: u32,
    /// Where in it the member's slot is.
    member: u32,
}

impl Alike<'_> {
    /// The members of the records that these slots refer to; not zero in `other` for what is not alike
    /// or no integer of 32 bits.
    #[inline(always)]
    fn members<I: Isa, const SPARE: u32>(
        &self,
        isa: I,
        slots: &[u32; LANES],
        other: &mut [u32; LANES],
    ) -> Option<[i32; LANES]> {
        let mut record = [0_u32; LANES];
        let mut member = [0_u32; LANES];
        for i in 0..LANES {
            other[i] |= (slots[i] & 15) ^ u32::from(tag::OBJECT);
            record[i] = self.base.wrapping_sub(slots[i] >> 4);
            member[i] = record[i].wrapping_add(self.member);
        }
        let head = gather16(isa, self.bytes, &record)?;
        let slot = gather16(isa, self.bytes, &member)?;
        let mut place = [0_u32; LANES];
        for i in 0..LANES {
            other[i] |= (head[i] & self.mask) ^ self.head;
            let tag = slot[i] & 15;
            let far = tag == u32::from(tag::I32);
            let back = slot[i] << SPARE >> SPARE >> 4;
            place[i] = record[i].wrapping_sub(if far { back } else { 0 });
            other[i] |= (tag ^ u32::from(tag::I32)).min(tag ^ u32::from(tag::INT));
        }
        let found = gather16(isa, self.bytes, &place)?;
        let mut value = [0; LANES];
        for i in 0..LANES {
            let far = slot[i] & 15 == u32::from(tag::I32);
            let near = (slot[i] << SPARE) as i32 >> SPARE >> 4;
            value[i] = if far { found[i] as i32 } else { near };
        }
        Some(value)
    }
}

impl Iterator for I64s<'_, '_> {
    type Item = Option<i64>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.ready == 0 && self.odd == 0 {
            match self.fill() {
                true => self.ready = BLOCK,
                false => self.odd = BLOCK,
            }
        }
        if self.ready == 0 {
            self.odd -= 1;
            return self.one();
        }
        let value = self.block[BLOCK - self.ready];
        self.ready -= 1;
        Some(Some(value))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.ready + self.column.len();
        (left, Some(left))
    }

    /// Blocks from the first to the last.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut all = init;
        loop {
            let block = &self.block[BLOCK - self.ready..];
            for &value in block {
                all = f(all, Some(value));
            }
            while self.odd != 0 {
                self.odd -= 1;
                match self.one() {
                    Some(value) => all = f(all, value),
                    None => return all,
                }
            }
            match self.fill() {
                true => self.ready = BLOCK,
                false => (self.ready, self.odd) = (0, BLOCK),
            }
        }
    }
}

impl ExactSizeIterator for I64s<'_, '_> {}
impl FusedIterator for I64s<'_, '_> {}
