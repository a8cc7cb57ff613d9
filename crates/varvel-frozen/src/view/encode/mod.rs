//! Drives a view into any sink: in document order, without recursion.

mod numbers;

use varvel_core::{Bytes, Encode, Result, Sink, Str, Text};

use super::View;
use super::node::{Node, Slots};
use super::shape::{self, Shape};
use super::unchecked::Raw;
use crate::stack::Stack;
use crate::{Frozen, Owner};

impl<'a> View<'a> {
    /// Gives this node to `sink`. The events borrow from the buffer, while those of
    /// [`Encode::encode`] borrow from this view.
    ///
    /// # Errors
    /// The errors of the sink.
    ///
    /// ```
    /// use varvel::View;
    /// fn text(view: View<'_>) -> varvel::Result<Vec<u8>> {
    ///     let mut writer = varvel::json::Writer::new(varvel::json::WriteOptions::compact());
    ///     view.drive(&mut writer)?;
    ///     writer.finish()
    /// }
    /// # let mut builder = varvel::Builder::new();
    /// # builder.start()?;
    /// # varvel::Sink::bool(&mut builder, true)?;
    /// assert_eq!(text(builder.finish()?.view())?, b"true");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn drive<S: Sink<'a>>(self, sink: &mut S) -> Result {
        // SAFETY: `raw` is that of a view.
        unsafe { Drive::new(self.raw, sink) }.run(self.node())
    }
}

impl<C: ?Sized> Encode<C> for View<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        // SAFETY: `raw` is that of a view.
        unsafe { Drive::new(self.raw, sink) }.run(self.node())
    }

    /// Returns three times the frozen size for a whole document: a float of 8 bytes is 18 digits
    /// and a comma, and keys that the tables hold once repeat with each object.
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
        // SAFETY: `raw` is that of a view.
        unsafe { Drive::new(view.raw, sink) }.run(view.node())
    }

    fn size_hint(&self) -> usize {
        Encode::<C>::size_hint(&self.view())
    }
}

/// The next event of an open container.
///
/// It is as wide as its neighbour in [`Frame`]: without padding between them, a frame moves in
/// registers.
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
    /// The value behind a key of kind [`Turn::Key`].
    Value,
}

/// An open container.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The next slot, and (`end`) where the slots end.
    next: usize,
    end: usize,
    /// The position that references count from; see [`Slots`].
    base: usize,
    shift: u32,
    turn: Turn,
    /// The position of the next key's place in the tables.
    key: usize,
}

impl Frame {
    /// The frame below all others.
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

    /// Returns the width of a slot in bytes.
    #[inline(always)]
    fn width(&self) -> usize {
        (64 - self.shift) as usize / 8
    }

    /// Moves on by one slot. Returns the position of that slot; in pairs, a key's slot is followed
    /// by that of its value.
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
    /// `raw` is that of a view.
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
            // Each call goes through the container up to its end, or up to the next container that
            // it opens.
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

    /// Gives the items of an array, and its end. Runs of strings have a loop of their own, since
    /// most arrays hold one kind.
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

    /// Gives the members of an object with a shape, and its end.
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

    /// Gives the content of a map, an object that carries its keys, or a tag. Returns the next
    /// frame.
    #[inline(never)]
    fn others(
        raw: Raw<'a>,
        sink: &mut S,
        mut frame: Frame,
        stack: &mut Stack<Frame>,
    ) -> Result<Frame> {
        // SAFETY: `raw` is that of a view.
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

    /// Goes back to the container around the current one.
    #[inline(always)]
    fn leave(frame: &mut Frame, stack: &mut Stack<Frame>) {
        // Every frame has one below it, except the one whose turn is `Done`.
        *frame = stack.pop().unwrap_or(Frame::DONE);
    }

    /// Gives the node of the slot at `at`. Returns whether that opened a container, which is
    /// `frame` then.
    #[inline(always)]
    fn node(&mut self, at: usize, frame: &mut Frame, stack: &mut Stack<Frame>) -> Result<bool> {
        // SAFETY: the frame is one of a validated container, and `at` one of its slots.
        match unsafe { self.raw.common_at(at, frame.shift, frame.base) } {
            Some(node) => self.emit(node, frame, stack),
            None => {
                // SAFETY: the frame is one of a validated container, and `at` one of its slots.
                let node = unsafe { self.raw.node_at(at, frame.shift, frame.base) };
                Self::open(emit_rare(self.raw, self.sink, node)?, frame, stack)
            }
        }
    }

    /// Enters the container that was just opened. Returns `false` if there is none.
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

    /// Gives the first node. Returns the frame of the container that it opened, or an empty frame.
    #[inline(never)]
    fn begin(raw: Raw<'a>, sink: &mut S, node: Node, stack: &mut Stack<Frame>) -> Result<Frame> {
        let mut frame = Frame::DONE;
        // SAFETY: `raw` is that of a view.
        unsafe { Drive::new(raw, sink) }.emit(node, &mut frame, stack)?;
        Ok(frame)
    }

    /// Gives the key of a pair, if it is a string. Otherwise announces it as the next node.
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

    /// Returns a text whose window is the buffer behind it.
    #[inline(always)]
    fn text<'t>(&self, text: &'a str) -> Str<'a, 't> {
        Str::Input(Text::with_window(text, self.buffer))
    }

    /// Gives a scalar, or an empty or packed array; opens any other container. Returns whether it
    /// opened one.
    ///
    /// Functions that are not inlined get parts of `self`, never `self`: otherwise no part would
    /// stay in registers.
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
            // The documentation of this event says that it also stands for an empty array of any
            // kind.
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

/// Gives a rare node. Returns the frame of the container that it opened.
#[inline(never)]
fn emit_rare<'a, S: Sink<'a>>(raw: Raw<'a>, sink: &mut S, node: Node) -> Result<Option<Frame>> {
    // SAFETY: validated: strings are UTF-8, the text of a number is ASCII, bytes are all there, a
    // tagged node has one slot; `raw` is a whole buffer.
    unsafe {
        match node {
            // A shared string; other strings are common nodes.
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
