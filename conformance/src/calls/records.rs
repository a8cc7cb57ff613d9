//! Drawn calls of the sinks that take records: a record that fails, or whose closure panics, leaves
//! no trace.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_frozen::{RecordSink, SegmentBuilder, Stream, StreamOptions, StreamWriter};

use super::events::{close, event};
use super::{Made, check, limits, policy};
use crate::documents::Draw;

/// The message of a panic of our own.
const PANIC: &str = "a drawn panic";

/// Gives one drawn record. `kind` is the kind of most records of a segment: numbers that wait to be
/// packed must stay what they are if a record after them fails.
fn record(
    sink: &mut RecordSink,
    kind: usize,
    draw: &mut Draw,
    log: &mut String,
    made: &mut Made,
) -> Result {
    use varvel_core::Sink as _;
    match kind {
        0 => sink.i64(draw.word() as i64 >> draw.below(64))?,
        1 => sink.i64_array(&[draw.word() as i64 >> 50, 1])?,
        2 => sink.f64(0.5)?,
        _ => {}
    }
    if kind < 3 && !draw.once_in(3) {
        return Ok(());
    }
    for _ in 0..draw.below(14) {
        made.calls += 1;
        if event(sink, draw, log).is_err() && draw.once_in(3) {
            return Err(Error::new(ErrorKind::Io));
        }
        if draw.once_in(40) {
            log.push_str("panic ");
            // Not `panic!`, so that the hook prints nothing.
            std::panic::resume_unwind(Box::new(PANIC));
        }
    }
    close(sink);
    Ok(())
}

/// Adds a drawn record by `push`. Returns whether it was added.
fn add(
    draw: &mut Draw,
    kind: usize,
    log: &mut String,
    made: &mut Made,
    push: impl FnOnce(&mut dyn FnMut(&mut RecordSink) -> Result) -> Result,
) -> bool {
    log.push_str("| ");
    let mut give = |sink: &mut RecordSink| record(sink, kind, draw, log, made);
    let result = catch_unwind(AssertUnwindSafe(|| push(&mut give)));
    match result {
        Ok(result) => result.is_ok(),
        Err(panic) if panic.downcast_ref() == Some(&PANIC) => false,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Makes segments of drawn records.
///
/// # Panics
/// If a finished segment is wrong.
pub fn segments(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let limits = limits(&mut draw);
    let mut segment = SegmentBuilder::new(policy(&mut draw), limits);
    let mut made = Made::default();
    for _ in 0..1 + draw.below(4) {
        let mut log = format!("case {number}, {limits:?}: ");
        let kind = draw.below(4);
        for _ in 0..1 + draw.below(12) {
            let before = segment.len();
            let added = add(&mut draw, kind, &mut log, &mut made, |give| {
                segment.push_with(give)
            });
            assert_eq!(segment.len(), before + usize::from(added), "{log}");
        }
        let count = segment.len();
        match segment.finish() {
            Ok(Some(document)) => {
                check(document.view(), &Limits::NONE, &log);
                assert_eq!(document.view().len(), count, "{log}");
                made.finished += 1;
            }
            Ok(None) => assert_eq!(count, 0, "{log}"),
            Err(error) => panic!("{error}\n{log}"),
        }
    }
    made
}

/// Makes a stream of drawn records, in small segments.
///
/// # Panics
/// If the stream is wrong.
pub fn stream(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let options = StreamOptions {
        segment_bytes: 1 + draw.below(300),
        duplicates: policy(&mut draw),
        limits: limits(&mut draw),
    };
    let mut made = Made::default();
    let mut log = format!("case {number}, {options:?}: ");
    let mut writer = StreamWriter::new(Vec::new(), options);
    let kind = draw.below(4);
    for _ in 0..draw.below(40) {
        let before = writer.len();
        let added = add(&mut draw, kind, &mut log, &mut made, |give| {
            writer.push_with(give)
        });
        assert_eq!(writer.len(), before + u64::from(added), "{log}");
        if draw.once_in(10) {
            writer.flush().expect("memory");
        }
    }
    let count = writer.len();
    let bytes = writer.finish().expect("memory");
    let stream = Stream::open(bytes, Limits::NONE).unwrap_or_else(|error| panic!("{error}\n{log}"));
    assert_eq!(stream.len(), count, "{log}");
    stream
        .validate_all()
        .unwrap_or_else(|error| panic!("{error}\n{log}"));
    made.finished += 1;
    made
}
