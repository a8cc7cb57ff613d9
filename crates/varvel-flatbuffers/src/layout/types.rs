//! The types of fields.

/// A number or boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Scalar {
    /// `bool`: any byte except 0 is true.
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
    /// Returns its size in bytes, which is its alignment, too.
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

    /// Returns whether a tag of a union may have this type.
    pub const fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::F32 | Self::F64)
    }

    /// Returns whether it is signed.
    pub const fn is_signed(self) -> bool {
        !matches!(
            self,
            Self::Bool | Self::U8 | Self::U16 | Self::U32 | Self::U64
        )
    }

    /// Returns the number with these bits, with its sign. For `ulong` these are the bits.
    pub(crate) const fn signed(self, bits: u64) -> i64 {
        match self {
            Self::I8 => bits as i8 as i64,
            Self::I16 => bits as i16 as i64,
            Self::I32 => bits as i32 as i64,
            _ => bits as i64,
        }
    }
}

/// The type of a field. An index refers to the layout's objects or unions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A scalar, in place.
    Scalar(Scalar),
    /// The tag of the union in the next field.
    Tag(u32),
    /// A UTF-8 string, with its length before it and a zero after it.
    String,
    /// A struct, in place.
    Struct(u32),
    /// A table.
    Table(u32),
    /// A union. The field before it has its tag.
    Union(u32),
    /// A fixed number of elements in place: scalars or structs. Only structs have arrays.
    Array(Element, u16),
    /// A vector: any number of elements.
    Vector(Element),
    /// The bytes of a nested buffer with this root table.
    Nested(u32),
    /// The bytes of a FlexBuffer.
    Flex,
}

/// The type of the elements of a vector or an array.
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
    /// Unions. The field before it has their tags.
    Union(u32),
}

/// The type of a union's member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberType {
    /// A table.
    Table(u32),
    /// A struct, which is outside of the table, behind an offset.
    Struct(u32),
    /// A string.
    String,
}

/// The meaning of an absent field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The field has a default: a scalar with these bits, in its own width.
    Default(u64),
    /// The field has no value.
    Optional,
    /// The field must be present. The verifier refuses a buffer without it.
    Required,
    /// The field has this string as its default.
    Text(super::Name),
    /// The field is an empty vector.
    Empty,
}

/// The widths of the offset and the length of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 32 bits each.
    Narrow,
    /// `offset64`: an offset of 64 bits.
    Offset,
    /// `vector64`: an offset and a length of 64 bits.
    Vector,
}

/// The hash that makes a number from a string in JSON: `hash` in the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// No hash.
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

/// Whether an object is a table or a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOrStruct {
    /// A table: fields behind a vtable, each present or absent.
    Table,
    /// A struct: fields at fixed offsets.
    Struct {
        /// The size in bytes, a multiple of the alignment.
        size: u32,
        /// The alignment, a power of two.
        align: u16,
    },
}
