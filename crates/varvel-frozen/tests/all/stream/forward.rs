//! Streams read from their front, and segments made elsewhere.

use std::io::{self, Read};

use varvel_core::{Duplicates, Error, ErrorKind, Limits, Result};
use varvel_frozen::{Freeze, SegmentBuilder, SegmentReader, StreamOptions, StreamWriter};

use super::*;
use crate::model::Tree;

/// All records, read from the front in both ways.
pub fn records(bytes: &[u8]) -> Result<Vec<Tree>> {
    let mut reader = SegmentReader::new(Drops(bytes), Limits::DEFAULT);
    let mut apart = SegmentReader::new(bytes, Limits::DEFAULT);
    let (mut trees, mut buffer) = (Vec::new(), Vec::new());
    while let Some(records) = reader.next()? {
        trees.extend(records.items().map(|record| Tree::from_view(&record)));
        buffer.clear();
        let length = apart.next_length()?.unwrap();
        let segment = apart.read_next(&mut buffer)?.unwrap();
        assert_eq!(
            (segment.length, segment.padded()),
            (length, buffer.len() as u64)
        );
        assert_eq!(segment.first + records.len() as u64, trees.len() as u64);
        assert!(segment.validate(&buffer, &Limits::DEFAULT)? == records);
    }
    assert!(apart.read_next(&mut buffer)?.is_none());
    assert_eq!(reader.records(), trees.len() as u64);
    assert_eq!(reader.offset(), bytes.len() as u64);
    Ok(trees)
}

/// Returns few bytes at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let few = out.len().min(1 + self.0.len() % 40);
        self.0.read(&mut out[..few])
    }
}

#[test]
fn from_the_front_as_from_the_end() -> Result {
    let trees: Vec<Tree> = (0..some(120)).map(any_kind).collect();
    let mut file = Cursor::new(Vec::new());
    for part in trees.chunks(31) {
        let mut writer = StreamWriter::append(&mut file, segments_of(200))?;
        part.iter().try_for_each(|tree| push(&mut writer, tree))?;
        writer.finish()?;
    }
    assert!(same(&records(file.get_ref())?, &trees));
    Ok(())
}

#[test]
fn cut_anywhere_it_is_an_error_behind_what_is_whole() -> Result {
    let trees: Vec<Tree> = (0..some(30)).map(any_kind).collect();
    let bytes = written(&trees, segments_of(100));
    for len in (0..bytes.len()).step_by(if cfg!(miri) { 101 } else { 1 }) {
        let mut reader = SegmentReader::new(&bytes[..len], Limits::DEFAULT);
        let mut found = Vec::new();
        let error = loop {
            match reader.next() {
                Ok(Some(records)) => found.extend(records.items().map(|r| Tree::from_view(&r))),
                Ok(None) => panic!("cut at {len}"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
        assert!(same(&found, &trees[..found.len()]));
        assert_eq!(found.len() as u64, recover(&bytes[..len]).len());
    }
    Ok(())
}

/// Returns these errors first; a reader retries after `Interrupted`.
struct Fails<'a> {
    bytes: &'a [u8],
    kinds: Vec<io::ErrorKind>,
}

impl Read for Fails<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.kinds.pop() {
            Some(kind) => Err(kind.into()),
            None => self.bytes.read(out),
        }
    }
}

#[test]
fn what_is_interrupted_goes_on_and_what_fails_is_an_error() -> Result {
    let bytes = written(&[record(1)], StreamOptions::DEFAULT);
    let reader = |kinds: &[io::ErrorKind]| {
        let input = Fails {
            bytes: &bytes,
            kinds: kinds.to_vec(),
        };
        SegmentReader::new(input, Limits::DEFAULT)
    };
    let mut interrupted = reader(&[io::ErrorKind::Interrupted; 3]);
    assert!(interrupted.next()?.is_some() && interrupted.next()?.is_none());
    let error = reader(&[io::ErrorKind::ConnectionReset])
        .next()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    Ok(())
}

