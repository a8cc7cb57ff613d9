//! Checked reads of node headers, and where a node ends: for the builder's rare paths and the
//! validator.

use crate::index::SCANNED;
use crate::layout::{self, Element, MATRIX, other, tag};

/// Reads an unsigned number of `width` (at most 8) little-endian bytes at `at`.
#[inline]
pub fn uint(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    let field = bytes.get(at..at.checked_add(width)?)?;
    let mut wide = [0; 8];
    wide.get_mut(..width)?.copy_from_slice(field);
    Some(u64::from_le_bytes(wide))
}

/// Reads an unsigned number of `width` (at most 8) little-endian bytes at `at`, as a `usize`.
#[inline]
pub fn count(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    usize::try_from(uint(bytes, at, width)?).ok()
}

/// Reads a length prefix in its shortest form. Returns the length, and where the measured bytes
/// begin.
#[inline]
pub fn length(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let first = *bytes.get(at)?;
    if first < 0x80 {
        return Some((first.into(), at + 1));
    }
    let mut len = 0_usize;
    for i in 0..layout::MAX_LEN_PREFIX {
        let byte = *bytes.get(at + i)?;
        let part = usize::from(byte & 0x7F);
        let shift = 7 * i as u32;
        if part.leading_zeros() < shift && part != 0 || shift >= usize::BITS {
            return None;
        }
        len |= part << shift;
        if byte < 0x80 {
            // A zero byte at the end would be a longer form of a shorter prefix.
            return (byte != 0).then_some((len, at + i + 1));
        }
    }
    None
}

/// The header of a container: where its slots begin, how many there are, and how wide they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContainerHeader {
    pub at: usize,
    pub count: usize,
    pub width: usize,
}

impl ContainerHeader {
    /// Returns where the slots end.
    pub fn end(&self) -> Option<usize> {
        self.at.checked_add(self.count.checked_mul(self.width)?)
    }
}

/// The header of a packed node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed {
    pub element: Element,
    /// The place where the elements begin.
    pub at: usize,
    /// The number of rows, for a matrix.
    pub rows: Option<usize>,
    /// The number of elements in the array, or in each row.
    pub cols: usize,
}

impl Packed {
    /// Returns how many elements there are in all.
    pub fn elements(&self) -> Option<usize> {
        self.cols.checked_mul(self.rows.unwrap_or(1))
    }

    /// Returns where the elements end.
    pub fn end(&self) -> Option<usize> {
        self.at
            .checked_add(self.elements()?.checked_mul(self.element.width())?)
    }
}

/// Reads the widths byte at `at`. Returns the widths in bytes of the slots and of the number behind
/// this byte.
///
/// ```text
/// bit   7  6  5  4   3    2       1    0
///       0  0  0  0   number code  slot code
/// ```
///
/// A slot code of 3 and any set bit above bit 3 are invalid.
fn codes(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let codes = *bytes.get(at)?;
    let slots = codes & 3;
    let valid = codes <= 15 && slots <= 2;
    valid.then(|| (layout::slot_width(slots), layout::count_width(codes >> 2)))
}

/// Reads the widths byte at `at` and the number behind it. Returns the width of slots, the number,
/// and where that ends.
fn widths(bytes: &[u8], at: usize) -> Option<(usize, usize, usize)> {
    let (slots, width) = codes(bytes, at)?;
    let number = count(bytes, at + 1, width)?;
    Some((slots, number, at + 1 + width))
}

/// Reads the header of an array.
pub fn array(bytes: &[u8], at: usize) -> Option<ContainerHeader> {
    let (width, count, at) = widths(bytes, at)?;
    Some(ContainerHeader { at, count, width })
}

/// Reads the header of an object. Returns the number of its shape, and its slots: `members` returns
/// how many the shape has.
pub fn object(
    bytes: &[u8],
    at: usize,
    members: impl Fn(usize) -> Option<usize>,
) -> Option<(usize, ContainerHeader)> {
    let (width, shape, at) = widths(bytes, at)?;
    let count = members(shape)?;
    Some((shape, ContainerHeader { at, count, width }))
}

