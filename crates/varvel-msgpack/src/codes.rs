//! The first bytes of values, with the names of the specification.

pub const FIX_MAP: u8 = 0x80;
pub const FIX_ARRAY: u8 = 0x90;
pub const FIX_STR: u8 = 0xA0;
pub const NIL: u8 = 0xC0;
// 0xC1 is never used.
pub const FALSE: u8 = 0xC2;
pub const TRUE: u8 = 0xC3;
pub const BIN_8: u8 = 0xC4;
pub const BIN_16: u8 = 0xC5;
pub const BIN_32: u8 = 0xC6;
pub const EXT_8: u8 = 0xC7;
pub const EXT_16: u8 = 0xC8;
pub const EXT_32: u8 = 0xC9;
pub const FLOAT_32: u8 = 0xCA;
pub const FLOAT_64: u8 = 0xCB;
pub const UINT_8: u8 = 0xCC;
pub const UINT_16: u8 = 0xCD;
pub const UINT_32: u8 = 0xCE;
pub const UINT_64: u8 = 0xCF;
pub const INT_8: u8 = 0xD0;
pub const INT_16: u8 = 0xD1;
pub const INT_32: u8 = 0xD2;
pub const INT_64: u8 = 0xD3;
pub const FIX_EXT_1: u8 = 0xD4;
pub const FIX_EXT_16: u8 = 0xD8;
pub const STR_8: u8 = 0xD9;
pub const STR_16: u8 = 0xDA;
pub const STR_32: u8 = 0xDB;
pub const ARRAY_16: u8 = 0xDC;
pub const ARRAY_32: u8 = 0xDD;
pub const MAP_16: u8 = 0xDE;
pub const MAP_32: u8 = 0xDF;
/// The first byte of the integers from -32 up to -1.
pub const NEGATIVE_FIXINT: u8 = 0xE0;

/// The extension type of timestamps.
pub const TIMESTAMP: i8 = -1;

/// The most items or members of a container whose length is in its first byte.
pub const FIX_COUNT: usize = 15;
/// The most bytes of a string whose length is in its first byte.
pub const FIX_LEN: usize = 31;

/// The first bytes of a value: at most six. `len` of them count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub bytes: [u8; 8],
    pub len: usize,
}

impl Head {
    /// The longest head of a container, without its content.
    pub const LONGEST: Self = Self {
        bytes: [0; 8],
        len: 5,
    };

    const fn one(byte: u8) -> Self {
        Self {
            bytes: [byte, 0, 0, 0, 0, 0, 0, 0],
            len: 1,
        }
    }

    /// Makes a head of a first byte and a number of `width` bytes.
    const fn wide(byte: u8, number: u32, width: usize) -> Self {
        let shifted = number << (32 - 8 * width);
        let [a, b, c, d] = shifted.to_be_bytes();
        Self {
            bytes: [byte, a, b, c, d, 0, 0, 0],
            len: 1 + width,
        }
    }

    /// Returns the head of an array of `count` items, or a map of `count` members, if it is one
    /// byte.
    #[inline(always)]
    pub fn short_container(map: bool, count: usize) -> Option<u8> {
        let fix = if map { FIX_MAP } else { FIX_ARRAY };
        (count <= FIX_COUNT).then_some(fix | count as u8)
    }

    /// Returns the head of an array of `count` items, or a map of `count` members; `None` if there
    /// are too many for the format.
    pub fn container(map: bool, count: usize) -> Option<Self> {
        let (fix, wide_16, wide_32) = match map {
            false => (FIX_ARRAY, ARRAY_16, ARRAY_32),
            true => (FIX_MAP, MAP_16, MAP_32),
        };
        let number = u32::try_from(count).ok()?;
        Some(match count {
            0..=FIX_COUNT => Self::one(fix | count as u8),
            16..=0xFFFF => Self::wide(wide_16, number, 2),
            _ => Self::wide(wide_32, number, 4),
        })
    }

    /// Returns the head of a string of `len` bytes; `None` if there are too many for the format.
    pub fn string(len: usize) -> Option<Self> {
        let number = u32::try_from(len).ok()?;
        Some(match len {
            0..=FIX_LEN => Self::one(FIX_STR | len as u8),
            32..=0xFF => Self::wide(STR_8, number, 1),
            0x100..=0xFFFF => Self::wide(STR_16, number, 2),
            _ => Self::wide(STR_32, number, 4),
        })
    }

    /// Returns the head of `len` bytes; `None` if there are too many for the format.
    pub fn bytes(len: usize) -> Option<Self> {
        let number = u32::try_from(len).ok()?;
        Some(match len {
            0..=0xFF => Self::wide(BIN_8, number, 1),
            0x100..=0xFFFF => Self::wide(BIN_16, number, 2),
            _ => Self::wide(BIN_32, number, 4),
        })
    }

    /// Returns the head of an extension of `len` bytes, including its type; `None` if there are too
    /// many for the format.
    pub fn extension(kind: i8, len: usize) -> Option<Self> {
        let number = u32::try_from(len).ok()?;
        let mut head = match len {
            1 | 2 | 4 | 8 | 16 => Self::one(FIX_EXT_1 + len.ilog2() as u8),
            _ if len <= 0xFF => Self::wide(EXT_8, number, 1),
            _ if len <= 0xFFFF => Self::wide(EXT_16, number, 2),
            _ => Self::wide(EXT_32, number, 4),
        };
        head.bytes[head.len] = kind as u8;
        head.len += 1;
        Some(head)
    }

    /// Returns a whole integer that fits `i64`: at most 9 bytes. It is made of two registers, not
    /// byte by byte.
    #[inline(always)]
    pub fn integer(value: i64) -> ([u8; 16], usize) {
        let (byte, width) = match value {
            -32..=0x7F => return (u128::from(value as u8).to_le_bytes(), 1),
            0x80..=0xFF => (UINT_8, 1),
            0x100..=0xFFFF => (UINT_16, 2),
            0x1_0000..=0xFFFF_FFFF => (UINT_32, 4),
            0x1_0000_0000.. => (UINT_64, 8),
            -0x80..-32 => (INT_8, 1),
            -0x8000..-0x80 => (INT_16, 2),
            -0x8000_0000..-0x8000 => (INT_32, 4),
            _ => (INT_64, 8),
        };
        let highest_first = ((value as u64) << (64 - 8 * width)).swap_bytes();
        let bytes = u128::from(highest_first) << 8 | u128::from(byte);
        (bytes.to_le_bytes(), 1 + width)
    }
}

/// Returns a first byte followed by the eight bytes of a number, the highest first.
#[inline(always)]
pub fn number(byte: u8, number: u64) -> [u8; 9] {
    let [a, b, c, d, e, f, g, h] = number.to_be_bytes();
    [byte, a, b, c, d, e, f, g, h]
}
