//! The builder: a sink that lays out a frozen buffer in one pass.
//!
//! A node is written when it is complete: a string or a wide number when it comes, a container when
//! it closes, behind everything in it. Until then the slots of a container wait on a stack of
//! 8-byte *entries*, whose low bits have the layout of a slot already. Closing a container makes
//! its entries relative and narrows them to the width that fits.
//!
//! | room | holds |
//! |---|---|
//! | `shapes` | the trie that predicts keys and numbers shapes |
//! | `close` | slots of containers that close |
//! | `numbers` | arrays of numbers: packed, and stacked into matrices |
//! | `pairs` | maps, objects beyond the budget of shapes, duplicate keys |
//! | `finish`, `tables` | the end of a document: header, tables |
//! | `splice` | copies parts of other buffers unchanged |
//! | `rebuild` | a document laid out anew: canonical, or with shared strings |
//! | `shared` | the strings that are worth sharing |
//! | `thread` | the builder that each thread keeps |
//! | `record` | an array, each of whose items is added as a whole or not at all |

mod close;
mod finish;
mod numbers;
mod pairs;
pub mod rebuild;
#[cfg(feature = "std")]
mod record;
mod shapes;
mod shared;
mod splice;
mod stack;
mod tables;
mod thread;

use alloc::alloc::handle_alloc_error;
use alloc::vec::Vec;
use core::alloc::Layout;

use varvel_core::number::is_number;
use varvel_core::{
    Bytes, Duplicates, Error, ErrorKind, Key, Limits, Pattern, Result, Sink, Str, Tag, Text,
    Timestamp,
};
use varvel_raw::buffer::{Buffer, OutOfMemory};

use crate::layout::{self, Element, HEADER_LEN, literal, other, tag};
use crate::validate;
#[cfg(all(feature = "std", debug_assertions))]
pub use finish::self_check::set as set_self_check;
#[cfg(feature = "std")]
pub use record::RecordSink;
use shapes::{NONE, NodeId, Shapes, Step};
use splice::Base;
pub use splice::Splice;
use stack::{Entries, Frames, Full};
pub use thread::with_builder;

/// Builds frozen buffers, one after the other, from events.
///
/// A builder keeps its memory, and what it has learned about keys, from document to document: use
/// one builder for many documents. See [`crate::Frozen`] for the result.
///
/// Cost: time linear in the events; memory of at most twice the result, plus 8 bytes for each value
/// of an open container, before growth.
///
/// ```
/// use varvel::{Builder, Sink};
/// let mut builder = Builder::new();
/// builder.start()?;
/// builder.begin_map(None)?;
/// builder.key("id".into())?;
/// builder.i64(7)?;
/// builder.end_map()?;
/// let frozen = builder.finish()?;
/// assert_eq!(frozen.view().get("id").and_then(|id| id.as_i64()), Some(7));
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    out: Buffer,
    /// The slots of open containers.
    entries: Entries,
    /// The open containers.
    frames: Frames,
    shapes: Shapes,
    /// The tables that the document begins with.
    base: Base,
    /// The strings that the document shares, as keys of the trie.
    shared: Vec<u32>,
    duplicates: Duplicates,
    limits: Limits,
    /// Whether numbers beyond all floats are taken as decimals.
    beyond_floats: bool,
    /// How many more nodes the limit allows.
    nodes_left: usize,
    /// A second buffer, for containers that are laid out anew.
    scratch: Vec<u8>,
    /// Whether a map has keys that were not yet compared as nodes.
    check_keys: bool,
    /// Whether a document was begun and neither finished nor dropped. If not, the buffer has no
    /// room for the header.
    started: bool,
}

