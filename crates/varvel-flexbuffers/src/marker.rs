//! [`FlexBuffers`]: the type that stands for the format. What it does is in `format`.

/// FlexBuffers. A buffer is verified before anything is read from it.
#[derive(Debug)]
pub enum FlexBuffers {}
