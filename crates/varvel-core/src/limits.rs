//! What input may ask for, the same for every format and every shape.

/// Bounds on what a document may cost. Every path checks them: reading, skipping, validating,
/// building, printing.
///
/// ```
/// use varvel_core::Limits;
/// let limits = Limits { depth: 16, ..Limits::DEFAULT };
/// assert_eq!(limits.bytes, usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many containers may be open at once. 128 by default. No limit makes the library
    /// recurse: depth costs heap memory, never stack.
    pub depth: usize,
    /// How many nodes a document may have. No limit of its own by default: a node costs at least
    /// a byte of input.
    pub nodes: usize,
    /// How many bytes a document may have. No limit by default.
    pub bytes: usize,
}

impl Limits {
    /// Depth 128, nothing else limited.
    pub const DEFAULT: Self = Self {
        depth: 128,
        nodes: usize::MAX,
        bytes: usize::MAX,
    };

    /// Nothing limited: for trees that are in memory already.
    ///
    /// ```
    /// use varvel_core::Limits;
    /// assert_eq!(Limits::NONE.depth, usize::MAX);
    /// ```
    pub const NONE: Self = Self {
        depth: usize::MAX,
        ..Self::DEFAULT
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What a consumer does when one object has the same key twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Refuse the document.
    #[default]
    Error,
    /// Keep the first member of that key, drop the later ones.
    First,
    /// Keep the last member of that key (at its own place), drop the earlier ones.
    Last,
}
