//! Heads of containers that need more room than the writer left for them. They are remembered, and
//! written in one pass at the end.

use alloc::vec::Vec;

use crate::error::{Error, Result};

/// The length of the longest head, in bytes.
const LONGEST: usize = 16;

/// A head that is not as long as the room that was left for it.
#[derive(Clone, Copy, Debug)]
struct Late {
    /// The offset of the room.
    at: usize,
    room: u8,
    /// The head; its first `len` bytes count.
    head: [u8; LONGEST],
    len: u8,
}

/// The heads of one document.
///
/// A writer may not know the length of a container when it begins. It leaves room for the head, and
/// puts the head there when the container ends. A head that is longer or shorter than the room is
/// kept; one pass at the end puts these heads in.
///
/// ```
/// use varvel_core::binary::Heads;
/// let mut heads = Heads::default();
/// let mut out = vec![0, 1, 2];
/// heads.put(&mut out, 0, 1, &[0xDC, 0, 2])?;
/// assert_eq!(heads.widen(out, 0)?, [0xDC, 0, 2, 1, 2]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Heads {
    late: Vec<Late>,
    /// How many bytes the late heads need beyond their rooms. The count wraps, because a head may
    /// be shorter than its room.
    missing: usize,
}

impl Heads {
    /// Puts a head into the `room` bytes at `at`, or keeps it for [`Heads::widen`].
    ///
    /// # Errors
    /// `OutOfMemory`.
    ///
    /// # Panics
    /// If `head` has more than 16 bytes.
    #[inline]
    pub fn put(&mut self, out: &mut [u8], at: usize, room: u8, head: &[u8]) -> Result {
        match out.get_mut(at..at + usize::from(room)) {
            Some(bytes) if bytes.len() == head.len() => {
                bytes.copy_from_slice(head);
                Ok(())
            }
            _ => self.remember(at, room, head),
        }
    }

    #[cold]
    fn remember(&mut self, at: usize, room: u8, bytes: &[u8]) -> Result {
        let mut head = [0; LONGEST];
        head[..bytes.len()].copy_from_slice(bytes);
        let late = Late {
            at,
            room,
            head,
            len: bytes.len() as u8,
        };
        self.late
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.late.push(late);
        // This wraps if a head is shorter than its room. The sum at the end is right all the same.
        let more = usize::from(late.len).wrapping_sub(late.room.into());
        self.missing = self.missing.wrapping_add(more);
        Ok(())
    }

    /// Returns the output with all heads in it. The document begins at `start`: the bytes before it
    /// are not copied, so a stream of any length is not copied for its last value. Time is linear
    /// in the document, but for sorting the heads that were kept.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub fn widen(mut self, mut out: Vec<u8>, start: usize) -> Result<Vec<u8>> {
        if self.late.is_empty() {
            return Ok(out);
        }
        // Inner containers end before outer ones.
        self.late.sort_unstable_by_key(|late| late.at);
        let mut wide = Vec::new();
        wide.try_reserve_exact((out.len() - start).wrapping_add(self.missing))
            .map_err(|_| Error::out_of_memory())?;
        let mut from = start;
        for Late {
            at,
            room,
            head,
            len,
        } in self.late
        {
            wide.extend_from_slice(&out[from..at]);
            wide.extend_from_slice(&head[..usize::from(len)]);
            from = at + usize::from(room);
        }
        wide.extend_from_slice(&out[from..]);
        if start == 0 {
            return Ok(wide);
        }
        out.truncate(start);
        out.try_reserve(wide.len())
            .map_err(|_| Error::out_of_memory())?;
        out.extend_from_slice(&wide);
        Ok(out)
    }
}
