//! [`Chunks`]: strings or bytes of a column.

use arrow_buffer::{ArrowNativeType as _, Buffer, OffsetBuffer, ScalarBuffer};
use varvel::{Error, ErrorKind, Result};

/// Strings or bytes, one behind the other.
pub(super) struct Chunks {
    pub offsets: Vec<i32>,
    pub bytes: Vec<u8>,
}

/// A string of this many bytes is copied in one step, if so many can be read.
const STEP: usize = 32;

impl Default for Chunks {
    fn default() -> Self {
        Self {
            offsets: vec![0],
            bytes: Vec::new(),
        }
    }
}

impl Chunks {
    /// Adds a chunk without bytes.
    pub fn push_empty(&mut self) {
        let end = self.offsets.last().copied().unwrap_or_default();
        self.offsets.push(end);
    }

    pub fn held(&self) -> usize {
        self.bytes.len() + 4 * self.offsets.len()
    }

    /// Adds a chunk. `window` has its bytes and perhaps some behind them.
    #[inline(always)]
    pub fn push(&mut self, chunk: &[u8], window: &[u8]) -> Result {
        match window.first_chunk::<STEP>() {
            Some(window) if chunk.len() <= STEP => {
                let end = self.bytes.len() + chunk.len();
                self.bytes.extend_from_slice(window);
                self.bytes.truncate(end);
            }
            _ => self.bytes.extend_from_slice(chunk),
        }
        self.end()
    }

    /// Ends a chunk whose bytes have been added.
    #[inline(always)]
    pub fn end(&mut self) -> Result {
        let end = offset(self.bytes.len())?;
        self.offsets.push(end);
        Ok(())
    }

    pub fn truncate(&mut self, rows: usize) {
        self.offsets.truncate(rows + 1);
        let end = self.offsets.last().map_or(0, |end| end.as_usize());
        self.bytes.truncate(end);
    }

    /// Takes the chunks, and leaves room for as many.
    pub fn take(&mut self) -> (OffsetBuffer<i32>, Buffer) {
        let mut next = Self {
            offsets: room_for(&self.offsets),
            bytes: room_for(&self.bytes),
        };
        next.offsets.push(0);
        let Self { offsets, bytes } = std::mem::replace(self, next);
        (
            OffsetBuffer::new(ScalarBuffer::from(offsets)),
            Buffer::from_vec(bytes),
        )
    }
}

/// Returns an empty list with room for the values of another batch like this one. Batches differ a
/// little, and to move the values of one to more memory costs more than this much memory.
pub(super) fn room_for<T>(values: &[T]) -> Vec<T> {
    Vec::with_capacity(values.len() + values.len() / 8)
}

/// Returns an offset of 32 bits.
pub(crate) fn offset(len: usize) -> Result<i32> {
    i32::try_from(len).map_err(|_| {
        let expected = "at most 2 GiB of a column's values in a batch";
        Error::expected(ErrorKind::SizeLimit, expected)
    })
}
