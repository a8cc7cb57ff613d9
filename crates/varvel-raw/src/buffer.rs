//! [`Buffer`]: the output, to which bytes are appended, with room reserved ahead of the writes.

mod escape;

use alloc::vec::Vec;

use crate::text::Text;

/// Memory was missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// How far past its end a wide copy may write.
const SLACK: usize = 64;

/// Texts of up to this length are copied in one move of this many bytes.
const SHORT: usize = 32;

/// A buffer of up to this size grows fourfold.
const QUICK: usize = 1 << 12;

/// A growing byte buffer whose appends are short straight-line code.
///
/// Every append reserves `SLACK` bytes more than it needs. So copies may move whole vectors, and
/// bytes that they write past the end are overwritten later.
#[derive(Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    /// Whether there was no memory for an append; see [`Buffer::was_refused`].
    refused: bool,
}

impl Buffer {
    /// Returns an empty buffer; allocates nothing.
    pub const fn new() -> Self {
        Self {
            bytes: Vec::new(),
            refused: false,
        }
    }

    /// Continues with the memory of `bytes`, from its end.
    pub fn from_vec(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            refused: false,
        }
    }

    /// Returns the bytes written.
    pub fn into_vec(self) -> Vec<u8> {
        self.bytes
    }

    /// Returns the bytes written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes written, for patching.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Returns how many bytes were written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns whether nothing was written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns how many bytes of memory the buffer has.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Forgets all bytes from `len` on; keeps the memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Makes room for `n` bytes, and `SLACK` bytes after them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reserve(&mut self, n: usize) -> Result<(), OutOfMemory> {
        if n > isize::MAX as usize {
            return Err(OutOfMemory);
        }
        self.room(n)
    }

    /// Makes room for `n` bytes, and `SLACK` bytes after them. `n` must be a length in memory, or a
    /// little more, so that `n + SLACK` does not overflow.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(&mut self, n: usize) -> Result<(), OutOfMemory> {
        if self.bytes.capacity() - self.bytes.len() < n + SLACK {
            return self.grow(n);
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, n: usize) -> Result<(), OutOfMemory> {
        let needed = n.checked_add(SLACK).ok_or(OutOfMemory)?;
        // A small buffer grows in larger steps than a `Vec`, so that its bytes are moved once, not
        // twice.
        let step = match self.bytes.capacity() {
            capacity @ ..QUICK => 3 * capacity,
            _ => 0,
        };
        let needed = needed.max(step);
        self.bytes.try_reserve(needed).map_err(|_| {
            self.refused = true;
            OutOfMemory
        })
    }

    /// Returns whether an append was refused for want of memory since the buffer was made or
    /// [`Buffer::forgive`] was called. What the caller writes in several appends may then be
    /// there in part.
    pub fn was_refused(&self) -> bool {
        self.refused
    }

    /// Forgets that an append was refused.
    pub fn forgive(&mut self) {
        self.refused = false;
    }

    /// Appends bytes known in size at compile time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put<const N: usize>(&mut self, bytes: [u8; N]) -> Result<(), OutOfMemory> {
        self.put_part(bytes, N)
    }

    /// Appends the first `n` (at most `N`) of `bytes`, in one move of all `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_part<const N: usize>(
        &mut self,
        bytes: [u8; N],
        n: usize,
    ) -> Result<(), OutOfMemory> {
        self.put_part_of(&bytes, n)
    }

    /// Appends the first `n` (at most `N`) of `bytes`, in one move of all `N` from where they are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_part_of<const N: usize>(
        &mut self,
        bytes: &[u8; N],
        n: usize,
    ) -> Result<(), OutOfMemory> {
        self.room(N)?;
        let n = n.min(N);
        let len = self.bytes.len();
        // SAFETY: `room` left room for N bytes at `len`; the copy initialises the first n <= N of
        // them before they become part of the vector, whose spare memory is not part of `bytes`.
        unsafe {
            self.bytes
                .as_mut_ptr()
                .add(len)
                .copy_from_nonoverlapping(bytes.as_ptr(), N);
            self.bytes.set_len(len + n);
        }
        Ok(())
    }

    /// Appends the bytes that `fill` writes. `fill` gets an array of zeros that is already in the
    /// buffer, and returns how many of its first bytes to keep, at most `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_with<const N: usize>(
        &mut self,
        fill: impl FnOnce(&mut [u8; N]) -> usize,
    ) -> Result<(), OutOfMemory> {
        self.room(N)?;
        let len = self.bytes.len();
        // SAFETY: `room` left room for N bytes at `len`; they are initialised before they are lent,
        // and part of no other slice.
        let written = unsafe {
            let room = self.bytes.as_mut_ptr().add(len).cast::<[u8; N]>();
            room.write([0; N]);
            fill(&mut *room)
        };
        // SAFETY: all N bytes behind `len` are initialised.
        unsafe { self.bytes.set_len(len + written.min(N)) };
        Ok(())
    }

    /// Appends the first `n` (at most `H`) bytes of `head`, and behind them the bytes that `fill`
    /// writes, as in [`Buffer::put_with`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_both<const H: usize, const N: usize>(
        &mut self,
        head: [u8; H],
        n: usize,
        fill: impl FnOnce(&mut [u8; N]) -> usize,
    ) -> Result<(), OutOfMemory> {
        self.room(H + N)?;
        let (len, n) = (self.bytes.len(), n.min(H));
        // SAFETY: there is room for H + N bytes at `len`, and n <= H. The N bytes behind the head
        // are initialised before they are lent, and part of no other slice.
        let written = unsafe {
            let start = self.bytes.as_mut_ptr().add(len);
            start.copy_from_nonoverlapping(head.as_ptr(), H);
            let room = start.add(n).cast::<[u8; N]>();
            room.write([0; N]);
            fill(&mut *room)
        };
        // SAFETY: the first n and the N bytes behind them are initialised.
        unsafe { self.bytes.set_len(len + n + written.min(N)) };
        Ok(())
    }

    /// Appends the bytes that `fill` writes for each `K` of `items` in turn (at the end perhaps
    /// fewer), and a comma behind them. Reserves room once for all items, of which there should be
    /// few.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_each<T, const K: usize, const N: usize>(
        &mut self,
        items: &[T],
        fill: impl FnMut(&[T], &mut [u8; N]) -> usize,
    ) -> Result<(), OutOfMemory> {
        self.reserve((N + 1).saturating_mul(items.len().div_ceil(K)))?;
        let len = self.bytes.len();
        // SAFETY: `len` is inside the allocation, with room for N + 1 bytes for each K items, which
        // `write_each` initialises up to the end that it returns.
        unsafe {
            let start = self.bytes.as_mut_ptr().add(len);
            let end = write_each::<T, K, N>(start, items, fill);
            self.bytes.set_len(len + end.offset_from_unsigned(start));
        }
        Ok(())
    }

    /// Appends `[`, `items` as [`Buffer::put_each`] does but without the last comma, and `],`.
    ///
    /// ```
    /// use varvel_raw::{buffer::Buffer, number::write_u64};
    /// let mut out = Buffer::new();
    /// out.put_list::<_, 1, 32>(&[1, 20], |item, room| write_u64(item[0], room)).unwrap();
    /// assert_eq!(out.as_slice(), b"[1,20],");
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_list<T, const K: usize, const N: usize>(
        &mut self,
        items: &[T],
        fill: impl FnMut(&[T], &mut [u8; N]) -> usize,
    ) -> Result<(), OutOfMemory> {
        const { assert!(SLACK >= 3) };
        self.reserve((N + 1).saturating_mul(items.len().div_ceil(K)))?;
        let len = self.bytes.len();
        // SAFETY: `len` is inside the allocation, with room for N + 1 bytes for each K items and
        // SLACK more: for the bracket in front, and for the two bytes that are written over the
        // last comma, or behind the bracket if there are no items. All bytes from `start` to the
        // end that is set are initialised.
        unsafe {
            let start = self.bytes.as_mut_ptr().add(len);
            start.write(b'[');
            let end = write_each::<T, K, N>(start.add(1), items, fill);
            let end = end.sub(usize::from(!items.is_empty()));
            end.cast::<[u8; 2]>().write_unaligned(*b"],");
            self.bytes
                .set_len(len + end.offset_from_unsigned(start) + 2);
        }
        Ok(())
    }

    /// Appends `head`, and for each of `items` the first bytes of the array that `bytes` returns,
    /// as many as it returns (at most `N`). Reserves room once for all items, of which there should
    /// be few.
    ///
    /// ```
    /// use varvel_raw::buffer::Buffer;
    /// let mut out = Buffer::new();
    /// out.put_row([2], &[7u16, 300], |item| (item.to_le_bytes(), 1 + usize::from(item > 255))).unwrap();
    /// assert_eq!(out.as_slice(), [2, 7, 44, 1]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_row<T: Copy, const H: usize, const N: usize>(
        &mut self,
        head: [u8; H],
        items: &[T],
        bytes: impl Fn(T) -> ([u8; N], usize),
    ) -> Result<(), OutOfMemory> {
        self.reserve(N.saturating_mul(items.len()).saturating_add(H))?;
        let len = self.bytes.len();
        // SAFETY: `len` is inside the allocation, with room for the head and for N bytes an item,
        // each of which moves `to` by at most N. All bytes from `start` to `to` are initialised.
        unsafe {
            let start = self.bytes.as_mut_ptr().add(len);
            start.cast::<[u8; H]>().write(head);
            let mut to = start.add(H);
            for &item in items {
                let (bytes, n) = bytes(item);
                to.cast::<[u8; N]>().write(bytes);
                to = to.add(n.min(N));
            }
            self.bytes.set_len(len + to.offset_from_unsigned(start));
        }
        Ok(())
    }

    /// Appends bytes of any length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn extend(&mut self, bytes: &[u8]) -> Result<(), OutOfMemory> {
        self.room(bytes.len())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    /// Appends the bytes of `head`, and behind them those of the text. A short text is copied in
    /// one move of few instructions, if its window allows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_text<const N: usize>(
        &mut self,
        head: [u8; N],
        text: Text<'_>,
    ) -> Result<(), OutOfMemory> {
        let (window, n) = (text.window(), text.len());
        self.room(N + n)?;
        let len = self.bytes.len();
        // SAFETY: `room` left room for N + n + SLACK bytes at `len`.
        let to = unsafe {
            let to = self.bytes.as_mut_ptr().add(len);
            to.copy_from_nonoverlapping(head.as_ptr(), N);
            to.add(N)
        };
        if n <= SHORT && window.len() >= SHORT {
            // SAFETY: SHORT <= SLACK bytes are readable in the window and writable at `to`, which
            // is not part of any slice, so they do not overlap.
            unsafe { to.copy_from_nonoverlapping(window.as_ptr(), SHORT) };
        } else if window.len() >= n + SLACK {
            let mut at = 0;
            loop {
                // SAFETY: at <= n, and n + SLACK bytes are readable in the window and writable
                // at `to`, so 64 bytes at `at` are inside both. The vector's new memory is not
                // part of any slice, so they do not overlap.
                unsafe {
                    to.add(at)
                        .copy_from_nonoverlapping(window.as_ptr().add(at), 64)
                };
                at += 64;
                if at >= n {
                    break;
                }
            }
        } else {
            // SAFETY: n bytes are readable in the window (`Text`) and writable at `to`, which is
            // part of no slice.
            unsafe { copy_exactly(window.as_ptr(), to, n) };
        }
        // SAFETY: the copies initialised N + n bytes behind `len`.
        unsafe { self.bytes.set_len(len + N + n) };
        Ok(())
    }

    /// Gives `fill` room for `n` bytes behind the end. `fill` returns how many of them, from the
    /// first on, it has written; they become part of the buffer.
    ///
    /// # Safety
    /// `fill` may write (not read) `n + 64` bytes at the pointer that it gets. It must have
    /// initialised as many as it returns, at most `n`. `n` is the size of something in memory, or a
    /// little more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn fill(
        &mut self,
        n: usize,
        fill: impl FnOnce(*mut u8) -> usize,
    ) -> Result<(), OutOfMemory> {
        self.room(n)?;
        let len = self.bytes.len();
        // SAFETY: `len` is inside the allocation, with `n + SLACK` bytes behind it.
        let written = fill(unsafe { self.bytes.as_mut_ptr().add(len) });
        debug_assert!(written <= n);
        // SAFETY: `fill` has initialised `written <= n` bytes behind `len` (contract).
        unsafe { self.bytes.set_len(len + written) };
        Ok(())
    }
}

