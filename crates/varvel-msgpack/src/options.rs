//! What a caller may choose about reading and writing MessagePack.

use varvel_core::{AsText, Limits};

/// How MessagePack is read.
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

/// How MessagePack is written: each part in the fewest bytes that the format has for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Values to write as text, because MessagePack has no kind for them: integers beyond 64 bits
    /// and decimals.
    pub as_text: AsText,
}

impl WriteOptions {
    /// Writes as text what MessagePack has no kind for.
    ///
    /// ```
    /// use varvel_core::{AsText, Sink};
    /// use varvel_msgpack::{WriteOptions, Writer};
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// let mut writer = Writer::with_options(options, Vec::new());
    /// writer.decimal("1.10")?;
    /// assert_eq!(writer.finish()?, b"\xA41.10");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }
}
