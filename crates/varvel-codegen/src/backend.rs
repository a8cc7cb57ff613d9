//! The trait that every language implements.

use varvel_fbs::{Joined, Schema};

use crate::options::{File, Files, Options, Takes, Unsupported};
use crate::plan::{Naming, Plan};

/// A generator of code in one language.
pub trait Backend: Sync {
    /// Returns the extension of its files, without the dot.
    fn extension(&self) -> &'static str;

    /// Returns how the language names things.
    fn naming(&self) -> &'static Naming;

    /// Returns the options that it takes.
    fn takes(&self) -> Takes {
        Takes::default()
    }

    /// Checks the options that it takes: whether names and paths are those of the language.
    /// [`Backend::code`] and [`Backend::code_joined`] do so, too.
    ///
    /// # Errors
    /// Returns an error that names the option whose code could not be compiled.
    fn check(&self, _: &Options) -> Result<(), Unsupported> {
        Ok(())
    }

    /// Returns whether all code in a folder is one scope, so that several schemas must be joined.
    fn joins(&self) -> bool {
        false
    }

    /// Returns the name in a file of code that may be declared only once in a folder, if there is
    /// one.
    fn once_in_folder<'c>(&self, _code: &'c str) -> Option<&'c str> {
        None
    }

    /// Returns the code of a plan that was made with [`Backend::naming`] and these options. The
    /// first file is the one that others are reached by.
    ///
    /// # Errors
    /// Returns an error if the schema cannot be expressed in this language.
    fn files(&self, plan: &Plan<'_>, options: &Options) -> Result<Vec<File>, Unsupported>;

    /// Returns the files of the runtime that the code needs, to be written beside it. There are
    /// none if the runtime is installed by the language's own package manager.
    fn runtime(&self) -> Vec<File> {
        Vec::new()
    }

    /// Plans and returns the code of a schema.
    ///
    /// # Errors
    /// Returns an error if the schema cannot be expressed in this language.
    fn code(&self, schema: &Schema, options: &Options) -> Result<Vec<File>, Unsupported> {
        self.check(options)?;
        self.files(
            &Plan::new(&schema.in_use(), self.naming(), options)?,
            options,
        )
    }

    /// Plans and returns the code of several schemas, in which each included file stands once.
    ///
    /// # Errors
    /// Returns an error if the schemas cannot be expressed in this language.
    fn code_joined(&self, joined: &Joined, options: &Options) -> Result<Vec<File>, Unsupported> {
        self.check(options)?;
        self.files(
            &Plan::joined(&joined.in_use(), self.naming(), options)?,
            options,
        )
    }

    /// Returns the code of a schema, in one file.
    ///
    /// # Errors
    /// Returns an error if the schema cannot be expressed in this language.
    fn generate(&self, schema: &Schema) -> Result<String, Unsupported> {
        self.code(schema, &Options::default()).map(first)
    }

    /// Returns the code of several schemas, in which each included file stands once: one file of
    /// code for each file of the schemas, and one that declares the others.
    ///
    /// # Errors
    /// Returns an error if the schemas cannot be expressed in this language.
    fn generate_joined(&self, joined: &Joined) -> Result<Vec<File>, Unsupported> {
        let options = Options {
            files: Files::Each,
            ..Options::default()
        };
        self.code_joined(joined, &options)
    }

    /// Returns the code of several schemas in one file, in which each included file stands once.
    ///
    /// # Errors
    /// Returns an error if the schemas cannot be expressed in this language.
    fn generate_in_one(&self, joined: &Joined) -> Result<String, Unsupported> {
        self.code_joined(joined, &Options::default()).map(first)
    }
}

fn first(files: Vec<File>) -> String {
    let first = files.into_iter().next();
    first.map(|file| file.code).unwrap_or_default()
}
