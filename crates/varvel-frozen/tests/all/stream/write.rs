//! The inputs that a writer accepts, and its handling of a record that fails.

use std::io::{self, Write};

use varvel_core::{Duplicates, Encode, Error, ErrorKind, Limits, Result, Sink, Tag};
use varvel_frozen::{Builder, RecordSink, Stream, StreamOptions, StreamWriter};
use varvel_json::{ReadOptions, drive};

use super::*;
use crate::model::Tree::{self, *};

#[test]
fn what_is_written_is_read() -> Result {
    let sizes: &[usize] = match cfg!(miri) {
        true => &[100],
        false => &[0, 1, 100, 1000, 1 << 20],
    };
    for &size in sizes {
        for trees in [
            vec![],
            (0..some(500)).map(record).collect::<Vec<_>>(),
            (0..some(300)).map(any_kind).collect(),
            (0..some(300)).map(I64).collect(),
            (0..some(300)).map(|i| F64(i as f64)).collect(),
            (0..some(300))
                .map(|i| Array(vec![I64(i), I64(7)]))
                .collect(),
        ] {
            let bytes = written(&trees, segments_of(size));
            assert!(same(&all(&bytes)?, &trees));
            let stream = open(&bytes)?;
            if size <= 1 {
                assert_eq!(stream.segments(), trees.len());
            }
            stream.validate_all()?;
            assert_eq!(recover(&bytes).byte_len(), bytes.len() as u64);
        }
    }
    Ok(())
}

#[test]
fn a_segment_shares_its_keys_and_packs_its_numbers() -> Result {
    let records: Vec<Tree> = (0..some(200)).map(record).collect();
    let bytes = written(&records, StreamOptions::DEFAULT);
    let alone = Array(records).freeze()?;
    assert_eq!(&bytes[..alone.as_bytes().len()], alone.as_bytes());
    let numbers: Vec<Tree> = (0..some(200)).map(I64).collect();
    let bytes = written(&numbers, StreamOptions::DEFAULT);
    assert!(open(&bytes)?.segment(0)?.as_i16_slice().is_some() || cfg!(miri));
    Ok(())
}

#[test]
fn numbers_stay_aligned() -> Result {
    let odd: Vec<Tree> = (0..some(40))
        .map(|i| Array(vec![Str("x".repeat(i as usize)), Array(vec![F64(0.5); 9])]))
        .collect();
    let bytes = written(&odd, segments_of(100));
    // The host decides how the whole buffer is aligned.
    let start = bytes.as_ptr() as usize;
    for segment in 0..open(&bytes)?.segments() {
        let at = open(&bytes)?.segment(segment)?.buffer().as_ptr() as usize;
        assert_eq!((at - start) % 8, 0);
    }
    Ok(())
}

#[test]
fn values_views_and_frozen_parts_are_records() -> Result {
    let document = record(1).freeze()?;
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    writer.push(&document)?;
    writer.push(&document.view())?;
    writer.push(&document.view().field("name")?)?;
    writer.push(&vec![Some(1.5), None])?;
    writer.push("text")?;
    let bytes = writer.finish()?;
    let stream = open(&bytes)?;
    assert!(stream.record(0)? == document.view() && stream.record(1)? == document.view());
    assert_eq!(stream.record(2)?.str()?, "record 1");
    assert_eq!(format!("{:?}", stream.record(3)?), "[1.5, null]");
    assert_eq!(stream.record(4)?.str()?, "text");
    Ok(())
}

/// Gives a document and then fails.
struct Broken<'a>(&'a Tree, usize);

impl Encode for Broken<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &()) -> Result {
        match self.1 % 4 {
            0 => {}
            1 => sink.begin_array(None)?,
            2 => {
                sink.begin_map(None)?;
                sink.key("key".into())?;
            }
            _ => sink.tag(Tag::Number(1))?,
        }
        self.0.drive(sink)?;
        match self.1 % 3 {
            0 => self.0.drive(sink)?,
            1 => sink.begin_array(None)?,
            _ => return Err(Error::new(ErrorKind::Syntax)),
        }
        Ok(())
    }
}

