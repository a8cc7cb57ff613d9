//! `cbor`: three of the field's standard files as CBOR, to a tree and back, and to structs and
//! back. Throughput counts the bytes of the document's JSON, so that rows compare.

use super::{Family, Options, Planned};
use crate::corpus;
use crate::structs::{Canada, CitmCatalog, Struct, Twitter};
use crate::subjects::{self, cbor as trees};

/// The documents.
const DOCUMENTS: &[&str] = &["twitter", "citm_catalog", "canada"];

/// The families of cases that read or write a tree, with their subjects.
const TREES: &[(&str, Family)] = &[("parse", trees::parse), ("write", trees::write)];

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let mut examples = corpus::json_examples()?;
    examples.retain(|(name, _)| DOCUMENTS.contains(&name.as_str()));
    let mut planned = Vec::new();
    for &(family, subjects) in TREES {
        for (name, document) in &examples {
            let case = format!("{family}/{name}");
            planned.push(Planned::new("cbor", case, vec![document.clone()], subjects));
        }
    }
    for family in ["structs", "write-structs"] {
        for (name, document) in &examples {
            let plan = match name.as_str() {
                "twitter" => plan::<Twitter>,
                "citm_catalog" => plan::<CitmCatalog>,
                _ => plan::<Canada>,
            };
            planned.push(plan(family, name, document));
        }
    }
    super::run(planned, options)
}

fn plan<T: Struct>(family: &str, name: &str, document: &[u8]) -> Planned {
    let subjects = match family {
        "structs" => subjects::structs_from_cbor::<T>,
        _ => subjects::structs_to_cbor::<T>,
    };
    let case = format!("{family}/{name}");
    Planned::new("cbor", case, vec![document.to_vec()], subjects)
        .checked_by(subjects::structs_truth::<T>)
}
