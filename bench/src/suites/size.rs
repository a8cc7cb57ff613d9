//! `size`: how many bytes a document takes frozen, as minified JSON, and as FlexBuffers. Nothing is
//! timed.

use serde::Serialize;

use crate::corpus;
use crate::subjects;

/// Prints the table.
pub fn run() -> Result<(), String> {
    println!(
        "FlexBuffers (Rust {}), keys shared",
        subjects::crate_version("flexbuffers")
    );
    let reason = subjects::frozen_size(b"{}").err();
    if let Some(reason) = reason {
        println!("missing: frozen ({reason})");
    }
    println!(
        "{:<44}{:>12}{:>12}{:>12}{:>12}",
        "document", "given", "minified", "flexbuffers", "frozen"
    );
    let mut documents = corpus::json_examples()?;
    let generated = [
        ("generated/record", corpus::records()),
        ("generated/event", corpus::events()),
        ("dart/flat", corpus::dart_flat()),
        ("dart/nested", corpus::dart_nested()),
    ];
    documents.extend(generated.map(|(name, mut all)| (name.to_owned(), all.swap_remove(0))));
    for (name, document) in documents {
        let minified = corpus::minify(&document).len();
        let flexbuffers =
            flexbuffers_size(&document).map_or_else(|_| "-".into(), |n| n.to_string());
        let frozen = match subjects::frozen_size(&document) {
            Ok(size) => format!("{size} ({:.0}%)", 100.0 * size as f64 / minified as f64),
            Err(_) => "-".to_owned(),
        };
        println!(
            "{name:<44}{:>12}{minified:>12}{flexbuffers:>12}{frozen:>18}",
            document.len()
        );
    }
    Ok(())
}

/// The document's tree serialised by the flexbuffers crate, whose default is to share keys only.
fn flexbuffers_size(document: &[u8]) -> Result<usize, String> {
    let value: serde_json::Value =
        serde_json::from_slice(document).map_err(|error| error.to_string())?;
    let mut serializer = flexbuffers::FlexbufferSerializer::new();
    value
        .serialize(&mut serializer)
        .map_err(|error| error.to_string())?;
    Ok(serializer.view().len())
}
