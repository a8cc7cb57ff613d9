//! [`RecordSink`]: a document that is an array, whose items are each taken whole or not at all.
//!
//! What came before an item is told by its [`Checkpoint`], and goes on from there if the item
//! fails: nothing that an item brings changes what lies before the checkpoint, but for numbers that
//! had waited to be packed (`leave_numbers`), which then stay as that has left them.

use alloc::vec::Vec;

use varvel_core::{
    Bytes, Duplicates, Error, Key, Limits, Pattern, Result, Sink, Str, Tag, Timestamp,
};

use super::finish::different_keys;
use super::stack::Frames;
use super::{Builder, Frame, Mode, out_of_order, position};
use crate::frozen::Frozen;
use crate::layout::checked;
use crate::layout::{self, HEADER_LEN, tag};
use crate::view::View;

/// The sink for the records of a stream, one at a time; see [`crate::StreamWriter::push_with`].
#[derive(Debug)]
pub struct RecordSink {
    /// The builder itself, not a reference: what a source's loop reads of it is not two steps away.
    builder: Builder,
    /// Where the builder stood before the record that is being added.
    checkpoint: Checkpoint,
    /// Whether one is being added. If so, and it is not, it was left by a panic.
    open: bool,
    /// How many bytes were laid out to compare keys of maps, since the document began.
    compared: usize,
}

/// Where a builder stands between two records.
#[derive(Debug)]
struct Checkpoint {
    out: usize,
    records: usize,
    /// The frame of the array around the records.
    array: Frame,
}

impl RecordSink {
    /// With a policy for duplicate keys, and limits: of depth in a record, the array around it not
    /// counted, and of nodes in a record.
    pub(crate) fn with(duplicates: Duplicates, limits: Limits) -> Self {
        let mut builder = Builder::with(duplicates, limits);
        builder.frames = Frames::new(Frame::root(), limits.depth.saturating_add(1));
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

    /// Begins a document of records. Forgets what was learned about keys if that takes more than
    /// `knowledge` bytes.
    pub(crate) fn start(&mut self, knowledge: usize) -> Result {
        let builder = &mut self.builder;
        if builder.shapes.bytes() > knowledge {
            // No container is open from here on, so that no number of a node is left.
            builder.frames.reset(Frame::root());
            builder.started = false;
            builder.shapes.forget();
        }
        self.open = false;
        self.compared = 0;
        builder.start()?;
        builder.begin_array(None)
    }

    /// Adds what `give` gives as one record, or nothing if that fails.
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

    /// Ends the record that is being added, if it is one node.
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

    /// Refuses the record that came last if a map in it has keys that are equal as nodes: now,
    /// since the end of the document would be too late for those before it. It is laid out as a
    /// document of its own, with the tables of this one.
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
        // in the document; that keys differ is nothing that reading relies on.
        different_keys(unsafe { View::root_unchecked(&alone) })
    }

    /// Whether a document was begun and not ended.
    pub(crate) fn is_started(&self) -> bool {
        self.builder.started
    }

    /// How many records there are.
    pub(crate) fn count(&self) -> usize {
        match (self.builder.started, self.open) {
            (false, _) => 0,
            (true, true) => self.checkpoint.records,
            (true, false) => self.builder.entries.top(),
        }
    }

    /// About how many bytes they take so far, but for the tables. What was laid out to compare keys
    /// counts a quarter, so that tables are not laid out for it without end.
    pub(crate) fn bytes(&self) -> usize {
        self.builder.out.len() + 4 * self.builder.entries.top() + self.compared / 4
    }

    /// How many bytes of memory the knowledge of keys takes.
    pub(crate) fn knowledge(&self) -> usize {
        self.builder.shapes.bytes()
    }

    /// Ends the array of records and lends its buffer.
    pub(crate) fn finish(&mut self) -> Result<View<'_>> {
        self.end_array()?;
        self.builder.finish_view()
    }

    /// Ends the array of records and gives its buffer away.
    pub(crate) fn finish_owned(&mut self) -> Result<Frozen> {
        self.end_array()?;
        self.builder.finish()
    }

    /// Takes memory for the next document; one that was begun is dropped.
    pub(crate) fn recycle(&mut self, bytes: Vec<u8>) {
        self.open = false;
        self.builder.recycle(bytes);
    }

    fn end_array(&mut self) -> Result {
        self.settle();
        // The array itself counts in no limit: records are the documents.
        self.builder.nodes_left = usize::MAX;
        self.builder.end_array()
    }

    /// Takes back the record that is being added, if there is one.
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
        let waited = matches!(checkpoint.array.mode, Mode::Ints | Mode::Floats);
        let was = builder.frames.back_to_first(checkpoint.array);
        builder.entries.truncate(checkpoint.records);
        if !waited || was == checkpoint.array.mode {
            builder.out.truncate(checkpoint.out);
            return;
        }
        // The numbers before the record are slots and nodes now.
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

/// A buffer of a node alone: `bytes` are `tree` bytes of a tree, up to `end` in the document that
/// `entry` refers into, and tables.
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

/// Events go to the builder as they are, but for one that would end the array of records.
impl<'de> Sink<'de> for RecordSink {
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
