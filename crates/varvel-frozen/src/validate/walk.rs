//! Walks through the tree, container by container.

use alloc::vec::Vec;

use varvel_core::{Error, Limits, Result};
use varvel_raw::prefetch::prefetch;
use varvel_raw::simd::Isa;

use super::invalid;
use super::nodes::{self, cut_off, load, misplaced};
use super::sample::{SAMPLES, Sample};
use super::stencil::Stencils;
use super::tables::Known;
use super::text::short;
use crate::layout::{self, HEADER_LEN, MAX_EXPANSION, literal, tag};
use crate::stack::Stack;

/// A container whose slots are being checked. Its header was read and is whole.
#[derive(Clone, Copy)]
struct Open {
    /// The next slot.
    place: usize,
    /// The place where the slots end.
    end: usize,
    /// The place where the container's own node begins: references count from here, and the last
    /// node in the container must end here.
    base: usize,
    /// The place where the inner container ends that is being checked.
    end_of_inner: usize,
    /// Not zero if a scalar did not begin at the cursor. This is tested only at the end, so that
    /// nothing waits for the lengths of texts and many loads run in parallel.
    apart: usize,
    /// The width of a slot in bytes.
    width: u8,
    keys: Keys,
}

/// The innermost container, whose slots are being checked: like [`Open`], with more fields.
///
/// The compiler keeps its fields in variables of their own. Copied as a whole right after they were
/// stored one by one, they would make the processor wait.
struct Here {
    place: usize,
    end: usize,
    width: usize,
    base: usize,
    /// The end of the checked bytes, where the next node must begin. Only a short string may move
    /// it back, and then the next call of `texts` refuses the buffer: so each byte is checked once,
    /// and time is linear in the bytes of a buffer that is refused, too.
    cursor: usize,
    apart: usize,
    /// Strings from here to the cursor are not yet checked for UTF-8; see `texts`.
    run: usize,
    /// The place where the content of an object begins that may serve as a [`Sample`]; zero if
    /// there is none.
    sample: usize,
    keys: Keys,
}

impl Here {
    /// Returns a container at `base` with these slots, whose content begins at `cursor`.
    #[inline(always)]
    fn new(slots: SlotRange, base: usize, cursor: usize) -> Self {
        Self {
            place: slots.first,
            end: slots.end,
            width: slots.width,
            base,
            cursor,
            apart: 0,
            run: cursor,
            sample: 0,
            keys: slots.keys,
        }
    }

    /// Returns the container around one that was checked.
    #[inline(always)]
    fn again(outer: Open) -> Self {
        Self {
            place: outer.place,
            end: outer.end,
            width: outer.width.into(),
            base: outer.base,
            cursor: outer.end_of_inner,
            apart: outer.apart,
            run: outer.end_of_inner,
            sample: 0,
            keys: outer.keys,
        }
    }

    /// Returns the state to keep while an inner container is checked, which ends at `end_of_inner`.
    #[inline(always)]
    fn open(&self, end_of_inner: usize) -> Open {
        Open {
            place: self.place,
            end: self.end,
            base: self.base,
            end_of_inner,
            apart: self.apart,
            width: self.width as u8,
            keys: self.keys,
        }
    }

    /// Returns the mask of a slot's bits in the 8 bytes at its place.
    #[inline(always)]
    fn mask(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.width as u32)
    }
}

/// The further checks that the slots of a container need together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// The slots need no further check.
    None,
    /// Every other slot is the key of an object.
    Object,
    /// Every other slot is the key of a map.
    Map,
}

/// A reference together with its surroundings.
#[derive(Clone, Copy)]
pub struct Reference {
    /// The position of the slot.
    pub place: usize,
    /// The position that the slot refers to, which is before `base`.
    pub at: usize,
    /// The cursor of the container, and (`base`) its base.
    pub cursor: usize,
    pub base: usize,
    /// The number of containers around the one that holds the slot.
    pub depth: usize,
}

/// The slots of a container.
pub struct SlotRange {
    pub first: usize,
    pub end: usize,
    pub width: usize,
    pub keys: Keys,
}

/// The result of following a reference.
pub enum Found {
    /// A node that was checked, and where it ends.
    Leaf(usize),
    /// A container, and where its node ends.
    Container(SlotRange, usize),
}

