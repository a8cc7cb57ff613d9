//! [`Splice`]: a builder that copies parts of another buffer unchanged.
//!
//! The content of a node lies right before it and is referred to from there. So a subtree is a
//! range of bytes that means the same wherever it is put, except for the numbers of its shapes. A
//! splice begins with the shapes of the base buffer, in their order, and gives new shapes numbers
//! behind them: then all that is left to do is a copy.

use alloc::vec::Vec;
use core::ops::Range;

use varvel_core::{Bytes, Error, Result, Sink, Str, Tag, Timestamp};

use super::stack::Entries;
use super::{Builder, Mode, no_memory, out_of_order, reference};
use crate::frozen::Frozen;
use crate::layout::checked;
use crate::layout::{self, SMALL_INT, literal, tag};
use crate::view::View;
use crate::view::node::Target;

/// A sink that builds a frozen document and can copy parts of one other buffer whole.
///
/// ```
/// use varvel::{Builder, Sink};
/// # let mut builder = Builder::new();
/// # builder.start()?;
/// # builder.begin_array(None)?;
/// # for id in [1, 2, 3] {
/// #     builder.begin_map(None)?;
/// #     builder.key("id".into())?;
/// #     builder.i64(id)?;
/// #     builder.end_map()?;
/// # }
/// # builder.end_array()?;
/// # let orders = builder.finish()?;
/// // [{"id": 1}, {"id": 2}, {"id": 3}]
/// let mut builder = Builder::new();
/// let mut splice = builder.splice(orders.view())?;
/// splice.begin_array(None)?;
/// splice.items(orders.view(), 0..2)?;
/// splice.str("and another".into())?;
/// splice.end_array()?;
/// let edited = splice.finish()?;
/// assert_eq!(format!("{edited:?}"), r#"[{"id": 1}, {"id": 2}, "and another"]"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Splice<'b, 'a> {
    builder: &'b mut Builder,
    /// The buffer that parts are copied from, or `None` if its tables are too large or share
    /// strings.
    base: Option<&'a [u8]>,
}

/// The tables that a document begins with.
#[derive(Debug, Default)]
pub struct Base {
    /// A copy of the tables; empty for a document of its own.
    pub tables: Vec<u8>,
    /// The number of shapes in the tables.
    pub shapes: usize,
}

impl Base {
    /// Removes the tables.
    pub fn clear(&mut self) {
        self.tables.clear();
        self.shapes = 0;
    }

    /// Returns how many keys a shape has.
    pub fn members(&self, shape: usize) -> Option<usize> {
        let at = checked::count(&self.tables, layout::TABLES_HEADER_LEN + 4 * shape, 4)?;
        Some(checked::record(&self.tables, at)?.count)
    }
}

impl Builder {
    /// Begins a document that copies parts of the buffer that `base` looks into, most likely nodes
    /// inside `base`. All shape tables of that buffer are copied, whether or not they will be used.
    /// If they are larger than `base` itself, or have shared strings, parts are built anew instead.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn splice<'a>(&mut self, base: View<'a>) -> Result<Splice<'_, 'a>> {
        self.start()?;
        let buffer = base.buffer();
        let tables = base.tables();
        let inside = base.subtree().map_or(0, |bytes| bytes.end - bytes.start);
        let mut splice = Splice {
            builder: self,
            base: None,
        };
        // Copied references to long strings could stand for more bytes than a buffer of their own
        // may.
        let shares = checked::count(tables, 12, 4) != Some(0);
        if tables.len() <= inside && !shares {
            // The result is most likely a little larger or smaller than the base.
            let whole = inside + tables.len();
            let room = whole + whole / 16 + 1024;
            splice.builder.out.reserve(room).map_err(no_memory)?;
            let base = &mut splice.builder.base;
            base.tables
                .try_reserve(tables.len())
                .map_err(|_| Error::out_of_memory())?;
            base.tables.extend_from_slice(tables);
            base.shapes = checked::count(tables, 0, 4).unwrap_or(0);
            splice
                .builder
                .shapes
                .number_from(splice.builder.base.shapes);
            splice.base = Some(buffer);
        }
        Ok(splice)
    }
}