/// An open container.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Frame {
    /// The index of the container's first entry.
    start: usize,
    /// The position of the first byte of the nodes in it.
    content: usize,
    /// In an object: the path of its keys so far. In any other container: the key of the nearest
    /// object around it whose value leads here.
    node: NodeId,
    /// In an object: the key that most likely comes next. In any other container: `NONE`. It is a
    /// node of the trie in every mode, because `expect_key` may be called at any time.
    next: NodeId,
    /// In mode `Rows`: the number of items in each row.
    cols: u32,
    mode: Mode,
    /// In mode `Rows`: an element that fits all rows; integers and floats do not mix.
    element: Element,
}

/// The kind of the current container; for an array, the kind of its items so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Mode {
    /// An object with a shape.
    Object,
    /// An array of mixed values.
    Values,
    /// An object with the keys of another one: see [`Splice::begin_like`].
    Like,
    /// The document itself, which has one entry.
    Root,
    /// A map: entries are keys and values in turn.
    Map,
    /// An object that carries its keys: entries are keys and values in turn.
    Pairs,
    /// A node with a numbered tag: the number, then one entry. In this mode and all later ones a
    /// new value needs a closer look.
    TagNumber,
    /// A node with an extension type: the type, then one entry.
    TagExtension,
    /// A null that stands for another simple value: that value's number, then one entry.
    TagSimple,
    /// An array without items so far.
    Empty,
    /// An array of `i64` so far; the entries are the integers.
    Ints,
    /// An array of `f64` so far; the entries are the bits of the floats.
    Floats,
    /// An array of `f32` so far; the entries are the bits of the floats.
    Singles,
    /// An array of packed arrays of one length and class so far.
    Rows,
}

impl Mode {
    /// Returns whether the container is a tag, which is complete after one entry.
    fn is_tag(self) -> bool {
        matches!(self, Self::TagNumber | Self::TagExtension | Self::TagSimple)
    }

    /// Returns whether the container is an array of numbers so far, none of which is written yet.
    #[inline(always)]
    fn is_numbers(self) -> bool {
        matches!(self, Self::Ints | Self::Floats | Self::Singles)
    }
}

/// The number of entries past `top` that may always be read: closing reads entries in steps of this
/// many.
const SPARE: usize = 8;

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// Returns a list of `count` copies.
///
/// # Errors
/// Returns an error where there is no memory.
fn copies<T: Clone>(of: T, count: usize) -> Result<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)
        .map_err(|_| Error::out_of_memory())?;
    list.resize(count, of);
    Ok(list)
}

/// Returns the entry of a string of at most one byte. Such a string is always in its slot, so equal
/// strings are equal as entries or as bytes.
#[inline(always)]
fn short_entry(text: &[u8]) -> u64 {
    let byte = text.first().copied().unwrap_or(0);
    u64::from(byte) << 8 | (text.len() as u64) << 4 | u64::from(tag::SHORT)
}

/// Returns the entry of a literal.
#[inline(always)]
const fn literal_entry(payload: u64) -> u64 {
    payload << 4 | tag::LITERAL as u64
}

/// Returns the entry that refers to the node at `at`. The payload of a reference is a negated
/// position: closing the container adds the container's position.
#[inline(always)]
const fn reference(tag: u8, at: usize) -> u64 {
    (at as u64).wrapping_neg() << 4 | tag as u64
}

