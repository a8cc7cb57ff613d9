//! The duplicate-key check for pipes between formats.
//!
//! | room | holds |
//! |---|---|
//! | `paths` | the orders in which keys have come: predicts the next, and proves once a path that no key is in it twice |
//! | `strays` | the keys of objects that are no such path |

mod paths;
mod strays;

use alloc::vec::Vec;

use varvel_raw::key::{Key, Pattern};

use crate::error::{Error, Result};
use crate::node::{Tag, Timestamp};
use crate::profile::Profile;
use crate::sink::Sink;
use crate::string::{Bytes, Str};
use paths::{NONE, NodeId, Paths, Step};

/// For writers that make strings of other keys.
#[doc(hidden)]
pub use strays::Strays;

/// A sink that passes every event on to `inner`, and refuses an object that has a key twice.
///
/// A shape that is built applies its own policy; this is for a source driven straight into the
/// writer of a format. Keys that are not strings are passed on unchecked.
///
/// Keys that come in an order in which they came before are predicted, and take one comparison each; others
/// are compared with up to 16 of their object, beyond that looked up by a hash with a random seed: linear in
/// the events. The keys of the objects that are open are kept, and the orders: some 200 bytes for each 4 keys
/// that came at most, beyond a few that are free.
#[derive(Debug)]
pub struct UniqueKeys<S> {
    inner: S,
    paths: Paths,
    strays: Strays,
    /// The innermost object, or what is outside of all.
    current: Open,
    outer: Vec<Open>,
}

/// An open object.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The path of its keys; of one that has left the trie, as far as that goes.
    node: NodeId,
    /// The key that most likely comes next.
    next: NodeId,
    /// Whether it has left the trie: `strays` has its keys.
    stray: bool,
}

impl Open {
    /// What is outside of all objects.
    const NOTHING: Self = Self {
        node: NONE,
        next: NONE,
        stray: false,
    };
}

impl<S> UniqueKeys<S> {
    /// Watches over what goes to `inner`.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            paths: Paths::new(),
            strays: Strays::default(),
            current: Open::NOTHING,
            outer: Vec::new(),
        }
    }

    /// Begins another document, into another sink: gives the one before back. What was learnt of keys is kept,
    /// within bounds that do not depend on how many documents there are.
    pub fn replace(&mut self, inner: S) -> S {
        self.outer.clear();
        self.strays.clear();
        self.paths.restart();
        self.current = Open::NOTHING;
        core::mem::replace(&mut self.inner, inner)
    }

    /// Gives `inner` back.
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
        self.current.stray = false;
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
            if self.current.stray {
                self.strays.close();
            }
            self.paths.leave(self.current.node);
            self.current = open;
        }
    }

    /// The current object has got the key that leads to `node`.
    #[inline(always)]
    fn go(&mut self, node: NodeId) {
        self.current.node = node;
        self.current.next = self.paths.next(node);
    }

    /// A key that was not predicted; an error if the current object has it already.
    #[inline(never)]
    fn check(&mut self, key: &str) -> Result {
        if self.outer.is_empty() {
            return Ok(());
        }
        if !self.current.stray {
            match self.paths.step(self.current.node, key)? {
                Step::Node(node) => {
                    self.go(node);
                    return Ok(());
                }
                Step::Duplicate => return Err(Error::duplicate_key(key)),
                Step::Full => self.stray()?,
            }
        }
        self.strays.add(key)
    }

    /// The current object leaves the trie.
    #[cold]
    fn stray(&mut self) -> Result {
        self.strays.open()?;
        self.current.stray = true;
        self.current.next = NONE;
        let mut keys = self.paths.keys(self.current.node);
        keys.try_for_each(|key| self.strays.add(key))
    }
}

impl<'de, S: Sink<'de>> Sink<'de> for UniqueKeys<S> {
    #[inline(always)]
    fn null(&mut self) -> Result {
        self.inner.null()
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) -> Result {
        self.inner.bool(value)
    }
    #[inline(always)]
    fn i64(&mut self, value: i64) -> Result {
        self.inner.i64(value)
    }
    #[inline(always)]
    fn u64(&mut self, value: u64) -> Result {
        self.inner.u64(value)
    }
    #[inline(always)]
    fn f64(&mut self, value: f64) -> Result {
        self.inner.f64(value)
    }
    #[inline(always)]
    fn f32(&mut self, value: f32) -> Result {
        self.inner.f32(value)
    }
    #[inline(always)]
    fn big_integer(&mut self, digits: &str) -> Result {
        self.inner.big_integer(digits)
    }
    #[inline(always)]
    fn decimal(&mut self, text: &str) -> Result {
        self.inner.decimal(text)
    }
    #[inline(always)]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.inner.str(value)
    }
    #[inline(always)]
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        self.inner.bytes(value)
    }
    #[inline(always)]
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.inner.timestamp(value)
    }
    #[inline(always)]
    fn tag(&mut self, tag: Tag) -> Result {
        self.inner.tag(tag)
    }
    #[inline(always)]
    fn begin_array(&mut self, len: Option<usize>) -> Result {
        self.inner.begin_array(len)
    }
    #[inline(always)]
    fn end_array(&mut self) -> Result {
        self.inner.end_array()
    }
    #[inline(always)]
    fn begin_map(&mut self, len: Option<usize>) -> Result {
        self.open()?;
        self.inner.begin_map(len)
    }
    #[inline(always)]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.check(&key)?;
        self.inner.key(key)
    }
    #[inline(always)]
    fn any_key(&mut self) -> Result {
        self.inner.any_key()
    }
    #[inline(always)]
    fn end_map(&mut self) -> Result {
        self.close();
        self.inner.end_map()
    }
    #[inline(always)]
    fn wants_decimal(&self) -> bool {
        self.inner.wants_decimal()
    }
    /// What comes raw comes as events instead: its keys are looked at, too.
    #[inline(always)]
    fn profile(&self) -> Profile {
        self.inner.profile()
    }
    #[inline(always)]
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.inner.i64s(values)
    }
    #[inline(always)]
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.inner.f64s(values)
    }
    #[inline(always)]
    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.inner.i64_array(values)
    }
    #[inline(always)]
    fn f64_array(&mut self, values: &[f64]) -> Result {
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
        if !self.current.stray {
            self.paths.learn(self.current.node, text);
        }
    }
    #[inline(always)]
    fn expected_key(&mut self) -> Result {
        self.go(self.current.next);
        let key = self.paths.text(self.current.node);
        self.inner.key(Str::Scratch(key))
    }
}
