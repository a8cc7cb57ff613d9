//! Skips the check of objects whose whole content is laid out like that of an earlier one.
//!
//! A *tile* is an object that holds only numbers of a fixed size, values in its slots, and other
//! tiles. References are relative. So an object is valid if all its bytes and those of its content
//! are the same as in a tile that was found valid, but for the bytes of numbers: every value of
//! those is valid. The triangles of a mesh are like that.

use alloc::boxed::Box;

use varvel_raw::simd::Isa;

use super::walk::{Reference, Walk};
use crate::layout::checked;
use crate::layout::{self, literal, other, tag};

/// The most bytes of a tile.
const MOST: usize = 256;
/// The most levels of objects in a tile.
const LEVELS: usize = 8;
/// So many nodes at least are between the makings of two tiles: objects that look like tiles, but
/// differ each time, should not take more time than others.
const PAUSE: usize = 512;
/// If no objects are tiles, one of so many is looked at.
const RARELY: u8 = 16;

/// The objects that were seen, and the last tile.
pub struct Tiles {
    /// Where the last objects begin, by the low bits of the numbers of their shapes.
    seen: [Seen; 8],
    tile: Option<Box<Tile>>,
    /// The number of nodes from which on another tile may be made.
    next: usize,
    /// How many objects in a row were like no tile, at most [`RARELY`].
    misses: u8,
    /// How many objects are still to be passed over, since those before were like no tile.
    wait: u8,
}

/// The last object of some shapes.
#[derive(Clone, Copy)]
struct Seen {
    /// The place where its own node begins.
    at: usize,
    /// The number of bytes of its content.
    inside: usize,
}

impl Tiles {
    pub const fn new() -> Self {
        const NONE: Seen = Seen {
            at: 0,
            inside: usize::MAX,
        };
        Self {
            seen: [NONE; 8],
            tile: None,
            next: 0,
            misses: 0,
            wait: 0,
        }
    }
}

/// The layout of an object that was found valid.
struct Tile {
    /// The bytes from the beginning of the content on, without those of numbers.
    bytes: [u8; MOST],
    /// The bits that are not those of numbers.
    mask: [u8; MOST],
    /// The low bits of the number of the shape.
    shape: u8,
    /// The number of bytes of the content.
    inside: usize,
    /// The number of bytes of the content and of the object's own node.
    len: usize,
    /// The number of members of all objects in it.
    members: usize,
    /// The levels of objects.
    levels: usize,
}

impl<I: Isa> Walk<'_, I> {
    /// Returns where the object at `reference` ends, if it has the layout of the last one of its
    /// shape, and that was a tile.
    #[inline(always)]
    pub(super) fn like_tile(&mut self, reference: Reference) -> Option<usize> {
        let inside = reference.at.wrapping_sub(reference.cursor);
        if !(1..=MOST).contains(&inside) {
            return None;
        }
        if self.tiles.wait != 0 {
            self.tiles.wait -= 1;
            return None;
        }
        self.compare(reference)
    }

    #[inline(never)]
    fn compare(&mut self, reference: Reference) -> Option<usize> {
        let end = self.end_of_like(reference);
        let tiles = &mut self.tiles;
        tiles.misses = match end {
            Some(_) => 0,
            None => (tiles.misses + 1).min(RARELY),
        };
        tiles.wait = tiles.misses.saturating_sub(1);
        end
    }

    #[inline(always)]
    fn end_of_like(&mut self, reference: Reference) -> Option<usize> {
        let Reference { at, cursor, .. } = reference;
        let inside = at - cursor;
        let shape = self.bytes.get(at + 1)? & 7;
        let tiles = &mut self.tiles;
        let seen = &mut tiles.seen[usize::from(shape)];
        if inside != seen.inside {
            *seen = Seen { at, inside };
            return None;
        }
        let made = |tile: &Tile| tile.shape == shape && tile.inside == inside;
        if !tiles.tile.as_deref().is_some_and(made) && self.nodes >= tiles.next {
            tiles.next = self.nodes + PAUSE;
            // The last object was checked. It is not around this one: then it would have more
            // content.
            tiles.tile = Tile::of(self.bytes, &self.members, seen.at, inside).map(Box::new);
        }
        let like = |tile: &&Tile| made(tile) && tile.is_like(self.bytes, cursor);
        let Some(tile) = tiles.tile.as_deref().filter(like) else {
            seen.at = at;
            tiles.tile = None;
            return None;
        };
        // If a limit is exceeded, the error comes from the place that exceeds it.
        let nodes = self.nodes.saturating_add(tile.members);
        if nodes > self.limits.nodes || reference.depth + tile.levels > self.limits.depth {
            return None;
        }
        self.nodes = nodes;
        Some(cursor + tile.len)
    }
}

