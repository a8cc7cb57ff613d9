//! Skips the check of objects whose whole content is laid out like that of an earlier one.
//!
//! A *stencil* is made of an object that holds only numbers of a fixed size, values in its slots,
//! and other such objects: its bytes, and which of them belong to numbers. References are relative,
//! and every value of such a number is valid. So an object is valid if it has the same bytes as one
//! that was found valid, but for those of numbers. The triangles of a mesh are like that.

use alloc::boxed::Box;
use core::mem;

use varvel_raw::simd::Isa;

use super::walk::{Reference, Walk};
use crate::layout::checked;
use crate::layout::{self, literal, other, tag};

/// The most bytes of an object that becomes a stencil, with its content.
const MOST: usize = 256;
/// Stencils are compared in steps of so many bytes.
const VECTORS: usize = 32;
/// The most levels of objects in it.
const LEVELS: usize = 8;
/// The fewest nodes between the makings of two stencils. Without a pause, objects that look alike
/// but are not would take longer to check than others.
const PAUSE: usize = 512;
/// Where no object is like a stencil, one of this many is compared.
const RARELY: u8 = 16;
/// The low bits of the number of a shape, by which objects are remembered.
const SHAPE: u8 = 7;

/// The objects that were seen, and the last stencil.
pub struct Stencils {
    /// Where the last objects begin, by the low bits of the numbers of their shapes.
    seen: [Seen; SHAPE as usize + 1],
    last: Option<Box<Stencil>>,
    /// The numbers of nodes from which on another stencil may be made, and one of an object with
    /// more content than that of the last one.
    next: usize,
    whole: usize,
    /// The number of objects in a row that were like no stencil, at most [`RARELY`].
    misses: u8,
    /// The number of objects that are not compared, because those before were like no stencil.
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

impl Stencils {
    pub const fn new() -> Self {
        const NONE: Seen = Seen {
            at: 0,
            inside: usize::MAX,
        };
        Self {
            seen: [NONE; SHAPE as usize + 1],
            last: None,
            next: 0,
            whole: 0,
            misses: 0,
            wait: 0,
        }
    }
}

/// The bytes of an object that was found valid, and of its content.
struct Stencil {
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
    /// Returns where the object at `reference` ends, if it is like the last one of its shape, of
    /// which a stencil was made.
    #[inline(always)]
    pub(super) fn like_stencil(&mut self, reference: Reference) -> Option<usize> {
        let inside = reference.at.wrapping_sub(reference.cursor);
        if !(1..=MOST).contains(&inside) {
            return None;
        }
        if self.stencils.wait != 0 {
            self.stencils.wait -= 1;
            return None;
        }
        self.compare(reference)
    }

    /// Compares an object, and decides how many of the next ones are not compared.
    #[inline(never)]
    fn compare(&mut self, reference: Reference) -> Option<usize> {
        let end = self.end_of_like(reference);
        let stencils = &mut self.stencils;
        stencils.misses = match end {
            Some(_) => 0,
            None => (stencils.misses + 1).min(RARELY),
        };
        stencils.wait = stencils.misses.saturating_sub(1);
        end
    }

    /// Returns where the object ends, if it is like the stencil of the last one.
    #[inline(always)]
    fn end_of_like(&mut self, reference: Reference) -> Option<usize> {
        let Reference { at, cursor, .. } = reference;
        let inside = at - cursor;
        let shape = self.bytes.get(at + 1)? & SHAPE;
        let made = |stencil: &&Stencil| stencil.shape == shape && stencil.inside == inside;
        let Some(stencil) = self.stencils.last.as_deref().filter(made) else {
            return self.make_stencil(reference, shape);
        };
        if !stencil.is_like(self.bytes, cursor) {
            self.stencils.seen[usize::from(shape)] = Seen { at, inside };
            self.stencils.last = None;
            return None;
        }
        // If a limit is exceeded, the error comes from the place that exceeds it. So does that of
        // an object that is cut off.
        if cursor + stencil.len > reference.base {
            return None;
        }
        let nodes = self.nodes.saturating_add(stencil.members);
        if nodes > self.limits.nodes || reference.depth + stencil.levels > self.limits.depth {
            return None;
        }
        self.nodes = nodes;
        Some(cursor + stencil.len)
    }

