//! `json`: every document of jsonexamples as given and minified, and generated small ones; to a tree
//! and back to text.

use super::{Options, Planned};
use crate::corpus;
use crate::subjects;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    super::run(plan()?, options)
}

fn plan() -> Result<Vec<Planned>, String> {
    let case = |family: &str, name: &str, documents, subjects| {
        Planned::new("json", format!("{family}/{name}"), documents, subjects)
    };
    let generated = [
        ("generated/record", corpus::records()),
        ("generated/event", corpus::events()),
    ];
    let mut parse = Vec::new();
    let mut write = Vec::new();
    let mut drive = Vec::new();
    let mut validate = Vec::new();
    for (name, document) in corpus::json_examples()? {
        let minified = corpus::minify(&document);
        parse.push(case(
            "parse",
            &name,
            vec![document.clone()],
            subjects::parse,
        ));
        if minified.len() < document.len() {
            let name = format!("{name}.min");
            parse.push(case(
                "parse",
                &name,
                vec![minified.clone()],
                subjects::parse,
            ));
        }
        write.push(case("write", &name, vec![minified], subjects::write));
        drive.push(case(
            "drive",
            &name,
            vec![document.clone()],
            subjects::drive,
        ));
        validate.push(case("validate", &name, vec![document], subjects::validate));
    }
    for (name, documents) in generated {
        parse.push(case("parse", name, documents.clone(), subjects::parse));
        write.push(case("write", name, documents.clone(), subjects::write));
        drive.push(case("drive", name, documents.clone(), subjects::drive));
        validate.push(case("validate", name, documents, subjects::validate));
    }
    let families = [(parse, subjects::parse as Family), (write, subjects::write)];
    let ours = [
        (drive, subjects::drive as Family),
        (validate, subjects::validate),
    ];
    let there = ours
        .into_iter()
        .filter(|(_, subjects)| !subjects().is_empty());
    Ok(families
        .into_iter()
        .chain(there)
        .flat_map(|(cases, _)| cases)
        .collect())
}

type Family = fn() -> Vec<Box<dyn crate::harness::Subject>>;