impl Tile {
    /// Returns the object at `at`, with `inside` bytes of content before it, if it is a tile. All
    /// of it was checked.
    #[cold]
    fn of(bytes: &[u8], members: &[u32], at: usize, inside: usize) -> Option<Self> {
        let start = at.checked_sub(inside)?;
        let mut tile = Self {
            bytes: [0; MOST],
            mask: [0; MOST],
            shape: bytes.get(at + 1)? & 7,
            inside,
            len: 0,
            members: 0,
            levels: 0,
        };
        tile.len = tile.object(bytes, members, start, at, 1)? - start;
        let own = bytes.get(start..start + tile.len)?;
        for ((byte, mask), own) in tile.bytes.iter_mut().zip(&mut tile.mask).zip(own) {
            // So far the mask has the bits of numbers.
            *mask = !*mask;
            *byte = own & *mask;
        }
        Some(tile)
    }

    /// Adds the bits of numbers in the object at `at` to the mask. Returns where the object ends.
    fn object(
        &mut self,
        bytes: &[u8],
        members: &[u32],
        start: usize,
        at: usize,
        level: usize,
    ) -> Option<usize> {
        if level > LEVELS {
            return None;
        }
        self.levels = self.levels.max(level);
        let codes = *bytes.get(at)?;
        let head = layout::header_len(codes);
        let shape = checked::count(bytes, at + 1, head - 1)?;
        let count = *members.get(shape)? as usize;
        let width = layout::slot_width(codes);
        let end = at + head + count * width;
        if end - start > MOST {
            return None;
        }
        self.members += count;
        for slot in (at + head..end).step_by(width) {
            let bits = checked::uint(bytes, slot, width)?;
            let (kind, payload) = (bits as u8 & 15, bits >> 4);
            let node = at.wrapping_sub(payload as usize);
            match kind {
                tag::INT => {
                    self.number(start, slot, width)?;
                    self.mask[slot - start] = 0xF0;
                }
                tag::LITERAL if payload < literal::EMPTY_ARRAY => {}
                tag::SHORT => {}
                tag::I32 => self.number(start, node, 4)?,
                tag::I64 | tag::F64 => self.number(start, node, 8)?,
                tag::OTHER if bytes.get(node) == Some(&other::F32) => {
                    self.number(start, node + 1, 4)?;
                }
                tag::OBJECT => {
                    self.object(bytes, members, start, node, level + 1)?;
                }
                _ => return None,
            }
        }
        Some(end)
    }

    /// Adds the bytes of a number to the mask.
    fn number(&mut self, start: usize, at: usize, len: usize) -> Option<()> {
        let from = at.checked_sub(start)?;
        self.mask.get_mut(from..from + len)?.fill(0xFF);
        Some(())
    }

    /// Returns whether the bytes from `start` on are laid out like this tile.
    #[inline(always)]
    fn is_like(&self, bytes: &[u8], start: usize) -> bool {
        // Up to 7 bytes behind the tile are read, and masked out. The tables follow the tree.
        let Some(other) = bytes.get(start..start + self.len.next_multiple_of(8)) else {
            return false;
        };
        let words = |bytes| <[u8]>::as_chunks::<8>(bytes).0.iter();
        let all = words(other).zip(words(&self.bytes)).zip(words(&self.mask));
        let different = all.fold(0, |different, ((other, own), mask)| {
            let [other, own, mask] = [other, own, mask].map(|word| u64::from_le_bytes(*word));
            different | (other & mask ^ own)
        });
        different == 0
    }
}
