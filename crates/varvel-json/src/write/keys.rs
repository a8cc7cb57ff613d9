//! The keys of the objects that are open, where keys of other kinds become strings: `1` and `"1"`
//! would be the same.

use alloc::vec::Vec;

use varvel_core::unique::Overflow;
use varvel_core::{Error, Result};

/// Refuses a key that its object has already. Linear in the keys.
#[derive(Debug, Default)]
pub struct Keys {
    sets: Overflow,
    /// How deep each of the objects is that `sets` has, the innermost last. Ends of objects are not
    /// told: that would cost every writer. They show in the depth of the next key.
    depths: Vec<usize>,
}

impl Keys {
    /// Remembers a key of the object at `depth`; `first` if that has no key yet.
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
