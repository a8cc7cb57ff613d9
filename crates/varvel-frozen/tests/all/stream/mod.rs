//! Frozen streams through the public interface: written, appended to, read in both ways, cut,
//! damaged.

#![cfg(feature = "std")]

mod damage;
mod file;
mod forward;
mod properties;
pub mod vectors;
mod write;

use std::io::{Cursor, Write};

use crate::model::Tree::{self, *};
use crate::model::{object, text};
use varvel_core::{Error, ErrorKind, Limits, Result, Sink};
use varvel_frozen::{RecordSink, Stream, StreamOptions, StreamReader, StreamWriter};

/// Segments of about this many bytes.
fn segments_of(segment_bytes: usize) -> StreamOptions {
    StreamOptions {
        segment_bytes,
        ..StreamOptions::DEFAULT
    }
}

fn record(i: i64) -> Tree {
    object([("id", I64(i)), ("name", Str(format!("record {i}")))])
}

/// A small document of each kind that the builder treats specially at the top.
fn any_kind(i: i64) -> Tree {
    let row = |n: i64| Array((0..3).map(|k| I64(n + k)).collect());
    match i % 9 {
        0 => record(i),
        1 => I64(i << 40),
        2 => F64(i as f64 + 0.5),
        3 => row(i),
        4 => text("a string"),
        5 => Null,
        6 => Array(vec![row(1), row(2)]),
        7 => Tagged(varvel_core::Tag::Number(7), Box::new(I64(i))),
        _ => Map(vec![(I64(i), text("x")), (text("y"), Null)]),
    }
}

fn push<W: Write>(writer: &mut StreamWriter<W>, tree: &Tree) -> Result {
    writer.push_with(|record| tree.drive(record))
}

fn written(trees: &[Tree], options: StreamOptions) -> Vec<u8> {
    let mut writer = StreamWriter::new(Vec::new(), options);
    trees
        .iter()
        .for_each(|tree| push(&mut writer, tree).unwrap());
    assert_eq!(writer.len(), trees.len() as u64);
    writer.finish().unwrap()
}

fn open(bytes: &[u8]) -> Result<Stream<&[u8]>> {
    Stream::open(bytes, Limits::DEFAULT)
}

fn recover(bytes: &[u8]) -> Stream<&[u8]> {
    Stream::recover(bytes, Limits::DEFAULT).unwrap()
}

/// All records, each read through every accessor.
fn all(bytes: &[u8]) -> Result<Vec<Tree>> {
    let stream = open(bytes)?;
    let trees: Vec<Tree> = stream
        .records()
        .map(|view| Ok(Tree::from_view(&view?)))
        .collect::<Result<_>>()?;
    assert_eq!(trees.len() as u64, stream.len());
    let mut reader = StreamReader::open(Cursor::new(bytes), Limits::DEFAULT)?;
    assert_eq!(
        (reader.len(), reader.segments(), reader.byte_len()),
        (stream.len(), stream.segments(), stream.byte_len())
    );
    for n in scattered(trees.len()) {
        assert!(trees[n].same(&Tree::from_view(&stream.record(n as u64)?)));
        assert!(trees[n].same(&Tree::from_view(&reader.record(n as u64)?)));
    }
    let end = ErrorKind::NotFound;
    assert_eq!(stream.record(stream.len()).unwrap_err().kind(), end);
    assert_eq!(reader.record(u64::MAX).unwrap_err().kind(), end);
    assert_eq!(stream.segment(stream.segments()).unwrap_err().kind(), end);
    assert_eq!(reader.segment(usize::MAX).unwrap_err().kind(), end);
    Ok(trees)
}

/// The numbers below `count`, shuffled.
fn scattered(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |i| (i * 7919 + 13) % count)
}

fn same(found: &[Tree], expected: &[Tree]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a.same(b))
}

/// Fewer of them for Miri.
fn some(count: usize) -> i64 {
    if cfg!(miri) { 7 } else { count as i64 }
}
