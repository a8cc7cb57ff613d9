//! What keys are looked for by.
//!
//! A short key is looked for by the three words that it stands in, a longer one by a sample: its
//! length, and eight bytes at each end and in the middle. Long keys that look alike could be
//! chosen; where too many meet in a table, it hashes whole keys instead. Both hashes are seeded at
//! random.

use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use varvel_raw::short::words;

use crate::count::Count;
use crate::text::Text;

/// What a key is looked for by.
pub trait Key {
    /// All of a short key, a sample of a longer one. Agrees with equality.
    fn words(&self) -> [u64; 3];

    /// The key, if the words may be a sample of it only.
    fn long(&self) -> Option<&str>;

    /// A hash that agrees with equality.
    #[inline(always)]
    fn digest(&self, hash: &Hash) -> u32 {
        match self.long() {
            Some(text) if hash.whole => hash.state.hash_one(text) as u32,
            _ => hash.words(self.words()),
        }
    }

    /// A number that agrees with equality, found faster than a hash, and may be the same for many.
    #[inline(always)]
    fn mark(&self) -> u8 {
        let [a, b, c] = self.words();
        let all = a ^ b.rotate_left(21) ^ c.rotate_left(42);
        (all.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
    }
}

/// How the keys of one table are hashed.
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
    /// From now on long keys are hashed whole.
    pub fn take_whole_keys(&mut self) {
        self.whole = true;
    }

    pub fn is_of_whole_keys(&self) -> bool {
        self.whole
    }

    #[inline(always)]
    fn words(&self, [a, b, c]: [u64; 3]) -> u32 {
        let [p, q, r, s] = self.seeds;
        // Side by side, not one after the other.
        (fold(a ^ p, b ^ q) ^ fold(c ^ r, s)) as u32
    }

    /// The hash of what is no string, by its own.
    pub fn other(&self, digest: impl FnOnce(&RandomState) -> u64) -> u32 {
        digest(&self.state) as u32
    }
}

/// Whether a key is `text`; without a call, which costs the code around it its registers, unless it
/// is long or has less than four bytes. What a key is tells how long it may be, which spares the
/// others' comparisons.
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

/// Whether so many bytes at each end are the same.
#[inline(always)]
fn ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
    // Both are looked at: one branch for two.
    (a.first_chunk::<N>() == b.first_chunk()) & (a.last_chunk::<N>() == b.last_chunk())
}

/// Both halves of a product.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// A short key, as its words.
pub struct Words([u64; 3]);

impl Words {
    #[inline(always)]
    pub fn new(key: &str) -> Option<Self> {
        words(key).map(Self)
    }

    /// Whether this is the key.
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
    /// Whether this is the key.
    #[inline(always)]
    pub fn is<R: Count>(&self, key: &Text<R>) -> bool {
        matches!(key, Text::Long(_)) && is(key, self.0)
    }
}

impl Key for Long<'_> {
    /// Eight bytes at each end, the first with the length, and in the middle.
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