    /// Makes the stencil of the last object of this shape, if it had as much content as this one
    /// and a stencil is due. Returns where this object ends, if it is like that.
    #[inline(never)]
    fn make_stencil(&mut self, reference: Reference, shape: u8) -> Option<usize> {
        let inside = reference.at - reference.cursor;
        let stencils = &mut self.stencils;
        let now = Seen {
            at: reference.at,
            inside,
        };
        let seen = mem::replace(&mut stencils.seen[usize::from(shape)], now);
        // A stencil of a part gives way to one of the whole.
        let last = stencils.last.as_deref();
        let due = match last.is_some_and(|last| inside > last.inside) {
            true => &mut stencils.whole,
            false => &mut stencils.next,
        };
        if seen.inside != inside || self.nodes < *due {
            return None;
        }
        *due = self.nodes + PAUSE;
        // The last object was checked. It is not around this one: then it would have more content.
        let stencil = Stencil::of(self.bytes, &self.members, seen.at, inside)?;
        stencils.last = Some(Box::new(stencil));
        self.end_of_like(reference)
    }
}

impl Stencil {
    /// Makes a stencil of the object at `at`, which has `inside` bytes of content before it. All of
    /// it was checked. Returns `None` if it holds anything else than a stencil may, or too much.
    #[cold]
    fn of(bytes: &[u8], members: &[u32], at: usize, inside: usize) -> Option<Self> {
        let start = at.checked_sub(inside)?;
        let mut stencil = Self {
            bytes: [0; MOST],
            mask: [0; MOST],
            shape: bytes.get(at + 1)? & SHAPE,
            inside,
            len: 0,
            members: 0,
            levels: 0,
        };
        stencil.len = stencil.object(bytes, members, start, at, 1)? - start;
        let own = bytes.get(start..start + stencil.len)?;
        for ((byte, mask), own) in stencil.bytes.iter_mut().zip(&mut stencil.mask).zip(own) {
            // So far the mask has the bits of numbers.
            *mask = !*mask;
            *byte = own & *mask;
        }
        Some(stencil)
    }

    /// Adds the bits of numbers in the object at `at` to the mask, and counts its members. Returns
    /// where the object ends.
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

