//! [`StreamReader`]: reads a stream in a file, with one segment at a time in memory.

use std::io::{Read, Seek, Write};

use varvel_core::{Error, ErrorKind, Limits, Result};

use super::block;
use super::file::File;
use super::forward::RawSegment;
use super::index::{Index, Input};
use super::write::{StreamOptions, StreamWriter};
use crate::frozen::Frozen;
use crate::view::View;

/// Reads a frozen stream in a file, or in another input that can seek.
///
/// Memory holds the index, 24 bytes a segment, and the segment of the last access. Each access to
/// another segment reads and validates it anew. So reading the records in order costs one pass; for
/// access in any order, segments should be small
/// ([`StreamOptions::segment_bytes`](crate::StreamOptions::segment_bytes)).
///
/// Lengths in the file are not trusted: memory grows with the bytes that came, and
/// [`Limits::bytes`] bounds a segment, and an index. The other limits are as for
/// [`Stream`](crate::Stream).
///
/// ```
/// use std::io::Cursor; // or a file
/// use varvel::{Limits, StreamOptions, StreamReader, StreamWriter};
/// let mut writer = StreamWriter::new(Cursor::new(Vec::new()), StreamOptions::DEFAULT);
/// for n in 0..1000 {
///     writer.push(&n)?;
/// }
/// let file = writer.finish()?;
///
/// let mut reader = StreamReader::open(file, Limits::DEFAULT)?;
/// assert_eq!(reader.record(700)?.i64()?, 700);
/// for n in 0..reader.len() {
///     assert_eq!(reader.record(n)?.i64()?, n as i64);
/// }
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamReader<R> {
    file: File<R>,
    index: Index,
    limits: Limits,
    /// The segment in memory, with its number.
    current: Option<(usize, Frozen)>,
}

impl<R: Read + Seek> StreamReader<R> {
    /// Reads the index of a stream, which ends where the file ends. Costs time linear in the index.
    ///
    /// # Errors
    /// The errors of [`Stream::open`](crate::Stream::open), and `Io`.
    pub fn open(input: R, limits: Limits) -> Result<Self> {
        let mut file = File::new(input);
        let index = Index::read(&mut file, &limits)?;
        Ok(Self {
            file,
            index,
            limits,
            current: None,
        })
    }

    /// Opens a stream as far as it is whole, from the front, as
    /// [`Stream::recover`](crate::Stream::recover) does. Reads and validates all of it.
    ///
    /// Before you append to such a stream, cut off the rest of the file:
    ///
    /// ```no_run
    /// # use varvel::{Limits, StreamOptions, StreamReader};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = std::fs::File::options().read(true).write(true).open("log.varvel")?;
    /// let reader = StreamReader::recover(file, Limits::DEFAULT)?;
    /// reader.get_ref().set_len(reader.byte_len())?;
    /// let mut writer = reader.into_writer(StreamOptions::DEFAULT)?;
    /// writer.push("the first after the crash")?;
    /// writer.finish()?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The errors of [`Stream::recover`](crate::Stream::recover), and `Io`.
    pub fn recover(input: R, limits: Limits) -> Result<Self> {
        let mut file = File::new(input);
        let index = Index::recover(&mut file, &limits)?;
        Ok(Self {
            file,
            index,
            limits,
            current: None,
        })
    }

    /// Returns the record with this number, from 0 on.
    ///
    /// # Errors
    /// `NotFound` if there are fewer records; the errors of [`StreamReader::segment`].
    pub fn record(&mut self, n: u64) -> Result<View<'_>> {
        let (segment, place) = self.index.find(n)?;
        self.segment(segment)?.item(place)
    }

    /// Returns the segment with this number, from 0 on, as an array of records. Reads and validates
    /// it, unless it is the segment of the last access.
    ///
    /// # Errors
    /// `Io`; `NotFound` if there are fewer segments; `InvalidFrozen`, `UnsupportedVersion` and the
    /// errors of limits if the segment is not valid.
    pub fn segment(&mut self, i: usize) -> Result<View<'_>> {
        let current = match self.current.take() {
            Some(current) if current.0 == i => current,
            other => (i, self.load(i, other)?),
        };
        Ok(self.current.insert(current).1.view())
    }

    /// Reads a segment into the memory of the one before.
    fn load(&mut self, i: usize, before: Option<(usize, Frozen)>) -> Result<Frozen> {
        let segment = self.index.segment(i)?;
        block::check_length(segment.at, segment.length, &self.limits)?;
        if let Some((_, before)) = before {
            self.file.buffer = before.into_bytes();
        }
        let padded = segment.length.next_multiple_of(block::ALIGN as u64);
        let bytes = self.file.bytes(segment.at, padded)?;
        let view = block::segment(bytes, segment.at, segment.length, &self.limits)?;
        self.index.check(i, view.len())?;
        let mut bytes = core::mem::take(&mut self.file.buffer);
        bytes.truncate(segment.length as usize);
        // SAFETY: `block::segment` has validated these bytes.
        Ok(unsafe { Frozen::from_bytes_unchecked(bytes) })
    }
}

impl<R> StreamReader<R> {
    /// Returns how many records there are.
    pub fn len(&self) -> u64 {
        self.index.records
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many segments there are.
    pub fn segments(&self) -> usize {
        self.index.segments.len()
    }

    /// Returns the place of the segment with this number, from 0 on, as the index states it; `None`
    /// if there are fewer. The segment is not read: [`SegmentReader::of_part`] has an example.
    ///
    /// [`SegmentReader::of_part`]: crate::SegmentReader::of_part
    pub fn place(&self, i: usize) -> Option<RawSegment> {
        let segment = self.index.segments.get(i)?;
        Some(RawSegment {
            number: i as u64,
            offset: segment.at,
            first: segment.first,
            length: segment.length,
        })
    }

    /// Returns how many bytes belong to the stream: the whole file, unless it was recovered.
    pub fn byte_len(&self) -> u64 {
        self.index.end
    }

    /// Returns the input.
    pub fn get_ref(&self) -> &R {
        &self.file.input
    }

    /// Returns the input and drops the reader.
    pub fn into_inner(self) -> R {
        self.file.input
    }
}

impl<F: Read + Write + Seek> StreamReader<F> {
    /// Turns the reader into a writer behind the last block. Unlike [`StreamWriter::append`], this
    /// has read the whole index, and accepts a recovered stream without one at the end.
    ///
    /// # Errors
    /// `Io`; `TrailingData` if the file goes on behind the stream: cut it there first.
    pub fn into_writer(mut self, options: StreamOptions) -> Result<StreamWriter<F>> {
        let len = self.file.len()?;
        if len != self.byte_len() {
            let end = alloc::format!("the end of the file at byte {}", self.byte_len());
            return Err(Error::expected(ErrorKind::TrailingData, end)
                .with_offset(block::offset(self.byte_len()))
                .with_hint("cut the file there before more is written"));
        }
        StreamWriter::behind(self.file.input, &self.index, options)
    }
}
