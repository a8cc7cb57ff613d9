//! A stack whose first entries need no allocation.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use varvel_core::{Error, Result};

/// So many entries stand in place.
const IN_PLACE: usize = 32;

/// A stack: the first entries in place, more on the heap.
pub struct Stack<T> {
    /// Invariant: the first `min(depth, IN_PLACE)` are initialised.
    first: [MaybeUninit<T>; IN_PLACE],
    rest: Vec<T>,
    depth: usize,
}

impl<T: Copy> Stack<T> {
    #[inline(always)]
    pub fn new() -> Self {
        Self {
            first: [const { MaybeUninit::uninit() }; IN_PLACE],
            rest: Vec::new(),
            depth: 0,
        }
    }

    /// How many entries there are.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    pub fn push(&mut self, entry: T) -> Result {
        match self.first.get_mut(self.depth) {
            Some(place) => {
                place.write(entry);
            }
            None => self.push_far(entry)?,
        }
        self.depth += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn push_far(&mut self, entry: T) -> Result {
        self.rest
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.rest.push(entry);
        Ok(())
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        let depth = self.depth.checked_sub(1)?;
        self.depth = depth;
        match self.first.get(depth) {
            // SAFETY: the invariant: `depth` was below the depth before.
            Some(entry) => Some(unsafe { entry.assume_init() }),
            None => self.rest.pop(),
        }
    }
}
