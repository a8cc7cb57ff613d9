//! [`Stream`]: a stream whose bytes are in memory.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use varvel_core::{Error, Limits, Result};

use super::block;
use super::index::Index;
use crate::owner::Owner;
use crate::view::{Items, View};

/// A frozen stream in memory: records in segments, each accessible without reading the rest.
///
/// A segment is validated at its first access, and not again. So [`Stream::open`] reads only the
/// index. The methods take `&self`, and threads may share a stream.
///
/// # Limits
/// The limit of depth holds for each record; those of nodes and bytes hold for each segment, which
/// has as many records as its writer put there. Each step looks at no more than one segment, so a
/// stream itself may have any size.
///
/// # Errors
/// `InvalidFrozen` with the offset in the stream. The path of an error in a record begins at its
/// segment, which is an array of records.
///
#[cfg_attr(feature = "std", doc = "```")]
#[cfg_attr(not(feature = "std"), doc = "```ignore")]
/// use varvel::{Limits, Stream, StreamOptions, StreamWriter};
/// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
/// for word in ["one", "two", "three"] {
///     writer.push(word)?;
/// }
/// let bytes = writer.finish()?;
///
/// let stream = Stream::open(bytes, Limits::DEFAULT)?;
/// assert_eq!(stream.len(), 3);
/// assert_eq!(stream.record(1)?.str()?, "two");
/// for record in stream.records() {
///     assert!(record?.str()?.len() >= 3);
/// }
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Stream<O: Owner = Vec<u8>> {
    owner: O,
    index: Index,
    limits: Limits,
    /// For each segment of the index, whether it was validated.
    ///
    /// Invariant: true only if `block::segment` accepted the bytes of the segment in `owner`; they
    /// never change.
    valid: Vec<AtomicBool>,
}

impl<O: Owner> Stream<O> {
    /// Reads the index of a stream. Costs time linear in the index: 16 bytes for each segment.
    ///
    /// # Errors
    /// `InvalidFrozen` if the index is damaged, or missing because the end of the stream was cut
    /// off: [`Stream::recover`] opens such a stream. `UnsupportedVersion`, `SizeLimit`,
    /// `OutOfMemory`.
    pub fn open(bytes: O, limits: Limits) -> Result<Self> {
        let index = Index::read(&mut bytes.bytes(), &limits)?;
        Self::with_index(bytes, index, limits, false)
    }

    /// Opens a stream as far as it is whole, from the front, if writing was interrupted or the end
    /// was lost. [`Stream::byte_len`] returns how far that is. Validates all of it, in linear time.
    ///
    /// # Errors
    /// Damage is no error: the stream ends there. But blocks beyond the limits, or of another
    /// version, are an error, since they may be whole: `DepthLimit`, `NodeLimit`, `SizeLimit`,
    /// `UnsupportedVersion`; also `OutOfMemory`.
    ///
    #[cfg_attr(feature = "std", doc = "```")]
    #[cfg_attr(not(feature = "std"), doc = "```ignore")]
    /// use varvel::{Limits, Stream, StreamOptions, StreamWriter};
    /// let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    /// writer.push("written")?;
    /// writer.flush()?;
    /// writer.push("cut off")?;
    /// let mut bytes = writer.finish()?;
    /// bytes.truncate(bytes.len() - 60); // the index, and a part of the last segment
    ///
    /// assert!(Stream::open(bytes.clone(), Limits::DEFAULT).is_err());
    /// let stream = Stream::recover(bytes, Limits::DEFAULT)?;
    /// assert_eq!(stream.len(), 1);
    /// assert_eq!(stream.record(0)?.str()?, "written");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn recover(bytes: O, limits: Limits) -> Result<Self> {
        let index = Index::recover(&mut bytes.bytes(), &limits)?;
        Self::with_index(bytes, index, limits, true)
    }

    /// Makes a stream with an index. `valid` is whether `block::segment` has accepted all its
    /// segments.
    fn with_index(owner: O, index: Index, limits: Limits, valid: bool) -> Result<Self> {
        let count = index.segments.len();
        let mut flags = Vec::new();
        flags
            .try_reserve_exact(count)
            .map_err(|_| Error::out_of_memory())?;
        flags.extend((0..count).map(|_| AtomicBool::new(valid)));
        Ok(Self {
            owner,
            index,
            limits,
            valid: flags,
        })
    }

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

    /// Returns how many bytes belong to the stream: all of them, unless it was recovered.
    pub fn byte_len(&self) -> u64 {
        self.index.end
    }

    /// Returns all bytes, whether or not they belong to the stream.
    pub fn as_bytes(&self) -> &[u8] {
        self.owner.bytes()
    }

    /// Returns the owner of the bytes.
    pub fn into_bytes(self) -> O {
        self.owner
    }

    /// Returns the record with this number, from 0 on. Costs a search among the segments, then
    /// constant time. The first access to a record of a segment also validates the segment.
    ///
    /// # Errors
    /// `NotFound` if there are fewer records; the errors of [`Stream::segment`].
    pub fn record(&self, n: u64) -> Result<View<'_>> {
        let (segment, place) = self.index.find(n)?;
        self.segment(segment)?.item(place)
    }

    /// Returns the segment with this number, from 0 on, as an array of records. Costs linear time
    /// for validation at the first call, then constant time.
    ///
    /// # Errors
    /// `NotFound` if there are fewer segments; `InvalidFrozen`, `UnsupportedVersion` and the errors
    /// of limits if the segment is not valid.
    pub fn segment(&self, i: usize) -> Result<View<'_>> {
        let segment = self.index.segment(i)?;
        let (at, length) = (segment.at as usize, segment.length as usize);
        let padded = length.next_multiple_of(block::ALIGN);
        // The index was checked: all its segments are inside the bytes.
        let bytes = &self.owner.bytes()[at..at + padded];
        if self.valid[i].load(Ordering::Acquire) {
            // SAFETY: by the invariant of `valid`, `block::segment` accepted these bytes, which it
            // does only after it has validated the first `length` of them.
            return Ok(unsafe { View::root_unchecked(&bytes[..length]) });
        }
        let view = block::segment(bytes, segment.at, segment.length, &self.limits)?;
        self.index.check(i, view.len())?;
        self.valid[i].store(true, Ordering::Release);
        Ok(view)
    }

    /// Returns all records in order. For each invalid segment the iterator returns an error, and
    /// goes on with the next.
    pub fn records(&self) -> StreamRecords<'_, O> {
        StreamRecords {
            stream: self,
            next: 0,
            items: None,
        }
    }

    /// Validates all segments that were not validated yet.
    ///
    /// # Errors
    /// The errors of [`Stream::segment`], for the first invalid segment.
    pub fn validate_all(&self) -> Result {
        (0..self.segments()).try_for_each(|i| self.segment(i).map(drop))
    }
}

/// An iterator over the records of a stream; see [`Stream::records`].
#[derive(Debug)]
pub struct StreamRecords<'a, O: Owner> {
    stream: &'a Stream<O>,
    /// The number of the segment behind the one that `items` belong to.
    next: usize,
    items: Option<Items<'a>>,
}

impl<'a, O: Owner> Iterator for StreamRecords<'a, O> {
    type Item = Result<View<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.items.as_mut().and_then(Iterator::next) {
                return Some(Ok(record));
            }
            if self.next == self.stream.segments() {
                return None;
            }
            let segment = self.stream.segment(self.next);
            self.next += 1;
            match segment {
                Ok(records) => self.items = Some(records.items()),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<O: Owner> core::iter::FusedIterator for StreamRecords<'_, O> {}
