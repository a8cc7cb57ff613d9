//! A position in a verified buffer.

use core::marker::PhantomData;
use core::ptr::NonNull;

use crate::Primitive;

/// A position within bytes that live for `'a`, or at their end.
///
/// Its pointer may access the whole buffer, since it comes from the whole slice.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    at: NonNull<u8>,
    bytes: PhantomData<&'a [u8]>,
}

// SAFETY: it is a shared reference to bytes that nobody changes while `'a` lasts, as `&'a [u8]` is.
unsafe impl Send for Position<'_> {}
// SAFETY: as for `Send`.
unsafe impl Sync for Position<'_> {}

impl<'a> Position<'a> {
    /// A position without any bytes, of no buffer.
    pub const NOWHERE: Self = Self {
        at: NonNull::dangling(),
        bytes: PhantomData,
    };

    /// Returns the start of these bytes.
    #[inline(always)]
    pub fn start_of(bytes: &'a [u8]) -> Self {
        Self {
            at: NonNull::from(bytes).cast(),
            bytes: PhantomData,
        }
    }

    #[inline(always)]
    pub fn pointer(self) -> *const u8 {
        self.at.as_ptr()
    }

    /// Returns the position `bytes` further on.
    ///
    /// # Safety
    /// The buffer has these bytes.
    #[inline(always)]
    pub unsafe fn on(self, bytes: usize) -> Self {
        Self {
            // SAFETY: the caller's contract keeps the pointer in the allocation or one past its
            // end.
            at: unsafe { self.at.add(bytes) },
            bytes: PhantomData,
        }
    }

    /// Reads the scalar here.
    ///
    /// # Safety
    /// The buffer has its bytes from here on.
    #[inline(always)]
    pub unsafe fn read<V: Primitive>(self) -> V {
        // SAFETY: the caller's contract.
        unsafe { V::read(self.pointer()) }
    }

    /// Returns the target of the offset here.
    ///
    /// # Safety
    /// A verified offset is here.
    #[inline(always)]
    pub unsafe fn follow(self, wide: bool) -> Self {
        // SAFETY: the verifier has read the offset here, in this width, and found that it stays
        // inside.
        unsafe {
            let offset = match wide {
                true => self.read::<u64>() as usize,
                false => self.read::<u32>() as usize,
            };
            self.on(offset)
        }
    }

    /// Returns the vtable of the table here.
    ///
    /// # Safety
    /// A verified table is here.
    #[inline(always)]
    pub unsafe fn vtable(self) -> Self {
        // SAFETY: the verifier has read the offset here and found a vtable of the same buffer
        // there, so that the pointer stays in the allocation.
        unsafe {
            let back = self.read::<i32>() as isize;
            Self {
                at: self.at.offset(-back),
                bytes: PhantomData,
            }
        }
    }

    /// Returns the bytes of a vector, whose length is here.
    ///
    /// # Safety
    /// A verified vector of single bytes, or a string, is here.
    #[inline(always)]
    pub unsafe fn bytes(self, long: bool) -> &'a [u8] {
        // SAFETY: the verifier has read the length here, in this width, and found that so many
        // bytes follow; they live for `'a` and nobody changes them.
        unsafe {
            let (len, first) = self.len(long);
            core::slice::from_raw_parts(first.pointer(), len)
        }
    }

    /// Returns the length of a vector, and its first element.
    ///
    /// # Safety
    /// A verified vector, or a string, is here.
    #[inline(always)]
    pub unsafe fn len(self, long: bool) -> (usize, Self) {
        // SAFETY: the verifier has read the length here, in this width.
        unsafe {
            match long {
                true => (self.read::<u64>() as usize, self.on(8)),
                false => (self.read::<u32>() as usize, self.on(4)),
            }
        }
    }

    /// Returns the string here.
    ///
    /// # Safety
    /// A verified string is here.
    #[inline(always)]
    pub unsafe fn text(self) -> &'a str {
        // SAFETY: the verifier has found that these bytes are UTF-8.
        unsafe { core::str::from_utf8_unchecked(self.bytes(false)) }
    }
}
