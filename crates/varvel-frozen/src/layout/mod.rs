//! The layout of a frozen buffer: tags, node headers, the file header and the tables.
//!
//! `spec/frozen.md` is the norm, and the names here are those of the norm.

pub mod checked;

use varvel_core::{Error, ErrorKind, Result};

// <spec:header> Made by `cargo xtask spec`.
/// The first bytes of every frozen buffer.
pub const MAGIC: [u8; 4] = *b"VRVL";
/// The version that this crate writes and reads, of buffers and of streams.
pub const VERSION: u8 = 1;

/// The length of the file header in bytes: magic, version, flags, two zero bytes, total length, end
/// of the tree, root.
pub const HEADER_LEN: usize = 32;
/// The position of the flags in the header.
pub const FLAGS_AT: usize = 5;
/// The position of the total length (u64) in the header.
pub const TOTAL_AT: usize = 8;
/// The position of the end of the tree (u64) in the header. The tables begin at the end of the
/// tree.
pub const TREE_END_AT: usize = 16;
/// The position of the root slot in the header (8 bytes wide; its base is the end of the tree).
pub const ROOT_AT: usize = 24;
/// The length of the tables' own header in bytes: number of shapes, number of texts, where the
/// records of the shapes begin, number of shared strings (u32 each).
pub const TABLES_HEADER_LEN: usize = 16;
/// The flag of a buffer whose last bytes are a checksum of all before them. There is no other flag.
pub const FLAG_CHECKSUM: u8 = 1;
// </spec:header>

/// The low four bits of a slot. From 8 on the slot refers to a node before its container.
pub mod tag {
    // <spec:tags> Made by `cargo xtask spec`.
    /// A literal.
    pub const LITERAL: u8 = 0;
    /// A signed integer in the slot itself.
    pub const INT: u8 = 1;
    /// A string in the slot itself: bits 4 to 7 hold its length, the bytes follow.
    pub const SHORT: u8 = 2;
    /// A string of the tables: its number among the shared strings.
    pub const SHARED: u8 = 3;
    /// The bit that is set in every tag that refers to a node.
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
    /// A node whose first byte says more.
    pub const OTHER: u8 = 15;
    // </spec:tags>
}

/// The payload of a literal slot.
pub mod literal {
    // <spec:literals> Made by `cargo xtask spec`.
    /// Null.
    pub const NULL: u64 = 0;
    /// False.
    pub const FALSE: u64 = 1;
    /// True.
    pub const TRUE: u64 = 2;
    /// An array without items.
    pub const EMPTY_ARRAY: u64 = 3;
    /// An object without members.
    pub const EMPTY_OBJECT: u64 = 4;
    // </spec:literals>
}

/// The first byte of an `OTHER` node.
pub mod other {
    // <spec:others> Made by `cargo xtask spec`.
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
    /// An object that carries its keys: widths, count, then a slot for each key (a string) and each
    /// value in turn.
    pub const PAIRS: u8 = 9;
    /// A null that stands for another simple value: widths, that value's number as a byte, one
    /// slot.
    pub const SIMPLE: u8 = 10;
    // </spec:others>
}

/// The type of the elements of a packed array. The header of a packed node holds its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Element {
    // <spec:elements> Made by `cargo xtask spec`.
    /// Signed integers of 8 bits.
    I8 = 0,
    /// Signed integers of 16 bits.
    I16 = 1,
    /// Signed integers of 32 bits.
    I32 = 2,
    /// Signed integers of 64 bits.
    I64 = 3,
    /// Unsigned integers of 64 bits.
    U64 = 4,
    /// Floats of 32 bits.
    F32 = 5,
    /// Floats of 64 bits.
    F64 = 6,
    /// Unsigned integers of 32 bits.
    U32 = 7,
    // </spec:elements>
}

impl Element {
    /// Returns the element type that the first byte of a packed node names.
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

    /// Returns the width of an element in bytes.
    pub const fn width(self) -> usize {
        // One hexadecimal digit for each type; the lowest digit belongs to the first type.
        (0x4848_8421_u32 >> (4 * self as u32) & 15) as usize
    }

