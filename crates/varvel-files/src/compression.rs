//! [`Compression`]: how a file is compressed, by its name and its first bytes.

use std::path::Path;

use varvel::{Decode, Encode};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
#[varvel(rename_all = "lowercase")]
pub enum Compression {
    /// RFC 1952; several members are read as one.
    Gzip,
    /// RFC 8878; several frames are read as one.
    Zstd,
}

impl Compression {
    /// Returns how files of this name are compressed, if they are.
    pub fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "gz" => Some(Self::Gzip),
            "zst" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns how an input that begins with `head` is compressed, if it is.
    pub fn of_bytes(head: &[u8]) -> Option<Self> {
        match head {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Self::Zstd),
            // A frame with content for other programs, which readers skip.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns whether a compressed input may begin with these bytes. An array of JSON begins with
    /// the first byte of a frame that is skipped, but not with the second.
    pub fn may_begin_with(head: &[u8]) -> bool {
        match head {
            [0x1F | 0x28, ..] => true,
            [0x50..=0x5F, rest @ ..] => rest.iter().zip([0x2A, 0x4D, 0x18]).all(|(a, b)| *a == b),
            _ => false,
        }
    }

    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}
