//! [`Refused`]: why a file was not read, although the system could read its bytes.

use std::fmt;

use crate::Compression;

/// A file or a split was refused. The bytes were read, so this is no error of the system.
///
/// It is inside an [`io::Error`](std::io::Error), whose `get_ref` lends it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The file expands to more than this many times its size.
    Bomb(u64),
    /// The error of the decoder.
    Damaged(Compression, String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bomb(times) => write!(f, "it expands to more than {times} times its size"),
            Self::Damaged(how, what) => {
                write!(f, "its {} data cannot be unpacked: {what}", how.name())
            }
        }
    }
}

impl std::error::Error for Refused {}
