//! [`Json`]: the type that stands for the format. The room `format` implements its traits.

/// JSON, RFC 8259.
#[derive(Debug)]
pub enum Json {}
