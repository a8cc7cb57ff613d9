//! The options of reading and writing MessagePack.

use varvel_core::{AsText, Limits};

/// The options of reading MessagePack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Bounds on what a document may cost.
    pub limits: Limits,
}

impl ReadOptions {
    /// Returns the default options with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }
}

impl From<Limits> for ReadOptions {
    fn from(limits: Limits) -> Self {
        Self::with_limits(limits)
    }
}

/// The options of writing MessagePack. Each part is written in as few bytes as possible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// The values that are written as text, because MessagePack has no kind for them: integers
    /// beyond 64 bits and decimals.
    pub as_text: AsText,
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

    /// Writes values as text that MessagePack has no kind for.
    ///
    /// ```
    /// use varvel::msgpack::{WriteOptions, Writer};
    /// use varvel::{AsText, Sink};
    /// let options = WriteOptions::default().with_as_text(AsText::ALL);
    /// let mut writer = Writer::with_options(options, Vec::new());
    /// writer.decimal("1.10")?;
    /// assert_eq!(writer.finish()?, b"\xA41.10");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn with_as_text(mut self, as_text: AsText) -> Self {
        self.as_text = as_text;
        self
    }
}
