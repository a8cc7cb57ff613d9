//! YAML into types.
#![cfg(all(
    feature = "derive",
    feature = "msgpack",
    feature = "serde",
    feature = "yaml"
))]

mod places;
mod plain;
mod variants;
