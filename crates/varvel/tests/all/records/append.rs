//! Records appended to an existing frozen stream, also after a crash.

use std::io::Cursor;

use super::*;
use varvel::records::append;
use varvel::{StreamOptions, StreamReader, StreamWriter};

/// Returns the stream with these lines behind it.
fn appended(stream: Vec<u8>, text: &str, options: &Options) -> Vec<u8> {
    let mut file = Cursor::new(stream);
    let mut writer = StreamWriter::append(&mut file, StreamOptions::DEFAULT).unwrap();
    append(
        text.as_bytes(),
        Format::Ndjson,
        &mut writer,
        options,
        Watch::default(),
    )
    .unwrap();
    drop(writer);
    file.into_inner()
}

#[test]
fn behind_what_is_there() {
    let (first, second) = (lines(100), lines(50));
    let both = plainly_written((first.clone() + &second).as_bytes(), Format::Ndjson);
    for threads in [1, 3] {
        let options = options(threads, 700);
        let stream = appended(Vec::new(), &first, &options);
        let whole = appended(stream.clone(), &second, &options);
        assert!(whole.starts_with(&stream));
        assert_eq!(as_lines(&whole), both);
    }
}

/// A stream is cut at any byte of the last append, as by a crash. After recovery and another append
/// it has all segments that were whole.
#[test]
fn after_a_crash_at_any_byte() {
    let (first, second, third) = (lines(40), lines(15), "\"the last\"\n");
    let options = options(2, 400);
    let before = appended(Vec::new(), &first, &options);
    let whole = appended(before.clone(), &second, &options);
    let ends = ends_of_segments(&whole);
    for len in before.len()..=whole.len() {
        let file = Cursor::new(whole[..len].to_vec());
        let reader = StreamReader::recover(file, Limits::DEFAULT).unwrap();
        let (records, end) = (reader.len(), reader.byte_len());
        let (_, kept) = ends.iter().rev().find(|(end, _)| *end <= len).unwrap();
        assert_eq!(records, *kept, "cut at {len}");
        let mut file = reader.into_inner();
        file.get_mut().truncate(end as usize);
        let reader = StreamReader::recover(&mut file, Limits::DEFAULT).unwrap();
        let mut writer = reader.into_writer(StreamOptions::DEFAULT).unwrap();
        append(
            third.as_bytes(),
            Format::Ndjson,
            &mut writer,
            &options,
            Watch::default(),
        )
        .unwrap();
        drop(writer);
        let again = Stream::open(file.into_inner(), Limits::DEFAULT).unwrap();
        assert_eq!(again.len(), kept + 1);
        let stream = Stream::open(whole.as_slice(), Limits::DEFAULT).unwrap();
        for n in 0..*kept {
            assert!(again.record(n).unwrap() == stream.record(n).unwrap());
        }
        assert_eq!(again.record(*kept).unwrap().as_str(), Some("the last"));
    }
}

/// Returns where each segment ends, including the bytes up to the next block, and the number of
/// records up to there.
fn ends_of_segments(bytes: &[u8]) -> Vec<(usize, u64)> {
    let stream = Stream::open(bytes, Limits::DEFAULT).unwrap();
    let mut records = 0;
    (0..stream.segments())
        .map(|i| {
            let segment = stream.segment(i).unwrap();
            records += segment.len() as u64;
            let start = segment.buffer().as_ptr().addr() - bytes.as_ptr().addr();
            (start + segment.buffer().len().next_multiple_of(8), records)
        })
        .collect()
}
