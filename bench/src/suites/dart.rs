//! `dart`: the suite of libdart. For now its parse and write cases, flat and nested, and the flat object
//! built from texts in memory; lookup, insert and iteration follow with `View` and `Value`.

use super::{Options, Planned};
use crate::corpus;
use crate::subjects;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let data = [
        ("flat", corpus::dart_flat()),
        ("nested", corpus::dart_nested()),
    ];
    let mut planned = Vec::new();
    for (name, documents) in &data {
        let name = format!("parse/{name}");
        planned.push(Planned::new(
            "dart",
            name,
            documents.clone(),
            subjects::parse,
        ));
    }
    let [(name, flat), _] = &data;
    planned.push(Planned::new(
        "dart",
        format!("build/{name}"),
        flat.clone(),
        subjects::build,
    ));
    for (name, documents) in data {
        planned.push(Planned::new(
            "dart",
            format!("write/{name}"),
            documents,
            subjects::write,
        ));
    }
    super::run(planned, options)
}
