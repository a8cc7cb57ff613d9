//! FlatBuffers with schemas that are read at run time: reads them into every shape and format, and
//! writes them. See [`varvel_flatbuffers`], which the code that `varvel gen` writes also uses.
//!
//! ```
//! use varvel::flatbuffers::{Dynamic, SchemaLayout, to_vec};
//! use varvel::{json, schema::fbs};
//!
//! let schema = fbs::parse_text("table Apple { name: string; grams: ushort = 150; } root_type Apple;").unwrap();
//! let layout = SchemaLayout::new(&schema)?;
//! let bytes = to_vec(&layout, &json::freeze(br#"{"grams": 180, "name": "Cox"}"#)?)?;
//! assert_eq!(json::to_string(&Dynamic::new(&layout, &bytes)?)?, r#"{"name":"Cox","grams":180}"#);
//! # Ok::<(), varvel::Error>(())
//! ```

pub use varvel_flatbuffers::reflect::{
    BuildOptions, Builder, Dynamic, Options, SchemaLayout, bfbs, to_vec,
};
pub use varvel_flatbuffers::{Identifier, Verify};
