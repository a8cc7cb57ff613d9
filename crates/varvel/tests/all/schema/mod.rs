//! Schemas of types and of documents, through every door.
#![cfg(all(feature = "derive", feature = "schema", feature = "msgpack"))]

mod errors;
mod exported;
mod handlers;
mod inferred;
mod paths;
mod shown;
mod types;
