//! `c`: what a C program pays. Look-ups, iteration, reading and writing through the C library,
//! beside the same in Rust and beside the peers of these jobs.

use super::{Family, Options, Planned};
use crate::corpus;
use crate::corpus::objects::{self, rotation};
use crate::subjects;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    super::run(plan()?, options)
}

/// The files of jsonexamples that are read and written.
const FILES: &[&str] = &["twitter", "citm_catalog", "canada"];

/// The number of members or items of the documents through which the loops go.
const CHILDREN: usize = 256;

fn planned(name: String, documents: Vec<Vec<u8>>, subjects: Family) -> Planned {
    Planned::new("c", name, documents, subjects)
}

fn plan() -> Result<Vec<Planned>, String> {
    let mut planned = lookups();
    planned.extend(loops());
    planned.extend(texts()?);
    Ok(planned)
}

/// Plans look-ups; an operation is one look-up.
fn lookups() -> Vec<Planned> {
    let families: [(&str, Family); 2] = [
        ("lookup", subjects::c_lookup),
        ("lookup-key", subjects::c_lookup_key),
    ];
    let mut all = Vec::new();
    for (family, subjects) in families {
        for n in [8, 64] {
            let name = format!("{family}/{n}x8");
            all.push(planned(name, objects::random(n, 8), subjects).of(n * rotation(n)));
        }
    }
    all
}

/// Plans loops over children; an operation is one member or item.
fn loops() -> impl Iterator<Item = Planned> {
    let n = CHILDREN;
    let loops: [(&str, Vec<Vec<u8>>, Family); 4] = [
        ("iterate/elements", objects::strings(n), subjects::c_items),
        ("iterate/packed", objects::integers(n), subjects::c_items),
        ("iterate/fields", objects::fields(n), subjects::c_entries),
        ("unwrap/integer", objects::integers(n), subjects::c_integers),
    ];
    loops.into_iter().map(move |(name, documents, subjects)| {
        let name = format!("{name}/{n}");
        planned(name, documents, subjects).of(n * rotation(n))
    })
}

/// Plans reading JSON and writing it.
fn texts() -> Result<Vec<Planned>, String> {
    let examples = corpus::json_examples()?;
    let mut read = Vec::new();
    let mut written = Vec::new();
    for &name in FILES {
        let found = examples.iter().find(|(file, _)| file == name);
        let (_, document) = found.ok_or_else(|| format!("no {name} in jsonexamples"))?;
        read.push((name, vec![document.clone()]));
        written.push((name, vec![corpus::minify(document)]));
    }
    read.push(("generated/record", corpus::records()));
    written.push(("generated/record", corpus::records()));
    let plan = |family: &str, of: Vec<(&str, Vec<Vec<u8>>)>, subjects: Family| {
        let cases = of.into_iter();
        let cases =
            cases.map(|(name, documents)| planned(format!("{family}/{name}"), documents, subjects));
        cases.collect::<Vec<_>>()
    };
    let mut all = plan("parse", read, subjects::c_parse);
    all.extend(plan("write", written, subjects::c_write));
    Ok(all)
}
