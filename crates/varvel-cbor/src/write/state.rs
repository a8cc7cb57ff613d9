//! The order of events: what may come next, and the open containers with their numbers of nodes.
//!
//! An event checks and changes one number, the state. It holds the number of nodes that came into
//! the innermost container (a key is a node, too), whether a tag came last, and the kind of that
//! container:
//!
//! ```text
//! bit  63 ... 4   3        2 ... 0
//!     +---------+--------+---------+
//!     | nodes   | TAGGED | kind    |
//!     +---------+--------+---------+
//! ```
//!
//! So the lowest five bits show what may come next. Each event adds a node. A container has the
//! length of its head if the state has a certain value at its end.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use crate::read::key_step;

/// One node.
const NODE: u64 = 16;

/// The bit that is set if a tag came, and its node comes next.
const TAGGED: u64 = 8;

/// The bits of the kind.
const KIND: u64 = TAGGED - 1;

/// An array: items may come, or its end.
const ARRAY: u64 = 0;
/// A map: a key or the end may come if the number of nodes is even, else a value.
const MAP: u64 = 1;
/// No container: the document may come if it did not come before.
const ROOT: u64 = 2;
/// A map in which a node comes that is a key.
const ANY_KEY: u64 = 3;
/// A node comes that [`Awaited`] allows. Behind it the former state is restored.
const AWAITED: u64 = 4;
/// There was an error.
const FAILED: u64 = 5;

/// The bits of the kind and of the tag, and the lowest bit of the number of nodes. They show what
/// may come.
const PLACE: u64 = KIND | TAGGED | NODE;
/// The place of a value in a map.
const MEMBER: u64 = MAP | NODE;
/// A bit for each place at which a value may come without further checks.
const VALUES: u64 = 1 << ARRAY
    | 1 << (ARRAY | NODE)
    | 1 << MEMBER
    | 1 << ROOT
    | 1 << (TAGGED | ARRAY)
    | 1 << (TAGGED | ARRAY | NODE)
    | 1 << (TAGGED | MAP)
    | 1 << (TAGGED | MEMBER)
    | 1 << (TAGGED | ROOT);

/// The end state of a container whose head cannot be right.
const NEVER: u64 = u64::MAX;

const fn kind(map: bool) -> u64 {
    if map { MAP } else { ARRAY }
}

/// An open container.
///
/// The fields that are restored at its end are not next to each other: the compiler would move them
/// as one vector, which waits for the stores of both.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Frame {
    /// The offset of the last key around it.
    key: usize,
    /// The offset of its head.
    at: usize,
    /// The state in which it has as many nodes as its head announces.
    end: u64,
    /// The state behind it, which counts it.
    behind: u64,
}

/// A container that ended with another number of items or members than its head announces.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// The offset of its head.
    pub at: usize,
    /// The number that its head announces; `None` if it does not fit memory.
    pub said: Option<usize>,
    /// The number that it has.
    pub count: usize,
}

/// The nodes that are allowed next, if not all are.
#[derive(Clone, Copy, Debug)]
pub enum Awaited {
    /// The null that stands for the simple value of this number.
    Simple(u8),
    /// A node behind this tag, which does not allow every node.
    Content(u64),
}

/// The state of a writer: what may come next, and the open containers.
#[derive(Debug)]
pub struct Order {
    state: u64,
    /// The offset of the last key of the innermost map.
    key: usize,
    /// The frames, the innermost last.
    open: Vec<Frame>,
    /// The nodes that are allowed next, and the state that is restored when one of them comes.
    awaited: (Awaited, u64),
}

impl Default for Order {
    fn default() -> Self {
        Self {
            state: ROOT,
            key: 0,
            open: Vec::new(),
            awaited: (Awaited::Simple(0), ROOT),
        }
    }
}

impl Order {
    #[inline(always)]
    pub fn is_complete(&self) -> bool {
        self.state == ROOT | NODE
    }

