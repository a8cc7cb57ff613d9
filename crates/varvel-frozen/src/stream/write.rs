//! [`StreamWriter`]: gathers records into segments, and writes segments and their index to a file.

use alloc::vec::Vec;
use std::io::{Read, Seek, SeekFrom, Write};

use varvel_core::{Duplicates, Encode, Error, ErrorKind, Limits, Result};

use super::block::{self, ALIGN, Entry, IndexBlock};
use super::file::{File, io};
use super::index::{self, Index, Input};
use crate::builder::RecordSink;
use crate::view::View;

/// Options for writing a stream.
///
/// ```
/// use varvel::StreamOptions;
/// let options = StreamOptions { segment_bytes: 64 << 10, ..StreamOptions::DEFAULT };
/// assert_eq!(StreamOptions::DEFAULT.segment_bytes, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// A segment is written when it has about this many bytes: 1 MiB by default. Large segments
    /// share more, since each holds its keys once. With small segments, access to one record reads
    /// and validates less.
    pub segment_bytes: usize,
    /// The policy for objects with duplicate keys.
    pub duplicates: Duplicates,
    /// The limits for each record.
    pub limits: Limits,
}

impl StreamOptions {
    /// The defaults: segments of 1 MiB, no duplicate keys, the default limits.
    pub const DEFAULT: Self = Self {
        segment_bytes: 1 << 20,
        duplicates: Duplicates::Error,
        limits: Limits::DEFAULT,
    };
}

impl Default for StreamOptions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Writes records into a frozen stream.
///
/// Records gather in memory until they make a segment, which is written as a whole. So memory is
/// bounded by a few times the size of a segment and of the largest record, whatever the number of
/// records. [`StreamWriter::finish`] writes the last segment and the index. Without it, the written
/// part does not open as a stream but can be recovered; records in memory are lost.
///
/// A record that fails leaves the stream as it was before, and the next one can follow. After an
/// error of the output, or when memory for the end of a segment was missing, the writer refuses all
/// further records (`Io`).
///
/// ```
/// use varvel::json::{ReadOptions, drive};
/// use varvel::{Stream, StreamOptions, StreamWriter};
/// let log = "{\"at\": 1, \"user\": \"Ada\"}\n{\"at\": \n{\"at\": 3, \"user\": \"Kurt\"}\n";
/// let options = ReadOptions::default();
/// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
/// let mut bad = 0;
/// for line in log.lines() {
///     let result = writer.push_with(|record| drive(line.as_bytes(), &options, record));
///     bad += usize::from(result.is_err());
/// }
/// let stream = Stream::open(writer.finish()?, varvel::Limits::DEFAULT)?;
/// assert_eq!((stream.len(), bad), (2, 1));
/// assert_eq!(stream.record(1)?.field("user")?.str()?, "Kurt");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamWriter<W> {
    blocks: Blocks<W>,
    /// The records that are not written yet.
    record: RecordSink,
    segment_bytes: usize,
}

/// The written part of a stream.
#[derive(Debug)]
struct Blocks<W> {
    output: W,
    /// The position of the next block.
    position: u64,
    /// The number of records in written segments.
    records: u64,
    /// The segments that no index lists yet.
    unlisted: Vec<Entry>,
    /// Whether writing failed. Then the bytes from `position` on are unknown.
    failed: bool,
}

/// After this many segments an index is written, so that they need not be remembered until the end.
const UNLISTED: usize = 1 << 12;

/// Knowledge about keys is dropped when it takes more memory than this, or than four segments.
const KNOWLEDGE: usize = 256 << 10;

impl<W: Write> StreamWriter<W> {
    /// Returns a writer that begins a stream with the next byte of `output`.
    pub fn new(output: W, options: StreamOptions) -> Self {
        let blocks = Blocks {
            output,
            position: 0,
            records: 0,
            unlisted: Vec::new(),
            failed: false,
        };
        Self::with_blocks(blocks, options)
    }

