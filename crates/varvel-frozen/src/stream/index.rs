//! [`Index`]: where the segments of a stream are, and which records are in them.
//!
//! The index is read from the index blocks, the last one first: each ends where the segments begin
//! that the next one lists. If the end of the stream is missing, the index is made anew, block by
//! block from the front.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Limits, Result};

use super::block::{self, Entry, FOOT_LEN, HEAD_LEN, IndexBlock, Kind, MIN_INDEX, invalid};
use crate::layout::checked;

/// The bytes of a stream, in memory or in a file.
pub trait Input {
    /// Returns how many bytes there are; fewer than 2^63.
    fn len(&mut self) -> Result<u64>;

    /// Returns `length` bytes from `at` on. The caller knows that there are so many.
    fn bytes(&mut self, at: u64, length: u64) -> Result<&[u8]>;
}

impl Input for &[u8] {
    fn len(&mut self) -> Result<u64> {
        Ok(<[u8]>::len(self) as u64)
    }

    fn bytes(&mut self, at: u64, length: u64) -> Result<&[u8]> {
        // A `usize` counts everything in memory.
        let (at, length) = (at as usize, length as usize);
        self.get(at..at.saturating_add(length))
            .ok_or_else(|| invalid(at as u64, "more bytes"))
    }
}

/// A segment that an index lists, or that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub at: u64,
    pub length: u64,
    /// The number of its first record.
    pub first: u64,
}

/// The known contents of a stream.
#[derive(Debug, Default)]
pub struct Index {
    /// The segments in the order of the stream; each has records.
    pub segments: Vec<Segment>,
    /// How many of the segments an index of the stream lists.
    pub listed: usize,
    /// The number of records in all.
    pub records: u64,
    /// The offset where the last block ends.
    pub end: u64,
}

impl Index {
    /// Reads the indexes of a stream, and nothing else of it.
    pub fn read(input: &mut impl Input, limits: &Limits) -> Result<Self> {
        let mut index = Self {
            end: input.len()?,
            ..Self::default()
        };
        let mut end = index.end;
        let mut total = None;
        loop {
            let block = last(input, end, limits)?;
            match total {
                None => index.records = block.total,
                Some(total) if total == block.total => {}
                Some(_) => return Err(invalid(end, "the number of records before here")),
            }
            index.list(&block)?;
            if block.start == 0 {
                break;
            }
            end = block.start;
            total = Some(block.before);
        }
        index.segments.reverse();
        index.listed = index.segments.len();
        Ok(index)
    }

    /// Adds the segments that an index lists, the last one first.
    fn list(&mut self, block: &IndexBlock<'_>) -> Result {
        let from = self.segments.len();
        let (mut at, mut first) = (block.start, block.before);
        let entries = block.entries();
        self.make_room(entries.len())?;
        for entry in entries {
            self.segments.push(Segment {
                at,
                length: entry.length,
                first,
            });
            // Parsing the block has added up these numbers already.
            at = at.saturating_add(block::padded(entry.length).unwrap_or(0));
            first = first.saturating_add(entry.records);
        }
        self.segments[from..].reverse();
        Ok(())
    }

    fn make_room(&mut self, count: usize) -> Result {
        self.segments
            .try_reserve(count)
            .map_err(|_| Error::out_of_memory())
    }

    /// Walks a stream from the front, as far as its blocks are whole. Validates all segments.
    ///
    /// A block beyond the limits, or of another version, is an error, since it may be whole.
    pub fn recover(input: &mut impl Input, limits: &Limits) -> Result<Self> {
        let mut index = Self::default();
        let len = input.len()?;
        loop {
            match index.go_on(input, len, limits) {
                Ok(true) => {}
                Ok(false) => return Ok(index),
                Err(error) if error.kind() == ErrorKind::InvalidFrozen => return Ok(index),
                Err(error) => return Err(error),
            }
        }
    }

