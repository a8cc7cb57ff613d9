//! Where the tables of keys and shapes are, and what they say.

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
        let shape = shape as usize;
        let at = self.shape_ends + shape * self.shape_width;
        // SAFETY: the shape has an entry, and so have those before it.
        unsafe {
            let end = raw.uint(at, self.shape_width) as usize;
            let start = match shape {
                0 => 0,
                _ => raw.uint(at - self.shape_width, self.shape_width) as usize,
            };
            (start, end)
        }
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
        // SAFETY: key numbers are below the count of keys, so each has an entry; ends do not
        // fall.
        unsafe {
            let key = raw.uint(at, self.id_width) as usize;
            let at = self.key_ends + key * self.key_width;
            let end = raw.uint(at, self.key_width) as usize;
            let start = match key {
                0 => 0,
                _ => raw.uint(at - self.key_width, self.key_width) as usize,
            };
            (self.text + start, end - start)
        }
    }
}
