//! [`Splitter`]: the records of an input that comes in pieces.

use alloc::vec::Vec;

use super::{Passed, RecordFormat};
use crate::error::{Error, Result};
use crate::limits::Limits;

/// A record that has a document. The type that found it lends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record<'a> {
    /// The number of the record. Lines count from 1, and blank lines count, too; other records
    /// count from 0.
    pub number: u64,
    /// The offset of its first byte in the whole input.
    pub offset: u64,
    /// Its bytes, including those that end it.
    pub bytes: &'a [u8],
    /// The document in it. It begins where the record does.
    pub document: &'a [u8],
    /// The line and the column of its first byte in the whole input, both from 1; the column counts
    /// characters. `None` in a binary format.
    pub start: Option<(u64, u64)>,
}

/// Splits an input that comes in pieces into records. It suits any source of bytes, such as a
/// socket, and does not wait for it.
///
/// A record that is whole in a piece is lent from there; other records are put together. Time is
/// linear in the input, even if each piece is a single byte. Memory is at most three times the
/// longest record that had to be put together, and a few KiB; [`Limits::bytes`] bounds each record.
/// Documents are not checked here; their reader checks them.
///
/// ```
/// use varvel::format::{RecordFormat, Splitter};
/// use varvel::{Limits, Result, json::Json};
/// /// Gives each document of an input to `take`.
/// fn split<F: RecordFormat>(pieces: &[&[u8]], mut take: impl FnMut(&[u8])) -> Result {
///     let mut splitter = Splitter::<F>::new(&Limits::DEFAULT);
///     for piece in pieces {
///         let mut piece = *piece;
///         while let Some(record) = splitter.next(&mut piece)? {
///             take(record.document);
///         }
///     }
///     if let Some(record) = splitter.finish()? {
///         take(record.document);
///     }
///     Ok(())
/// }
/// let mut lengths = Vec::new();
/// split::<Json>(&[b"{}\n[1,", b" 2]\n"], |document| lengths.push(document.len()))?;
/// assert_eq!(lengths, [2, 6]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Splitter<F: RecordFormat> {
    /// The most bytes of a record, without those that end it.
    most: usize,
    /// The beginning of the next record, if it has begun. Until the next record is looked for, it
    /// may be the last record instead.
    held: Vec<u8>,
    /// Whether `held` is the last record.
    given: bool,
    /// The search for the end of the next record.
    search: F::Search,
    /// The number of the next record, and its offset in the input.
    number: u64,
    offset: u64,
    /// The lines before the next record, if the format is text.
    lines: Passed,
}

/// A record at the end of `held`, or at the end of the bytes that were split from a piece.
#[derive(Debug)]
pub(super) struct Found {
    held: bool,
    /// The lengths of the record and of its document, in bytes.
    len: usize,
    document: usize,
    number: u64,
    offset: u64,
    start: Option<(u64, u64)>,
}

impl<F: RecordFormat> Splitter<F> {
    /// Makes a splitter that stands before an input.
    pub fn new(limits: &Limits) -> Self {
        Self {
            most: limits.bytes,
            held: Vec::new(),
            given: false,
            search: F::Search::default(),
            number: u64::from(F::LINES),
            offset: 0,
            lines: Passed::default(),
        }
    }

    /// Returns the next record with a document that ends in `piece`, which has the next bytes of
    /// the input. Afterwards `piece` has the bytes behind the record. It is empty if no record ends
    /// in it.
    ///
    /// # Errors
    /// `SizeLimit` if a record has more bytes than the limit, and `TrailingData` if no record can
    /// stand there; all further calls return these errors, too. `OutOfMemory`.
    pub fn next<'s, 'p: 's>(&'s mut self, piece: &mut &'p [u8]) -> Result<Option<Record<'s>>> {
        let all: &'p [u8] = piece;
        let found = self.find(piece)?;
        let passed = &all[..all.len() - piece.len()];
        Ok(found.map(|found| self.lend(&found, passed)))
    }

