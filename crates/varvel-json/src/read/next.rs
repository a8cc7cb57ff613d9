//! The state of pulling: what the innermost open container allows next, which containers are open,
//! and the text that led to the last keys.

use alloc::vec::Vec;

use varvel_core::{Error, Result};
use varvel_raw::key::{Colon, Lead};

use super::indent::LEADS;

/// How many containers one word holds.
pub(super) const WORD: usize = 63;

/// A word of [`Pull::objects`] without containers.
const NO_CONTAINER: u64 = 1;

/// The state of the innermost open container: what may come next in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// No container is open: the document's one node, or the end.
    Top,
    /// An array was entered: an item or the closing bracket.
    FirstItem,
    /// Behind an item: a comma or the closing bracket.
    Item,
    /// A map was entered: a key or the closing bracket.
    FirstMember,
    /// Behind a member: a comma or the closing bracket.
    Member,
    /// Behind the comma of a map: a key.
    Key,
}

/// The state of pulling, without the cursor.
#[derive(Debug)]
pub struct Pull {
    pub(super) next: Next,
    /// The text between the last key and its value.
    pub(super) colon: Colon,
    /// The text before the last member or item, at each depth.
    pub(super) leads: [Lead; LEADS],
    /// How many containers are open.
    pub(super) depth: usize,
    /// The kinds of the innermost open containers, the last one in bit 0. A set bit is an object.
    /// The highest set bit is a marker above the containers.
    pub(super) objects: u64,
    /// The kinds of the containers around those, 63 in each word.
    pub(super) outer: Vec<u64>,
}

impl Pull {
    /// Returns the state before the document's node.
    #[inline(always)]
    pub const fn new() -> Self {
        Self {
            next: Next::Top,
            colon: Colon::PLAIN,
            leads: [Lead::COMMA; LEADS],
            depth: 0,
            objects: NO_CONTAINER,
            outer: Vec::new(),
        }
    }

    /// Returns whether no container is open.
    #[inline(always)]
    pub fn is_at_top(&self) -> bool {
        self.depth == 0
    }

    #[inline(always)]
    pub(super) fn lead(&self) -> &Lead {
        &self.leads[self.depth % LEADS]
    }

    /// Returns whether another container can be entered without allocating.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        self.objects >> 63 == 0
    }

    pub(super) fn enter(&mut self, object: bool) -> Result {
        if !self.has_room() {
            self.outer
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.outer.push(self.objects);
            self.objects = NO_CONTAINER;
        }
        self.enter_one(object);
        Ok(())
    }

    /// Enters a container, if [`Self::has_room`] returned `true`.
    #[inline(always)]
    pub(super) fn enter_one(&mut self, object: bool) {
        self.depth += 1;
        self.objects = self.objects << 1 | u64::from(object);
        self.next = if object {
            Next::FirstMember
        } else {
            Next::FirstItem
        };
    }

    #[inline(always)]
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.objects >>= 1;
        if self.objects <= NO_CONTAINER {
            return self.leave_word();
        }
        self.next = self.behind_value();
    }

    /// Returns what may come behind a value in the innermost container.
    #[inline(always)]
    const fn behind_value(&self) -> Next {
        match self.objects & 1 {
            0 => Next::Item,
            _ => Next::Member,
        }
    }

    /// Leaves the last container of a word. Either no container is open now, or the next word holds
    /// the innermost ones.
    #[inline(never)]
    fn leave_word(&mut self) {
        if self.depth == 0 {
            self.objects = NO_CONTAINER;
            self.next = Next::Top;
            return;
        }
        // `outer` may be empty after a rewind to a container that was left. Its containers then
        // count as arrays.
        self.objects = self.outer.pop().unwrap_or(1 << 63);
        self.next = self.behind_value();
    }
}
