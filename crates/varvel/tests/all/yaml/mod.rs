//! YAML into types.

mod plain;
mod variants;
