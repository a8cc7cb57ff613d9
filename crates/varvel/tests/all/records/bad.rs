//! Bad records: the first one stops, or each is set aside byte for byte.

use super::*;
use varvel::records::{BadRecord, Unit};
use varvel::{ErrorKind, Sink, StreamOptions, StreamWriter};

/// The records that were written, those that were set aside, and their places.
type Sorted = (Vec<u8>, Vec<u8>, Vec<(u64, u64)>);

fn sorted(input: &[u8], from: Format, to: Format, options: &Options) -> Sorted {
    let (mut output, mut aside, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut on_bad = |record: &BadRecord<'_>| {
        aside.extend_from_slice(&record.bytes);
        places.push((record.number, record.offset));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut on_bad),
        ..Watch::default()
    };
    let done = convert(input, from, &mut output, to, options, watch).unwrap();
    assert_eq!(done.bad, places.len() as u64);
    assert_eq!(done.bytes_in, input.len() as u64);
    (output, aside, places)
}

/// Returns lines of which those that `bad` picks are no documents.
fn with_bad(count: usize, bad: impl Fn(usize) -> bool) -> String {
    (0..count)
        .map(|i| match bad(i) {
            true => format!("{{\"id\": {i}, \"half\": [\r\n"),
            false => format!("{{\"id\":{i}}}\n"),
        })
        .collect()
}

#[test]
fn set_aside_byte_for_byte_in_order() {
    let patterns: [fn(usize) -> bool; 6] = [
        |i| i == 0,
        |i| i == 99,
        |i| i % 7 == 3,
        |_| true,
        |i| i % 2 == 0,
        |i| (20..40).contains(&i),
    ];
    for bad in patterns {
        let text = with_bad(100, bad);
        let (mut good, mut wrong, mut places, mut at) = (vec![], vec![], vec![], 0);
        for (i, line) in text.split_inclusive('\n').enumerate() {
            if bad(i) {
                wrong.extend_from_slice(line.as_bytes());
                places.push((i as u64 + 1, at));
            } else {
                good.extend_from_slice(line.as_bytes());
            }
            at += line.len() as u64;
        }
        for threads in [1, 2, 8] {
            for block in [1, 30, 1000, 128 << 10] {
                for to in formats() {
                    let options = options(threads, block);
                    let (output, aside, found) =
                        sorted(text.as_bytes(), Format::Ndjson, to, &options);
                    assert_eq!((&aside, &found), (&wrong, &places));
                    assert_eq!(bytes(&output, to, Format::Ndjson, &options), good);
                }
            }
        }
    }
}

#[test]
fn the_first_bad_line_stops_with_its_place() {
    let text = with_bad(300, |i| i == 120 || i == 121 || i == 299);
    let start = text.find("\"half\"").unwrap();
    let line = text[..start].rfind('\n').unwrap() + 1;
    for threads in [1, 2, 8] {
        for block in [1, 100, 128 << 10] {
            let mut output = Vec::new();
            let failure = convert(
                text.as_bytes(),
                Format::Ndjson,
                &mut output,
                Format::Ndjson,
                &options(threads, block),
                Watch::default(),
            );
            let Err(Failure::Bad(record)) = failure else {
                panic!("{failure:?}");
            };
            assert_eq!(
                (record.unit, record.number, record.column()),
                (Unit::Line, 121, Some(23))
            );
            assert_eq!(
                (record.offset, record.error_offset()),
                (line as u64, line as u64 + 22)
            );
            assert_eq!(&record.bytes[..], b"{\"id\": 120, \"half\": [\r\n");
            assert_eq!(
                record.to_string(),
                format!(
                    "line 121, column 23: unexpected end of input: expected a value, at $.half[0] (byte {})",
                    line + 22
                )
            );
            assert_eq!(record.error.hint(), Some("a record stands on one line"));
            // All records before it were written.
            assert_eq!(output, &text.as_bytes()[..line]);
        }
    }
}

