//! [`MessagePack`]: the type that stands for the format. The room `format` implements its traits.

/// MessagePack.
#[derive(Debug)]
pub enum MessagePack {}
