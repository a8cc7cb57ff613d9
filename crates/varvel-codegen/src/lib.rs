//! Generates code from schemas: a [`Backend`] for each language, over a [`plan`] that all share.
//!
//! | room | holds |
//! |---|---|
//! | [`plan`] | names, classified fields, modules and files: all that does not depend on a syntax |
//! | `languages` | the table of languages |
//! | `backend` | the trait that a language implements |
//! | `options` | options of the code, files, errors |
//! | `go` | the backend for Go over `bindings/go/flatbuffers` |
//! | `rust` | the backend for Rust over `varvel-flatbuffers` |
//! | `c` | the backend for C, and its runtime |
//! | `dart` | the backend for Dart over `bindings/dart` |
//! | `comment` | the comments of a schema as lines |
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
//!
//! # Adding a language
//! A language is a folder beside `rust/` with a [`Backend`], and a row in [`LANGUAGES`]. The
//! backend says how its language names things ([`plan::Naming`]), and writes files from a
//! [`plan::Plan`]. The command `varvel gen` and its options follow from the row.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod backend;
mod build;
mod c;
mod comment;
mod dart;
mod go;
mod languages;
mod options;
pub mod plan;
mod rust;

pub use backend::Backend;
pub use build::{BuildError, Builder, join_files};
pub use c::C;
pub use dart::Dart;
pub use go::Go;
pub use languages::{LANGUAGES, Language};
pub use options::{File, Files, Options, Takes, Unsupported};
pub use rust::Rust;
