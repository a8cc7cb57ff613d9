//! `spec/vectors/v1/stream-*`: streams that every implementation must read in the same way or
//! refuse. This file writes new ones (`UPDATE_VECTORS=1 cargo test -p varvel-frozen --test all
//! stream`) and otherwise compares them.

use std::fmt::Write as _;
use std::fs;

use super::damage::{crc32, seal};
use super::*;
use crate::hostile::{Hostile, vector};
use crate::vectors::{folder, settle};

/// A segment made by hand, with its padding; its content may be invalid.
fn segment(tree: &Tree) -> Vec<u8> {
    let mut bytes = tree.freeze().unwrap().into_bytes();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes
}

/// The length of a segment, from its head.
fn length(segment: &[u8]) -> u64 {
    u64::from_le_bytes(segment[8..16].try_into().unwrap())
}

/// An index made by hand, from `spec/stream.md`: lengths and numbers of records.
fn index(entries: &[(u64, u64)], total: u64) -> Vec<u8> {
    let length = 40 + 16 * entries.len() as u64;
    let mut bytes = b"VRVI\x01\0\0\0".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend(total.to_le_bytes());
    for (length, records) in entries {
        bytes.extend(length.to_le_bytes());
        bytes.extend(records.to_le_bytes());
    }
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes.extend(b"VRVI");
    bytes
}

/// A stream of one segment, and an index that claims `records` for it.
fn one_segment(tree: &Tree, records: u64) -> Vec<u8> {
    let mut bytes = segment(tree);
    bytes.extend(index(&[(length(&bytes), records)], records));
    bytes
}

fn appended(parts: &[&[Tree]], options: StreamOptions) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    for part in parts {
        let mut writer = StreamWriter::append(&mut file, options).unwrap();
        part.iter()
            .for_each(|tree| push(&mut writer, tree).unwrap());
        writer.finish().unwrap();
    }
    file.into_inner()
}

/// The example stream of `spec/stream.md`.
fn example() -> Vec<u8> {
    appended(&[&[I64(1), text("two")], &[I64(3)]], StreamOptions::DEFAULT)
}

/// The name and the bytes of every valid stream.
pub fn good() -> Vec<(&'static str, Vec<u8>)> {
    let kinds: Vec<Tree> = (0..some(18)).map(any_kind).collect();
    let records: Vec<Tree> = (0..some(12)).map(record).collect();
    let rows: Vec<Tree> = (0..4).map(|i| Array(vec![I64(i), I64(9)])).collect();
    let mut without_listed = [index(&[], 0), one_segment(&Array(vec![Null]), 1)].concat();
    without_listed.extend(index(&[], 1));
    vec![
        ("empty", written(&[], StreamOptions::DEFAULT)),
        ("example", example()),
        ("kinds", written(&kinds, StreamOptions::DEFAULT)),
        ("a-segment-each", written(&kinds, segments_of(1))),
        ("segments", written(&records, segments_of(150))),
        (
            "appended",
            appended(&[&records[..5], &records[5..], &kinds], segments_of(150)),
        ),
        (
            "packed",
            written(&(0..9).map(I64).collect::<Vec<_>>(), StreamOptions::DEFAULT),
        ),
        ("matrix", written(&rows, StreamOptions::DEFAULT)),
        ("unusual-empty-indexes", without_listed),
    ]
}

/// All hostile streams.
pub fn hostile() -> Vec<Hostile> {
    let mut all = damaged_indexes();
    all.extend(lying_indexes());
    all.extend(damaged_segments());
    all
}