/// Returns the position that a reference entry refers to.
#[inline(always)]
const fn position(entry: u64) -> usize {
    ((entry as i64 >> 4).wrapping_neg()) as usize
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// Returns a builder that refuses duplicate keys, with the default limits.
    pub fn new() -> Self {
        Self::with(Duplicates::Error, Limits::DEFAULT)
    }

    /// Returns a builder with a policy for duplicate keys and with limits. Ends the process, as
    /// `Vec` does, where there is no memory for a few KiB: [`Builder::try_with`] does not.
    pub fn with(duplicates: Duplicates, limits: Limits) -> Self {
        Self::try_with(duplicates, limits)
            .unwrap_or_else(|_| handle_alloc_error(Layout::new::<[Frame; 16]>()))
    }

    /// Returns a builder with a policy for duplicate keys and with limits.
    ///
    /// ```
    /// use varvel::{Builder, Duplicates, Limits, Sink};
    /// let mut builder = Builder::try_with(Duplicates::Error, Limits::DEFAULT)?;
    /// builder.start()?;
    /// builder.i64(7)?;
    /// assert_eq!(builder.finish()?.view().i64()?, 7);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error where there is no memory for a few KiB.
    pub fn try_with(duplicates: Duplicates, limits: Limits) -> Result<Self> {
        Ok(Self {
            out: Buffer::new(),
            entries: Entries::try_new()?,
            frames: Frames::try_new(Frame::root(), limits.depth)?,
            shapes: Shapes::try_new()?,
            base: Base::default(),
            shared: Vec::new(),
            duplicates,
            limits,
            beyond_floats: false,
            nodes_left: limits.nodes,
            scratch: Vec::new(),
            check_keys: false,
            started: false,
        })
    }

    /// Takes numbers beyond all floats as decimals, with their digits: `1e400`, `1e-400`. All other
    /// numbers come as they do without this. See [`Sink::takes_beyond_floats`].
    ///
    /// ```
    /// use varvel::{Builder, json};
    /// let mut builder = Builder::new().keep_beyond_floats();
    /// builder.start()?;
    /// json::drive(b"[1e400, 0.50]", &json::ReadOptions::default(), &mut builder)?;
    /// assert_eq!(builder.finish_view()?.to_string(), "[1e400,0.5]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn keep_beyond_floats(mut self) -> Self {
        self.beyond_floats = true;
        self
    }

    /// Sets the policy for duplicate keys and the limits, from the next document on.
    #[cfg(feature = "std")]
    fn set(&mut self, duplicates: Duplicates, limits: Limits) {
        self.duplicates = duplicates;
        self.limits = limits;
        self.beyond_floats = false;
        self.frames.set_limit(limits.depth);
        self.started = false;
    }

    /// Returns how many bytes of memory the builder owns, up to a few bytes.
    #[cfg(feature = "std")]
    fn capacity(&self) -> usize {
        self.out.capacity()
            + self.entries.capacity()
            + self.frames.capacity()
            + self.scratch.capacity()
            + self.base.tables.capacity()
            + self.shapes.bytes()
    }

    /// Makes a builder whose bytes depend on the events alone: see [`Shapes::canonical`].
    pub(crate) fn canonical(mut self) -> Self {
        self.shapes = self.shapes.canonical();
        self
    }

    /// Begins a document. An unfinished document is dropped.
    pub fn start(&mut self) -> Result {
        // Comes first: `shapes` may forget the nodes that open objects hold.
        self.frames.reset(Frame::root());
        self.entries.truncate(0);
        self.started = false;
        self.base.clear();
        self.shared.clear();
        self.shapes.start(self.duplicates != Duplicates::Error)?;
        self.forgive();
        self.out.truncate(0);
        self.out.extend(&[0; HEADER_LEN]).map_err(no_memory)?;
        self.nodes_left = self.limits.nodes;
        self.check_keys = false;
        self.started = true;
        Ok(())
    }

    /// Returns whether memory was missing since the document began. Some calls write in several
    /// steps, so a part of one may be in the buffer.
    fn is_torn(&self) -> bool {
        self.out.was_refused() || self.entries.was_refused()
    }

    /// Forgets that memory was missing: nothing is left of the call that failed.
    fn forgive(&mut self) {
        self.out.forgive();
        self.entries.forgive();
    }

    /// Gives a string a number by which the document refers to it. The document has just begun and
    /// is no splice.
    fn share(&mut self, text: &str) -> Result<u32> {
        let number = layout::number(self.shared.len())?;
        let key = self.shapes.intern(text)?;
        self.shared
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.shared.push(key);
        Ok(number)
    }

    /// Adds a shared string by its number, which is one of the first [`layout::SMALL_SHARED`], so
    /// that it fits every slot.
    fn shared_str(&mut self, number: u32) -> Result {
        self.push(u64::from(number) << 4 | u64::from(tag::SHARED))
    }

    /// Pushes an entry of the current container. A number or a row that continues a run of its kind
    /// is pushed elsewhere.
    #[inline(always)]
    fn push(&mut self, entry: u64) -> Result {
        if self.frames.current().mode >= Mode::TagNumber {
            return self.push_closely(entry);
        }
        self.entries.push(entry)
    }

    #[inline(never)]
    fn push_closely(&mut self, entry: u64) -> Result {
        let mode = self.frames.current().mode;
        if mode == Mode::Empty {
            self.frames.current_mut().mode = Mode::Values;
            return self.entries.push(entry);
        }
        if mode.is_tag() {
            self.entries.push(entry)?;
            return self.close_tags();
        }
        let entry = self.leave_numbers(entry)?;
        self.entries.push(entry)
    }

    /// Opens a container.
    #[inline(always)]
    fn open(&mut self, mode: Mode) -> Result {
        if self.frames.current().mode.is_numbers() {
            self.leave_numbers(0)?;
        }
        let owner = self.frames.current().node;
        let (node, next) = match mode {
            Mode::Object => {
                let root = self.shapes.root(owner);
                (root, self.shapes.next(root))
            }
            _ => (owner, NONE),
        };
        let frame = Frame {
            start: self.entries.top(),
            content: self.out.len(),
            node,
            next,
            mode,
            ..Frame::root()
        };
        match self.frames.push(frame) {
            Ok(()) => Ok(()),
            Err(full) => Err(self.cannot_open(&full)),
        }
    }

    #[cold]
    #[inline(never)]
    fn cannot_open(&self, full: &Full) -> Error {
        if let Full::NoMemory = full {
            return Error::out_of_memory();
        }
        Error::too_deep(self.limits.depth)
    }

    /// Ends the current container, whose node is complete, and pushes `entry`, which refers to that
    /// node, to the container around it.
    #[inline(always)]
    fn deliver(&mut self, entry: u64) -> Result {
        let start = self.leave()?;
        if self.frames.current().mode < Mode::TagNumber && self.entries.replace(start, entry) {
            return Ok(());
        }
        self.entries.truncate(start);
        self.push(entry)
    }

    /// Leaves the current container, whose entries are complete. Returns the index of its first
    /// entry.
    #[inline(always)]
    fn leave(&mut self) -> Result<usize> {
        let start = self.frames.current().start;
        self.count_nodes(self.entries.top().wrapping_sub(start))?;
        if !self.frames.pop() {
            return Err(out_of_order());
        }
        Ok(start)
    }

    /// Counts complete nodes against the limit.
    #[inline(always)]
    fn count_nodes(&mut self, n: usize) -> Result {
        match self.nodes_left.checked_sub(n) {
            Some(left) => self.nodes_left = left,
            None => return Err(Error::too_many_nodes(self.limits.nodes)),
        }
        Ok(())
    }

    /// Writes a node of the given tag from its bytes, and pushes its entry.
    #[inline(always)]
    fn node<const N: usize>(&mut self, tag: u8, bytes: [u8; N]) -> Result {
        let at = self.out.len();
        self.out.put(bytes).map_err(no_memory)?;
        self.push(reference(tag, at))
    }

    /// Writes an `OTHER` node of `kind`: the length of `bytes`, then `bytes`.
    fn long_node(&mut self, kind: u8, bytes: &[u8]) -> Result {
        let at = self.out.len();
        let (prefix, n) = layout::length_prefix(bytes.len());
        self.out.put([kind]).map_err(no_memory)?;
        self.out.put_part(prefix, n).map_err(no_memory)?;
        self.out.extend(bytes).map_err(no_memory)?;
        self.push(reference(tag::OTHER, at))
    }

    /// Adds an integer to a container of mixed values.
    #[inline(always)]
    fn int(&mut self, value: i64) -> Result {
        let entry = self.int_entry(value)?;
        self.entries.push(entry)
    }

    /// Adds an integer to any other container.
    #[inline(never)]
    fn int_closely(&mut self, value: i64) -> Result {
        match self.frames.current().mode {
            Mode::Ints => {}
            Mode::Empty => self.frames.current_mut().mode = Mode::Ints,
            _ => {
                let entry = self.int_entry(value)?;
                return self.push(entry);
            }
        }
        self.entries.push(value as u64)
    }

    /// Adds a float to any container but one of mixed values.
    #[inline(never)]
    fn float_closely(&mut self, value: f64) -> Result {
        match self.frames.current().mode {
            Mode::Floats => {}
            Mode::Empty => self.frames.current_mut().mode = Mode::Floats,
            _ => return self.node(tag::F64, value.to_le_bytes()),
        }
        self.entries.push(value.to_bits())
    }

    #[inline(always)]
    fn string(&mut self, text: Text<'_>) -> Result {
        let len = text.len();
        if len < 2 {
            return self.push(short_entry(text.as_bytes()));
        }
        let at = self.out.len();
        if len < 0x80 {
            self.out.put_text([len as u8], text).map_err(no_memory)?;
        } else {
            let (prefix, n) = layout::length_prefix(len);
            self.out.put_part(prefix, n).map_err(no_memory)?;
            self.out.put_text([], text).map_err(no_memory)?;
        }
        self.push(reference(tag::STRING, at))
    }

    /// Notes that the current object has got the key that leads to `node`.
    #[inline(always)]
    fn go(&mut self, node: NodeId) {
        let next = self.shapes.next(node);
        let frame = self.frames.current_mut();
        frame.node = node;
        frame.next = next;
    }

    /// Adds a key that was not predicted.
    #[inline(always)]
    fn step(&mut self, key: &str) -> Result {
        match self
            .shapes
            .step(self.frames.current().node, self.frames.owner(), key)?
        {
            Step::Node(node) => {
                self.go(node);
                Ok(())
            }
            Step::Duplicate => Err(Error::duplicate_key(key)),
            Step::Full => {
                self.become_pairs(Mode::Pairs)?;
                self.string(key.into())
            }
        }
    }
}

