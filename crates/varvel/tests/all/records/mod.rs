//! Conversions of records, compared with the obvious loop on one thread.

#![cfg(all(feature = "std", feature = "cbor", feature = "msgpack"))]

mod append;
mod bad;
mod faults;
mod fold;
mod items;
mod order;
mod part;
mod pieces;
mod places;

use std::num::NonZeroUsize;

use varvel::records::{Failure, Format, Options, Progress, Watch, convert, convert_slice};
use varvel::records::{Row, Visit};
use varvel::{Frozen, Limits, Stream, json};

fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied()
}

/// Returns the formats whose records are documents of a format.
fn documents() -> impl Iterator<Item = Format> {
    formats().filter(|&format| format != Format::Frozen)
}

/// Returns the formats whose records are binary documents.
fn binary() -> impl Iterator<Item = Format> {
    documents().filter(|&format| format != Format::Ndjson)
}

/// A record that encodes itself for the output.
struct Written<'a>(&'a Frozen);

impl Visit for Written<'_> {
    type Output = Vec<u8>;

    fn documents<F: Row>(self) -> Vec<u8> {
        let mut bytes = F::to_vec(self.0, &F::WriteOptions::default()).unwrap();
        bytes.extend(F::BEHIND);
        bytes
    }

    fn frozen(self) -> Vec<u8> {
        unreachable!("a stream is not its records in a row")
    }
}

fn options(threads: usize, block_bytes: usize) -> Options {
    Options {
        threads: NonZeroUsize::new(threads),
        block_bytes,
        ..Options::DEFAULT
    }
}

/// Returns so many lines of all kinds: short and long, blank ones, both ends of lines.
fn lines(count: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        let line = match i % 11 {
            0 => format!(r#"{{"id": {i}, "name": "record {i}", "tags": ["a", "b"]}}"#),
            1 => format!("{i}"),
            2 => format!("[{i}, {}.5, null, true]", i + 1),
            3 => "  ".to_owned(),
            4 => format!(r#"{{"id": {i}, "text": "{}"}}"#, "läng ".repeat(i % 100)),
            5 => format!("\"{}\"", "x".repeat(7 * i % 400)),
            6 => format!("{i}\r"),
            7 => String::new(),
            8 => format!(r#"{{"{i}": {{"a": [], "b": {{}}}}}}"#),
            9 => format!("{}", (i as i64) << 40),
            _ => "[[1,2],[3,4]]".to_owned(),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// The obvious loop: freezes each line that is not blank alone, and returns it with its number.
fn plain(text: &[u8]) -> Vec<(u64, varvel::Result<Frozen>)> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let given = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    given
        .map(|(i, line)| (i as u64 + 1, json::freeze(line)))
        .collect()
}

/// Converts the records of the obvious loop into another format.
fn plainly_written(text: &[u8], to: Format) -> Vec<u8> {
    let mut output = Vec::new();
    for (_, record) in plain(text) {
        output.extend(to.visit(Written(&record.unwrap())));
    }
    output
}

fn converted(
    input: &[u8],
    from: Format,
    to: Format,
    options: &Options,
) -> Result<(Vec<u8>, Progress), Failure> {
    let mut output = Vec::new();
    let progress = convert(input, from, &mut output, to, options, Watch::default());
    // An input in memory is cut at the same places.
    let mut lent = Vec::new();
    let again = convert_slice(input, from, &mut lent, to, options, Watch::default());
    assert_eq!(lent, output);
    assert_eq!(again.as_ref().ok(), progress.as_ref().ok());
    progress.map(|progress| (output, progress))
}

fn bytes(input: &[u8], from: Format, to: Format, options: &Options) -> Vec<u8> {
    converted(input, from, to, options).unwrap().0
}

/// Returns the records of a stream as lines.
fn as_lines(stream: &[u8]) -> Vec<u8> {
    let stream = Stream::open(stream, Limits::DEFAULT).unwrap();
    let mut lines = Vec::new();
    for record in stream.records() {
        lines.extend(json::to_vec(&record.unwrap()).unwrap());
        lines.push(b'\n');
    }
    lines
}
