//! The bytes of a buffer that is being written, from front to back.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use crate::Primitive;

/// The largest buffer: the offset of a vtable is signed.
const MOST: usize = i32::MAX as usize;

/// The largest alignment.
const MOST_ALIGN: usize = 256;

/// Bytes that only grow while a buffer is written.
#[derive(Debug, Default)]
pub(crate) struct Output {
    bytes: Vec<u8>,
}

impl Output {
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn bytes_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.bytes)
    }

    /// Returns two written bytes as a number.
    #[inline(always)]
    pub fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Removes the bytes from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Reserves room for `bytes` bytes, in any number of parts whose alignments take up to 256
    /// bytes in all, and for 64 bytes after them.
    #[inline(always)]
    pub fn reserve(&mut self, bytes: usize) -> Result {
        let wanted = bytes.saturating_add(MOST_ALIGN + 64);
        match wanted <= self.bytes.capacity() - self.bytes.len() {
            true => Ok(()),
            false => self.grow(wanted),
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, wanted: usize) -> Result {
        if self.bytes.len().saturating_add(wanted) > MOST {
            return Err(Error::too_large(MOST).with_hint("a buffer ends at 2 GiB"));
        }
        self.bytes
            .try_reserve(wanted)
            .map_err(|_| Error::out_of_memory())
    }

    /// Writes zeros up to where `len + ahead` is a multiple of `align`, and `size` zeros after
    /// them. Returns the position of the latter.
    ///
    /// # Safety
    /// `reserve` has made room for `size` bytes, for what `align`, a power of two up to 256, takes
    /// before them, and for 64 bytes more.
    #[inline(always)]
    pub unsafe fn zeros(&mut self, ahead: usize, align: usize, size: usize) -> usize {
        let len = self.bytes.len();
        let pad = (len + ahead).wrapping_neg() & (align - 1);
        // SAFETY: the caller's contract. Padding takes fewer than `align` bytes. A write of a fixed
        // size goes at most 64 bytes beyond the padding or the size. All bytes up to the new length
        // are written before `set_len`.
        unsafe {
            let p = self.bytes.as_mut_ptr().add(len);
            match align {
                ..=16 => p.write_bytes(0, 16),
                _ => p.write_bytes(0, pad),
            }
            // A write of a constant size compiles to no call.
            match size {
                ..=32 => p.add(pad).write_bytes(0, 32),
                33..=64 => p.add(pad).write_bytes(0, 64),
                _ => p.add(pad).write_bytes(0, size),
            }
            self.bytes.set_len(len + pad + size);
        }
        len + pad
    }

    /// Begins with the first `len` of these bytes. Later writes overwrite the others.
    ///
    /// # Safety
    /// Nothing has been written yet, `reserve` has made room for all of `bytes`, and `len` is at
    /// most `N`.
    #[inline(always)]
    pub unsafe fn open<const N: usize>(&mut self, bytes: &[u8; N], len: usize) {
        // SAFETY: the caller's contract. A copy of a constant size compiles to no call.
        unsafe {
            let (from, to) = (bytes.as_ptr(), self.bytes.as_mut_ptr());
            match len {
                ..=32 => to.copy_from_nonoverlapping(from, N.min(32)),
                33..=64 => to.copy_from_nonoverlapping(from, N.min(64)),
                _ => to.copy_from_nonoverlapping(from, N),
            }
            self.bytes.set_len(len);
        }
    }

    /// Stores a scalar.
    ///
    /// # Safety
    /// The scalar ends within the written bytes.
    #[inline(always)]
    pub unsafe fn put<V: Primitive>(&mut self, at: usize, value: V) {
        debug_assert!(at + size_of::<V>() <= self.bytes.len());
        // SAFETY: the caller's contract.
        unsafe { value.write(self.bytes.as_mut_ptr().add(at)) }
    }

    /// Stores bytes.
    ///
    /// # Safety
    /// The bytes end within the written bytes.
    #[inline(always)]
    pub unsafe fn copy(&mut self, at: usize, bytes: &[u8]) {
        debug_assert!(at + bytes.len() <= self.bytes.len());
        // SAFETY: the caller's contract; `bytes` is borrowed from elsewhere, since `self` is
        // borrowed exclusively.
        unsafe {
            let to = self.bytes.as_mut_ptr().add(at);
            copy_short(bytes.as_ptr(), to, bytes.len());
        }
    }

    /// Stores at `at` the offset from there to `to`.
    ///
    /// # Safety
    /// The offset ends within the written bytes.
    #[inline(always)]
    pub unsafe fn point(&mut self, at: usize, to: usize, wide: bool) {
        // SAFETY: the caller's contract. A buffer is smaller than 2^31 bytes, so that no offset is
        // cut off.
        unsafe {
            match wide {
                true => self.put(at, (to - at) as u64),
                false => self.put(at, (to - at) as u32),
            }
        }
    }

    /// Writes a string: its length, its bytes, and a zero. Returns its position.
    #[inline]
    pub fn string(&mut self, text: &str) -> Result<usize> {
        let len = text.len();
        self.reserve(len.saturating_add(5))?;
        // SAFETY: `reserve` has made room for the padding, the length, the text and its zero, and
        // for more than the three bytes that the last word goes beyond these. The padding is zero
        // by the first word. The length and the text are written before anything reads them.
        unsafe {
            let at = self.bytes.len().next_multiple_of(4);
            let end = at + 4 + len + 1;
            // Both words are zero, and the length and the text are written over them. The first
            // word is the padding, the last one the text's zero.
            let old = self.bytes.len();
            let p = self.bytes.as_mut_ptr();
            p.add(old).cast::<u32>().write_unaligned(0);
            p.add(end - 1).cast::<u32>().write_unaligned(0);
            p.add(at)
                .cast::<[u8; 4]>()
                .write_unaligned((len as u32).to_le_bytes());
            copy_short(text.as_ptr(), p.add(at + 4), len);
            self.bytes.set_len(end);
            Ok(at)
        }
    }

    /// Writes an aligned vector of `len` elements that consist of these bytes. Returns its
    /// position.
    #[inline]
    pub fn bytes_of(
        &mut self,
        bytes: &[u8],
        len: usize,
        align: usize,
        long: bool,
    ) -> Result<usize> {
        let prefix = if long { 8 } else { 4 };
        self.reserve(bytes.len().saturating_add(prefix))?;
        // SAFETY: there is room for these bytes, and for the padding to the alignment, a power of
        // two up to 256. `zeros` has written the padding and the length; the elements after them
        // are copied before `set_len`.
        unsafe {
            let at = self.zeros(prefix, align.max(prefix), prefix);
            match long {
                true => self.put(at, len as u64),
                false => self.put(at, len as u32),
            }
            let to = self.bytes.as_mut_ptr().add(at + prefix);
            copy_short(bytes.as_ptr(), to, bytes.len());
            self.bytes.set_len(at + prefix + bytes.len());
            Ok(at)
        }
    }

    /// Writes an aligned vector of `len` elements that are zeros. Returns the positions of its
    /// length and of its first element.
    #[inline]
    pub fn vector(
        &mut self,
        len: usize,
        size: usize,
        align: usize,
        long: bool,
    ) -> Result<(usize, usize)> {
        let prefix = if long { 8 } else { 4 };
        let bytes = len
            .checked_mul(size)
            .ok_or_else(|| Error::too_large(MOST))?;
        self.reserve(bytes.saturating_add(prefix))?;
        let align = align.max(prefix);
        // SAFETY: there is room for these bytes; a layout's alignments are powers of two up to 256.
        unsafe {
            let at = self.zeros(prefix, align, prefix + bytes);
            match long {
                true => self.put(at, len as u64),
                false => self.put(at, len as u32),
            }
            Ok((at, at + prefix))
        }
    }

    /// Writes the offset of the root, once it is known, and the size of a size-prefixed buffer.
    #[inline(always)]
    pub fn finish(&mut self, root_offset_at: usize, root: usize, size_prefixed: bool) -> Result {
        if self.bytes.len() < root_offset_at + 4 {
            return Err(Error::new(ErrorKind::InvalidEvents));
        }
        let size = self.bytes.len() - 4;
        // SAFETY: the first four bytes are there, and the four at the root's offset.
        unsafe {
            if size_prefixed {
                self.put(0, size as u32);
            }
            self.point(root_offset_at, root, false);
        }
        Ok(())
    }
}

