//! The end of a document: the tables of keys and shapes, and the header.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::{Builder, Frame, Mode, no_memory, out_of_order};
use crate::frozen::Frozen;
use crate::layout::{self, MAGIC, ROOT_AT, TOTAL_AT, TREE_END_AT, VERSION};
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

    /// Writes the tables: counts, where keys and shapes end, the shapes' keys, the keys' text.
    #[inline(never)]
    fn new_tables(&mut self) -> Result {
        let mut ids: Vec<u32> = Vec::new();
        let mut shape_ends: Vec<u32> = Vec::new();
        let mut keys: Vec<u32> = Vec::new();
        let mut key_count = 0;
        let mut key_bytes = 0_usize;
        let no_room = |_| Error::out_of_memory();
        for i in 0..self.shapes.used().len() {
            let node = self.shapes.used()[i];
            let members = self.shapes.depth(node);
            let first = ids.len();
            ids.try_reserve(members).map_err(no_room)?;
            ids.resize(first + members, 0);
            let mut at = node;
            for slot in ids[first..].iter_mut().rev() {
                let key = self.shapes.key_number(at);
                at = self.shapes.parent(at);
                let (local, fresh) = self.shapes.local_key(key, &mut key_count);
                if fresh {
                    keys.try_reserve(1).map_err(no_room)?;
                    keys.push(key);
                    key_bytes += self.shapes.text(key).len();
                }
                *slot = local;
            }
            shape_ends.try_reserve(1).map_err(no_room)?;
            shape_ends.push(ids.len() as u32);
        }
        if key_bytes >= u32::MAX as usize || ids.len() >= u32::MAX as usize {
            return Err(Error::expected(
                ErrorKind::SizeLimit,
                "at most 4 GiB of distinct keys",
            ));
        }
        for count in [keys.len(), shape_ends.len(), ids.len(), key_bytes] {
            self.out
                .put((count as u32).to_le_bytes())
                .map_err(no_memory)?;
        }
        let mut end = 0;
        let width = layout::table_width(key_bytes + 1);
        for &key in &keys {
            end += self.shapes.text(key).len() as u32;
            self.out
                .put_part(end.to_le_bytes(), width)
                .map_err(no_memory)?;
        }
        let width = layout::table_width(ids.len() + 1);
        for end in &shape_ends {
            self.out
                .put_part(end.to_le_bytes(), width)
                .map_err(no_memory)?;
        }
        let width = layout::table_width(keys.len());
        for id in &ids {
            self.out
                .put_part(id.to_le_bytes(), width)
                .map_err(no_memory)?;
        }
        for &key in &keys {
            self.out
                .extend(self.shapes.text(key).as_bytes())
                .map_err(no_memory)?;
        }
        Ok(())
    }
}
