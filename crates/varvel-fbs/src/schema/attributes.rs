//! Attributes, and the list of those that the language knows.

use alloc::string::String;
use alloc::vec::Vec;

/// The attributes of a definition, a field or a value, as they are written. Those with a meaning in
/// the model are among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes(pub Vec<Attribute>);

impl Attributes {
    /// Returns the attribute called `name`, if it is there.
    pub fn get(&self, name: &str) -> Option<&Attribute> {
        self.0.iter().find(|attribute| attribute.name == name)
    }

    /// Returns whether there is an attribute called `name`.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// An attribute: a name, and an optional value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name.
    pub name: String,
    /// The value after the colon.
    pub value: AttributeValue,
}

impl Attribute {
    /// Returns whether the language knows the attribute, so that it needs no declaration.
    ///
    /// ```
    /// use varvel::schema::fbs::{Attribute, AttributeValue};
    /// let named = |name: &str| Attribute { name: name.into(), value: AttributeValue::None };
    /// assert!(named("deprecated").is_known() && !named("of_my_own").is_known());
    /// ```
    pub fn is_known(&self) -> bool {
        KNOWN.iter().any(|(known, _)| *known == self.name)
    }
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeValue {
    /// No value.
    None,
    /// A string, without its quotes and escapes.
    Text(String),
    /// A number or a name, as it is written.
    Word(String),
}

impl AttributeValue {
    /// Returns the text of the value, of either kind. It is empty if there is none.
    pub fn as_str(&self) -> &str {
        match self {
            Self::None => "",
            Self::Text(text) | Self::Word(text) => text,
        }
    }
}

/// The kind of value that an attribute of the language needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    Text,
    Number,
    /// A value for one target language alone, which is kept as it is.
    Any,
}

/// The attributes that need no declaration, and the values that they need.
pub const KNOWN: &[(&str, Needs)] = &[
    ("base64", Needs::Nothing),
    ("base64url", Needs::Nothing),
    ("bit_flags", Needs::Nothing),
    ("cpp_ptr_type", Needs::Any),
    ("cpp_ptr_type_get", Needs::Any),
    ("cpp_str_flex_ctor", Needs::Any),
    ("cpp_str_type", Needs::Any),
    ("cpp_type", Needs::Any),
    ("csharp_partial", Needs::Any),
    ("deprecated", Needs::Nothing),
    ("flexbuffer", Needs::Nothing),
    ("force_align", Needs::Number),
    ("hash", Needs::Text),
    ("id", Needs::Number),
    ("idempotent", Needs::Any),
    ("key", Needs::Nothing),
    ("native_custom_alloc", Needs::Any),
    ("native_default", Needs::Any),
    ("native_inline", Needs::Any),
    ("native_type", Needs::Any),
    ("native_type_pack_name", Needs::Any),
    ("nested_flatbuffer", Needs::Text),
    ("offset64", Needs::Nothing),
    ("original_order", Needs::Nothing),
    ("primary_key", Needs::Nothing),
    ("private", Needs::Any),
    ("required", Needs::Nothing),
    ("shared", Needs::Nothing),
    ("sorted", Needs::Nothing),
    ("streaming", Needs::Any),
    ("vector64", Needs::Nothing),
];
