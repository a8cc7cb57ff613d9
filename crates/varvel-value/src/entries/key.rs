//! What keys are looked for by.
//!
//! A key is hashed by its length, eight bytes at each end, and for more than 16 the eight in the middle: up
//! to [`EXACT`] bytes that is all of it. Longer keys that look alike could be chosen; where too many meet
//! in a table, it hashes whole keys instead. Both hashes are seeded at random.

use core::hash::BuildHasher;

use foldhash::fast::RandomState;

use crate::count::Count;
use crate::text::Text;

/// A key up to here is hashed whole in any case.
const EXACT: usize = 24;

/// What a key is looked for by.
pub trait Key {
    /// A hash that agrees with equality.
    fn digest(&self, hash: &Hash) -> u32;
    /// A number that agrees with equality, found faster than a hash, and may be the same for many.
    fn mark(&self) -> u8;
    /// Whether a hash may have looked at a part of it only.
    fn is_sampled(&self) -> bool;
}

/// How the keys of one table are hashed.
#[derive(Clone)]
pub struct Hash {
    seeds: [u64; 3],
    state: RandomState,
    whole: bool,
}

impl Default for Hash {
    fn default() -> Self {
        let state = RandomState::default();
        Self {
            seeds: [0_u64, 1, 2].map(|i| state.hash_one(i)),
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

    /// The hash of what is no string, by its own.
    pub fn other(&self, digest: impl FnOnce(&RandomState) -> u64) -> u32 {
        digest(&self.state) as u32
    }
}

/// Both halves of a product.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Eight bytes at each end, which may overlap; fewer for a shorter key.
#[inline(always)]
fn ends(key: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (key.first_chunk(), key.last_chunk()) {
        return (u64::from_ne_bytes(*first), u64::from_ne_bytes(*last));
    }
    if let (Some(first), Some(last)) = (key.first_chunk(), key.last_chunk()) {
        return (
            u32::from_ne_bytes(*first).into(),
            u32::from_ne_bytes(*last).into(),
        );
    }
    match *key {
        [a, b, c] => (u64::from(a) | u64::from(b) << 8, c.into()),
        [a, b] => (a.into(), b.into()),
        [a] => (a.into(), 0),
        _ => (0, 0),
    }
}

/// The eight bytes in the middle of a key that has them.
#[inline(always)]
fn middle(key: &[u8]) -> u64 {
    let from = key.len() / 2 - 4;
    key[from..]
        .first_chunk()
        .map_or(0, |bytes| u64::from_ne_bytes(*bytes))
}

/// A string that is looked for.
#[derive(Clone, Copy)]
pub struct Needle<'k>(pub &'k str);

impl Needle<'_> {
    /// Whether this is the key.
    #[inline(always)]
    pub fn is<R: Count>(&self, key: &Text<R>) -> bool {
        let (a, b) = (self.0.as_bytes(), key.as_str().as_bytes());
        if a.len() != b.len() {
            return false;
        }
        match (a.first_chunk::<16>(), a.last_chunk::<16>()) {
            _ if a.len() <= 16 => ends(a) == ends(b),
            (first, last) if a.len() <= 32 => first == b.first_chunk() && last == b.last_chunk(),
            _ => same(a, b),
        }
    }
}

/// Whether two long keys are equal. A call to `memcmp` costs the code around it its registers, which for
/// shorter ones is more than the comparison itself.
#[inline(never)]
fn same(a: &[u8], b: &[u8]) -> bool {
    a == b
}

impl Key for Needle<'_> {
    #[inline(always)]
    fn digest(&self, hash: &Hash) -> u32 {
        let key = self.0.as_bytes();
        let (first, last) = ends(key);
        let [p, q, r] = hash.seeds;
        let ends = fold(first ^ p.rotate_right(key.len() as u32), last ^ q);
        let all = match key.len() {
            ..=16 => ends,
            len if len > EXACT && hash.whole => hash.state.hash_one(self.0),
            _ => fold(ends ^ middle(key), r),
        };
        all as u32
    }

    #[inline(always)]
    fn mark(&self) -> u8 {
        let key = self.0.as_bytes();
        let ends = match (key.first_chunk(), key.last_chunk()) {
            (Some(first), Some(last)) => {
                u32::from_ne_bytes(*first).rotate_left(16) ^ u32::from_ne_bytes(*last)
            }
            _ => ends(key).0 as u32 ^ (ends(key).1 as u32) << 16,
        };
        let sum = ends.wrapping_add(key.len() as u32);
        (sum.wrapping_mul(0x9E37_79B9) >> 24) as u8
    }

    #[inline(always)]
    fn is_sampled(&self) -> bool {
        self.0.len() > EXACT
    }
}

impl<R: Count> Key for Text<R> {
    #[inline(always)]
    fn digest(&self, hash: &Hash) -> u32 {
        Needle(self).digest(hash)
    }

    #[inline(always)]
    fn mark(&self) -> u8 {
        Needle(self).mark()
    }

    #[inline(always)]
    fn is_sampled(&self) -> bool {
        Needle(self).is_sampled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Local;
    use alloc::format;

    #[test]
    fn keys_of_every_length_compare() {
        let text = "abcdefghijklmnopqrstuvwxyz\u{e4}\u{f6}\u{fc}".repeat(3);
        let step = if cfg!(miri) { 13 } else { 1 };
        for (end, _) in text.char_indices().step_by(step) {
            let key = &text[..end];
            assert!(Needle(key).is(&Text::<Local>::new(key)));
            for (at, letter) in key.char_indices() {
                let rest = &key[at + letter.len_utf8()..];
                for other in [
                    format!("{}_{rest}", &key[..at]),
                    format!("{}{rest}", &key[..at]),
                ] {
                    let other = Text::<Local>::new(&other);
                    assert!(!Needle(key).is(&other), "{key} {other:?}");
                }
            }
        }
    }
}
