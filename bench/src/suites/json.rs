//! `json`: every document of jsonexamples unchanged and minified, and generated small ones; to a
//! tree and back to text. The field's standard files and the small ones are also driven and
//! validated.

use super::{Family, Options, Planned};
use crate::corpus;
use crate::subjects;

/// The field's standard files.
const STANDARD: &[&str] = &["twitter", "citm_catalog", "canada", "numbers", "gsoc-2018"];

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    super::run(plan()?, options)
}

/// The families of subjects, and whether they run on all documents or only on the standard and
/// generated ones.
const FAMILIES: &[(&str, Family, bool)] = &[
    ("parse", subjects::parse, true),
    ("write", subjects::write, true),
    ("drive", subjects::drive, false),
    ("validate", subjects::validate, false),
];

fn plan() -> Result<Vec<Planned>, String> {
    let examples = corpus::json_examples()?;
    let generated = [
        ("generated/record", corpus::records()),
        ("generated/event", corpus::events()),
    ];
    let orders = corpus::orders::all();
    let mut planned = Vec::new();
    for &(family, subjects, all) in FAMILIES {
        let mut plan = |name: &str, documents| {
            let name = format!("{family}/{name}");
            planned.push(Planned::new("json", name, documents, subjects));
        };
        for (name, document) in &examples {
            let minified = corpus::minify(document);
            let shorter = minified.len() < document.len();
            if family == "write" {
                plan(name, vec![minified]);
            } else if all || STANDARD.contains(&name.as_str()) {
                plan(name, vec![document.clone()]);
                if shorter && family == "parse" {
                    plan(&format!("{name}.min"), vec![minified]);
                }
            }
        }
        for (name, documents) in generated.iter().chain(&orders) {
            plan(name, documents.clone());
        }
    }
    Ok(planned)
}
