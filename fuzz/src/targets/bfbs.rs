//! Any bytes as a binary schema: refused with an error that can be printed, or a schema that is the
//! same after it is written and read, as a binary and as text.

use varvel_flatbuffers::reflect::{SchemaLayout, bfbs};
use varvel_fbs::{Schema, parse_text};

/// Returns a schema as text, since a default may be NaN. The first file is not compared: if files
/// include each other in a ring, it is unknown.
fn said(schema: &Schema) -> String {
    format!("{:?}", schema.clone().sorted().without_places())
}

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let schema = match bfbs::read(bytes) {
        Ok(schema) => schema,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = bfbs::write(&schema).expect("a schema that was read is one");
    assert!(bfbs::is_binary(&written));
    let again = bfbs::read(&written).expect("what is written is read");
    assert_eq!(said(&again), said(&schema));
    assert!(bfbs::write(&again).expect("as before") == written);
    let text = schema.to_string();
    let parsed = parse_text(&text).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
    assert_eq!(said(&parsed), said(&schema));
    SchemaLayout::new(&schema).expect("a schema has a layout");
}
