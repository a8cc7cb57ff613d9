//! [`Builder`]: a sink that turns events into a buffer.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Builder`] as a sink: checks the order of events, and puts values onto the stack |
//! | `vector` | writes a container that ends, from the stack into the output |
//! | `texts` | keys and strings, each written once |
//!
//! The content of a container is written before the container. So its items wait on a stack until
//! it ends: scalars as values, others as their place in the output.

mod sink;
mod texts;
mod vector;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{AsText, Error, Result};

use super::error;
use super::options::WriteOptions;
use super::slots::{self, Type, Width};
use texts::Texts;

/// A node that waits for its container to end.
#[derive(Clone, Copy, Debug)]
struct Item {
    /// The bits of an inline value, or else its place in the output.
    value: u64,
    /// The place of its key, if it is in a map.
    key: usize,
    kind: Type,
    /// The smallest width of an inline value, or else the width of what is written at its place.
    width: Width,
}

/// The events that may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Root,
    Item,
    Key,
    /// The value that stands in for a key.
    AnyKey,
    Value,
    Complete,
    Failed,
}

/// A container that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The index of its first item on the stack.
    start: usize,
    /// The place of the key that the container around it had read last.
    key: usize,
    /// The state of the builder after this container.
    behind: State,
    map: bool,
}

