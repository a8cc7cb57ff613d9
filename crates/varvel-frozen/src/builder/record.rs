//! [`RecordSink`] builds a document that is an array, and adds each item as a whole or not at all.
//!
//! A [`Checkpoint`] holds where the builder stood before an item; if the item fails, the builder
//! goes back to it. An item changes nothing before the checkpoint, with one exception: numbers that
//! waited to be packed. `leave_numbers` turns them into slots and nodes, and they stay so.

use alloc::vec::Vec;

use varvel_core::{
    Bytes, Duplicates, Error, Key, Limits, Pattern, Result, Sink, Str, Tag, Timestamp,
};

use super::finish::different_keys;
use super::{Builder, Frame, Mode, out_of_order, position};
use crate::frozen::Frozen;
use crate::layout::checked;
use crate::layout::{self, HEADER_LEN, tag};
use crate::view::View;

/// Takes the records of a stream, one at a time; see [`crate::StreamWriter::push_with`].
#[derive(Debug)]
pub struct RecordSink {
    /// The builder itself, not a reference to it, so that the loop of a source reads its fields
    /// with one step less.
    builder: Builder,
    /// The place where the builder stood before the record that is being added.
    checkpoint: Checkpoint,
    /// Whether a record is being added. If this is set outside of [`RecordSink::add`], a panic has
    /// left the record.
    open: bool,
    /// How many bytes were laid out to compare keys of maps since the document began.
    compared: usize,
}

/// The state of a builder between two records.
#[derive(Debug)]
struct Checkpoint {
    out: usize,
    records: usize,
    /// The frame of the array around the records.
    array: Frame,
}

impl RecordSink {
    /// Returns a sink with a policy for duplicate keys and with limits. The limits hold for each
    /// record: its depth, not counting the array around it, and its nodes.
    pub(crate) fn with(duplicates: Duplicates, limits: Limits) -> Self {
        let mut builder = Builder::with(duplicates, limits);
        builder.frames.set_limit(limits.depth.saturating_add(1));
        builder.frames.reset(Frame::root());
        Self {
            builder,
            checkpoint: Checkpoint {
                out: HEADER_LEN,
                records: 0,
                array: Frame::root(),
            },
            open: false,
            compared: 0,
        }
    }

    /// Begins a document of records. Forgets the knowledge about keys if it takes more than
    /// `knowledge` bytes.
    pub(crate) fn start(&mut self, knowledge: usize) -> Result {
        let builder = &mut self.builder;
        if builder.shapes.bytes() > knowledge {
            // From here on no container is open, so no frame holds a number of a node.
            builder.frames.reset(Frame::root());
            builder.started = false;
            builder.shapes.forget()?;
        }
        self.open = false;
        self.compared = 0;
        builder.start()?;
        builder.begin_array(None)
    }

    /// Adds the events of `give` as one record, or nothing if `give` fails.
    pub(crate) fn add(&mut self, give: impl FnOnce(&mut Self) -> Result) -> Result {
        self.settle();
        let builder = &mut self.builder;
        if !builder.started {
            return Err(out_of_order());
        }
        builder.nodes_left = builder.limits.nodes;
        self.checkpoint = Checkpoint {
            out: builder.out.len(),
            records: builder.entries.top(),
            array: *builder.frames.current(),
        };
        self.open = true;
        let result = give(self).and_then(|()| self.end());
        self.settle();
        result
    }

    /// Ends the record that is being added, if it is exactly one node.
    fn end(&mut self) -> Result {
        let (depth, records) = (self.builder.frames.depth(), self.builder.entries.top());
        if depth != 1 || records != self.checkpoint.records + 1 {
            return Err(out_of_order());
        }
        if core::mem::replace(&mut self.builder.check_keys, false) {
            self.compare_keys()?;
        }
        self.open = false;
        Ok(())
    }

    /// Refuses the last record if a map in it has keys that are equal as nodes. The check at the
    /// end of the document would be too late for the records before it. So the record is laid out
    /// as a document of its own, with the tables of this one.
    #[cold]
    #[inline(never)]
    fn compare_keys(&mut self) -> Result {
        let Self {
            builder,
            checkpoint,
            ..
        } = self;
        let end = builder.out.len();
        let tables = builder.new_tables();
        let alone = tables.and_then(|()| {
            let all = builder.out.as_slice();
            alone(
                &all[checkpoint.out..],
                end - checkpoint.out,
                end,
                builder.entries[checkpoint.records],
            )
        });
        builder.out.truncate(end);
        builder.shapes.unplace();
        let alone = alone?;
        self.compared += alone.len();
        // SAFETY: the nodes of the record and the tables are laid out, and refer to each other as
        // in the document; reading does not rely on distinct keys.
        different_keys(unsafe { View::root_unchecked(&alone) })
    }

