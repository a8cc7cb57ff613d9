//! Where the verifier is on its way down: no recursion, and no allocation for buffers that are not deep.

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
    /// A nested buffer; the bounds of the buffer around it.
    Nested { start: usize, end: usize },
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
}

/// As many frames as need no allocation.
const INLINE: usize = 6;

const NOTHING: Frame = Frame::Nested { start: 0, end: 0 };

/// The frames above the one under way.
pub(super) struct Stack {
    inline: [Frame; INLINE],
    len: usize,
    more: Vec<Frame>,
}

impl Stack {
    pub fn new() -> Self {
        Self {
            inline: [NOTHING; INLINE],
            len: 0,
            more: Vec::new(),
        }
    }

    #[inline]
    pub fn push(&mut self, frame: Frame, depth: usize) -> Result {
        if self.len >= depth {
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
