//! Which containers are open, and what comes next in the innermost one.
//!
//! What all reads ask and change is one number: how many items or members of the innermost
//! container have not begun, times 32, and below that what comes next, in numbers of which one bit
//! says whether a value does (4), and one whether it is in a map (8). What is kept of the
//! containers around it stays where it is, in words that are read one by one: copied as a whole it
//! would be waited for, since a part of it was just stored.
//!
//! Heads and keys are known by how many bytes are left from them on: that is at hand, an offset is
//! not.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Limits, Result};

use super::input::count_of;
use super::key_step;
use crate::error;

/// What comes next. Where a value does, the number before it is what comes behind that; an
/// extension is left otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Next {
    /// Pulled: the question whether there is an item more.
    MoreItems = VALUE - 1,
    /// An item.
    Item = VALUE,
    /// Pulled: the question whether there is a member more.
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

/// The bit of where a value comes next.
const VALUE: u8 = 4;

/// The bit of what is in a map.
const MAP: u8 = 8;

/// The bit of what is neither in a map nor in an array.
const OTHER: u8 = 16;

/// What comes next, and how many items or members have not begun; of an extension, its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

/// One item or member: above all places.
const ONE: u64 = 32;
const _: () = assert!((Next::Root as u64) < ONE);

impl State {
    /// Before the document.
    pub const ROOT: Self = Self(Next::Root as u64);
    /// Behind it.
    pub const DONE: Self = Self(Next::Done as u64);

    #[inline(always)]
    pub const fn new(place: Next, left: usize) -> Self {
        // Below 2^32, as a head says it; of arrays and maps no more than bytes of the input.
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

    /// Whether a value comes next.
    #[inline(always)]
    pub const fn takes_value(self) -> bool {
        self.0 & VALUE as u64 != 0
    }

    /// Behind the value that comes next.
    #[inline(always)]
    pub const fn behind_value(self) -> Self {
        Self(self.0 - 1)
    }

    /// The next item or member begins, of which `place` comes, where `before` does: if there is
    /// one.
    #[inline(always)]
    pub const fn next(self, before: Next, place: Next) -> Option<Self> {
        match self.0.checked_sub(ONE) {
            Some(fewer) => Some(Self(fewer - before as u64 + place as u64)),
            None => None,
        }
    }

    /// The same innermost container with another place in it.
    #[inline(always)]
    pub const fn at(self, place: Next) -> Self {
        Self(self.0 - self.0 % ONE + place as u64)
    }

    /// How many nodes are in what has not begun.
    #[inline(always)]
    const fn owed(self) -> usize {
        // A key and a value.
        self.left() << ((self.0 / MAP as u64) & 1)
    }
}

/// A container that is open, and what is to be known of the one around it.
///
/// What is taken back at the end does not stand together here, or not there: it would move as one
/// vector, which waits for the stores of both.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Frame {
    /// How many nodes are to come in those around that one.
    around: usize,
    /// Where its head is, by the bytes that are left from there: two frames with the same are the
    /// same.
    pub head: usize,
    /// What comes behind it.
    behind: State,
    /// The last key around it, by the bytes that were left from there.
    key: usize,
}

/// The containers that are open.
#[derive(Debug)]
#[repr(C)]
pub struct Open {
    pub state: State,
    /// The innermost last.
    pub frames: Vec<Frame>,
    /// How many nodes are to come in those around the innermost.
    pub around: usize,
    /// The innermost is a map: where its last key is, by the bytes that were left from there.
    pub key: usize,
}

impl Open {
    /// Before the document.
    pub const fn new() -> Self {
        Self {
            state: State::ROOT,
            frames: Vec::new(),
            around: 0,
            key: 0,
        }
    }

    /// How many nodes are in the items or members of all that have not begun.
    #[inline(always)]
    fn owed(&self) -> usize {
        // No more than the bytes that were there: `check`. Wrapping all the same: a mark may be one
        // of another reader.
        self.around.wrapping_add(self.state.owed())
    }

    /// Whether there is nothing against a container with so many nodes in it where `left` bytes are
    /// left, nor to be done before it is entered. What this does not see, [`Open::check`] and
    /// [`Open::enter`] do.
    #[inline(always)]
    pub fn admits(&self, limits: &Limits, nodes: usize, left: usize) -> bool {
        let depth = self.frames.len();
        depth < limits.depth
            && depth < self.frames.capacity()
            // It says 30 at most, and `owed` no more than the input (but for a mark of another
            // reader, which does no harm).
            && self.owed().wrapping_add(nodes) <= left
    }

    /// Checks what a container at `at` says of itself, before anything is believed of it: each of
    /// its `count` items or members takes at least `least` of the `left` bytes, and so does each
    /// node that is to come in the containers around it. So what all that are open say adds up to
    /// no more than the input.
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

    /// Enters a container from whose head on so many bytes are left, with `inside` in it and
    /// `behind` behind it.
    #[inline(always)]
    pub fn enter(&mut self, head: usize, inside: State, behind: State) -> Result {
        if self.frames.len() == self.frames.capacity() {
            self.grow()?;
        }
        self.enter_in_room(head, inside, behind);
        Ok(())
    }

    /// The same where there is room for one more.
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

    /// The path to what stands at `at`: one step for each container in which an item or a member
    /// has begun. What is inside of a key has the path of that key.
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
            // The next container is the key, or what is at `at` is in it.
            if inner.is_some_and(|inner| inner.head == key)
                || (bytes.len().saturating_sub(key)..end).contains(&at)
            {
                break;
            }
        }
        steps
    }

    /// Adds to an error where it happened: at `at`, if it does not say, and by which path.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error, bytes: &[u8], at: usize) -> Error {
        let error = error.or_offset(at);
        let at = error.offset().unwrap_or(at);
        error.or_path(|| self.path(bytes, at))
    }
}

/// The end of `bytes` where so many are left.
fn tail(bytes: &[u8], left: usize) -> Option<&[u8]> {
    bytes.get(bytes.len().checked_sub(left)?..)
}

/// One step of a path, into the last item or member that has begun of a container, and where a key
/// ends. The container's head and the last key are known by the bytes that were left from there.
fn step(bytes: &[u8], head: usize, state: State, key: usize) -> Option<(Step, usize)> {
    let begun = count_of(tail(bytes, head)?)?.checked_sub(state.left())?;
    let last = begun.checked_sub(1)?;
    if state.is(Next::Item) || state.is(Next::MoreItems) {
        return Some((Step::Index(last), 0));
    }
    if state.is(Next::Member) || state.is(Next::MoreKeys) || state.is(Next::AnyKey) {
        let (step, len) = key_step(tail(bytes, key)?)?;
        return Some((step, bytes.len() - key + len));
    }
    None
}
