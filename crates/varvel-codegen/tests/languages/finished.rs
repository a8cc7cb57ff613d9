//! Buffers that builders of another language finished: Rust verifies each.

use std::path::Path;

use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::{Dynamic, SchemaLayout};

use super::{read, tests};

/// Verifies each buffer in the files of a folder, and returns how many there are.
///
/// Before each stand the number of its schema and of the table that is its root, as u16, and its
/// length as u32.
pub fn check(folder: &Path) -> u64 {
    let layouts = ["corpus/zoo.fbs", "corpus/keys.fbs", "generated/keys.fbs"]
        .map(|name| SchemaLayout::new(&read(&tests().join(name))).unwrap());
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
    files.map(|file| buffers(&file, &layouts)).sum()
}

/// Verifies each buffer in a file.
fn buffers(mut rest: &[u8], layouts: &[SchemaLayout]) -> u64 {
    let mut count = 0;
    while let Some((head, behind)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, length @ ..] = *head;
        let schema = usize::from(u16::from_le_bytes([a, b]));
        let object = usize::from(u16::from_le_bytes([c, d]));
        let (buffer, behind) = behind.split_at(u32::from_le_bytes(length) as usize);
        if let Err(error) = Dynamic::with(&layouts[schema], object, buffer, Verify::new()) {
            panic!("buffer {count}, of table {object} of schema {schema}: {error}\n{buffer:02x?}");
        }
        count += 1;
        rest = behind;
    }
    assert!(rest.is_empty(), "the file is cut");
    count
}
