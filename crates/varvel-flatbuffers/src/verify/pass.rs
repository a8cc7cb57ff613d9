//! The single pass of the verifier.

use alloc::format;

use varvel_core::{Error, ErrorKind, Limits, Result};

use super::stack::{self, Frame, Stack};
use crate::Primitive;
use crate::layout::Layout;

/// The bytes that may be visited again in any buffer.
const FREE: usize = 64 << 10;

pub(super) struct Pass<'a> {
    pub(super) layout: &'a Layout<'a>,
    pub(super) bytes: &'a [u8],
    /// The position from which alignment counts.
    pub(super) start: usize,
    /// The end of the buffer, or of the current nested buffer. It is never behind the end of
    /// `bytes`.
    pub(super) end: usize,
    pub(super) depth: usize,
    /// The number of tables that may still be visited.
    pub(super) tables: usize,
    /// The number of bytes that may still be visited.
    pub(super) left: usize,
    pub(super) limits: Limits,
    pub(super) stack: Stack,
    /// The frame to enter next, if there is one.
    pub(super) inner: Frame,
    /// The last finished table. Another table of the same object, vtable and alignment has its
    /// fields in the same places, so that only the targets of its offsets are verified. Most tables
    /// of a vector are like that.
    pub(super) seen: Fields,
    /// The object of the last table that was found to be more than plain.
    pub(super) more_than_plain: u32,
}

/// The next step.
pub(super) enum Then {
    /// The current frame is done.
    Done,
    /// The pass enters `Pass::inner` before the rest of the current frame.
    Enter,
}

pub(super) type Fields = stack::Table;

impl<'a> Pass<'a> {
    #[inline(always)]
    pub fn new(layout: &'a Layout<'a>, bytes: &'a [u8], limits: Limits) -> Self {
        let replayed = limits.replay.saturating_mul(bytes.len());
        Self {
            layout,
            bytes,
            start: 0,
            end: bytes.len(),
            depth: limits.depth,
            tables: limits.nodes,
            left: replayed.saturating_add(FREE),
            limits,
            stack: Stack::new(),
            inner: stack::NOTHING,
            seen: Fields::NONE,
            more_than_plain: u32::MAX,
        }
    }

    /// Sets the end of the buffer, which may be before the end of the bytes.
    pub fn ends_at(&mut self, end: usize) {
        self.end = end.min(self.bytes.len());
    }

    /// Verifies the whole buffer.
    pub fn run(&mut self, object: u32, root: usize) -> Result {
        let table = self.table(object, root)?;
        let mut frame = Frame::Table(table);
        loop {
            let entered = match &mut frame {
                Frame::Table(table) => self.fields(table),
                Frame::Tables { .. } => self.items(&mut frame),
                Frame::Unions { .. } => self.unions(&mut frame),
                Frame::Nested { .. } => self.nested(&mut frame),
            };
            let entered = entered.and_then(|then| match then {
                Then::Done => Ok(self.stack.pop()),
                Then::Enter => match self.stack.push(frame, self.depth) {
                    Ok(()) => Ok(Some(self.inner)),
                    Err(error) => {
                        frame = frame.before();
                        Err(error.with_offset(self.inner.at()))
                    }
                },
            });
            match entered {
                Ok(Some(next)) => frame = next,
                Ok(None) => return Ok(()),
                Err(error) => return Err(self.trace(error, &frame)),
            }
        }
    }

    /// Returns the target of the offset at `at`.
    #[inline(always)]
    pub fn offset(&self, at: usize, wide: bool) -> Result<usize> {
        let offset = match wide {
            true => self.u64(at)?,
            false => self.u32(at)?.into(),
        };
        if offset == 0 {
            return Err(self.invalid(at, "an offset that leads forward"));
        }
        match usize::try_from(offset)
            .ok()
            .and_then(|offset| at.checked_add(offset))
        {
            Some(to) if to < self.end => Ok(to),
            _ => Err(self.end_inside(at, "what an offset leads to")),
        }
    }

    pub fn identifier(&mut self, at: usize, wanted: [u8; 4]) -> Result {
        let found = self.bytes.get(at..at + 4).filter(|_| at + 4 <= self.end);
        if found == Some(&wanted) {
            return Ok(());
        }
        let error = Error::expected(
            ErrorKind::InvalidBuffer,
            format!("the file identifier `{}`", wanted.escape_ascii()),
        )
        .with_hint(
            "it may be a buffer of another schema, or one that was finished without an identifier",
        );
        Err(match found {
            Some(found) => error.with_content(format_args!("`{}`", found.escape_ascii())),
            None => error,
        }
        .with_offset(at))
    }

    /// Returns two bytes as a number. The caller has checked that they are inside.
    #[inline(always)]
    pub(super) fn u16_unchecked(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Reads the scalar at a position.
    #[inline(always)]
    pub(super) fn read<V: Primitive>(&self, at: usize, wanted: &'static str) -> Result<V> {
        match self.end.checked_sub(at) {
            Some(left) if left >= size_of::<V>() => {
                // SAFETY: this many bytes are left before `end`, which is never behind the end of
                // the bytes: it is their number, or the end of a size-prefixed or nested buffer
                // that was found inside of them.
                Ok(unsafe { V::read(self.bytes.as_ptr().add(at)) })
            }
            _ => Err(self.end_inside(at, wanted)),
        }
    }

    #[inline(always)]
    pub fn u32(&self, at: usize) -> Result<u32> {
        self.read(at, "4 bytes")
    }

    #[inline(always)]
    pub(super) fn u64(&self, at: usize) -> Result<u64> {
        self.read(at, "8 bytes")
    }

    #[inline(always)]
    pub(super) fn aligned(&self, at: usize, align: usize) -> Result {
        match at.wrapping_sub(self.start) & (align - 1) {
            0 => Ok(()),
            _ => Err(self.misaligned(at, align)),
        }
    }

    #[inline(always)]
    pub(super) fn inside(&self, at: usize, size: usize) -> Result {
        match at.checked_add(size) {
            Some(end) if end <= self.end => Ok(()),
            _ => Err(self.end_inside(at, "what its size says")),
        }
    }

    /// Counts bytes as visited.
    #[inline(always)]
    pub(super) fn see(&mut self, bytes: usize) -> Result {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Error::replayed_too_much(self.limits.replay)),
        }
    }
}
