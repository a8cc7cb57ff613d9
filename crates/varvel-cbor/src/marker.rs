//! [`Cbor`]: the type that stands for the format. What it does is in `format`.

/// CBOR (RFC 8949).
#[derive(Debug)]
pub enum Cbor {}
