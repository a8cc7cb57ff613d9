//! Inputs and outputs that fail, callbacks that panic, and callers that cancel.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::*;
use varvel::records::BadRecord;

/// Takes this many bytes, then fails.
struct Full {
    taken: Vec<u8>,
    room: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let more = bytes.len().min(self.room - self.taken.len());
        if more == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.taken.extend_from_slice(&bytes[..more]);
        Ok(more)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_fails_after_any_number_of_bytes() {
    let text = lines(60);
    for to in formats() {
        let whole = bytes(text.as_bytes(), Format::Ndjson, to, &options(1, 300));
        for room in 0..=whole.len() {
            let mut output = Full {
                taken: Vec::new(),
                room,
            };
            let options = options(1 + room % 3, 300);
            let watch = Watch::default();
            let done = convert(
                text.as_bytes(),
                Format::Ndjson,
                &mut output,
                to,
                &options,
                watch,
            );
            assert_eq!(output.taken, whole[..room]);
            match done {
                Ok(_) => assert_eq!(room, whole.len()),
                Err(Failure::Write(error)) => {
                    assert!(room < whole.len());
                    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
}

/// Returns one to three bytes at a time, is interrupted now and then, and may fail.
struct Slow<'a> {
    bytes: &'a [u8],
    at: usize,
    fails_at: usize,
    calls: usize,
}

impl<'a> Slow<'a> {
    fn new(bytes: &'a [u8], fails_at: usize) -> Self {
        Self {
            bytes,
            at: 0,
            fails_at,
            calls: 0,
        }
    }
}

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        if self.at == self.fails_at {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        let more = (1 + self.calls % 3)
            .min(buffer.len())
            .min(self.bytes.len() - self.at)
            .min(self.fails_at - self.at);
        buffer[..more].copy_from_slice(&self.bytes[self.at..self.at + more]);
        self.at += more;
        Ok(more)
    }
}

#[test]
fn pieces_in_which_the_input_comes_change_nothing() {
    let text = lines(400);
    for from in formats() {
        let given = bytes(text.as_bytes(), Format::Ndjson, from, &options(1, 700));
        for to in formats() {
            let options = options(2, 500);
            let mut output = Vec::new();
            let slow = Slow::new(&given, usize::MAX);
            convert(slow, from, &mut output, to, &options, Watch::default()).unwrap();
            assert_eq!(output, bytes(&given, from, to, &options));
        }
    }
}

#[test]
fn an_input_that_fails_at_any_byte() {
    let text = lines(40);
    for from in formats() {
        let given = bytes(text.as_bytes(), Format::Ndjson, from, &options(1, 300));
        let whole = bytes(&given, from, Format::Ndjson, &options(1, 200));
        for fails_at in 0..given.len() {
            let mut output = Vec::new();
            let slow = Slow::new(&given, fails_at);
            let options = options(1 + fails_at % 3, 200);
            let done = convert(
                slow,
                from,
                &mut output,
                Format::Ndjson,
                &options,
                Watch::default(),
            );
            let Err(Failure::Read(error)) = done else {
                panic!("{done:?} at {fails_at}");
            };
            assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
            assert!(whole.starts_with(&output));
        }
    }
}

#[test]
fn a_stream_that_is_cut_is_an_error() {
    let text = lines(60);
    let stream = bytes(
        text.as_bytes(),
        Format::Ndjson,
        Format::Frozen,
        &options(1, 400),
    );
    let whole = bytes(&stream, Format::Frozen, Format::Ndjson, &options(1, 400));
    for len in 0..stream.len() {
        let mut output = Vec::new();
        let options = options(1 + len % 2, 400);
        let cut = &stream[..len];
        let done = convert(
            cut,
            Format::Frozen,
            &mut output,
            Format::Ndjson,
            &options,
            Watch::default(),
        );
        assert!(matches!(done, Err(Failure::Input(_))), "{len}");
        assert!(whole.starts_with(&output));
    }
}

#[test]
fn a_callback_that_panics_ends_all() {
    let text = lines(300) + "[\n" + &lines(300);
    for threads in [1, 2, 8] {
        for which in 0..4 {
            let run = AssertUnwindSafe(|| {
                let mut on_bad = |_: &BadRecord<'_>| match which {
                    0 => panic!("the callback's words"),
                    _ => Ok(()),
                };
                let mut on_progress = |progress: &Progress| match which {
                    1 if progress.records > 100 => panic!("the callback's words"),
                    _ => ControlFlow::Continue(()),
                };
                let watch = Watch {
                    bad: Some(&mut on_bad),
                    progress: Some(&mut on_progress),
                };
                let input = Panics(text.as_bytes(), which == 2);
                let output = Panics(&[], which == 3);
                convert(
                    input,
                    Format::Ndjson,
                    output,
                    Format::Frozen,
                    &options(threads, 500),
                    watch,
                )
            });
            let panic = catch_unwind(run).unwrap_err();
            assert_eq!(*panic.downcast::<&str>().unwrap(), "the callback's words");
        }
    }
}

/// Reads a part and writes a part, and panics then if the flag is set.
struct Panics<'a>(&'a [u8], bool);

impl Read for Panics<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        assert!(!self.1 || self.0.len() > 3000, "the callback's words");
        self.0.read(buffer)
    }
}

impl Write for Panics<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!self.1, "the callback's words");
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn ends_that_are_asked_for() {
    let text = lines(1000);
    for threads in [1, 2, 8] {
        let mut calls = 0;
        let mut on_progress = |_: &Progress| {
            calls += 1;
            match calls {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
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
            Format::Ndjson,
            &options(threads, 300),
            watch,
        );
        assert!(matches!(done, Err(Failure::Cancelled)));
        assert_eq!(calls, 3);
        assert!(plainly_written(input, Format::Ndjson).starts_with(&output));
    }
}

#[test]
fn what_cannot_be_set_aside_ends_it() {
    for threads in [1, 4] {
        let mut on_bad = |_: &BadRecord<'_>| Err(io::ErrorKind::PermissionDenied.into());
        let watch = Watch {
            bad: Some(&mut on_bad),
            ..Watch::default()
        };
        let input = b"1\n[\n2\n".as_slice();
        let done = convert(
            input,
            Format::Ndjson,
            io::sink(),
            Format::Frozen,
            &options(threads, 2),
            watch,
        );
        let Err(Failure::SetAside(error)) = done else {
            panic!("{done:?}");
        };
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }
}
