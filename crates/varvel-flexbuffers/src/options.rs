//! The options of reading and writing FlexBuffers.

use varvel_core::{AsText, Limits};

/// The options for reading FlexBuffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The limits on what a buffer may cost.
    pub limits: Limits,
}

impl ReadOptions {
    /// Returns the defaults with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// The options for writing FlexBuffers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// The values to write as text, because FlexBuffers have no type for them: integers beyond 64
    /// bits, decimals, points in time, and keys that are no strings.
    pub as_text: AsText,
    /// Whether equal strings are written once, for documents that have many of them. This costs a
    /// look into a table for each string.
    pub shared_strings: bool,
    /// How many containers a type may open inside each other: by default as many as a reader
    /// takes (128). Each level is a call, so the levels must fit the stack. Trees are written at
    /// any depth.
    pub depth: Option<usize>,
}

impl WriteOptions {
    /// Allows a type to open `depth` containers inside each other. Each level is a call, so they
    /// must fit the stack, and a reader needs the same limit.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = Some(depth);
        self
    }

    /// Returns how many containers a type may open inside each other.
    pub(crate) fn most(&self) -> usize {
        self.depth.unwrap_or(Limits::DEFAULT.depth)
    }

    /// Writes values as text that FlexBuffers have no type for.
    ///
    /// ```
    /// use varvel::flexbuffers::{WriteOptions, to_vec, to_vec_with};
    /// use varvel::{AsText, Number};
    /// let large = Number::Big("18446744073709551616");
    /// assert!(to_vec(&large).is_err());
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// assert_eq!(to_vec_with(&large, &options)?, to_vec("18446744073709551616")?);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }

    /// Writes equal strings once.
    ///
    /// ```
    /// use varvel::flexbuffers::{WriteOptions, to_vec, to_vec_with};
    /// let words = ["once upon a time"; 3];
    /// let shared = WriteOptions::default().with_shared_strings();
    /// assert!(to_vec_with(&words, &shared)?.len() + 32 < to_vec(&words)?.len());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_shared_strings(mut self) -> Self {
        self.shared_strings = true;
        self
    }
}
