//! The order of events: what may come next, and which containers are open.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// The events that may come next. The hot path knows compact values and compact keys only.
/// Everything else, including pretty printing, takes the cold path of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Next {
    /// A value: an item, a member's value or the document.
    Value = 0,
    /// A key, or the end of the object.
    Key = 1,
    /// A value on a line of its own, or the end of the array.
    LineValue = 2,
    /// A key on a line of its own, a key without quotes, or a key to be checked; or the end of the
    /// object.
    LineKey = 3,
    /// The node that is a key.
    AnyKey = 4,
    /// Nothing: the document is complete.
    Nothing = 5,
    /// Nothing: there was an error.
    Failed = 6,
}

impl Next {
    /// Returns the expectation as error messages write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Value => "a value",
            Self::Key | Self::LineKey => "a key or the end of the object",
            Self::LineValue => "a value or the end of the array",
            Self::AnyKey => "a key",
            Self::Nothing => "nothing: the document is complete",
            Self::Failed => "nothing: an error came before",
        }
    }
}

/// The state of a writer: what may come next, and which containers are open.
#[derive(Debug)]
pub struct Order {
    /// The events that may come next.
    pub next: Next,
    /// The events that may come after the current value. This also shows the kind of the innermost
    /// container.
    after: Next,
    /// The events that may come inside an array, and inside an object.
    inside: [Next; 2],
    /// The kinds of the innermost containers, the last one in bit 0. A set bit is an object. The
    /// highest set bit is a marker above the containers.
    kinds: u64,
    /// The kinds of all outer containers, 63 in each word.
    outer: Vec<u64>,
}

impl Order {
    /// Returns the state before a document. `lines` puts every item and member on a line of its
    /// own. `watched` makes the writer check each key.
    #[inline]
    pub fn new(lines: bool, watched: bool) -> Self {
        let array = if lines { Next::LineValue } else { Next::Value };
        let object = if lines || watched {
            Next::LineKey
        } else {
            Next::Key
        };
        Self {
            next: Next::Value,
            after: Next::Nothing,
            inside: [array, object],
            kinds: 1,
            outer: Vec::new(),
        }
    }

    /// Returns how many containers are open.
    pub fn depth(&self) -> usize {
        63 * self.outer.len() + self.kinds.ilog2() as usize
    }

    /// Returns whether the document is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_complete(&self) -> bool {
        self.next == Next::Nothing
    }

    /// Ends a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value(&mut self) {
        self.next = self.after;
    }

    /// Takes the announcement of a key of any kind back: JSON has this key.
    pub fn member(&mut self) {
        self.next = self.after;
    }

    /// Returns whether any number of items of an array may come, without text between them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_compact_array(&self) -> bool {
        self.next == Next::Value && self.after == Next::Value
    }

    /// Returns whether a whole array may come, and is written on one line.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_be_compact_array(&self) -> bool {
        self.next == Next::Value && self.inside[0] == Next::Value
    }

    /// Returns whether the innermost container may end here, and is of the kind `object` tells.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_close(&self, object: bool) -> bool {
        self.next == self.after && self.after == self.inside(object)
    }

    /// Returns what may come inside a container.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(&self, object: bool) -> Next {
        self.inside[usize::from(object)]
    }

    /// Enters a container.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn open(&mut self, object: bool) -> Result {
        if self.kinds >> 63 == 1 {
            self.spill()?;
        }
        self.kinds = self.kinds << 1 | u64::from(object);
        self.after = self.inside(object);
        self.next = self.after;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn spill(&mut self) -> Result {
        self.outer
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.outer.push(self.kinds);
        self.kinds = 1;
        Ok(())
    }

    /// Leaves a container. `may_close` must have returned `true`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn close(&mut self) {
        self.kinds >>= 1;
        if self.kinds == 1 {
            return self.close_last();
        }
        self.after = self.inside(self.kinds & 1 == 1);
        self.next = self.after;
    }

    /// Leaves the last container whose kind is in `kinds`.
    #[cold]
    #[inline(never)]
    fn close_last(&mut self) {
        self.after = match self.outer.pop() {
            Some(kinds) => {
                self.kinds = kinds;
                self.inside(kinds & 1 == 1)
            }
            None => Next::Nothing,
        };
        self.next = self.after;
    }
}
