//! `size`: the bytes of a document unchanged, as minified JSON, as FlexBuffers, and frozen. Nothing
//! is timed: the rows have zeros for times, and the size in `bytes_per_op`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::corpus;
use crate::machine::Machine;
use crate::results::{self, OURS, Row};
use crate::subjects;

/// The suite, and the family of its cases.
pub const SUITE: &str = "size";
/// The document unchanged.
pub const GIVEN: &str = "JSON as given";
/// The document without white space.
pub const MINIFIED: &str = "JSON minified";
/// The tree serialised by the flexbuffers crate.
pub const FLEXBUFFERS: &str = "FlexBuffers Rust";

/// The options of the suite.
#[derive(Args)]
pub struct Options {
    /// Write the rows to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Prints the table.
pub fn run(options: &Options) -> Result<(), String> {
    let mut documents = corpus::json_examples()?;
    let generated = [
        ("generated/record", corpus::records()),
        ("generated/event", corpus::events()),
        ("generated/flat", corpus::libdart_flat()),
        ("generated/nested", corpus::libdart_nested()),
    ];
    let generated = generated.into_iter().chain(corpus::orders::all());
    documents.extend(generated.map(|(name, mut all)| (name.to_owned(), all.swap_remove(0))));
    println!(
        "{:<36}{GIVEN:>16}{MINIFIED:>16}{FLEXBUFFERS:>18}{OURS:>18}",
        "document (bytes)"
    );
    let mut rows = Vec::new();
    for (name, document) in documents {
        let minified = corpus::minify(&document).len();
        let flexbuffers =
            flexbuffers_size(&document).map_err(|reason| format!("{name}: {reason}"))?;
        let frozen =
            subjects::frozen_size(&document).map_err(|reason| format!("{name}: {reason}"))?;
        let share = format!("{frozen} ({:.0}%)", 100.0 * frozen as f64 / minified as f64);
        println!(
            "{name:<36}{:>16}{minified:>16}{flexbuffers:>18}{share:>18}",
            document.len()
        );
        rows.extend(
            [
                (OURS, frozen),
                (GIVEN, document.len()),
                (MINIFIED, minified),
                (FLEXBUFFERS, flexbuffers),
            ]
            .map(|(subject, bytes)| Row {
                suite: SUITE.to_owned(),
                case: format!("{SUITE}/{name}"),
                subject: subject.to_owned(),
                version: subjects::version(subject),
                ns_per_op: 0.0,
                mad_ns: 0.0,
                bytes_per_op: bytes as f64,
                mean_ns: None,
                deviation_ns: None,
            }),
        );
    }
    match &options.json {
        Some(path) => results::write(path, &rows, &Machine::this()),
        None => Ok(()),
    }
}

/// Returns the size of the document's tree serialised by the flexbuffers crate, whose default is to
/// share keys only.
fn flexbuffers_size(document: &[u8]) -> Result<usize, String> {
    let value: serde_json::Value =
        serde_json::from_slice(document).map_err(|error| error.to_string())?;
    let mut serializer = flexbuffers::FlexbufferSerializer::new();
    value
        .serialize(&mut serializer)
        .map_err(|error| error.to_string())?;
    Ok(serializer.view().len())
}
