//! Streams that were cut off, damaged, or made to deceive.

use std::cell::RefCell;
use std::io::{self, Cursor, Write};
use std::rc::Rc;

use varvel_core::{ErrorKind, Limits, Result};
use varvel_frozen::{Frozen, Stream, StreamOptions, StreamReader, StreamWriter};

use super::*;
use crate::model::Tree::{self, *};
use crate::model::text;

/// The bytes of a writer that is dropped at the worst time.
fn unfinished(trees: &[Tree], options: StreamOptions) -> Vec<u8> {
    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let shared = Shared::default();
    let mut writer = StreamWriter::new(shared.clone(), options);
    trees
        .iter()
        .for_each(|tree| push(&mut writer, tree).unwrap());
    drop(writer);
    shared.0.take()
}

#[test]
fn dropped_without_finish_it_can_be_recovered() -> Result {
    let trees: Vec<Tree> = (0..some(100)).map(record).collect();
    let bytes = unfinished(&trees, segments_of(100));
    assert_eq!(open(&bytes).unwrap_err().kind(), ErrorKind::InvalidFrozen);
    let stream = recover(&bytes);
    assert_eq!(stream.byte_len(), bytes.len() as u64);
    assert!(stream.len() > trees.len() as u64 / 2);
    // The stream is continued.
    let mut reader = StreamReader::recover(Cursor::new(bytes.clone()), Limits::DEFAULT)?;
    let count = reader.len() as usize;
    assert!(trees[0].same(&Tree::from_view(&reader.record(0)?)));
    let mut writer = reader.into_writer(StreamOptions::DEFAULT)?;
    push(&mut writer, &Null)?;
    let file = writer.finish()?.into_inner();
    let mut expected = trees[..count].to_vec();
    expected.push(Null);
    assert!(same(&all(&file)?, &expected));
    Ok(())
}

/// Cut anywhere: a stream that opens was whole at that time, and a recovered one is a prefix.
#[test]
fn cut_at_every_byte() -> Result {
    let trees: Vec<Tree> = (0..some(40)).map(any_kind).collect();
    let mut file = Cursor::new(Vec::new());
    let mut whole = vec![];
    for part in trees.chunks(12) {
        let mut writer = StreamWriter::append(&mut file, segments_of(60))?;
        for tree in part {
            push(&mut writer, tree)?;
        }
        writer.finish()?;
        whole.push(file.get_ref().len());
    }
    let bytes = file.into_inner();
    let mut before = 0;
    for len in (0..=bytes.len()).step_by(if cfg!(miri) { 301 } else { 1 }) {
        let cut = &bytes[..len];
        match open(cut) {
            Ok(_) => assert!(whole.contains(&len)),
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::InvalidFrozen, "{len}");
                assert!(error.offset().is_some() && error.hint().is_some());
                assert!(!whole.contains(&len), "{len}: {error}");
            }
        }
        let stream = recover(cut);
        let found: Vec<Tree> = (stream.records())
            .map(|view| Tree::from_view(&view.unwrap()))
            .collect();
        assert!(same(&found, &trees[..found.len()]));
        assert!(found.len() >= before && stream.byte_len() <= len as u64);
        before = found.len();
        let mut reader = StreamReader::recover(Cursor::new(cut.to_vec()), Limits::DEFAULT)?;
        assert_eq!(reader.len(), stream.len());
        assert_eq!(reader.byte_len(), stream.byte_len());
        if !reader.is_empty() {
            assert!(trees[before - 1].same(&Tree::from_view(&reader.record(before as u64 - 1)?)));
        }
        if stream.byte_len() != len as u64 {
            let error = reader.into_writer(StreamOptions::DEFAULT).err();
            assert_eq!(error.map(|e| e.kind()), Some(ErrorKind::TrailingData));
        }
    }
    assert_eq!(before, trees.len());
    Ok(())
}

/// Reads all of bytes that may be a stream: all readers must agree.
pub fn look(bytes: &[u8]) -> bool {
    let valid = look_at_random(bytes);
    match forward::records(bytes) {
        Ok(records) => {
            assert!(valid);
            assert!(same(&records, &all(bytes).unwrap()));
        }
        Err(error) => {
            assert!(!valid, "{error}");
            assert!(
                error.offset().is_some_and(|at| at <= bytes.len()),
                "{error}"
            );
        }
    }
    valid
}

