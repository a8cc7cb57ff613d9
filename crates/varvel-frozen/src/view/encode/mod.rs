//! A view drives itself into any sink: in document order, without recursion.

mod numbers;

use varvel_core::{Bytes, Encode, Result, Sink, Str, Text};

use super::View;
use super::node::{Node, Slots};
use super::shape::{self, Shape};
use super::unchecked::Raw;
use crate::stack::Stack;
use crate::{Frozen, Owner};

impl<'a> View<'a> {
    /// Gives this node to `sink`: as [`Encode::encode`], but for as long as the buffer lives, not
    /// only this view.
    ///
    /// # Errors
    /// Those of the sink.
    ///
    /// ```
    /// use varvel_frozen::View;
    /// fn text(view: View<'_>) -> varvel_core::Result<Vec<u8>> {
    ///     let mut writer = varvel_json::Writer::new(varvel_json::WriteOptions::compact());
    ///     view.drive(&mut writer)?;
    ///     writer.finish()
    /// }
    /// # let mut builder = varvel_frozen::Builder::new();
    /// # builder.start()?;
    /// # varvel_core::Sink::bool(&mut builder, true)?;
    /// assert_eq!(text(builder.finish()?.view())?, b"true");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        // SAFETY: that of this view.
        unsafe { Drive::new(self.raw, sink) }.run(self.node())
    }
}

impl<C: ?Sized> Encode<C> for View<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        // SAFETY: that of this view.
        unsafe { Drive::new(self.raw, sink) }.run(self.node())
    }

    /// Of a whole document, three times its frozen size: a float of 8 bytes is 18 digits and a
    /// comma, and keys that the tables hold once come again with each object.
    fn size_hint(&self) -> usize {
        if self.is_root() {
            self.buffer().len().saturating_mul(3)
        } else {
            0
        }
    }
}

impl<C: ?Sized, O: Owner> Encode<C> for Frozen<O> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        let view = self.view();
        // SAFETY: that of a view.
        unsafe { Drive::new(view.raw, sink) }.run(view.node())
    }

    fn size_hint(&self) -> usize {
        Encode::<C>::size_hint(&self.view())
    }
}

/// What comes next in an open container.
///
/// As wide as its neighbour in [`Frame`]: with no padding between them, a frame moves in registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
enum Turn {
    /// Nothing: the document is complete.
    Done,
    /// The node of a tag, which has no end event.
    Tagged,
    /// An item of an array.
    Item,
    /// A member of an object: the value is in the slot, the key in the shape.
    Member,
    /// A key of an object that carries its own, or of a map.
    Key,
    /// The value behind such a key.
    Value,
}

/// An open container.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The next slot, and where the slots end.
    next: usize,
    end: usize,
    /// What references count from; see [`Slots`].
    base: usize,
    shift: u32,
    turn: Turn,
    /// Where the place of the next key stands.
    key: usize,
}

impl Frame {
    /// Below all others.
    const DONE: Self = Self {
        next: 0,
        end: 0,
        base: 0,
        key: 0,
        shift: 0,
        turn: Turn::Done,
    };

    #[inline(always)]
    fn new(slots: Slots, count: usize, turn: Turn) -> Self {
        Self {
            next: slots.at,
            end: slots.at + count * slots.width(),
            base: slots.base(),
            key: 0,
            shift: slots.shift(),
            turn,
        }
    }

    /// Bytes a slot.
    #[inline(always)]
    fn width(&self) -> usize {
        (64 - self.shift) as usize / 8
    }

    /// The next slot. Keys and values come in pairs, so that a value's slot follows on each key's.
    #[inline(always)]
    fn advance(&mut self) -> usize {
        let at = self.next;
        self.next += self.width();
        at
    }
}

struct Drive<'a, 's, S> {
    raw: Raw<'a>,
    tables: Raw<'a>,
    buffer: &'a [u8],
    sink: &'s mut S,
}

