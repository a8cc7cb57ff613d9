//! What a field can hold.

/// A number, or a truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Scalar {
    /// `bool`: any byte but 0 is true.
    Bool,
    /// `byte`, `int8`.
    I8,
    /// `ubyte`, `uint8`.
    U8,
    /// `short`, `int16`.
    I16,
    /// `ushort`, `uint16`.
    U16,
    /// `int`, `int32`.
    I32,
    /// `uint`, `uint32`.
    U32,
    /// `long`, `int64`.
    I64,
    /// `ulong`, `uint64`.
    U64,
    /// `float`, `float32`.
    F32,
    /// `double`, `float64`.
    F64,
}

impl Scalar {
    /// Its size and its alignment, in bytes.
    ///
    /// ```
    /// use varvel_flatbuffers::layout::Scalar;
    /// assert_eq!(Scalar::F64.size(), 8);
    /// ```
    pub const fn size(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Whether a union may have its tag so.
    pub const fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::F32 | Self::F64)
    }

    /// Whether it has a sign.
    pub const fn is_signed(self) -> bool {
        !matches!(
            self,
            Self::Bool | Self::U8 | Self::U16 | Self::U32 | Self::U64
        )
    }

    /// A number of these bits with its sign: of `ulong` the bits.
    pub(crate) const fn signed(self, bits: u64) -> i64 {
        match self {
            Self::I8 => bits as i8 as i64,
            Self::I16 => bits as i16 as i64,
            Self::I32 => bits as i32 as i64,
            _ => bits as i64,
        }
    }
}

/// What a field holds. An index is one into the layout's objects or unions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A scalar, in place.
    Scalar(Scalar),
    /// The tag of the union in the next field.
    Tag(u32),
    /// UTF-8 with its length before and a zero after it.
    String,
    /// A struct, in place.
    Struct(u32),
    /// A table.
    Table(u32),
    /// One of several, by the tag in the field before.
    Union(u32),
    /// So many elements in place: scalars or structs, in structs alone.
    Array(Element, u16),
    /// Any number of elements.
    Vector(Element),
    /// Bytes that are a buffer with this root table.
    Nested(u32),
    /// Bytes that are a FlexBuffer.
    Flex,
}

/// What a vector or an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Scalars, in place.
    Scalar(Scalar),
    /// Tags of the unions in the next field.
    Tag(u32),
    /// Strings.
    String,
    /// Structs, in place.
    Struct(u32),
    /// Tables.
    Table(u32),
    /// One of several each, by the tags in the field before.
    Union(u32),
}

/// What a union holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberType {
    /// A table.
    Table(u32),
    /// A struct: outside of the table, behind an offset.
    Struct(u32),
    /// A string.
    String,
}

/// What holds when a field is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// A scalar of these bits, in its own width.
    Default(u64),
    /// Nothing.
    Optional,
    /// The buffer is refused.
    Required,
    /// This string.
    Text(super::Name),
    /// A vector of no elements.
    Empty,
}

/// How wide the offset and the length of a field are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bits each.
    Narrow,
    /// `offset64`: an offset of 64 bits.
    Offset,
    /// `vector64`: an offset and a length of 64 bits.
    Vector,
}

/// How JSON gives a number as a string: `hash` of the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// Not at all.
    None,
    /// FNV-1, 16 bits.
    Fnv1x16,
    /// FNV-1a, 16 bits.
    Fnv1ax16,
    /// FNV-1, 32 bits.
    Fnv1x32,
    /// FNV-1a, 32 bits.
    Fnv1ax32,
    /// FNV-1, 64 bits.
    Fnv1x64,
    /// FNV-1a, 64 bits.
    Fnv1ax64,
}

/// Tables and structs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOrStruct {
    /// Fields behind a vtable, each there or not.
    Table,
    /// Fields at fixed offsets.
    Struct {
        /// In bytes, a multiple of the alignment.
        size: u32,
        /// A power of two.
        align: u16,
    },
}
