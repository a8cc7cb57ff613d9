//! [`SegmentReader`]: reads a stream from its front, for inputs that cannot seek.
//!
//! Indexes are read and checked against the segments before them, and then passed over. The number
//! of records of a segment is read from its root before the segment is validated; validation then
//! proves it.

use alloc::vec::Vec;
use std::io::Read;

use varvel_core::{Error, Limits, Result};

use super::block::{self, Entry, HEAD_LEN, IndexBlock, Kind, invalid};
use super::file::{io, read_more};
use crate::layout::checked;
use crate::layout::{ROOT_AT, TREE_END_AT, tag};
use crate::view::View;

/// Reads the segments of a frozen stream in order, from a [`Read`]: a pipe, a socket, a
/// decompressor.
///
/// The input is read from the front to its end, where an index must be: a stream that was cut off
/// is an error after its last whole segment. Memory holds one segment, and 16 bytes for each
/// segment that no index has listed yet. Lengths in the stream are not trusted: memory grows with
/// the bytes that came.
///
/// ```
/// use varvel::{Limits, SegmentReader, StreamOptions, StreamWriter};
/// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
/// (0..1000).try_for_each(|n| writer.push(&n))?;
/// let bytes = writer.finish()?;
///
/// let mut reader = SegmentReader::new(bytes.as_slice(), Limits::DEFAULT);
/// let mut sum = 0;
/// while let Some(records) = reader.next()? {
///     for record in records.items() {
///         sum += record.i64()?;
///     }
/// }
/// assert_eq!((sum, reader.records()), (499_500, 1000));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct SegmentReader<R> {
    input: R,
    limits: Limits,
    /// The offset where the next block begins.
    at: u64,
    /// The head and the length of the segment at `at`, if its head was read.
    head: Option<([u8; HEAD_LEN], u64)>,
    segments: u64,
    records: u64,
    /// The segments that no index has listed.
    unlisted: Vec<Entry>,
    /// Whether the last block was an index, so that the stream may end.
    complete: bool,
    /// Whether the input is a part of a stream, which may end after any block.
    part: bool,
    /// The segment that was returned last.
    buffer: Vec<u8>,
}

/// A segment that was read but not validated. Its bytes are in the buffer that was given to
/// [`SegmentReader::read_next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawSegment {
    /// The number of the segment in the stream, from 0 on.
    pub number: u64,
    /// The position in the stream at which the segment begins.
    pub offset: u64,
    /// The number of the segment's first record.
    pub first: u64,
    /// The length of the segment in bytes, not counting the padding up to the next block.
    pub length: u64,
}

impl RawSegment {
    /// Returns the length of the segment with the padding up to the next block.
    pub fn padded(&self) -> u64 {
        block::padded(self.length).unwrap_or(u64::MAX)
    }

    /// Validates the segment as an array of records. `bytes` goes up to the next block.
    ///
    /// # Errors
    /// `InvalidFrozen` and the errors of limits; offsets count from the start of the segment.
    pub fn validate<'a>(&self, bytes: &'a [u8], limits: &Limits) -> Result<View<'a>> {
        block::segment(bytes, 0, self.length, limits)
    }
}

impl<R: Read> SegmentReader<R> {
    /// Returns a reader that begins with the next byte of `input`, the first byte of a stream. The
    /// limits are as for [`Stream`](crate::Stream).
    pub fn new(input: R, limits: Limits) -> Self {
        Self {
            input,
            limits,
            at: 0,
            head: None,
            segments: 0,
            records: 0,
            unlisted: Vec::new(),
            complete: false,
            part: false,
            buffer: Vec::new(),
        }
    }