/// Copies `n` bytes. For the lengths that most texts have, uses two moves that may overlap.
///
/// # Safety
/// The bytes are readable at `from` and writable at `to`, and do not overlap.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn copy_exactly(from: *const u8, to: *mut u8, n: usize) {
    /// # Safety
    /// The contract of `copy_exactly`, with N <= n <= 2 * N.
    #[inline(always)]
    unsafe fn both_ends<const N: usize>(from: *const u8, to: *mut u8, n: usize) {
        // SAFETY: N bytes from the first on, and N up to the last, are among the n.
        unsafe {
            let first = from.cast::<[u8; N]>().read();
            let last = from.add(n - N).cast::<[u8; N]>().read();
            to.cast::<[u8; N]>().write(first);
            to.add(n - N).cast::<[u8; N]>().write(last);
        }
    }
    // SAFETY: the caller's contract; each arm passes an `n` between N and 2 * N.
    unsafe {
        match n {
            32..=64 => both_ends::<32>(from, to, n),
            16..32 => both_ends::<16>(from, to, n),
            8..16 => both_ends::<8>(from, to, n),
            4..8 => both_ends::<4>(from, to, n),
            _ => copy(from, to, n),
        }
    }
}

/// Copies `n` bytes. Out of line: LLVM would merge this copy and one of fixed size beside it into
/// one call.
///
/// # Safety
/// The bytes are readable at `from` and writable at `to`, and do not overlap.
#[cold]
#[inline(never)]
unsafe fn copy(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's contract.
    unsafe { to.copy_from_nonoverlapping(from, n) };
}