    /// Adds the next block. Returns `false` at the end.
    fn go_on(&mut self, input: &mut impl Input, len: u64, limits: &Limits) -> Result<bool> {
        let at = self.end;
        if at == len {
            return Ok(false);
        }
        let left = len - at;
        let (kind, length) = block::head(input.bytes(at, left.min(HEAD_LEN as u64))?, at)?;
        let Some(padded) = block::padded(length).filter(|&padded| padded <= left) else {
            return Err(invalid(len, "the rest of a block"));
        };
        block::check_length(at, length, limits)?;
        let bytes = input.bytes(at, padded)?;
        match kind {
            Kind::Segment => {
                let records = block::segment(bytes, at, length, limits)?.len();
                self.make_room(1)?;
                self.segments.push(Segment {
                    at,
                    length,
                    first: self.records,
                });
                self.records += records as u64;
            }
            Kind::Index => {
                let block = IndexBlock::parse(bytes, at)?;
                if block.total != self.records || !block.entries().eq(self.unlisted()) {
                    return Err(invalid(at, "an index of the segments before it"));
                }
                self.listed = self.segments.len();
            }
        }
        self.end = at + padded;
        Ok(true)
    }

    /// Returns entries of an index for the segments that no index lists yet.
    pub fn unlisted(&self) -> impl Iterator<Item = Entry> {
        (self.listed..self.segments.len()).map(|i| Entry {
            length: self.segments[i].length,
            records: self.records_of(i),
        })
    }

    /// Returns how many records a segment has.
    pub fn records_of(&self, i: usize) -> u64 {
        let next = self.segments.get(i + 1);
        let end = next.map_or(self.records, |segment| segment.first);
        self.segments
            .get(i)
            .map_or(0, |segment| end - segment.first)
    }

    /// Returns the segment that holds record `n`, and the place of the record in the segment.
    pub fn find(&self, n: u64) -> Result<(usize, usize)> {
        if n >= self.records {
            let few = alloc::format!("one of {} records", self.records);
            return Err(Error::expected(ErrorKind::NotFound, few));
        }
        let i = self.segments.partition_point(|segment| segment.first <= n);
        let i = i.saturating_sub(1);
        let place = n - self.segments[i].first;
        // A record takes at least a byte of a segment in memory, so a greater place does not exist.
        Ok((i, usize::try_from(place).unwrap_or(usize::MAX)))
    }

    /// Returns the segment with the number `i`.
    pub fn segment(&self, i: usize) -> Result<Segment> {
        self.segments.get(i).copied().ok_or_else(|| {
            let few = alloc::format!("one of {} segments", self.segments.len());
            Error::expected(ErrorKind::NotFound, few)
        })
    }

    /// Returns an error unless the segment `i` has as many records as the index states.
    pub fn check(&self, i: usize, records: usize) -> Result {
        let says = self.records_of(i);
        if says == records as u64 {
            return Ok(());
        }
        let at = self.segments[i].at;
        Err(invalid(at, alloc::format!("{says} records")))
    }
}

/// Reads the index that ends at `end`.
pub fn last<'a>(input: &'a mut impl Input, end: u64, limits: &Limits) -> Result<IndexBlock<'a>> {
    let no_index = || invalid(end, "an index that ends here");
    if end < MIN_INDEX as u64 || !end.is_multiple_of(block::ALIGN as u64) {
        return Err(no_index());
    }
    let foot = input.bytes(end - FOOT_LEN as u64, FOOT_LEN as u64)?;
    if !foot.ends_with(&block::MAGIC) {
        return Err(no_index());
    }
    let length = checked::uint(foot, 0, 8).unwrap_or(0);
    let at = end.checked_sub(length).ok_or_else(no_index)?;
    block::check_length(at, length, limits)?;
    // Reads the head first: of bytes that only end like an index, in a sparse file say, it reads no
    // more.
    let head = input.bytes(at, length.min(HEAD_LEN as u64))?;
    let (Kind::Index, _) = block::head(head, at)? else {
        return Err(invalid(at, "an index"));
    };
    IndexBlock::parse(input.bytes(at, length)?, at)
}
