//! The table of languages.

use std::fmt;

use crate::backend::Backend;
use crate::c::C;
use crate::dart::Dart;
use crate::go::Go;
use crate::rust::Rust;

/// A language that code can be generated in.
#[derive(Clone, Copy)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// A line for a user who chooses between languages.
    pub about: &'static str,
    /// Its generator.
    pub backend: &'static dyn Backend,
}

/// All languages. A row adds one to the command.
pub const LANGUAGES: &[Language] = &[
    Language {
        name: "rust",
        about: "Rust over the crate `varvel-flatbuffers`",
        backend: &Rust,
    },
    Language {
        name: "go",
        about: "Go over the package `flatbuffers` of Varvel's module for Go",
        backend: &Go,
    },
    Language {
        name: "dart",
        about: "Dart over the package `varvel`",
        backend: &Dart,
    },
    Language {
        name: "c",
        about: "C99 over the runtime `varvel_flatbuffers.h`",
        backend: &C,
    },
];

impl Language {
    /// Returns the language called `name`.
    ///
    /// ```
    /// use varvel_codegen::Language;
    /// assert!(Language::named("rust").is_some() && Language::named("cobol").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.name == name)
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Language").field(&self.name).finish()
    }
}
