//! The layout of a frozen buffer: tags, node headers, the file header and the tables.
//!
//! `spec/frozen.md` is the norm; the names here are the names there.

pub mod checked;

use varvel_core::{Error, ErrorKind, Result};

/// The first bytes of every frozen buffer.
pub const MAGIC: [u8; 4] = *b"VRVL";
/// The version written and read. Version 0 may still change from release to release.
pub const VERSION: u8 = 0;

/// Bytes of the file header: magic, version, flags, two zero bytes, total length, end of the tree,
/// root.
pub const HEADER_LEN: usize = 32;
/// Where the header holds the flags: see [`flag`].
pub const FLAGS_AT: usize = 5;
/// Where the header holds the total length (u64).
pub const TOTAL_AT: usize = 8;
/// Where the header holds the end of the tree, which is the start of the tables (u64).
pub const TREE_END_AT: usize = 16;
/// Where the header holds the root slot (8 bytes wide; its base is the end of the tree).
pub const ROOT_AT: usize = 24;

/// A buffer has no more bytes: positions take 48 bits at most.
pub const MAX_BUFFER: u64 = (1 << 48) - 1;

/// Bytes of the tables' own header: shapes, texts, where the records of the shapes begin, shared
/// strings (u32 each).
pub const TABLES_HEADER_LEN: usize = 16;

/// The bits of the header's flags.
pub mod flag {
    /// The last bytes of the buffer are a checksum of all before them.
    pub const CHECKSUM: u8 = 1;
}

/// The low four bits of a slot. From 8 on the slot refers to a node before its container.
pub mod tag {
    /// A literal: see [`super::literal`].
    pub const LITERAL: u8 = 0;
    /// A signed integer in the slot itself.
    pub const INT: u8 = 1;
    /// A string in the slot itself: bits 4 to 7 hold its length, the bytes follow.
    pub const SHORT: u8 = 2;
    /// A string of the tables: its number among the shared strings.
    pub const SHARED: u8 = 3;
    /// Whether a tag refers to a node: this bit is set.
    pub const REFERENCE: u8 = 8;
    /// A string: length, bytes.
    pub const STRING: u8 = 8;
    /// An array of slots.
    pub const ARRAY: u8 = 9;
    /// An object: shape number, slots.
    pub const OBJECT: u8 = 10;
    /// Eight bytes: a float.
    pub const F64: u8 = 11;
    /// Four bytes: a signed integer.
    pub const I32: u8 = 12;
    /// Eight bytes: a signed integer.
    pub const I64: u8 = 13;
    /// A packed array or matrix of numbers.
    pub const PACKED: u8 = 14;
    /// One of the kinds of [`super::other`].
    pub const OTHER: u8 = 15;
}

/// The payload of a literal slot.
pub mod literal {
    pub const NULL: u64 = 0;
    pub const FALSE: u64 = 1;
    pub const TRUE: u64 = 2;
    pub const EMPTY_ARRAY: u64 = 3;
    pub const EMPTY_OBJECT: u64 = 4;
}

/// The first byte of an `OTHER` node.
pub mod other {
    /// An integer from 2^63 on: u64.
    pub const U64: u8 = 0;
    /// A 32-bit float.
    pub const F32: u8 = 1;
    /// An integer beyond 64 bits: length, digits.
    pub const BIG: u8 = 2;
    /// A decimal kept as text: length, text.
    pub const DECIMAL: u8 = 3;
    /// Bytes: length, bytes.
    pub const BYTES: u8 = 4;
    /// A point in time: i64 seconds, u32 nanoseconds.
    pub const TIMESTAMP: u8 = 5;
    /// A node tagged with a number: widths, that number, one slot.
    pub const TAGGED: u8 = 6;
    /// A node tagged with an extension type: widths, the type as an unsigned byte, one slot.
    pub const EXTENSION: u8 = 7;
    /// A map: widths, count, then a slot for each key and each value in turn.
    pub const MAP: u8 = 8;
    /// The same with strings as keys: an object that carries its own.
    pub const PAIRS: u8 = 9;
    /// A null tagged as another simple value: widths, its number as a byte, one slot.
    pub const SIMPLE: u8 = 10;
}

/// The element of a packed array; its number is what the header holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Element {
    I8 = 0,
    I16 = 1,
    I32 = 2,
    I64 = 3,
    U64 = 4,
    F32 = 5,
    F64 = 6,
    U32 = 7,
}

impl Element {
    /// The element that the first byte of a packed node names.
    #[inline(always)]
    pub const fn of(byte: u8) -> Self {
        match byte & 7 {
            0 => Self::I8,
            1 => Self::I16,
            2 => Self::I32,
            3 => Self::I64,
            4 => Self::U64,
            5 => Self::F32,
            6 => Self::F64,
            _ => Self::U32,
        }
    }

