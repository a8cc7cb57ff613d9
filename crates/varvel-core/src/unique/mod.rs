//! The duplicate-key check for pipes between formats.
//!
//! | room | holds |
//! |---|---|
//! | `paths` | the orders in which keys came: predicts the next key, and proves once for each path that it has no key twice |
//! | `overflow` | the keys of objects that follow no such path |
//! | `key_bytes` | keys that are not strings, while they come |
//! | `node_codes` | the bytes by which such keys are compared |
//! | `interned` | byte strings, each kept once |
//! | `sort_key` | the bytes by which the canonical form sorts such keys |

mod interned;
mod key_bytes;
mod node_codes;
mod overflow;
mod paths;
mod sort_key;

use alloc::alloc::handle_alloc_error;
use alloc::vec::Vec;
use core::alloc::Layout;

use varvel_raw::key::{Key, Pattern};

use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::pipe::Scalar;
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use key_bytes::{KeyBytes, Whole};
use paths::{NONE, NodeId, Paths, Step};

/// For trees, whose maps are compared by them.
#[doc(hidden)]
pub use node_codes::NodeCodes;
/// This is for writers that turn keys into strings.
#[doc(hidden)]
pub use overflow::Overflow;
/// For trees, whose maps are sorted by it.
#[doc(hidden)]
pub use sort_key::SortKey;

/// A sink that passes every event on to `inner`, and refuses an object that has a key twice.
///
/// A sink that builds a tree applies its own policy; this is for a source that drives the writer of
/// a format. Two keys are the same if they are equal as nodes: an integer equals no float, NaN
/// equals NaN, and objects are equal whatever the order of their members.
///
/// Keys that come in a known order are predicted, and take one comparison each. Other keys are
/// compared with up to 16 keys of their object; beyond that they are looked up by a hash with a
/// random seed. So time is linear in the events.
///
/// Memory holds the keys of the open objects, and the known orders: at most some 200 bytes for each
/// 4 keys that came, beyond a few that are free. A key that is not a string is remembered as bytes
/// of about its size; each map in it once, however deep it is.
#[derive(Debug)]
pub struct UniqueKeys<S> {
    inner: S,
    paths: Paths,
    overflow: Overflow,
    /// The keys that are no strings and not whole yet.
    key_bytes: KeyBytes,
    /// Whether such a key has begun. The events that follow are part of it.
    in_key: bool,
    /// The innermost object, or the outside of all objects.
    current: Open,
    outer: Vec<Open>,
}

/// An open object.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The path of its keys. For an object that left the trie, this is the last node of the path.
    node: NodeId,
    /// The key that most likely comes next.
    next: NodeId,
    /// Whether it has left the trie: `overflow` has its keys.
    overflowed: bool,
}

impl Open {
    /// The outside of all objects.
    const NOTHING: Self = Self {
        node: NONE,
        next: NONE,
        overflowed: false,
    };
    /// An object without keys that does not use the trie.
    const STRAY: Self = Self {
        overflowed: true,
        ..Self::NOTHING
    };
}

impl<S> UniqueKeys<S> {
    /// Makes a sink that checks the events that go to `inner`.
    ///
    /// Where there is no memory for some 200 bytes, it ends the process, as `Vec` does.
    /// [`UniqueKeys::try_new`] returns an error instead.
    pub fn new(inner: S) -> Self {
        Self::try_new(inner).unwrap_or_else(|_| handle_alloc_error(Layout::new::<Paths>()))
    }

    /// Makes a sink that checks the events that go to `inner`.
    ///
    /// ```
    /// use varvel::format::UniqueKeys;
    /// use varvel::{Discard, Sink as _, Str};
    /// let mut sink = UniqueKeys::try_new(Discard)?;
    /// sink.begin_map(None)?;
    /// sink.key(Str::from("a"))?;
    /// sink.null()?;
    /// assert!(sink.key(Str::from("a")).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error where there is no memory for some 200 bytes.
    pub fn try_new(inner: S) -> Result<Self> {
        Ok(Self {
            inner,
            paths: Paths::try_new()?,
            overflow: Overflow::default(),
            key_bytes: KeyBytes::default(),
            in_key: false,
            current: Open::NOTHING,
            outer: Vec::new(),
        })
    }

    /// Begins another document, into another sink. Returns the former sink. It keeps the orders of
    /// keys that it learnt, within bounds that do not depend on the number of documents.
    pub fn replace(&mut self, inner: S) -> S {
        self.restart();
        core::mem::replace(&mut self.inner, inner)
    }

