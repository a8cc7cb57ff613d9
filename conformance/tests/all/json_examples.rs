//! The documents of simdjson's jsonexamples: read, frozen, written compact and pretty, read again.
//! Nothing may change, and every value must equal the one that `serde_json` reads.

use conformance::{Case, Verdict, cases, freeze_with, reference, suite, tree};
use varvel_core::Duplicates;
use varvel_json::{WriteOptions, to_vec_with};

fn judge(document: &[u8]) -> Result<(), String> {
    let text = |error: varvel_core::Error| error.report(document).to_string();
    let frozen = freeze_with(document, Duplicates::Error).map_err(text)?;
    let first = tree::of(&frozen.view()).map_err(text)?;
    let expected = reference::read(document).map_err(|error| error.to_string())?;
    if first != expected {
        return Err("differs from what serde_json reads".to_owned());
    }
    for options in [WriteOptions::compact(), WriteOptions::pretty()] {
        let json = to_vec_with(&frozen.view(), &options).map_err(text)?;
        let again = freeze_with(&json, Duplicates::Error)
            .map_err(|error| error.report(&json).to_string())?;
        if tree::of(&again.view()).map_err(text)? != expected {
            return Err(format!("differs after writing with {options:?}"));
        }
        if again.view() != frozen.view() {
            return Err(format!("the views differ after writing with {options:?}"));
        }
    }
    Ok(())
}

#[test]
fn documents_come_back_as_they_were() {
    let Some(folder) = suite("simdjson-data/jsonexamples") else {
        return;
    };
    let mut documents = Verdict::default();
    let mut lines = Verdict::default();
    for Case { name, bytes } in cases(&folder) {
        match name.rsplit('.').next() {
            Some("json") => documents.judge(&name, judge(&bytes)),
            Some("ndjson") => {
                let records = bytes.split(|&byte| byte == b'\n').enumerate();
                for (i, record) in records.filter(|(_, record)| !record.is_empty()) {
                    lines.judge(&format!("{name}:{}", i + 1), judge(record));
                }
            }
            _ => {}
        }
    }
    documents.close(28);
    lines.close(793);
}
