//! [`RecordReader`]: the records of a [`Read`]. [`next_record`]: one record, and no byte more.

use alloc::vec::Vec;
use core::ops::Range;
use std::io::{ErrorKind, Read};

use super::splitter::Found;
use super::{Record, RecordFormat, Splitter};
use crate::error::{Error, Result};
use crate::limits::Limits;

/// How many bytes are asked for at a time.
const STEP: usize = 32 << 10;

/// The records that a [`Read`] gives, one after the other.
///
/// Memory is 32 KiB, and that of [`Splitter`] for records that had to be put together.
///
/// ```
/// use varvel::format::{RecordFormat, RecordReader};
/// use varvel::{Limits, Result, json::Json};
/// /// How many documents the input has.
/// fn count<F: RecordFormat>(input: impl std::io::Read) -> Result<u64> {
///     let mut records = RecordReader::<_, F>::new(input, &Limits::DEFAULT);
///     let mut count = 0;
///     while records.next()?.is_some() {
///         count += 1;
///     }
///     Ok(count)
/// }
/// assert_eq!(count::<Json>(&b"{}\n[1, 2]\n"[..])?, 2);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct RecordReader<R, F: RecordFormat> {
    input: R,
    splitter: Splitter<F>,
    buffer: Vec<u8>,
    /// The range of the buffer that was read and is not split yet.
    unread: Range<usize>,
    /// The record that the last call found.
    found: Option<Found>,
    /// The range of the buffer that the last call split.
    passed: Range<usize>,
}

impl<R: Read, F: RecordFormat> RecordReader<R, F> {
    /// Makes a reader of the records of `input`.
    pub fn new(input: R, limits: &Limits) -> Self {
        Self {
            input,
            splitter: Splitter::new(limits),
            buffer: Vec::new(),
            unread: 0..0,
            found: None,
            passed: 0..0,
        }
    }

    /// Returns the next record that has a document, if there is one. It is lent until the next
    /// call.
    ///
    /// # Errors
    /// `Io`, after which it can be called again. `UnexpectedEnd` if the input ends inside of a
    /// record (with an offset in the record), or where another record must follow. `SizeLimit` and
    /// `TrailingData`, which all further calls return, too. `OutOfMemory`.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<Record<'_>>> {
        self.advance()?;
        Ok(self.current())
    }

    /// Goes on to the next record if it ends in the bytes that have been read. Returns `false` if
    /// it does not: [`RecordReader::advance`] then reads more.
    ///
    /// ```
    /// use std::io::{self, Read, Write};
    /// use varvel::format::{RecordFormat, RecordReader};
    /// use varvel::json::Json;
    /// /// Copies the documents, and flushes them before it waits for another.
    /// fn copy<F: RecordFormat>(input: impl Read, mut output: impl Write) -> io::Result<()> {
    ///     let mut records = RecordReader::<_, F>::new(input, &varvel::Limits::DEFAULT);
    ///     loop {
    ///         if !records.try_advance().map_err(io::Error::other)? {
    ///             output.flush()?;
    ///             records.advance().map_err(io::Error::other)?;
    ///         }
    ///         let Some(record) = records.current() else {
    ///             return Ok(());
    ///         };
    ///         output.write_all(record.document)?;
    ///     }
    /// }
    /// let mut output = Vec::new();
    /// copy::<Json>(&b"1\n[2]\n"[..], &mut output)?;
    /// assert_eq!(output, b"1[2]");
    /// # Ok::<(), io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`RecordReader::next`].
    pub fn try_advance(&mut self) -> Result<bool> {
        self.found = None;
        let begin = self.unread.start;
        let mut piece = &self.buffer[self.unread.clone()];
        let found = self.splitter.find(&mut piece);
        self.unread.start = self.unread.end - piece.len();
        self.passed = begin..self.unread.start;
        self.found = found?;
        Ok(self.found.is_some())
    }

    /// Goes on to the next record that has a document. [`RecordReader::current`] then lends it.
    ///
    /// # Errors
    /// The errors of [`RecordReader::next`].
    pub fn advance(&mut self) -> Result {
        loop {
            if self.try_advance()? {
                return Ok(());
            }
            if !self.more()? {
                self.found = self.splitter.find_last()?;
                return Ok(());
            }
        }
    }

    /// Lends the record that the last call found; `None` if it found none, or failed.
    pub fn current(&self) -> Option<Record<'_>> {
        let passed = &self.buffer[self.passed.clone()];
        let found = self.found.as_ref()?;
        Some(self.splitter.lend(found, passed))
    }

    /// Returns where in the input the next record begins, in bytes. After an error this is the
    /// beginning of the record with the error.
    pub const fn offset(&self) -> u64 {
        self.splitter.offset()
    }

    /// Returns the number of the next record; after an error, that of the record with the error.
    pub const fn number(&self) -> u64 {
        self.splitter.number()
    }

    /// Returns the line and the column of a byte of the record in which an error was found: see
    /// [`Splitter::place_of`].
    #[cold]
    pub fn place_of(&self, offset: usize) -> Option<(u64, u64)> {
        self.splitter.place_of(offset)
    }

    /// Returns the input. Bytes that were read from it together with the last record are lost.
    pub fn into_inner(self) -> R {
        self.input
    }

    /// Reads bytes after all earlier ones were split. Returns `false` at the end of the input.
    fn more(&mut self) -> Result<bool> {
        if self.buffer.is_empty() {
            self.buffer
                .try_reserve_exact(STEP)
                .map_err(|_| Error::out_of_memory())?;
            self.buffer.resize(STEP, 0);
        }
        loop {
            match self.input.read(&mut self.buffer) {
                // A correct reader does not return more bytes than it was given.
                Ok(count) => {
                    self.unread = 0..count.min(self.buffer.len());
                    return Ok(count != 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::of_io(&error)),
            }
        }
    }
}

/// How many bytes of a record are asked for at first.
const FIRST: usize = 64 << 10;

/// Reads the bytes of the next record from `input`, and no byte behind it; `None` if `input` has
/// ended.
///
/// A format whose records begin with their length takes a few calls of `read`; a format whose
/// records end with a mark takes one for each byte. Memory grows with the bytes that came, whatever
/// lengths they claim. `search` stands before the record.
///
/// # Errors
/// `Io`; `UnexpectedEnd` if `input` ends inside the record; `SizeLimit`; `OutOfMemory`.
pub fn next_record<F: RecordFormat>(
    mut input: impl Read,
    limits: &Limits,
    mut search: F::Search,
) -> Result<Option<Vec<u8>>> {
    let mut buffer = Vec::new();
    let most = limits.bytes;
    while F::end(&mut search, &buffer)?.is_none() {
        let least = F::least(&search);
        if least > most as u64 {
            return Err(Error::too_large(most));
        }
        // The record has at least `left` more bytes. But memory grows only with the bytes that
        // came.
        let left = least.saturating_sub(buffer.len() as u64);
        let step = left.clamp(1, buffer.len().max(FIRST) as u64) as usize;
        buffer
            .try_reserve(step)
            .map_err(|_| Error::out_of_memory())?;
        let before = buffer.len();
        let read = input.by_ref().take(step as u64).read_to_end(&mut buffer);
        read.map_err(|error| Error::of_io(&error))?;
        if buffer.len() < before + step {
            return match buffer.is_empty() {
                true => Ok(None),
                false => F::check_last(&buffer).map(|()| Some(buffer)),
            };
        }
    }
    Ok(Some(buffer))
}
