//! The output is that of one thread, in order, whatever the blocks.

use super::*;

#[test]
fn all_formats_as_the_plain_loop_writes_them() {
    let text = lines(700);
    let input = text.as_bytes();
    let plain = |to| (to, plainly_written(input, to));
    let mut all: Vec<_> = documents().map(plain).collect();
    let ndjson = plainly_written(input, Format::Ndjson);
    let mut stream = Vec::new();
    for threads in [1, 2, 8] {
        for block in [1, 13, 200, 5000, 128 << 10] {
            let options = options(threads, block);
            for (to, plain) in &all {
                assert_eq!(&bytes(input, Format::Ndjson, *to, &options), plain);
            }
            stream = bytes(input, Format::Ndjson, Format::Frozen, &options);
            assert_eq!(
                as_lines(&stream),
                ndjson,
                "{threads} threads, blocks of {block}"
            );
        }
    }
    all.push((Format::Frozen, stream));
    for threads in [1, 2, 8] {
        for block in [1, 100, 128 << 10] {
            let options = options(threads, block);
            for (from, given) in &all {
                for (to, plain) in &all {
                    let made = bytes(given, *from, *to, &options);
                    match (from, to) {
                        (_, Format::Frozen) => assert_eq!(as_lines(&made), ndjson),
                        // CBOR's floats are as narrow as they can be, and keep that width.
                        (Format::Cbor, Format::MessagePack) => {
                            assert_eq!(bytes(&made, *to, Format::Ndjson, &options), ndjson);
                        }
                        _ => assert!(&made == plain, "{from:?} to {to:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_stream_does_not_depend_on_the_threads() {
    let text = lines(2000);
    for block in [50, 3000] {
        let one = bytes(
            text.as_bytes(),
            Format::Ndjson,
            Format::Frozen,
            &options(1, block),
        );
        for threads in [2, 3, 8] {
            for _ in 0..5 {
                let options = options(threads, block);
                assert_eq!(
                    bytes(text.as_bytes(), Format::Ndjson, Format::Frozen, &options),
                    one
                );
            }
        }
    }
}

#[test]
fn progress_adds_up() {
    let text = lines(500);
    let records = plain(text.as_bytes()).len() as u64;
    for to in formats() {
        let mut last = Progress::default();
        let mut calls = 0;
        let mut on_progress = |progress: &Progress| {
            assert!(progress.bytes_in > last.bytes_in && progress.records >= last.records);
            last = *progress;
            calls += 1;
            std::ops::ControlFlow::Continue(())
        };
        let watch = Watch {
            progress: Some(&mut on_progress),
            ..Watch::default()
        };
        let mut output = Vec::new();
        let input = text.as_bytes();
        let done = convert(
            input,
            Format::Ndjson,
            &mut output,
            to,
            &options(3, 1000),
            watch,
        );
        let done = done.unwrap();
        assert_eq!(last, done);
        assert_eq!(
            (done.bytes_in, done.records, done.bad),
            (input.len() as u64, records, 0)
        );
        assert!(calls > 10);
        if to != Format::Frozen {
            assert_eq!(done.bytes_out, output.len() as u64);
        }
    }
}

#[test]
fn lines_longer_than_blocks() {
    let long = format!("[\"{}\"]", "y".repeat(100_000));
    let text = format!("1\n{long}\n2\n{long}{long}\n3\n{long}");
    let text = text.replace("][", ",");
    let expected = plainly_written(text.as_bytes(), Format::Ndjson);
    for threads in [1, 2, 8] {
        for block in [1, 1000, 64 << 10] {
            let options = options(threads, block);
            for between in formats() {
                let given = bytes(text.as_bytes(), Format::Ndjson, between, &options);
                assert_eq!(bytes(&given, between, Format::Ndjson, &options), expected);
            }
        }
    }
}

#[test]
fn nothing_in_nothing_out() {
    for threads in [1, 3] {
        let options = options(threads, 64);
        let stream = bytes(b"", Format::Ndjson, Format::Frozen, &options);
        assert!(
            Stream::open(stream.as_slice(), Limits::DEFAULT)
                .unwrap()
                .is_empty()
        );
        for blank in ["", "\n", " \r\n\t\n\n", "\u{FEFF}", "\u{FEFF}\n"] {
            assert_eq!(
                bytes(blank.as_bytes(), Format::Ndjson, Format::Ndjson, &options),
                b""
            );
        }
        for format in documents() {
            assert_eq!(bytes(b"", format, Format::Ndjson, &options), b"");
            assert_eq!(bytes(&stream, Format::Frozen, format, &options), b"");
        }
        let error = converted(b"", Format::Frozen, Format::Ndjson, &options).unwrap_err();
        assert!(matches!(error, Failure::Input(_)), "{error}");
    }
}

#[test]
fn a_byte_order_mark_before_a_line_is_passed_over() {
    let options = options(2, 4);
    let text = "\u{FEFF}1\n2\n";
    assert_eq!(
        bytes(text.as_bytes(), Format::Ndjson, Format::Ndjson, &options),
        b"1\n2\n"
    );
    // Joined files have a byte order mark before the first line of each.
    let text = "1\n\u{FEFF}2\n";
    assert_eq!(
        bytes(text.as_bytes(), Format::Ndjson, Format::Ndjson, &options),
        b"1\n2\n"
    );
    let error = converted(
        "\u{FEFF}x\n".as_bytes(),
        Format::Ndjson,
        Format::Ndjson,
        &options,
    );
    let Err(Failure::Bad(record)) = error else {
        panic!("{error:?}");
    };
    assert_eq!((record.column(), record.error_offset()), (Some(1), 3));
}

#[test]
fn duplicate_keys_by_the_policy() {
    use varvel::Duplicates::{Error, First, Last};
    let text = b"{\"a\":1,\"a\":2}\n";
    for (duplicates, expected) in [(Error, None), (First, Some("1")), (Last, Some("2"))] {
        let options = Options {
            duplicates,
            ..options(2, 100)
        };
        for between in formats() {
            let made = converted(text, Format::Ndjson, between, &options);
            let Some(expected) = expected else {
                assert!(matches!(made, Err(Failure::Bad(_))));
                continue;
            };
            let lines = bytes(&made.unwrap().0, between, Format::Ndjson, &options);
            assert_eq!(lines, format!("{{\"a\":{expected}}}\n").as_bytes());
        }
    }
}
