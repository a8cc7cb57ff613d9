//! The stack of the verifier: it avoids recursion, and allocates nothing for buffers that are not
//! deep.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// A part of the buffer that is being verified.
#[derive(Clone, Copy, Debug)]
pub(super) enum Frame {
    /// A table, with the index of its next field.
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
    /// A nested buffer. Before it is entered, this has the object of its root, and its bounds;
    /// after that the bounds of the buffer around it, and the bytes that may still be visited
    /// there.
    Nested {
        object: Option<u32>,
        start: usize,
        end: usize,
        left: usize,
    },
}

impl Frame {
    /// Returns the frame with the field or item before the next one.
    pub fn before(mut self) -> Self {
        match &mut self {
            Self::Table(table) => table.field = table.field.saturating_sub(1),
            Self::Tables { index, .. } | Self::Unions { index, .. } => {
                *index = index.saturating_sub(1);
            }
            Self::Nested { .. } => {}
        }
        self
    }

    /// Returns the position of the table, of the first element, or of the nested buffer.
    pub fn at(&self) -> usize {
        match *self {
            Self::Table(table) => table.at,
            Self::Tables { first, .. } => first,
            Self::Unions { values, .. } => values,
            Self::Nested { start, .. } => start,
        }
    }
}

/// A table whose vtable has been checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table {
    /// The object.
    pub object: u32,
    /// The index of the next field.
    pub field: u32,
    /// The position of the table.
    pub at: usize,
    /// The position of its vtable.
    pub vtable: usize,
    /// The size of the vtable.
    pub slots: u16,
    /// The number of bytes from the position of the table to the end of its last field, as far as
    /// fields were verified, and at least the size that its vtable says. Some writers share a
    /// vtable between tables of different sizes.
    pub extent: u32,
    /// The largest alignment of the fields in place found so far, or more.
    pub align: u16,
    /// Whether only the fields of `follow` are left to verify, since a table with the same vtable
    /// was verified before.
    pub known: bool,
    /// Whether the fields of `follow` are all strings with offsets of 32 bits.
    pub plain: bool,
    /// The set of those of the first 64 fields that are more than bytes in place.
    pub follow: u64,
}

impl Table {
    /// No table: no table has such a vtable.
    pub const NONE: Self = Self {
        object: u32::MAX,
        field: 0,
        at: 0,
        vtable: usize::MAX,
        slots: 4,
        extent: 0,
        align: 4,
        known: false,
        plain: false,
        follow: 0,
    };

    /// Returns whether the fields in place of a table with the same vtable at `at` have the same
    /// alignments.
    #[inline(always)]
    pub fn is_like(&self, object: u32, at: usize) -> bool {
        object == self.object && (at ^ self.at) & (usize::from(self.align) - 1) == 0
    }
}

/// The number of frames that need no allocation.
const INLINE: usize = 3;

pub(super) const NOTHING: Frame = Frame::Nested {
    object: None,
    start: 0,
    end: 0,
    left: 0,
};

/// The frames around the current one.
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

    /// Returns whether one more frame may be entered.
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

    /// Returns an iterator over the frames, from the innermost outward.
    pub fn outward(&self) -> impl Iterator<Item = &Frame> {
        let inline = &self.inline[..self.len.min(INLINE)];
        self.more.iter().rev().chain(inline.iter().rev())
    }
}
