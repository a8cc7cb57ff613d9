//! [`Shape`]: the keys of an object, and which of them is the one that is asked for.

use varvel_raw::find;

use super::raw::Raw;
use crate::index;
use crate::key::HashedKey;
use crate::layout::TABLES_HEADER_LEN;

/// A shape of a validated buffer.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Where the tables begin: what all positions in them count from.
    tables: usize,
    /// Where the shape's own fingerprints or index begin.
    keys_at: usize,
    /// Where it says where each key's text is, 4 bytes a key.
    refs: usize,
    count: usize,
}

impl Shape {
    /// The shape of this number.
    ///
    /// # Safety
    /// `shape` is one of the tables of `raw`.
    #[inline(always)]
    pub unsafe fn of(raw: Raw<'_>, shape: u32) -> Self {
        let tables = raw.tables();
        // SAFETY: validated: there is an entry for each shape, and it leads to a whole record.
        unsafe {
            let entry = tables + TABLES_HEADER_LEN + 4 * shape as usize;
            let at = tables + raw.uint(entry, 4) as usize;
            let [count] = raw.take(at);
            if count == 0 {
                return Self::large(raw, tables, at);
            }
            let count = usize::from(count);
            Self {
                tables,
                keys_at: at + 1,
                refs: at + 1 + count,
                count,
            }
        }
    }

    /// A shape of many keys.
    ///
    /// # Safety
    /// A validated record of such a shape stands at `at`.
    #[cold]
    #[inline(never)]
    unsafe fn large(raw: Raw<'_>, tables: usize, at: usize) -> Self {
        // SAFETY: validated: the count and the index are whole.
        let count = unsafe { raw.uint(at + 1, 4) } as usize;
        let keys_at = at + 5;
        Self {
            tables,
            keys_at,
            refs: keys_at + index::extent(raw.buffer(), keys_at, count).unwrap_or(0),
            count,
        }
    }

    /// How many keys it has: at least one.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Where the tables begin.
    #[inline(always)]
    pub fn tables(&self) -> usize {
        self.tables
    }

    /// Where the place of key `i` stands; [`key`] reads it.
    #[inline(always)]
    pub fn ref_at(&self, i: usize) -> usize {
        self.refs + 4 * i
    }

    /// The text of key `i`: where it is, and its length.
    ///
    /// # Safety
    /// The shape is one of `raw` and has more than `i` keys.
    #[inline(always)]
    pub unsafe fn key(&self, raw: Raw<'_>, i: usize) -> (usize, usize) {
        // SAFETY: the caller's contract.
        unsafe { key(raw, self.tables, self.ref_at(i)) }
    }

    /// Which key is equal to `key`.
    ///
    /// # Safety
    /// The shape is one of `raw`.
    #[inline(always)]
    pub unsafe fn position(&self, raw: Raw<'_>, key: &HashedKey<'_>) -> Option<usize> {
        const { assert!(TABLES_HEADER_LEN >= 16) };
        if self.count > 16 {
            // SAFETY: the caller's contract.
            return unsafe { self.position_of_many(raw, key) };
        }
        // SAFETY: the fingerprints end where the places of the keys begin, and the tables' header
        // stands before them. Of the 16 bytes that end there the last `count` are theirs.
        unsafe {
            let block = raw.take::<16>(self.refs - 16);
            let found = find::byte16(&block, key.fingerprint()) >> (16 - self.count);
            self.first_equal(raw, key, found, 0)
        }
    }

    /// # Safety
    /// As for `position`.
    #[inline(never)]
    unsafe fn position_of_many(&self, raw: Raw<'_>, key: &HashedKey<'_>) -> Option<usize> {
        if self.count > index::SCANNED {
            // SAFETY: validated: an index of all keys; the numbers in it are below their count.
            return unsafe {
                index::find(raw, self.keys_at, self.count, key, |i| {
                    let (at, len) = self.key(raw, i);
                    raw.slice(at, len)
                })
            };
        }
        // From the back, in blocks of 16; the first block may begin before the fingerprints.
        let mut end = self.count;
        loop {
            let first = end.saturating_sub(16);
            // SAFETY: as in `position`: 16 bytes that end with fingerprint `end - 1`.
            let found = unsafe {
                let block = raw.take::<16>(self.keys_at + end - 16);
                find::byte16(&block, key.fingerprint()) >> (16 - (end - first))
            };
            // SAFETY: the bits are of the keys from `first` to `end`.
            if let Some(i) = unsafe { self.first_equal(raw, key, found, first) } {
                return Some(i);
            }
            if first == 0 {
                return None;
            }
            end = first;
        }
    }

    /// The first key equal to `key` among those for which `found` has a bit, from key `first` on.
    ///
    /// # Safety
    /// The shape is one of `raw` and has a key for each bit.
    #[inline(always)]
    unsafe fn first_equal(
        &self,
        raw: Raw<'_>,
        key: &HashedKey<'_>,
        mut found: u32,
        first: usize,
    ) -> Option<usize> {
        while found != 0 {
            let i = first + found.trailing_zeros() as usize;
            // SAFETY: the caller's contract.
            let text = unsafe {
                let (at, len) = self.key(raw, i);
                raw.slice(at, len)
            };
            if key.is(text) {
                return Some(i);
            }
            found &= found - 1;
        }
        None
    }
}

/// The text of the key of which the place stands at `at`, in tables that begin at `tables`: where it
/// is, and its length.
///
/// # Safety
/// Those are the tables of `raw`, and `at` is where one of their shapes has the place of a key.
#[inline(always)]
pub unsafe fn key(raw: Raw<'_>, tables: usize, at: usize) -> (usize, usize) {
    // SAFETY: validated: the place of a key, and there its length and text.
    unsafe {
        let place = raw.uint(at, 4) as usize;
        raw.length(tables + place)
    }
}
