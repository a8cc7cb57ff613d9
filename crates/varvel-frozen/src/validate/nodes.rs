//! Checks the nodes that references lead to.

use varvel_core::{Error, Result};
use varvel_raw::simd::Isa;

use super::invalid;
use super::tables::repeated;
use super::walk::{Found, Keys, Reference, SlotRange, Walk};
use crate::index::{self, SCANNED};
use crate::layout::checked;
use crate::layout::{self, ALIGN_FROM, Element, MATRIX, other, tag};
use crate::view::unchecked::Raw;

impl<I: Isa> Walk<'_, I> {
    #[inline(always)]
    pub(super) fn depth(&self, place: usize, depth: usize) -> Result {
        if depth > self.limits.depth {
            return Err(Error::too_deep(self.limits.depth).with_offset(place));
        }
        Ok(())
    }

    #[inline(always)]
    pub(super) fn count(&mut self, place: usize, nodes: usize) -> Result {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes).with_offset(place));
        }
        Ok(())
    }

    /// Reads the header of a container at `at`, whose widths byte comes `skip` bytes later. Returns
    /// where its slots begin, how wide they are, and the count or the number of the shape.
    #[inline(always)]
    fn header(&self, reference: Reference, skip: usize) -> Result<(usize, usize, u64)> {
        let Reference { at, .. } = reference;
        if at < reference.cursor {
            return Err(misplaced(reference.place));
        }
        // SAFETY: `at` is before the end of the tree, and the 16 bytes of the tables' header
        // follow: `skip` is at most 1, and the number's 8 bytes begin one byte later.
        let (codes, number) = unsafe {
            let codes = *self.bytes.get_unchecked(at + skip);
            (codes, load(self.bytes, at + skip + 1))
        };
        if codes & 3 == 3 || codes >> 4 != 0 {
            return Err(invalid(at + skip, "the widths of slots and of a count"));
        }
        let width = layout::count_width(codes >> 2);
        let unused = 64 - 8 * width as u32;
        let number = number << unused >> unused;
        Ok((at + skip + 1 + width, layout::slot_width(codes), number))
    }

    /// Opens a container with `count` slots, all of which must lie before the base of the container
    /// around it.
    #[inline(always)]
    fn open(
        &mut self,
        reference: Reference,
        (first, width, count): (usize, usize, u64),
        keys: Keys,
    ) -> Result<Found> {
        // Computed in 64 bits, since 32 bits may not hold it.
        let slots = count.checked_mul(width as u64);
        let end = slots.and_then(|slots| slots.checked_add(first as u64));
        let end = match end {
            Some(end) if count != 0 && end <= reference.base as u64 => end as usize,
            _ => return Err(no_container(reference.at)),
        };
        self.depth(reference.at, reference.depth + 1)?;
        self.count(reference.at, count as usize)?;
        let slots = SlotRange {
            first,
            end,
            width,
            keys,
        };
        if keys != Keys::Object {
            return Ok(Found::Container(slots, end));
        }
        // The index is checked together with the keys.
        match checked::keys(self.bytes, end, count as usize / 2) {
            Some(end) if end <= reference.base => Ok(Found::Container(slots, end)),
            _ => Err(no_index(end)),
        }
    }

    #[inline(always)]
    pub(super) fn array(&mut self, reference: Reference) -> Result<Found> {
        let slots = self.header(reference, 0)?;
        self.open(reference, slots, Keys::None)
    }

    #[inline(always)]
    pub(super) fn object(&mut self, reference: Reference) -> Result<Found> {
        let (first, width, shape) = self.header(reference, 0)?;
        let shape = usize::try_from(shape).unwrap_or(usize::MAX);
        let Some(&count) = self.members.get(shape) else {
            return Err(invalid(reference.at, "the number of a shape"));
        };
        self.open(reference, (first, width, count.into()), Keys::None)
    }

    /// Returns where a packed node of few numbers ends, if the reference leads to one.
    #[inline(always)]
    pub(super) fn row(&mut self, reference: Reference) -> Result<Option<usize>> {
        let Reference { at, .. } = reference;
        // SAFETY: `at` is before the end of the tree, and the tables' header follows.
        let [byte, count] = unsafe { load2(self.bytes, at) };
        if byte >= MATRIX || count == 0 || at != reference.cursor {
            return Ok(None);
        }
        self.depth(at, reference.depth + 1)?;
        self.count(at, count.into())?;
        let width = Element::of(byte).width();
        Ok(Some(at + 2 + usize::from(count) * width))
    }

    /// Returns where a float of 4 bytes ends, if the reference leads to one.
    #[inline(always)]
    pub(super) fn short_float(&self, reference: Reference) -> Option<usize> {
        let Reference { at, .. } = reference;
        // SAFETY: `at` is before the end of the tree.
        let kind = unsafe { *self.bytes.get_unchecked(at) };
        (kind == other::F32 && at == reference.cursor).then_some(at + 5)
    }

    /// Checks a packed node, and the zeros that align it. Returns where it ends.
    #[inline(always)]
    pub(super) fn packed(&mut self, reference: Reference) -> Result<usize> {
        let header = || {
            invalid(
                reference.at,
                "the header of a packed node and all its numbers",
            )
        };
        if reference.at < reference.cursor {
            return Err(misplaced(reference.place));
        }
        let packed = checked::packed(self.bytes, reference.at).ok_or_else(header)?;
        let elements = packed.elements().filter(|&n| n != 0).ok_or_else(header)?;
        let end = packed.end().filter(|&end| end <= reference.base);
        let end = end.ok_or_else(header)?;
        if reference.at != reference.cursor {
            let padding = &self.bytes[reference.cursor..reference.at];
            if elements < ALIGN_FROM
                || padding.len() >= packed.element.width()
                || padding.iter().any(|&b| b != 0)
            {
                return Err(misplaced(reference.place));
            }
        }
        let rows = packed.rows.unwrap_or(0);
        self.depth(reference.at, reference.depth + 1 + usize::from(rows != 0))?;
        self.count(reference.at, elements.saturating_add(rows))?;
        Ok(end)
    }

    /// Checks a node of tag `OTHER`.
    #[cold]
    #[inline(never)]
    pub(super) fn other(&mut self, reference: Reference) -> Result<Found> {
        let Reference { at, .. } = reference;
        if at < reference.cursor {
            return Err(misplaced(reference.place));
        }
        let kind = self.bytes[at];
        match kind {
            other::TAGGED | other::EXTENSION | other::SIMPLE => {
                let slots = checked::tagged(self.bytes, at);
                let slots = slots.ok_or_else(|| invalid(at, "a tag and a slot"))?;
                let tag = checked::uint(self.bytes, at + 2, slots.at - at - 2);
                if kind != other::TAGGED && tag.is_none_or(|tag| tag > 0xFF) {
                    return Err(invalid(
                        at + 2,
                        "an extension type or simple value of 8 bits",
                    ));
                }
                self.open(reference, (slots.at, slots.width, 1), Keys::None)
            }
            other::MAP | other::PAIRS => {
                let (first, width, count) = self.header(reference, 1)?;
                let keys = match kind {
                    other::MAP => Keys::Map,
                    _ => Keys::Object,
                };
                self.open(reference, (first, width, count.saturating_mul(2)), keys)
            }
            _ if at != reference.cursor => Err(misplaced(reference.place)),
            _ => self.scalar(at, kind, reference.base).map(Found::Leaf),
        }
    }

    /// Checks that the keys of an object that carries them are strings and differ, and that those
    /// of a map are not all strings. Whether the keys of a map differ is checked when the whole
    /// tree can be read.
    #[cold]
    #[inline(never)]
    pub(super) fn keys(&mut self, base: usize, end: usize, width: usize, keys: Keys) -> Result {
        // The header was read before.
        let reference = Reference {
            place: base,
            at: base,
            cursor: base,
            base: end,
            depth: 0,
        };
        let (first, ..) = self.header(reference, 1)?;
        let members = (end - first) / width / 2;
        let place = |i: usize| first + 2 * i * width;
        let key = |i: usize| {
            matches!(
                self.bytes[place(i)] & 15,
                tag::SHORT | tag::SHARED | tag::STRING
            )
            .then(|| {
                // SAFETY: the header and the tables are checked, and so are all slots of the
                // container, with the strings that they hold or refer to.
                unsafe { Raw::new(self.bytes).text_at(place(i), 64 - 8 * width as u32, base) }
            })?
        };
        if keys == Keys::Map {
            self.maps = true;
            return match (0..members).all(|i| key(i).is_some()) {
                true => Err(invalid(base, "a map with a key that is no string")),
                false => Ok(()),
            };
        }
        if let Some(i) = (0..members).find(|&i| key(i).is_none()) {
            return Err(invalid(place(i), "a string as a key"));
        }
        let key = |i: usize| key(i).unwrap_or_default();
        if let Some(i) = repeated(members, key)? {
            return Err(invalid(place(i), "a key that the object has not yet"));
        }
        if members > SCANNED
            && index::check(self.bytes, end, members, |i| key(i).as_bytes()).is_none()
        {
            return Err(no_index(end));
        }
        Ok(())
    }
}

