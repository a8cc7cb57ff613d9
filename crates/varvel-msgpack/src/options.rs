//! What a caller may choose about reading MessagePack. Writing has one form, the shortest.

use varvel_core::Limits;

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
