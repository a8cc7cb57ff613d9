//! [`Purpose`]: the output that a document is read for.

use crate::files::format::Format;

/// The output that a document is read for, where reading depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Anything.
    Any,
    /// JSON: text without NaN, for which a FlatBuffer has words. Decimals keep their digits.
    Json,
    /// Other text. Decimals keep their digits.
    Text,
    /// FlatBuffers, whose floats may have 32 bits: decimals are kept as they are written, so that
    /// they are rounded once.
    Flatbuffers,
}

impl Purpose {
    /// Returns the purpose of reading a document that is written in this format.
    pub fn of(to: Format) -> Self {
        let profile = to.profile();
        match to {
            Format::Flatbuffers | Format::FlatbuffersStream => Self::Flatbuffers,
            _ if profile.text && !profile.non_finite => Self::Json,
            _ if profile.text => Self::Text,
            _ => Self::Any,
        }
    }

    /// Returns whether a decimal of text is read with all its digits.
    pub fn keeps_decimals(self) -> bool {
        matches!(self, Self::Json | Self::Text)
    }
}
