//! `Usage`: every byte of a buffer is counted once, whatever the buffer is.

use std::fs;

use varvel_core::Limits;
use varvel_frozen::{Freeze, Frozen, Usage};

use crate::vectors;

/// The vectors of the specification.
fn read(folder: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(vectors::folder().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let buffers = files.filter(|path| path.extension().is_none_or(|extension| extension != "txt"));
    let read = buffers.map(|path| (path.display().to_string(), fs::read(path).unwrap()));
    read.collect()
}

#[test]
fn every_byte_is_counted_once() {
    if cfg!(miri) {
        return; // There are no files.
    }
    let limits = Limits {
        depth: 10_000,
        ..Limits::DEFAULT
    };
    let mut count = 0;
    for (name, bytes) in read("good").into_iter().chain(read("canonical")) {
        let view = Frozen::validate_with(&bytes, &limits).unwrap();
        let usage = Usage::of(&view).unwrap();
        assert_eq!(usage.total(), bytes.len(), "{name}");
        // Padding is the uncounted rest: it must be as short as the format allows.
        let packed = usage.packed / 64 + 1;
        assert!(usage.padding <= 7 * packed, "{name}: {usage:?}");
        count += 1;
    }
    assert!(count > 20, "only {count} vectors were found");
}

#[test]
fn each_part_is_told_from_the_others() {
    let builder = |text: &str| {
        let options = varvel_json::ReadOptions::default();
        let mut builder = varvel_frozen::Builder::new();
        builder.start().unwrap();
        varvel_json::drive(text.as_bytes(), &options, &mut builder).unwrap();
        builder.finish().unwrap()
    };
    let frozen =
        builder(r#"{"numbers": [1.5, 2.5], "text": "twelve bytes", "big": 70000, "f": 0.5}"#);
    let usage = Usage::of(&frozen.view()).unwrap();
    assert_eq!(usage.header, 32);
    assert_eq!(usage.packed, 2 + 2 * 8);
    assert_eq!(usage.strings, 1 + 12);
    assert_eq!(usage.numbers, 4 + 8);
    assert_eq!(usage.slots, 4 * 2);
    assert_eq!(usage.containers, 2);
    assert_eq!(usage.texts, "numberstextbigf".len() + 4 + 1);
    assert_eq!((usage.shapes, usage.checksum, usage.padding), (1, 0, 0));
    let part = frozen.view().field("text").unwrap();
    assert_eq!(Usage::of(&part).unwrap(), usage);

    let summed = Freeze::new()
        .with_checksum()
        .freeze_view(frozen.view())
        .unwrap();
    assert_eq!(Usage::of(&summed.view()).unwrap().checksum, 8);
}

/// A large object has a shape, with its index, even if it is the first of its document.
#[test]
fn a_first_object_of_many_keys_has_a_shape() {
    let keys = (0..280).map(|n| format!("\"k{n}\": {n}"));
    let text = format!("{{{}}}", keys.collect::<Vec<_>>().join(","));
    let mut builder = varvel_frozen::Builder::new();
    builder.start().unwrap();
    varvel_json::drive(text.as_bytes(), &Default::default(), &mut builder).unwrap();
    let usage = Usage::of(&builder.finish().unwrap().view()).unwrap();
    assert_eq!(usage.shapes, 1);
}
