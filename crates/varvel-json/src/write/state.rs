//! The order of events: what may come next, and which containers are open.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// What may come next. Compact values and keys are the two that the hot path knows; all else goes
/// through the cold path of an event, pretty printing included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Next {
    /// A value: an item, a member's value or the document.
    Value = 0,
    /// A key, or the end of the object.
    Key = 1,
    /// A value on a line of its own, or the end of the array.
    LineValue = 2,
    /// A key on a line of its own, without quotes or to be remembered, or the end of the object.
    LineKey = 3,
    /// The node that is a key.
    AnyKey = 4,
    /// Nothing: the document is complete.
    Nothing = 5,
    /// Nothing: there was an error.
    Failed = 6,
}

impl Next {
    /// What is expected, as error messages write it.
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

/// What may come next, and which containers are open.
#[derive(Debug)]
pub struct Order {
    /// What may come next.
    pub next: Next,
    /// What may come when the value that is being written is complete: tells also which kind of
    /// container is the innermost.
    after: Next,
    /// What may come inside an array, and inside an object.
    inside: [Next; 2],
    /// The kinds of the innermost containers, the last in bit 0: whether it is an object. A set bit
    /// stands above them.
    kinds: u64,
    /// The kinds of all others, 63 in each.
    outer: Vec<u64>,
}

impl Order {
    /// Before a document; `lines` puts every item and member on a line of its own, `watched` lets
    /// the writer look at each key.
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

    /// How many containers are open.
    pub fn depth(&self) -> usize {
        63 * self.outer.len() + self.kinds.ilog2() as usize
    }

    /// Whether the document is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_complete(&self) -> bool {
        self.next == Next::Nothing
    }

    /// A value is complete.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn value(&mut self) {
        self.next = self.after;
    }

    /// The node that comes as a key is one that JSON has: as if no key of any kind was announced.
    pub fn member(&mut self) {
        self.next = self.after;
    }

    /// Whether items of an array may come, any number of them without anything in between.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_compact_array(&self) -> bool {
        self.next == Next::Value && self.after == Next::Value
    }

    /// Whether a whole array may come, and is written without lines.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_be_compact_array(&self) -> bool {
        self.next == Next::Value && self.inside[0] == Next::Value
    }

    /// Whether the innermost container may end here, and is an object or array as asked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn may_close(&self, object: bool) -> bool {
        self.next == self.after && self.after == self.inside(object)
    }

    /// What may come inside a container.
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

    /// Leaves a container; only after `may_close`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn close(&mut self) {
        self.kinds >>= 1;
        if self.kinds == 1 {
            return self.close_last();
        }
        self.after = self.inside(self.kinds & 1 == 1);
        self.next = self.after;
    }

    /// The container was the last whose kind is in `kinds`.
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
