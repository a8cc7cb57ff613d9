//! Tables and structs, and their fields.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Attributes, Name, ObjectId, SourcePos, Type};

/// A table or a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name.
    pub name: Name,
    /// What is said of it, line by line, as it stands behind `///`.
    pub doc: Vec<String>,
    /// Which of the two it is.
    pub kind: ObjectKind,
    /// The fields, by ascending [`Field::slot`].
    pub fields: Vec<Field>,
    /// How many bytes a struct takes, padding included. 0 for tables.
    pub size: u32,
    /// At which multiple of bytes a struct stands. 1 for tables, whose fields are aligned each by
    /// itself.
    pub align: u32,
    /// Whether fields are written in the order in which they are declared, not by their size.
    pub original_order: bool,
    /// Its attributes, those with a meaning, too.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

impl Object {
    /// Whether it is a struct.
    pub fn is_struct(&self) -> bool {
        self.kind == ObjectKind::Struct
    }

    /// The field of this name, in time linear in their number.
    pub fn field_named(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field that others of its kind are sorted and found by: none that is deprecated, since
    /// nobody reads it.
    pub fn key(&self) -> Option<&Field> {
        self.fields
            .iter()
            .find(|field| field.key && !field.deprecated)
    }
}

/// What an [`Object`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// Fields that may be missing and may be added, found through a table of their offsets.
    Table,
    /// Fields at fixed places, for ever.
    Struct,
}

/// A field of a table or struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// What is said of it, line by line.
    pub doc: Vec<String>,
    /// The type.
    pub ty: Type,
    /// Its number: in a table its `id`, in a struct its place among the fields.
    pub slot: u16,
    /// In a struct, how many bytes in front of it. In a table where its entry stands in the vtable:
    /// `4 + 2 * slot`.
    pub offset: u32,
    /// In a struct, how many bytes of padding behind it. 0 in a table.
    pub padding: u32,
    /// What is read where it is not there.
    pub default: DefaultValue,
    /// Whether it has to be there.
    pub presence: Presence,
    /// Whether it is no longer to be used. Its slot stays.
    pub deprecated: bool,
    /// Whether objects are sorted and found by it.
    pub key: bool,
    /// Whether its offset has 64 bits.
    pub offset64: bool,
    /// Whether equal strings are to be written once.
    pub shared: bool,
    /// At which multiple of bytes its vector's items begin, where that is more than they need. Of
    /// other fields it means nothing.
    pub force_align: Option<u32>,
    /// By which function a string, in JSON, becomes this integer.
    pub hash: Option<Hash>,
    /// As which text formats give its bytes.
    pub base64: Option<Base64>,
    /// What is in its bytes.
    pub nested: Option<Nested>,
    /// Its attributes, those with a meaning, too.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

/// Whether a field of a table has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It may be missing, and is its default then. Fields of structs, too: they are always there.
    Default,
    /// It may be missing, and is nothing then: scalars with `= null`; strings, vectors, tables,
    /// structs and unions without a default.
    Optional,
    /// It has to be there.
    Required,
}

/// What is read where a field is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// Nothing.
    None,
    /// An integer, an enum's value, a tag, or a boolean (0 or 1).
    Integer(i128),
    /// A float; of `float` fields one that 32 bits hold.
    Float(f64),
    /// A string.
    Text(String),
    /// A vector without items.
    EmptyVector,
}

/// How a string becomes an integer: the Fowler–Noll–Vo hashes of
/// [draft-eastlake-fnv](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-17), those of 16
/// bits folded from 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// `fnv1_16`
    Fnv1W16,
    /// `fnv1a_16`
    Fnv1aW16,
    /// `fnv1_32`
    Fnv1W32,
    /// `fnv1a_32`
    Fnv1aW32,
    /// `fnv1_64`
    Fnv1W64,
    /// `fnv1a_64`
    Fnv1aW64,
}

impl Hash {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("fnv1_16", Self::Fnv1W16),
        ("fnv1a_16", Self::Fnv1aW16),
        ("fnv1_32", Self::Fnv1W32),
        ("fnv1a_32", Self::Fnv1aW32),
        ("fnv1_64", Self::Fnv1W64),
        ("fnv1a_64", Self::Fnv1aW64),
    ];

    /// How many bytes it makes.
    pub const fn size(self) -> u32 {
        match self {
            Self::Fnv1W16 | Self::Fnv1aW16 => 2,
            Self::Fnv1W32 | Self::Fnv1aW32 => 4,
            Self::Fnv1W64 | Self::Fnv1aW64 => 8,
        }
    }
}

/// As which text bytes are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// `base64`: with `+` and `/`.
    Standard,
    /// `base64url`: with `-` and `_`.
    Url,
}

/// What is in the bytes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nested {
    /// A FlatBuffer whose root is this table.
    Table(ObjectId),
    /// A FlexBuffer.
    Flexible,
}
