//! [`StreamReader`]: a stream in a file, of which one segment at a time is in memory.

use std::io::{Read, Seek, Write};

use varvel_core::{Error, ErrorKind, Limits, Result};

use super::block;
use super::file::File;
use super::index::{Index, Input};
use super::write::{StreamOptions, StreamWriter};
use crate::frozen::Frozen;
use crate::view::View;

/// A frozen stream in a file, or whatever else reads and seeks.
///
/// In memory are the index, 24 bytes a segment, and the segment that was last asked for. A segment
/// is read and validated each time that one is asked for after another: going through the records
/// in order costs one pass; of a stream that is to be read at random, segments should be small
/// ([`StreamOptions::segment_bytes`](crate::StreamOptions::segment_bytes)).
///
/// Lengths in the file are not trusted: memory grows with the bytes that came, and
/// [`Limits::bytes`] bounds a segment, and an index. The other limits are as for
/// [`Stream`](crate::Stream).
///
/// ```
/// use std::io::Cursor; // or a file
/// use varvel_core::Limits;
/// use varvel_frozen::{StreamOptions, StreamReader, StreamWriter};
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
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamReader<R> {
    file: File<R>,
    index: Index,
    limits: Limits,
    /// The segment that is in memory, by its number.
    current: Option<(usize, Frozen)>,
}

impl<R: Read + Seek> StreamReader<R> {
    /// Reads the index of a stream, which ends where the file does. Linear in the index.
    ///
    /// # Errors
    /// Those of [`Stream::open`](crate::Stream::open), and `Io`.
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

    /// Takes a stream as far as it is whole, from the front, as
    /// [`Stream::recover`](crate::Stream::recover) does. Reads and validates all of it.
    ///
    /// To write on behind it, cut off what is not whole:
    ///
    /// ```no_run
    /// # use varvel_core::Limits;
    /// # use varvel_frozen::{StreamOptions, StreamReader};
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
    /// Those of [`Stream::recover`](crate::Stream::recover), and `Io`.
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

    /// The record with this number, from 0 on.
    ///
    /// # Errors
    /// `NotFound` if there are fewer records; those of [`StreamReader::segment`].
    pub fn record(&mut self, n: u64) -> Result<View<'_>> {
        let (segment, place) = self.index.find(n)?;
        self.segment(segment)?.item(place)
    }

    /// The segment with this number, from 0 on: an array of records. Read and validated, unless it
    /// is the one that was last asked for.
    ///
    /// # Errors
    /// `Io`; `NotFound` if there are fewer segments; `InvalidFrozen`, `UnsupportedVersion` and the
    /// limits if it is no valid one.
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
    /// How many records there are.
    pub fn len(&self) -> u64 {
        self.index.records
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many segments there are.
    pub fn segments(&self) -> usize {
        self.index.segments.len()
    }

    /// How many bytes belong to the stream: all of the file, unless it was recovered.
    pub fn byte_len(&self) -> u64 {
        self.index.end
    }

    /// What is read from.
    pub fn get_ref(&self) -> &R {
        &self.file.input
    }

    /// Gives away what is read from.
    pub fn into_inner(self) -> R {
        self.file.input
    }
}

impl<F: Read + Write + Seek> StreamReader<F> {
    /// Goes over to writing, behind the last block. Unlike [`StreamWriter::append`] it has read the
    /// whole index, and takes a stream without one that was recovered.
    ///
    /// # Errors
    /// `Io`; `TrailingData` if the file goes on behind the stream: it must be cut there first.
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
