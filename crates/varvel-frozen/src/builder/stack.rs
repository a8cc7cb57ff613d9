//! The builder's two stacks: open containers, and the entries of their slots.
//!
//! The current container is read in place, never copied: a copy would be one wide load of fields
//! that were just stored one by one, which processors make wait.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

use varvel_core::{Error, Result};

use super::shapes::{NONE, NodeId};
use super::{Frame, SPARE};

/// Open containers. There is always a current one.
#[derive(Debug)]
pub struct Frames {
    /// All of them are initialised; those past the current one are spare.
    frames: Vec<Frame>,
    /// The most containers that may be open.
    limit: usize,
    /// Invariant: this and `last` point into `frames`, whose memory nothing but the pointers
    /// touches between one growth and the next, and `current <= last`.
    current: *mut Frame,
    /// The last that may be current without growth.
    last: *mut Frame,
}

// SAFETY: the pointers are into memory that the vector beside them owns; frames are plain numbers.
unsafe impl Send for Frames {}
// SAFETY: the same; a shared reference reads only.
unsafe impl Sync for Frames {}

/// Why no container can be opened.
pub enum Full {
    /// So many are open as may be.
    Limit,
    NoMemory,
}

impl Frames {
    /// The frame of the document itself, and room for `limit` more.
    pub fn new(root: Frame, limit: usize) -> Self {
        let mut frames = Self {
            frames: alloc::vec![root; 16],
            limit,
            current: core::ptr::null_mut(),
            last: core::ptr::null_mut(),
        };
        frames.settle(0);
        frames
    }

    /// Derives the pointers anew; `depth` containers are open, fewer than there are frames.
    fn settle(&mut self, depth: usize) {
        let last = self.limit.min(self.frames.len() - 1);
        assert!(depth <= last);
        let base = self.frames.as_mut_ptr();
        // SAFETY: depth <= last < the number of frames.
        unsafe {
            self.current = base.add(depth);
            self.last = base.add(last);
        }
    }

    /// From the next `reset` on, `limit` containers may be open.
    #[cfg(feature = "std")]
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// How many bytes of memory it has.
    #[cfg(feature = "std")]
    pub fn capacity(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>()
    }

    /// Leaves all containers but the document itself.
    pub fn reset(&mut self, root: Frame) {
        self.settle(0);
        *self.current_mut() = root;
    }

    /// Leaves all containers but the first in the document, which is made `frame` again; the mode
    /// that it had until now.
    #[cfg(feature = "std")]
    pub fn back_to_first(&mut self, frame: Frame) -> super::Mode {
        self.settle(1);
        core::mem::replace(self.current_mut(), frame).mode
    }

    /// How many containers are open, the document itself not counted.
    pub fn depth(&self) -> usize {
        (self.current.addr() - self.frames.as_ptr().addr()) / size_of::<Frame>()
    }

    /// Whether as many containers are open as may be.
    #[inline(always)]
    pub fn at_limit(&self) -> bool {
        self.current == self.last && self.depth() >= self.limit
    }

    #[inline(always)]
    pub fn current(&self) -> &Frame {
        // SAFETY: the invariant; the reference lives no longer than one of `self`.
        unsafe { &*self.current }
    }

    #[inline(always)]
    pub fn current_mut(&mut self) -> &mut Frame {
        // SAFETY: the invariant; the reference lives no longer than one of `self`.
        unsafe { &mut *self.current }
    }

    /// The key that the current container is the value of, or the nearest around it is.
    pub fn owner(&self) -> NodeId {
        if self.is_root() {
            return NONE;
        }
        // SAFETY: it is not the first, so there is one before it.
        unsafe { (*self.current.sub(1)).node }
    }

    #[inline(always)]
    fn is_root(&self) -> bool {
        self.current.addr() == self.frames.as_ptr().addr()
    }

    #[inline(always)]
    pub fn push(&mut self, frame: Frame) -> core::result::Result<(), Full> {
        if self.current == self.last {
            self.grow()?;
        }
        // SAFETY: current < last, or made so by `grow`.
        self.current = unsafe { self.current.add(1) };
        *self.current_mut() = frame;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> core::result::Result<(), Full> {
        let depth = self.depth();
        if depth >= self.limit {
            return Err(Full::Limit);
        }
        let more = self.frames.len() / 2;
        self.frames.try_reserve(more).map_err(|_| Full::NoMemory)?;
        self.frames.resize(self.frames.len() + more, Frame::root());
        self.settle(depth);
        Ok(())
    }

    /// Leaves the current container; `false` if it is the document itself.
    #[inline(always)]
    pub fn pop(&mut self) -> bool {
        if self.is_root() {
            return false;
        }
        // SAFETY: it is not the first, so there is one before it.
        self.current = unsafe { self.current.sub(1) };
        true
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

    /// How many bytes of memory it has.
    #[cfg(feature = "std")]
    pub fn capacity(&self) -> usize {
        self.entries.capacity() * size_of::<u64>()
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
        self.settle(wanted);
        Ok(())
    }

    /// Has `len` entries from now on, for which there is memory.
    fn settle(&mut self, len: usize) {
        self.entries.resize(len, 0);
        self.room = len - SPARE;
    }

    /// Makes sure of room for `len` entries more, if so many are said to come, and no more than
    /// that: memory that doubles would be three times as much while it is moved.
    #[inline(always)]
    pub fn expect(&mut self, len: Option<usize>) -> Result {
        match len {
            Some(len) if self.room - self.top < len => self.grow_exactly(len),
            _ => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_exactly(&mut self, len: usize) -> Result {
        let wanted = self.top.saturating_add(len).saturating_add(SPARE);
        self.entries
            .try_reserve_exact(wanted - self.entries.len())
            .map_err(|_| Error::out_of_memory())?;
        self.settle(wanted);
        Ok(())
    }

    /// Makes sure of room for `n` entries more.
    #[inline(always)]
    pub fn reserve(&mut self, n: usize) -> Result {
        match self.room - self.top < n {
            true => self.grow(n),
            false => Ok(()),
        }
    }

    /// Pushes a run of entries.
    #[inline(always)]
    pub fn extend(&mut self, entries: impl ExactSizeIterator<Item = u64>) -> Result {
        let n = entries.len();
        self.reserve(n)?;
        for (slot, entry) in self.entries[self.top..].iter_mut().zip(entries) {
            *slot = entry;
        }
        self.top += n;
        Ok(())
    }

    /// The last `n` entries, if there are so many, with `SPARE` more behind them, whatever those
    /// are.
    #[inline(always)]
    pub fn last(&self, n: usize) -> Option<&[u64]> {
        let start = self.top.checked_sub(n)?;
        // SAFETY: start <= top <= room, and room + SPARE is the length of `entries`.
        Some(unsafe { self.entries.get_unchecked(start..start + n + SPARE) })
    }

    /// Drops the entries from `start` on, of which there is at least one (`true`), and puts
    /// `entry` there instead; does nothing if there is none.
    #[inline(always)]
    pub fn replace(&mut self, start: usize, entry: u64) -> bool {
        if start >= self.top {
            return false;
        }
        // SAFETY: start < top <= room < entries.len().
        unsafe { *self.entries.get_unchecked_mut(start) = entry };
        self.top = start + 1;
        true
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