#[test]
fn a_line_that_is_no_document_says_that_first() {
    let big = "123456789012345678901234567890";
    for (line, kind) in [
        (format!("{{\"a\":{big}}}"), ErrorKind::Unrepresentable),
        (format!("{{\"a\":{big}"), ErrorKind::UnexpectedEnd),
        (format!("{{\"a\":{big}]"), ErrorKind::Syntax),
        ("{\"a\":1,\"a\":2}".to_owned(), ErrorKind::DuplicateKey),
        ("{\"a\":1,\"a\":2".to_owned(), ErrorKind::UnexpectedEnd),
        ("{\"a\":1,\"a\":2}}".to_owned(), ErrorKind::TrailingData),
    ] {
        let lines = format!("[]\n{line}\n");
        let mut kinds = Vec::new();
        let mut on_bad = |record: &BadRecord<'_>| {
            kinds.push(record.error.kind());
            Ok(())
        };
        let watch = Watch {
            bad: Some(&mut on_bad),
            ..Watch::default()
        };
        let (input, from) = (lines.as_bytes(), Format::Ndjson);
        let (to, options) = (Format::MessagePack, Options::default());
        convert(input, from, std::io::sink(), to, &options, watch).unwrap();
        assert_eq!(kinds, [kind], "{line}");
    }
}

#[test]
fn the_last_line_may_be_bad_and_have_no_end() {
    for block in [1, 5, 1000] {
        let (output, aside, places) = sorted(
            b"1\n\n[2",
            Format::Ndjson,
            Format::Ndjson,
            &options(2, block),
        );
        assert_eq!(output, b"1\n");
        assert_eq!(aside, b"[2");
        assert_eq!(places, [(3, 3)]);
    }
}

