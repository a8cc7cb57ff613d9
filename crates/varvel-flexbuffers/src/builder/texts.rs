//! Keys and strings that are in the output already, found by what they are.

use core::ffi::CStr;
use core::hash::{BuildHasher as _, Hasher as _};

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_core::{Error, Result};

/// Where in the output texts are; the output is given with each call.
#[derive(Debug, Default)]
pub struct Texts {
    places: HashTable<(usize, usize)>,
    hasher: RandomState,
}

impl Texts {
    pub fn clear(&mut self) {
        self.places.clear();
    }

    /// Where `text` is in `out`, if it is.
    pub fn find(&self, out: &[u8], text: &[u8]) -> Option<usize> {
        let same = |&(at, len): &(usize, usize)| out.get(at..at + len) == Some(text);
        self.places.find(self.hash(text), same).map(|&(at, _)| at)
    }

    /// The `len` bytes at `at` are a text that was not there.
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

/// The key at `at`.
pub fn key_at(out: &[u8], at: usize) -> &str {
    let text = CStr::from_bytes_until_nul(out.get(at..).unwrap_or_default());
    text.ok()
        .and_then(|text| text.to_str().ok())
        .unwrap_or_default()
}
