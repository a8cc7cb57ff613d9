//! [`Key`]: the data by which a key is looked up.
//!
//! A short key is looked up by its three words, a longer one by a sample: its length, and eight
//! bytes at each end and in the middle. An attacker could choose long keys with equal samples; if
//! too many of them meet in a table, the table hashes whole keys instead. Both hashes are seeded at
//! random.

use core::hash::BuildHasher;

use varvel_core::secret::RandomState;
use varvel_raw::short::words;

use crate::count::Count;
use crate::text::Text;

/// A key that can be looked up.
pub trait Key {
    /// Returns all of a short key, or a sample of a longer one. Equal keys have equal words.
    fn words(&self) -> [u64; 3];

    /// Returns the key, if the words may be only a sample of it.
    fn long(&self) -> Option<&str>;

    /// Returns a hash; equal keys have equal hashes.
    #[inline(always)]
    fn digest(&self, hash: &Hash) -> u32 {
        match self.long() {
            Some(text) if hash.whole => hash.state.hash_one(text) as u32,
            _ => hash.words(self.words()),
        }
    }

    /// Returns a number that is computed faster than a hash; equal keys have equal marks, and many
    /// others may, too.
    #[inline(always)]
    fn mark(&self) -> u8 {
        let [a, b, c] = self.words();
        let all = a ^ b.rotate_left(21) ^ c.rotate_left(42);
        (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
    }
}

/// The way in which the keys of one table are hashed.
#[derive(Clone)]
pub struct Hash {
    seeds: [u64; 4],
    state: RandomState,
    whole: bool,
}

impl Default for Hash {
    fn default() -> Self {
        let state = RandomState::default();
        Self {
            seeds: [0_u64, 1, 2, 3].map(|i| state.hash_one(i)),
            state,
            whole: false,
        }
    }
}

impl Hash {
    /// Makes the table hash long keys as a whole from now on.
    pub fn take_whole_keys(&mut self) {
        self.whole = true;
    }

    pub fn is_of_whole_keys(&self) -> bool {
        self.whole
    }

    #[inline(always)]
    fn words(&self, [a, b, c]: [u64; 3]) -> u32 {
        let [p, q, r, s] = self.seeds;
        // The factors are independent, so the products are computed in parallel.
        (fold(a ^ p, b ^ q) ^ fold(c ^ r, s)) as u32
    }

    /// Returns the hash of a key that is no string, made from its own digest.
    pub fn other(&self, digest: impl FnOnce(&RandomState) -> u64) -> u32 {
        digest(&self.state) as u32
    }
}

/// Returns whether a key is `text`. Makes no call, which would cost the surrounding code its
/// registers, unless the key is long or has fewer than four bytes. The variant of the key bounds
/// its length, which saves the other comparisons.
#[inline(always)]
pub fn is<R: Count>(key: &Text<R>, text: &str) -> bool {
    let (a, b) = (key.as_bytes(), text.as_bytes());
    a.len() == b.len()
        && match key {
            Text::Short(_) => match b.len() {
                8..=16 => ends::<8>(a, b),
                4..=7 => ends::<4>(a, b),
                17.. => ends::<16>(a, b),
                _ => a == b,
            },
            Text::Long(_) => match b.len() {
                ..=32 => ends::<16>(a, b),
                33..=64 => ends::<32>(a, b),
                _ => a == b,
            },
        }
}

/// Returns whether the first `N` bytes are equal, and the last `N`.
#[inline(always)]
fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
    // Compares both ends: one branch for two comparisons.
    (a.first_chunk::<N>() == b.first_chunk()) & (a.last_chunk::<N>() == b.last_chunk())
}

/// Returns both halves of a product, combined by XOR.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The words of a short key.
pub struct Words([u64; 3]);

impl Words {
    #[inline(always)]
    pub fn new(key: &str) -> Option<Self> {
        words(key).map(Self)
    }

    /// Returns whether this is the key.
    #[inline(always)]
    pub fn is<R: Count>(&self, key: &Text<R>) -> bool {
        let Text::Short(short) = key else {
            return false;
        };
        let ([a, b, c], [x, y, z]) = (self.0, short.words());
        (a ^ x) | (b ^ y) | (c ^ z) == 0
    }
}

impl Key for Words {
    #[inline(always)]
    fn words(&self) -> [u64; 3] {
        self.0
    }

    #[inline(always)]
    fn long(&self) -> Option<&str> {
        None
    }
}

/// A key that is not short.
pub struct Long<'k>(pub &'k str);

impl Long<'_> {
    /// Returns whether this is the key.
    #[inline(always)]
    pub fn is<R: Count>(&self, key: &Text<R>) -> bool {
        matches!(key, Text::Long(_)) && is(key, self.0)
    }
}

impl Key for Long<'_> {
    /// Returns eight bytes at each end, the first combined with the length, and eight in the
    /// middle.
    #[inline(always)]
    fn words(&self) -> [u64; 3] {
        let key = self.0.as_bytes();
        let word = |bytes: Option<&[u8; 8]>| bytes.map_or(0, |bytes| u64::from_ne_bytes(*bytes));
        let (_, from_middle) = key.split_at((key.len() / 2).saturating_sub(4));
        [
            word(key.first_chunk()) ^ key.len() as u64,
            word(from_middle.first_chunk()),
            word(key.last_chunk()),
        ]
    }

    #[inline(always)]
    fn long(&self) -> Option<&str> {
        Some(self.0)
    }
}

impl Key for str {
    fn words(&self) -> [u64; 3] {
        words(self).unwrap_or_else(|| Long(self).words())
    }

    fn long(&self) -> Option<&str> {
        words(self).is_none().then_some(self)
    }
}

impl<R: Count> Key for Text<R> {
    #[inline(always)]
    fn words(&self) -> [u64; 3] {
        match self {
            Self::Short(short) => short.words(),
            Self::Long(text) => Long(text).words(),
        }
    }

    #[inline(always)]
    fn long(&self) -> Option<&str> {
        match self {
            Self::Short(_) => None,
            Self::Long(text) => Some(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Local;
    use alloc::format;

    fn is(key: &str, other: &Text<Local>) -> bool {
        let found = match Words::new(key) {
            Some(words) => words.is(other),
            None => Long(key).is(other),
        };
        assert_eq!(super::is(other, key), found);
        found
    }

    #[test]
    fn keys_of_every_length_compare() {
        let text = "abcdefghijklmnopqrstuvwxyz\u{e4}\u{f6}\u{fc}".repeat(3);
        let step = if cfg!(miri) { 13 } else { 1 };
        for (end, _) in text.char_indices().step_by(step) {
            let key = &text[..end];
            assert!(is(key, &Text::new(key)));
            for (at, letter) in key.char_indices() {
                let rest = &key[at + letter.len_utf8()..];
                for other in [
                    format!("{}_{rest}", &key[..at]),
                    format!("{}{rest}", &key[..at]),
                ] {
                    let other = Text::<Local>::new(&other);
                    assert!(!is(key, &other), "{key} {other:?}");
                }
            }
        }
    }
}
