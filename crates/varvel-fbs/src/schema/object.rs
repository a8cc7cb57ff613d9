//! Tables and structs, and their fields.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Attributes, Name, ObjectId, SourcePos, Type};

/// The attribute of the key by which vectors are sorted, if there are several.
pub(crate) const PRIMARY_KEY: &str = "primary_key";

/// A table or a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The name.
    pub name: Name,
    /// The doc comment, one text for each line, as it is written after `///`.
    pub doc: Vec<String>,
    /// Whether it is a table or a struct.
    pub kind: ObjectKind,
    /// The fields, by ascending [`Field::slot`].
    pub fields: Vec<Field>,
    /// The size of a struct in bytes, with padding. It is 0 for tables.
    pub size: u32,
    /// The alignment of a struct in bytes. It is 1 for tables, whose fields are aligned each by
    /// itself.
    pub align: u32,
    /// Whether fields are written in the order of their declarations, not by their size.
    pub original_order: bool,
    /// The attributes. Those with a meaning in the model are among them.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

impl Object {
    /// Returns whether it is a struct.
    pub fn is_struct(&self) -> bool {
        self.kind == ObjectKind::Struct
    }

    /// Finds the field called `name`, in time linear in their number.
    pub fn field_named(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the field by which vectors of these objects are sorted and searched: the primary one
    /// of several keys. A deprecated field is no key, since nobody reads it.
    pub fn key(&self) -> Option<&Field> {
        let primary = self.keys().find(|field| field.attributes.has(PRIMARY_KEY));
        primary.or_else(|| self.keys().next())
    }

    /// Returns the fields by which vectors of these objects may be searched, [`Object::key`] among
    /// them. Only flatcc's schemas have more than one.
    pub fn keys(&self) -> impl Iterator<Item = &Field> {
        self.fields
            .iter()
            .filter(|field| field.key && !field.deprecated)
    }
}

/// The kind of an [`Object`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// Fields that may be absent and may be added later, found through a table of their offsets.
    Table,
    /// Fields at places that never change.
    Struct,
}

/// A field of a table or struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The doc comment, one text for each line.
    pub doc: Vec<String>,
    /// The type.
    pub ty: Type,
    /// The number of the field: its `id` in a table, its position in a struct.
    pub slot: u16,
    /// The bytes before the field in a struct. In a table, the place of its entry in the vtable:
    /// `4 + 2 * slot`.
    pub offset: u32,
    /// The bytes of padding after the field in a struct. It is 0 in a table.
    pub padding: u32,
    /// The value that is read if the field is absent.
    pub default: DefaultValue,
    /// Whether the field may be absent.
    pub presence: Presence,
    /// Whether the field is deprecated: it is no longer used, and its slot stays.
    pub deprecated: bool,
    /// Whether vectors of these objects are sorted and searched by the field. Of several keys one
    /// has the attribute `primary_key`, and vectors are sorted by that.
    pub key: bool,
    /// Whether functions that sort a whole buffer sort this vector: flatcc's attribute `sorted`.
    pub sorted: bool,
    /// Whether its offset has 64 bits.
    pub offset64: bool,
    /// Whether equal strings are to be written once.
    pub shared: bool,
    /// The alignment in bytes of the items of a vector, if it is more than they need. It means
    /// nothing for other fields.
    pub force_align: Option<u32>,
    /// The function that makes this integer from a string in JSON.
    pub hash: Option<Hash>,
    /// The text form of its bytes in text formats.
    pub base64: Option<Base64>,
    /// Whether an array of bytes is text with zeros behind it: flatcc's `[char:8]`.
    pub chars: bool,
    /// The kind of buffer in its bytes.
    pub nested: Option<Nested>,
    /// The attributes. Those with a meaning in the model are among them.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

/// Whether a field may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It may be absent, and is read as its default then. Fields of structs have this, too, though
    /// they are always there.
    Default,
    /// It may be absent, and reads as nothing then: scalars with `= null`, and strings, vectors,
    /// tables, structs and unions without a default.
    Optional,
    /// It must be present.
    Required,
}

/// The value that is read if a field is absent.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultValue {
    /// No value.
    None,
    /// An integer, an enum's value, a tag, or a boolean (0 or 1).
    Integer(i128),
    /// A float. In a `float` field it fits 32 bits.
    Float(f64),
    /// A string.
    Text(String),
    /// A vector without items.
    EmptyVector,
}

/// A hash that makes an integer from a string: the Fowler–Noll–Vo hashes of
/// [draft-eastlake-fnv](https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-17). Those of 16
/// bits are folded from 32.
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
    /// All hashes with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("fnv1_16", Self::Fnv1W16),
        ("fnv1a_16", Self::Fnv1aW16),
        ("fnv1_32", Self::Fnv1W32),
        ("fnv1a_32", Self::Fnv1aW32),
        ("fnv1_64", Self::Fnv1W64),
        ("fnv1a_64", Self::Fnv1aW64),
    ];

    /// Returns the size of the hash in bytes.
    pub const fn size(self) -> u32 {
        match self {
            Self::Fnv1W16 | Self::Fnv1aW16 => 2,
            Self::Fnv1W32 | Self::Fnv1aW32 => 4,
            Self::Fnv1W64 | Self::Fnv1aW64 => 8,
        }
    }
}

/// The alphabet of base64 text for bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// `base64`: with `+` and `/`.
    Standard,
    /// `base64url`: with `-` and `_`.
    Url,
}

/// The kind of buffer in the bytes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nested {
    /// A FlatBuffer whose root is this table.
    Table(ObjectId),
    /// A FlexBuffer.
    Flexible,
}
