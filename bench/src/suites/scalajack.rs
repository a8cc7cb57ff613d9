//! `scalajack`: a record of a person as structs, from JSON that is indented or compact, and to
//! JSON.

use super::{Family, Options, Planned};
use crate::corpus;
use crate::subjects;

/// The families of cases.
const FAMILIES: &[(&str, Family)] = &[
    ("read", subjects::record_read),
    ("borrow", subjects::record_borrow),
    ("reuse", subjects::record_reuse),
];

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let compact = corpus::records();
    let pretty = compact.iter().map(|text| corpus::indent(text));
    let pretty: Vec<Vec<u8>> = pretty.collect::<Result<_, _>>()?;
    let mut planned = Vec::new();
    for &(family, subjects) in FAMILIES {
        for (name, documents) in [("pretty", &pretty), ("compact", &compact)] {
            let name = format!("{family}/{name}");
            planned.push(Planned::new("scalajack", name, documents.clone(), subjects));
        }
    }
    let name = "write/compact".to_owned();
    planned.push(Planned::new(
        "scalajack",
        name,
        compact,
        subjects::record_write,
    ));
    super::run(planned, options)
}
