//! Schemas: what documents look like, of types and of documents that are there. See [`varvel_schema`].
//!
//! `#[derive(varvel::Schema)]` describes your own types.
//!
//! ```
//! use varvel::{json, schema::{JsonSchema, Schema}};
//! let schema = Schema::of::<Vec<Option<u16>>>();
//! assert_eq!(schema.to_string(), "array of integer, 0 to 65535 or null\n");
//! let text = json::to_string(&JsonSchema(&schema))?;
//! assert!(text.contains(r#""items":{"anyOf":[{"type":"integer","minimum":0,"maximum":65535},{"type":"null"}]}"#));
//! # Ok::<(), varvel::Error>(())
//! ```

#[doc(hidden)]
pub use varvel_schema::__private;
pub use varvel_schema::*;
