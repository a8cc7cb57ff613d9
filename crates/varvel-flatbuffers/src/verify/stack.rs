//! Where the verifier is on its way down: no recursion, and no allocation for buffers that are not
//! deep.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// What is under way.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// A table, and the index of the field it has come to.
    Table(Table),
    /// A vector of tables of this object, at item `index`.
    Tables {
        object: u32,
        first: usize,
        index: usize,
        len: usize,
    },
    /// A vector of unions, at item `index`.
    Unions {
        union: u32,
        tags: usize,
        values: usize,
        index: usize,
        len: usize,
    },
    /// A nested buffer: before it has been entered its root's object and its bounds, then those of
    /// the buffer around it.
    Nested {
        object: Option<u32>,
        start: usize,
        end: usize,
    },
}

/// A table whose vtable has been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// Its object.
    pub object: u32,
    /// The field it has come to.
    pub field: u32,
    /// Where it stands.
    pub at: usize,
    /// Where its vtable stands.
    pub vtable: usize,
    /// The size of the vtable.
    pub slots: u16,
    /// The size of the table.
    pub size: u16,
    /// The largest alignment, or more, of what has been found in place.
    pub align: u16,
    /// Whether `follow` is all that is left to do, since the rest is known of a table of the same
    /// vtable.
    pub known: bool,
    /// Whether these are strings alone, with offsets of 32 bits.
    pub plain: bool,
    /// Which of the first 64 fields are more than what stands in place.
    pub follow: u64,
}

impl Table {
    /// No table: none has such a vtable.
    pub const NONE: Self = Self {
        object: u32::MAX,
        field: 0,
        at: 0,
        vtable: usize::MAX,
        slots: 4,
        size: 0,
        align: 4,
        known: false,
        plain: false,
        follow: 0,
    };

    /// Whether one of the same vtable at `at` has all that it has in place at the same alignments.
    #[inline(always)]
    pub fn is_like(&self, object: u32, at: usize) -> bool {
        object == self.object && (at ^ self.at) & (usize::from(self.align) - 1) == 0
    }
}

/// As many frames as need no allocation.
const INLINE: usize = 3;

pub(super) const NOTHING: Frame = Frame::Nested {
    object: None,
    start: 0,
    end: 0,
};

/// The frames above the one under way.
pub(super) struct Stack {
    inline: [Frame; INLINE],
    len: usize,
    more: Vec<Frame>,
}

impl Stack {
    #[inline(always)]
    pub fn new() -> Self {
        Self {
            inline: [NOTHING; INLINE],
            len: 0,
            more: Vec::new(),
        }
    }

    /// Whether one more frame may be entered.
    #[inline(always)]
    pub fn has_room(&self, depth: usize) -> bool {
        self.len < depth
    }

    #[inline]
    pub fn push(&mut self, frame: Frame, depth: usize) -> Result {
        if !self.has_room(depth) {
            return Err(Error::too_deep(depth));
        }
        match self.inline.get_mut(self.len) {
            Some(free) => *free = frame,
            None => {
                self.more
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                self.more.push(frame);
            }
        }
        self.len += 1;
        Ok(())
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Frame> {
        self.len = self.len.checked_sub(1)?;
        match self.inline.get(self.len) {
            Some(&frame) => Some(frame),
            None => self.more.pop(),
        }
    }

    /// From the innermost outward.
    pub fn outward(&self) -> impl Iterator<Item = &Frame> {
        let inline = &self.inline[..self.len.min(INLINE)];
        self.more.iter().rev().chain(inline.iter().rev())
    }
}