#[test]
fn a_segment_that_is_not_all_there_is_no_segment() -> Result {
    let bytes = written(&[record(1)], StreamOptions::DEFAULT);
    let mut buffer = Vec::new();
    let segment = SegmentReader::new(bytes.as_slice(), Limits::DEFAULT).read_next(&mut buffer)?;
    let segment = segment.unwrap();
    assert_eq!(segment.validate(&buffer, &Limits::DEFAULT)?.len(), 1);
    for len in 0..segment.length as usize {
        let error = segment.validate(&buffer[..len], &Limits::DEFAULT);
        assert_eq!(error.unwrap_err().kind(), ErrorKind::InvalidFrozen);
    }
    Ok(())
}

#[test]
fn a_length_is_not_believed() {
    let mut bytes = written(&[record(1)], StreamOptions::DEFAULT);
    bytes[8..16].copy_from_slice(&(1_u64 << 30).to_le_bytes());
    let mut reader = SegmentReader::new(bytes.as_slice(), Limits::DEFAULT);
    assert_eq!(reader.next_length().unwrap(), Some(1 << 30));
    assert_eq!(reader.next().unwrap_err().kind(), ErrorKind::InvalidFrozen);
    let limits = Limits {
        bytes: 1 << 20,
        ..Limits::DEFAULT
    };
    let mut reader = SegmentReader::new(bytes.as_slice(), limits);
    assert_eq!(reader.next().unwrap_err().kind(), ErrorKind::SizeLimit);
}

#[test]
fn what_is_no_segment_is_not_written() -> Result {
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    let kind = |result: Result| result.map_err(|error: Error| error.kind());
    let no_array = Freeze::new().freeze("text")?;
    let refused = kind(writer.push_segment(no_array.view()));
    assert_eq!(refused, Err(ErrorKind::TypeMismatch));
    let empty = Freeze::new().freeze(&[0_u8; 0])?;
    let refused = kind(writer.push_segment(empty.view()));
    assert_eq!(refused, Err(ErrorKind::TypeMismatch));
    let nested = Freeze::new().freeze(&[["a"], ["b"]])?;
    let refused = kind(writer.push_segment(nested.view().item(1)?));
    assert_eq!(refused, Err(ErrorKind::Unrepresentable));
    let summed = Freeze::new().with_checksum().freeze(&["a"])?;
    let refused = kind(writer.push_segment(summed.view()));
    assert_eq!(refused, Err(ErrorKind::Unrepresentable));
    writer.push_segment(nested.view())?;
    let bytes = writer.finish()?;
    assert_eq!(all(&bytes)?.len(), 2);
    assert!(damage::look(&bytes));
    Ok(())
}

#[test]
fn segments_made_apart_are_a_function_of_their_records() -> Result {
    let trees: Vec<Tree> = (0..some(60)).map(any_kind).collect();
    let mut used = SegmentBuilder::new(Duplicates::Error, Limits::DEFAULT);
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    push(&mut writer, &trees[0])?;
    for part in trees[1..].chunks(13) {
        let mut fresh = SegmentBuilder::new(Duplicates::Error, Limits::DEFAULT);
        for builder in [&mut used, &mut fresh] {
            assert!(builder.finish()?.is_none() && builder.is_empty());
            for tree in part {
                builder.push_with(|record| tree.drive(record))?;
                // A record that fails leaves no trace.
                assert!(
                    builder
                        .push_with(|record| record.begin_array(None))
                        .is_err()
                );
            }
            assert_eq!(builder.len(), part.len());
            assert!(builder.byte_len() > 0);
        }
        let (a, b) = (used.finish()?.unwrap(), fresh.finish()?.unwrap());
        assert_eq!(a.as_bytes(), b.as_bytes());
        writer.push_segment(a.view())?;
    }
    assert_eq!(writer.len(), trees.len() as u64);
    assert!(same(&all(&writer.finish()?)?, &trees));
    Ok(())
}
