//! Objects like one that was seen valid.

use varvel_raw::simd::Isa;

use super::walk::{Spot, Walk};

/// The bytes of a small object, header and slots, that was found valid and holds nothing but
/// scalars of a fixed size whose every value is valid: integers, floats, what stands in the slots.
///
/// An object whose own bytes are the same, and before which as many bytes are free for what it
/// holds, is laid out the same way, so it is valid too. Records of numbers are mostly like that.
#[derive(Clone, Copy)]
pub struct Sample {
    node: u128,
    /// Bytes of what the object holds.
    inside: usize,
    /// How many containers were around it: for the limit.
    depth: usize,
}

impl Sample {
    pub const BYTES: usize = 16;
    /// Like nothing: no object holds so much.
    pub const NONE: Self = Self {
        node: 0,
        inside: usize::MAX,
        depth: 0,
    };
}

/// How many samples are kept, by the low bits of the number of the shape.
pub const SAMPLES: usize = 8;

impl<I: Isa> Walk<'_, I> {
    /// Whether the object at `spot` is laid out like the last one of its shape that became a
    /// sample.
    #[inline(always)]
    pub(super) fn like_sample(&self, spot: Spot, end: usize) -> bool {
        let len = end - spot.at;
        let sample = &self.samples[usize::from(self.bytes[spot.at + 1]) % SAMPLES];
        len <= Sample::BYTES
            && sample.node == self.node_bytes(spot.at, len)
            && sample.inside == spot.at - spot.cursor
            && sample.depth >= spot.depth
    }

    /// Makes the object at `base`, just gone through, the sample for those to come.
    #[inline(always)]
    pub(super) fn keep_sample(&mut self, base: usize, end: usize, start: usize, depth: usize) {
        let node = self.node_bytes(base, end - base);
        self.samples[usize::from(self.bytes[base + 1]) % SAMPLES] = Sample {
            node,
            inside: base - start,
            // Of the containers around this one, it is itself the last.
            depth: depth - 1,
        };
    }

    /// The `len <= 16` bytes at `at`, a position in the tree, then zeros.
    #[inline(always)]
    fn node_bytes(&self, at: usize, len: usize) -> u128 {
        match self
            .bytes
            .get(at..at + Sample::BYTES)
            .and_then(|bytes| bytes.first_chunk())
        {
            Some(&bytes) if len != 0 => {
                let unused = 128 - 8 * len as u32;
                u128::from_le_bytes(bytes) << unused >> unused
            }
            _ => 0,
        }
    }
}
