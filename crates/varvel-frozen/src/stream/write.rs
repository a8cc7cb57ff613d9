//! [`StreamWriter`]: records into segments, segments and their index into a file.

use alloc::vec::Vec;
use std::io::{Read, Seek, SeekFrom, Write};

use varvel_core::{Duplicates, Encode, Error, ErrorKind, Limits, Result};

use super::block::{self, ALIGN, Entry, IndexBlock};
use super::file::{File, io};
use super::index::{self, Index, Input};
use crate::builder::RecordSink;
use crate::view::View;

/// How a stream is written.
///
/// ```
/// use varvel_frozen::StreamOptions;
/// let options = StreamOptions { segment_bytes: 64 << 10, ..StreamOptions::DEFAULT };
/// assert_eq!(StreamOptions::DEFAULT.segment_bytes, 1 << 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// A segment is written when it has about so many bytes: 1 MiB by default. Large segments share
    /// more (each has its keys once); of small ones less is read, and validated, to get at one
    /// record.
    pub segment_bytes: usize,
    /// What is done where an object has a key twice.
    pub duplicates: Duplicates,
    /// The limits for each record.
    pub limits: Limits,
}

impl StreamOptions {
    /// Segments of 1 MiB, no duplicate keys, the default limits.
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
/// Records gather in memory until they make a segment, which is written as a whole; memory is
/// bounded by a few times that and the largest record, whatever the number of records.
/// [`StreamWriter::finish`] writes the last segment and the index. Without that, what was written
/// so far is no stream that opens, but one that can be recovered; records that wait in memory are
/// lost.
///
/// A record that fails leaves the stream as it was before it, and the next one can follow. After an
/// error of the output, or where memory for the end of a segment could not be had, the writer takes
/// nothing more (`Io`).
///
/// ```
/// use varvel_frozen::{Stream, StreamOptions, StreamWriter};
/// use varvel_json::{ReadOptions, drive};
/// let log = "{\"at\": 1, \"user\": \"Ada\"}\n{\"at\": \n{\"at\": 3, \"user\": \"Kurt\"}\n";
/// let options = ReadOptions::default();
/// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
/// let mut bad = 0;
/// for line in log.lines() {
///     let result = writer.push_with(|record| drive(line.as_bytes(), &options, record));
///     bad += usize::from(result.is_err());
/// }
/// let stream = Stream::open(writer.finish()?, varvel_core::Limits::DEFAULT)?;
/// assert_eq!((stream.len(), bad), (2, 1));
/// assert_eq!(stream.record(1)?.field("user")?.str()?, "Kurt");
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct StreamWriter<W> {
    blocks: Blocks<W>,
    /// The records that wait.
    record: RecordSink,
    segment_bytes: usize,
}

/// What is written.
#[derive(Debug)]
struct Blocks<W> {
    output: W,
    /// Where the next block goes.
    position: u64,
    /// Records in the segments that are written.
    records: u64,
    /// The segments that no index lists yet.
    unlisted: Vec<Entry>,
    /// Whether writing failed: what is behind `position`, nobody knows.
    failed: bool,
}

/// So many segments get an index, so that they need not be remembered until the end.
const UNLISTED: usize = 1 << 12;

/// What is learned of keys is forgotten when it takes more memory than this, or than four segments.
const KNOWLEDGE: usize = 256 << 10;

impl<W: Write> StreamWriter<W> {
    /// Begins a stream with the next byte of `output`.
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

    /// Adds a record: a type that encodes itself, a view of another document.
    ///
    /// # Errors
    /// Those of the record, which then is not added; `Io` if a segment cannot be written.
    pub fn push<T: Encode + ?Sized>(&mut self, record: &T) -> Result {
        self.push_with(|sink| record.encode(sink, &()))
    }

    /// Adds the record whose events `give` gives: one node.
    ///
    /// ```
    /// use varvel_core::Sink;
    /// use varvel_frozen::{StreamOptions, StreamWriter};
    /// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// writer.push_with(|record| {
    ///     record.begin_array(None)?;
    ///     record.bool(true)?;
    ///     record.end_array()
    /// })?;
    /// assert!(writer.push_with(|record| record.begin_array(None)).is_err());
    /// assert_eq!(writer.len(), 1);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `give`, and `InvalidEvents` if it does not give one whole node; the record is not
    /// added then, and what was before it is as it was. `Io` if a segment cannot be written.
    pub fn push_with(&mut self, give: impl FnOnce(&mut RecordSink) -> Result) -> Result {
        self.blocks.check()?;
        let most = KNOWLEDGE.max(4 * self.segment_bytes);
        if self.record.count() == 0 {
            self.record.start(most / 2)?;
        }
        let result = self.record.add(give);
        // Records that fail teach keys, too.
        let full = self.record.bytes() >= self.segment_bytes || self.record.knowledge() > most;
        if full {
            self.end_segment()?;
        }
        result
    }

    /// Adds the records of a segment that was made elsewhere, by a
    /// [`SegmentBuilder`](crate::SegmentBuilder) say: its bytes are written as they are. Records
    /// that wait make a segment of their own before it.
    ///
    /// ```
    /// use varvel_core::{Encode, Limits};
    /// use varvel_frozen::{Freeze, Stream, StreamOptions, StreamWriter};
    /// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// writer.push("a")?;
    /// writer.push_segment(Freeze::new().freeze(&["b", "c"])?.view())?;
    /// let stream = Stream::open(writer.finish()?, Limits::DEFAULT)?;
    /// assert_eq!((stream.segments(), stream.record(2)?.str()?), (2, "c"));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `Unrepresentable` if this is no whole document, or one with a checksum; `TypeMismatch` if it
    /// is no array, or an empty one. `Io` if a segment cannot be written.
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

    /// How many records the stream has, those that are not written yet included.
    pub fn len(&self) -> u64 {
        self.blocks.records + self.record.count() as u64
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes all records that came, and an index: the stream is whole then, and can go on.
    ///
    /// Each time costs an index, and what the next segment could have shared with this one.
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

    /// The same, and gives the output back.
    ///
    /// # Errors
    /// Those of [`StreamWriter::flush`].
    pub fn finish(mut self) -> Result<W> {
        self.flush()?;
        Ok(self.blocks.output)
    }

    /// What is written to.
    pub fn get_ref(&self) -> &W {
        &self.blocks.output
    }

    /// Writes the records that wait.
    fn end_segment(&mut self) -> Result {
        let records = self.record.count() as u64;
        if records == 0 {
            return Ok(());
        }
        // They are lost if their end finds no memory.
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

    /// Writes a segment, and an index if many wait for one.
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
    /// Goes on with a stream that is there, behind its end; nothing of it is written over, so that
    /// it is whole until the new index is. Reads the last index only: constant time, but for the
    /// segments that this lists. A file without a byte becomes a stream.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use varvel_core::Limits;
    /// use varvel_frozen::{StreamOptions, StreamReader, StreamWriter};
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
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidFrozen` if there is no index at the end:
    /// [`StreamReader::recover`](crate::StreamReader::recover) has what is left of such a stream.
    /// `Io`, `UnsupportedVersion`, `OutOfMemory`.
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

    /// Goes on behind a stream of this index.
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
