//! Types, widths, and reading of slots.

/// The type of a node. The numbers are those of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Type {
    /// Null.
    Null = 0,
    /// A signed integer, inline.
    Int = 1,
    /// An unsigned integer, inline.
    UInt = 2,
    /// A float, inline.
    Float = 3,
    /// Text without a length, which ends at its zero byte.
    Key = 4,
    /// Text with a length.
    String = 5,
    /// A signed integer behind an offset.
    IndirectInt = 6,
    /// An unsigned integer behind an offset.
    IndirectUInt = 7,
    /// A float behind an offset.
    IndirectFloat = 8,
    /// Keys and values of any type.
    Map = 9,
    /// Items of any type.
    Vector = 10,
    /// Signed integers.
    VectorInt = 11,
    /// Unsigned integers.
    VectorUInt = 12,
    /// Floats.
    VectorFloat = 13,
    /// Keys.
    VectorKey = 14,
    /// Strings whose lengths have an unknown width. They are read as keys, as the format's authors
    /// do.
    VectorString = 15,
    /// Two signed integers.
    VectorInt2 = 16,
    /// Two unsigned integers.
    VectorUInt2 = 17,
    /// Two floats.
    VectorFloat2 = 18,
    /// Three signed integers.
    VectorInt3 = 19,
    /// Three unsigned integers.
    VectorUInt3 = 20,
    /// Three floats.
    VectorFloat3 = 21,
    /// Four signed integers.
    VectorInt4 = 22,
    /// Four unsigned integers.
    VectorUInt4 = 23,
    /// Four floats.
    VectorFloat4 = 24,
    /// Bytes.
    Blob = 25,
    /// A boolean, inline.
    Bool = 26,
    /// Booleans.
    VectorBool = 36,
}

/// All types, each once.
const TYPES: [Type; 28] = [
    Type::Null,
    Type::Int,
    Type::UInt,
    Type::Float,
    Type::Key,
    Type::String,
    Type::IndirectInt,
    Type::IndirectUInt,
    Type::IndirectFloat,
    Type::Map,
    Type::Vector,
    Type::VectorInt,
    Type::VectorUInt,
    Type::VectorFloat,
    Type::VectorKey,
    Type::VectorString,
    Type::VectorInt2,
    Type::VectorUInt2,
    Type::VectorFloat2,
    Type::VectorInt3,
    Type::VectorUInt3,
    Type::VectorFloat3,
    Type::VectorInt4,
    Type::VectorUInt4,
    Type::VectorFloat4,
    Type::Blob,
    Type::Bool,
    Type::VectorBool,
];

/// The types of a vector's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// Each item has a byte for its type and width, after the slots.
    Any,
    /// All items have one type.
    All(Type),
}

impl Type {
    /// Returns the type of this number.
    #[inline]
    pub(super) fn of(number: u8) -> Option<Self> {
        match number {
            0..=26 => TYPES.get(usize::from(number)).copied(),
            36 => Some(Self::VectorBool),
            _ => None,
        }
    }

    /// Returns whether the slot of a node holds its value, and no offset.
    #[inline]
    pub(super) fn is_inline(self) -> bool {
        matches!(
            self,
            Self::Null | Self::Int | Self::UInt | Self::Float | Self::Bool
        )
    }

    /// Returns the types of the items of a vector or map, and their number if the type fixes it.
    #[inline]
    pub(super) fn items(self) -> Option<(Items, Option<usize>)> {
        let scalar = |number: u8| match number % 3 {
            0 => Self::Int,
            1 => Self::UInt,
            _ => Self::Float,
        };
        let number = self as u8;
        Some(match self {
            Self::Map | Self::Vector => (Items::Any, None),
            Self::VectorKey | Self::VectorString => (Items::All(Self::Key), None),
            Self::VectorBool => (Items::All(Self::Bool), None),
            _ => match number {
                11..=13 => (Items::All(scalar(number - 11)), None),
                16..=24 => {
                    let len = usize::from((number - 16) / 3) + 2;
                    (Items::All(scalar(number - 16)), Some(len))
                }
                _ => return None,
            },
        })
    }

    /// Returns the vector type for `len` items of this type, if the builder writes one.
    pub(super) fn vector(self, len: usize) -> Option<Self> {
        let nth = match self {
            Self::Int => 0,
            Self::UInt => 1,
            Self::Float => 2,
            Self::Bool => return Some(Self::VectorBool),
            _ => return None,
        };
        match len {
            2..=4 => Self::of(16 + 3 * (len as u8 - 2) + nth),
            _ => Self::of(11 + nth),
        }
    }
}