/// A sink that builds one FlexBuffer in compact form.
///
/// Each number, length and offset takes as few bytes as its container allows. Vectors of numbers or
/// booleans of one type have no byte for the type of each item. Members are sorted by their keys,
/// and each key stands in the buffer once.
///
/// The builder returns an error of the kind `Unrepresentable` for what FlexBuffers cannot hold:
/// tags, keys with a zero byte, and, unless they are [written as text](Builder::with_as_text),
/// integers beyond 64 bits, decimals, points in time and keys that are no strings. It also refuses
/// duplicate keys (`DuplicateKey`) and events in an impossible order (`InvalidEvents`). After an
/// error the builder takes no more events until it is [reset](Builder::reset).
///
/// It needs memory for the output, 24 bytes for each item of the open containers, and up to 16 for
/// each key. Time is linear, except for sorting members that come in another order.
///
/// ```
/// use varvel::flexbuffers::{Builder, Flex};
/// use varvel::{Limits, Sink};
/// let mut builder = Builder::new();
/// builder.begin_map(None)?;
/// builder.key("a".into())?;
/// builder.i64_array(&[1, 2, 3])?;
/// builder.end_map()?;
/// let bytes = builder.finish()?;
/// let root = Flex::new(&bytes, &Limits::DEFAULT)?.root();
/// let numbers = root.as_map().and_then(|map| map.get("a")?.as_vector()).unwrap();
/// assert_eq!(numbers.iter().filter_map(|item| item.as_i64()).sum::<i64>(), 6);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    out: Vec<u8>,
    /// The start of the buffer in `out`.
    start: usize,
    stack: Vec<Item>,
    open: Vec<Open>,
    state: State,
    /// The place of the last key of the innermost map.
    key: usize,
    keys: Texts,
    strings: Option<Texts>,
    as_text: AsText,
    /// How many containers a type may open inside each other.
    most: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// Makes a builder with an output of its own.
    pub fn new() -> Self {
        Self {
            out: Vec::new(),
            start: 0,
            stack: Vec::new(),
            open: Vec::new(),
            state: State::Root,
            key: 0,
            keys: Texts::default(),
            strings: None,
            as_text: AsText::NOTHING,
            most: WriteOptions::default().most(),
        }
    }

    /// Makes a builder that appends to `buffer`, with these options.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::flexbuffers::{Builder, WriteOptions};
    /// let mut builder = Builder::with_options(WriteOptions::default(), b"size".to_vec());
    /// builder.bool(true)?;
    /// assert_eq!(builder.finish()?, b"size\x01\x68\x01");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn with_options(options: WriteOptions, buffer: Vec<u8>) -> Self {
        let builder = Self {
            start: buffer.len(),
            out: buffer,
            as_text: options.as_text,
            most: options.most(),
            ..Self::new()
        };
        match options.shared_strings {
            true => builder.with_shared_strings(),
            false => builder,
        }
    }

    /// Writes values as text that FlexBuffers have no type for.
    ///
    /// ```
    /// use varvel::flexbuffers::{Builder, Flex};
    /// use varvel::{AsText, Limits, Sink};
    /// let mut builder = Builder::new().with_as_text(AsText::ALL);
    /// builder.begin_map(None)?;
    /// builder.any_key()?;
    /// builder.i64(200)?;
    /// builder.decimal("1.10")?;
    /// builder.end_map()?;
    /// let bytes = builder.finish()?;
    /// let map = Flex::new(&bytes, &Limits::DEFAULT)?.root().as_map().unwrap();
    /// assert_eq!(map.get("200").and_then(|value| value.as_str()), Some("1.10"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }

    /// Writes equal strings once, for documents that have many of them. This costs a look into a
    /// table for each string.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::flexbuffers::{Builder, to_vec};
    /// let words = ["once upon a time"; 3];
    /// let mut builder = Builder::new().with_shared_strings();
    /// words.encode(&mut builder, &())?;
    /// assert!(builder.finish()?.len() + 32 < to_vec(&words)?.len());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_shared_strings(mut self) -> Self {
        self.strings = Some(Texts::default());
        self
    }

    /// Returns the bytes of a complete document. The builder is then ready for the next one, and
    /// keeps its memory except for the output.
    ///
    /// # Errors
    /// Returns `InvalidEvents` if the document is not complete. The builder takes no more events
    /// then.
    pub fn finish(&mut self) -> Result<Vec<u8>> {
        let (State::Complete, &[root]) = (self.state, self.stack.as_slice()) else {
            return Err(self.out_of_order("the end of the events"));
        };
        let width = Width::ALL
            .into_iter()
            .find(|&width| root.fits(self.aligned(width), width));
        let width = width.unwrap_or(Width::W64);
        self.align(width)?;
        self.slot(root, width)?;
        self.put(&[root.packed(width), width.bytes() as u8])?;
        let out = core::mem::take(&mut self.out);
        self.reset(Vec::new());
        Ok(out)
    }

    /// Forgets all events and any error, clears `buffer`, and builds the next document in it.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::flexbuffers::Builder;
    /// let mut builder = Builder::new();
    /// assert!(builder.decimal("0.1").is_err());
    /// builder.reset(Vec::with_capacity(64));
    /// builder.bool(true)?;
    /// assert_eq!(builder.finish()?, [1, 26 << 2, 1]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn reset(&mut self, mut buffer: Vec<u8>) {
        buffer.clear();
        self.out = buffer;
        self.start = 0;
        self.stack.clear();
        self.open.clear();
        self.state = State::Root;
        self.keys.clear();
        if let Some(strings) = &mut self.strings {
            strings.clear();
        }
    }

    /// Returns the buffer as it was before the document, without anything that was written of it.
    pub(crate) fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out
    }

    fn put(&mut self, bytes: &[u8]) -> Result {
        self.out
            .try_reserve(bytes.len())
            .map_err(|_| Error::out_of_memory())?;
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    /// Returns the length of the output after aligning it.
    fn aligned(&self, width: Width) -> usize {
        self.start + (self.out.len() - self.start).next_multiple_of(width.bytes())
    }

    fn align(&mut self, width: Width) -> Result {
        let padding = self.aligned(width) - self.out.len();
        self.put(&[0; 8][..padding])
    }

    /// Writes a number of this width.
    fn number(&mut self, value: u64, width: Width) -> Result {
        self.put(&value.to_le_bytes()[..width.bytes()])
    }

    /// Writes the slot of an item.
    fn slot(&mut self, item: Item, width: Width) -> Result {
        let value = match item.kind {
            Type::Float if width == Width::W32 => {
                u64::from((f64::from_bits(item.value) as f32).to_bits())
            }
            kind if kind.is_inline() => item.value,
            _ => self.out.len() as u64 - item.value,
        };
        self.number(value, width)
    }

    /// Adds the path in the document to an error, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        let error = error.or_path(|| self.path());
        self.state = State::Failed;
        error
    }

    /// Adds the path in the document, with the next key, to an error about that key, and takes no
    /// more events.
    #[cold]
    #[inline(never)]
    fn fail_at_key(&mut self, error: Error, key: String) -> Error {
        let error = error.or_path(|| {
            let mut steps = self.path();
            steps.push(Step::Key(key));
            steps
        });
        self.state = State::Failed;
        error
    }

    #[cold]
    #[inline(never)]
    fn out_of_order(&mut self, found: &'static str) -> Error {
        let expected = match self.state {
            State::Root | State::Value => "a value",
            State::Item => "a value or the end of the array",
            State::Key => "a key or the end of the map",
            State::AnyKey => "a key",
            State::Complete => "nothing: the document is complete",
            State::Failed => "nothing: an error came before",
        };
        self.fail(error::out_of_order(expected, found))
    }

    /// Returns the path of the next event in the document.
    fn path(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (i, open) in self.open.iter().enumerate() {
            let (end, key, state) = match self.open.get(i + 1) {
                Some(next) => (next.start, next.key, State::Value),
                None => (self.stack.len(), self.key, self.state),
            };
            match (open.map, state) {
                (false, _) => steps.push(Step::Index(end - open.start)),
                (true, State::Value) => {
                    let key = texts::key_at(&self.out, key);
                    steps.push(Step::Key(key.to_string()));
                }
                _ => {}
            }
        }
        steps
    }
}

impl Item {
    /// Returns whether a slot of this width at `slot` can hold the item.
    fn fits(&self, slot: usize, width: Width) -> bool {
        match self.kind.is_inline() {
            true => self.width <= width,
            false => Width::of_uint((slot as u64).saturating_sub(self.value)) <= width,
        }
    }

    /// Returns the byte for its type and width, for a slot of this width.
    fn packed(&self, width: Width) -> u8 {
        match self.kind.is_inline() {
            true => slots::pack(self.kind, width),
            false => slots::pack(self.kind, self.width),
        }
    }
}
