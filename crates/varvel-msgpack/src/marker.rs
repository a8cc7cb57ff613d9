//! [`MessagePack`]: the type that stands for the format. What it does is in `format`.

/// MessagePack.
#[derive(Debug)]
pub enum MessagePack {}
