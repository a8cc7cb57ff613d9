//! [`Shape`]: the keys of an object, and finding one of them.

use varvel_raw::find;

use super::unchecked::Raw;
use crate::index::{self, Index};
use crate::key::{HashedKey, SHORT};
use crate::layout::TABLES_HEADER_LEN;

/// A shape of a validated buffer.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// The tables: all places in them count from their beginning.
    tables: Raw<'a>,
    /// The position of the places of the keys, 4 bytes each. With few keys, their fingerprints end
    /// there.
    refs: usize,
    count: usize,
    /// The index of many keys.
    index: Index,
}

impl<'a> Shape<'a> {
    /// Returns the shape with this number.
    ///
    /// # Safety
    /// `raw` is a whole buffer, and `shape` is one of its shapes.
    #[inline(always)]
    pub unsafe fn of(raw: Raw<'a>, shape: u32) -> Self {
        // SAFETY: the caller's contract; a shape that has not few keys has many.
        unsafe {
            match Self::of_few(raw, shape) {
                Some(shape) => shape,
                None => Self::of_many(raw, shape),
            }
        }
    }

    /// Returns the shape with this number, if it has few keys.
    ///
    /// # Safety
    /// `raw` is a whole buffer, and `shape` is one of its shapes.
    #[inline(always)]
    pub unsafe fn of_few(raw: Raw<'a>, shape: u32) -> Option<Self> {
        // SAFETY: validated: there is an entry for each shape, and it leads to a whole record.
        unsafe {
            let tables = raw.tables();
            let at = tables.uint(TABLES_HEADER_LEN + 4 * shape as usize, 4) as usize;
            let [count] = tables.take(at);
            let count = usize::from(count);
            (count != 0).then_some(Self {
                tables,
                refs: at + 1 + count,
                count,
                index: Index::NONE,
            })
        }
    }

    /// Returns the shape with this number, which has many keys.
    ///
    /// # Safety
    /// `raw` is a whole buffer, and `shape` is one of its shapes and has many keys.
    #[inline(always)]
    pub unsafe fn of_many(raw: Raw<'a>, shape: u32) -> Self {
        // SAFETY: validated: there is an entry for each shape; the count and the index are whole.
        unsafe {
            let tables = raw.tables();
            let at = tables.uint(TABLES_HEADER_LEN + 4 * shape as usize, 4) as usize;
            let count = tables.uint(at + 1, 4) as usize;
            let (index, refs) = Index::of(tables, at + 5, count);
            Self {
                tables,
                refs,
                count,
                index,
            }
        }
    }

    /// Returns the index of the key with these parts in the shape with this number, which has many
    /// keys; `usize::MAX` if there is none. Out of line, with all arguments in registers.
    ///
    /// # Safety
    /// `raw` is a whole buffer, and `shape` is one of its shapes and has many keys.
    #[inline(never)]
    pub unsafe fn position_in_many(
        raw: Raw<'a>,
        shape: u32,
        text: &str,
        head: u64,
        last: u64,
        hash: u64,
    ) -> usize {
        // SAFETY: the caller's contract.
        let shape = unsafe { Self::of_many(raw, shape) };
        let key = HashedKey::of(text, head, last, hash);
        shape.position_of_many(&key).unwrap_or(usize::MAX)
    }

    /// Returns how many keys the shape has: at least one.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the position in the tables of the place of key `i`; [`key`] reads it.
    #[inline(always)]
    pub fn ref_at(&self, i: usize) -> usize {
        self.refs + 4 * i
    }

