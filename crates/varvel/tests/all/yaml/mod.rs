//! YAML into types.

mod places;
mod plain;
mod variants;
