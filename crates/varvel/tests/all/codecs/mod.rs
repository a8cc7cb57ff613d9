//! Codecs of `std` and of other crates' types, through every format: what goes in comes out.
#![cfg(feature = "msgpack")]
#![allow(missing_docs)]

mod errors;
#[cfg(all(feature = "derive", feature = "flexbuffers"))]
mod flexible;
mod foreign;
mod keys;
mod properties;
mod representation;
mod round_trips;
mod rows;
mod through;
