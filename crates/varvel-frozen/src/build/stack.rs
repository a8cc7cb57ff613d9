//! The builder's two stacks: open containers, and the entries of their slots.
//!
//! The current container is read in place, never copied: a copy would be one wide load of fields
//! that were just stored one by one, which processors make wait.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

use varvel_core::{Error, Result};

use super::{Frame, SPARE};

/// Open containers. There is always a current one.
#[derive(Debug)]
pub struct Frames {
    /// Frames `0..=depth` are in use, the rest is spare. Invariant: `depth < frames.len()`.
    frames: Vec<Frame>,
    depth: usize,
}

impl Frames {
    pub fn new(root: Frame) -> Self {
        Self {
            frames: alloc::vec![root],
            depth: 0,
        }
    }

    /// Leaves all containers but the document itself.
    pub fn reset(&mut self, root: Frame) {
        self.depth = 0;
        *self.current_mut() = root;
    }

    /// How many containers are open, the document itself not counted.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    pub fn current(&self) -> &Frame {
        // SAFETY: the invariant: depth < frames.len().
        unsafe { self.frames.get_unchecked(self.depth) }
    }

    #[inline(always)]
    pub fn current_mut(&mut self) -> &mut Frame {
        // SAFETY: the invariant: depth < frames.len().
        unsafe { self.frames.get_unchecked_mut(self.depth) }
    }

    #[inline(always)]
    pub fn push(&mut self, frame: Frame) -> Result {
        if self.depth + 1 == self.frames.len() {
            self.grow(frame)?;
        }
        self.depth += 1;
        *self.current_mut() = frame;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, frame: Frame) -> Result {
        let more = self.frames.len() / 2 + 15;
        self.frames
            .try_reserve(more)
            .map_err(|_| Error::out_of_memory())?;
        self.frames.resize(self.frames.len() + more, frame);
        Ok(())
    }

    /// Leaves the current container; `false` if it is the document itself.
    #[inline(always)]
    pub fn pop(&mut self) -> bool {
        let inside = self.depth > 0;
        self.depth -= usize::from(inside);
        inside
    }
}

/// The entries of open containers.
#[derive(Debug)]
pub struct Entries {
    /// Entries `0..top` are in use, the rest is spare. Invariants: `room + SPARE` is
    /// `entries.len()`, and `top <= room`.
    entries: Vec<u64>,
    top: usize,
    room: usize,
}

impl Entries {
    pub fn new() -> Self {
        Self {
            entries: alloc::vec![0; 64],
            top: 0,
            room: 64 - SPARE,
        }
    }

    #[inline(always)]
    pub fn top(&self) -> usize {
        self.top
    }

    /// Drops the entries from `top` on.
    #[inline(always)]
    pub fn truncate(&mut self, top: usize) {
        debug_assert!(top <= self.top);
        self.top = top.min(self.top);
    }

    #[inline(always)]
    pub fn push(&mut self, entry: u64) -> Result {
        if self.top >= self.room {
            self.grow(1)?;
        }
        // SAFETY: top < room < entries.len(): checked above, or made so by `grow`.
        unsafe { *self.entries.get_unchecked_mut(self.top) = entry };
        self.top += 1;
        Ok(())
    }

    /// Makes room for `n` entries more.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) -> Result {
        let wanted = (self.top + n + SPARE + 1)
            .max(self.entries.len() / 2 * 3)
            .max(64);
        let more = wanted - self.entries.len();
        self.entries
            .try_reserve(more)
            .map_err(|_| Error::out_of_memory())?;
        self.entries.resize(wanted, 0);
        self.room = wanted - SPARE;
        Ok(())
    }

    /// Pushes a run of entries.
    #[inline(always)]
    pub fn extend(&mut self, entries: impl ExactSizeIterator<Item = u64>) -> Result {
        let n = entries.len();
        if self.room - self.top < n {
            self.grow(n)?;
        }
        for (slot, entry) in self.entries[self.top..].iter_mut().zip(entries) {
            *slot = entry;
        }
        self.top += n;
        Ok(())
    }

    /// The entries from `start` on with `SPARE` more behind them, whatever those are.
    #[inline(always)]
    pub fn padded(&self, start: usize) -> &[u64] {
        let start = start.min(self.top);
        // SAFETY: start <= top <= room, and room + SPARE is the length of `entries`.
        unsafe { self.entries.get_unchecked(start..self.top + SPARE) }
    }
}

impl<I: SliceIndex<[u64]>> Index<I> for Entries {
    type Output = I::Output;
    #[inline(always)]
    fn index(&self, index: I) -> &I::Output {
        &self.entries[..self.top][index]
    }
}

impl<I: SliceIndex<[u64]>> IndexMut<I> for Entries {
    #[inline(always)]
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.entries[..self.top][index]
    }
}
