//! Writes successive YAML documents into an output.

use alloc::vec::Vec;
use std::io::Write;

use crate::format::{Format, Profile};
use crate::serde::door::written::{self, Document};
use crate::yaml::{WriteOptions, Writer, Yaml};
use crate::{Error, Result};

/// Writes successive YAML documents into an output, with `---` before each but the first. A
/// document goes out when it is complete.
///
/// ```
/// use serde::Serialize;
/// use varvel::yaml::serde as serde_yaml;
/// let mut serializer = serde_yaml::Serializer::new(Vec::new());
/// [1, 2].serialize(&mut serializer)?;
/// "a".serialize(&mut serializer)?;
/// assert_eq!(serializer.into_inner()?, b"- 1\n- 2\n---\na\n");
/// # Ok::<(), varvel::Error>(())
/// ```
pub type Serializer<W> = written::Serializer<W, Writer>;

impl<W: Write> Serializer<W> {
    /// Writes into `output`.
    pub fn new(output: W) -> Self {
        Self::with_options(output, super::options())
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Returns `Io`.
    pub fn flush(&mut self) -> Result {
        let flushed = self.output.flush();
        flushed.map_err(|cause| Error::of_io(&cause))
    }

    /// Flushes the output and returns it.
    ///
    /// # Errors
    /// Returns `Io`.
    pub fn into_inner(mut self) -> Result<W> {
        self.flush()?;
        Ok(self.output)
    }
}

impl Document for Writer {
    type Options = WriteOptions;

    fn begin(options: &WriteOptions, first: bool) -> Self {
        let mut options = *options;
        options.start |= !first;
        Self::new(options)
    }

    fn end(self) -> Result<Vec<u8>> {
        self.finish()
    }

    fn taken_for(_: &WriteOptions) -> Profile {
        Yaml::PROFILE
    }
}
