//! [`SegmentBuilder`]: makes segments of records that are written elsewhere, by another thread say.

use varvel_core::{Duplicates, Encode, Limits, Result};

use crate::builder::RecordSink;
use crate::frozen::Frozen;

/// Makes segments of records, for a [`StreamWriter`](crate::StreamWriter) that takes them later. So
/// several threads can make segments, and one writes them in order.
///
/// The bytes of a segment depend on its records alone, not on segments before it: the builder keeps
/// no knowledge about keys.
///
/// ```
/// use varvel::{Duplicates, Limits, SegmentBuilder, Stream, StreamOptions, StreamWriter};
/// let ends = [(0, 500), (500, 1000)];
/// let segments = std::thread::scope(|scope| {
///     let threads = ends.map(|(from, to)| scope.spawn(move || {
///         let mut segment = SegmentBuilder::new(Duplicates::Error, Limits::DEFAULT);
///         (from..to).try_for_each(|n: u32| segment.push(&n))?;
///         segment.finish()
///     }));
///     threads.map(|thread| thread.join().unwrap())
/// });
/// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
/// for segment in segments {
///     if let Some(segment) = segment? {
///         writer.push_segment(segment.view())?;
///     }
/// }
/// let stream = Stream::open(writer.finish()?, Limits::DEFAULT)?;
/// assert_eq!(stream.len(), 1000);
/// assert_eq!(stream.record(700)?.i64()?, 700);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct SegmentBuilder {
    record: RecordSink,
}

impl SegmentBuilder {
    /// Returns a builder with a policy for duplicate keys, and with limits for each record.
    pub fn new(duplicates: Duplicates, limits: Limits) -> Self {
        Self {
            record: RecordSink::with(duplicates, limits),
        }
    }

    /// Adds a record: a value that encodes itself, such as a view of another document.
    ///
    /// # Errors
    /// The errors of the record, which then is not added.
    pub fn push<T: Encode + ?Sized>(&mut self, record: &T) -> Result {
        self.push_with(|sink| record.encode(sink, &()))
    }

    /// Adds the record whose events `give` gives: one node.
    ///
    /// # Errors
    /// The errors of `give`, and `InvalidEvents` if it does not give one whole node. The record is
    /// not added then, and the records before it stay as they were.
    pub fn push_with(&mut self, give: impl FnOnce(&mut RecordSink) -> Result) -> Result {
        if !self.record.is_started() {
            self.record.start(0)?;
        }
        self.record.add(give)
    }

    /// Returns how many records the segment has.
    pub fn len(&self) -> usize {
        self.record.count()
    }

    /// Returns whether the segment has no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns about how many bytes the segment has so far.
    pub fn byte_len(&self) -> usize {
        self.record.bytes()
    }

    /// Ends the segment, if there is a record, and begins the next.
    ///
    /// # Errors
    /// `OutOfMemory`; the records are lost then.
    pub fn finish(&mut self) -> Result<Option<Frozen>> {
        match self.record.count() {
            0 => Ok(None),
            _ => self.record.finish_owned().map(Some),
        }
    }

    /// Takes the memory of a segment that was written, for the next one: memory that has grown once
    /// need not grow again. An unfinished segment is dropped.
    pub fn recycle(&mut self, bytes: alloc::vec::Vec<u8>) {
        self.record.recycle(bytes);
    }
}
