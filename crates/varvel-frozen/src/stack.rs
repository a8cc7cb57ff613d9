//! A stack whose first entries need no allocation.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use varvel_core::{Error, Result};

/// The number of entries that stand in place.
const IN_PLACE: usize = 32;

/// A stack that keeps its first entries in place and more on the heap.
///
/// Invariant: the entries below `depth` are initialised.
pub struct Stack<T> {
    first: [MaybeUninit<T>; IN_PLACE],
    rest: Vec<MaybeUninit<T>>,
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

    /// Returns how many entries there are.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    pub fn push(&mut self, entry: T) -> Result {
        // The entry is written straight to its place. As an argument of a function that may grow
        // the heap, it would be laid out in memory first and then copied.
        match self.first.get_mut(self.depth) {
            Some(place) => place.write(entry),
            None => self.far()?.write(entry),
        };
        self.depth += 1;
        Ok(())
    }

    /// Returns the first free place on the heap.
    #[cold]
    #[inline(never)]
    fn far(&mut self) -> Result<&mut MaybeUninit<T>> {
        let at = self.depth - IN_PLACE;
        if at == self.rest.len() {
            self.rest
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.rest.push(MaybeUninit::uninit());
        }
        Ok(&mut self.rest[at])
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<T> {
        let depth = self.depth.checked_sub(1)?;
        self.depth = depth;
        let entry = match self.first.get(depth) {
            Some(entry) => entry,
            None => &self.rest[depth - IN_PLACE],
        };
        // SAFETY: the entry was below `depth`, so the invariant says that it is initialised.
        Some(unsafe { entry.assume_init() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_in_reverse_what_was_pushed() {
        let mut stack = Stack::new();
        for round in 0..3 {
            for i in 0..100 {
                stack.push(i * 3 + round).unwrap();
            }
            for i in (0..100).rev() {
                assert_eq!(stack.depth(), i + 1);
                assert_eq!(stack.pop(), Some(i * 3 + round));
            }
            assert_eq!(stack.pop(), None);
        }
    }
}