fn look_at_random(bytes: &[u8]) -> bool {
    let stream = open(bytes);
    let reader = StreamReader::open(Cursor::new(bytes), Limits::DEFAULT);
    let (stream, mut reader) = match (stream, reader) {
        (Ok(stream), Ok(reader)) => (stream, reader),
        (Err(a), Err(b)) => {
            assert_eq!(a, b);
            return false;
        }
        (a, b) => panic!("{a:?} and {b:?}"),
    };
    let mut valid = true;
    for i in 0..stream.segments() {
        match (stream.segment(i), reader.segment(i)) {
            (Ok(a), Ok(b)) => assert!(a == b),
            (Err(a), Err(b)) => {
                assert_eq!(a, b);
                valid = false;
            }
            (a, b) => panic!("{a:?} and {b:?}"),
        }
    }
    assert_eq!(stream.validate_all().is_ok(), valid);
    let records = stream.records().filter(|record| record.is_ok()).count();
    assert!(records as u64 <= stream.len());
    valid
}

#[test]
fn every_byte_damaged() -> Result {
    let trees: Vec<Tree> = (0..6).map(any_kind).collect();
    let mut file = Cursor::new(written(&trees[..3], segments_of(60)));
    let mut writer = StreamWriter::append(&mut file, segments_of(60))?;
    for tree in &trees[3..] {
        push(&mut writer, tree)?;
    }
    writer.finish()?;
    let mut bytes = file.into_inner();
    let mut refused = 0;
    for at in (0..bytes.len()).step_by(if cfg!(miri) { 211 } else { 1 }) {
        let was = bytes[at];
        let all = [was ^ 1, !was, 0, 0xFF, was.wrapping_add(1), was ^ 0x80];
        for to in &all[..if cfg!(miri) { 2 } else { all.len() }] {
            bytes[at] = *to;
            refused += usize::from(!look(&bytes));
            match Stream::recover(bytes.as_slice(), Limits::DEFAULT) {
                Ok(stream) => {
                    assert!(stream.len() <= 6 + 256 && stream.records().all(|r| r.is_ok()));
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::UnsupportedVersion),
            }
        }
        bytes[at] = was;
    }
    assert!(look(&bytes));
    assert!(cfg!(miri) || refused > bytes.len());
    Ok(())
}

/// An index claims more or less than exists.
#[test]
fn an_index_that_lies() -> Result {
    let bytes = written(&[I64(1), I64(2)], segments_of(1));
    let entries = bytes.len() - 16 - 32;
    let total = entries - 8;
    let with = |changes: &[(usize, u64)]| {
        let mut bytes = bytes.clone();
        for &(at, value) in changes {
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        seal(&mut bytes);
        open(&bytes).and_then(|stream| stream.validate_all()).err()
    };
    let length = u64::from_le_bytes(bytes[entries..entries + 8].try_into().unwrap());
    assert_eq!(with(&[]), None);
    for changes in [
        vec![(total, 3)],
        vec![(total, 1)],
        vec![(total, u64::MAX)],
        vec![(entries + 8, 0)],
        vec![(entries + 8, 2)],
        vec![(entries + 8, 2), (total, 3)],
        vec![(entries + 8, length + 1), (total, length + 2)],
        vec![(entries + 8, u64::MAX), (entries + 24, 2)],
        vec![(entries, length + 8)],
        vec![(entries, length - 8)],
        vec![(entries, length + 8), (entries + 16, length - 8)],
        vec![(entries, length - 1)],
        vec![(entries, 0)],
        vec![(entries, 8)],
        vec![(entries, u64::MAX)],
        vec![(entries, u64::MAX - 6)],
        vec![(entries, u64::MAX / 2), (entries + 16, u64::MAX / 2)],
    ] {
        let error = with(&changes).unwrap_or_else(|| panic!("{changes:?} is taken"));
        assert_eq!(error.kind(), ErrorKind::InvalidFrozen, "{changes:?}");
        assert!(
            error.offset().is_some_and(|at| at <= bytes.len()),
            "{error}"
        );
    }
    Ok(())
}

/// Gives the index at the end a correct checksum.
pub fn seal(bytes: &mut [u8]) {
    let end = bytes.len();
    let length = u64::from_le_bytes(bytes[end - 16..end - 8].try_into().unwrap());
    // A damaged length may lead anywhere.
    if let Some(start) = end.checked_sub(length as usize).filter(|&at| at < end - 8) {
        let sum = crc32(&bytes[start..end - 8]);
        bytes[end - 8..end - 4].copy_from_slice(&sum.to_le_bytes());
    }
}

/// CRC-32 bit by bit, as the specification defines it.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            sum >> 1 ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 }
        })
    })
}

