//! The end of a document: the tables of keys and shapes, and the header.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::{Builder, Frame, Mode, no_memory, out_of_order};
use crate::frozen::Frozen;
use crate::index;
use crate::layout::{self, MAGIC, ROOT_AT, TABLES_HEADER_LEN, TOTAL_AT, TREE_END_AT, VERSION};
use crate::view::View;

impl Builder {
    /// Ends the document and gives its buffer away; the builder keeps what it learned.
    pub fn finish(&mut self) -> Result<Frozen> {
        self.complete()?;
        let bytes = core::mem::take(&mut self.out).into_vec();
        // SAFETY: `complete` has just laid out the whole buffer.
        Ok(unsafe { Frozen::from_vec_unchecked(bytes) })
    }

    /// Ends the document and lends its buffer: the builder's memory is used again for the next.
    pub fn finish_view(&mut self) -> Result<View<'_>> {
        self.complete()?;
        // SAFETY: `complete` has just laid out the whole buffer.
        Ok(unsafe { View::root_unchecked(self.out.as_slice()) })
    }

    /// Takes the memory of a buffer that is not needed any more for the next document. One that
    /// was not finished is dropped.
    pub fn recycle(&mut self, bytes: Vec<u8>) {
        self.out = varvel_raw::buffer::Buffer::from_vec(bytes);
        self.frames.reset(Frame::root());
        self.entries.truncate(0);
        self.started = false;
    }

    fn complete(&mut self) -> Result {
        if !self.started
            || self.frames.current().mode != Mode::Root
            || self.entries.top() != 1
            || self.frames.depth() != 0
        {
            return Err(out_of_order());
        }
        // Nothing more may be added to this document, also if its tables find no memory: they are
        // not begun a second time behind a part of them.
        self.started = false;
        let tree_end = self.out.len();
        self.tables()?;
        let total = self.out.len();
        let root = self.entries[0];
        let base = if root & 8 == 0 { 0 } else { tree_end as u64 };
        let root = root.wrapping_add(base << 4);
        let header = &mut self.out.as_mut_slice()[..layout::HEADER_LEN];
        header[..4].copy_from_slice(&MAGIC);
        header[4] = VERSION;
        let fields = [
            (TOTAL_AT, total as u64),
            (TREE_END_AT, tree_end as u64),
            (ROOT_AT, root),
        ];
        for (at, value) in fields {
            header[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        self.entries.truncate(0);
        Ok(())
    }

    /// Writes the tables, from memory if the last document had the same shapes in the same order.
    fn tables(&mut self) -> Result {
        if let Some(tables) = self.shapes.same_tables() {
            return self.out.extend(tables).map_err(no_memory);
        }
        let from = self.out.len();
        self.new_tables()?;
        self.shapes.remember_tables(&self.out.as_slice()[from..]);
        Ok(())
    }

    /// Writes the tables: where each shape's record is, the keys' text, the records.
    #[inline(never)]
    fn new_tables(&mut self) -> Result {
        let from = self.out.len();
        let shapes = self.shapes.used().len();
        self.out.put([0; TABLES_HEADER_LEN]).map_err(no_memory)?;
        for _ in 0..shapes {
            self.out.put([0; 4]).map_err(no_memory)?;
        }
        let keys = self.key_texts(from)?;
        let records = self.out.len() - from;
        let mut path = Vec::new();
        for shape in 0..shapes {
            let record = self.out.len() - from;
            self.shapes.path(self.shapes.used()[shape], &mut path)?;
            self.record(&path)?;
            self.patch(from + TABLES_HEADER_LEN + 4 * shape, record);
        }
        if self.out.len() - from > u32::MAX as usize {
            return Err(Error::expected(
                ErrorKind::SizeLimit,
                "at most 4 GiB of distinct keys",
            ));
        }
        for (i, field) in [shapes, keys, records].into_iter().enumerate() {
            self.patch(from + 4 * i, field);
        }
        Ok(())
    }

    /// Writes a number of 4 bytes to `at`, which are there already.
    fn patch(&mut self, at: usize, value: usize) {
        let bytes = (value as u32).to_le_bytes();
        self.out.as_mut_slice()[at..at + 4].copy_from_slice(&bytes);
    }

    /// Writes the text of each key of the shapes, in tables that begin at `from`: how many there are.
    fn key_texts(&mut self, from: usize) -> Result<usize> {
        let mut keys = 0;
        for shape in 0..self.shapes.used().len() {
            let mut at = self.shapes.used()[shape];
            while self.shapes.depth(at) != 0 {
                let place = self.out.len() - from;
                if let Some(text) = self.shapes.place(at, place as u32) {
                    let (prefix, n) = layout::length_prefix(text.len());
                    self.out.put_part(prefix, n).map_err(no_memory)?;
                    self.out.extend(text.as_bytes()).map_err(no_memory)?;
                    keys += 1;
                }
                at = self.shapes.parent(at);
            }
        }
        if keys != 0 {
            self.out.put([0]).map_err(no_memory)?;
        }
        Ok(keys)
    }

    /// Writes the record of a shape of these keys.
    fn record(&mut self, path: &[u32]) -> Result {
        if path.len() <= index::SCANNED {
            self.out.put([path.len() as u8]).map_err(no_memory)?;
            for &key in path {
                let fingerprint = (self.shapes.hash(key) >> 56) as u8;
                self.out.put([fingerprint]).map_err(no_memory)?;
            }
        } else {
            let mut hashes = Vec::new();
            hashes
                .try_reserve_exact(path.len())
                .map_err(|_| Error::out_of_memory())?;
            hashes.extend(path.iter().map(|&key| self.shapes.hash(key)));
            let text = |i: u32| self.shapes.text(path[i as usize]);
            let index = index::build(&hashes, |a, b| text(a).cmp(text(b)))?;
            self.out.put([0]).map_err(no_memory)?;
            let count = path.len() as u32;
            self.out.put(count.to_le_bytes()).map_err(no_memory)?;
            self.out.extend(&index).map_err(no_memory)?;
        }
        for &key in path {
            let place = self.shapes.placed(key);
            self.out.put(place.to_le_bytes()).map_err(no_memory)?;
        }
        Ok(())
    }
}
