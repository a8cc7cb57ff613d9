//! Objects like one that was seen valid.

use varvel_core::Result;
use varvel_raw::simd::Isa;

use super::nodes::load16;
use super::walk::{Reference, Walk};
use crate::layout;

/// The bytes of a small object, header and slots, that was found valid and holds nothing but
/// scalars of a fixed size whose every value is valid: integers, floats, what stands in the slots.
///
/// An object whose own bytes are the same, and before which as many bytes are free for what it
/// holds, is laid out the same way, so it is valid too. Records of numbers are mostly like that.
#[derive(Clone, Copy)]
pub struct Sample {
    node: u128,
    /// The bits of 16 bytes that are those of the object.
    mask: u128,
    /// Bytes of the object itself.
    len: usize,
    /// Bytes of what the object holds.
    inside: usize,
    /// How many members it has.
    members: usize,
    /// How many containers were around it: for the limit.
    depth: usize,
}

impl Sample {
    pub const BYTES: usize = 16;
    /// Like nothing: the mask leaves no bits of a node, and these are some.
    pub const NONE: Self = Self {
        node: 1,
        mask: 0,
        len: 0,
        inside: 0,
        members: 0,
        depth: 0,
    };
}

/// How many samples are kept, by the low bits of the number of the shape.
pub const SAMPLES: usize = 8;

/// Where the sample is kept of objects that begin like this one.
#[inline(always)]
fn place(node: u128) -> usize {
    usize::from((node >> 8) as u8) % SAMPLES
}

impl<I: Isa> Walk<'_, I> {
    /// Where the object at `reference` ends if it is laid out like the last one of its shape that
    /// became a sample.
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
        self.count(reference.place, sample.members)?;
        Ok(Some(end))
    }

    /// Makes the object at `base`, just gone through, the sample for those to come. It is at most
    /// [`Sample::BYTES`] long.
    #[inline(always)]
    pub(super) fn keep_sample(&mut self, base: usize, end: usize, start: usize, depth: usize) {
        // SAFETY: `base` is before the end of the tree, as in `like_sample`.
        let node = unsafe { load16(self.bytes, base) };
        let len = end - base;
        let codes = node as u8;
        let slots = len - layout::header_len(codes);
        let mask = !u128::MAX.unbounded_shl(8 * len as u32);
        self.samples[place(node)] = Sample {
            node: node & mask,
            mask,
            len,
            inside: base.wrapping_sub(start),
            members: slots / layout::slot_width(codes),
            // Of the containers around this one, it is itself the last.
            depth: depth - 1,
        };
    }
}