/// The state of the walk.
pub struct Walk<'a, I> {
    pub(super) isa: I,
    pub(super) bytes: &'a [u8],
    /// The number of keys of each shape.
    pub(super) members: Vec<u32>,
    /// The length of each shared string.
    shared: Vec<u32>,
    /// The number of bytes that all references to shared strings stand for, so far.
    expanded: u64,
    pub(super) nodes: usize,
    pub(super) limits: &'a Limits,
    pub(super) samples: [Sample; SAMPLES],
    pub(super) stencils: Stencils,
    /// Whether the tree holds a map.
    pub(super) maps: bool,
}

impl<'a, I: Isa> Walk<'a, I> {
    /// Returns a walk through a buffer whose header and tables are valid.
    #[inline(always)]
    pub fn new(isa: I, bytes: &'a [u8], tables: Known, limits: &'a Limits) -> Self {
        Self {
            isa,
            bytes,
            members: tables.members,
            shared: tables.shared,
            expanded: 0,
            nodes: 0,
            limits,
            samples: [Sample::NONE; SAMPLES],
            stencils: Stencils::new(),
            maps: false,
        }
    }

    /// Returns whether there is a map whose keys may still be equal.
    pub fn has_maps(&self) -> bool {
        self.maps
    }

    /// Checks the slots of every container: the nodes that they refer to must fill the bytes up to
    /// the container's base.
    #[inline(always)]
    pub fn tree(&mut self, tree_end: usize) -> Result {
        // The containers around the current one. The first is the document itself, whose one slot
        // is in the file header.
        let mut around: Stack<Open> = Stack::new();
        let root = SlotRange {
            first: layout::ROOT_AT,
            end: layout::ROOT_AT + 8,
            width: 8,
            keys: Keys::None,
        };
        let mut here = Here::new(root, tree_end, HEADER_LEN);
        loop {
            let Some((slot, bits)) = self.leaves(&mut here, around.depth())? else {
                self.close(&mut here, around.depth())?;
                let Some(outer) = around.pop() else {
                    return Ok(());
                };
                here = Here::again(outer);
                continue;
            };
            let kind = bits as u8 & 15;
            if kind == tag::SHARED {
                // Another object with the same bytes would have to count the string too.
                here.sample = 0;
                self.shared(slot, bits >> 4)?;
                continue;
            }
            if kind & tag::REFERENCE == 0 {
                self.inline(kind, slot, bits >> 4, here.width, around.depth())?;
                continue;
            }
            let at = here.base.wrapping_sub((bits >> 4) as usize);
            let reference = Reference {
                place: slot,
                at,
                cursor: here.cursor,
                base: here.base,
                depth: around.depth(),
            };
            let found = match kind {
                tag::ARRAY => self.array(reference)?,
                tag::OBJECT => match self.like_stencil(reference) {
                    Some(end) => Found::Leaf(end),
                    None => self.object(reference)?,
                },
                tag::PACKED => Found::Leaf(self.packed(reference)?),
                _ => self.other(reference)?,
            };
            match found {
                Found::Leaf(end) if end <= here.base => {
                    here.cursor = end;
                    here.run = end;
                }
                Found::Leaf(_) => return Err(cut_off(slot)),
                Found::Container(slots, end) => {
                    self.ask_for_next(&here);
                    around.push(here.open(end))?;
                    let short = kind == tag::OBJECT && slots.end - at <= Sample::BYTES;
                    here = Here::new(slots, at, here.cursor);
                    if short {
                        here.sample = here.cursor;
                    }
                }
            }
        }
    }

