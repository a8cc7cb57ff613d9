//! Fields, classified once.

use varvel_fbs::{
    DefaultValue, Element, EnumId, Field, ObjectId, Presence, Scalar, Schema, Type, UnionId,
};

/// The type of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A number or boolean, in place.
    Scalar(Scalar),
    /// An enum: an integer, in place.
    Enum(EnumId),
    /// A struct, in place.
    Struct(ObjectId),
    /// A table, behind an offset.
    Table(ObjectId),
    /// A string, behind an offset.
    String,
    /// A union, behind an offset. Its tag is in the field before it.
    Union(UnionId),
}

impl Kind {
    /// Classifies an element. A tag is the scalar that stores it.
    ///
    /// # Panics
    /// Panics if the element is of another schema.
    pub fn of(schema: &Schema, element: Element) -> Self {
        match element {
            Element::Scalar(scalar) => Self::Scalar(scalar),
            Element::Enum(id) => Self::Enum(id),
            Element::Tag(id) => Self::Scalar(schema.union(id).tag),
            Element::String => Self::String,
            Element::Object(id) if schema.object(id).is_struct() => Self::Struct(id),
            Element::Object(id) => Self::Table(id),
            Element::Union(id) => Self::Union(id),
        }
    }

    /// Returns the scalar that stores it, if it is a scalar or an enum.
    pub fn scalar(self, schema: &Schema) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(scalar),
            Self::Enum(id) => Some(schema.enumeration(id).underlying),
            _ => None,
        }
    }
}

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One value.
    One(Kind),
    /// A vector.
    Vector(Kind),
    /// A fixed number of values in place: scalars, enums or structs. Only structs have arrays.
    Array(Kind, u16),
    /// A vector of bytes that hold a FlatBuffer whose root is this table.
    Nested(ObjectId),
    /// A vector of bytes that hold a FlexBuffer.
    Flexible,
}

impl Shape {
    /// Classifies a field.
    ///
    /// # Panics
    /// Panics if the field is of another schema.
    pub fn of(schema: &Schema, field: &Field) -> Self {
        match (field.ty, field.nested) {
            (_, Some(varvel_fbs::Nested::Table(id))) => Self::Nested(id),
            (_, Some(varvel_fbs::Nested::Flexible)) => Self::Flexible,
            (Type::One(element), None) => Self::One(Kind::of(schema, element)),
            (Type::Vector(element) | Type::Vector64(element), None) => {
                Self::Vector(Kind::of(schema, element))
            }
            (Type::Array(element, len), None) => Self::Array(Kind::of(schema, element), len),
        }
    }

    /// Returns the type of the value, or of one item.
    pub fn kind(self) -> Kind {
        match self {
            Self::One(kind) | Self::Vector(kind) | Self::Array(kind, _) => kind,
            Self::Nested(_) | Self::Flexible => Kind::Scalar(Scalar::U8),
        }
    }

    /// Returns whether it is a vector of bytes, which may hold a buffer.
    pub fn is_bytes(self) -> bool {
        matches!(
            self,
            Self::Vector(Kind::Scalar(Scalar::U8)) | Self::Nested(_) | Self::Flexible
        )
    }
}

/// The meaning of a field that is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It is never absent: a field of a struct, or a required one.
    Never,
    /// It reads as its default, [`Field::default`].
    Default,
    /// It reads as nothing.
    Nothing,
}

impl Absence {
    /// Classifies a field of a table or of a struct.
    pub fn of(field: &Field, in_struct: bool) -> Self {
        match (field.presence, &field.default) {
            _ if in_struct => Self::Never,
            (Presence::Required, _) => Self::Never,
            (Presence::Optional, DefaultValue::None) => Self::Nothing,
            _ => Self::Default,
        }
    }
}
