//! Errors of exceeded limits, with the same words for every format. They have no offset yet; the
//! caller adds it.

use super::{Error, ErrorKind};

impl Error {
    /// Makes the error of more containers inside each other than the limit.
    #[cold]
    #[inline(never)]
    pub fn too_deep(limit: usize) -> Self {
        let most = format_args!("at most {limit} containers inside each other");
        Self::worded(ErrorKind::DepthLimit, most)
            .with_hint("raise the limit `depth` if the input is trusted")
    }

    /// Makes the error of a type whose containers are deeper than a writer allows.
    #[cold]
    #[inline(never)]
    pub fn type_too_deep(limit: usize) -> Self {
        Self::too_deep(limit).with_hint(
            "a type that leads back to itself never ends; the write option `depth` allows more",
        )
    }

    /// Makes the error of more nodes than the limit.
    #[cold]
    #[inline(never)]
    pub fn too_many_nodes(limit: usize) -> Self {
        Self::worded(ErrorKind::NodeLimit, format_args!("at most {limit} nodes"))
            .with_hint("raise the limit `nodes` if the input is trusted")
    }

    /// Makes the error of more bytes than the limit. Its offset is the first byte beyond the limit.
    #[cold]
    #[inline(never)]
    pub fn too_large(limit: usize) -> Self {
        Self::worded(ErrorKind::SizeLimit, format_args!("at most {limit} bytes"))
            .with_hint("raise the limit `bytes` if the input is trusted")
            .with_offset(limit)
    }

    /// Makes the error of more bytes read again than the limit.
    #[cold]
    #[inline(never)]
    pub fn replayed_too_much(limit: usize) -> Self {
        let most = format_args!("at most {limit} times the input read again");
        Self::worded(ErrorKind::ReplayLimit, most).with_hint(
            "raise the limit `replay` if the input is trusted; a tag before what it tags is read once",
        )
    }
}
