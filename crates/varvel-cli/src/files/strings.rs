//! Counts how often each string occurs, in time linear in the strings.
//!
//! One table of millions of strings costs a miss of the cache for each. So strings wait in parts by
//! their hash until they are many, and then each part is counted at once, in a table of its own
//! that fits the cache.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, Hash, Hasher, RandomState};

use varvel::Error;

/// The number of parts.
const PARTS: usize = 256;

/// The number of strings that may wait, in all parts together.
const WAITING: usize = 1 << 17;

/// A string with its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hashed<'a> {
    hash: u64,
    text: &'a str,
}

impl Hash for Hashed<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The hasher of strings whose hash is known.
#[derive(Clone, Copy, Debug, Default)]
struct Known(u64);

impl Hasher for Known {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// The strings of one part.
#[derive(Debug, Default)]
struct Part<'a> {
    waiting: Vec<Hashed<'a>>,
    counts: HashMap<Hashed<'a>, u64, BuildHasherDefault<Known>>,
}

/// The counts of strings.
#[derive(Debug)]
pub struct Strings<'a> {
    /// The secret of the hashes.
    secret: RandomState,
    parts: Vec<Part<'a>>,
    waiting: usize,
}

impl Default for Strings<'_> {
    fn default() -> Self {
        Self {
            secret: RandomState::new(),
            parts: std::iter::repeat_with(Part::default).take(PARTS).collect(),
            waiting: 0,
        }
    }
}

impl<'a> Strings<'a> {
    /// Counts a string.
    pub fn add(&mut self, text: &'a str) -> varvel::Result {
        let hash = self.secret.hash_one(text);
        // The tables use the lowest and the highest bits.
        let part = &mut self.parts[(hash >> 32) as usize % PARTS];
        part.waiting
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        part.waiting.push(Hashed { hash, text });
        self.waiting += 1;
        match self.waiting < WAITING {
            true => Ok(()),
            false => self.finish(),
        }
    }

    /// Counts the strings that wait.
    pub fn finish(&mut self) -> varvel::Result {
        self.waiting = 0;
        for part in &mut self.parts {
            for string in part.waiting.drain(..) {
                let room = part.counts.try_reserve(1);
                room.map_err(|_| Error::out_of_memory())?;
                *part.counts.entry(string).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Returns each string that was counted, with its count.
    pub fn counts(&self) -> impl Iterator<Item = (&'a str, u64)> + '_ {
        let counts = self.parts.iter().flat_map(|part| &part.counts);
        counts.map(|(string, &count)| (string.text, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_is_counted_once() {
        let texts: Vec<String> = (0..2000).map(|n| format!("{n}")).collect();
        let mut strings = Strings::default();
        for round in 0..200 {
            for text in &texts[..2000 - round] {
                strings.add(text).unwrap();
            }
        }
        strings.finish().unwrap();
        let mut counts: Vec<(u64, u64)> = strings
            .counts()
            .map(|(text, count)| (text.parse().unwrap(), count))
            .collect();
        counts.sort_unstable();
        assert_eq!(counts.len(), 2000);
        for (text, count) in counts {
            assert_eq!(count, (2000 - text).min(200), "{text}");
        }
    }
}
