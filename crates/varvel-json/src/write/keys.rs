//! The keys of the open objects, for a writer that turns keys of other kinds into strings: `1` and
//! `"1"` would be the same key.

use alloc::vec::Vec;

use varvel_core::unique::Overflow;
use varvel_core::{Error, Result};

/// A check that refuses a key that its object has already. Time is linear in the keys.
#[derive(Debug, Default)]
pub struct Keys {
    sets: Overflow,
    /// The depths of the objects that `sets` holds, the innermost last. The ends of objects are not
    /// reported here, because that would cost every writer. The depth of the next key shows them.
    depths: Vec<usize>,
}

impl Keys {
    /// Remembers a key of the object at `depth`. `first` tells that the object has no key yet.
    pub fn add(&mut self, key: &str, depth: usize, first: bool) -> Result {
        while let Some(&open) = self.depths.last()
            && (open > depth || first && open == depth)
        {
            self.depths.pop();
            self.sets.close();
        }
        if self.depths.last() != Some(&depth) {
            self.depths
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.sets.open()?;
            self.depths.push(depth);
        }
        self.sets.add(key)
    }
}
