//! Numbers and offsets of a verified buffer.
//!
//! The verifier has found all of them inside, so that nobody reads outside of the buffer. Such a
//! read would return zeros.

use crate::layout::{Layout, Scalar};

/// The bytes of a verified buffer.
#[derive(Clone, Copy)]
pub struct Verified<'a>(pub &'a [u8]);

impl<'a> Verified<'a> {
    fn array<const N: usize>(self, at: usize) -> [u8; N] {
        let found = self.0.get(at..).and_then(|rest| rest.first_chunk());
        found.copied().unwrap_or([0; N])
    }

    pub fn u16(self, at: usize) -> usize {
        u16::from_le_bytes(self.array(at)).into()
    }

    fn u32(self, at: usize) -> usize {
        u32::from_le_bytes(self.array(at)) as usize
    }

    /// Returns an offset or a length of 64 bits. In a verified buffer it is within the range of the
    /// bytes.
    fn u64(self, at: usize) -> usize {
        u64::from_le_bytes(self.array(at)) as usize
    }

    /// Returns the target of the offset at `at`.
    pub fn follow(self, at: usize, wide: bool) -> usize {
        let offset = match wide {
            true => self.u64(at),
            false => self.u32(at),
        };
        at.saturating_add(offset)
    }

    /// Returns the number of items of the vector at `at`, and the position of the first.
    pub fn vector(self, at: usize, wide: bool) -> (usize, usize) {
        match wide {
            true => (self.u64(at), at + 8),
            false => (self.u32(at), at + 4),
        }
    }

    /// Returns the bytes of the vector at `at`.
    pub fn bytes(self, at: usize, wide: bool) -> &'a [u8] {
        let (len, first) = self.vector(at, wide);
        let rest = self.0.get(first..).unwrap_or_default();
        rest.get(..len).unwrap_or_default()
    }

    /// Returns the bytes of an array.
    pub fn in_place(self, at: usize, len: usize) -> &'a [u8] {
        let rest = self.0.get(at..).unwrap_or_default();
        rest.get(..len).unwrap_or_default()
    }

    pub fn text(self, at: usize) -> &'a str {
        core::str::from_utf8(self.bytes(at, false)).unwrap_or_default()
    }

    /// Returns the position of a field in the table at `table`, if it is present.
    pub fn field(self, table: usize, field: usize) -> Option<usize> {
        let back = i32::from_le_bytes(self.array(table));
        let vtable = table.wrapping_add_signed(-(back as isize));
        let slot = Layout::slot(field);
        if slot + 2 > self.u16(vtable) {
            return None;
        }
        match self.u16(vtable + slot) {
            0 => None,
            offset => Some(table + offset),
        }
    }

    /// Returns the bits of a scalar, in its own width.
    pub fn bits(self, at: usize, scalar: Scalar) -> u64 {
        match scalar.size() {
            1 => u8::from_le_bytes(self.array(at)).into(),
            2 => u16::from_le_bytes(self.array(at)).into(),
            4 => u32::from_le_bytes(self.array(at)).into(),
            _ => u64::from_le_bytes(self.array(at)),
        }
    }
}
