//! The classes that the kinds of errors fall into.

/// A coarse class of errors; see [`Error::classify`](super::Error::classify).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// Reading or writing failed in the operating system.
    Io,
    /// The input is not a document of its format, or it is beyond a limit.
    Syntax,
    /// The document is well-formed, but it is not what the caller asked for.
    Data,
    /// The input ends inside a document.
    Eof,
}
