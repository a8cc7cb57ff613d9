//! Code from schemas: a [`Backend`] for each language, of which there is [`Rust`].
//!
//! | room | holds |
//! |---|---|
//! | `rust` | Rust over `varvel-flatbuffers` |
//! | `build` | what a `build.rs` calls |
//!
//! What is generated depends on the schema alone, so that it is the same on every machine.
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

/// Makes code of one language.
pub trait Backend {
    /// How names of its files end, without the dot.
    fn extension(&self) -> &'static str;

    /// The code of a schema, in one file.
    ///
    /// # Errors
    /// What cannot be said in this language.
    fn generate(&self, schema: &Schema) -> Result<String, Unsupported>;

    /// The code of several schemas, in which what they include stands once: a file for each of
    /// theirs, and what leads to them.
    ///
    /// # Errors
    /// What cannot be said in this language.
    fn generate_joined(&self, joined: &Joined) -> Result<Vec<File>, Unsupported>;

    /// The same in one file.
    ///
    /// # Errors
    /// What cannot be said in this language.
    fn generate_in_one(&self, joined: &Joined) -> Result<String, Unsupported>;
}

/// A file of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub code: String,
}

/// What cannot be said in a language.
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
