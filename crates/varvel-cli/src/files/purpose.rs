//! [`Purpose`]: the output that a document is read for.

/// The output that a document is read for, where reading depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Anything.
    Any,
    /// JSON, which has no NaN: a FlatBuffer has words for it. Decimals keep their digits.
    Json,
    /// Other text. Decimals keep their digits.
    Text,
    /// FlatBuffers, whose floats may have 32 bits: decimals are kept as they are written, so that they are rounded once.
    Flatbuffers,
}

impl Purpose {
    /// Whether a decimal of text is to be read with all its digits.
    pub fn keeps_decimals(self) -> bool {
        matches!(self, Self::Json | Self::Text)
    }
}
