//! Schemas of types and of documents.
#![cfg(all(feature = "derive", feature = "schema", feature = "msgpack"))]

mod errors;
mod exported;
mod handlers;
mod imported;
mod inferred;
mod paths;
mod schemas_refused;
mod shown;
mod types;
mod validator;
mod validator_cost;