impl<'a> Splice<'_, 'a> {
    /// Adds the node that `view` looks at, as one copy if it is a container of the base.
    ///
    /// A copy counts against the limits of the builder as its events would. It costs time linear in
    /// its bytes, and a walk through its containers besides if there is a limit on nodes, or if it
    /// is so long that it could be deeper than the limit allows.
    ///
    /// # Errors
    /// `OutOfMemory`, and the errors of the builder.
    pub fn node(&mut self, view: View<'a>) -> Result {
        match view.subtree().filter(|_| self.is_base(&view)) {
            Some(bytes) => {
                self.count(&view, bytes.len())?;
                let target = view.target();
                let entry = self.copy(view.buffer(), bytes, target.tag, target.position())?;
                self.builder.push(entry)
            }
            None => view.drive(self),
        }
    }

    /// Adds the items of an array in a range to the current array. The range ends at the end of the
    /// array. Items that lie together are copied in one go.
    ///
    /// # Errors
    /// The errors of [`Splice::node`].
    pub fn items(&mut self, array: View<'a>, range: Range<usize>) -> Result {
        let range = range.start..range.end.min(array.len());
        if !self.takes_runs(array)? {
            return range
                .filter_map(|i| array.at(i))
                .try_for_each(|item| self.node(item));
        }
        let result = self.runs(array, range);
        if result.is_err() {
            // Entries may refer to nodes that were not copied, so this document cannot be finished.
            self.builder.started = false;
        }
        result
    }

    /// Returns whether items of `array` can be copied in runs: entries are pushed before the nodes
    /// that they refer to are copied, and as the base has them.
    fn takes_runs(&self, array: View<'a>) -> Result<bool> {
        if array.target().tag != tag::ARRAY || !self.is_base(&array) {
            return Ok(false);
        }
        // Only an array takes its items so. A tagged node is laid out as soon as it has its entry,
        // when its bytes are not there yet. Keys are compared by their bytes, and the base may hold
        // a number or a text in another form than the builder does. All other containers take them
        // one by one, too.
        let is_array = matches!(
            self.builder.frames.current().mode,
            Mode::Values | Mode::Empty | Mode::Ints | Mode::Floats | Mode::Singles | Mode::Rows
        );
        if !is_array || self.builder.limits.nodes != usize::MAX {
            return Ok(false);
        }
        let room = self.room();
        let len = array.subtree().map_or(0, |bytes| bytes.len());
        // The items have a level less than the array.
        Ok(is_flat(len, room) || array.nodes_inside(room.saturating_add(1))?.is_some())
    }

    /// Returns how many levels of containers may be added to the current one.
    fn room(&self) -> usize {
        let depth = self.builder.frames.depth();
        self.builder.limits.depth.saturating_sub(depth)
    }

    /// Counts a container of the base, of which `len` bytes are to be copied, against the limits.
    fn count(&mut self, view: &View<'a>, len: usize) -> Result {
        let limits = self.builder.limits;
        let room = self.room();
        if limits.nodes == usize::MAX && is_flat(len, room) {
            return Ok(());
        }
        match view.nodes_inside(room)? {
            Some(nodes) => self.builder.count_nodes(nodes),
            None => Err(Error::too_deep(limits.depth)),
        }
    }

    /// Adds the items of an array of the base in a range.
    fn runs(&mut self, array: View<'a>, range: Range<usize>) -> Result {
        let mut run: Option<Run> = None;
        let mut items = array.items();
        if let Some(before) = range.start.checked_sub(1) {
            items.nth(before);
        }
        let mut i = range.start;
        while i < range.end
            && let Some(item) = items.next()
        {
            let target = item.target();
            if target.is_reference() {
                let mut now = match run {
                    Some(run) => run,
                    None => self.run(item, i)?,
                };
                let moved = target.position().wrapping_add(now.moved);
                self.builder.push(reference(target.tag, moved))?;
                let base = target.base.wrapping_add(now.moved);
                let more = self.references(array, i + 1..range.end, base)?;
                if more != 0 {
                    items.nth(more - 1);
                }
                now.last = i + more;
                run = Some(now);
                i += more;
            } else if is_plain(target) {
                let entry = (target.payload() as u64) << 4 | u64::from(target.tag);
                self.builder.push(entry)?;
            } else {
                self.end_run(array, run.take())?;
                self.node(item)?;
            }
            i += 1;
        }
        self.end_run(array, run)
    }

    /// Adds the items of a range as far as all of them are references that count from `base`.
    /// Returns how many it added.
    fn references(&mut self, array: View<'a>, range: Range<usize>, base: usize) -> Result<usize> {
        if self.builder.frames.current().mode != Mode::Values {
            return Ok(0);
        }
        let (slots, width) = array.slot_bytes(range.start);
        let slots = slots.get(..range.len() * width).unwrap_or(&[]);
        let entries = &mut self.builder.entries;
        match width {
            2 => references::<2>(entries, slots, base),
            4 => references::<4>(entries, slots, base),
            _ => references::<8>(entries, slots, base),
        }
    }

    /// Begins a run of nodes with the node of `item`, which has the index `i`.
    fn run(&mut self, item: View<'a>, i: usize) -> Result<Run> {
        self.leave_numbers()?;
        let start = item
            .subtree()
            .map_or(item.target().position(), |bytes| bytes.start);
        Ok(Run {
            start,
            moved: self.builder.out.len().wrapping_sub(start),
            last: i,
        })
    }

    /// Ends a run of items: copies their nodes.
    fn end_run(&mut self, array: View<'a>, run: Option<Run>) -> Result {
        let Some((run, last)) = run.and_then(|run| Some((run, array.at(run.last)?))) else {
            return Ok(());
        };
        let bytes = &array.buffer()[run.start..last.end()];
        self.builder.out.extend(bytes).map_err(no_memory)
    }

    /// Begins an object with the keys of `object`: add its values in their order, without keys, and
    /// then call [`Splice::end_like`]. Returns `false`, and begins nothing, unless `object` is an
    /// object of the base with a shape.
    ///
    /// ```
    /// use varvel::{Builder, Sink};
    /// # let mut builder = Builder::new();
    /// # builder.start()?;
    /// # builder.begin_map(None)?;
    /// # builder.key("name".into())?;
    /// # builder.str("order 7, as it was first written".into())?;
    /// # builder.key("paid".into())?;
    /// # builder.bool(false)?;
    /// # builder.end_map()?;
    /// # let order = builder.finish()?;
    /// // {"name": "order 7, as it was first written", "paid": false}
    /// # let mut other = Builder::new();
    /// # other.start()?;
    /// # other.begin_array(None)?;
    /// # for _ in 0..9 { order.view().drive(&mut other)?; }
    /// # other.end_array()?;
    /// # let orders = other.finish()?;
    /// # let order = orders.view().at(0).unwrap();
    /// let mut builder = Builder::new();
    /// let mut splice = builder.splice(orders.view())?;
    /// assert!(splice.begin_like(order)?);
    /// splice.str("order 7".into())?;
    /// splice.bool(true)?;
    /// splice.end_like(order)?;
    /// let edited = splice.finish()?;
    /// assert_eq!(format!("{edited:?}"), r#"{"name": "order 7", "paid": true}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the builder.
    pub fn begin_like(&mut self, object: View<'a>) -> Result<bool> {
        let like = self.is_base(&object) && object.shape().is_some();
        if like {
            self.builder.open(Mode::Like)?;
        }
        Ok(like)
    }

    /// Ends an object that [`Splice::begin_like`] began for the same `object`; see there.
    ///
    /// # Errors
    /// `InvalidEvents` unless as many values have come as `object` has; the errors of the builder.
    pub fn end_like(&mut self, object: View<'a>) -> Result {
        let frame = self.builder.frames.current();
        let values = self.builder.entries.top().wrapping_sub(frame.start);
        match object.shape() {
            Some((shape, count))
                if self.is_base(&object) && frame.mode == Mode::Like && values == count =>
            {
                let at = self.builder.slots(&[], shape, count)?;
                self.builder.deliver(reference(tag::OBJECT, at))
            }
            _ => Err(out_of_order()),
        }
    }

    /// Writes the waiting numbers of the current array, so that they stand before what is copied.
    fn leave_numbers(&mut self) -> Result {
        if self.builder.frames.current().mode.is_numbers() {
            self.builder.leave_numbers(0)?;
        }
        Ok(())
    }

    fn is_base(&self, view: &View<'_>) -> bool {
        self.base
            .is_some_and(|base| core::ptr::eq(base, view.buffer()))
    }

    /// Copies the bytes of a node at `at`. Returns its entry.
    fn copy(&mut self, buffer: &[u8], bytes: Range<usize>, tag: u8, at: usize) -> Result<u64> {
        self.leave_numbers()?;
        let moved = self.builder.out.len() + (at - bytes.start);
        self.builder.out.extend(&buffer[bytes]).map_err(no_memory)?;
        Ok(reference(tag, moved))
    }

    /// Ends the document.
    ///
    /// # Errors
    /// The errors of [`Builder::finish`].
    pub fn finish(self) -> Result<Frozen> {
        self.builder.finish()
    }
}