/// A block that claims any length.
#[test]
fn lengths_that_lead_nowhere() {
    let mut bytes = written(&[I64(1), I64(2)], segments_of(1));
    let index = bytes.len() - 72;
    for at in [8, 64, index + 8, bytes.len() - 16] {
        let was: [u8; 8] = bytes[at..at + 8].try_into().unwrap();
        let lengths = [u64::MAX, 0, 1, 7, 1 << 63, 40, 48, 1 << 32, u64::MAX - 7];
        for length in lengths.into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
            bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
            seal(&mut bytes);
            assert!(!look(&bytes), "{length} at {at}");
            let whole = recover(&bytes).byte_len();
            assert!(whole <= at as u64, "{length} at {at}");
        }
        bytes[at..at + 8].copy_from_slice(&was);
        seal(&mut bytes);
    }
    assert!(look(&bytes));
}

/// The limits of a reader: depth for each record, bytes and nodes for each segment.
#[test]
fn limits_of_readers() -> Result {
    let deep = Array(vec![Array(vec![Array(vec![])])]);
    let bytes = written(&[deep, text(&"long".repeat(100))], segments_of(1));
    let try_with = |limits: Limits| {
        let stream = Stream::open(bytes.as_slice(), limits).and_then(|s| s.validate_all());
        let reader = StreamReader::open(Cursor::new(&bytes), limits)
            .and_then(|mut reader| (0..2).try_for_each(|i| reader.segment(i).map(drop)));
        let recovered = Stream::recover(bytes.as_slice(), limits).map(drop);
        if let Err(error) = &stream
            && error.kind() == ErrorKind::DepthLimit
        {
            let expected = "at most 2 containers inside each other";
            assert_eq!(error.expectation(), Some(expected));
        }
        let kinds = [stream, reader, recovered].map(|r| r.err().map(|e| e.kind()));
        assert!(kinds.iter().all(|kind| *kind == kinds[0]), "{kinds:?}");
        kinds[0]
    };
    let default = Limits::DEFAULT;
    assert_eq!(try_with(default), None);
    assert_eq!(
        try_with(Limits {
            depth: 3,
            ..default
        }),
        None
    );
    let shallow = Limits {
        depth: 2,
        ..default
    };
    assert_eq!(try_with(shallow), Some(ErrorKind::DepthLimit));
    assert_eq!(
        try_with(Limits {
            nodes: 4,
            ..default
        }),
        None
    );
    let few = Limits {
        nodes: 2,
        ..default
    };
    assert_eq!(try_with(few), Some(ErrorKind::NodeLimit));
    let short = Limits {
        bytes: 400,
        ..default
    };
    assert_eq!(try_with(short), Some(ErrorKind::SizeLimit));
    Ok(())
}

#[test]
fn what_errors_say() -> Result {
    let bytes = written(&[I64(1)], StreamOptions::DEFAULT);
    let cut = &bytes[..bytes.len() - 8];
    let error = open(cut).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid frozen buffer: expected an index that ends here (byte 104)"
    );
    assert_eq!(
        error.hint(),
        Some("the stream was damaged, cut off, or never one; what is whole can be recovered")
    );
    let stream = open(&bytes)?;
    let error = stream.record(1).unwrap_err();
    assert_eq!(error.to_string(), "not found: expected one of 1 records");
    // A segment is a document of its own.
    let document = Frozen::validate(stream.segment(0)?.buffer())?;
    assert!(document.item(0)? == stream.record(0)?);
    let error = stream.record(0)?.str().unwrap_err();
    assert_eq!(error.path().unwrap().to_string(), "$[0]");
    Ok(())
}