/// Copies short bytes by two overlapping words of the same size, which costs less than a call of
/// `memcpy`.
///
/// # Safety
/// `len` bytes are readable at `from` and writable at `to`, and they do not overlap.
#[inline(always)]
unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    /// # Safety
    /// The contract of `copy_short`, and `size_of::<W>() <= len <= 2 * size_of::<W>()`.
    #[inline(always)]
    unsafe fn ends<W: Copy>(from: *const u8, to: *mut u8, len: usize) {
        let last = len - size_of::<W>();
        // SAFETY: both words are inside of the `len` bytes, and need no alignment.
        unsafe {
            let first_word = from.cast::<W>().read_unaligned();
            let last_word = from.add(last).cast::<W>().read_unaligned();
            to.cast::<W>().write_unaligned(first_word);
            to.add(last).cast::<W>().write_unaligned(last_word);
        }
    }
    // SAFETY: the caller's contract, and each branch's bounds.
    unsafe {
        match len {
            0 => {}
            1..=3 => {
                to.write(from.read());
                to.add(len / 2).write(from.add(len / 2).read());
                to.add(len - 1).write(from.add(len - 1).read());
            }
            4..=8 => ends::<u32>(from, to, len),
            9..=16 => ends::<u64>(from, to, len),
            17..=32 => ends::<u128>(from, to, len),
            _ => to.copy_from_nonoverlapping(from, len),
        }
    }
}