    /// Returns whether the bytes from `start` on are laid out like this stencil.
    #[inline(always)]
    fn is_like(&self, bytes: &[u8], start: usize) -> bool {
        // Bytes behind the stencil are read, and masked out: whole vectors are compared. The tables
        // follow the tree, so few objects have no room for that.
        let len = self.len.next_multiple_of(VECTORS);
        let all = (
            bytes.get(start..start + len),
            self.bytes.get(..len),
            self.mask.get(..len),
        );
        let (Some(other), Some(own), Some(mask)) = all else {
            return false;
        };
        let vectors = |bytes| <[u8]>::as_chunks::<VECTORS>(bytes).0.iter();
        let mut different = [0; VECTORS];
        for ((other, own), mask) in vectors(other).zip(vectors(own)).zip(vectors(mask)) {
            for i in 0..VECTORS {
                different[i] |= other[i] & mask[i] ^ own[i];
            }
        }
        different == [0; VECTORS]
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use varvel_core::{Duplicates, Limits, Result, Sink};
    use varvel_raw::simd::Compiled;

    use super::super::tables;
    use super::*;
    use crate::{Builder, Frozen};

    /// Numbers of each size, or those with all their bits inverted.
    struct Numbers(bool);

    impl Numbers {
        fn integer(&self, number: i64) -> i64 {
            number ^ -i64::from(self.0)
        }

        fn float(&self, number: f64) -> f64 {
            f64::from_bits(number.to_bits() ^ u64::from(self.0).wrapping_neg())
        }

        fn single(&self, number: f32) -> f32 {
            f32::from_bits(number.to_bits() ^ u32::from(self.0).wrapping_neg())
        }
    }

    type Member = (&'static str, fn(&Numbers, &mut Builder) -> Result);

    const SCALARS: &[Member] = &[
        ("a", |numbers, to| to.f64(numbers.float(0.1))),
        ("b", |numbers, to| to.i64(numbers.integer(100_000))),
        ("c", |numbers, to| to.f32(numbers.single(0.5))),
        ("d", |numbers, to| to.i64(numbers.integer(3))),
        ("e", |_, to| to.bool(true)),
        ("f", |_, to| to.str("s".into())),
        ("g", |numbers, to| to.i64(numbers.integer(1 << 40))),
        ("h", |_, to| to.null()),
    ];

    /// Writes an object with `SCALARS` before and behind the object in it, `levels` deep.
    fn object(to: &mut Builder, numbers: &Numbers, levels: usize) -> Result {
        to.begin_map(None)?;
        for (name, value) in SCALARS.iter().skip(levels % 3) {
            to.key((*name).into())?;
            value(numbers, to)?;
        }
        if levels > 1 {
            to.key("in".into())?;
            object(to, numbers, levels - 1)?;
            to.key("z".into())?;
            to.f64(numbers.float(0.3))?;
        }
        to.end_map()
    }

    /// Freezes an array of one object, and returns the buffer and where the object's node is.
    fn frozen(write: impl FnOnce(&mut Builder) -> Result) -> (Vec<u8>, usize) {
        let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
        builder.start().unwrap();
        builder.begin_array(None).unwrap();
        write(&mut builder).unwrap();
        builder.end_array().unwrap();
        let bytes = builder.finish().unwrap().into_bytes();
        Frozen::validate(&bytes).unwrap();
        // The array is the last node: widths, count, and one slot of two bytes.
        let end = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
        let slot = u16::from_le_bytes(bytes[end - 2..end].try_into().unwrap());
        (bytes, end - 4 - usize::from(slot >> 4))
    }

    /// Where the tree begins.
    const START: usize = 32;

    #[test]
    fn a_stencil_leaves_out_the_bits_of_numbers_and_nothing_else() {
        for levels in if cfg!(miri) { 2..3 } else { 1..4 } {
            let [(plain, at), (inverted, _)] =
                [false, true].map(|inverted| frozen(|to| object(to, &Numbers(inverted), levels)));
            let end = u64::from_le_bytes(plain[16..24].try_into().unwrap()) as usize - 4;
            // The shape of the innermost object is the first.
            let members: Vec<u32> = (1..=levels)
                .map(|level| {
                    let inside = if level > 1 { 2 } else { 0 };
                    (SCALARS.len() - level % 3 + inside) as u32
                })
                .collect();
            let stencil = Stencil::of(&plain, &members, at, at - START).unwrap();
            assert_eq!(stencil.len, end - START);
            assert_eq!(stencil.inside, at - START);
            assert_eq!(stencil.members, members.iter().sum::<u32>() as usize);
            assert_eq!(stencil.levels, levels);
            assert_eq!(stencil.shape, plain[at + 1]);
            for i in 0..MOST {
                let (own, free) = match i < stencil.len {
                    true => (plain[START + i], plain[START + i] ^ inverted[START + i]),
                    false => (0, 0xFF),
                };
                assert_eq!(stencil.mask[i], !free, "byte {i}");
                assert_eq!(stencil.bytes[i], own & !free, "byte {i}");
            }
            assert!(stencil.is_like(&plain, START) && stencil.is_like(&inverted, START));
            assert!(!stencil.is_like(&plain, START + 1));
            let free = |bit: usize| stencil.mask[bit / 8] >> (bit % 8) & 1 == 0;
            let flip = |bytes: &mut [u8], bit: usize| bytes[START + bit / 8] ^= 1 << (bit % 8);
            for bit in (0..8 * stencil.len).step_by(if cfg!(miri) { 13 } else { 1 }) {
                let mut other = plain.clone();
                flip(&mut other, bit);
                assert_eq!(stencil.is_like(&other, START), free(bit), "bit {bit}");
                // Two equal differences do not make up for each other.
                let next = bit + 64;
                if next < 8 * stencil.len {
                    flip(&mut other, next);
                    let both = free(bit) && free(next);
                    assert_eq!(stencil.is_like(&other, START), both, "bits {bit}, {next}");
                }
            }
            assert!(!stencil.is_like(&plain[..START + stencil.len - 1], START));
        }
    }

    /// The parts of an object are alike, too, and are met first.
    #[test]
    fn the_stencil_of_a_part_gives_way_to_that_of_the_whole() {
        let mut builder = Builder::with(Duplicates::Error, Limits::DEFAULT);
        let part = |to: &mut Builder, i: u16| -> Result {
            to.begin_map(None)?;
            for key in ["x", "y", "z"] {
                to.key(key.into())?;
                to.f32(f32::from(i) + 0.3)?;
            }
            to.end_map()
        };
        builder.start().unwrap();
        builder.begin_array(None).unwrap();
        for i in 0..20 {
            builder.begin_map(None).unwrap();
            for key in ["a", "b", "c", "d"] {
                builder.key(key.into()).unwrap();
                part(&mut builder, i).unwrap();
            }
            builder.end_map().unwrap();
        }
        builder.end_array().unwrap();
        let bytes = builder.finish().unwrap().into_bytes();
        let end = u64::from_le_bytes(bytes[16..24].try_into().unwrap()) as usize;
        let tables = tables::validate(&bytes, end).unwrap();
        let mut walk = Walk::new(Compiled::compiled(), &bytes, tables, &Limits::DEFAULT);
        walk.tree(end).unwrap();
        let last = walk.stencils.last.unwrap();
        assert_eq!((last.levels, last.members), (2, 4 + 4 * 3));
    }

    /// Values that are not of a fixed size, or not valid whatever their bits, are in no stencil.
    /// Objects that are too deep or too long have none.
    #[test]
    fn other_objects_have_no_stencil() {
        let others: &[fn(&mut Builder) -> Result] = &[
            |to| to.str("a longer text".into()),
            |to| to.u64(u64::MAX),
            |to| to.bytes([1, 2, 3][..].into()),
            |to| to.begin_array(None).and_then(|()| to.end_array()),
            |to| to.begin_map(None).and_then(|()| to.end_map()),
            |to| to.i64_array(&[1, 2, 3]),
        ];
        let one = |value: &dyn Fn(&mut Builder) -> Result| {
            frozen(|to| {
                to.begin_map(None)?;
                to.key("a".into())?;
                value(to)?;
                to.key("b".into())?;
                to.f64(0.1)?;
                to.end_map()
            })
        };
        let made = |(bytes, at): (Vec<u8>, usize), members: &[u32]| {
            Stencil::of(&bytes, members, at, at - START).is_some()
        };
        for other in others {
            assert!(!made(one(other), &[2]));
        }
        assert!(made(one(&|to| to.f64(0.1)), &[2]));

        for levels in 1..LEVELS + 3 {
            let nested = frozen(|to| {
                for _ in 0..levels {
                    to.begin_map(None)?;
                    to.key("in".into())?;
                }
                to.f64(0.1)?;
                (0..levels).try_for_each(|_| to.end_map())
            });
            assert_eq!(made(nested, &[1; 16]), levels <= LEVELS, "{levels}");
        }

        // A member takes a slot of two bytes and a float of eight. Of 25 the longest fit.
        let counts = if cfg!(miri) { 25..27 } else { 20..30_u32 };
        for (count, inline) in counts.flat_map(|count| [(count, 0), (count, 2)]) {
            let long = frozen(|to| {
                to.begin_map(None)?;
                for i in 0..count + inline {
                    to.key(alloc::format!("{i}").as_str().into())?;
                    match i < inline {
                        true => to.null()?,
                        false => to.f64(f64::from(i) + 0.1)?,
                    }
                }
                to.end_map()
            });
            let len = 2 + 10 * count as usize + 2 * inline as usize;
            assert_eq!(made(long, &[count + inline]), len <= MOST, "{len}");
        }
    }
}
