//! The options of generated code, its files, and the error of a generator.

use std::fmt;

/// The options of generated code. A backend ignores those that it does not take
/// ([`Backend::takes`](crate::Backend::takes)); a caller who offers them to a user refuses them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The files that the code is divided into.
    pub files: Files,
    /// The name of the file of code without its extension, and of the root file where there are
    /// several: usually the name of the schema. Without a name it is `schema`.
    pub stem: Option<String>,
    /// The package of the code, in languages that have packages.
    pub package: Option<String>,
    /// The text before the name of each type.
    pub prefix: Option<String>,
    /// The place of the runtime, in the form in which the code names it: the path of an import or
    /// of an include. Without it, the code names the place where the runtime is usually installed.
    pub runtime: Option<String>,
    /// Whether the code is without JSON: a program that uses it does not link the runtime's reader
    /// and writer of JSON.
    pub no_json: bool,
}

impl Options {
    /// Checks that the prefix is the beginning of a name.
    pub(crate) fn check_prefix(&self) -> Result<(), Unsupported> {
        let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
        let is_name = |text: &str| {
            text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
        };
        match self.prefix.as_deref() {
            Some(prefix) if !prefix.is_empty() && !is_name(prefix) => {
                let expected = "letters, digits and `_`, and no digit at the beginning";
                Err(Unsupported::option("prefix of names", prefix, expected))
            }
            _ => Ok(()),
        }
    }

    /// Returns the name of the file of code without its extension.
    ///
    /// ```
    /// assert_eq!(varvel_codegen::Options::default().stem(), "schema");
    /// ```
    pub fn stem(&self) -> &str {
        self.stem.as_deref().unwrap_or("schema")
    }
}

/// The files that the code is divided into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// All code is in one file.
    #[default]
    One,
    /// Each file of the schema becomes a file of code.
    Each,
}

/// The options that a language takes, beside [`Options::files`] and [`Options::stem`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Takes {
    /// [`Options::package`]
    pub package: bool,
    /// [`Options::prefix`]
    pub prefix: bool,
    /// [`Options::runtime`]
    pub runtime: bool,
    /// [`Options::no_json`]
    pub no_json: bool,
}

/// A file of generated code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The name of the file. Folders in it are parted by `/`.
    pub name: String,
    /// The code in the file.
    pub code: String,
}

/// The error for a schema that cannot be expressed in a language, or for an option that cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    what: String,
    is_option: bool,
}

impl Unsupported {
    /// Makes the error of a schema.
    pub(crate) fn schema(what: String) -> Self {
        Self {
            what,
            is_option: false,
        }
    }

    /// Makes the error of an option whose value no code could have.
    pub(crate) fn option(name: &str, value: &str, expected: &str) -> Self {
        Self {
            what: format!("`{value}` cannot be the {name}, which is {expected}"),
            is_option: true,
        }
    }

    /// Returns whether an option is wrong, and not the schema.
    pub fn is_option(&self) -> bool {
        self.is_option
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_option {
            true => f.write_str(&self.what),
            false => write!(f, "cannot make code of this schema: {}", self.what),
        }
    }
}

impl std::error::Error for Unsupported {}
