//! Which containers are open, and what comes next in the innermost one.

use alloc::string::ToString;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Limits, Result};

use super::input::text_at;
use crate::error;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The document.
    Root,
    /// An item.
    Item,
    /// A node that is a key.
    AnyKey,
    /// The value of a member.
    Member,
    /// The bytes of an extension.
    Extension,
    /// Pulled: the question whether there is an item more.
    NextItem,
    /// Pulled: the question whether there is a member more.
    NextKey,
    /// Nothing: the document is complete.
    Done,
}

impl Place {
    /// Whether a value comes next.
    #[inline(always)]
    pub fn takes_value(self) -> bool {
        matches!(self, Self::Root | Self::Item | Self::AnyKey | Self::Member)
    }

    /// What comes behind the value that comes next.
    #[inline(always)]
    pub fn behind_value(self) -> Self {
        match self {
            Self::Item => Self::NextItem,
            Self::Member => Self::NextKey,
            Self::AnyKey => Self::Member,
            _ => Self::Done,
        }
    }
}

/// A container that is open, or the document itself.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where its head is: two frames with the same are the same.
    pub at: usize,
    /// A map: where its last key is.
    pub key: usize,
    /// Items or members that it has; of an extension, bytes.
    pub count: u32,
    /// Items or members that have not begun.
    pub left: u32,
    pub place: Place,
}

impl Frame {
    /// The document.
    pub const ROOT: Self = Self {
        at: usize::MAX,
        key: 0,
        count: 0,
        left: 0,
        place: Place::Root,
    };

    /// One step of a path, if an item or a member has begun; `bytes` is the whole input.
    fn step(&self, bytes: &[u8]) -> Option<Step> {
        if self.left == self.count {
            return None;
        }
        match self.place {
            Place::Item | Place::NextItem => {
                Some(Step::Index((self.count - self.left - 1) as usize))
            }
            Place::Member | Place::NextKey => {
                text_at(bytes, self.key).map(|key| Step::Key(key.to_string()))
            }
            _ => None,
        }
    }
}

/// The containers that are open.
#[derive(Debug)]
pub struct Open {
    /// The innermost, or the document itself.
    pub current: Frame,
    /// Those around it, the document first.
    pub outer: Vec<Frame>,
    /// How many nodes are in the items or members of all of them that have not begun.
    pub owed: usize,
}

impl Open {
    /// Before the document.
    pub const fn new() -> Self {
        Self {
            current: Frame::ROOT,
            outer: Vec::new(),
            owed: 0,
        }
    }

    /// Checks what a container at `at` says of itself, before anything is believed of it: each of its
    /// `count` items or members takes at least `least` of the `left` bytes, and so does each node that is to
    /// come in the containers around it. So what all that are open say adds up to no more than the input.
    #[inline(always)]
    pub fn check(
        &self,
        limits: &Limits,
        at: usize,
        count: usize,
        least: usize,
        left: usize,
    ) -> Result {
        if self.outer.len() >= limits.depth {
            return Err(Error::too_deep(limits.depth).at(at));
        }
        let left = left.saturating_sub(self.owed);
        if count > left / least {
            return Err(error::too_few_bytes(at, count, left));
        }
        Ok(())
    }

    /// Enters a container, of which so many nodes are in the items or members that have not begun.
    #[inline(always)]
    pub fn enter(&mut self, frame: Frame, owed: usize) -> Result {
        if self.outer.len() == self.outer.capacity() {
            self.grow()?;
        }
        // No more than the bytes that were there: `check`.
        self.owed = self.owed.saturating_add(owed);
        self.outer.push(self.current);
        self.current = frame;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.outer
            .try_reserve(self.outer.len().max(16))
            .map_err(|_| Error::out_of_memory())
    }

    /// Leaves the innermost container, if there is one.
    #[inline(always)]
    pub fn leave(&mut self) {
        if let Some(frame) = self.outer.pop() {
            self.current = frame;
        }
    }

    /// Begins the next item or member of the innermost container, of so many nodes, if it has one.
    #[inline(always)]
    pub fn begin_next(&mut self, nodes: usize) -> bool {
        let Some(left) = self.current.left.checked_sub(1) else {
            return false;
        };
        self.current.left = left;
        // Saturating: a mark of another reader may have been gone back to.
        self.owed = self.owed.saturating_sub(nodes);
        true
    }

    /// Adds to an error where it happened: at `at`, if it does not say, and by which path.
    #[cold]
    #[inline(never)]
    pub fn locate(&self, error: Error, bytes: &[u8], at: usize) -> Error {
        let frames = self.outer.iter().chain([&self.current]);
        error
            .or_offset(at)
            .or_path(|| frames.filter_map(|frame| frame.step(bytes)).collect())
    }
}