/// A record that fails leaves no trace, whatever came before it and whatever it is itself.
#[test]
fn a_record_that_fails_harms_no_other() -> Result {
    let rounds = if cfg!(miri) { 1 } else { 20 };
    for first in 0..9 {
        // For Miri: packed numbers before some, and some before others.
        let some = |broken: &i64| cfg!(not(miri)) || *broken == (2 * first + 3) % 9 && first < 4;
        for broken in (0..9).filter(some) {
            let mut writer = StreamWriter::new(Vec::new(), segments_of(2000));
            let mut expected = Vec::new();
            for round in 0..rounds {
                let tree = any_kind(first);
                push(&mut writer, &tree)?;
                expected.push(tree);
                let bad = any_kind(broken);
                for how in (0..12).step_by(if cfg!(miri) { 5 } else { 1 }) {
                    assert!(writer.push(&Broken(&bad, how + round)).is_err());
                }
            }
            // Then one of another kind is added successfully.
            push(&mut writer, &any_kind(broken))?;
            expected.push(any_kind(broken));
            assert_eq!(writer.len(), expected.len() as u64);
            assert!(
                same(&all(&writer.finish()?)?, &expected),
                "{first} {broken}"
            );
        }
    }
    Ok(())
}

/// Keys that are equal as nodes, but not in their bytes, are found at once, not at the end of the
/// segment.
#[test]
fn a_map_with_equal_keys_harms_no_other() -> Result {
    let key = |a: &str, b: &str| Object(vec![(a.into(), I64(1)), (b.into(), I64(1))]);
    let map = |a, b| Array(vec![text("in"), Map(vec![(a, Null), (b, text("x"))])]);
    let mut writer = StreamWriter::new(Vec::new(), segments_of(2000));
    let mut expected = Vec::new();
    for i in (0..some(60)).step_by(if cfg!(miri) { 3 } else { 1 }) {
        // Numbers that wait to be packed, and records whose shapes come before those of the keys.
        let names = [format!("a{}", i % 7), format!("b{}", i % 5)];
        for tree in [any_kind(i), map(key(&names[0], &names[1]), key("b", "c"))] {
            push(&mut writer, &tree)?;
            expected.push(tree);
        }
        let bad = map(key(&names[0], &names[1]), key(&names[1], &names[0]));
        let error = push(&mut writer, &bad).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    }
    let numbers: Vec<Tree> = (0..9).map(|i| I64(i << 33)).collect();
    for tree in numbers.iter().chain([&map(key("a", "b"), F64(0.5))]) {
        push(&mut writer, tree)?;
        expected.push(tree.clone());
    }
    assert!(same(&all(&writer.finish()?)?, &expected));
    Ok(())
}

#[test]
fn a_record_is_one_node() -> Result {
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    let wrong: [fn(&mut RecordSink) -> Result; 7] = [
        |_| Ok(()),
        |record| record.end_array(),
        |record| record.end_map(),
        |record| record.key("a".into()),
        |record| record.i64s(&[1, 2]),
        |record| record.i64s(&[]),
        |record| {
            record.null()?;
            // Ends the array around the records, and begins another one.
            let _ = record.end_array();
            let _ = record.begin_array(None);
            record.null()
        },
    ];
    for (i, give) in wrong.into_iter().enumerate() {
        push(&mut writer, &I64(i as i64))?;
        let error = writer.push_with(give).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidEvents);
    }
    let expected: Vec<Tree> = (0..7).map(I64).collect();
    assert!(same(&all(&writer.finish()?)?, &expected));
    Ok(())
}

/// After a record that panics, too, the next one begins where that one began.
#[test]
fn a_record_that_panics_is_taken_back() -> Result {
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    push(&mut writer, &I64(1))?;
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        writer.push_with(|record| {
            record.begin_array(None).unwrap();
            // Keeps the panic off standard error.
            std::panic::resume_unwind(Box::new("in the middle of a record"));
        })
    }));
    assert!(caught.is_err());
    push(&mut writer, &I64(2))?;
    assert!(same(&all(&writer.finish()?)?, &[I64(1), I64(2)]));
    Ok(())
}

