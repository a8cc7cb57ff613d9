//! A table of the keys and strings in the output, found by their text.

use core::ffi::CStr;
use core::hash::{BuildHasher as _, Hasher as _};

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

/// The places of texts in the output. Each call gets the output.
#[derive(Debug, Default)]
pub struct Texts {
    places: HashTable<(usize, usize)>,
    hasher: RandomState,
}

impl Texts {
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// Returns the place of `text` in `out`, if it is there.
    pub fn find(&self, out: &[u8], text: &[u8]) -> Option<usize> {
        let same = |&(at, len): &(usize, usize)| out.get(at..at + len) == Some(text);
        self.places.find(self.hash(text), same).map(|&(at, _)| at)
    }

    /// Adds the `len` bytes at `at`, which are a new text.
    pub fn insert(&mut self, out: &[u8], at: usize, len: usize) -> Result {
        let text = |&(at, len): &(usize, usize)| out.get(at..at + len).unwrap_or_default();
        let hasher = &self.hasher;
        self.places
            .try_reserve(1, |place| hash(hasher, text(place)))
            .map_err(|_| Error::out_of_memory())?;
        let of_this = self.hash(text(&(at, len)));
        self.places
            .insert_unique(of_this, (at, len), |place| hash(hasher, text(place)));
        Ok(())
    }

    fn hash(&self, text: &[u8]) -> u64 {
        hash(&self.hasher, text)
    }
}

fn hash(hasher: &RandomState, text: &[u8]) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(text);
    hasher.finish()
}

/// Returns the key at `at`.
pub fn key_at(out: &[u8], at: usize) -> &str {
    let text = CStr::from_bytes_until_nul(out.get(at..).unwrap_or_default());
    text.ok()
        .and_then(|text| text.to_str().ok())
        .unwrap_or_default()
}
