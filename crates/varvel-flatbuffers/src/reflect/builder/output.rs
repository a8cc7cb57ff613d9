//! The bytes of a buffer that is being written, from back to front. Positions count from the end.

use core::hash::{BuildHasher as _, Hasher as _};

use alloc::vec::Vec;

use hashbrown::HashTable;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};

/// The largest buffer: the offset of a vtable is signed.
const MOST: usize = i32::MAX as usize;

/// Bytes that grow at their front.
#[derive(Debug, Default)]
pub struct Output {
    /// The memory. All of its bytes are initialized, and the buffer takes the last of them.
    memory: Vec<u8>,
    used: usize,
    /// The largest alignment so far, of this buffer or of the current nested one.
    pub align: usize,
    vtables: Places,
    /// The shared strings.
    strings: Places,
}

/// The positions and lengths of vtables or strings, found by their bytes.
#[derive(Debug, Default)]
struct Places {
    places: HashTable<(u32, u32)>,
    hasher: RandomState,
}

/// The state of the buffer around a nested one.
#[derive(Debug)]
pub struct Around {
    align: usize,
    vtables: Places,
    strings: Places,
    start: usize,
}

impl Output {
    /// Returns the number of bytes, which is the position of the first one.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.used = 0;
        self.align = 4;
        self.vtables.places.clear();
        self.strings.places.clear();
    }

    /// Adds `size` zeros at the front, and returns them.
    fn zeros(&mut self, size: usize) -> Result<&mut [u8]> {
        let used = self.used.checked_add(size).filter(|used| *used <= MOST);
        let used =
            used.ok_or_else(|| Error::too_large(MOST).with_hint("a buffer ends at 2 GiB"))?;
        if used > self.memory.len() {
            self.grow(used)?;
        }
        self.used = used;
        let at = self.memory.len() - used;
        let room = &mut self.memory[at..at + size];
        room.fill(0);
        Ok(room)
    }

    #[cold]
    fn grow(&mut self, wanted: usize) -> Result {
        let old = self.memory.len();
        let len = wanted.max(2 * old).max(256);
        self.memory
            .try_reserve_exact(len - old)
            .map_err(|_| Error::out_of_memory())?;
        self.memory.resize(len, 0);
        self.memory
            .copy_within(old - self.used..old, len - self.used);
        Ok(())
    }

    /// Pads so that the front is at a multiple of `align` after `ahead` bytes more.
    pub fn pad(&mut self, ahead: usize, align: usize) -> Result {
        self.align = self.align.max(align);
        let pad = self.used.saturating_add(ahead).wrapping_neg() & (align - 1);
        self.zeros(pad).map(drop)
    }

    /// Adds bytes at the front.
    pub fn push(&mut self, bytes: &[u8]) -> Result {
        self.zeros(bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }

    /// Adds the offset from here to a position further back.
    pub fn point(&mut self, to: usize, wide: bool) -> Result {
        match wide {
            true => {
                let offset = self.used + 8 - to;
                self.push(&(offset as u64).to_le_bytes())
            }
            false => {
                let offset = self.used + 4 - to;
                self.push(&(offset as u32).to_le_bytes())
            }
        }
    }

    /// Writes a string. Returns its position.
    pub fn string(&mut self, text: &str) -> Result<usize> {
        self.pad(text.len() + 1, 4)?;
        self.push(&[0])?;
        self.push(text.as_bytes())?;
        self.push(&(text.len() as u32).to_le_bytes())?;
        Ok(self.used)
    }

    /// Writes a string, unless an equal one was shared before. Returns its position.
    pub fn shared_string(&mut self, text: &str) -> Result<usize> {
        let hash = self.strings.hash(text.as_bytes());
        let end = self.memory.len();
        let same = |place: &(u32, u32)| bytes_of(&self.memory, end, *place) == text.as_bytes();
        if let Some(place) = self.strings.places.find(hash, same) {
            return Ok(place.0 as usize + 4);
        }
        let at = self.string(text)?;
        // The text comes after its length.
        let place = ((at - 4) as u32, text.len() as u32);
        self.strings.insert(hash, place, &self.memory)?;
        Ok(at)
    }

    /// Writes a vector of `len` elements that consist of these bytes. Returns its position.
    pub fn vector(&mut self, len: usize, bytes: &[u8], align: usize, long: bool) -> Result<usize> {
        let prefix = if long { 8 } else { 4 };
        self.pad(bytes.len(), align.max(prefix))?;
        self.push(bytes)?;
        self.length(len, long)
    }

    /// Writes the length of a vector, before its elements. Returns its position.
    pub fn length(&mut self, len: usize, long: bool) -> Result<usize> {
        match long {
            true => self.push(&(len as u64).to_le_bytes())?,
            false => self.push(&(len as u32).to_le_bytes())?,
        }
        Ok(self.used)
    }

    /// Writes the offset of a table's vtable, and the vtable unless there is an equal one. Returns
    /// the table's position.
    pub fn finish_table(&mut self, vtable: &[u8]) -> Result<usize> {
        let table = self.used + 4;
        let hash = self.vtables.hash(vtable);
        let end = self.memory.len();
        let same = |place: &(u32, u32)| bytes_of(&self.memory, end, *place) == vtable;
        let shared = self.vtables.places.find(hash, same);
        match shared.map(|place| place.0) {
            Some(at) => {
                let offset = at as i32 - table as i32;
                self.push(&offset.to_le_bytes())?;
            }
            None => {
                self.push(&(vtable.len() as i32).to_le_bytes())?;
                self.push(vtable)?;
                let place = (self.used as u32, vtable.len() as u32);
                self.vtables.insert(hash, place, &self.memory)?;
            }
        }
        Ok(table)
    }

    /// Returns the bytes from a position on.
    pub fn from(&self, at: usize) -> &[u8] {
        &self.memory[self.memory.len() - at..]
    }

    /// Returns the first four bytes at a position as a number.
    pub fn u32(&self, at: usize) -> u32 {
        let first = self.from(at).first_chunk();
        u32::from_le_bytes(first.copied().unwrap_or_default())
    }

    /// Returns the content of the vector of bytes at a position.
    pub fn bytes(&self, at: usize) -> &[u8] {
        let len = self.u32(at) as usize;
        self.from(at).get(4..4 + len).unwrap_or_default()
    }

    /// Returns the position of a field in a finished table.
    pub fn field(&self, table: usize, field: usize) -> Option<usize> {
        let back = i64::from(self.u32(table) as i32);
        let vtable = self.from((table as i64 + back) as usize);
        let slot = crate::layout::Layout::slot(field);
        let word = |at: usize| usize::from(u16::from_le_bytes([vtable[at], vtable[at + 1]]));
        match slot + 2 > word(0) {
            true => None,
            false => Some(word(slot))
                .filter(|offset| *offset != 0)
                .map(|offset| table - offset),
        }
    }

    /// Begins a nested buffer, which has an alignment, vtables and shared strings of its own.
    pub fn begin_nested(&mut self) -> Around {
        Around {
            align: core::mem::replace(&mut self.align, 4),
            vtables: core::mem::take(&mut self.vtables),
            strings: core::mem::take(&mut self.strings),
            start: self.used,
        }
    }

    /// Ends a nested buffer, which becomes a vector of bytes. Returns its position.
    pub fn end_nested(&mut self, around: Around, root: usize, long: bool) -> Result<usize> {
        // The end of the buffer is aligned, so that positions are aligned from there. The padding
        // aligns the front of the nested buffer, too, so that its positions are also aligned from
        // its front.
        let prefix = if long { 8 } else { 4 };
        self.pad(4, self.align.max(prefix))?;
        self.point(root, false)?;
        let len = self.used - around.start;
        self.align = self.align.max(around.align);
        self.vtables = around.vtables;
        self.strings = around.strings;
        self.length(len, long)
    }

    /// Ends the buffer, and returns its bytes.
    pub fn finish(
        &mut self,
        root: usize,
        identifier: Option<[u8; 4]>,
        prefixed: bool,
    ) -> Result<Vec<u8>> {
        let identifier = identifier.as_ref().map_or(&[][..], |bytes| bytes);
        let prefix = if prefixed { 4 } else { 0 };
        self.pad(identifier.len() + 4 + prefix, self.align)?;
        self.push(identifier)?;
        self.point(root, false)?;
        if prefixed {
            self.push(&(self.used as u32).to_le_bytes())?;
        }
        let mut bytes = core::mem::take(&mut self.memory);
        bytes.drain(..bytes.len() - self.used);
        self.clear();
        Ok(bytes)
    }
}

impl Places {
    fn hash(&self, bytes: &[u8]) -> u64 {
        hashed(&self.hasher, bytes)
    }

    /// Notes bytes with this hash, which are in `memory`.
    fn insert(&mut self, hash: u64, place: (u32, u32), memory: &[u8]) -> Result {
        let Self { places, hasher } = self;
        let of = |place: &(u32, u32)| hashed(hasher, bytes_of(memory, memory.len(), *place));
        places
            .try_reserve(1, of)
            .map_err(|_| Error::out_of_memory())?;
        places.insert_unique(hash, place, of);
        Ok(())
    }
}

/// Returns the bytes of a place, which counts from the end of `memory`.
fn bytes_of(memory: &[u8], end: usize, (at, len): (u32, u32)) -> &[u8] {
    let at = end - at as usize;
    memory.get(at..at + len as usize).unwrap_or_default()
}

fn hashed(hasher: &RandomState, bytes: &[u8]) -> u64 {
    let mut hasher = hasher.build_hasher();
    hasher.write(bytes);
    hasher.finish()
}