    fn with_blocks(blocks: Blocks<W>, options: StreamOptions) -> Self {
        Self {
            blocks,
            record: RecordSink::with(options.duplicates, options.limits),
            segment_bytes: options.segment_bytes,
        }
    }

    /// Adds a record: a value that encodes itself, such as a view of another document.
    ///
    /// # Errors
    /// The errors of the record, which then is not added; `Io` if a segment cannot be written.
    pub fn push<T: Encode + ?Sized>(&mut self, record: &T) -> Result {
        self.push_with(|sink| record.encode(sink, &()))
    }

    /// Adds the record whose events `give` gives: one node.
    ///
    /// ```
    /// use varvel::{Sink, StreamOptions, StreamWriter};
    /// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// writer.push_with(|record| {
    ///     record.begin_array(None)?;
    ///     record.bool(true)?;
    ///     record.end_array()
    /// })?;
    /// assert!(writer.push_with(|record| record.begin_array(None)).is_err());
    /// assert_eq!(writer.len(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of `give`, and `InvalidEvents` if it does not give one whole node. The record is
    /// not added then, and the records before it stay as they were. `Io` if a segment cannot be
    /// written.
    pub fn push_with(&mut self, give: impl FnOnce(&mut RecordSink) -> Result) -> Result {
        self.blocks.check()?;
        let most = KNOWLEDGE.max(4 * self.segment_bytes);
        if self.record.count() == 0 {
            self.record.start(most / 2)?;
        }
        let result = self.record.add(give);
        // Records that fail add knowledge about keys, too.
        let full = self.record.bytes() >= self.segment_bytes || self.record.knowledge() > most;
        if full {
            self.end_segment()?;
        }
        result
    }

    /// Adds the records of a segment that was made elsewhere, by a
    /// [`SegmentBuilder`](crate::SegmentBuilder) say: writes its bytes unchanged. Records in memory
    /// make a segment of their own before it.
    ///
    /// ```
    /// use varvel::{Encode, Freeze, Limits, Stream, StreamOptions, StreamWriter};
    /// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// writer.push("a")?;
    /// writer.push_segment(Freeze::new().freeze(&["b", "c"])?.view())?;
    /// let stream = Stream::open(writer.finish()?, Limits::DEFAULT)?;
    /// assert_eq!((stream.segments(), stream.record(2)?.str()?), (2, "c"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Unrepresentable` if `segment` is not a whole document, or has a checksum; `TypeMismatch` if
    /// it is not an array, or is empty. `Io` if a segment cannot be written.
    pub fn push_segment(&mut self, segment: View<'_>) -> Result {
        self.blocks.check()?;
        if !segment.is_array() || segment.is_empty() {
            return Err(Error::wrong_kind("an array of records", segment.kind()));
        }
        if !segment.is_root() || block::head(segment.buffer(), 0).is_err() {
            return Err(Error::expected(
                ErrorKind::Unrepresentable,
                "a whole document, without a checksum",
            ));
        }
        self.end_segment()?;
        self.blocks.segment(segment.buffer(), segment.len() as u64)
    }

    /// Returns how many records the stream has, including those not written yet.
    pub fn len(&self) -> u64 {
        self.blocks.records + self.record.count() as u64
    }

    /// Returns whether the stream has no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes all records so far and an index: then the stream is whole, and more records can
    /// follow.
    ///
    /// Each call costs an index, and the next segment cannot share keys with this one.
    ///
    /// # Errors
    /// `Io`, `OutOfMemory`.
    pub fn flush(&mut self) -> Result {
        self.blocks.check()?;
        self.end_segment()?;
        let blocks = &mut self.blocks;
        if !blocks.unlisted.is_empty() || blocks.position == 0 {
            blocks.index()?;
        }
        blocks.output.flush().map_err(io)
    }

    /// Writes all records so far and an index, and returns the output.
    ///
    /// # Errors
    /// The errors of [`StreamWriter::flush`].
    pub fn finish(mut self) -> Result<W> {
        self.flush()?;
        Ok(self.blocks.output)
    }

