//! FlatBuffers schemas: the `.fbs` language and its model.
//!
//! These schemas have a model of their own, beside that of `varvel-schema`: slots, offsets, ids and
//! alignments mean nothing to documents.
//!
//! | item | use |
//! |---|---|
//! | [`parse()`], [`parse_text`] | read text into a schema, or report all problems |
//! | [`Files`], [`MemoryFiles`], `Disk` | sources of included files |
//! | [`compatible()`] | compare two versions of a schema, and report what breaks |
//! | [`join`](fn@join) | join several schemas, so that each included file stands once |
//! | [`Schema`] | the model of a schema with its layout; it prints as `.fbs` text |
//!
//! The language is that of `flatc`, which accepts and refuses the same schemas, with these
//! exceptions:
//!
//! - An enum may be used before it is declared.
//! - A name is looked up among all definitions, also those after it.
//! - A default that its type cannot hold is an error. `flatc` makes infinity or `true` of it.
//! - Names may clash if they would do so in generated C++ alone.
//! - As in flatcc, an array of `char` in a struct is text, a struct may be the root of a buffer,
//!   and a deprecated field of a struct is padding. Of several keys one is the `primary_key`, and
//!   vectors may be `sorted`.
//!
//! ```
//! use varvel::schema::fbs::{DefaultValue, parse_text};
//! let schema = parse_text(
//!     "/// The color of an apple.
//!      enum Color: ubyte { Red, Green, Blue }
//!      table Apple { color: Color = Green; weight: float; }
//!      root_type Apple;",
//! )?;
//! let apple = schema.object(schema.root.unwrap());
//! assert_eq!(apple.fields[0].default, DefaultValue::Integer(1));
//! # Ok::<(), varvel::schema::fbs::Problems>(())
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

/// Reads the schema in the file `name`, with all files that it includes. Time and memory are linear
/// in the files.
///
/// # Errors
/// Returns all problems, in all files.
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
/// Returns all problems.
pub fn parse_text(text: &str) -> Result<Schema, Problems> {
    parse(
        "schema.fbs",
        &MemoryFiles::default().with("schema.fbs", text),
    )
}
