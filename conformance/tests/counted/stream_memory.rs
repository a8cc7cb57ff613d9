//! The memory for writing and reading a stream of any length: that of its segments, or of its
//! longest value.

use std::io::{Cursor, Read, Seek, SeekFrom, Write};

use conformance::alloc::counted;
use varvel::format::RecordReader;
use varvel::records;
use varvel_core::{ErrorKind, Limits};
use varvel_frozen::{StreamOptions, StreamReader, StreamWriter};
use varvel_json::{ReadOptions, drive};

use crate::memory::put;

/// Writes a line of a stream, by its number.
type Line = fn(&mut String, usize);

/// Some of these lines are no records.
const LINES: [(&str, Line); 7] = [
    ("records", |text, i| {
        put(
            text,
            format_args!(r#"{{"id":{i},"name":"record {i}","ok":true}}"#),
        );
    }),
    ("numbers", |text, i| put(text, format_args!("{i}"))),
    ("a key each", |text, i| {
        put(text, format_args!(r#"{{"key {i}":1}}"#))
    }),
    ("a long key each", |text, i| {
        put(text, format_args!(r#"{{"{i:01000}":1}}"#))
    }),
    ("forty keys each", |text, i| {
        text.push('{');
        (0..40).for_each(|k| put(text, format_args!("\"{}\":0,", 40 * i + k)));
        text.push_str("\"\":0}");
    }),
    ("broken, a key each", |text, i| {
        put(text, format_args!(r#"{{"key {i}":1"#))
    }),
    ("broken, a shape each", |text, i| {
        put(
            text,
            format_args!(r#"[{{"key {i}":1}},{{"another {i}":1}}"#),
        );
    }),
];

fn write_lines(line: Line, count: usize, output: impl Write, segment_bytes: usize) {
    let options = StreamOptions {
        segment_bytes,
        ..StreamOptions::DEFAULT
    };
    let mut writer = StreamWriter::new(output, options);
    let mut text = String::new();
    for i in 0..count {
        text.clear();
        line(&mut text, i);
        let read = ReadOptions::default();
        let result = writer.push_with(|record| drive(text.as_bytes(), &read, record));
        assert!(result.is_ok() || !text.ends_with('}') || text.starts_with('['));
    }
    writer.finish().unwrap();
}

/// The memory does not depend on the number of records.
#[test]
fn writing_a_stream_keeps_to_its_segments() {
    let segment = 64 << 10;
    let mut failures = Vec::new();
    for (name, line) in LINES {
        for count in [2_000, 20_000, 100_000] {
            let ((), peak, _) = counted(|| write_lines(line, count, std::io::sink(), segment));
            println!("{name:25} {count:>7} records, peak {peak:>8} bytes");
            // Twenty segments: the segment, its slots, the state for keys, growth.
            if peak > 20 * segment {
                failures.push(format!("{name}: {peak} bytes for {count} records"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn reading_a_stream_keeps_to_its_segments() {
    let segment = 64 << 10;
    for (name, line) in &LINES[..5] {
        let mut bytes = Vec::new();
        write_lines(*line, 20_000, &mut bytes, segment);
        let limits = Limits {
            bytes: 8 * segment,
            ..Limits::DEFAULT
        };
        let read = || {
            let mut reader = StreamReader::open(Cursor::new(&bytes), limits).unwrap();
            for n in 0..reader.len() {
                reader.record(n).unwrap();
            }
            (reader.segments(), reader.len())
        };
        let ((segments, records), peak, _) = counted(read);
        println!("{name:25} {segments:>5} segments, peak {peak:>8} bytes");
        assert_eq!(records, 20_000);
        assert!(peak < 20 * segment, "{name}: {peak} bytes");
    }
}

/// A file that claims at its beginning and at its end to be one block of a terabyte, and has no
/// other bytes.
#[derive(Debug)]
struct Claim(u64);

const TERABYTE: u64 = 1 << 40;

impl Read for Claim {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let length = TERABYTE.to_le_bytes();
        let all = match self.0 {
            0 => [*b"VRVL\x01\0\0\0", length],
            at if at == TERABYTE - 16 => [length, *b"\0\0\0\0VRVI"],
            _ => return Ok(0),
        };
        let count = out.len().min(16);
        out[..count].copy_from_slice(&all.as_flattened()[..count]);
        self.0 += count as u64;
        Ok(count)
    }
}

impl Seek for Claim {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0 = match to {
            SeekFrom::Start(at) => at,
            _ => TERABYTE,
        };
        Ok(self.0)
    }
}

#[test]
fn lengths_in_a_stream_buy_no_memory() {
    let (error, peak, _) = counted(|| StreamReader::open(Claim(0), Limits::DEFAULT).unwrap_err());
    assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
    assert!(peak < 128 << 10, "{peak} bytes");
    let (reader, peak, _) = counted(|| StreamReader::recover(Claim(0), Limits::DEFAULT).unwrap());
    assert!(reader.is_empty() && peak < 128 << 10, "{peak} bytes");
}

#[test]
fn records_in_a_row_take_the_memory_of_the_longest() {
    struct Longest(usize);
    impl records::Visit for Longest {
        type Output = ();
        fn documents<F: records::Row>(self) {
            let Self(longest) = self;
            let mut stream = Vec::new();
            for i in 0..2_000 {
                let len = if i % 500 == 7 { longest } else { i % 300 };
                let text = "a".repeat(len);
                stream.extend(F::to_vec(&text, &F::WriteOptions::default()).unwrap());
                stream.extend(F::BEHIND);
            }
            let ((), peak, _) = counted(|| {
                let mut records = RecordReader::<_, F>::new(&stream[..], &Limits::DEFAULT);
                while records.next().unwrap().is_some() {}
            });
            assert!(
                peak <= (64 << 10) + 6 * longest,
                "{}: {peak} bytes",
                F::NAME
            );
        }
        fn frozen(self) {}
    }
    for format in records::Format::ALL {
        format.visit(Longest(100_000));
    }
}
