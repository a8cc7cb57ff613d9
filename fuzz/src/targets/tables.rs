//! Bytes as a Parquet or Arrow file: rows or an error, and the same rows from each place.

use std::io::Cursor;
use std::panic;
use std::sync::Once;

use varvel_arrow::{FileLimits, FileReader, RowOptions, Rows};
use varvel_core::{AsText, Limits, Result};
use varvel_json::{WriteOptions, Writer};

/// At most so many rows are looked at: a few bytes may stand for millions.
const ROWS: usize = 1000;

/// Lets a panic pass that becomes an error: libFuzzer's hook ends the program at each.
fn pass_guarded() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !varvel_arrow::is_guarded() {
                hook(info);
            }
        }));
    });
}

/// Tries one input.
pub fn run(input: &[u8]) {
    pass_guarded();
    let limits = FileLimits {
        expansion: 100,
        items: 1 << 20,
        limits: Limits::DEFAULT,
    };
    let Ok(mut reader) = FileReader::open(Cursor::new(input.to_vec()), limits) else {
        return;
    };
    let _ = reader.about();
    let Ok(all) = lines(&mut reader) else {
        return;
    };
    let Some(middle) = all.len().checked_sub(1).map(|last| last / 2) else {
        return;
    };
    assert!(reader.seek(middle as u64).unwrap());
    let rest = lines(&mut reader).unwrap();
    let both = all[middle..].iter().zip(&rest);
    assert!(both.into_iter().all(|(all, rest)| all == rest));
}

/// Returns the rows that are left, each as JSON or the error of it.
fn lines(reader: &mut FileReader) -> Result<Vec<Result<Vec<u8>>>> {
    let mut lines = Vec::new();
    while let Some(batch) = reader.next_batch()? {
        let rows = Rows::new(&batch, RowOptions::default())?;
        for index in 0..rows.len() {
            if lines.len() == ROWS {
                return Ok(lines);
            }
            let options = WriteOptions::compact().with_as_text(AsText::ALL);
            let mut writer = Writer::new(options);
            let given = rows.give(index, &mut writer);
            lines.push(given.and_then(|()| writer.finish()));
        }
    }
    Ok(lines)
}