/// Writes each `K` of `items` by `fill`, and a comma behind them. Returns where that ends.
///
/// # Safety
/// At `to` there is room for N + 1 bytes for each K items, part of no slice.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn write_each<T, const K: usize, const N: usize>(
    mut to: *mut u8,
    items: &[T],
    mut fill: impl FnMut(&[T], &mut [u8; N]) -> usize,
) -> *mut u8 {
    for some in items.chunks(K) {
        // SAFETY: each K items so far have moved `to` by at most N + 1, so N + 1 bytes are left for
        // these; N of them are initialised before they are lent.
        unsafe {
            let room = to.cast::<[u8; N]>();
            room.write([0; N]);
            to = to.add(fill(some, &mut *room).min(N));
            to.write(b',');
            to = to.add(1);
        }
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths_whatever_is_behind_them() {
        let all: [u8; 200] = core::array::from_fn(|i| b'0' + (i % 75) as u8);
        // All lengths take Miri minutes.
        let passed = |len: &usize| !cfg!(miri) || *len < 9 || matches!(len % 16, 0 | 1 | 15);
        for len in (0..=130).filter(passed) {
            for behind in [0, 1, 40, 70] {
                let mut buffer = Buffer::new();
                let text = Text::checked(&all[..len + behind], len).unwrap();
                assert!(buffer.put_text(*b"ab", text).is_ok());
                assert!(buffer.put_text([], text).is_ok());
                let twice = [b"ab", &all[..len], &all[..len]].concat();
                assert_eq!(buffer.as_slice(), twice);
            }
        }
    }

    #[test]
    fn a_small_buffer_grows_fourfold_and_no_buffer_more_than_it_has_to() {
        let mut buffer = Buffer::from_vec(Vec::with_capacity(1024));
        assert!(buffer.extend(&[1; 1000]).is_ok());
        assert!(buffer.capacity() >= 3 * 1024);
        let mut large = Buffer::from_vec(Vec::with_capacity(QUICK));
        assert!(large.extend(&[1; QUICK]).is_ok());
        assert!(large.capacity() < 3 * QUICK);
    }

    #[test]
    fn a_head_and_what_is_filled_in_behind_it() {
        let mut buffer = Buffer::from_vec(Vec::new());
        for n in [0, 1, 3, 4, 9] {
            let fill = |room: &mut [u8; 8]| {
                assert_eq!(*room, [0; 8]);
                room[..2].copy_from_slice(b"xy");
                2
            };
            assert!(buffer.put_both(*b"abcd", n, fill).is_ok());
        }
        // `fill` cannot keep more bytes than there is room for.
        assert!(buffer.put_both(*b"-", 1, |_: &mut [u8; 2]| 9).is_ok());
        assert_eq!(buffer.as_slice(), b"xyaxyabcxyabcdxyabcdxy-\0\0");
    }
}
