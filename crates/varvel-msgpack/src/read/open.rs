//! The open containers, and what comes next in the innermost one.
//!
//! All reads check and change one number, [`State`]. The data of the outer containers stay in
//! place, and are loaded word by word: a wide copy would wait for the stores of its parts, which
//! were just made.
//!
//! The place of a head or a key is stored as the number of bytes from there to the end of the
//! input. That number is at hand; an offset is not.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Limits, Result};

use super::input::count_of;
use super::key_step;
use crate::error;

/// The part of a document that comes next. If it is a value, the number below it is the part behind
/// that value. An extension is the exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Next {
    /// Pulled: the question whether there is another item.
    MoreItems = VALUE - 1,
    /// An item.
    Item = VALUE,
    /// Pulled: the question whether there is another member.
    MoreKeys = MAP + VALUE - 1,
    /// The value of a member.
    Member = MAP + VALUE,
    /// A node that is a key.
    AnyKey = MAP + VALUE + 1,
    /// The bytes of an extension.
    Extension = OTHER,
    /// Nothing: the document is complete.
    Done = OTHER + VALUE - 1,
    /// The document.
    Root = OTHER + VALUE,
}

/// The bit that is set if a value comes next.
const VALUE: u8 = 4;

/// The bit that is set inside of a map.
const MAP: u8 = 8;

/// The bit that is set outside of maps and arrays.
const OTHER: u8 = 16;

/// The part that comes next, with the number of items or members that have not begun. For an
/// extension the number is the length of its bytes.
///
/// ```text
/// bit  63 ... 5              4       3     2       1 ... 0
///     +---------------------+-------+-----+-------+---------+
///     | items, members left | OTHER | MAP | VALUE |         |
///     +---------------------+-------+-----+-------+---------+
///                           \___________ Next ______________/
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

/// One item or member, in the bits above those of [`Next`].
const ONE: u64 = 32;
const _: () = assert!((Next::Root as u64) < ONE);

impl State {
    /// The state before the document.
    pub const ROOT: Self = Self(Next::Root as u64);
    /// The state behind the document.
    pub const DONE: Self = Self(Next::Done as u64);

    #[inline(always)]
    pub const fn new(place: Next, left: usize) -> Self {
        // The number is below 2^32, because a head holds it. For arrays and maps it is at most the
        // number of bytes of the input.
        Self(left as u64 * ONE + place as u64)
    }

    #[inline(always)]
    pub const fn is(self, place: Next) -> bool {
        self.0 % ONE == place as u64
    }

    #[inline(always)]
    pub const fn left(self) -> usize {
        (self.0 / ONE) as usize
    }

    /// Returns whether a value comes next.
    #[inline(always)]
    pub const fn takes_value(self) -> bool {
        self.0 & VALUE as u64 != 0
    }

    /// Returns the state behind the value that comes next.
    #[inline(always)]
    pub const fn behind_value(self) -> Self {
        Self(self.0 - 1)
    }

    /// Begins the next item or member, if there is one: `before` came next, and `place` does now.
    #[inline(always)]
    pub const fn next(self, before: Next, place: Next) -> Option<Self> {
        match self.0.checked_sub(ONE) {
            Some(fewer) => Some(Self(fewer - before as u64 + place as u64)),
            None => None,
        }
    }

    /// Returns the state with another part that comes next.
    #[inline(always)]
    pub const fn at(self, place: Next) -> Self {
        Self(self.0 - self.0 % ONE + place as u64)
    }

    /// Returns how many nodes the items or members have that have not begun.
    #[inline(always)]
    const fn owed(self) -> usize {
        // A member is a key and a value.
        self.left() << ((self.0 / MAP as u64) & 1)
    }
}

/// An open container, and the data of the container around it.
///
/// The fields that are restored together are not next to each other: the compiler would move them
/// as one vector, which waits for the stores of both.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Frame {
    /// How many nodes are still to come in the containers around the surrounding one.
    around: usize,
    /// The place of its head, as the number of bytes from there to the end. Two frames with the
    /// same head are the same.
    pub head: usize,
    /// The state behind it.
    behind: State,
    /// The place of the last key around it, as the number of bytes from there to the end.
    key: usize,
}

/// The open containers.
#[derive(Debug)]
#[repr(C)]
pub struct Open {
    pub state: State,
    /// The frames, the innermost last.
    pub frames: Vec<Frame>,
    /// How many nodes are still to come in the containers around the innermost one.
    pub around: usize,
    /// The place of the last key of the innermost map, as the number of bytes from there to the
    /// end.
    pub key: usize,
}

impl Open {
    /// Returns the state before the document.
    pub const fn new() -> Self {
        Self {
            state: State::ROOT,
            frames: Vec::new(),
            around: 0,
            key: 0,
        }
    }

