//! Any bytes as a binary schema: refused with an error that can be shown, or a schema that is
//! written as what reads as the same, and prints as text that does.

use varvel_flatbuffers::reflect::{SchemaLayout, bfbs};
use varvel_fbs::{Schema, parse_text};

/// As text, since a default may be NaN. Which file is first is not said where they include each
/// other in a ring.
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