/// The width of a slot: 1, 2, 4 or 8 bytes, stored as a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Width(u8);

impl Width {
    pub const W8: Self = Self(0);
    pub const W32: Self = Self(2);
    pub const W64: Self = Self(3);
    /// All widths, the smallest first.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// Returns the width of this number of bytes.
    pub fn of_bytes(bytes: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|w| w.bytes() as u64 == bytes)
    }

    /// Returns the smallest width for the number.
    #[inline]
    pub fn of_uint(value: u64) -> Self {
        match value {
            0..=0xFF => Self(0),
            0x100..=0xFFFF => Self(1),
            0x1_0000..=0xFFFF_FFFF => Self(2),
            _ => Self(3),
        }
    }

    /// Returns the smallest width for the number with its sign.
    #[inline]
    pub fn of_int(value: i64) -> Self {
        // The bits that differ from the sign, and one bit for the sign.
        Self::of_uint(((value ^ (value >> 63)) as u64) << 1)
    }

    /// Returns the smallest width that holds the float exactly.
    #[inline]
    pub fn of_float(value: f64) -> Self {
        match f64::from(value as f32).to_bits() == value.to_bits() {
            true => Self::W32,
            false => Self::W64,
        }
    }

    #[inline]
    pub fn bytes(self) -> usize {
        1 << self.0
    }
}

/// Packs type and width into one byte.
///
/// ```text
/// bits 7 6 5 4 3 2 | 1 0
///      type        | width, as a power of two
/// ```
#[inline]
pub fn pack(kind: Type, width: Width) -> u8 {
    (kind as u8) << 2 | width.0
}

/// Unpacks type and width from one byte.
#[inline]
pub fn unpack(byte: u8) -> Option<(Type, Width)> {
    Some((Type::of(byte >> 2)?, Width(byte & 3)))
}

#[inline]
fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// Reads the number in a slot.
#[inline]
pub fn uint(bytes: &[u8], at: usize, width: Width) -> Option<u64> {
    Some(match width.0 {
        0 => u8::from_le_bytes(array(bytes, at)?).into(),
        1 => u16::from_le_bytes(array(bytes, at)?).into(),
        2 => u32::from_le_bytes(array(bytes, at)?).into(),
        _ => u64::from_le_bytes(array(bytes, at)?),
    })
}

/// Reads the signed number in a slot.
#[inline]
pub fn int(bytes: &[u8], at: usize, width: Width) -> Option<i64> {
    Some(match width.0 {
        0 => i8::from_le_bytes(array(bytes, at)?).into(),
        1 => i16::from_le_bytes(array(bytes, at)?).into(),
        2 => i32::from_le_bytes(array(bytes, at)?).into(),
        _ => i64::from_le_bytes(array(bytes, at)?),
    })
}

/// Reads the float in a slot. There are no floats of 8 and 16 bits.
#[inline]
pub fn float(bytes: &[u8], at: usize, width: Width) -> Option<f64> {
    match width {
        Width::W32 => Some(f32::from_le_bytes(array(bytes, at)?).into()),
        Width::W64 => Some(f64::from_le_bytes(array(bytes, at)?)),
        _ => None,
    }
}

/// Returns the place to which the offset in a slot leads, backwards from the slot.
#[inline]
pub fn follow(bytes: &[u8], at: usize, width: Width) -> Option<usize> {
    at.checked_sub(usize::try_from(uint(bytes, at, width)?).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_its_number() {
        for number in 0..=u8::MAX {
            assert!(Type::of(number).is_none_or(|kind| kind as u8 == number));
        }
        assert!(TYPES.iter().all(|&kind| Type::of(kind as u8) == Some(kind)));
    }

    #[test]
    fn widths_are_the_smallest() {
        for (value, bytes) in [
            (0, 1),
            (127, 1),
            (128, 2),
            (-128, 1),
            (-129, 2),
            (32767, 2),
            (32768, 4),
            (i64::from(i32::MIN), 4),
            (i64::from(i32::MIN) - 1, 8),
            (i64::MAX, 8),
            (i64::MIN, 8),
        ] {
            assert_eq!(Width::of_int(value).bytes(), bytes, "{value}");
        }
    }
}
