//! The walk through the tree, container by container.

use alloc::vec::Vec;

use varvel_core::{Limits, Result};
use varvel_raw::simd::Isa;

use super::invalid;
use super::nodes::{self, cut_off, load, misplaced};
use super::sample::{SAMPLES, Sample};
use super::text::short;
use crate::layout::{self, HEADER_LEN, literal, tag};
use crate::stack::Stack;

/// A container whose slots are being gone through. Its header is read and whole.
#[derive(Clone, Copy)]
struct Open {
    /// The next slot.
    place: usize,
    /// Where its slots end.
    end: usize,
    /// Where its own node begins: what references count from, and where the last node in it must
    /// end.
    base: usize,
    /// Where the container in it ends that is gone through at the time.
    end_of_inner: usize,
    /// Not zero when a scalar did not begin at the cursor. Looked at only in the end: so nothing
    /// waits for the lengths of texts, and the loads of many run at a time.
    apart: usize,
    /// Bytes a slot.
    width: u8,
    keys: Keys,
}

/// What is to be checked of the slots of a container beyond each for itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Nothing.
    None,
    /// Every other slot is the key of an object.
    Object,
    /// Every other slot is the key of a map.
    Map,
}

/// A reference, and what is known of where it stands.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Where the slot is.
    pub place: usize,
    /// What it refers to. Before `base`.
    pub at: usize,
    /// The cursor and the base of the container.
    pub cursor: usize,
    pub base: usize,
    /// How many containers are around the one that it stands in.
    pub depth: usize,
}

/// The slots of a container.
pub struct Slots {
    pub first: usize,
    pub end: usize,
    pub width: usize,
    pub keys: Keys,
}

/// What a reference leads to.
pub enum Found {
    /// A node that is checked, and ends there.
    Leaf(usize),
    Container(Slots),
}

/// What the walk knows.
pub struct Walk<'a, I> {
    pub(super) isa: I,
    pub(super) bytes: &'a [u8],
    /// How many keys each shape has.
    pub(super) members: Vec<u32>,
    pub(super) nodes: usize,
    pub(super) limits: &'a Limits,
    pub(super) samples: [Sample; SAMPLES],
    /// Whether there is a map.
    pub(super) maps: bool,
}

impl<'a, I: Isa> Walk<'a, I> {
    /// A walk through a buffer whose header and tables are valid.
    #[inline(always)]
    pub fn new(isa: I, bytes: &'a [u8], members: Vec<u32>, limits: &'a Limits) -> Self {
        Self {
            isa,
            bytes,
            members,
            nodes: 0,
            limits,
            samples: [Sample::NONE; SAMPLES],
            maps: false,
        }
    }

    /// Whether there is a map whose keys are still to be proved different.
    pub fn has_maps(&self) -> bool {
        self.maps
    }

    /// Goes through the slots of every container: what they refer to must fill the bytes up to its
    /// base.
    #[inline(always)]
    pub fn tree(&mut self, tree_end: usize) -> Result {
        // The containers around the current one. The first is the document itself, whose one slot
        // is in the file header. The current one is in variables: copied as a whole right after
        // its fields were stored one by one, it would make the processor wait.
        let mut around: Stack<Open> = Stack::new();
        let (mut place, mut end, mut width) = (layout::ROOT_AT, layout::ROOT_AT + 8, 8);
        let (mut base, mut cursor, mut apart) = (tree_end, HEADER_LEN, 0);
        let mut keys = Keys::None;
        // Strings from here to the cursor are not yet checked for UTF-8; see `texts`.
        let mut run = cursor;
        // Where the bytes of an object begin that may serve as a sample; see `Sample`.
        let mut sample = None;
        loop {
            if place == end {
                self.texts(run, cursor)?;
                if apart | (cursor ^ base) != 0 {
                    return Err(nodes::loose(base));
                }
                if keys != Keys::None {
                    self.keys(base, end, width, keys)?;
                }
                if let Some(start) = sample.take() {
                    self.keep_sample(base, end, start, around.depth());
                }
                let Some(outer) = around.pop() else {
                    return Ok(());
                };
                (place, end, width) = (outer.place, outer.end, usize::from(outer.width));
                (base, cursor, apart) = (outer.base, outer.end_of_inner, outer.apart);
                keys = outer.keys;
                run = cursor;
                continue;
            }
            let slot = place;
            let unused = 64 - 8 * width as u32;
            // SAFETY: slots end at or before the end of the tree, and the 16 bytes of the tables'
            // header follow; the root slot has 8 bytes.
            let bits = unsafe { load(self.bytes, slot) } << unused >> unused;
            place += width;
            let payload = bits >> 4;
            let kind = bits as u8 & 15;
            if kind & tag::REFERENCE == 0 {
                self.inline(kind, slot, payload, width, around.depth())?;
                continue;
            }
            // Wraps around for a payload that is too large.
            let at = (base as u64).wrapping_sub(payload) as usize;
            if at >= base {
                return Err(misplaced(slot));
            }
            if kind == tag::STRING {
                apart |= at ^ cursor;
                sample = None;
                let first = self.bytes[at];
                if first < 0x80 {
                    cursor = at + 1 + usize::from(first);
                } else {
                    self.texts(run, at)?;
                    (run, cursor) = self.text(at, base)?;
                }
                if cursor > base {
                    return Err(cut_off(slot));
                }
                continue;
            }
            self.texts(run, cursor)?;
            let spot = Spot {
                place: slot,
                at,
                cursor,
                base,
                depth: around.depth(),
            };
            let gap = at ^ cursor;
            let found = match kind {
                tag::I32 => {
                    apart |= gap;
                    Found::Leaf(at + 4)
                }
                tag::F64 | tag::I64 => {
                    apart |= gap;
                    Found::Leaf(at + 8)
                }
                _ => {
                    sample = None;
                    match kind {
                        tag::ARRAY => self.array(spot)?,
                        tag::OBJECT => self.object(spot)?,
                        tag::PACKED => Found::Leaf(self.packed(spot)?),
                        _ => self.other(spot)?,
                    }
                }
            };
            match found {
                Found::Leaf(end) if end <= base => {
                    cursor = end;
                    run = end;
                }
                Found::Leaf(_) => return Err(cut_off(slot)),
                Found::Container(slots) => {
                    around.push(Open {
                        place,
                        end,
                        base,
                        end_of_inner: slots.end,
                        apart,
                        width: width as u8,
                        keys,
                    })?;
                    (place, end, width) = (slots.first, slots.end, slots.width);
                    (base, apart, run) = (at, 0, cursor);
                    let short = kind == tag::OBJECT && end - at <= Sample::BYTES;
                    sample = short.then_some(cursor);
                    keys = slots.keys;
                }
            }
        }
    }

    /// A slot that refers to nothing.
    #[inline(always)]
    fn inline(&self, kind: u8, place: usize, payload: u64, width: usize, depth: usize) -> Result {
        match kind {
            tag::INT => Ok(()),
            tag::LITERAL if payload < literal::EMPTY_ARRAY => Ok(()),
            tag::LITERAL if payload <= literal::EMPTY_OBJECT => self.depth(place, depth + 1),
            tag::SHORT => short(place, payload, width),
            _ => Err(invalid(
                place,
                "a slot with one of the tags and its payload",
            )),
        }
    }
}
