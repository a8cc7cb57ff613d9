//! The open containers, and what comes next in the innermost one.
//!
//! All reads check and change one number, [`State`]. The data of the outer containers stay in
//! place, and are loaded word by word: a wide copy would wait for the stores of its parts, which
//! were just made.
//!
//! Tags count as containers in the limit of depth, but they have no frames. The tags before a value
//! that has not begun are counted. The number of tags before a container is in the container's
//! frame.
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
/// that value. A simple value is the exception.
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
    /// The null of a simple value, which has no bytes.
    Simple = OTHER,
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

/// The bit that is set in a container of indefinite length. It is above the bits of [`Next`].
const INDEFINITE: u64 = 32;
const _: () = assert!((Next::Root as u64) < INDEFINITE);

/// One item or member.
const ONE: u64 = 64;

/// The part that comes next, with the number of items or members that have not begun. For a
/// container of indefinite length the number counts those that have begun.
///
/// ```text
/// bit  63 ... 6          5            4       3     2       1 ... 0
///     +-----------------+------------+-------+-----+-------+---------+
///     | items, members  | INDEFINITE | OTHER | MAP | VALUE |         |
///     +-----------------+------------+-------+-----+-------+---------+
///                                    \___________ Next ______________/
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

impl State {
    /// The state before the document.
    pub const ROOT: Self = Self(Next::Root as u64);
    /// The state behind the document.
    pub const DONE: Self = Self(Next::Done as u64);
    /// The state before the null of a simple value.
    pub const SIMPLE: Self = Self(Next::Simple as u64);

    #[inline(always)]
    pub const fn new(place: Next, left: usize) -> Self {
        // The number is at most the number of bytes of the input.
        Self(left as u64 * ONE + place as u64)
    }

    /// Returns the state at the beginning of a container of indefinite length.
    #[inline(always)]
    pub const fn indefinite(place: Next) -> Self {
        Self(INDEFINITE + place as u64)
    }

    #[inline(always)]
    pub const fn is(self, place: Next) -> bool {
        self.0 % INDEFINITE == place as u64
    }

    #[inline(always)]
    pub const fn is_indefinite(self) -> bool {
        self.0 & INDEFINITE != 0
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

    /// Begins the next item or member, if there is one: `before` came next, and `place` does now. A
    /// container of indefinite length always has another one, unless a break comes.
    #[inline(always)]
    pub const fn next(self, before: Next, place: Next) -> Option<Self> {
        let counted = match self.is_indefinite() {
            false => self.0.checked_sub(ONE),
            true => Some(self.0 + ONE),
        };
        match counted {
            Some(counted) => Some(Self(counted - before as u64 + place as u64)),
            None => None,
        }
    }

    /// Returns the state with another part that comes next.
    #[inline(always)]
    pub const fn at(self, place: Next) -> Self {
        Self(self.0 - self.0 % INDEFINITE + place as u64)
    }

    /// Returns how many nodes the items or members have that have not begun.
    #[inline(always)]
    const fn owed(self) -> usize {
        if self.is_indefinite() {
            return 0;
        }
        // A member is a key and a value.
        self.left() << ((self.0 / MAP as u64) & 1)
    }

    /// Returns how many items or members have begun, in a container whose head is at the beginning
    /// of `bytes`.
    fn begun(self, bytes: &[u8]) -> Option<usize> {
        match self.is_indefinite() {
            true => Some(self.left()),
            false => count_of(bytes)?.checked_sub(self.left()),
        }
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
    /// How many tags stand before it.
    tags: usize,
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
    /// How many tags came before the value that comes next.
    pub tags: usize,
    /// How many tags stand before the open containers.
    pub outer_tags: usize,
}

impl Open {
    /// Returns the state before the document.
    pub const fn new() -> Self {
        Self {
            state: State::ROOT,
            frames: Vec::new(),
            around: 0,
            key: 0,
            tags: 0,
            outer_tags: 0,
        }
    }

    /// Returns how many containers and tags are open.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        // Each of these is at most the number of bytes of the input.
        self.frames
            .len()
            .wrapping_add(self.outer_tags)
            .wrapping_add(self.tags)
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
        self.depth() < limits.depth
            && self.frames.len() < self.frames.capacity()
            // `nodes` is at most 46, and `owed` at most the length of the input. A mark of another
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
        if self.depth() >= limits.depth {
            return Err(Error::too_deep(limits.depth).with_offset(at));
        }
        let left = left.saturating_sub(self.owed());
        if count > left / least {
            return Err(error::too_few_bytes(at, count, left));
        }
        Ok(())
    }

    /// Counts a tag at `at`, which comes before the next value.
    #[inline]
    pub fn tag(&mut self, limits: &Limits, at: usize) -> Result {
        self.check(limits, at, 0, 1, 0)?;
        self.tags += 1;
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
            tags: self.tags,
            around: self.around,
        });
        self.outer_tags = self.outer_tags.wrapping_add(self.tags);
        self.tags = 0;
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
            self.outer_tags = self.outer_tags.wrapping_sub(frame.tags);
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
    let begun = state.begun(tail(bytes, head)?)?;
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
