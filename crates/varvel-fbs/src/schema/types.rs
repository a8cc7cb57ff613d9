//! Types of fields.

use super::{EnumId, ObjectId, UnionId};

/// The type of a field.
///
/// ```
/// use varvel::schema::fbs::{Element, Scalar, Type};
/// assert_eq!(Type::Vector(Element::Scalar(Scalar::U8)).element(), Element::Scalar(Scalar::U8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// One value.
    One(Element),
    /// A vector: an offset leads to a length of 32 bits and the items.
    Vector(Element),
    /// A vector behind an offset of 64 bits, with a length of 64 bits.
    Vector64(Element),
    /// A fixed number of items in place. Only structs have arrays.
    Array(Element, u16),
}

impl Type {
    /// Returns the type of one value or item.
    pub fn element(self) -> Element {
        match self {
            Self::One(element) | Self::Vector(element) => element,
            Self::Vector64(element) | Self::Array(element, _) => element,
        }
    }

    /// Returns whether it is a vector, of either kind.
    pub fn is_vector(self) -> bool {
        matches!(self, Self::Vector(_) | Self::Vector64(_))
    }
}

/// The type of one value, or of the items of a vector or array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// A number or boolean.
    Scalar(Scalar),
    /// An enum.
    Enum(EnumId),
    /// The tag of a union: tells which variant the next field holds. The field has the union's name
    /// with `_type` after it.
    Tag(UnionId),
    /// A string behind an offset.
    String,
    /// A table behind an offset, or a struct in place.
    Object(ObjectId),
    /// A union, behind an offset.
    Union(UnionId),
}

/// Numbers and booleans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// `bool`: one byte, 0 or 1.
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
    /// All scalars.
    pub const ALL: [Self; 11] = [
        Self::Bool,
        Self::I8,
        Self::U8,
        Self::I16,
        Self::U16,
        Self::I32,
        Self::U32,
        Self::I64,
        Self::U64,
        Self::F32,
        Self::F64,
    ];

    /// Returns the scalar with this name. Each has two names.
    ///
    /// ```
    /// use varvel::schema::fbs::Scalar;
    /// assert_eq!((Scalar::named("ubyte"), Scalar::named("uint8")), (Some(Scalar::U8), Some(Scalar::U8)));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|scalar| scalar.name() == name || scalar.sized_name() == name)
    }

    /// Returns its first name: `ubyte`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "byte",
            Self::U8 => "ubyte",
            Self::I16 => "short",
            Self::U16 => "ushort",
            Self::I32 => "int",
            Self::U32 => "uint",
            Self::I64 => "long",
            Self::U64 => "ulong",
            Self::F32 => "float",
            Self::F64 => "double",
        }
    }

    /// Returns the name that contains its size: `uint8`.
    pub const fn sized_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "int8",
            Self::U8 => "uint8",
            Self::I16 => "int16",
            Self::U16 => "uint16",
            Self::I32 => "int32",
            Self::U32 => "uint32",
            Self::I64 => "int64",
            Self::U64 => "uint64",
            Self::F32 => "float32",
            Self::F64 => "float64",
        }
    }

    /// Returns its size in bytes, which is its alignment, too.
    pub const fn size(self) -> u32 {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Returns whether it is an integer. `bool` is none.
    pub const fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::F32 | Self::F64)
    }

    /// Returns whether it is `float` or `double`.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Returns the least and the greatest integer that it holds: 0 and 1 for `bool`. Returns `None`
    /// for floats.
    pub const fn range(self) -> Option<(i128, i128)> {
        Some(match self {
            Self::Bool => (0, 1),
            Self::I8 => (i8::MIN as i128, i8::MAX as i128),
            Self::U8 => (0, u8::MAX as i128),
            Self::I16 => (i16::MIN as i128, i16::MAX as i128),
            Self::U16 => (0, u16::MAX as i128),
            Self::I32 => (i32::MIN as i128, i32::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
            Self::F32 | Self::F64 => return None,
        })
    }
}
