//! serde over trees and buffers, and raw parts: through the public interface.
#![cfg(all(feature = "serde", feature = "msgpack"))]

mod address;
#[cfg(all(feature = "cbor", feature = "flexbuffers"))]
mod binary;
mod carried;
mod extensions;
mod formats;
mod hostile;
mod msgpack_names;
mod names;
mod raw;
mod trees;
#[cfg(feature = "yaml")]
mod yaml_names;
