//! [`Reader`]: reads records one by one, in a format that is chosen at run time.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use std::io::Read;

use super::failure::{BadRecord, Unit};
use super::input::explained;
use super::options::{Format, Row, Visit};
use crate::format::{Passed, Record, RecordReader};
use crate::{Error, Limits, Result, Sink, formats};

/// Reads the documents of an input one by one, in a format that is chosen at run time.
///
/// [`RecordReader`] reads a format that is known when the program is compiled.
///
/// ```
/// use varvel::records::{Format, Reader};
/// use varvel::{Discard, Limits, formats::ReadOptions};
/// let input = &b"[{\"id\": 1}, {\"id\": 2}, oops"[..];
/// let mut items = Reader::new(input, Format::Ndjson, true, &Limits::DEFAULT).unwrap();
/// let each = items.each();
/// let first = items.next()?.unwrap();
/// assert_eq!(first.document, b"{\"id\": 1}");
/// each.drive(first.document, &ReadOptions::default(), &mut Discard)?;
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Reader<'r> {
    records: Box<dyn AnyReader + 'r>,
    each: Each,
    unit: Unit,
}

impl<'r> Reader<'r> {
    /// Reads the documents of `input`, or the items of its only `array`. Returns `None` for frozen
    /// streams, which [`StreamReader`](crate::StreamReader) reads.
    pub fn new(
        input: impl Read + 'r,
        format: Format,
        array: bool,
        limits: &Limits,
    ) -> Option<Self> {
        let begin = Begin {
            input,
            limits: *limits,
            unit: format.facts(array).unit,
            lent: PhantomData,
        };
        format.visit_input(array, begin)
    }

    /// Returns the next record, if there is one; it is lent until the next call.
    ///
    /// # Errors
    /// Returns the errors of [`RecordReader::next`].
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Option<Record<'_>>> {
        self.advance()?;
        Ok(self.current())
    }

    /// Goes on to the next record, which [`Reader::current`] then lends.
    ///
    /// # Errors
    /// Returns the errors of [`RecordReader::next`].
    pub fn advance(&mut self) -> Result {
        self.records.advance()
    }

    /// Goes on to the next record if it is among the bytes that have been read. Returns `false` if
    /// it is not: then [`Reader::advance`] waits for more.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::records::{Format, Reader};
    /// let mut lines = Reader::new(&b"1\n2\n"[..], Format::Ndjson, false, &Limits::DEFAULT).unwrap();
    /// // Nothing has been read yet: time to flush an output, before `advance` waits.
    /// assert!(!lines.try_advance()?);
    /// lines.advance()?;
    /// assert_eq!(lines.current().unwrap().document, b"1");
    /// assert!(lines.try_advance()?);
    /// assert_eq!(lines.current().unwrap().document, b"2");
    /// assert!(!lines.try_advance()?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`RecordReader::next`].
    pub fn try_advance(&mut self) -> Result<bool> {
        self.records.try_advance()
    }

    /// Returns the record that was found last, if there is one.
    pub fn current(&self) -> Option<Record<'_>> {
        self.records.current()
    }

    /// Makes the report on the record that was found last, which has this error.
    ///
    /// ```
    /// use varvel::records::{Format, Reader};
    /// use varvel::{Discard, Limits, formats::ReadOptions};
    /// let lines = &b"{\"a\": 1}\n\n{\"a\": }\n"[..];
    /// let mut lines = Reader::new(lines, Format::Ndjson, false, &Limits::DEFAULT).unwrap();
    /// let (each, options) = (lines.each(), ReadOptions::default());
    /// while let Some(line) = lines.next()? {
    ///     if let Err(error) = each.drive(line.document, &options, &mut Discard) {
    ///         let bad = lines.bad(&options, error).unwrap();
    ///         assert!(bad.to_string().starts_with("line 3, column 7: "));
    ///     }
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn bad(&self, options: &formats::ReadOptions, error: Error) -> Option<BadRecord<'_>> {
        self.bad_behind(0, options, error)
    }

    /// Makes the report on the part of the record that is behind the first `done` bytes, which hold
    /// whole documents: see [`Each::first_end`].
    pub fn bad_behind(
        &self,
        done: usize,
        options: &formats::ReadOptions,
        error: Error,
    ) -> Option<BadRecord<'_>> {
        let record = self.current()?;
        let (before, bytes) = record.bytes.split_at(done.min(record.bytes.len()));
        let error = self.each.explain(bytes, record.number == 0, options, error);
        Some(BadRecord {
            unit: self.unit,
            number: record.number,
            offset: record.offset + before.len() as u64,
            bytes: bytes.into(),
            error,
            // A record with several documents is a line.
            start: record.start.map(|(line, column)| {
                let mut passed = Passed::of_lines(line.saturating_sub(1));
                passed.pass(before);
                (line, column + passed.place().1 - 1)
            }),
        })
    }

    /// Makes the report on a record that was not found, for an error of [`Reader::next`] that is
    /// not one of reading the input. It has no bytes; its start is the place of the error.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::records::{Format, Reader};
    /// let text = &b"[\n  1,\n  [2"[..];
    /// let mut items = Reader::new(text, Format::Ndjson, true, &Limits::DEFAULT).unwrap();
    /// items.advance()?;
    /// let error = items.advance().unwrap_err();
    /// let lost = items.lost(error);
    /// assert_eq!((lost.number, lost.offset, lost.start), (1, 11, Some((3, 5))));
    /// let report = lost.report().to_string();
    /// assert!(report.contains("--> line 3, column 5") && !report.contains(" | "));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[cold]
    pub fn lost(&self, error: Error) -> BadRecord<'static> {
        let inside = error.offset().unwrap_or(0);
        let (number, start) = self.records.failed(inside);
        BadRecord {
            unit: self.unit,
            number,
            offset: self.offset().saturating_add(inside as u64),
            bytes: Cow::Borrowed(&[]),
            error: error.with_offset(0),
            start,
        }
    }

    /// Returns the offset of the next record in the input, in bytes; after an error, that of the
    /// record with the error.
    pub fn offset(&self) -> u64 {
        self.records.offset()
    }

    /// Returns how to read each document.
    pub fn each(&self) -> Each {
        self.each
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("offset", &self.offset())
            .finish_non_exhaustive()
    }
}

