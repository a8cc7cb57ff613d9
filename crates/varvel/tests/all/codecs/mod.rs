//! Codecs of `std` and of other crates' types, through every format: a value is the same after
//! writing and reading.
#![cfg(feature = "msgpack")]
#![allow(missing_docs)]

#[cfg(all(
    feature = "derive",
    feature = "flexbuffers",
    feature = "rust_decimal",
    feature = "serde",
    feature = "yaml"
))]
mod decimals;
mod errors;
#[cfg(all(feature = "derive", feature = "flexbuffers"))]
mod flexible;
#[cfg(all(
    feature = "derive",
    feature = "flexbuffers",
    feature = "serde",
    feature = "yaml"
))]
mod floats;
mod foreign;
mod keys;
mod limits;
mod properties;
#[cfg(all(feature = "derive", feature = "schema", feature = "yaml"))]
mod recursive;
mod representation;
mod round_trips;
mod rows;
mod through;

/// Returns a text in UTF-16 with its byte order mark, which YAML may be in.
#[cfg(all(
    feature = "derive",
    feature = "flexbuffers",
    feature = "serde",
    feature = "yaml"
))]
fn utf16(text: &str) -> Vec<u8> {
    let units = core::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}
