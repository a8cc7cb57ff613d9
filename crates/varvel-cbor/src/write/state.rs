//! The order of events: what may come next, which containers are open, and how many nodes they
//! have.
//!
//! All that an event asks and changes is one number: how many nodes have come into the innermost
//! container, a key being one too, times 16; below that whether a tag came last, and the kind. So
//! the lowest five bits say what may come next, an event that came adds a node, and a container
//! ends as its head says if the number is one known before.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use crate::read::key_step;

/// One more node.
const NODE: u64 = 16;

/// A tag came, and its node comes next.
const TAGGED: u64 = 8;

/// The bits of the kind.
const KIND: u64 = TAGGED - 1;

/// An array: items may come, or its end.
const ARRAY: u64 = 0;
/// A map: a key or the end if the nodes are even, else a value.
const MAP: u64 = 1;
/// No container: the document may come if it has not.
const ROOT: u64 = 2;
/// A map, in which the node that is a key comes.
const ANY_KEY: u64 = 3;
/// One of the nodes that [`Awaited`] allows comes, and then the state before it is back.
const AWAITED: u64 = 4;
/// There was an error.
const FAILED: u64 = 5;

/// Kind, whether a tag came, and whether the nodes are odd: what decides.
const PLACE: u64 = KIND | TAGGED | NODE;
/// Where a value comes in a map.
const MEMBER: u64 = MAP | NODE;
/// A bit for each place where a value may come without more ado.
const VALUES: u64 = 1 << ARRAY
    | 1 << (ARRAY | NODE)
    | 1 << MEMBER
    | 1 << ROOT
    | 1 << (TAGGED | ARRAY)
    | 1 << (TAGGED | ARRAY | NODE)
    | 1 << (TAGGED | MAP)
    | 1 << (TAGGED | MEMBER)
    | 1 << (TAGGED | ROOT);

/// The end of a container of which the head is not right, whatever comes.
const NEVER: u64 = u64::MAX;

const fn kind(map: bool) -> u64 {
    if map { MAP } else { ARRAY }
}

/// A container that is open.
///
/// What is taken back at its end does not stand together: it would move as one vector, which waits
/// for the stores of both.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Frame {
    /// The last key around it.
    key: usize,
    /// Where its head is.
    at: usize,
    /// The state in which it has as many nodes as its head says.
    end: u64,
    /// The state around it, with it in.
    behind: u64,
}

/// A container that ended with another number of items or members than its head says.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Where its head is.
    pub at: usize,
    /// How many it says it has; `None` for more than there is memory for.
    pub said: Option<usize>,
    /// How many it has.
    pub count: usize,
}

/// The nodes that are allowed next, where not all are.
#[derive(Clone, Copy, Debug)]
pub enum Awaited {
    /// The null that stands for the simple value of this number.
    Simple(u8),
    /// A node behind this tag, which not every node may stand behind.
    Content(u64),
}

/// What may come next, and which containers are open.
#[derive(Debug)]
pub struct Order {
    state: u64,
    /// Where the last key of the innermost map is.
    key: usize,
    /// The innermost last.
    open: Vec<Frame>,
    /// The nodes that are allowed next, and the state that their coming leads to.
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

    pub fn fail(&mut self) {
        self.state = FAILED;
    }

    /// Whether a value may come that is no key.
    #[inline(always)]
    pub fn takes_value(&self) -> bool {
        VALUES >> (self.state & PLACE) & 1 == 1
    }

    /// Whether the node that is a key may come; if so, it may come as a value does.
    pub fn takes_any_key(&mut self) -> bool {
        let any_key = self.state & KIND == ANY_KEY;
        if any_key {
            self.state ^= ANY_KEY ^ MAP;
        }
        any_key
    }

    /// Whether several items may come.
    #[inline(always)]
    pub fn takes_items(&self) -> bool {
        self.state & (KIND | TAGGED) == ARRAY
    }

    /// Whether a key may come.
    #[inline(always)]
    pub fn takes_key(&self) -> bool {
        self.state & PLACE == MAP
    }

    /// Several items come: no more than bytes are written.
    #[inline(always)]
    pub fn items(&mut self, count: usize) {
        self.state += NODE * count as u64;
    }

    /// A value comes.
    #[inline(always)]
    pub fn value(&mut self) {
        self.state = (self.state & !TAGGED) + NODE;
    }

    /// A tag comes, and its node next.
    pub fn tag(&mut self) {
        self.state |= TAGGED;
    }

    /// A key comes at `at`.
    #[inline(always)]
    pub fn key(&mut self, at: usize) {
        self.key = at;
        self.state += NODE;
    }

    /// The node that comes at `at` is a key.
    pub fn any_key(&mut self, at: usize) {
        self.key = at;
        self.state ^= MAP ^ ANY_KEY;
    }

    /// A container begins at `at`, whose head says that it has `said` nodes.
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

    /// Ends the innermost container, if it is a map or an array as asked and its head is right:
    /// whether it was.
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

    /// Ends the innermost container, whose head is not right; `None` if none such may end here.
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

    /// The null of the simple value of this number comes.
    pub fn simple(&mut self, number: u8) {
        self.awaited = (Awaited::Simple(number), self.state);
        self.state = AWAITED;
    }

    /// Takes a tag that not every node may stand behind.
    pub fn content(&mut self, number: u64) {
        self.awaited = (Awaited::Content(number), self.state | TAGGED);
        self.state = AWAITED;
    }

    /// Takes the last node back, so that an error has its path.
    pub fn take_back(&mut self) {
        self.state -= NODE;
    }

    /// Returns the nodes that are allowed next, if not all are.
    pub fn awaited(&self) -> Option<Awaited> {
        (self.state == AWAITED).then_some(self.awaited.0)
    }

    /// Takes a node that was allowed.
    pub fn take_awaited(&mut self) {
        self.state = self.awaited.1;
    }

    /// What is expected, as error messages write it.
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

    /// Where in the document the next event is.
    pub fn path(&self, out: &[u8]) -> Vec<Step> {
        let state = match self.state {
            AWAITED => self.awaited.1,
            state => state,
        };
        let mut steps = Vec::new();
        for i in 0..self.open.len() {
            // In it is the next container, which is counted, or else the event, which is not.
            let (inside, key, begun) = match self.open.get(i + 1) {
                Some(next) => (next.behind, next.key, 1),
                None => (state, self.key, 0),
            };
            let before = inside / NODE - begun;
            match inside & KIND {
                ARRAY => steps.push(Step::Index(before as usize)),
                // Behind a key comes its value.
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