fn damaged_indexes() -> Vec<Hostile> {
    let good = one_segment(&Array(vec![Null, Null]), 2);
    let (len, start) = (good.len(), good.len() - 56);
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        bytes
    };
    let sealed = |at: usize, value: u8| {
        let mut bytes = with(at, value);
        seal(&mut bytes);
        bytes
    };
    let mut later = sealed(start + 4, 9);
    later[start + 6] = 1;
    seal(&mut later);
    let mut longer = good.clone();
    longer.push(0);
    vec![
        vector("no-bytes", "there are no bytes", vec![]),
        vector(
            "no-index",
            "a segment without an index",
            good[..start].to_vec(),
        ),
        vector("cut", "the last byte is missing", good[..len - 1].to_vec()),
        vector(
            "cut-by-8",
            "the last 8 bytes are missing",
            good[..len - 8].to_vec(),
        ),
        vector("trailing", "a byte behind the index", longer),
        vector(
            "magic-behind",
            "the last bytes are others",
            with(len - 1, b'L'),
        ),
        vector(
            "magic",
            "the first bytes of the index are others",
            sealed(start + 3, b'L'),
        ),
        vector(
            "version",
            "a version of the index that does not exist yet",
            sealed(start + 4, 9),
        ),
        vector(
            "version-draft",
            "the version of the drafts, in the index",
            sealed(start + 4, 0),
        ),
        vector(
            "version-reserved",
            "a later version, which uses a byte that is reserved in this one",
            later,
        ),
        vector(
            "reserved",
            "a reserved byte is not zero",
            sealed(start + 6, 1),
        ),
        vector(
            "length-first",
            "the first length is another",
            sealed(start + 8, 40),
        ),
        vector(
            "length-last",
            "the last length is another",
            with(len - 16, 40),
        ),
        vector(
            "length-odd",
            "the length of an index and a half",
            with(len - 16, 48),
        ),
        vector(
            "length-far",
            "an index longer than the stream",
            with(len - 9, 1),
        ),
        vector("checksum", "a damaged entry", with(start + 32, 1)),
        vector(
            "checksum-other",
            "another checksum than that of the index",
            with(len - 8, good[len - 8] ^ 1),
        ),
    ]
}

fn lying_indexes() -> Vec<Hostile> {
    let one = segment(&Array(vec![Null, Null]));
    let n = length(&one);
    let listed = |entries: &[(u64, u64)], total| [one.clone(), index(entries, total)].concat();
    let two = [listed(&[(n, 2)], 2), one.clone()].concat();
    let second = |entries: &[(u64, u64)], total| [two.clone(), index(entries, total)].concat();
    vec![
        vector(
            "total-many",
            "more records in all than listed",
            listed(&[(n, 2)], 3),
        ),
        vector(
            "total-few",
            "fewer records in all than listed",
            listed(&[(n, 2)], 1),
        ),
        vector(
            "records-many",
            "more records listed than there are",
            listed(&[(n, 3)], 3),
        ),
        vector(
            "records-few",
            "fewer records listed than there are",
            listed(&[(n, 1)], 1),
        ),
        vector(
            "records-none",
            "a segment without records",
            listed(&[(n, 0)], 0),
        ),
        vector(
            "records-huge",
            "more records than bytes",
            listed(&[(n, n + 1)], n + 1),
        ),
        vector(
            "segment-long",
            "a segment before the start",
            listed(&[(n + 8, 2)], 2),
        ),
        vector(
            "segment-short",
            "bytes before the first segment",
            listed(&[(n - 8, 2)], 2),
        ),
        vector(
            "segment-none",
            "a segment of no bytes",
            listed(&[(n, 2), (0, 1)], 3),
        ),
        vector(
            "segment-huge",
            "a length that does not fit",
            listed(&[(u64::MAX, 2)], 2),
        ),
        vector(
            "segment-not-listed",
            "a segment in no index",
            listed(&[], 0),
        ),
        vector(
            "segment-twice",
            "a segment in two indexes",
            second(&[(n, 2), (n, 2)], 6),
        ),
        vector(
            "segment-index",
            "an index in the list of segments",
            [listed(&[(n, 2)], 2), index(&[(n, 2), (56, 1)], 3)].concat(),
        ),
        vector(
            "before-total",
            "other records before than listed there",
            second(&[(n, 2)], 5),
        ),
        vector(
            "before-short",
            "a gap behind the index before",
            second(&[(n - 8, 2)], 4),
        ),
        vector(
            "length-other",
            "a length other than the segment's",
            listed(&[(n - 1, 2)], 2),
        ),
    ]
}