    /// Begins another document, into a sink of another type. What was learnt of keys is kept as by
    /// [`UniqueKeys::replace`].
    ///
    /// ```
    /// use varvel::format::UniqueKeys;
    /// use varvel::schema::Recording;
    /// use varvel::{Discard, Sink as _, Str};
    /// let mut recording = Recording::default();
    /// let mut pipe = UniqueKeys::new(&mut recording);
    /// pipe.begin_map(None)?;
    /// pipe.key(Str::from("a"))?;
    /// // The document before does not count, whole or not.
    /// let mut pipe = pipe.with(Discard);
    /// pipe.begin_map(None)?;
    /// pipe.key(Str::from("a"))?;
    /// pipe.null()?;
    /// assert!(pipe.key(Str::from("a")).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn with<T>(mut self, inner: T) -> UniqueKeys<T> {
        self.restart();
        UniqueKeys {
            inner,
            paths: self.paths,
            overflow: self.overflow,
            key_bytes: self.key_bytes,
            in_key: self.in_key,
            current: self.current,
            outer: self.outer,
        }
    }

    fn restart(&mut self) {
        self.outer.clear();
        self.overflow.clear();
        self.key_bytes.clear();
        self.in_key = false;
        self.paths.restart();
        self.current = Open::NOTHING;
    }

    /// Returns `inner`.
    pub fn into_inner(self) -> S {
        self.inner
    }

    #[inline(always)]
    fn open(&mut self) -> Result {
        if self.outer.len() == self.outer.capacity() {
            self.grow()?;
        }
        let node = self.paths.root(self.current.node)?;
        self.outer.push(self.current);
        self.current.overflowed = false;
        self.go(node);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.outer
            .try_reserve(self.outer.len().max(16))
            .map_err(|_| Error::out_of_memory())
    }

    #[inline(always)]
    fn close(&mut self) {
        if let Some(open) = self.outer.pop() {
            if self.current.overflowed {
                self.overflow.close();
                self.key_bytes.close_object();
            }
            self.paths.leave(self.current.node);
            self.current = open;
        }
    }

    /// Adds the key that leads to `node` to the current object.
    #[inline(always)]
    fn go(&mut self, node: NodeId) {
        self.current.node = node;
        self.current.next = self.paths.next(node);
    }

    /// Checks a key that was not predicted. It is an error if the current object has the key
    /// already.
    #[inline(never)]
    fn check(&mut self, key: &str) -> Result {
        if self.outer.is_empty() {
            return Ok(());
        }
        if !self.current.overflowed {
            match self.paths.step(self.current.node, key)? {
                Step::Node(node) => {
                    self.go(node);
                    return Ok(());
                }
                Step::Duplicate => return Err(Error::duplicate_key(key)),
                Step::Full => self.move_to_overflow()?,
            }
        }
        if self.in_key {
            self.key_bytes
                .event(|key_of| key_of.key(Str::Scratch(key.into())))?;
        }
        self.overflow.add(key)
    }

    /// Takes the current object out of the trie.
    #[cold]
    fn move_to_overflow(&mut self) -> Result {
        self.overflow.open()?;
        self.key_bytes.open_object()?;
        self.current.overflowed = true;
        self.current.next = NONE;
        let mut keys = self.paths.keys(self.current.node);
        keys.try_for_each(|key| self.overflow.add(key))
    }

    /// Begins a key of any kind.
    #[cold]
    #[inline(never)]
    fn begin_key(&mut self) -> Result {
        if self.outer.is_empty() {
            return Ok(());
        }
        if !self.current.overflowed {
            self.move_to_overflow()?;
        }
        self.in_key = true;
        self.key_bytes.begin()
    }

    /// Adds a scalar to a key, or makes it the key.
    #[cold]
    #[inline(never)]
    fn scalar_in_key(&mut self, scalar: Scalar<'_, '_>) -> Result {
        self.key_bytes.scalar(scalar)?;
        self.node_in_key()
    }

    /// Adds numbers to an array in a key, or makes them the key.
    #[cold]
    #[inline(never)]
    fn numbers_in_key(&mut self, give: impl FnOnce(&mut NodeCodes) -> Result) -> Result {
        self.key_bytes.event(give)?;
        self.node_in_key()
    }

    /// Begins a container in a key, or one that is the key.
    #[cold]
    #[inline(never)]
    fn open_in_key(&mut self, map: bool) -> Result {
        if !map {
            return self.key_bytes.open(|key| key.begin_array(None));
        }
        // None of the keys of this object are predicted, so each comes through `check`.
        self.overflow.open()?;
        self.key_bytes.open_object()?;
        self.outer
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.outer
            .push(core::mem::replace(&mut self.current, Open::STRAY));
        self.key_bytes.open(|key| key.begin_map(None))
    }

    /// Ends a container in a key, or one that is the key.
    #[cold]
    #[inline(never)]
    fn close_in_key(&mut self, map: bool) -> Result {
        self.key_bytes.close(|key| match map {
            true => key.end_map(),
            false => key.end_array(),
        })?;
        self.node_in_key()
    }

    /// Ends a node in a key, or one that is the key. It is an error if the current object has the
    /// key already.
    fn node_in_key(&mut self) -> Result {
        if !self.key_bytes.is_whole() {
            return Ok(());
        }
        match self.key_bytes.take() {
            Whole::String(key) => self.overflow.add(key)?,
            Whole::Node(key) => self.overflow.add_node(key)?,
        }
        self.in_key = self.key_bytes.are_coming();
        Ok(())
    }
}

