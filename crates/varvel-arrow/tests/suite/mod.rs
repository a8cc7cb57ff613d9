//! The suite of Parquet for VARIANT, `parquet-variant`.

use std::path::PathBuf;

use varvel::{AsText, json};
use varvel_arrow::variant::Variant;

/// Returns a folder of the suite; `None` if the suite is not there.
pub fn folder(name: &str) -> Option<PathBuf> {
    let suites = std::env::var_os("VARVEL_SUITES").map_or_else(
        || concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/suites").into(),
        PathBuf::from,
    );
    let folder = suites.join("parquet-variant").join(name);
    if !folder.is_dir() {
        println!("skipped: no parquet-variant at VARVEL_SUITES or ../shared/suites");
        return None;
    }
    Some(folder)
}

/// Returns the value of a file in which it follows its metadata.
pub fn split(bytes: &[u8]) -> Variant<'_> {
    let width = usize::from(bytes[0] >> 6) + 1;
    let number = |index: usize| {
        let bytes = &bytes[1 + index * width..][..width];
        bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | usize::from(byte))
    };
    let count = number(0);
    // The last offset is where the keys end.
    let (metadata, value) = bytes.split_at(1 + (count + 2) * width + number(count + 1));
    Variant { metadata, value }
}

/// Returns a value as JSON, with text for what JSON does not have.
pub fn text_of(variant: &Variant<'_>) -> String {
    let options = json::WriteOptions::compact().with_as_text(AsText::ALL);
    String::from_utf8(json::to_vec_with(variant, &options).unwrap()).unwrap()
}
