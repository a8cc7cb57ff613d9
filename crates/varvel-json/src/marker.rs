//! [`Json`]: the type that stands for the format. What it does is in `format`.

/// JSON, RFC 8259.
#[derive(Debug)]
pub enum Json {}