/// Reads eight bytes.
///
/// # Safety
/// `at + 8 <= bytes.len()`.
#[inline(always)]
pub unsafe fn load(bytes: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= bytes.len());
    // SAFETY: in range by the caller's contract; a byte array needs no alignment.
    let bytes = unsafe { bytes.as_ptr().add(at).cast::<[u8; 8]>().read_unaligned() };
    u64::from_le_bytes(bytes)
}

/// Reads two bytes.
///
/// # Safety
/// `at + 2 <= bytes.len()`.
#[inline(always)]
unsafe fn load2(bytes: &[u8], at: usize) -> [u8; 2] {
    debug_assert!(at + 2 <= bytes.len());
    // SAFETY: in range by the caller's contract; a byte array needs no alignment.
    unsafe { bytes.as_ptr().add(at).cast::<[u8; 2]>().read_unaligned() }
}

/// Reads sixteen bytes.
///
/// # Safety
/// `at + 16 <= bytes.len()`.
#[inline(always)]
pub unsafe fn load16(bytes: &[u8], at: usize) -> u128 {
    debug_assert!(at + 16 <= bytes.len());
    // SAFETY: in range by the caller's contract; a byte array needs no alignment.
    let bytes = unsafe { bytes.as_ptr().add(at).cast::<[u8; 16]>().read_unaligned() };
    u128::from_le_bytes(bytes)
}

#[cold]
#[inline(never)]
pub fn misplaced(place: usize) -> Error {
    invalid(
        place,
        "a slot that refers to the node right behind the one before",
    )
}

#[cold]
#[inline(never)]
pub fn cut_off(place: usize) -> Error {
    invalid(place, "a slot that refers to a whole node")
}

#[cold]
#[inline(never)]
pub fn loose(base: usize) -> Error {
    invalid(base, "a container right behind what it holds, with no gaps")
}

#[cold]
#[inline(never)]
fn no_index(at: usize) -> Error {
    invalid(at, "an index that finds each key of the object")
}

#[cold]
#[inline(never)]
fn no_container(at: usize) -> Error {
    invalid(at, "a container with members, all before the one around it")
}