    /// Returns the output.
    pub fn get_ref(&self) -> &W {
        &self.blocks.output
    }

    /// Writes the records in memory as a segment.
    fn end_segment(&mut self) -> Result {
        let records = self.record.count() as u64;
        if records == 0 {
            return Ok(());
        }
        // The records are lost if memory is missing for the end of the segment.
        self.blocks.failed = true;
        let bytes = self.record.finish()?.buffer();
        self.blocks.segment(bytes, records)
    }
}

impl<W: Write> Blocks<W> {
    fn check(&self) -> Result {
        match self.failed {
            true => Err(failed_before()),
            false => Ok(()),
        }
    }

    /// Writes a segment, and an index if enough segments wait for one.
    fn segment(&mut self, bytes: &[u8], records: u64) -> Result {
        self.failed = true;
        self.unlisted
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        let entry = Entry {
            length: bytes.len() as u64,
            records,
        };
        let padding = bytes.len().next_multiple_of(ALIGN) - bytes.len();
        self.output.write_all(bytes).map_err(io)?;
        self.output.write_all(&[0; ALIGN][..padding]).map_err(io)?;
        self.position += (bytes.len() + padding) as u64;
        self.records += records;
        self.unlisted.push(entry);
        self.failed = false;
        match self.unlisted.len() >= UNLISTED {
            true => self.index(),
            false => Ok(()),
        }
    }

    fn index(&mut self) -> Result {
        self.failed = true;
        let bytes = IndexBlock::lay_out(&self.unlisted, self.records)?;
        self.output.write_all(&bytes).map_err(io)?;
        self.position += bytes.len() as u64;
        self.unlisted.clear();
        self.failed = false;
        Ok(())
    }
}

impl<F: Read + Write + Seek> StreamWriter<F> {
    /// Continues an existing stream behind its end. Overwrites nothing, so the old stream stays
    /// whole until the new index is written. Reads only the last index: constant time, apart from
    /// the segments that this index lists. An empty file becomes a stream.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use varvel::{Limits, StreamOptions, StreamReader, StreamWriter};
    /// let mut writer = StreamWriter::new(Cursor::new(Vec::new()), StreamOptions::DEFAULT);
    /// writer.push("yesterday")?;
    /// let mut file = writer.finish()?;
    ///
    /// let mut writer = StreamWriter::append(&mut file, StreamOptions::DEFAULT)?;
    /// writer.push("today")?;
    /// writer.finish()?;
    ///
    /// let mut reader = StreamReader::open(file, Limits::DEFAULT)?;
    /// assert_eq!(reader.record(0)?.str()?, "yesterday");
    /// assert_eq!(reader.record(1)?.str()?, "today");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidFrozen` if there is no index at the end:
    /// [`StreamReader::recover`](crate::StreamReader::recover) opens such a stream. `Io`,
    /// `UnsupportedVersion`, `OutOfMemory`.
    pub fn append(output: F, options: StreamOptions) -> Result<Self> {
        let mut file = File::new(output);
        let end = file.len()?;
        let records = match end {
            0 => 0,
            _ => index::last(&mut file, end, &Limits::DEFAULT)?.total,
        };
        let index = Index {
            records,
            end,
            ..Index::default()
        };
        Self::behind(file.input, &index, options)
    }

    /// Continues behind the stream that `index` describes.
    pub(super) fn behind(mut output: F, index: &Index, options: StreamOptions) -> Result<Self> {
        output.seek(SeekFrom::Start(index.end)).map_err(io)?;
        let mut unlisted = Vec::new();
        unlisted
            .try_reserve_exact(index.segments.len() - index.listed)
            .map_err(|_| Error::out_of_memory())?;
        unlisted.extend(index.unlisted());
        let blocks = Blocks {
            output,
            position: index.end,
            records: index.records,
            unlisted,
            failed: false,
        };
        Ok(Self::with_blocks(blocks, options))
    }
}

#[cold]
fn failed_before() -> Error {
    Error::new(ErrorKind::Io).with_found("an output that failed before")
}
