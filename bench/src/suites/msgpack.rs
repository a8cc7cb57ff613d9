//! `msgpack`: three of the field's standard files as MessagePack, to a tree and back; and from JSON
//! and to JSON. Throughput counts the bytes of the document's JSON, so that rows compare.

use super::{Family, Options, Planned};
use crate::corpus;
use crate::subjects;

/// The documents.
const DOCUMENTS: &[&str] = &["twitter", "citm_catalog", "canada"];

/// The families of cases.
const FAMILIES: &[(&str, Family)] = &[
    ("parse", subjects::msgpack_parse),
    ("write", subjects::msgpack_write),
    ("from-json", subjects::msgpack_from_json),
    ("to-json", subjects::msgpack_to_json),
];

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let mut examples = corpus::json_examples()?;
    examples.retain(|(name, _)| DOCUMENTS.contains(&name.as_str()));
    let mut planned = Vec::new();
    for &(family, subjects) in FAMILIES {
        for (name, document) in &examples {
            let name = format!("{family}/{name}");
            planned.push(Planned::new(
                "msgpack",
                name,
                vec![document.clone()],
                subjects,
            ));
        }
    }
    super::run(planned, options)
}