    /// Returns a reader of a part of a stream: `input` begins with the segment `first` and ends
    /// after any block. Places and numbers are those in the whole stream.
    ///
    /// The length in `first` does not count. An index in the part is checked by itself, but not
    /// against the segments, which it may list only in part.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use varvel::{Limits, SegmentReader, StreamOptions, StreamReader, StreamWriter};
    /// let options = StreamOptions { segment_bytes: 100, ..StreamOptions::DEFAULT };
    /// let mut writer = StreamWriter::new(Vec::new(), options);
    /// (0..1000).try_for_each(|n| writer.push(&n))?;
    /// let bytes = writer.finish()?;
    ///
    /// let stream = StreamReader::open(Cursor::new(&bytes), Limits::DEFAULT)?;
    /// let second = stream.place(1).unwrap();
    /// let begin = second.offset as usize;
    /// let part = &bytes[begin..begin + second.padded() as usize];
    /// let mut reader = SegmentReader::of_part(part, Limits::DEFAULT, second);
    /// let records = reader.next()?.unwrap();
    /// assert_eq!(records.item(0)?.i64()?, second.first as i64);
    /// assert!(reader.next()?.is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn of_part(input: R, limits: Limits, first: RawSegment) -> Self {
        Self {
            at: first.offset,
            segments: first.number,
            records: first.first,
            part: true,
            ..Self::new(input, limits)
        }
    }

    /// Returns the records of the next segment, if there is one, until the next call.
    ///
    /// # Errors
    /// `Io`; `InvalidFrozen` with the offset in the stream, `UnsupportedVersion`, and the errors of
    /// limits, if the next block is not valid. Nothing more can be read then.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<View<'_>>> {
        let mut buffer = core::mem::take(&mut self.buffer);
        buffer.clear();
        let segment = self.read_next(&mut buffer)?;
        self.buffer = buffer;
        segment
            .map(|segment| {
                block::segment(&self.buffer, segment.offset, segment.length, &self.limits)
            })
            .transpose()
    }

    /// Returns the length of the next segment in bytes, if there is one, as its head states it.
    /// [`SegmentReader::read_next`] will need this much memory if so many bytes come.
    ///
    /// # Errors
    /// The errors of [`SegmentReader::next`].
    pub fn next_length(&mut self) -> Result<Option<u64>> {
        while self.head.is_none() {
            let Some(head) = self.read_head()? else {
                return match self.complete || self.part {
                    true => Ok(None),
                    false => Err(invalid(self.at, "an index that ends here")),
                };
            };
            let (kind, length) = block::head(&head, self.at)?;
            block::check_length(self.at, length, &self.limits)?;
            match kind {
                Kind::Segment => self.head = Some((head, length)),
                Kind::Index => self.pass(head, length)?,
            }
        }
        Ok(self.head.map(|(_, length)| length))
    }

    /// Appends the bytes of the next segment to `buffer`, with the padding up to the next block.
    /// Does not validate them: another thread, say, may do that with [`RawSegment::validate`].
    ///
    /// ```
    /// # use varvel::{Limits, SegmentReader, StreamOptions, StreamWriter};
    /// # let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// # writer.push("a")?;
    /// # let bytes = writer.finish()?;
    /// let mut reader = SegmentReader::new(bytes.as_slice(), Limits::DEFAULT);
    /// let mut buffer = Vec::new();
    /// let segment = reader.read_next(&mut buffer)?.unwrap();
    /// assert_eq!(segment.validate(&buffer, &Limits::DEFAULT)?.item(0)?.str()?, "a");
    /// assert!(reader.read_next(&mut buffer)?.is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`SegmentReader::next`], except those of validation.
    pub fn read_next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<RawSegment>> {
        self.next_length()?;
        let Some((head, length)) = self.head.take() else {
            return Ok(None);
        };
        let from = buffer.len();
        self.read_block(head, length, buffer)?;
        let entry = Entry {
            length,
            records: records(&buffer[from..]).unwrap_or(0) as u64,
        };
        if !self.part {
            self.unlisted
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.unlisted.push(entry);
        }
        let segment = RawSegment {
            number: self.segments,
            offset: self.at,
            first: self.records,
            length,
        };
        self.complete = false;
        self.segments = self.segments.saturating_add(1);
        self.records = self.records.saturating_add(entry.records);
        self.at = self.at.saturating_add(segment.padded());
        Ok(Some(segment))
    }

    /// Returns the number of records in the segments read so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns how many bytes of the stream were read so far, up to the end of a block.
    pub fn offset(&self) -> u64 {
        self.at
    }

    /// Reads the first bytes of the next block, or returns `None` at the end of the input.
    fn read_head(&mut self) -> Result<Option<[u8; HEAD_LEN]>> {
        let mut head = [0; HEAD_LEN];
        let mut came = 0;
        while came < HEAD_LEN {
            match self.input.read(&mut head[came..]) {
                Ok(0) if came == 0 => return Ok(None),
                Ok(0) => return Err(invalid(self.at + came as u64, "the rest of a block")),
                Ok(n) => came += n.min(HEAD_LEN - came),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(io(error)),
            }
        }
        Ok(Some(head))
    }

    /// Appends the block with this head and length to `buffer`, up to the next block.
    fn read_block(&mut self, head: [u8; HEAD_LEN], length: u64, buffer: &mut Vec<u8>) -> Result {
        let Some(padded) = block::padded(length) else {
            return Err(invalid(self.at + 8, "the length of a block"));
        };
        buffer
            .try_reserve(HEAD_LEN)
            .map_err(|_| Error::out_of_memory())?;
        buffer.extend_from_slice(&head);
        // The shortest block is longer than a head.
        let rest = padded - HEAD_LEN as u64;
        let came = read_more(&mut self.input, buffer, rest)?;
        match came == rest {
            true => Ok(()),
            false => {
                let end = self.at.saturating_add(HEAD_LEN as u64 + came);
                Err(invalid(end, "the rest of a block"))
            }
        }
    }

    /// Reads an index, which must list the segments since the one before; in a part of a stream it
    /// may list others.
    fn pass(&mut self, head: [u8; HEAD_LEN], length: u64) -> Result {
        let mut bytes = Vec::new();
        self.read_block(head, length, &mut bytes)?;
        let index = IndexBlock::parse(&bytes, self.at)?;
        let lists = || index.entries().eq(self.unlisted.iter().copied());
        if !self.part && (index.total != self.records || !lists()) {
            return Err(invalid(self.at, "an index of the segments before it"));
        }
        self.unlisted.clear();
        self.complete = true;
        self.at = self.at.saturating_add(bytes.len() as u64);
        Ok(())
    }

    /// Returns the input.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.input
    }

    /// Returns the input and drops the reader.
    pub fn into_inner(self) -> R {
        self.input
    }
}

/// Returns how many items the root of a buffer has, if it is an array. In an invalid buffer the
/// number may be anything.
fn records(bytes: &[u8]) -> Option<usize> {
    let root = checked::uint(bytes, ROOT_AT, 8)?;
    let tree_end = checked::count(bytes, TREE_END_AT, 8)?;
    let back = usize::try_from(root >> 4).ok()?;
    let at = tree_end.checked_sub(back)?;
    match root as u8 & 15 {
        tag::ARRAY => checked::array(bytes, at).map(|slots| slots.count),
        tag::PACKED => checked::packed(bytes, at).map(|packed| packed.rows.unwrap_or(packed.cols)),
        _ => None,
    }
}