    /// Returns the text of key `i`.
    ///
    /// # Safety
    /// The shape has more than `i` keys.
    #[inline(always)]
    pub unsafe fn key(&self, i: usize) -> &'a str {
        // SAFETY: the caller's contract.
        unsafe { key(self.tables, self.ref_at(i)) }
    }

    /// Returns the index of `key`.
    #[inline(always)]
    pub fn position(&self, key: &HashedKey<'_>) -> Option<usize> {
        match self.count {
            // SAFETY: there are no more keys than these.
            ..=index::SCANNED => unsafe { self.position_of_few(key) },
            _ => self.position_of_many(key),
        }
    }

    /// Returns the index of `key` in a shape of few keys.
    ///
    /// # Safety
    /// The shape has few keys.
    #[inline(always)]
    pub unsafe fn position_of_few(&self, key: &HashedKey<'_>) -> Option<usize> {
        const { assert!(TABLES_HEADER_LEN >= index::SCANNED && index::SCANNED == 16) };
        // SAFETY: the fingerprints end where the places of the keys begin, and the tables' header
        // stands before them: the last `count` of the 16 bytes that end there are fingerprints.
        let block = unsafe { self.tables.take::<16>(self.refs - 16) };
        let mut found = find::byte16(&block, key.fingerprint()) >> ((16 - self.count) & 15);
        while found != 0 {
            let i = found.trailing_zeros() as usize;
            // SAFETY: there is a bit for each fingerprint, and each fingerprint belongs to a key.
            if unsafe { self.is(i, key) } {
                return Some(i);
            }
            found &= found - 1;
        }
        None
    }

    /// Returns the index of `key` in a shape of many keys.
    #[inline(always)]
    pub fn position_of_many(&self, key: &HashedKey<'_>) -> Option<usize> {
        // SAFETY: validated: this is an index of all keys; the numbers in it are below their count.
        unsafe {
            match self.index.find(self.tables, key.hash()) {
                Some(i) => self.is(i, key).then_some(i),
                None => self.search(key.as_str()),
            }
        }
    }

    /// Returns the index of `key` in a shape whose index lists the keys in order.
    #[inline(never)]
    fn search(self, key: &str) -> Option<usize> {
        // SAFETY: validated: this is an index of all keys; the numbers in it are below their count.
        unsafe {
            let text = |i| self.key(i);
            self.index.search(self.tables, self.count, key, text)
        }
    }

    /// Returns whether key `i` is equal to `key`.
    ///
    /// # Safety
    /// The shape has more than `i` keys.
    #[inline(always)]
    pub unsafe fn is(&self, i: usize, key: &HashedKey<'_>) -> bool {
        let len = key.as_str().len();
        if len > SHORT {
            // SAFETY: the caller's contract.
            return unsafe { is_long(self.tables, self.ref_at(i), key.as_str()) };
        }
        // SAFETY: the caller's contract; validated: the length of a key and its text stand there.
        // Behind the last key there are a zero and the records of shapes, one of which is this
        // shape's, of at least 6 bytes: so 8 bytes can be read from the length on. If they equal
        // the key's head, the text has `len` bytes, so that its last 8 can be read.
        unsafe {
            let at = self.tables.uint(self.ref_at(i), 4) as usize;
            let head = u64::from_le_bytes(self.tables.take(at));
            if len < 8 {
                return (head ^ key.head()) << ((56 - 8 * len) & 63) == 0;
            }
            // The head includes the length, so the last bytes are read only if they exist.
            head == key.head() && u64::from_le_bytes(self.tables.take(at + len - 7)) == key.last()
        }
    }
}

/// Returns whether the key whose place stands at `at` is equal to `text`. It takes no reference to
/// a [`Shape`], so that callers can keep shapes in registers.
///
/// # Safety
/// The contract of [`key`].
#[inline(never)]
unsafe fn is_long(tables: Raw<'_>, at: usize, text: &str) -> bool {
    // SAFETY: the caller's contract.
    unsafe { key(tables, at) == text }
}

/// Returns the text of the key whose place stands at `at`.
///
/// # Safety
/// `tables` are the tables of a validated buffer, and at `at` one of their shapes holds the place
/// of a key.
#[inline(always)]
pub unsafe fn key(tables: Raw<'_>, at: usize) -> &str {
    // SAFETY: the caller's contract; validated: the place of a key is whole, and a length and as
    // many bytes of UTF-8 stand at the place.
    unsafe {
        let (at, len) = tables.length(tables.uint(at, 4) as usize);
        tables.str(at, len)
    }
}
