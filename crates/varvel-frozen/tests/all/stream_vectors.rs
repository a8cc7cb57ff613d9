//! The streams of `spec/vectors/v1` as files, read with any features: also without `std`, which
//! writing needs.

#![cfg(not(miri))]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use varvel_core::Limits;
use varvel_frozen::Stream;

use crate::vectors;

/// The streams in a folder of the vectors.
fn streams(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(vectors::folder().join(folder)).unwrap();
    let mut found: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|kind| kind == "varvel"));
    found
}

#[test]
fn good_streams_read_as_their_text_says() {
    let paths = streams("stream-good");
    assert!(paths.len() >= 9);
    for path in paths {
        let stream = Stream::open(fs::read(&path).unwrap(), Limits::DEFAULT).unwrap();
        let mut text = String::new();
        for record in stream.records() {
            writeln!(text, "{:?}", record.unwrap()).unwrap();
        }
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
        assert_eq!(text, expected, "{}", path.display());
        for n in (0..stream.len()).rev() {
            let line = expected.lines().nth(n as usize).unwrap();
            assert_eq!(format!("{:?}", stream.record(n).unwrap()), line);
        }
    }
}

#[test]
fn hostile_streams_are_refused() {
    let paths = streams("stream-hostile");
    assert!(paths.len() >= 35);
    for path in paths {
        let bytes: std::sync::Arc<[u8]> = fs::read(&path).unwrap().into();
        let valid = Stream::open(bytes, Limits::DEFAULT).and_then(|stream| stream.validate_all());
        assert!(valid.is_err(), "{}", path.display());
    }
}
