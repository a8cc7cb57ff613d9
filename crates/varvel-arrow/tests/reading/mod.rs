//! Reads files in tests: opened from bytes, and their rows as lines of JSON.

#![allow(
    dead_code,
    reason = "each test is a program of its own, and uses a part of this"
)]

pub mod round;

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use varvel::{AsText, Result, Value, json};
use varvel_arrow::{FileLimits, FileReader, RowOptions, Rows};

/// Returns the files of others, sorted by name.
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let tables = ["parquet", "arrow", "arrows", "feather"].map(Some);
    files.retain(|path| tables.contains(&path.extension().and_then(|it| it.to_str())));
    files.sort();
    files
}

pub fn open(bytes: Vec<u8>) -> Result<FileReader> {
    FileReader::open(Cursor::new(bytes), FileLimits::default())
}

/// Returns a line of JSON as a value. Decimals keep their digits.
pub fn value(line: &str) -> Value {
    let mut options = json::ReadOptions::default();
    options.exact_decimals = true;
    json::from_slice_with(line.as_bytes(), &options)
        .unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns the rows that are left, each as JSON.
pub fn lines(reader: &mut FileReader) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    while let Some(batch) = reader.next_batch()? {
        let rows = Rows::new(&batch, RowOptions::default())?;
        for index in 0..rows.len() {
            lines.push(line(&rows, index)?);
        }
    }
    Ok(lines)
}

pub fn line(rows: &Rows, index: usize) -> Result<String> {
    let options = json::WriteOptions::compact().with_as_text(AsText::ALL);
    let mut writer = json::Writer::new(options);
    rows.give_exact(index, &mut writer)?;
    let text = writer.finish()?;
    Ok(String::from_utf8(text).unwrap())
}