/// Pushes the leading references of `slots`, which are `W` bytes wide, as entries of nodes that
/// count from `base`. Returns how many it pushed. The payload of an entry is a negated position,
/// and so is that of a slot, which counts from another base: one addition converts it.
fn references<const W: usize>(entries: &mut Entries, slots: &[u8], base: usize) -> Result<usize> {
    let (slots, _) = slots.as_chunks::<W>();
    let is_other = |slot: &[u8; W]| slot[0] & tag::REFERENCE == 0;
    let count = slots.iter().position(is_other).unwrap_or(slots.len());
    let negated = (base as u64).wrapping_neg() << 4;
    entries.extend(slots[..count].iter().map(|slot| {
        let mut bytes = [0; 8];
        bytes[..W].copy_from_slice(slot);
        u64::from_le_bytes(bytes).wrapping_add(negated)
    }))?;
    Ok(count)
}

/// Returns whether a container of `len` bytes has at most `levels` levels, however it is made. One
/// takes at least four bytes. The innermost may be packed, which takes three and has one or two
/// levels, or empty, which takes none.
fn is_flat(len: usize, levels: usize) -> bool {
    len / 4 + 2 <= levels
}

/// Returns whether the builder would put the value of a slot into a slot, too. Then the slot's
/// value can be copied unchanged. An empty container is left to the builder, which knows how deep
/// it may be.
fn is_plain(target: Target) -> bool {
    match target.tag {
        tag::LITERAL => target.number() < literal::EMPTY_ARRAY,
        tag::INT => (-SMALL_INT..SMALL_INT).contains(&target.payload()),
        tag::SHORT => target.payload() & 15 < 2,
        _ => false,
    }
}

