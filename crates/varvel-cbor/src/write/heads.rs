//! Heads of containers that came to need more room than was left for them: remembered, and written in one
//! pass at the end.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

/// A head, and how many of its bytes count.
pub type Head = ([u8; 16], usize);

/// A head that is not as long as the room that was left for it.
#[derive(Clone, Copy, Debug)]
struct Late {
    /// Where the room is.
    at: usize,
    room: u8,
    head: Head,
}

/// Those of one document.
#[derive(Debug, Default)]
pub struct Heads {
    late: Vec<Late>,
    /// How many bytes they need more than there are, modulo 2^64 or so.
    missing: usize,
}

impl Heads {
    /// Puts a head into the `room` bytes at `at`, or remembers it.
    #[inline]
    pub fn put(&mut self, out: &mut [u8], at: usize, room: u8, head: Head) -> Result {
        match out.get_mut(at..at + usize::from(room)) {
            Some(bytes) if bytes.len() == head.1 => {
                bytes.copy_from_slice(&head.0[..head.1]);
                Ok(())
            }
            _ => self.remember(Late { at, room, head }),
        }
    }

    #[cold]
    fn remember(&mut self, late: Late) -> Result {
        self.late
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.late.push(late);
        // Negative where a hint was too large: what wraps here wraps back at the end.
        let more = late.head.1.wrapping_sub(late.room.into());
        self.missing = self.missing.wrapping_add(more);
        Ok(())
    }

    /// The output with all heads in it. What stands before `start` is not of this document: a stream of any
    /// length is not copied for its last value.
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
        for Late { at, room, head } in self.late {
            wide.extend_from_slice(&out[from..at]);
            wide.extend_from_slice(&head.0[..head.1]);
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
