//! Ends a document: writes the tables of keys and shapes, and the header.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use super::{Builder, Frame, Mode, no_memory, out_of_order};
use crate::frozen::Frozen;
use crate::layout::{self, MAGIC, MAX_BUFFER, ROOT_AT, TOTAL_AT, TREE_END_AT, VERSION};
use crate::view::{self, View};

/// A document of up to this many bytes is copied: a copy costs less than a buffer that grows anew
/// for the next document. A document is also copied if its buffer is far too large for it, as an
/// earlier document may have left it.
const COPIED: usize = 1 << 12;

impl Builder {
    /// Ends the document and returns its buffer, or a copy of it if the document is short. The
    /// builder keeps what it has learned about keys.
    pub fn finish(&mut self) -> Result<Frozen> {
        self.complete()?;
        self.take()
    }

    /// Ends the document, and returns its buffer if `keep` is true for its length. The caller has
    /// shared strings, and sees to it that they do not stand for too much.
    pub(super) fn finish_if(&mut self, keep: impl FnOnce(usize) -> bool) -> Result<Option<Frozen>> {
        self.complete()?;
        match keep(self.out.len()) {
            true => self.take().map(Some),
            false => Ok(None),
        }
    }

    /// Returns the buffer that `complete` has just laid out.
    fn take(&mut self) -> Result<Frozen> {
        self.check();
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
        // SAFETY: `complete` has just laid out the whole buffer. This is a root of trust, as is the
        // one below: that no order of events makes `complete` accept bytes that the validator would
        // refuse is held by the tests that draw calls, and by `self_check`.
        Ok(unsafe { Frozen::from_vec_unchecked(bytes) })
    }

    /// Ends the document and lends its buffer. The builder uses this memory again for the next
    /// document.
    pub fn finish_view(&mut self) -> Result<View<'_>> {
        self.complete()?;
        self.check();
        // SAFETY: `complete` has just laid out the whole buffer.
        Ok(unsafe { View::root_unchecked(self.out.as_slice()) })
    }

    /// Takes a buffer that is no longer needed as memory for the next document. An unfinished
    /// document is dropped.
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
        if self.is_torn() {
            return Err(Error::out_of_memory());
        }
        // From here on nothing may be added to this document, even if its tables find no memory: a
        // second attempt would write them behind a part of the first.
        self.started = false;
        let tree_end = self.out.len();
        self.tables()?;
        let total = self.out.len();
        if (total - tree_end) as u64 > u32::MAX.into() {
            return Err(Error::expected(
                ErrorKind::SizeLimit,
                "keys and shapes in less than 4 GiB",
            ));
        }
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
        self.forget_if_large();
        if self.check_keys {
            // SAFETY: the whole buffer is laid out; reading does not rely on distinct keys.
            different_keys(unsafe { View::root_unchecked(self.out.as_slice()) })?;
        }
        Ok(())
    }

    /// With debug assertions, validates what `complete` has laid out; not under Miri, which sees
    /// itself what reads out of bounds, and would take most of its time for this.
    fn check(&self) {
        #[cfg(all(debug_assertions, not(miri)))]
        self_check::check(self.out.as_slice());
    }

    /// Forgets all keys if they take much memory.
    fn forget_if_large(&mut self) {
        if self.shapes.is_large() {
            // No container is open, so no frame holds a number of a node. If there is no memory for
            // an empty trie, this one stays until the next document.
            self.frames.reset(Frame::root());
            let _ = self.shapes.forget();
        }
    }

    /// Writes the tables. Copies those of the last document if the shapes are the same in the same
    /// order.
    fn tables(&mut self) -> Result {
        // The tables of a base have texts of their own, whether or not it has shapes.
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

/// Refuses a map in which two keys are equal as nodes, whatever the policy for duplicates: two
/// objects that differ only in the order of members, say. Keys with equal bytes were found when the
/// map closed.
#[cold]
#[inline(never)]
pub(super) fn different_keys(view: View<'_>) -> Result {
    view::unique_map_keys(view, |_| {
        Error::expected(ErrorKind::DuplicateKey, "keys of a map that differ")
            .with_found("two that are equal but for the order of members, or how they are stored")
    })
}

/// With debug assertions, validates each document that was laid out: reading a finished document
/// without checks relies on the builder, whatever events came.
#[cfg(debug_assertions)]
pub(crate) mod self_check {
    use varvel_core::{ErrorKind, Limits};

    use crate::validate;

    #[cfg(feature = "std")]
    std::thread_local! {
        static ON: core::cell::Cell<bool> = const { core::cell::Cell::new(true) };
    }

    /// Panics unless `bytes` are a valid document.
    #[cfg_attr(miri, allow(dead_code))]
    pub fn check(bytes: &[u8]) {
        #[cfg(feature = "std")]
        if !ON.get() {
            return;
        }
        match validate::validate(bytes, &Limits::NONE) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {}
            Err(error) => panic!("the builder has laid out an invalid document: {error}"),
        }
    }

    /// Sets whether this thread checks, and returns whether it did.
    #[cfg(feature = "std")]
    pub fn set(on: bool) -> bool {
        ON.replace(on)
    }
}