impl<'de, S: Sink<'de>> Sink<'de> for UniqueKeys<S> {
    #[inline(always)]
    fn null(&mut self) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Null)?;
        }
        self.inner.null()
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Bool(value))?;
        }
        self.inner.bool(value)
    }
    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::I64(value))?;
        }
        self.inner.i64(value)
    }
    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::U64(value))?;
        }
        self.inner.u64(value)
    }
    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::F64(value))?;
        }
        self.inner.f64(value)
    }
    #[inline(always)]
    fn f32(&mut self, value: f32) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::F32(value))?;
        }
        self.inner.f32(value)
    }
    #[inline(always)]
    fn big_integer(&mut self, digits: &str) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::BigInteger(digits))?;
        }
        self.inner.big_integer(digits)
    }
    #[inline(always)]
    fn decimal(&mut self, text: &str) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Decimal(text))?;
        }
        self.inner.decimal(text)
    }
    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Str(Str::Scratch((&*value).into())))?;
        }
        self.inner.str(value)
    }
    #[inline(always)]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Bytes(Bytes::Scratch(&value)))?;
        }
        self.inner.bytes(value)
    }
    #[inline(always)]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        if self.in_key {
            self.scalar_in_key(Scalar::Timestamp(value))?;
        }
        self.inner.timestamp(value)
    }
    #[inline(always)]
    fn tag(&mut self, tag: Tag) -> Result {
        if self.in_key {
            self.key_bytes.event(|key| key.tag(tag))?;
        }
        self.inner.tag(tag)
    }
    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        if self.in_key {
            self.open_in_key(false)?;
        }
        self.inner.begin_array(len)
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result {
        if self.in_key {
            self.close_in_key(false)?;
        }
        self.inner.end_array()
    }
    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        match self.in_key {
            false => self.open()?,
            true => self.open_in_key(true)?,
        }
        self.inner.begin_map(len)
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.check(&key)?;
        self.inner.key(key)
    }
    #[inline(always)]
    fn any_key(&mut self) -> Result {
        self.begin_key()?;
        self.inner.any_key()
    }
    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.close();
        if self.in_key {
            self.close_in_key(true)?;
        }
        self.inner.end_map()
    }
    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        self.inner.wants_decimal()
    }
    #[inline(always)]
    fn takes_beyond_floats(&self) -> bool {
        self.inner.takes_beyond_floats()
    }
    #[inline(always)]
    fn nest(&mut self) -> Result {
        self.inner.nest()
    }
    /// Returns the profile of `inner`. (`raw` keeps its default: a raw node comes as events, so its
    /// keys are checked, too.)
    #[inline(always)]
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        if self.in_key {
            self.key_bytes.event(|key| key.i64s(values))?;
        }
        self.inner.i64s(values)
    }
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        if self.in_key {
            self.key_bytes.event(|key| key.f64s(values))?;
        }
        self.inner.f64s(values)
    }
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        if self.in_key {
            self.numbers_in_key(|key| key.i64_array(values))?;
        }
        self.inner.i64_array(values)
    }
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
        if self.in_key {
            self.numbers_in_key(|key| key.f64_array(values))?;
        }
        self.inner.f64_array(values)
    }
    #[inline(always)]
    fn expect_key(&self) -> Option<&Key> {
        Some(self.paths.key(self.current.next))
    }
    #[inline(always)]
    fn expect_member(&self) -> Option<&Pattern> {
        Some(self.paths.pattern(self.current.next))
    }
    #[inline(always)]
    fn learn_member(&mut self, text: &[u8]) {
        if !self.current.overflowed {
            self.paths.learn(self.current.node, text);
        }
    }
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.go(self.current.next);
        let node = self.current.node;
        // One comparison of vectors, for a sink that expects keys itself.
        if let Some(expected) = self.inner.expect_key()
            && let (block, len @ 1..) = expected.block()
            && (block, len) == self.paths.key(node).block()
        {
            return self.inner.expected_key();
        }
        self.inner.key(Str::Scratch(self.paths.text(node)))
    }
}