    /// Returns the first of I8, I16, I32, U32, I64 that holds certain values. `folded` is the OR of
    /// their folded bits (`v ^ v >> 63`). `negative` returns whether a value is below zero; it is
    /// called only if the answer matters.
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

    /// Returns a type that holds the values of both types. Both are signed integers or U32, or both
    /// are the same.
    pub const fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::U32, Self::U32) => Self::U32,
            (Self::U32, _) | (_, Self::U32) => Self::I64,
            _ if other as u8 > self as u8 => other,
            _ => self,
        }
    }
}

// <spec:bounds> Made by `cargo xtask spec`.
/// The bit of a packed node's first byte that makes it a matrix.
pub const MATRIX: u8 = 8;
/// A packed node of at least this many elements begins them on a multiple of their width.
pub const ALIGN_FROM: usize = 8;
/// The most bytes of a shape's key. Each object that has the key takes at least 2 bytes for the
/// member. So work that is linear in the keys of all objects is linear in the buffer, too.
pub const MAX_SHAPE_KEY: usize = 256;
/// Integers from minus this on and below it stand in a slot of any width.
pub const SMALL_INT: i64 = 2048;
/// The numbers of shared strings below this stand in a slot of any width.
pub const SMALL_SHARED: usize = 4096;
/// All references to shared strings together stand for at most this many times the bytes of the
/// buffer. So work that is linear in the document is linear in the buffer.
pub const MAX_EXPANSION: usize = 64;
/// The most bytes of a buffer: positions take at most 48 bits.
pub const MAX_BUFFER: u64 = 0xFFFF_FFFF_FFFF;
// </spec:bounds>

/// Returns the width of slots in bytes (2, 4 or 8) for the two bits that the header holds.
pub const fn slot_width(code: u8) -> usize {
    2 << (code & 3)
}

/// Returns whether slots of 2 bytes can refer back `distance` bytes.
#[inline(always)]
pub const fn is_short(distance: usize) -> bool {
    distance < 1 << 12
}

/// Returns the code of the width of slots that refer back at most `distance` bytes.
#[inline(always)]
pub const fn slot_code(distance: usize) -> u8 {
    !is_short(distance) as u8 + (distance >= 1 << 28) as u8
}

/// Returns the code of the width of a count: 1, 2, 4 or 8 bytes.
#[inline(always)]
pub const fn count_code(count: u64) -> u8 {
    (count > 0xFF) as u8 + (count > 0xFFFF) as u8 + (count > 0xFFFF_FFFF) as u8
}

/// Returns the width in bytes of a count with this code.
pub const fn count_width(code: u8) -> usize {
    1 << (code & 3)
}

/// Returns the length in bytes of a container's header that begins with this byte of widths.
pub const fn header_len(codes: u8) -> usize {
    1 + count_width(codes >> 2)
}

/// The most bytes of a length prefix.
pub const MAX_LEN_PREFIX: usize = 10;

/// Encodes a length in groups of seven bits, the lowest first; the high bit is set in all bytes but
/// the last. Returns the bytes and how many are used.
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

/// Converts a count of keys or shapes, the number of one, or a place in the tables: the format
/// stores them in 4 bytes. A greater value is an error, since nothing may wrap around.
#[inline]
pub fn number(value: usize) -> Result<u32> {
    u32::try_from(value).map_err(|_| too_large())
}

/// The error for a buffer, or a block of a stream, whose version is not [`VERSION`]. The version
/// stands at `at`.
#[cold]
pub fn unsupported(found: u8, at: usize) -> Error {
    Error::expected(ErrorKind::UnsupportedVersion, "version 1")
        .with_offset(at)
        .with_found(alloc::format!("version {found}"))
        .with_hint(match found {
            0 => "version 0 was a draft that changed: freeze the data again",
            _ => "read it with a release that knows this version, or have it written as version 1",
        })
}

#[cold]
#[inline(never)]
fn too_large() -> Error {
    Error::expected(ErrorKind::SizeLimit, "at most 4 GiB of distinct keys")
        .with_hint("what differs from record to record is better held as a value than as a key")
}

/// Returns the width in bytes of numbers of keys in an index, for numbers below `bound`.
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
