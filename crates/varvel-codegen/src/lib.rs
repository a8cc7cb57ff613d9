//! Generates code from schemas: a [`Backend`] for each language. There is one, [`Rust`].
//!
//! | room | holds |
//! |---|---|
//! | `rust` | the backend for Rust over `varvel-flatbuffers` |
//! | `build` | calls for a `build.rs` |
//!
//! The code depends on the schema alone, so that every machine generates the same bytes.
//!
//! ```
//! use varvel_codegen::{Backend, Rust};
//! let schema = varvel_fbs::parse_text("table Point { x: int; } root_type Point;")?;
//! let code = Rust.generate(&schema)?;
//! assert!(code.contains("pub fn x(self) -> i32"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod build;
mod rust;

use std::fmt;

use varvel_fbs::{Joined, Schema};

pub use build::{BuildError, Builder, join_files};
pub use rust::Rust;

/// A generator of code in one language.
pub trait Backend {
    /// Returns the extension of its files, without the dot.
    fn extension(&self) -> &'static str;

    /// Returns the code of a schema, in one file.
    ///
    /// # Errors
    /// Returns an error if the schema cannot be expressed in this language.
    fn generate(&self, schema: &Schema) -> Result<String, Unsupported>;

    /// Returns the code of several schemas, in which each included file stands once: one file of
    /// code for each file of the schemas, and one that declares the others.
    ///
    /// # Errors
    /// Returns an error if the schemas cannot be expressed in this language.
    fn generate_joined(&self, joined: &Joined) -> Result<Vec<File>, Unsupported>;

    /// Returns the code of several schemas in one file, in which each included file stands once.
    ///
    /// # Errors
    /// Returns an error if the schemas cannot be expressed in this language.
    fn generate_in_one(&self, joined: &Joined) -> Result<String, Unsupported>;
}

/// A file of generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name of the file.
    pub name: String,
    /// The code in the file.
    pub code: String,
}

/// The error for a schema that cannot be expressed in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    what: String,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot make code of this schema: {}", self.what)
    }
}

impl std::error::Error for Unsupported {}