fn damaged_segments() -> Vec<Hostile> {
    let odd = one_segment(&Array(vec![text("ab"), Null]), 2);
    let with = |at: usize, value: u8| {
        let mut bytes = odd.clone();
        bytes[at] = value;
        bytes
    };
    let padding = length(&odd) as usize;
    assert_ne!(padding % 8, 0);
    let deep = (0..200).fold(Null, |inner, _| Array(vec![inner]));
    let mut builder = varvel_frozen::Builder::with(
        Default::default(),
        Limits {
            depth: 300,
            ..Limits::DEFAULT
        },
    );
    let mut bytes = deep.freeze_with(&mut builder).unwrap().into_bytes();
    bytes.resize(bytes.len().next_multiple_of(8), 0);
    bytes.extend(index(&[(length(&bytes), 1)], 1));
    vec![
        vector(
            "segment-magic",
            "a segment with other first bytes",
            with(0, b'v'),
        ),
        vector(
            "segment-version",
            "a segment of another version",
            with(4, 9),
        ),
        vector(
            "segment-version-draft",
            "a segment of the version of the drafts",
            with(4, 0),
        ),
        vector(
            "segment-damaged",
            "a slot that refers to nothing",
            with(36, 0xF8),
        ),
        vector("padding", "padding that is not zero", with(padding, 1)),
        vector(
            "scalar",
            "a segment that is no array",
            one_segment(&Null, 1),
        ),
        vector(
            "object",
            "a segment that is an object",
            one_segment(&record(1), 2),
        ),
        vector(
            "array-empty",
            "an empty array",
            one_segment(&Array(vec![]), 1),
        ),
        vector(
            "deep",
            "a record 199 containers deep, where 128 are allowed",
            bytes,
        ),
    ]
}

/// Miri runs some of them.
fn step() -> usize {
    if cfg!(miri) { 8 } else { 1 }
}

#[test]
fn good_vectors() {
    for (name, bytes) in good().into_iter().step_by(step()) {
        let mut records = String::new();
        for record in open(&bytes)
            .unwrap_or_else(|e| panic!("{name}: {e}"))
            .records()
        {
            writeln!(records, "{:?}", record.unwrap()).unwrap();
        }
        assert!(damage::look(&bytes), "{name}");
        assert_eq!(recover(&bytes).byte_len(), bytes.len() as u64, "{name}");
        settle(&format!("stream-good/{name}.varvel"), &bytes);
        settle(&format!("stream-good/{name}.txt"), records.as_bytes());
    }
}

#[test]
fn hostile_vectors() {
    for Hostile {
        name,
        reason,
        bytes,
    } in hostile().into_iter().step_by(step())
    {
        assert!(!damage::look(&bytes), "{name} ({reason}) is taken");
        // Reading from the front finds the fault, too, unless only the end is missing.
        if let Ok(stream) = Stream::recover(bytes.as_slice(), Limits::DEFAULT) {
            let whole = stream.byte_len() == bytes.len() as u64;
            let nothing_else = matches!(name, "no-bytes" | "no-index");
            assert_eq!(whole, nothing_else, "{name} ({reason}) is recovered");
        }
        let error = open(&bytes).and_then(|stream| stream.validate_all());
        let error = error.unwrap_err();
        assert!(
            error.hint().is_some() && error.expectation().is_some(),
            "{name}: {error}"
        );
        let offset = error.offset().unwrap_or_else(|| panic!("{name}: {error}"));
        assert!(offset <= bytes.len(), "{name}: {error}");
        settle(&format!("stream-hostile/{name}.varvel"), &bytes);
    }
}

#[test]
#[cfg_attr(miri, ignore = "files")]
fn there_are_no_other_files() {
    let good = good()
        .into_iter()
        .flat_map(|(name, _)| ["txt", "varvel"].map(|kind| format!("stream-good/{name}.{kind}")));
    let hostile = hostile()
        .into_iter()
        .map(|v| format!("stream-hostile/{}.varvel", v.name));
    let mut expected: Vec<String> = good.chain(hostile).collect();
    expected.sort();
    let mut found = Vec::new();
    for dir in ["stream-good", "stream-hostile"] {
        for entry in fs::read_dir(folder().join(dir)).unwrap() {
            found.push(format!(
                "{dir}/{}",
                entry.unwrap().file_name().to_string_lossy()
            ));
        }
    }
    found.sort();
    assert_eq!(found, expected);
}

/// The worked example of `spec/stream.md`, byte for byte.
#[test]
#[cfg_attr(miri, ignore = "files")]
fn the_worked_example() {
    let spec = fs::read_to_string(folder().join("../../stream.md")).unwrap();
    let hex = spec.split("```hex\n").nth(1).unwrap().split("```").next();
    let bytes: Vec<u8> = (hex.unwrap().lines())
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '))
        .filter(|byte| !byte.is_empty())
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    assert_eq!(bytes, example());
}