    /// Returns how many nodes have not begun in all open containers.
    #[inline(always)]
    fn owed(&self) -> usize {
        // `check` makes sure that this is at most the number of bytes of the input. It wraps all
        // the same, because a mark may belong to another reader.
        self.around.wrapping_add(self.state.owed())
    }

    /// Returns whether a container of `nodes` nodes is within the limits and can be entered without
    /// allocating, with `left` bytes left. If not, [`Open::check`] and [`Open::enter`] decide.
    #[inline(always)]
    pub fn admits(&self, limits: &Limits, nodes: usize, left: usize) -> bool {
        let depth = self.frames.len();
        depth < limits.depth
            && depth < self.frames.capacity()
            // `nodes` is at most 30, and `owed` at most the length of the input. A mark of another
            // reader can break that, but does no harm.
            && self.owed().wrapping_add(nodes) <= left
    }

    /// Checks the head of a container at `at` before its count is trusted. Each of its `count`
    /// items or members takes at least `least` of the `left` bytes, and each node that is still to
    /// come in the outer containers takes at least one.
    ///
    /// So all open containers together announce no more nodes than the input has bytes.
    #[inline(always)]
    pub fn check(
        &self,
        limits: &Limits,
        at: usize,
        count: usize,
        least: usize,
        left: usize,
    ) -> Result {
        if self.frames.len() >= limits.depth {
            return Err(Error::too_deep(limits.depth).with_offset(at));
        }
        let left = left.saturating_sub(self.owed());
        if count > left / least {
            return Err(error::too_few_bytes(at, count, left));
        }
        Ok(())
    }

    /// Enters a container. `head` is the number of bytes from its head on, `inside` the state in
    /// it, and `behind` the state behind it.
    #[inline(always)]
    pub fn enter(&mut self, head: usize, inside: State, behind: State) -> Result {
        if self.frames.len() == self.frames.capacity() {
            self.grow()?;
        }
        self.enter_in_room(head, inside, behind);
        Ok(())
    }

    /// Enters a container like [`Open::enter`], if there is room for another frame.
    #[inline(always)]
    pub fn enter_in_room(&mut self, head: usize, inside: State, behind: State) {
        let owed = self.owed();
        self.frames.push(Frame {
            key: self.key,
            head,
            behind,
            around: self.around,
        });
        self.around = owed;
        self.state = inside;
        self.key = head;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.frames
            .try_reserve(self.frames.len().max(16))
            .map_err(|_| Error::out_of_memory())
    }

    /// Leaves the innermost container, if there is one.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.state = frame.behind;
            self.around = frame.around;
            self.key = frame.key;
        }
    }

    /// Returns the path to `at`: one step for each container in which an item or a member has
    /// begun. A place inside of a key has the path of the key.
    pub fn path(&self, bytes: &[u8], at: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            let inner = self.frames.get(number + 1);
            let (state, key) = match inner {
                Some(inner) => (inner.behind, inner.key),
                None => (self.state, self.key),
            };
            let found = step(bytes, frame.head, state, key);
            let end = found.as_ref().map_or(0, |(_, end)| *end);
            steps.extend(found.map(|(step, _)| step));
            // The next container is the key, or `at` is inside of the key.
            if inner.is_some_and(|inner| inner.head == key)
                || (bytes.len().saturating_sub(key)..end).contains(&at)
            {
                break;
            }
        }
        steps
    }

    /// Adds the place to an error: the offset `at` if it has none, and the path.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error, bytes: &[u8], at: usize) -> Error {
        let error = error.or_offset(at).in_binary();
        let at = error.offset().unwrap_or(at);
        error.or_path(|| self.path(bytes, at))
    }
}

/// Returns the last `left` bytes of `bytes`.
fn tail(bytes: &[u8], left: usize) -> Option<&[u8]> {
    bytes.get(bytes.len().checked_sub(left)?..)
}

/// Returns the step into the last item or member of a container that has begun, and the end of its
/// key. `head` and `key` are places as numbers of bytes from there to the end.
fn step(bytes: &[u8], head: usize, state: State, key: usize) -> Option<(Step, usize)> {
    let begun = count_of(tail(bytes, head)?)?.checked_sub(state.left())?;
    if state.is(Next::Item) || state.is(Next::MoreItems) {
        return Some((Step::Index(begun.checked_sub(1)?), 0));
    }
    let is_map = state.is(Next::Member) || state.is(Next::MoreKeys) || state.is(Next::AnyKey);
    // A first key that is refused is in the map, although no member has begun. The last key of
    // another map is before this one.
    if is_map && (begun != 0 || key < head) {
        let (step, len) = key_step(tail(bytes, key)?)?;
        return Some((step, bytes.len() - key + len));
    }
    None
}
