//! Enums and unions.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Attributes, Element, Name, Scalar, SourcePos};

/// An enum: an integer type with named values.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The name.
    pub name: Name,
    /// The doc comment, one text for each line, as it is written after `///`.
    pub doc: Vec<String>,
    /// The integer type that stores it.
    pub underlying: Scalar,
    /// Whether values are sets of bits: then each named value is one bit.
    pub bit_flags: bool,
    /// The named values, by ascending value.
    pub values: Vec<EnumValue>,
    /// The attributes. Those with a meaning in the model are among them.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

impl Enum {
    /// Returns the value called `name`.
    pub fn value_named(&self, name: &str) -> Option<&EnumValue> {
        self.values.iter().find(|value| value.name == name)
    }

    /// Returns the named value with this integer, if there is one.
    pub fn value_of(&self, value: i128) -> Option<&EnumValue> {
        let at = self
            .values
            .binary_search_by_key(&value, |known| known.value);
        at.ok().map(|at| &self.values[at])
    }
}

/// A value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The name.
    pub name: String,
    /// The doc comment, one text for each line.
    pub doc: Vec<String>,
    /// The integer. For bit flags this is the bit itself (`1 << 3`), not its number.
    pub value: i128,
    /// The attributes.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

/// A union: a value of one of several tables, structs and strings, or none. None has the tag 0 and
/// the name `NONE`.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The name.
    pub name: Name,
    /// The doc comment, one text for each line.
    pub doc: Vec<String>,
    /// The integer type that stores the tag: `ubyte` unless the schema declares another.
    pub tag: Scalar,
    /// The variants, by ascending tag, without `NONE`.
    pub variants: Vec<Variant>,
    /// The attributes. Those with a meaning in the model are among them.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}

impl Union {
    /// Returns the variant called `name`.
    pub fn variant_named(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// Returns the variant with this tag, if it is known. Tag 0 has none.
    pub fn variant_of(&self, tag: i128) -> Option<&Variant> {
        let at = self.variants.binary_search_by_key(&tag, |known| known.tag);
        at.ok().map(|at| &self.variants[at])
    }
}

/// A variant of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name in the union: a declared one, or that of its type with `_` for the dots of the
    /// namespace.
    pub name: String,
    /// The doc comment, one text for each line.
    pub doc: Vec<String>,
    /// The tag; never 0.
    pub tag: i128,
    /// The type that it holds: a table, a struct or a string.
    pub of: Element,
    /// The attributes.
    pub attributes: Attributes,
    /// The place of the name.
    pub place: SourcePos,
}
