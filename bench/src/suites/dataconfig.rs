//! `dataconfig`: structs from and to JSON and MessagePack, of the field's three standard files and
//! a corpus of research papers in lines. Throughput counts the bytes of the document's JSON, so
//! that rows compare.

use super::{Options, Planned};
use crate::corpus::{self, papers};
use crate::structs::{Canada, CitmCatalog, Paper, Struct, Twitter};
use crate::subjects;

/// The documents.
const DOCUMENTS: &[&str] = &["twitter", "citm_catalog", "canada", "papers"];

/// The bytes of NDJSON in the corpus.
const CORPUS: usize = 6 << 20;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let examples = corpus::json_examples()?;
    let example = |wanted: &str| {
        let found = examples.iter().find(|(name, _)| name == wanted);
        found.map_or(Vec::new(), |(_, document)| vec![document.clone()])
    };
    let mut corpus = papers::papers(CORPUS);
    corpus.truncate(1);
    let [twitter, citm_catalog, canada, papers] = DOCUMENTS else {
        return Err("four documents".to_owned());
    };
    let mut planned = Vec::new();
    for family in ["read", "write", "unpack", "pack"] {
        planned.push(plan::<Twitter>(family, twitter, example(twitter)));
        planned.push(plan::<CitmCatalog>(
            family,
            citm_catalog,
            example(citm_catalog),
        ));
        planned.push(plan::<Canada>(family, canada, example(canada)));
        planned.push(plan::<Paper>(family, papers, corpus.clone()));
    }
    super::run(planned, options)
}

fn plan<T: Struct>(family: &str, name: &str, documents: Vec<Vec<u8>>) -> Planned {
    let subjects = match family {
        "read" => subjects::structs_read::<T>,
        "write" => subjects::structs_write::<T>,
        "unpack" => subjects::structs_unpack::<T>,
        _ => subjects::structs_pack::<T>,
    };
    Planned::new(
        "dataconfig",
        format!("{family}/{name}"),
        documents,
        subjects,
    )
    .checked_by(subjects::structs_truth::<T>)
}