#[test]
fn values_that_are_bad() {
    // 1, a byte that is never used, [1], {"a": 1, "a": 2}, an extension or a tag, a truncated value
    let packed = [
        1, 0xC1, 0x91, 1, 0x82, 0xA1, b'a', 1, 0xA1, b'a', 2, 0xD4, 5, 0, 0x93, 1,
    ];
    let cbor = [
        1, 0x1C, 0x81, 1, 0xA2, 0x61, b'a', 1, 0x61, b'a', 2, 0xD8, 40, 0, 0x83, 1,
    ];
    for (from, input) in [(Format::MessagePack, packed), (Format::Cbor, cbor)] {
        for threads in [1, 3] {
            for block in [1, 3, 100] {
                let options = options(threads, block);
                let (output, aside, places) = sorted(&input, from, Format::Ndjson, &options);
                assert_eq!(output, b"1\n[1]\n", "{from:?}");
                let bad = [&input[1..2], &input[4..]].concat();
                assert_eq!(aside, bad);
                assert_eq!(places, [(1, 1), (3, 4), (4, 11), (5, 14)]);
                let error = converted(&input, from, Format::Frozen, &options).unwrap_err();
                let expected = match from {
                    Format::Cbor => {
                        "value 1: invalid syntax: expected a data item, found the byte 0x1C, which is reserved (byte 1)"
                    }
                    _ => {
                        "value 1: invalid syntax: expected a value, found the byte 0xC1, which MessagePack never uses (byte 1)"
                    }
                };
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

#[test]
fn heads_that_promise_too_much() {
    let packed: [&[u8]; 6] = [
        &[0xDD, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xDF, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xDB, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xC9, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        &[0xDD, 0xFF],
        &[
            0xDD, 0xFF, 0xFF, 0xFF, 0xFF, 0xDD, 0xFF, 0xFF, 0xFF, 0xFF, 0xDF, 0xFF, 0xFF, 0xFF,
            0xFF,
        ],
    ];
    let cbor: [&[u8]; 7] = [
        &[0x9A, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0x7A, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0x5B, 0, 0, 0, 1, 0, 0, 0, 0],
        &[0x9A, 0xFF],
        &[
            0x9A, 0xFF, 0xFF, 0xFF, 0xFF, 0x9A, 0xFF, 0xFF, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xFF,
            0xFF,
        ],
        // No length, and no end.
        &[0x9F, 0xBF],
    ];
    let packed = packed.map(|head| (Format::MessagePack, 0x92, head));
    let cbor = cbor.map(|head| (Format::Cbor, 0x82, head));
    for (from, two, head) in packed.into_iter().chain(cbor) {
        let input = [&[two, 1, 2], head, &[0xC0; 50]].concat();
        for block in [1, 4, 1000] {
            for to in formats() {
                let options = options(2, block);
                let (_, aside, places) = sorted(&input, from, to, &options);
                assert_eq!(aside, input[3..], "{head:X?}");
                assert_eq!(places, [(1, 3)]);
            }
        }
    }
}

#[test]
fn more_bytes_than_the_limit_stop_in_any_case() {
    let limits = Limits {
        bytes: 10,
        ..Limits::DEFAULT
    };
    for (text, line) in [("\"123456789\"\n", 1), ("1\n2\n\"1234567890123456789", 3)] {
        for block in [1, 4, 1000] {
            let options = Options {
                limits,
                ..options(2, block)
            };
            let mut on_bad = |_: &BadRecord<'_>| Ok(());
            let watch = Watch {
                bad: Some(&mut on_bad),
                ..Watch::default()
            };
            let mut output = Vec::new();
            let input = text.as_bytes();
            let failure = convert(
                input,
                Format::Ndjson,
                &mut output,
                Format::Ndjson,
                &options,
                watch,
            );
            let Err(Failure::Bad(record)) = failure else {
                panic!("{failure:?}");
            };
            assert_eq!(
                (record.number, record.error.kind()),
                (line, ErrorKind::SizeLimit)
            );
        }
    }
}

#[test]
fn what_json_does_not_have() {
    let mut writer = StreamWriter::new(Vec::new(), StreamOptions::DEFAULT);
    writer.push(&1).unwrap();
    writer.flush().unwrap();
    writer.push(&2).unwrap();
    writer
        .push_with(|record| {
            record.begin_array(None)?;
            record.bytes((&[1_u8, 2][..]).into())?;
            record.end_array()
        })
        .unwrap();
    let stream = writer.finish().unwrap();
    let error = converted(&stream, Format::Frozen, Format::Ndjson, &options(2, 10)).unwrap_err();
    let Failure::Bad(record) = error else {
        panic!("{error}");
    };
    assert_eq!((record.unit, record.number), (Unit::Record, 2));
    assert_eq!(record.error.kind(), ErrorKind::Unrepresentable);
    assert_eq!(record.error.path().unwrap().to_string(), "$[0]");
    // Binary formats have such values.
    for to in binary() {
        let packed = bytes(&stream, Format::Frozen, to, &options(2, 10));
        match to {
            Format::Cbor => assert_eq!(packed, [1, 2, 0x81, 0x42, 1, 2]),
            _ => assert_eq!(packed, [1, 2, 0x91, 0xC4, 2, 1, 2]),
        }
        let (output, aside, places) = sorted(&packed, to, Format::Ndjson, &options(2, 10));
        assert_eq!(
            (output, aside, places),
            (b"1\n2\n".to_vec(), packed[2..].to_vec(), vec![(2, 2)])
        );
    }
}

#[test]
fn a_segment_that_is_bad_has_its_number() {
    let text = lines(300);
    let mut stream = bytes(
        text.as_bytes(),
        Format::Ndjson,
        Format::Frozen,
        &options(1, 1000),
    );
    let third = Stream::open(stream.as_slice(), Limits::DEFAULT)
        .unwrap()
        .segment(2)
        .unwrap()
        .buffer()
        .as_ptr()
        .addr()
        - stream.as_ptr().addr();
    stream[third + 24] ^= 0x55; // its root
    for threads in [1, 2, 8] {
        for to in formats() {
            let mut on_bad = |_: &BadRecord<'_>| panic!("not set aside");
            let watch = Watch {
                bad: Some(&mut on_bad),
                ..Watch::default()
            };
            let mut output = Vec::new();
            let input = stream.as_slice();
            let failure = convert(
                input,
                Format::Frozen,
                &mut output,
                to,
                &options(threads, 10),
                watch,
            );
            let Err(Failure::Bad(record)) = failure else {
                panic!("{failure:?}");
            };
            assert_eq!((record.unit, record.number), (Unit::Segment, 2));
            assert_eq!(record.offset, third as u64);
            assert_eq!(record.error.kind(), ErrorKind::InvalidFrozen);
        }
    }
}
