//! Where the tables of keys and shapes are, and what they say.

use core::hint::select_unpredictable;

use super::raw::Raw;
use crate::layout::{self, TABLES_HEADER_LEN};

/// Where the tables are.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    key_ends: usize,
    shape_ends: usize,
    ids: usize,
    text: usize,
    key_width: usize,
    shape_width: usize,
    id_width: usize,
}

impl Tables {
    /// The tables at `at`, from their counts: keys, shapes, key numbers, bytes of keys.
    #[inline(always)]
    pub fn locate(at: usize, [keys, shapes, ids, text]: [usize; 4]) -> Self {
        let key_width = layout::table_width(text + 1);
        let shape_width = layout::table_width(ids + 1);
        let id_width = layout::table_width(keys);
        let key_ends = at + TABLES_HEADER_LEN;
        let shape_ends = key_ends + keys * key_width;
        let ids_at = shape_ends + shapes * shape_width;
        Self {
            key_ends,
            shape_ends,
            ids: ids_at,
            text: ids_at + ids * id_width,
            key_width,
            shape_width,
            id_width,
        }
    }

    /// Where the keys' text begins.
    pub fn text_at(&self) -> usize {
        self.text
    }

    /// Where the end of a key is noted, and in how many bytes.
    pub fn key_end_at(&self, key: usize) -> (usize, usize) {
        (self.key_ends + key * self.key_width, self.key_width)
    }

    /// Where the end of a shape is noted, and in how many bytes.
    #[inline(always)]
    pub fn shape_end_at(&self, shape: usize) -> (usize, usize) {
        (self.shape_ends + shape * self.shape_width, self.shape_width)
    }

    /// The range of key numbers that is a shape.
    ///
    /// # Safety
    /// These are the tables of `raw`, and `shape` is one of theirs.
    #[inline(always)]
    pub unsafe fn shape(self, raw: Raw<'_>, shape: u32) -> (usize, usize) {
        // SAFETY: the shape has an entry, and so have those before it.
        unsafe { range(raw, self.shape_ends, shape as usize, self.shape_width) }
    }

    /// How many keys a shape has.
    ///
    /// # Safety
    /// As for `shape`.
    #[inline(always)]
    pub unsafe fn keys(self, raw: Raw<'_>, shape: u32) -> usize {
        // SAFETY: the caller's contract.
        let (start, end) = unsafe { self.shape(raw, shape) };
        end - start
    }

    /// Where the key number `i` of all shapes stands.
    #[inline(always)]
    pub fn id_at(self, i: usize) -> usize {
        self.ids + i * self.id_width
    }

    /// Bytes a key number.
    #[inline(always)]
    pub fn id_width(self) -> usize {
        self.id_width
    }

    /// The text of the key whose number stands at `at`: where it is, and its length.
    ///
    /// # Safety
    /// These are the tables of `raw`, and `at` is where one of their key numbers stands.
    #[inline(always)]
    pub unsafe fn key(self, raw: Raw<'_>, at: usize) -> (usize, usize) {
        // SAFETY: a key number stands behind the tables' header. It is below the count of keys, so
        // it has an entry; ends do not fall.
        unsafe {
            let bits = before(raw, at + self.id_width);
            let key = (bits >> shift(self.id_width)) as usize;
            let (start, end) = range(raw, self.key_ends, key, self.key_width);
            (self.text + start, end - start)
        }
    }
}

/// How far right eight bytes are to be shifted for the last `width` (1, 2 or 4) to remain.
#[inline(always)]
fn shift(width: usize) -> u32 {
    const { assert!(layout::table_width(usize::MAX) <= 4) };
    (8 * width as u32).wrapping_neg() & 63
}

/// The eight bytes that end at `end`: an entry, and what stands before it. So no entry takes a
/// branch on its width.
///
/// # Safety
/// `end` is where an entry of the tables ends.
#[inline(always)]
unsafe fn before(raw: Raw<'_>, end: usize) -> u64 {
    const { assert!(TABLES_HEADER_LEN >= 8) };
    // SAFETY: the tables' header stands before all entries.
    u64::from_le_bytes(unsafe { raw.take(end - 8) })
}

/// Entry `i` of a table of ends, and the entry before it, or zero.
///
/// # Safety
/// A table of ends stands at `at`, with entries of `width` bytes, of which `i` is one.
#[inline(always)]
unsafe fn range(raw: Raw<'_>, at: usize, i: usize, width: usize) -> (usize, usize) {
    // SAFETY: the caller's contract.
    let bits = unsafe { before(raw, at + (i + 1) * width) };
    // Two entries of at most 4 bytes.
    let start = bits << ((8 * width) & 63) >> shift(width);
    let start = select_unpredictable(i == 0, 0, start);
    (start as usize, (bits >> shift(width)) as usize)
}