    /// Bytes an element.
    pub const fn width(self) -> usize {
        // A hexadecimal digit each, the first the lowest.
        (0x4848_8421_u32 >> (4 * self as u32) & 15) as usize
    }

    /// The first of I8, I16, I32, U32, I64 for values whose bits, folded (`v ^ v >> 63`), are all
    /// within `folded`; `negative` says whether one is below zero, and is seldom asked.
    #[inline(always)]
    pub fn for_folded(folded: u64, negative: impl FnOnce() -> bool) -> Self {
        match folded {
            0..0x80 => Self::I8,
            0x80..0x8000 => Self::I16,
            0x8000..0x8000_0000 => Self::I32,
            0x8000_0000..0x1_0000_0000 if !negative() => Self::U32,
            _ => Self::I64,
        }
    }

    /// An element for what these two hold, both of signed integers, U32 or the same.
    pub const fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::U32, Self::U32) => Self::U32,
            (Self::U32, _) | (_, Self::U32) => Self::I64,
            _ if other as u8 > self as u8 => other,
            _ => self,
        }
    }
}

/// A packed node of at least this many 8-byte elements has them on a multiple of 8 in the buffer.
pub const ALIGN_FROM: usize = 8;

/// The bit of a packed node's first byte that makes it a matrix.
pub const MATRIX: u8 = 8;

/// The width of slots, as the two bits that the header holds: 2, 4 or 8 bytes.
pub const fn slot_width(code: u8) -> usize {
    2 << (code & 3)
}

/// Whether slots of 2 bytes refer back `distance` bytes.
#[inline(always)]
pub const fn is_short(distance: usize) -> bool {
    distance < 1 << 12
}

/// The code for slots that refer back at most `distance` bytes.
#[inline(always)]
pub const fn slot_code(distance: usize) -> u8 {
    !is_short(distance) as u8 + (distance >= 1 << 28) as u8
}

/// The code for a count: 1, 2, 4 or 8 bytes.
#[inline(always)]
pub const fn count_code(count: u64) -> u8 {
    (count > 0xFF) as u8 + (count > 0xFFFF) as u8 + (count > 0xFFFF_FFFF) as u8
}

/// Bytes of a count with this code.
pub const fn count_width(code: u8) -> usize {
    1 << (code & 3)
}

/// Bytes of a container's header that begins with this byte of widths.
pub const fn header_len(codes: u8) -> usize {
    1 + count_width(codes >> 2)
}

/// Integers from `-SMALL_INT` to `SMALL_INT - 1` stand in a slot of any width.
pub const SMALL_INT: i64 = 1 << 11;

/// Shared strings with numbers below this stand in a slot of any width.
pub const SMALL_SHARED: usize = 1 << 12;

/// All references to shared strings together stand for at most so many times the bytes of the
/// buffer: so whatever is linear in the document is linear in the buffer.
pub const MAX_EXPANSION: usize = 64;

/// A key of a shape has at most so many bytes. Each object that has it takes 2 bytes or more for
/// the member: so whatever is linear in the keys of all objects is linear in the buffer, too.
pub const MAX_SHAPE_KEY: usize = 256;

/// The most bytes that a length prefix takes.
pub const MAX_LEN_PREFIX: usize = 10;

/// Writes a length: seven bits a byte, the lowest first, the high bit set on all but the last.
#[inline(always)]
pub fn length_prefix(mut len: usize) -> ([u8; MAX_LEN_PREFIX], usize) {
    let mut bytes = [0; MAX_LEN_PREFIX];
    let mut n = 0;
    while len >= 0x80 {
        bytes[n] = len as u8 | 0x80;
        len >>= 7;
        n += 1;
    }
    bytes[n] = len as u8;
    (bytes, n + 1)
}

/// A count of keys or shapes, the number of one, or a place in the tables: 4 bytes in the format.
/// Beyond that there is no buffer, since nothing may wrap around.
#[inline]
pub fn number(value: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| too_large())
}

#[cold]
#[inline(never)]
fn too_large() -> Error {
    Error::expected(ErrorKind::SizeLimit, "at most 4 GiB of distinct keys")
        .with_hint("what differs from record to record is better held as a value than as a key")
}

/// The width of numbers of keys in an index: bytes for numbers below `bound`.
pub const fn table_width(bound: usize) -> usize {
    if bound <= 1 << 8 {
        1
    } else if bound <= 1 << 16 {
        2
    } else {
        4
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn what_4_bytes_do_not_hold_is_an_error() {
        assert_eq!(number(u32::MAX as usize).unwrap(), u32::MAX);
        for value in [1 << 32, usize::MAX] {
            assert_eq!(number(value).unwrap_err().kind(), ErrorKind::SizeLimit);
        }
    }
}
