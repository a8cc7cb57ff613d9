//! What a caller may choose about reading and writing CBOR.

use varvel_core::{AsText, Limits};

/// How CBOR is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a document may cost.
    pub limits: Limits,
}

impl ReadOptions {
    /// The defaults with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// How CBOR is written: each part in its preferred form (RFC 8949, section 4.1), which is the shortest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether a document begins with the tag 55799, so that its first bytes tell what it is.
    pub signature: bool,
    /// Values to write as text, because they are beyond the numbers that are read: integers of more than 128 bytes, and
    /// decimals with such an integer or an exponent beyond 9999.
    pub as_text: AsText,
}

impl WriteOptions {
    /// Writes the tag 55799 first, by which the document is known as CBOR.
    ///
    /// ```
    /// use varvel_cbor::{WriteOptions, from_slice, to_vec_with};
    /// let bytes = to_vec_with(&7, &WriteOptions::default().with_signature())?;
    /// assert_eq!(bytes, [0xD9, 0xD9, 0xF7, 7]);
    /// assert_eq!(from_slice::<u8>(&bytes)?, 7);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_signature(mut self) -> Self {
        self.signature = true;
        self
    }

    /// Writes as text the numbers that would not be read as numbers.
    ///
    /// ```
    /// use varvel_cbor::{WriteOptions, Writer};
    /// use varvel_core::{AsText, Sink};
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// let mut writer = Writer::with_options(options, Vec::new());
    /// writer.decimal("1e10000")?;
    /// assert_eq!(writer.finish()?, b"\x671e10000");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }
}