/// Reads a document that [`Reader`] returned.
#[derive(Clone, Copy)]
pub struct Each {
    drive: for<'de> fn(&'de [u8], &formats::ReadOptions, &mut dyn Sink<'de>) -> Result,
    explain: fn(&[u8], bool, &formats::ReadOptions, Error) -> Error,
    first_end: fn(&[u8], &Error) -> Option<usize>,
}

impl Each {
    /// Writes a document into a sink.
    ///
    /// # Errors
    /// Returns the errors of the document, and those of the sink.
    pub fn drive<'de>(
        self,
        document: &'de [u8],
        options: &formats::ReadOptions,
        sink: &mut dyn Sink<'de>,
    ) -> Result {
        (self.drive)(document, options, sink)
    }

    /// Returns the error that a reader of the whole input would give in place of `error`, which is
    /// one of a record: see [`RecordFormat::explain`](crate::format::RecordFormat::explain).
    ///
    /// ```
    /// use varvel::records::{Format, Reader};
    /// use varvel::{Discard, Limits, formats::ReadOptions};
    /// let mut items = Reader::new(&b"[1, tru]"[..], Format::Ndjson, true, &Limits::DEFAULT).unwrap();
    /// let (each, options) = (items.each(), ReadOptions::default());
    /// items.advance()?;
    /// let item = items.next()?.unwrap();
    /// let error = each.drive(item.document, &options, &mut Discard).unwrap_err();
    /// let error = each.explain(item.bytes, item.number == 0, &options, error);
    /// assert_eq!(error.to_string(), "invalid syntax: expected a value, found `tru` (byte 1)");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn explain(
        self,
        record: &[u8],
        first: bool,
        options: &formats::ReadOptions,
        error: Error,
    ) -> Error {
        (self.explain)(record, first, options, error)
    }

    /// Returns where the first of several documents ends that stand on one line, if the error of
    /// reading them as one says so: see [`RecordFormat::first_end`].
    ///
    /// [`RecordFormat::first_end`]: crate::format::RecordFormat::first_end
    ///
    /// ```
    /// use varvel::records::{Format, Reader};
    /// use varvel::{Discard, Limits, formats::ReadOptions};
    /// let lines = &b"{\"a\": 1} [2]\n"[..];
    /// let mut lines = Reader::new(lines, Format::Ndjson, false, &Limits::DEFAULT).unwrap();
    /// let (each, options) = (lines.each(), ReadOptions::default());
    /// let line = lines.next()?.unwrap();
    /// let error = each.drive(line.document, &options, &mut Discard).unwrap_err();
    /// assert_eq!(each.first_end(line.document, &error), Some(9));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn first_end(self, document: &[u8], error: &Error) -> Option<usize> {
        (self.first_end)(document, error)
    }
}