impl Frame {
    const fn root() -> Self {
        Self {
            start: 0,
            content: HEADER_LEN,
            mode: Mode::Root,
            node: NONE,
            next: NONE,
            cols: 0,
            element: Element::I8,
        }
    }
}

/// Returns the node of a float of 32 bits.
#[inline(always)]
fn single(bits: u32) -> [u8; 5] {
    let [a, b, c, d] = bits.to_le_bytes();
    [other::F32, a, b, c, d]
}

/// The error for events that no document has.
#[cold]
#[inline(never)]
fn out_of_order() -> Error {
    Error::new(ErrorKind::InvalidEvents)
}

/// The error for text that no reader of the buffer would accept as a number.
#[cold]
#[inline(never)]
fn not_a_number(expected: &'static str, text: &str) -> Error {
    Error::expected(ErrorKind::InvalidNumber, expected).with_content(format_args!("{text:?}"))
}

impl<'de> Sink<'de> for Builder {
    /// Without a limit on depth, a type has the default one.
    #[inline]
    fn nest(&mut self) -> Result {
        let most = match self.limits.depth {
            usize::MAX => Limits::DEFAULT.depth,
            depth => depth,
        };
        match self.frames.depth() < most {
            true => Ok(()),
            false => Err(Error::type_too_deep(most)),
        }
    }

