//! Codecs of `std` and of other crates' types, through every format: what goes in comes out.
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
mod properties;
mod representation;
mod round_trips;
mod rows;
mod through;
