//! Shared strings: those of fields that the schema marks `shared`, each written once.
//!
//! Offsets lead forward, and the encoder writes from front to back. So shared strings come after
//! everything else, and the offsets to them are filled in then. Vectors that are sorted by such
//! strings are sorted then, too.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::hash::{BuildHasher as _, Hasher as _};

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

use super::output::Output;
use super::sort;
use crate::layout::Layout;

/// The shared strings that wait for the end of the buffer. It is empty for most schemas, which have
/// none.
#[derive(Debug, Default)]
pub(super) struct Strings(Option<Box<Waiting>>);

#[derive(Debug, Default)]
struct Waiting {
    /// The texts, one after the other.
    texts: Vec<u8>,
    /// The end of each text.
    ends: Vec<usize>,
    /// The numbers of the texts, found by their bytes. The texts come from elsewhere, so that the
    /// hashes are seeded.
    numbers: HashTable<usize>,
    hasher: RandomState,
    pointers: Vec<Pointer>,
    /// Vectors of tables whose key is a shared string.
    vectors: Vec<(Layout<'static>, u32, usize)>,
}

/// A place for an offset to a string.
#[derive(Clone, Copy, Debug)]
struct Pointer {
    at: usize,
    wide: bool,
    /// The number of the text.
    text: usize,
}

impl Strings {
    /// Forgets everything.
    #[inline(always)]
    pub fn clear(&mut self) {
        if let Some(waiting) = &mut self.0 {
            waiting.clear();
        }
    }

    /// Notes that the offset at `at` must lead to this string.
    pub fn point(&mut self, at: usize, wide: bool, text: &str) -> Result {
        let waiting = &mut **self.0.get_or_insert_default();
        let text = waiting.number(text.as_bytes())?;
        push(&mut waiting.pointers, Pointer { at, wide, text })
    }

    /// Notes that the vector of tables at `vector` must be sorted.
    pub fn sort(&mut self, layout: Layout<'static>, object: u32, vector: usize) -> Result {
        let waiting = &mut **self.0.get_or_insert_default();
        push(&mut waiting.vectors, (layout, object, vector))
    }

    /// Writes all waiting strings and offsets, and sorts the waiting vectors.
    #[inline(always)]
    pub fn finish(&mut self, out: &mut Output) -> Result {
        match &mut self.0 {
            Some(waiting) => waiting.finish(out),
            None => Ok(()),
        }
    }
}

impl Waiting {
    fn clear(&mut self) {
        self.texts.clear();
        self.ends.clear();
        self.numbers.clear();
        self.pointers.clear();
        self.vectors.clear();
    }

    /// Returns the number of a text, which is added if it is new.
    fn number(&mut self, text: &[u8]) -> Result<usize> {
        let Self {
            texts,
            ends,
            numbers,
            hasher,
            ..
        } = self;
        let hash = |text: &[u8]| {
            let mut hasher = hasher.build_hasher();
            hasher.write(text);
            hasher.finish()
        };
        let hashed = hash(text);
        if let Some(number) = numbers.find(hashed, |known| text_of(texts, ends, *known) == text) {
            return Ok(*number);
        }
        let number = ends.len();
        texts
            .try_reserve(text.len())
            .map_err(|_| Error::out_of_memory())?;
        texts.extend_from_slice(text);
        push(ends, texts.len())?;
        let of = |known: &usize| hash(text_of(texts, ends, *known));
        numbers
            .try_reserve(1, of)
            .map_err(|_| Error::out_of_memory())?;
        numbers.insert_unique(hashed, number, of);
        Ok(number)
    }

    fn finish(&mut self, out: &mut Output) -> Result {
        let mut placed: Vec<usize> = Vec::new();
        placed
            .try_reserve_exact(self.ends.len())
            .map_err(|_| Error::out_of_memory())?;
        for number in 0..self.ends.len() {
            let text = text_of(&self.texts, &self.ends, number);
            // Only whole strings were added.
            placed.push(out.string(core::str::from_utf8(text).unwrap_or_default())?);
        }
        let bytes = out.bytes_mut();
        for Pointer { at, wide, text } in &self.pointers {
            let offset = ((placed[*text] - at) as u64).to_le_bytes();
            let len = if *wide { 8 } else { 4 };
            if let Some(place) = bytes.get_mut(*at..at + len) {
                place.copy_from_slice(&offset[..len]);
            }
        }
        for (layout, object, vector) in &self.vectors {
            sort::tables(out, layout, *object, *vector)?;
        }
        self.clear();
        Ok(())
    }
}

/// Returns the text of this number.
fn text_of<'t>(texts: &'t [u8], ends: &[usize], number: usize) -> &'t [u8] {
    let start = number.checked_sub(1).map_or(0, |before| ends[before]);
    &texts[start..ends[number]]
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}