    /// Returns how many containers are open.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    pub fn fail(&mut self) {
        self.state = FAILED;
    }

    /// Returns whether a value may come that is not a key.
    #[inline(always)]
    pub fn takes_value(&self) -> bool {
        VALUES >> (self.state & PLACE) & 1 == 1
    }

    /// Returns whether a node that is a key may come. If so, it may then come like a value.
    pub fn takes_any_key(&mut self) -> bool {
        let any_key = self.state & KIND == ANY_KEY;
        if any_key {
            self.state ^= ANY_KEY ^ MAP;
        }
        any_key
    }

    /// Returns whether several items may come.
    #[inline(always)]
    pub fn takes_items(&self) -> bool {
        self.state & (KIND | TAGGED) == ARRAY
    }

    /// Returns whether a key may come.
    #[inline(always)]
    pub fn takes_key(&self) -> bool {
        self.state & PLACE == MAP
    }

    /// Counts several items. There are never more than bytes were written.
    #[inline(always)]
    pub fn items(&mut self, count: usize) {
        self.state += NODE * count as u64;
    }

    /// Counts a value.
    #[inline(always)]
    pub fn value(&mut self) {
        self.state = (self.state & !TAGGED) + NODE;
    }

    /// Records a tag, whose node comes next.
    pub fn tag(&mut self) {
        self.state |= TAGGED;
    }

    /// Counts a key, which begins at `at`.
    #[inline(always)]
    pub fn key(&mut self, at: usize) {
        self.key = at;
        self.state += NODE;
    }

    /// Begins a node at `at` that is a key.
    pub fn any_key(&mut self, at: usize) {
        self.key = at;
        self.state ^= MAP ^ ANY_KEY;
    }

    /// Begins a container at `at`, whose head announces `said` nodes.
    #[inline(always)]
    pub fn open(&mut self, map: bool, at: usize, said: usize) -> Result {
        if self.open.len() == self.open.capacity() {
            self.grow()?;
        }
        self.value();
        let nodes = (said as u64).checked_mul(NODE << u32::from(map));
        let end = nodes.map_or(NEVER, |nodes| kind(map) + nodes);
        self.open.push(Frame {
            at,
            end,
            behind: self.state,
            key: self.key,
        });
        self.state = kind(map);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.open
            .try_reserve(self.open.len().max(16))
            .map_err(|_| Error::out_of_memory())
    }

    /// Ends the innermost container, if it is of the kind `map` tells and its head is right.
    /// Returns whether it ended.
    #[inline(always)]
    pub fn close(&mut self, map: bool) -> bool {
        match self.open.last() {
            Some(frame) if frame.end == self.state && self.state & KIND == kind(map) => {
                self.state = frame.behind;
                self.key = frame.key;
                self.open.pop();
                true
            }
            _ => false,
        }
    }

    /// Ends the innermost container, whose head is not right. Returns `None` if no such container
    /// may end here.
    pub fn close_other(&mut self, map: bool) -> Option<End> {
        let right = match map {
            true => self.takes_key(),
            false => self.takes_items(),
        };
        if !right {
            return None;
        }
        let frame = self.open.pop()?;
        let count = |state: u64| (state / NODE) as usize >> u32::from(map);
        let end = End {
            at: frame.at,
            said: (frame.end != NEVER).then(|| count(frame.end)),
            count: count(self.state),
        };
        self.state = frame.behind;
        self.key = frame.key;
        Some(end)
    }

    /// Begins a simple value of this number. Its null comes next.
    pub fn simple(&mut self, number: u8) {
        self.awaited = (Awaited::Simple(number), self.state);
        self.state = AWAITED;
    }

    /// Records a tag that does not allow every node.
    pub fn content(&mut self, number: u64) {
        self.awaited = (Awaited::Content(number), self.state | TAGGED);
        self.state = AWAITED;
    }

    /// Removes the last node, so that an error has its path.
    pub fn take_back(&mut self) {
        self.state -= NODE;
    }

    /// Returns the nodes that are allowed next, if not all are.
    pub fn awaited(&self) -> Option<Awaited> {
        (self.state == AWAITED).then_some(self.awaited.0)
    }

    /// Takes a node that was allowed, and restores the state.
    pub fn take_awaited(&mut self) {
        self.state = self.awaited.1;
    }

    /// Returns the expectation as error messages write it.
    pub fn expected(&self) -> &'static str {
        if self.state & TAGGED != 0 {
            return "the value behind a tag";
        }
        if let Some(Awaited::Content(_)) = self.awaited() {
            return "the value behind a tag";
        }
        match (self.state & KIND, self.state & NODE) {
            (ARRAY, _) => "a value or the end of the array",
            (MAP, 0) => "a key or the end of the map",
            (MAP, _) | (ROOT, 0) => "a value",
            (ROOT, _) => "nothing: the document is complete",
            (ANY_KEY, _) => "a key",
            (AWAITED, _) => "the null of a simple value",
            _ => "nothing: an error came before",
        }
    }

    /// Returns the path to the next event in the document.
    pub fn path(&self, out: &[u8]) -> Vec<Step> {
        let state = match self.state {
            AWAITED => self.awaited.1,
            state => state,
        };
        let mut steps = Vec::new();
        for i in 0..self.open.len() {
            // This container contains the next open container, which is counted, or the next event,
            // which is not.
            let (inside, key, begun) = match self.open.get(i + 1) {
                Some(next) => (next.behind, next.key, 1),
                None => (state, self.key, 0),
            };
            let before = inside / NODE - begun;
            match inside & KIND {
                ARRAY => steps.push(Step::Index(before as usize)),
                // A value comes behind a key.
                MAP if before % 2 == 1 => {
                    // The key is complete.
                    let name = out.get(key..);
                    steps.extend(name.and_then(key_step).map(|(step, _)| step));
                }
                _ => {}
            }
        }
        steps
    }
}
