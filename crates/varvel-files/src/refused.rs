//! [`Refused`]: why a file was not read, although the system could read its bytes.

use std::{fmt, io};

use crate::Compression;

/// A file or a split was refused. The bytes were read, so this is no error of the system.
///
/// It is inside an [`io::Error`], whose `get_ref` lends it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Refused {
    /// The file expands to more than this many times its size.
    Bomb(u64),
    /// The error of the decoder.
    Damaged(Compression, String),
    /// The split does not fit the file: the reason.
    Split(String),
}

impl Refused {
    /// Returns the error for a split that does not fit its file.
    pub(crate) fn split(why: impl Into<String>) -> io::Error {
        io::Error::other(Self::Split(why.into()))
    }

    /// Returns the error for data that no decoder takes.
    pub(crate) fn damaged(how: Compression, what: impl Into<String>) -> io::Error {
        io::Error::other(Self::Damaged(how, what.into()))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bomb(times) => write!(f, "it expands to more than {times} times its size"),
            Self::Damaged(how, what) => {
                write!(f, "its {} data cannot be unpacked: {what}", how.name())
            }
            Self::Split(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Refused {}
