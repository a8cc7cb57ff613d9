//! The cases about values: reading and writing them thawed, changing them, freezing them again.

use super::super::{Family, Planned};
use super::{Make, planned};
use crate::corpus::objects::{self, rotation};
use crate::corpus::{self, minify};
use crate::subjects;

pub fn plan() -> Result<Vec<Planned>, String> {
    let mut all = lookups();
    all.extend(iterations());
    all.extend(insertions());
    let flat = corpus::libdart_flat();
    all.push(planned("value-freeze/flat".to_owned(), flat, subjects::freeze).of(1));
    all.extend(documents()?);
    Ok(all)
}

/// Plans look-ups; an operation is one look-up.
fn lookups() -> Vec<Planned> {
    let flat = corpus::libdart_flat();
    let operations = flat.len() * corpus::TRACKS.len();
    let name = "value-lookup/flat".to_owned();
    let mut all = vec![planned(name, flat, subjects::value_lookup).of(operations)];
    for n in [1, 8, 64, 256] {
        for m in [4, 8, 64, 256] {
            let name = format!("value-lookup/random/{n}x{m}");
            let documents = objects::random(n, m);
            all.push(planned(name, documents, subjects::value_lookup).of(n * rotation(n)));
        }
    }
    all
}

/// Plans iteration; an operation is one member or item.
fn iterations() -> Vec<Planned> {
    let kinds: [(&str, Make, Family); 3] = [
        ("fields", objects::fields, subjects::value_entries),
        ("elements", objects::strings, subjects::value_items),
        ("packed", objects::integers, subjects::value_items),
    ];
    let mut all = Vec::new();
    for (kind, documents, subjects) in kinds {
        for n in [1, 8, 64, 256] {
            let name = format!("value-iterate/{kind}/{n}");
            all.push(planned(name, documents(n), subjects).of(n * rotation(n)));
        }
    }
    all
}

/// Plans insertions; an operation is one insertion.
fn insertions() -> Vec<Planned> {
    let kinds: [(&str, Make, Family); 3] = [
        ("fields", objects::fields, subjects::insert_fields),
        ("strings", objects::strings, subjects::insert_strings),
        ("integers", objects::integers, subjects::insert_integers),
    ];
    let mut all = Vec::new();
    for (kind, documents, subjects) in kinds {
        for n in [8, 64, 256] {
            let name = format!("value-insert/{kind}/{n}");
            all.push(planned(name, documents(n), subjects).of(n));
        }
    }
    let flat = corpus::libdart_flat();
    let shared = planned(
        "value-insert/shared".to_owned(),
        flat,
        subjects::insert_shared,
    );
    all.push(shared.of(1).checked_by(subjects::extended));
    let items = objects::strings(8);
    let shared = planned(
        "value-insert/shared-array".to_owned(),
        items,
        subjects::push_shared,
    );
    all.push(shared.of(1).checked_by(subjects::appended));
    all
}

/// Plans whole documents: the field's standard files, libdart's, and records.
fn documents() -> Result<Vec<Planned>, String> {
    let examples = corpus::json_examples()?;
    let example = |name: &str| {
        let found = examples.iter().find(|(found, _)| found == name);
        let (_, document) = found.ok_or_else(|| format!("no {name}.json"))?;
        Ok::<_, String>(document.clone())
    };
    let standard = [
        ("twitter", example("twitter")?),
        ("citm_catalog", example("citm_catalog")?),
        ("canada", example("canada")?),
    ];
    let libdart = [
        ("flat", corpus::libdart_flat()),
        ("nested", corpus::libdart_nested()),
    ];
    let mut all = Vec::new();
    for (name, document) in &standard {
        let name = format!("value-write/{name}");
        all.push(planned(name, vec![minify(document)], subjects::value_write));
    }
    for (name, documents) in libdart.clone() {
        all.push(planned(
            format!("value-write/{name}"),
            documents,
            subjects::value_write,
        ));
    }
    let edited = |family: &str, name: &str, document: &[u8], subjects| {
        let name = format!("{family}/{name}");
        planned(name, vec![document.to_vec()], subjects).checked_by(subjects::edited)
    };
    for (name, document) in &standard[..2] {
        all.push(edited("value-edit", name, document, subjects::edit));
    }
    // A megabyte when frozen, and as much of the smallest records.
    let events = ("events", corpus::event_log(2_500));
    let records = ("records", objects::records());
    for (name, document) in [&events, &records, &standard[0], &standard[1]] {
        let frozen = edited("value-refreeze", name, document, subjects::freeze_edited);
        all.push(frozen.of(1));
    }
    let one = standard.map(|(name, document)| (name, vec![document]));
    for (name, documents) in one.into_iter().chain(libdart) {
        let operations = documents.len();
        let name = format!("compare/{name}");
        all.push(planned(name, documents, subjects::compare).of(operations));
    }
    Ok(all)
}
