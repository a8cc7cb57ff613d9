//! `yaml`: a configuration of 2 MB in block and in flow style, and citm_catalog in block style; to
//! events, to a frozen document, to structs, and back to text. Throughput counts the YAML.

use super::{Family, Options, Planned, Truth};
use crate::corpus;
use crate::corpus::config::{Layout, config};
use crate::subjects::yaml as subjects;

/// The bytes of the configuration in block style.
const CONFIG: usize = 2 << 20;

/// The documents that are read to events and to frozen documents.
const READ: &[&str] = &["block", "flow", "citm_catalog"];
/// The documents that are written.
const WRITTEN: &[&str] = &["block", "citm_catalog"];
/// The documents that are read to structs.
const STRUCTS: &[&str] = &["citm_catalog"];

/// A family, the right result of its work, and its documents.
const FAMILIES: &[(&str, Family, Truth, &[&str])] = &[
    ("events", subjects::events, subjects::events_truth, READ),
    ("freeze", subjects::freeze, subjects::freeze_truth, READ),
    (
        "structs",
        subjects::structs,
        subjects::structs_truth,
        STRUCTS,
    ),
    ("write", subjects::write, subjects::freeze_truth, WRITTEN),
];

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let mut planned = Vec::new();
    for &(family, subjects, truth, names) in FAMILIES {
        for name in names {
            let case = format!("{family}/{name}");
            let mut text = document(name)?;
            if family == "write" {
                // Aliases are written as the nodes that they stand for.
                text = written(&varvel::yaml::freeze(&text))?;
            }
            planned.push(Planned::new("yaml", case, vec![text], subjects).checked_by(truth));
        }
    }
    super::run(planned, options)
}

fn document(name: &str) -> Result<Vec<u8>, String> {
    match name {
        "block" => Ok(config(CONFIG, Layout::Block).into_bytes()),
        "flow" => Ok(config(CONFIG, Layout::Flow).into_bytes()),
        _ => {
            let examples = corpus::json_examples()?;
            let found = examples.iter().find(|(example, _)| example == name);
            let (_, json) = found.ok_or_else(|| format!("no {name}"))?;
            written(&varvel::json::freeze(json))
        }
    }
}

fn written(frozen: &varvel::Result<varvel::Frozen>) -> Result<Vec<u8>, String> {
    let frozen = frozen.as_ref().map_err(ToString::to_string)?;
    varvel::yaml::to_vec(frozen).map_err(|error| error.to_string())
}