#[test]
fn lines_of_json() -> Result {
    let lines = [
        (r#"{"a": 1, "b": [1, 2]}"#, None),
        (r#"{"a": 1, "a": 2}"#, Some(ErrorKind::DuplicateKey)),
        (r#"{"a": 1, "b": [1,"#, Some(ErrorKind::UnexpectedEnd)),
        (r#"[[[[]]]]"#, Some(ErrorKind::DepthLimit)),
        (r#"[1, 2, 3, 4, 5, 6]"#, Some(ErrorKind::NodeLimit)),
        (r#"[[[]]]"#, None),
        (r#"{"a": 3, "b": [3]}"#, None),
        (r#"{"a": 3} 5"#, Some(ErrorKind::TrailingData)),
        ("17", None),
    ];
    let limits = Limits {
        depth: 3,
        nodes: 5,
        ..Limits::DEFAULT
    };
    let options = StreamOptions {
        limits,
        ..StreamOptions::DEFAULT
    };
    let mut writer = StreamWriter::new(Vec::new(), options);
    for (line, kind) in lines {
        // The limits of the reader are not those under test.
        let read = ReadOptions::default();
        let result = writer.push_with(|record| drive(line.as_bytes(), &read, record));
        if let Err(error) = &result
            && error.kind() == ErrorKind::DepthLimit
        {
            let expected = "at most 3 containers inside each other";
            assert_eq!(error.expectation(), Some(expected));
        }
        assert_eq!(result.err().map(|error| error.kind()), kind, "{line}");
    }
    let bytes = writer.finish()?;
    let stream = Stream::open(
        bytes.as_slice(),
        Limits {
            nodes: 100,
            ..limits
        },
    )?;
    let records: Result<Vec<String>> = (stream.records())
        .map(|view| Ok(format!("{:?}", view?)))
        .collect();
    let expected = [
        r#"{"a": 1, "b": [1, 2]}"#,
        "[[[]]]",
        r#"{"a": 3, "b": [3]}"#,
        "17",
    ];
    assert_eq!(records?, expected);
    Ok(())
}

#[test]
fn duplicates_as_the_policy_says() -> Result {
    for (duplicates, expected) in [(Duplicates::First, 1), (Duplicates::Last, 2)] {
        let options = StreamOptions {
            duplicates,
            ..StreamOptions::DEFAULT
        };
        let mut writer = StreamWriter::new(Vec::new(), options);
        let line = br#"{"a": 1, "a": 2}"#;
        writer.push_with(|record| drive(line, &ReadOptions::default(), record))?;
        let bytes = writer.finish()?;
        assert_eq!(open(&bytes)?.record(0)?.field("a")?.i64()?, expected);
    }
    Ok(())
}

#[test]
fn nothing_new_writes_nothing() -> Result {
    let mut file = Cursor::new(written(&[I64(1)], StreamOptions::DEFAULT));
    let len = file.get_ref().len();
    let mut writer = StreamWriter::append(&mut file, StreamOptions::DEFAULT)?;
    writer.flush()?;
    writer.finish()?;
    assert_eq!(file.get_ref().len(), len);
    // A stream without records is still a stream.
    assert!(all(&written(&[], StreamOptions::DEFAULT))?.is_empty());
    assert_eq!(open(&[]).unwrap_err().kind(), ErrorKind::InvalidFrozen);
    Ok(())
}

#[test]
fn flushed_streams_are_whole() -> Result {
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    for i in 0..some(30) {
        push(&mut writer, &record(i))?;
        writer.flush()?;
        assert_eq!(open(writer.get_ref())?.len(), i as u64 + 1);
    }
    Ok(())
}

/// More segments than one index lists.
#[test]
fn many_segments() -> Result {
    let count = if cfg!(miri) { 5 } else { 10_000 };
    let trees: Vec<Tree> = (0..count).map(I64).collect();
    let bytes = written(&trees, segments_of(1));
    assert_eq!(open(&bytes)?.segments(), count as usize);
    assert!(same(&all(&bytes)?, &trees));
    Ok(())
}

/// An output that accepts only this many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("no space"));
        }
        let count = bytes.len().min(self.0);
        self.0 -= count;
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails() -> Result {
    let mut writer = StreamWriter::new(Full(1000), segments_of(100));
    let error = (0..).find_map(|i| push(&mut writer, &record(i)).err());
    let error = error.unwrap();
    assert_eq!(error.to_string(), "input/output error, found no space");
    for result in [push(&mut writer, &Null), writer.flush()] {
        assert_eq!(result.unwrap_err().kind(), ErrorKind::Io);
    }
    let error = writer.finish().err().unwrap();
    assert_eq!(
        error.to_string(),
        "input/output error, found an output that failed before"
    );
    Ok(())
}

/// A builder that learned from one stream is as good as new for the next.
#[test]
fn keys_without_end_are_forgotten() -> Result {
    let count = if cfg!(miri) { 20 } else { 20_000 };
    let tree = |i: i64| Object(vec![(format!("key {i}"), I64(i)), ("same".into(), Null)]);
    let trees: Vec<Tree> = (0..count).map(tree).collect();
    let bytes = written(&trees, segments_of(2000));
    assert!(same(&all(&bytes)?, &trees));
    let mut builder = Builder::new();
    assert!(tree(1).freeze_with(&mut builder)?.view() == open(&bytes)?.record(1)?);
    Ok(())
}