    /// Checks the most common slots in a row: values in slots, strings, numbers, rows of numbers,
    /// objects like a sample. Returns the place and the bits of the first other slot, or `None` at
    /// the end of the slots. If the returned slot is a reference, it leads to before the base, and
    /// the strings before it are checked.
    ///
    /// This is a loop of its own, so that its variables stay in registers, whatever the rest needs.
    #[inline(always)]
    fn leaves(&mut self, here: &mut Here, depth: usize) -> Result<Option<(usize, u64)>> {
        let mask = here.mask();
        while here.place != here.end {
            let slot = here.place;
            // SAFETY: slots end at or before the end of the tree, and the 16 bytes of the tables'
            // header follow; the root slot has 8 bytes.
            let bits = unsafe { load(self.bytes, slot) } & mask;
            here.place += here.width;
            let kind = bits as u8 & 15;
            if kind & tag::REFERENCE == 0 {
                let constant = kind == tag::LITERAL && bits < literal::EMPTY_ARRAY << 4;
                if kind == tag::INT || constant {
                    continue;
                }
                return Ok(Some((slot, bits)));
            }
            // Wraps around if the payload is too large.
            let at = (here.base as u64).wrapping_sub(bits >> 4);
            if at >= here.base as u64 {
                return Err(misplaced(slot));
            }
            let at = at as usize;
            if kind == tag::STRING {
                here.sample = 0;
                here.apart |= at ^ here.cursor;
                // SAFETY: `at` is before the base, so before the end of the tree.
                let len = unsafe { *self.bytes.get_unchecked(at) };
                if len >= 0x80 {
                    self.ask_for_next(here);
                    self.texts(here.run, at)?;
                    (here.run, here.cursor) = self.text(at, here.base)?;
                    continue;
                }
                here.cursor = at + 1 + usize::from(len);
                if here.cursor > here.base {
                    return Err(cut_off(slot));
                }
                continue;
            }
            self.texts(here.run, here.cursor)?;
            here.run = here.cursor;
            let end = match kind {
                tag::I32 | tag::F64 | tag::I64 => {
                    here.apart |= at ^ here.cursor;
                    // Not counted from `at`: the cursor must never go back, or what lies behind it
                    // would be checked again for each number that refers back.
                    here.cursor + fixed(kind)
                }
                _ => {
                    here.sample = 0;
                    let reference = Reference {
                        place: slot,
                        at,
                        cursor: here.cursor,
                        base: here.base,
                        depth,
                    };
                    let end = match kind {
                        tag::OBJECT => self.like_sample(reference)?,
                        tag::PACKED => self.row(reference)?,
                        tag::OTHER => self.short_float(reference),
                        _ => None,
                    };
                    match end {
                        Some(end) => end,
                        None => return Ok(Some((slot, bits))),
                    }
                }
            };
            if end > here.base {
                return Err(cut_off(slot));
            }
            here.cursor = end;
            here.run = end;
        }
        Ok(None)
    }

    /// Makes the remaining checks of a container when all its slots are checked.
    #[inline(always)]
    fn close(&mut self, here: &mut Here, depth: usize) -> Result {
        self.texts(here.run, here.cursor)?;
        if here.apart != 0 || here.cursor != here.base {
            return Err(nodes::loose(here.base));
        }
        if here.keys != Keys::None {
            self.keys(here.base, here.end, here.width, here.keys)?;
        }
        if here.sample != 0 {
            self.keep_sample(here.base, here.end, here.sample, depth);
        }
        Ok(())
    }

    /// Prefetches the header of the next container when this one is opened: it stands behind all
    /// content of this one. This is only a hint, and a wrong one if the next slot holds a value or
    /// does not exist.
    #[inline(always)]
    fn ask_for_next(&self, here: &Here) {
        // SAFETY: slots end at or before the end of the tree, and the 16 bytes of the tables'
        // header follow.
        let bits = unsafe { load(self.bytes, here.place) } & here.mask();
        prefetch(self.bytes, here.base.wrapping_sub((bits >> 4) as usize));
    }

    /// Checks a slot that holds the number of a shared string.
    #[inline(never)]
    fn shared(&mut self, place: usize, number: u64) -> Result {
        let length = usize::try_from(number)
            .ok()
            .and_then(|i| self.shared.get(i));
        let Some(&length) = length else {
            return Err(invalid(place, "the number of a shared string"));
        };
        // Counted at once: the keys of an object may be shared, and are compared when it closes.
        self.expanded = self.expanded.saturating_add(length.into());
        let most = (self.bytes.len() as u64).saturating_mul(MAX_EXPANSION as u64);
        match self.expanded <= most {
            true => Ok(()),
            false => Err(expands(place)),
        }
    }

    /// Checks a slot that is no reference and holds neither an integer nor a constant, which
    /// `leaves` has skipped.
    #[inline(always)]
    fn inline(&self, kind: u8, place: usize, payload: u64, width: usize, depth: usize) -> Result {
        match kind {
            tag::LITERAL if payload <= literal::EMPTY_OBJECT => self.depth(place, depth + 1),
            tag::SHORT => short(place, payload, width),
            _ => Err(invalid(
                place,
                "a slot with one of the tags and its payload",
            )),
        }
    }
}

#[cold]
#[inline(never)]
fn expands(place: usize) -> Error {
    invalid(
        place,
        alloc::format!("shared strings that stand for at most {MAX_EXPANSION} times the buffer"),
    )
}

/// Returns the number of bytes of a number of a fixed size.
#[inline(always)]
fn fixed(kind: u8) -> usize {
    if kind == tag::I32 { 4 } else { 8 }
}