    /// Returns the last record, if one ends where the input ends. Bytes that come afterwards begin
    /// a new record.
    ///
    /// # Errors
    /// `UnexpectedEnd` if the input ends inside of a record (with an offset in the record), or
    /// where another record must follow.
    pub fn finish(&mut self) -> Result<Option<Record<'_>>> {
        let found = self.find_last()?;
        Ok(found.map(|found| self.lend(&found, &[])))
    }

    /// Returns where in the input the next record begins, in bytes. After an error this is the
    /// beginning of the record with the error.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of the next record; after an error, that of the record with the error.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the line and the column of a byte of the record in which an error was found, both
    /// from 1. `None` in a binary format.
    #[cold]
    pub fn place_of(&self, offset: usize) -> Option<(u64, u64)> {
        let mut lines = match (F::LINES, F::PROFILE.text) {
            (true, _) => Passed::of_lines(self.number.saturating_sub(1)),
            (false, true) => self.lines,
            (false, false) => return None,
        };
        lines.pass(&self.held[..offset.min(self.held.len())]);
        Some(lines.place())
    }

    /// Finds the next record with a document, and passes it.
    pub(super) fn find(&mut self, piece: &mut &[u8]) -> Result<Option<Found>> {
        loop {
            self.forget();
            let found = match self.held.is_empty() {
                true => {
                    let Some(end) = self.end_in(piece)? else {
                        return Ok(None);
                    };
                    let (record, behind) = piece.split_at(end);
                    *piece = behind;
                    self.pass(record)
                }
                false => {
                    if !self.join(piece)? {
                        return Ok(None);
                    }
                    self.pass_held()
                }
            };
            if found.is_some() {
                return Ok(found);
            }
        }
    }

    /// Finds the record that ends where the input ends, and passes it.
    pub(super) fn find_last(&mut self) -> Result<Option<Found>> {
        self.forget();
        self.check_least()?;
        let before = match self.offset {
            0 => F::before_first(&self.held),
            _ => 0,
        };
        let record = &self.held[before..];
        let end = match has_document::<F>(record) {
            true => F::check_last(record),
            false => F::check_end(&self.search).map_err(|error| error.with_offset(record.len())),
        };
        end.map_err(|error| {
            let offset = error.offset().unwrap_or_default();
            error.with_offset(before + offset)
        })?;
        if self.held.is_empty() {
            return Ok(None);
        }
        self.search = F::Search::default();
        Ok(self.pass_held())
    }

    /// Lends the record that was found. `passed` are the bytes that were split from the piece
    /// since.
    pub(super) fn lend<'s>(&'s self, found: &Found, passed: &'s [u8]) -> Record<'s> {
        let all = match found.held {
            true => &self.held,
            false => passed,
        };
        let bytes = &all[all.len() - found.len..];
        Record {
            number: found.number,
            offset: found.offset,
            bytes,
            document: &bytes[..found.document],
            start: found.start,
        }
    }

    /// Clears the record that was lent before.
    fn forget(&mut self) {
        if self.given {
            self.held.clear();
            self.given = false;
        }
    }

    /// Finds the end of the record that `piece` begins with. Returns `None` if the record goes on;
    /// then it is held.
    fn end_in(&mut self, piece: &mut &[u8]) -> Result<Option<usize>> {
        if let Some(end) = F::end(&mut self.search, piece)? {
            self.check_len(&piece[..end])?;
            return Ok(Some(end));
        }
        self.check_least()?;
        self.hold(piece)?;
        *piece = &[];
        Ok(None)
    }

    /// Adds bytes of `piece` to `held`, up to the end of the record. Returns `false` if the record
    /// goes on.
    fn join(&mut self, piece: &mut &[u8]) -> Result<bool> {
        loop {
            self.check_least()?;
            if piece.is_empty() {
                return Ok(false);
            }
            // It adds few bytes at a time, so that only a small part of a large piece is copied
            // although it is behind the record.
            let before = self.held.len();
            let (more, behind) = piece.split_at(piece.len().min(before.max(STEP)));
            self.hold(more)?;
            let end = F::end(&mut self.search, &self.held).inspect_err(|_| {
                // The next call has these bytes once more.
                self.held.truncate(before);
            })?;
            let Some(end) = end else {
                *piece = behind;
                continue;
            };
            *piece = &piece[end.saturating_sub(before)..];
            self.held.truncate(end);
            self.check_len(&self.held)?;
            return Ok(true);
        }
    }

    fn hold(&mut self, bytes: &[u8]) -> Result {
        self.held
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        self.held.extend_from_slice(bytes);
        Ok(())
    }

    /// Passes the record in `held`.
    fn pass_held(&mut self) -> Option<Found> {
        let held = core::mem::take(&mut self.held);
        let found = self.pass(&held);
        self.held = held;
        self.given = true;
        found.map(|found| Found {
            held: true,
            ..found
        })
    }

    /// Counts a record. Returns `None` if it has no document.
    fn pass(&mut self, bytes: &[u8]) -> Option<Found> {
        let (number, begin) = (self.number, self.offset);
        let before = match begin {
            0 => F::before_first(bytes),
            _ => 0,
        };
        self.number += 1;
        self.offset += bytes.len() as u64;
        let record = &bytes[before..];
        let start = match F::LINES {
            true => Some((number, 1)),
            false if F::PROFILE.text => {
                self.lines.pass(&bytes[..before]);
                let start = self.lines.place();
                self.lines.pass(record);
                Some(start)
            }
            false => None,
        };
        let document = F::document(record)?;
        Some(Found {
            held: false,
            len: record.len(),
            document: document.len(),
            number,
            offset: begin + before as u64,
            start,
        })
    }

    fn check_len(&self, record: &[u8]) -> Result {
        let without = record.strip_suffix(F::BEHIND).unwrap_or(record);
        match without.len() <= self.most {
            true => Ok(()),
            false => Err(Error::too_large(self.most)),
        }
    }

    fn check_least(&self) -> Result {
        match F::least(&self.search) <= self.most as u64 {
            true => Ok(()),
            false => Err(Error::too_large(self.most)),
        }
    }
}

/// Returns whether the last bytes of the input are a record that has a document.
fn has_document<F: RecordFormat>(rest: &[u8]) -> bool {
    !rest.is_empty() && F::document(rest).is_some()
}

/// How many bytes are added at least to a record that is put together.
const STEP: usize = 4096;