    /// Returns whether a document was begun and not ended.
    pub(crate) fn is_started(&self) -> bool {
        self.builder.started
    }

    /// Returns the number of records.
    pub(crate) fn count(&self) -> usize {
        match (self.builder.started, self.open) {
            (false, _) => 0,
            (true, true) => self.checkpoint.records,
            (true, false) => self.builder.entries.top(),
        }
    }

    /// Returns about how many bytes the records take so far, without the tables. Bytes that were
    /// laid out to compare keys count a quarter, so that tables are not laid out for comparison
    /// without end.
    pub(crate) fn bytes(&self) -> usize {
        self.builder.out.len() + 4 * self.builder.entries.top() + self.compared / 4
    }

    /// Returns how many bytes of memory the knowledge about keys takes.
    pub(crate) fn knowledge(&self) -> usize {
        self.builder.shapes.bytes()
    }

    /// Ends the array of records and lends its buffer.
    pub(crate) fn finish(&mut self) -> Result<View<'_>> {
        self.end_array()?;
        self.builder.finish_view()
    }

    /// Ends the array of records and returns its buffer.
    pub(crate) fn finish_owned(&mut self) -> Result<Frozen> {
        self.end_array()?;
        self.builder.finish()
    }

    /// Takes a buffer as memory for the next document. An unfinished document is dropped.
    pub(crate) fn recycle(&mut self, bytes: Vec<u8>) {
        self.open = false;
        self.builder.recycle(bytes);
    }

    fn end_array(&mut self) -> Result {
        self.settle();
        // The array itself counts against no limit: the limits hold for each record.
        self.builder.nodes_left = usize::MAX;
        self.builder.end_array()
    }

    /// Removes the record that is being added, if there is one.
    fn settle(&mut self) {
        if !core::mem::replace(&mut self.open, false) {
            return;
        }
        let Self {
            builder,
            checkpoint,
            ..
        } = self;
        builder.check_keys = false;
        let waited = checkpoint.array.mode.is_numbers();
        builder.forgive();
        let was = builder.frames.back_to_first(checkpoint.array);
        builder.entries.truncate(checkpoint.records);
        if !waited || was == checkpoint.array.mode {
            builder.out.truncate(checkpoint.out);
            return;
        }
        // The numbers before the record have become slots and nodes.
        builder.frames.current_mut().mode = Mode::Values;
        let entries = &builder.entries[..checkpoint.records];
        let last = (entries.iter().rev()).find(|&&entry| entry as u8 & tag::REFERENCE != 0);
        let end = last.and_then(|&entry| {
            let (at, kind) = (position(entry), entry as u8 & 15);
            checked::end(builder.out.as_slice(), kind, at, |_| None)
        });
        builder.out.truncate(end.unwrap_or(HEADER_LEN));
    }
}

/// Returns a buffer that holds one node alone. `bytes` are `tree` bytes of nodes, followed by
/// tables. In the document of `entry`, the nodes end at `end`.
fn alone(bytes: &[u8], tree: usize, end: usize, entry: u64) -> Result<Vec<u8>> {
    let mut alone = Vec::new();
    alone
        .try_reserve_exact(HEADER_LEN + bytes.len())
        .map_err(|_| Error::out_of_memory())?;
    alone.resize(HEADER_LEN, 0);
    alone.extend_from_slice(bytes);
    let base = if entry as u8 & tag::REFERENCE == 0 {
        0
    } else {
        end as u64
    };
    let fields = [
        (layout::TOTAL_AT, alone.len() as u64),
        (layout::TREE_END_AT, (HEADER_LEN + tree) as u64),
        (layout::ROOT_AT, entry.wrapping_add(base << 4)),
    ];
    for (at, value) in fields {
        alone[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    Ok(alone)
}

/// Passes events to the builder unchanged, but refuses one that would end the array of records.
impl<'de> Sink<'de> for RecordSink {
    #[inline(always)]
    fn nest(&mut self) -> Result {
        self.builder.nest()
    }
    #[inline(always)]
    fn profile(&self) -> varvel_core::Profile {
        varvel_core::Profile::TREE
    }
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