impl fmt::Debug for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Each").finish_non_exhaustive()
    }
}

/// A [`RecordReader`] of any format.
trait AnyReader {
    fn advance(&mut self) -> Result;
    fn try_advance(&mut self) -> Result<bool>;
    fn current(&self) -> Option<Record<'_>>;
    fn offset(&self) -> u64;
    /// Returns the number of the record with an error, and the place of a byte of it.
    fn failed(&self, offset: usize) -> (u64, Option<(u64, u64)>);
}

impl<R: Read, F: Row> AnyReader for RecordReader<R, F> {
    fn advance(&mut self) -> Result {
        self.advance()
    }

    fn try_advance(&mut self) -> Result<bool> {
        self.try_advance()
    }

    fn current(&self) -> Option<Record<'_>> {
        self.current()
    }

    fn offset(&self) -> u64 {
        self.offset()
    }

    fn failed(&self, offset: usize) -> (u64, Option<(u64, u64)>) {
        (self.number(), self.place_of(offset))
    }
}

/// One [`AnyReader`] in a list, which is what can be put on the heap without an abort where memory
/// is refused.
impl<T: AnyReader> AnyReader for [T; 1] {
    fn advance(&mut self) -> Result {
        self[0].advance()
    }

    fn try_advance(&mut self) -> Result<bool> {
        self[0].try_advance()
    }

    fn current(&self) -> Option<Record<'_>> {
        self[0].current()
    }

    fn offset(&self) -> u64 {
        self[0].offset()
    }

    fn failed(&self, offset: usize) -> (u64, Option<(u64, u64)>) {
        self[0].failed(offset)
    }
}

/// A reader for which there was no memory.
struct NoMemory;

impl AnyReader for NoMemory {
    fn advance(&mut self) -> Result {
        Err(Error::out_of_memory())
    }

    fn try_advance(&mut self) -> Result<bool> {
        Err(Error::out_of_memory())
    }

    fn current(&self) -> Option<Record<'_>> {
        None
    }

    fn offset(&self) -> u64 {
        0
    }

    fn failed(&self, _: usize) -> (u64, Option<(u64, u64)>) {
        (0, None)
    }
}

/// Puts a reader on the heap. One for which there is no memory says so in each call.
fn boxed<'r>(reader: impl AnyReader + 'r) -> Box<dyn AnyReader + 'r> {
    let mut list = Vec::new();
    if list.try_reserve_exact(1).is_err() {
        // This takes no memory.
        return Box::new(NoMemory);
    }
    list.push(reader);
    match <Box<[_; 1]>>::try_from(list) {
        Ok(one) => one,
        Err(_) => Box::new(NoMemory),
    }
}

struct Begin<'r, R> {
    input: R,
    limits: Limits,
    unit: Unit,
    lent: PhantomData<&'r ()>,
}

impl<'r, R: Read + 'r> Visit for Begin<'r, R> {
    type Output = Option<Reader<'r>>;

    fn documents<F: Row>(self) -> Option<Reader<'r>> {
        Some(Reader {
            unit: self.unit,
            records: boxed(RecordReader::<R, F>::new(self.input, &self.limits)),
            each: Each {
                drive: |document, options, mut sink| {
                    let scratch = &mut F::Scratch::default();
                    F::drive(document, &F::read_options(options), scratch, &mut sink)
                },
                explain: |record, first, options, error| {
                    explained::<F>(record, first, &F::read_options(options), error)
                },
                first_end: F::first_end,
            },
        })
    }

    fn frozen(self) -> Option<Reader<'r>> {
        None
    }
}
