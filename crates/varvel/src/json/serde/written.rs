//! Writes successive JSON values into an output.

use alloc::vec::Vec;
use std::io::Write;

use crate::Result;
use crate::format::{Format, Profile};
use crate::json::{Json, WriteOptions, Writer};
use crate::serde::door::written::{self, Document};

/// Writes successive JSON values into an output, with nothing between them. A value goes out when
/// it is complete.
///
/// ```
/// use serde::Serialize;
/// use varvel::json::serde as serde_json;
/// let mut serializer = serde_json::Serializer::new(Vec::new());
/// [1, 2].serialize(&mut serializer)?;
/// "a".serialize(&mut serializer)?;
/// assert_eq!(serializer.into_inner(), br#"[1,2]"a""#);
///
/// let mut lines = Vec::new();
/// (1,).serialize(&mut serde_json::Serializer::pretty(&mut lines))?;
/// assert_eq!(lines, b"[\n  1\n]");
/// # Ok::<(), varvel::Error>(())
/// ```
pub type Serializer<W> = written::Serializer<W, Writer>;

impl<W: Write> Serializer<W> {
    /// Writes compact JSON.
    pub fn new(output: W) -> Self {
        Self::with_options(output, super::compact())
    }

    /// Writes JSON on lines, with two spaces a level.
    pub fn pretty(output: W) -> Self {
        Self::with_options(output, super::pretty())
    }

    /// Returns the output.
    pub fn into_inner(self) -> W {
        self.output
    }
}

impl Document for Writer {
    type Options = WriteOptions;

    fn begin(options: &WriteOptions, _: bool) -> Self {
        Self::new(*options)
    }

    fn end(self) -> Result<Vec<u8>> {
        self.finish()
    }

    fn taken_for(_: &WriteOptions) -> Profile {
        Json::PROFILE
    }
}
