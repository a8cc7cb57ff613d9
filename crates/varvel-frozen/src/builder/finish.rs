//! The end of a document: the tables of keys and shapes, and the header.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::{Builder, Frame, Mode, no_memory, out_of_order};
use crate::frozen::Frozen;
use crate::layout::{self, MAGIC, MAX_BUFFER, ROOT_AT, TOTAL_AT, TREE_END_AT, VERSION};
use crate::view::{self, View};

/// A document of up to this many bytes is copied: that costs less than memory that grows anew under
/// the next one. So is one in a buffer that is far too large for it, as an earlier one may have
/// left it.
const COPIED: usize = 1 << 12;

impl Builder {
    /// Ends the document and gives its buffer away, or a copy of it if it is short; the builder
    /// keeps what it learned.
    pub fn finish(&mut self) -> Result<Frozen> {
        self.complete()?;
        let (len, room) = (self.out.len(), self.out.capacity());
        let bytes = if len <= COPIED || room > 2 * len + COPIED {
            let mut bytes = Vec::new();
            bytes
                .try_reserve_exact(len)
                .map_err(|_| Error::out_of_memory())?;
            bytes.extend_from_slice(self.out.as_slice());
            bytes
        } else {
            core::mem::take(&mut self.out).into_vec()
        };
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
        if bytes.capacity() > self.out.capacity() {
            self.out = varvel_raw::buffer::Buffer::from_vec(bytes);
        }
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
        if total as u64 > MAX_BUFFER {
            return Err(Error::expected(
                ErrorKind::SizeLimit,
                "less than 2^48 bytes",
            ));
        }
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
        if !self.check_keys {
            return Ok(());
        }
        // SAFETY: the whole buffer is laid out; that keys differ is nothing that reading relies on.
        different_keys(unsafe { View::root_unchecked(self.out.as_slice()) })
    }

    /// Writes the tables, from memory if the last document had the same shapes in the same order.
    fn tables(&mut self) -> Result {
        // Those of a base have texts of their own, whether or not it has shapes.
        let plain = self.shared.is_empty() && self.base.tables.is_empty();
        if plain && let Some(tables) = self.shapes.same_tables() {
            return self.out.extend(tables).map_err(no_memory);
        }
        let from = self.out.len();
        self.new_tables()?;
        if plain {
            self.shapes.remember_tables(&self.out.as_slice()[from..]);
        }
        Ok(())
    }
}

/// Refuses a map with two keys that are equal as nodes, whatever the policy: two objects in another
/// order, say. What are the same bytes was seen when the map closed.
#[cold]
#[inline(never)]
pub(super) fn different_keys(view: View<'_>) -> Result {
    view::unique_map_keys(view, |_| {
        Error::expected(ErrorKind::DuplicateKey, "keys of a map that differ")
            .with_found("two that are equal but for the order of members, or how they are stored")
    })
}