/// Reads the header of a map, or of an object with its own keys, which has two slots for each
/// member.
pub fn pairs(bytes: &[u8], at: usize) -> Option<ContainerHeader> {
    let slots = array(bytes, at + 1)?;
    Some(ContainerHeader {
        count: slots.count.checked_mul(2)?,
        ..slots
    })
}

/// Reads the header of a tagged node, whose one slot begins where the tag ends.
pub fn tagged(bytes: &[u8], at: usize) -> Option<ContainerHeader> {
    let (width, tag) = codes(bytes, at + 1)?;
    Some(ContainerHeader {
        at: at.checked_add(2 + tag)?,
        count: 1,
        width,
    })
}

/// Reads the header of a packed node.
pub fn packed(bytes: &[u8], at: usize) -> Option<Packed> {
    let byte = *bytes.get(at)?;
    if byte >> 6 != 0 {
        return None;
    }
    let element = Element::of(byte);
    let width = layout::count_width(byte >> 4);
    let first = count(bytes, at + 1, width)?;
    if byte & MATRIX == 0 {
        return Some(Packed {
            element,
            at: at + 1 + width,
            rows: None,
            cols: first,
        });
    }
    Some(Packed {
        element,
        at: at + 1 + 2 * width,
        rows: Some(first),
        cols: count(bytes, at + 1 + width, width)?,
    })
}

/// Returns the position behind the index of `count` keys at `at`.
pub fn index(bytes: &[u8], at: usize, count: usize) -> Option<usize> {
    at.checked_add(crate::index::end(bytes, at, count)?)
}

/// The record of a shape: how many keys it has, and where the finder of its keys and their places
/// stand.
#[derive(Clone, Copy, Debug)]
pub struct ShapeEntry {
    pub count: usize,
    /// The place of the fingerprints, or for many keys of the index. They may lie past the end of
    /// the bytes.
    pub finder: usize,
    pub large: bool,
}

/// Reads the head of the record at `at`.
pub fn record(bytes: &[u8], at: usize) -> Option<ShapeEntry> {
    let few = usize::from(*bytes.get(at)?);
    let large = few == 0;
    Some(ShapeEntry {
        count: if large { count(bytes, at + 1, 4)? } else { few },
        finder: at + if large { 5 } else { 1 },
        large,
    })
}

impl ShapeEntry {
    /// Returns where the places of the keys begin.
    pub fn places(&self, bytes: &[u8]) -> Option<usize> {
        match self.large {
            true => index(bytes, self.finder, self.count),
            false => self.finder.checked_add(self.count),
        }
    }
}

/// Returns the position behind an object with `members` that carries its keys, and whose slots end
/// at `at`.
pub fn keys(bytes: &[u8], at: usize, members: usize) -> Option<usize> {
    match members {
        ..=SCANNED => Some(at),
        _ => index(bytes, at, members),
    }
}

/// Returns the position behind the node at `at`, to which a slot with the tag `kind` refers.
pub fn end(
    bytes: &[u8],
    kind: u8,
    at: usize,
    members: impl Fn(usize) -> Option<usize>,
) -> Option<usize> {
    let long = |at| {
        let (len, start) = length(bytes, at)?;
        start.checked_add(len)
    };
    match kind {
        tag::STRING => long(at),
        tag::ARRAY => array(bytes, at)?.end(),
        tag::OBJECT => object(bytes, at, members)?.1.end(),
        tag::F64 | tag::I64 => at.checked_add(8),
        tag::I32 => at.checked_add(4),
        tag::PACKED => packed(bytes, at)?.end(),
        tag::OTHER => match *bytes.get(at)? {
            other::U64 => at.checked_add(9),
            other::F32 => at.checked_add(5),
            other::BIG | other::DECIMAL | other::BYTES => long(at + 1),
            other::TIMESTAMP => at.checked_add(13),
            other::TAGGED | other::EXTENSION | other::SIMPLE => tagged(bytes, at)?.end(),
            other::MAP => pairs(bytes, at)?.end(),
            other::PAIRS => {
                let slots = pairs(bytes, at)?;
                keys(bytes, slots.end()?, slots.count / 2)
            }
            _ => None,
        },
        _ => None,
    }
}
