//! Bytes as a frozen stream: refused or read alike in memory and from a file. And lines as its
//! records: the stream returns each record as it is frozen alone, whatever fails in between, and a
//! truncated stream has a prefix of them.

use std::io::Cursor;

use conformance::walk;
use varvel_core::{Duplicates, Limits};
use varvel_frozen::{Frozen, Stream, StreamOptions, StreamReader, StreamWriter};
use varvel_json::{ReadOptions, drive};

/// Tries one input.
pub fn run(input: &[u8]) {
    match input {
        [b'L', segment, cut, lines @ ..] => records(lines, (*segment).into(), (*cut).into()),
        _ => stream(input),
    }
}

/// Opens and recovers a stream, in memory and as a file.
fn stream(bytes: &[u8]) {
    let opened = Stream::open(bytes, Limits::DEFAULT);
    let file = StreamReader::open(Cursor::new(bytes), Limits::DEFAULT);
    same(opened, file);
    let recovered = Stream::recover(bytes, Limits::DEFAULT);
    let file = StreamReader::recover(Cursor::new(bytes), Limits::DEFAULT);
    if let Ok(stream) = &recovered {
        stream.validate_all().unwrap();
        append(&bytes[..stream.byte_len() as usize], stream);
    }
    same(recovered, file);
}

type Opened<T> = varvel_core::Result<T>;

fn same(stream: Opened<Stream<&[u8]>>, file: Opened<StreamReader<Cursor<&[u8]>>>) {
    let (stream, mut file) = match (stream, file) {
        (Ok(stream), Ok(file)) => (stream, file),
        (stream, file) => {
            let (a, b) = (stream.unwrap_err(), file.unwrap_err());
            assert_eq!(a, b);
            let _ = a.to_string();
            return;
        }
    };
    assert_eq!(stream.len(), file.len());
    for i in 0..stream.segments() {
        match (stream.segment(i), file.segment(i)) {
            (Ok(a), Ok(b)) => {
                assert!(a == b);
                walk::every_member(a);
            }
            (a, b) => assert_eq!(a.unwrap_err(), b.unwrap_err()),
        }
    }
    for (n, record) in stream.records().take(100).enumerate() {
        if stream.validate_all().is_ok() {
            assert!(record.unwrap() == file.record(n as u64).unwrap());
        }
    }
}

/// Appends to a recovered stream, and opens it.
fn append(bytes: &[u8], stream: &Stream<&[u8]>) {
    let file = Cursor::new(bytes.to_vec());
    let reader = StreamReader::recover(file, Limits::DEFAULT).unwrap();
    let mut writer = reader.into_writer(StreamOptions::DEFAULT).unwrap();
    writer.push("the last").unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    let again = Stream::open(bytes, Limits::DEFAULT).unwrap();
    assert_eq!(again.len(), stream.len() + 1);
    assert_eq!(
        again.record(stream.len()).unwrap().as_str(),
        Some("the last")
    );
    assert!((again.records().zip(stream.records())).all(|(a, b)| a.unwrap() == b.unwrap()));
}

fn records(lines: &[u8], segment: usize, cut: usize) {
    let options = StreamOptions {
        segment_bytes: 16 * segment,
        ..StreamOptions::DEFAULT
    };
    let mut writer = StreamWriter::new(Vec::new(), options);
    let mut expected: Vec<Frozen> = Vec::new();
    for line in lines.split(|&byte| byte == b'\n') {
        let read = ReadOptions::default();
        let result = writer.push_with(|record| drive(line, &read, record));
        match conformance::freeze_with(line, Duplicates::Error) {
            Ok(alone) => {
                result.unwrap();
                expected.push(alone);
            }
            Err(alone) => assert_eq!(alone.kind(), result.unwrap_err().kind()),
        }
        if line.is_empty() {
            writer.flush().unwrap();
        }
    }
    let bytes = writer.finish().unwrap();
    let stream = Stream::open(bytes.as_slice(), Limits::DEFAULT).unwrap();
    assert_eq!(stream.len(), expected.len() as u64);
    for (record, alone) in stream.records().zip(&expected) {
        assert!(record.unwrap() == alone.view());
    }
    let cut = &bytes[..bytes.len() - bytes.len().min(8 * cut)];
    let recovered = Stream::recover(cut, Limits::DEFAULT).unwrap();
    assert!(recovered.len() <= stream.len());
    for (record, alone) in recovered.records().zip(&expected) {
        assert!(record.unwrap() == alone.view());
    }
}
