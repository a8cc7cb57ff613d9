//! [`Record`]: a document that is an array, whose items are each taken whole or not at all.
//!
//! What came before an item is told by its [`Mark`], and goes on from there if the item fails: nothing
//! that an item brings changes what lies before the mark, but for numbers that had waited to be
//! packed (`leave_numbers`), which then stay as that has left them.

use varvel_core::{Bytes, Key, Pattern, Result, Sink, Str, Tag, Timestamp};

use super::{Builder, Frame, Mode, out_of_order, position};
use crate::extent;
use crate::layout::{HEADER_LEN, tag};
use crate::view::View;

/// The sink for one record of a stream; see [`crate::StreamWriter::push_with`].
#[derive(Debug)]
pub struct Record<'b> {
    builder: &'b mut Builder,
    mark: Mark,
    /// Whether the record has come to its end; one that has not is taken back.
    whole: bool,
}

/// Where a builder stands between two records.
#[derive(Debug)]
struct Mark {
    out: usize,
    records: usize,
    /// The frame of the array around the records.
    array: Frame,
}

impl Builder {
    /// Begins a document that is an array of records. Forgets what it has learned about keys if that
    /// takes more than `knowledge` bytes.
    pub(crate) fn start_records(&mut self, knowledge: usize) -> Result {
        if self.shapes.bytes() > knowledge {
            // No container is open from here on, so that no number of a node is left.
            self.frames.reset(Frame::root());
            self.started = false;
            self.shapes.forget();
        }
        self.start()?;
        self.begin_array(None)
    }

    /// Adds what `give` gives as one record, or nothing if that fails.
    ///
    /// The limit of nodes counts anew for each.
    pub(crate) fn add_record(&mut self, give: impl FnOnce(&mut Record<'_>) -> Result) -> Result {
        if !self.started || self.frames.depth() != 1 {
            return Err(out_of_order());
        }
        self.nodes_left = self.limits.nodes;
        let mark = Mark {
            out: self.out.len(),
            records: self.entries.top(),
            array: *self.frames.current(),
        };
        let mut record = Record {
            builder: self,
            mark,
            whole: false,
        };
        give(&mut record)?;
        record.end()
    }

    /// How many records there are.
    pub(crate) fn records(&self) -> usize {
        if self.started { self.entries.top() } else { 0 }
    }

    /// About how many bytes they take so far, but for the tables.
    pub(crate) fn records_bytes(&self) -> usize {
        self.out.len() + 4 * self.entries.top()
    }

    /// How many bytes of memory the knowledge of keys takes.
    pub(crate) fn knowledge(&self) -> usize {
        self.shapes.bytes()
    }

    /// Ends the array of records and lends its buffer.
    pub(crate) fn finish_records(&mut self) -> Result<View<'_>> {
        // The array itself counts in no limit: records are the documents.
        self.nodes_left = usize::MAX;
        self.end_array()?;
        self.finish_view()
    }

    /// Takes back all that has come since `mark`.
    fn take_back(&mut self, mark: &Mark) {
        let waited = matches!(mark.array.mode, Mode::Ints | Mode::Floats);
        let was = self.frames.back_to_first(mark.array);
        self.entries.truncate(mark.records);
        if !waited || was == mark.array.mode {
            self.out.truncate(mark.out);
            return;
        }
        // The numbers before the record are slots and nodes now.
        self.frames.current_mut().mode = Mode::Values;
        let entries = &self.entries[..mark.records];
        let last = entries
            .iter()
            .rev()
            .find(|&&e| e as u8 & tag::REFERENCE != 0);
        let end = last.and_then(|&entry| {
            let (at, kind) = (position(entry), entry as u8 & 15);
            extent::end(self.out.as_slice(), kind, at, |_| None)
        });
        self.out.truncate(end.unwrap_or(HEADER_LEN));
    }
}

impl Record<'_> {
    /// Ends the record, which must be one node.
    fn end(mut self) -> Result {
        let one =
            self.builder.frames.depth() == 1 && self.builder.entries.top() == self.mark.records + 1;
        if !one {
            return Err(out_of_order());
        }
        self.whole = true;
        Ok(())
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        if !self.whole {
            self.builder.take_back(&self.mark);
        }
    }
}

/// Events go to the builder as they are, but for one that would end the array of records.
impl<'de> Sink<'de> for Record<'_> {
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.builder.null()
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.builder.bool(value)
    }
    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        self.builder.i64(value)
    }
    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        self.builder.u64(value)
    }
    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        self.builder.f64(value)
    }
    #[inline(always)]
    fn f32(&mut self, value: f32) -> Result {
        self.builder.f32(value)
    }
    #[inline(always)]
    fn big_integer(&mut self, digits: &str) -> Result {
        self.builder.big_integer(digits)
    }
    #[inline(always)]
    fn decimal(&mut self, text: &str) -> Result {
        self.builder.decimal(text)
    }
    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.builder.str(value)
    }
    #[inline(always)]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.builder.bytes(value)
    }
    #[inline(always)]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.builder.timestamp(value)
    }
    #[inline(always)]
    fn tag(&mut self, tag: Tag) -> Result {
        self.builder.tag(tag)
    }
    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.builder.begin_array(len)
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result {
        if self.builder.frames.depth() <= 1 {
            return Err(out_of_order());
        }
        self.builder.end_array()
    }
    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.builder.begin_map(len)
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.builder.key(key)
    }
    #[inline(always)]
    fn any_key(&mut self) -> Result {
        self.builder.any_key()
    }
    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.builder.end_map()
    }
    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        self.builder.expect_key()
    }
    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        self.builder.expect_member()
    }
    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        self.builder.learn_member(text);
    }
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.builder.expected_key()
    }
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.builder.i64s(values)
    }
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.builder.f64s(values)
    }
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.builder.i64_array(values)
    }
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.builder.f64_array(values)
    }
}
