//! [`Cbor`]: the type that stands for the format. The room `format` implements its traits.

/// CBOR (RFC 8949).
#[derive(Debug)]
pub enum Cbor {}
