//! Skips the check of small objects that are like one that was found valid.

use varvel_core::Result;
use varvel_raw::simd::Isa;

use super::nodes::load16;
use super::walk::{Reference, Walk};
use crate::layout::{self, tag};

/// The bytes of a small object, header and slots, that was found valid. It holds only scalars of a
/// fixed size for which every value is valid: integers, floats, and values in its slots.
///
/// Another object is laid out the same way, and so is valid too, if its own bytes are the same but
/// for the integers in its slots, and as many bytes are free before it for its content. Most
/// records of numbers are like that.
#[derive(Clone, Copy)]
pub struct Sample {
    node: u128,
    /// The bits of the 16 bytes that belong to the object, without those of integers in slots.
    mask: u128,
    /// The number of bytes of the object itself.
    len: usize,
    /// The number of bytes of the object's content.
    inside: usize,
    /// The number of members.
    members: usize,
    /// The number of containers that were around the object, for the limit of depth.
    depth: usize,
}

impl Sample {
    pub const BYTES: usize = 16;
    /// A sample that no object is like: the mask selects no bits, but `node` has some.
    pub const NONE: Self = Self {
        node: 1,
        mask: 0,
        len: 0,
        inside: 0,
        members: 0,
        depth: 0,
    };
}

/// The number of samples that are kept. The low bits of the shape's number choose one.
pub const SAMPLES: usize = 8;

/// Returns the index of the sample for objects that begin like this one.
#[inline(always)]
fn place(node: u128) -> usize {
    usize::from((node >> 8) as u8) % SAMPLES
}

impl<I: Isa> Walk<'_, I> {
    /// Returns where the object at `reference` ends, if it has the layout of the last sample of its
    /// shape.
    #[inline(always)]
    pub(super) fn like_sample(&mut self, reference: Reference) -> Result<Option<usize>> {
        let Reference { at, cursor, .. } = reference;
        // SAFETY: `at` is before the end of the tree, and the 16 bytes of the tables' header
        // follow.
        let node = unsafe { load16(self.bytes, at) };
        let sample = &self.samples[place(node)];
        if node & sample.mask != sample.node
            || at.wrapping_sub(cursor) != sample.inside
            || sample.depth < reference.depth
        {
            return Ok(None);
        }
        let end = at + sample.len;
        // The error of an object that is cut off is that of any other.
        if end > reference.base {
            return Ok(None);
        }
        self.count(at, sample.members)?;
        Ok(Some(end))
    }

    /// Makes the object at `base`, which was just checked, the sample for later objects. It is at
    /// most [`Sample::BYTES`] long.
    #[inline(always)]
    pub(super) fn keep_sample(&mut self, base: usize, end: usize, start: usize, depth: usize) {
        // SAFETY: `base` is before the end of the tree, and the 16 bytes of the tables' header
        // follow.
        let node = unsafe { load16(self.bytes, base) };
        let len = end - base;
        let codes = node as u8;
        let (head, width) = (layout::header_len(codes), layout::slot_width(codes));
        let mut mask = !u128::MAX.unbounded_shl(8 * len as u32);
        let payload = u128::MAX.unbounded_shl(8 * width as u32) ^ u128::MAX << 4;
        for slot in (head..len).step_by(width) {
            // Every integer in a slot is valid.
            if (node >> (8 * slot)) as u8 & 15 == tag::INT {
                mask &= !(payload << (8 * slot));
            }
        }
        self.samples[place(node)] = Sample {
            node: node & mask,
            mask,
            len,
            inside: base.wrapping_sub(start),
            members: (len - head) / width,
            // `depth` counts this object itself as the innermost container.
            depth: depth - 1,
        };
    }
}
