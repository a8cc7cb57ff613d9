//! The bytes of a buffer under way, from front to back.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};

use crate::Primitive;

/// The largest buffer: offsets of vtables have a sign.
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

    /// Two bytes of what has been written.
    #[inline(always)]
    pub fn u16(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Takes back what has been written from there on.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Makes room for so many bytes, in any number of parts whose alignments take up to 256 bytes
    /// in all, and 64 bytes after.
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

    /// Zeros up to where `len + ahead` is a multiple of `align`, and `size` zeros more, of which it
    /// gives the position.
    ///
    /// # Safety
    /// `reserve` has made room for `size` bytes, for what `align`, a power of two up to 256, takes
    /// before them, and for 64 bytes more.
    #[inline(always)]
    pub unsafe fn zeros(&mut self, ahead: usize, align: usize, size: usize) -> usize {
        let len = self.bytes.len();
        let pad = (len + ahead).wrapping_neg() & (align - 1);
        // SAFETY: the caller's contract. Padding takes fewer than `align`, and what is written at
        // once beyond it or the size no more than 64. All bytes up to the new length are written
        // before that says that they are there.
        unsafe {
            let p = self.bytes.as_mut_ptr().add(len);
            match align {
                ..=16 => p.write_bytes(0, 16),
                _ => p.write_bytes(0, pad),
            }
            // A number of bytes that is known is written without a call.
            match size {
                ..=32 => p.add(pad).write_bytes(0, 32),
                33..=64 => p.add(pad).write_bytes(0, 64),
                _ => p.add(pad).write_bytes(0, size),
            }
            self.bytes.set_len(len + pad + size);
        }
        len + pad
    }

    /// Begins with the first `len` of these bytes; what is behind them is overwritten.
    ///
    /// # Safety
    /// Nothing has been written yet, and `reserve` has made room for all of `bytes`, of which `len`
    /// are no more.
    #[inline(always)]
    pub unsafe fn open<const N: usize>(&mut self, bytes: &[u8; N], len: usize) {
        // SAFETY: the caller's contract. A number of bytes that is known is copied without a call.
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
    /// It ends inside of what has been written.
    #[inline(always)]
    pub unsafe fn put<V: Primitive>(&mut self, at: usize, value: V) {
        debug_assert!(at + size_of::<V>() <= self.bytes.len());
        // SAFETY: the caller's contract.
        unsafe { value.write(self.bytes.as_mut_ptr().add(at)) }
    }

    /// Stores bytes.
    ///
    /// # Safety
    /// They end inside of what has been written.
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
    /// It ends inside of what has been written.
    #[inline(always)]
    pub unsafe fn point(&mut self, at: usize, to: usize, wide: bool) {
        // SAFETY: the caller's contract. A buffer is smaller than 2^31 bytes: no offset is cut off.
        unsafe {
            match wide {
                true => self.put(at, (to - at) as u64),
                false => self.put(at, (to - at) as u32),
            }
        }
    }

    /// A length, and its bytes, and a zero.
    #[inline]
    pub fn string(&mut self, text: &str) -> Result<usize> {
        let len = text.len();
        self.reserve(len.saturating_add(5))?;
        // SAFETY: there is room for as many; the length and the text are inside of what `zeros` has
        // written.
        unsafe {
            let at = self.bytes.len().next_multiple_of(4);
            let end = at + 4 + len + 1;
            // The last words are zero, and the text comes over them: what it does not cover is its
            // zero.
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

    /// A vector of `len` elements which are these bytes, aligned; its position.
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
        // SAFETY: there is room for as many, and for what the alignment takes: a power of two up to
        // 256. The bytes of the padding and of the length are zeros, or the length; those behind
        // them are copied.
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

    /// A vector of `len` elements of so many zeros, aligned; gives the position of its length and
    /// of its first element.
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
        // SAFETY: there is room for as many; a layout's alignments are powers of two up to 256.
        unsafe {
            let at = self.zeros(prefix, align, prefix + bytes);
            match long {
                true => self.put(at, len as u64),
                false => self.put(at, len as u32),
            }
            Ok((at, at + prefix))
        }
    }

    /// Bytes 0 to 4 after they are known, and the end of a size-prefixed buffer.
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

/// Copies up to 32 bytes by two of each size that overlap, which costs less than finding out how to
/// copy.
///
/// # Safety
/// `len` bytes are readable at `from` and writable at `to`, and they do not overlap.
#[inline(always)]
unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize) {
    /// # Safety
    /// As above, and `size_of::<W>() <= len <= 2 * size_of::<W>()`.
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