    #[inline(always)]
    fn profile(&self) -> varvel_core::Profile {
        varvel_core::Profile::TREE
    }
    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        self.beyond_floats
    }
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.push(literal_entry(literal::NULL))
    }

    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.push(literal_entry(literal::FALSE + u64::from(value)))
    }

    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        if self.frames.current().mode >= Mode::TagNumber {
            return self.int_closely(value);
        }
        self.int(value)
    }

    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        if let Ok(value) = i64::try_from(value) {
            return self.i64(value);
        }
        let mut bytes = [other::U64; 9];
        bytes[1..].copy_from_slice(&value.to_le_bytes());
        self.node(tag::OTHER, bytes)
    }

    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        if self.frames.current().mode >= Mode::TagNumber {
            return self.float_closely(value);
        }
        let at = self.out.len();
        self.out.put(value.to_le_bytes()).map_err(no_memory)?;
        self.entries.push(reference(tag::F64, at))
    }

    fn f32(&mut self, value: f32) -> Result {
        match self.frames.current().mode {
            Mode::Singles => {}
            Mode::Empty => self.frames.current_mut().mode = Mode::Singles,
            _ => return self.node(tag::OTHER, single(value.to_bits())),
        }
        self.entries.push(value.to_bits().into())
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        if !validate::is_big(digits.as_bytes()) {
            return Err(not_a_number("an integer beyond 64 bits", digits));
        }
        self.long_node(other::BIG, digits.as_bytes())
    }

    fn decimal(&mut self, text: &str) -> Result {
        if !is_number(text.as_bytes()) {
            return Err(not_a_number("a number as JSON writes it", text));
        }
        self.long_node(other::DECIMAL, text.as_bytes())
    }

    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        match value {
            Str::Input(text) => self.string(text),
            Str::Scratch(text) => self.string(text),
        }
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.long_node(other::BYTES, &value)
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let mut bytes = [other::TIMESTAMP; 13];
        bytes[1..9].copy_from_slice(&value.seconds().to_le_bytes());
        bytes[9..].copy_from_slice(&value.nanos().to_le_bytes());
        self.node(tag::OTHER, bytes)
    }

    fn tag(&mut self, tag: Tag) -> Result {
        let (mode, value) = match tag {
            Tag::Number(number) => (Mode::TagNumber, number),
            Tag::Extension(kind) => (Mode::TagExtension, u64::from(kind as u8)),
            Tag::Simple(number) => (Mode::TagSimple, u64::from(number)),
        };
        self.open(mode)?;
        self.entries.push(value)
    }

    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.open(Mode::Empty)?;
        self.entries.expect(len)
    }

    #[inline(always)]
    fn end_array(&mut self) -> Result {
        self.close_array()
    }

    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.open(Mode::Object)?;
        // Reserves room for the case that the keys are entries, too.
        self.entries.expect(len.map(|len| len.saturating_mul(2)))
    }

    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.frames.current().mode {
            Mode::Object => self.step(&key),
            Mode::Pairs | Mode::Map => self.str(key),
            _ => Err(out_of_order()),
        }
    }

    fn any_key(&mut self) -> Result {
        match self.frames.current().mode {
            Mode::Map => Ok(()),
            Mode::Pairs => {
                self.frames.current_mut().mode = Mode::Map;
                Ok(())
            }
            Mode::Object => self.become_pairs(Mode::Map),
            _ => Err(out_of_order()),
        }
    }

    #[inline(always)]
    fn end_map(&mut self) -> Result {
        match self.frames.current().mode {
            Mode::Object => self.close_object(),
            Mode::Pairs | Mode::Map => self.close_pairs(),
            _ => Err(out_of_order()),
        }
    }

    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        Some(self.shapes.key(self.frames.current().next))
    }

    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        Some(self.shapes.pattern(self.frames.current().next))
    }

    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        let frame = self.frames.current();
        if frame.mode == Mode::Object {
            self.shapes.learn(frame.node, text);
        }
    }

    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.go(self.frames.current().next);
        Ok(())
    }

    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.number_run(Mode::Ints, values, |&v| v as u64, Self::i64)
    }

    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.number_run(Mode::Floats, values, |v| v.to_bits(), Self::f64)
    }

    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.packed_ints(values)
    }

    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.packed_floats(values)
    }
}