/// Items whose nodes lie together, up to the index `last`. Zeros for alignment may stand before
/// some nodes; one copy includes those between nodes.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    /// How many bytes the nodes move.
    moved: usize,
    last: usize,
}

/// Passes events to the builder unchanged.
impl<'de> Sink<'de> for Splice<'_, '_> {
    #[inline]
    fn nest(&mut self) -> Result {
        self.builder.nest()
    }
    #[inline(always)]
    fn profile(&self) -> varvel_core::Profile {
        varvel_core::Profile::TREE
    }
    #[inline]
    fn null(&mut self) -> Result {
        self.builder.null()
    }
    #[inline]
    fn bool(&mut self, value: bool) -> Result {
        self.builder.bool(value)
    }
    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        self.builder.i64(value)
    }
    #[inline]
    fn u64(&mut self, value: u64) -> Result {
        self.builder.u64(value)
    }
    #[inline]
    fn f64(&mut self, value: f64) -> Result {
        self.builder.f64(value)
    }
    #[inline]
    fn f32(&mut self, value: f32) -> Result {
        self.builder.f32(value)
    }
    #[inline]
    fn big_integer(&mut self, digits: &str) -> Result {
        self.builder.big_integer(digits)
    }
    #[inline]
    fn decimal(&mut self, text: &str) -> Result {
        self.builder.decimal(text)
    }
    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.builder.str(value)
    }
    #[inline]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.builder.bytes(value)
    }
    #[inline]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.builder.timestamp(value)
    }
    #[inline]
    fn tag(&mut self, tag: Tag) -> Result {
        self.builder.tag(tag)
    }
    #[inline]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.builder.begin_array(len)
    }
    #[inline]
    fn end_array(&mut self) -> Result {
        self.builder.end_array()
    }
    #[inline]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.builder.begin_map(len)
    }
    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.builder.key(key)
    }
    #[inline]
    fn any_key(&mut self) -> Result {
        self.builder.any_key()
    }
    #[inline]
    fn end_map(&mut self) -> Result {
        self.builder.end_map()
    }
    #[inline]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.builder.i64s(values)
    }
    #[inline]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.builder.f64s(values)
    }
    #[inline]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.builder.i64_array(values)
    }
    #[inline]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.builder.f64_array(values)
    }
}
