//! The builder's two stacks: the open containers, and the entries of their slots.
//!
//! The current container is read in place, never copied. A copy would be one wide load of fields
//! that were just stored one by one, and processors stall on such a load.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

use varvel_core::{Error, Result};

use super::shapes::{NONE, NodeId};
use super::{Frame, SPARE, copies};

/// The open containers. There is always a current one.
#[derive(Debug)]
pub struct Frames {
    /// All frames are initialised; those past the current one are spare.
    frames: Vec<Frame>,
    /// The most containers that may be open.
    limit: usize,
    /// Invariant: `current` and `last` point into `frames`, and `current <= last`. Between one
    /// growth and the next only these pointers access its memory.
    current: *mut Frame,
    /// The last frame that may be current without growth.
    last: *mut Frame,
}

// SAFETY: the pointers are into memory that the vector beside them owns; frames are plain numbers.
unsafe impl Send for Frames {}
// SAFETY: the pointers are into memory that the vector beside them owns; a shared reference only
// reads.
unsafe impl Sync for Frames {}

/// The reason why no container can be opened.
pub enum Full {
    /// The limit allows no more open containers.
    Limit,
    NoMemory,
}

impl Frames {
    /// Returns a stack with the frame of the document itself, and room for at most `limit` more.
    ///
    /// # Errors
    /// Returns an error where there is no memory.
    pub fn try_new(root: Frame, limit: usize) -> Result<Self> {
        let mut frames = Self {
            frames: copies(root, 16)?,
            limit,
            current: core::ptr::null_mut(),
            last: core::ptr::null_mut(),
        };
        frames.settle(0);
        Ok(frames)
    }

    /// Derives the pointers anew. `depth` containers are open, fewer than there are frames.
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

    /// Sets how many containers may be open, from the next `reset` on.
    #[cfg(feature = "std")]
    pub fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    /// Returns how many bytes of memory the stack owns.
    #[cfg(feature = "std")]
    pub fn capacity(&self) -> usize {
        self.frames.capacity() * size_of::<Frame>()
    }

    /// Leaves all containers but the document itself.
    pub fn reset(&mut self, root: Frame) {
        self.settle(0);
        *self.current_mut() = root;
    }

    /// Leaves all containers but the first one in the document, and sets its frame to `frame`
    /// again. Returns the mode that it had until now.
    #[cfg(feature = "std")]
    pub fn back_to_first(&mut self, frame: Frame) -> super::Mode {
        self.settle(1);
        core::mem::replace(self.current_mut(), frame).mode
    }

    /// Returns how many containers are open, not counting the document itself.
    pub fn depth(&self) -> usize {
        (self.current.addr() - self.frames.as_ptr().addr()) / size_of::<Frame>()
    }

    /// Returns whether as many containers are open as the limit allows.
    #[inline(always)]
    pub fn at_limit(&self) -> bool {
        self.current == self.last && self.depth() >= self.limit
    }

    #[inline(always)]
    pub fn current(&self) -> &Frame {
        // SAFETY: the invariant of `current`; the reference lives no longer than the borrow of
        // `self`.
        unsafe { &*self.current }
    }

    #[inline(always)]
    pub fn current_mut(&mut self) -> &mut Frame {
        // SAFETY: the invariant of `current`; the reference lives no longer than the borrow of
        // `self`.
        unsafe { &mut *self.current }
    }

    /// Returns the key whose value is the current container, or the nearest such container around
    /// it.
    pub fn owner(&self) -> NodeId {
        if self.is_root() {
            return NONE;
        }
        // SAFETY: the current frame is not the first, so there is one before it.
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
        // SAFETY: current < last, or `grow` has made it so.
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

    /// Leaves the current container. Returns `false` if it is the document itself.
    #[inline(always)]
    pub fn pop(&mut self) -> bool {
        if self.is_root() {
            return false;
        }
        // SAFETY: the current frame is not the first, so there is one before it.
        self.current = unsafe { self.current.sub(1) };
        true
    }
}

/// The entries of open containers.
#[derive(Debug)]
pub struct Entries {
    /// Entries `0..top` are in use; the rest is spare. Invariants: `room + SPARE` is
    /// `entries.len()`, and `top <= room`.
    entries: Vec<u64>,
    top: usize,
    room: usize,
    /// Whether there was no memory for an entry since `forgive`.
    refused: bool,
}

impl Entries {
    /// Returns an empty stack.
    ///
    /// # Errors
    /// Returns an error where there is no memory.
    pub fn try_new() -> Result<Self> {
        Ok(Self {
            entries: copies(0, 64)?,
            top: 0,
            room: 64 - SPARE,
            refused: false,
        })
    }

    /// Returns whether an entry was refused for want of memory since the stack was made or
    /// [`Entries::forgive`] was called.
    pub fn was_refused(&self) -> bool {
        self.refused
    }

    /// Forgets that an entry was refused.
    pub fn forgive(&mut self) {
        self.refused = false;
    }

    /// Returns how many bytes of memory the stack owns.
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
        // SAFETY: top < room < entries.len(): checked above, or `grow` has made it so.
        unsafe { *self.entries.get_unchecked_mut(self.top) = entry };
        self.top += 1;
        Ok(())
    }

    /// Makes room for `n` more entries.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) -> Result {
        let wanted = (self.top + n + SPARE + 1)
            .max(self.entries.len() / 2 * 3)
            .max(64);
        let more = wanted - self.entries.len();
        if self.entries.try_reserve(more).is_err() {
            self.refused = true;
            return Err(Error::out_of_memory());
        }
        self.settle(wanted);
        Ok(())
    }

    /// Sets the number of entries to `len`, for which memory is reserved.
    fn settle(&mut self, len: usize) {
        self.entries.resize(len, 0);
        self.room = len - SPARE;
    }

    /// Makes room for exactly `len` more entries, if the source has announced them. Memory that
    /// doubles would take three times as much while it is moved.
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

    /// Makes room for `n` more entries.
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

    /// Returns the last `n` entries, if there are so many, with `SPARE` entries of any content
    /// behind them.
    #[inline(always)]
    pub fn last(&self, n: usize) -> Option<&[u64]> {
        let start = self.top.checked_sub(n)?;
        // SAFETY: start <= top <= room, and room + SPARE is the length of `entries`.
        Some(unsafe { self.entries.get_unchecked(start..start + n + SPARE) })
    }

    /// Replaces the entries from `start` on by `entry`, and returns `true`. Returns `false`, and
    /// does nothing, if there is no entry from `start` on.
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