impl<'a, 's, S: Sink<'a>> Drive<'a, 's, S> {
    /// # Safety
    /// `unchecked` is that of a view.
    #[inline(always)]
    unsafe fn new(raw: Raw<'a>, sink: &'s mut S) -> Self {
        // SAFETY: a whole buffer by the caller's contract.
        let (tables, buffer) = unsafe { (raw.tables(), raw.buffer()) };
        Self {
            raw,
            tables,
            buffer,
            sink,
        }
    }

    fn run(mut self, node: Node) -> Result {
        let mut stack = Stack::new();
        let mut frame = Self::begin(self.raw, self.sink, node, &mut stack)?;
        loop {
            // Each runs through the container, up to the end or the next that it opens.
            match frame.turn {
                Turn::Item => self.items(&mut frame, &mut stack)?,
                Turn::Member => self.members(&mut frame, &mut stack)?,
                Turn::Done => return Ok(()),
                Turn::Tagged | Turn::Key | Turn::Value => {
                    frame = Self::others(self.raw, self.sink, frame, &mut stack)?;
                }
            }
        }
    }

    /// The items of an array, and its end. The strings and the points in a row have loops of their
    /// own: most arrays are of one kind.
    #[inline(always)]
    fn items(&mut self, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result {
        loop {
            self.strings(frame)?;
            if frame.next == frame.end {
                self.sink.end_array()?;
                Self::leave(frame, stack);
                return Ok(());
            }
            let at = frame.advance();
            if self.node(at, frame, stack)? {
                return Ok(());
            }
        }
    }

    /// The members of an object that has a shape, and its end.
    #[inline(always)]
    fn members(&mut self, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result {
        while frame.next != frame.end {
            // SAFETY: validated: the shape has a key for each slot.
            let key = unsafe { shape::key(self.tables, frame.key) };
            frame.key += 4;
            self.sink.key(self.text(key))?;
            let at = frame.advance();
            if self.node(at, frame, stack)? {
                return Ok(());
            }
        }
        self.sink.end_map()?;
        Self::leave(frame, stack);
        Ok(())
    }

    /// What is in a map, an object that carries its keys, or a tag: the frame that comes then.
    #[inline(never)]
    fn others(
        raw: Raw<'a>,
        sink: &mut S,
        mut frame: Frame,
        stack: &mut Stack<Frame>,
    ) -> Result<Frame> {
        // SAFETY: that of a view.
        let mut drive = unsafe { Drive::new(raw, sink) };
        while frame.next != frame.end {
            match frame.turn {
                Turn::Key => drive.pair(&mut frame)?,
                Turn::Value => frame.turn = Turn::Key,
                _ => {}
            }
            let at = frame.advance();
            if drive.node(at, &mut frame, stack)? {
                return Ok(frame);
            }
        }
        if frame.turn != Turn::Tagged {
            drive.sink.end_map()?;
        }
        Self::leave(&mut frame, stack);
        Ok(frame)
    }

    /// Back to the container around.
    #[inline(always)]
    fn leave(frame: &mut Frame, stack: &mut Stack<Frame>) {
        // There is one below all but the one whose turn is `Done`.
        *frame = stack.pop().unwrap_or(Frame::DONE);
    }

    /// Gives the node of the slot at `at`: whether that opened a container, which is `frame` then.
    #[inline(always)]
    fn node(&mut self, at: usize, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result<bool> {
        // SAFETY: the frame is one of a validated container, and `at` one of its slots.
        match unsafe { self.raw.common_at(at, frame.shift, frame.base) } {
            Some(node) => self.emit(node, frame, stack),
            None => {
                // SAFETY: as above.
                let node = unsafe { self.raw.node_at(at, frame.shift, frame.base) };
                Self::open(emit_rare(self.raw, self.sink, node)?, frame, stack)
            }
        }
    }

    /// Enters a container, if one was opened: whether.
    #[inline(always)]
    fn open(inner: Option<Frame>, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result<bool> {
        if let Some(inner) = inner {
            stack.push(*frame)?;
            *frame = inner;
        }
        Ok(inner.is_some())
    }

    /// Gives the strings that come next in an array.
    #[inline(always)]
    fn strings(&mut self, frame: &mut Frame) -> Result {
        let (mut next, width) = (frame.next, frame.width());
        while next != frame.end {
            // SAFETY: the frame is one of a validated container, and `next` one of its slots.
            let text = unsafe { self.raw.long_text_at(next, frame.shift, frame.base) };
            let Some(text) = text else { break };
            self.sink.str(self.text(text))?;
            next += width;
        }
        frame.next = next;
        Ok(())
    }

    /// Gives the first node: the frame of what it opened, or one with nothing in it.
    #[inline(never)]
    fn begin(raw: Raw<'a>, sink: &mut S, node: Node, stack: &mut Stack<Frame>) -> Result<Frame> {
        let mut frame = Frame::DONE;
        // SAFETY: that of a view.
        unsafe { Drive::new(raw, sink) }.emit(node, &mut frame, stack)?;
        Ok(frame)
    }

    /// Gives the key of a pair, if it is a string; else announces it as the next node.
    #[inline(always)]
    fn pair(&mut self, frame: &mut Frame) -> Result {
        // SAFETY: the frame is one of a validated container and not at its end.
        let key = unsafe { self.raw.text_at(frame.next, frame.shift, frame.base) };
        let Some(key) = key else {
            frame.turn = Turn::Value;
            return self.sink.any_key();
        };
        frame.advance();
        self.sink.key(self.text(key))
    }

    /// A text with all that follows it in the buffer as its window.
    #[inline(always)]
    fn text<'t>(&self, text: &'a str) -> Str<'a, 't> {
        Str::Input(Text::with_window(text, self.buffer))
    }

    /// Gives a scalar, an empty or a packed array; opens any other container: whether it did.
    ///
    /// What is not inlined gets parts of `self`, never `self`: else none would stay in registers.
    #[inline(always)]
    fn emit(&mut self, node: Node, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result<bool> {
        match node {
            Node::Str { at, len } => {
                // SAFETY: validated: strings are UTF-8.
                let text = unsafe { self.raw.str(at, len) };
                self.sink.str(self.text(text))?;
            }
            Node::Int(value) => self.sink.i64(value)?,
            Node::Null => self.sink.null()?,
            Node::Bool(value) => self.sink.bool(value)?,
            Node::F64(value) => self.sink.f64(value)?,
            Node::Object { at, form, shape } => {
                // SAFETY: validated: an object's shape is one of the tables'.
                let shape = unsafe { Shape::of(self.raw, shape) };
                let count = shape.count();
                self.sink.begin_map(Some(count))?;
                let mut inner = Frame::new(Slots { at, form }, count, Turn::Member);
                inner.key = shape.ref_at(0);
                return Self::open(Some(inner), frame, stack);
            }
            // As the doc of the event says, an empty array of anything.
            Node::Array { count: 0, .. } => self.sink.i64_array(&[])?,
            Node::Array { at, form, count } => {
                self.sink.begin_array(Some(count))?;
                let inner = Frame::new(Slots { at, form }, count, Turn::Item);
                return Self::open(Some(inner), frame, stack);
            }
            Node::Packed { element, at, count } => {
                numbers::packed(self.raw, self.sink, element, at, count)?
            }
            Node::Matrix { at, rows } => numbers::matrix(self.raw, self.sink, at, rows)?,
            Node::EmptyObject => {
                self.sink.begin_map(Some(0))?;
                self.sink.end_map()?;
            }
            other => {
                return Self::open(emit_rare(self.raw, self.sink, other)?, frame, stack);
            }
        }
        Ok(false)
    }
}

/// Gives what is rare; the frame of what it opened.
#[inline(never)]
fn emit_rare<'a, S: Sink<'a>>(raw: Raw<'a>, sink: &mut S, node: Node) -> Result<Option<Frame>> {
    // SAFETY: validated: strings are UTF-8, the text of a number is ASCII, bytes are all there, a
    // tagged node has one slot; `unchecked` is a whole buffer.
    unsafe {
        match node {
            // A shared one; others are common.
            Node::Str { at, len } => {
                let text = Text::with_window(raw.str(at, len), raw.buffer());
                sink.str(Str::Input(text))?;
            }
            Node::U64(value) => sink.u64(value)?,
            Node::F32(value) => sink.f32(value)?,
            Node::Big { at, len } => sink.big_integer(raw.str(at, len))?,
            Node::Decimal { at, len } => sink.decimal(raw.str(at, len))?,
            Node::Bytes { at, len } => sink.bytes(Bytes::Input(raw.slice(at, len)))?,
            Node::Timestamp { at } => sink.timestamp(raw.timestamp(at))?,
            Node::Tagged { at } => {
                let (tag, slots) = raw.tagged(at);
                sink.tag(tag)?;
                return Ok(Some(Frame::new(slots, 1, Turn::Tagged)));
            }
            Node::Pairs { at, form, count } | Node::Map { at, form, count } => {
                sink.begin_map(Some(count))?;
                return Ok(Some(Frame::new(Slots { at, form }, 2 * count, Turn::Key)));
            }
            _ => {}
        }
    }
    Ok(None)
}
