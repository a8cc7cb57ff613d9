//! FlatBuffers schemas: the `.fbs` language and its model.
//!
//! They have a model of their own, beside that of `varvel-schema`: slots, offsets, ids and
//! alignments mean nothing to documents.
//!
//! | item | what it is for |
//! |---|---|
//! | [`parse()`], [`parse_text`] | text into a schema, or all that is wrong with it |
//! | [`Files`], [`MemoryFiles`], `Disk` | where included files come from |
//! | [`compatible()`] | whether a schema may follow another, and what breaks |
//! | [`join`](fn@join) | several schemas as one, in which what they include stands once |
//! | [`Schema`], [`mod@model`] | what a schema is made of, laid out; it prints as `.fbs` text |
//!
//! The language is that of `flatc`, and what it refuses is refused, with these differences: an enum
//! may be used before it is declared; a name is looked up among all definitions, also those behind
//! it; a default that its type does not hold is an error where `flatc` makes infinity or `true` of
//! it; names that would clash in generated C++ alone do not.
//!
//! ```
//! use varvel_fbs::{DefaultValue, parse_text};
//! let schema = parse_text(
//!     "/// What can be seen.
//!      enum Color: ubyte { Red, Green, Blue }
//!      table Apple { color: Color = Green; weight: float; }
//!      root_type Apple;",
//! )?;
//! let apple = schema.object(schema.root.unwrap());
//! assert_eq!(apple.fields[0].default, DefaultValue::Integer(1));
//! # Ok::<(), varvel_fbs::Problems>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod compatible;
mod diagnostic;
mod files;
mod join;
mod load;
mod parse;
mod print;
mod resolve;
pub mod schema;

pub use compatible::{Change, Compatibility, compatible};
pub use diagnostic::{Problem, ProblemKind, Problems};
#[cfg(feature = "std")]
pub use files::Disk;
pub use files::{Files, Located, MemoryFiles};
pub use join::{Differs, Joined, Root, join};
pub use schema::{
    Attribute, AttributeValue, Attributes, Base64, Call, DefaultValue, Element, Enum, EnumId,
    EnumValue, Field, File, FileId, Hash, Name, Nested, Object, ObjectId, ObjectKind, Presence,
    Scalar, Schema, Service, SourcePos, Type, Union, UnionId, Variant,
};

use diagnostic::Found;

/// Reads the schema in the file `name`, with all that it includes. Time and memory are linear in
/// the files.
///
/// # Errors
/// All that is wrong, in all files.
pub fn parse(name: &str, files: &dyn Files) -> Result<Schema, Problems> {
    let mut found = Found::default();
    let mut loaded = load::load(name, files, &mut found);
    let schema = resolve::resolve(&mut loaded, &mut found);
    match found.is_empty() {
        true => Ok(schema),
        false => Err(Problems::new(found, loaded.sources)),
    }
}

/// Reads a schema that includes nothing.
///
/// # Errors
/// All that is wrong.
pub fn parse_text(text: &str) -> Result<Schema, Problems> {
    parse(
        "schema.fbs",
        &MemoryFiles::default().with("schema.fbs", text),
    )
}
