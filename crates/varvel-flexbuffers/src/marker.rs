//! [`FlexBuffers`]: the type that stands for the format. Its methods are in `format`.

/// The format FlexBuffers. A buffer is verified before anything is read from it.
#[derive(Debug)]
pub enum FlexBuffers {}
