//! Enums and unions.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Attributes, Element, Name, Scalar, SourcePos};

/// Integers with names.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The name.
    pub name: Name,
    /// What is said of it, line by line, as it stands behind `///`.
    pub doc: Vec<String>,
    /// The integer that it is stored as.
    pub underlying: Scalar,
    /// Whether values are sets of these: then each has one bit.
    pub bit_flags: bool,
    /// The names with their values, by ascending value.
    pub values: Vec<EnumValue>,
    /// Its attributes, those with a meaning, too.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

impl Enum {
    /// The value of a name.
    pub fn value_named(&self, name: &str) -> Option<&EnumValue> {
        self.values.iter().find(|value| value.name == name)
    }

    /// The name of a value, if it has one.
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
    /// What is said of it, line by line.
    pub doc: Vec<String>,
    /// The integer; of bit flags the bit itself (`1 << 3`), not its number.
    pub value: i128,
    /// Its attributes.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

/// One of several tables, structs and strings; or none, which is tag 0 and stands for itself as
/// `NONE`.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The name.
    pub name: Name,
    /// What is said of it, line by line.
    pub doc: Vec<String>,
    /// The integer that its tag is stored as; `ubyte` unless the schema says otherwise.
    pub tag: Scalar,
    /// What it may be, by ascending tag; `NONE` is not among them.
    pub variants: Vec<Variant>,
    /// Its attributes, those with a meaning, too.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}

impl Union {
    /// The variant of a name.
    pub fn variant_named(&self, name: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// The variant of a tag, if it is known; `None` for 0.
    pub fn variant_of(&self, tag: i128) -> Option<&Variant> {
        let at = self.variants.binary_search_by_key(&tag, |known| known.tag);
        at.ok().map(|at| &self.variants[at])
    }
}

/// What a union may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name in the union: what it is called there, or its type with `_` for the dots of the
    /// namespace.
    pub name: String,
    /// What is said of it, line by line.
    pub doc: Vec<String>,
    /// The tag that stands for it; never 0.
    pub tag: i128,
    /// What it holds: a table, a struct or a string.
    pub of: Element,
    /// Its attributes.
    pub attributes: Attributes,
    /// Where its name stands.
    pub place: SourcePos,
}
