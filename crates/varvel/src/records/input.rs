//! The source of records: the records of a block one by one, and the events of each.

use alloc::vec::Vec;

use super::blocks::Block;
use super::failure::Unit;
use super::in_turn::{Bad, Part, Stop};
use super::options::{Options, Row};
use super::pass::{Early, Given, Made, Output};
use crate::{Discard, Encode, Error, ErrorKind, Result, Sink, View};

/// The documents of a format, which follow each other in blocks.
pub struct Documents<F: Row> {
    options: F::ReadOptions,
    scratch: F::Scratch,
}

/// The segments of a frozen stream.
pub struct Segments;

/// Reads the records of blocks.
pub trait Input {
    fn new(options: &Options) -> Self;

    /// Adds the records of a block to the output. Returns `false` if the work has stopped.
    fn give<O: Output>(
        &mut self,
        block: &Block<'_>,
        made: &mut Made<O>,
        part: &mut Part<O::Folded>,
        early: &mut Early<'_, O::Folded>,
    ) -> bool;
}

impl<F: Row> Input for Documents<F> {
    fn new(options: &Options) -> Self {
        Self {
            options: F::read_options(&options.read_options()),
            scratch: F::Scratch::default(),
        }
    }

    fn give<O: Output>(
        &mut self,
        block: &Block<'_>,
        made: &mut Made<O>,
        part: &mut Part<O::Folded>,
        early: &mut Early<'_, O::Folded>,
    ) -> bool {
        let bytes = block.bytes();
        let mut at = match block.offset {
            0 => F::before_first(bytes),
            _ => 0,
        };
        let first = at;
        let counts = F::PROFILE.text && !F::LINES;
        if counts {
            part.lines.pass(&bytes[..first]);
        }
        let mut search = F::between();
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (record, whole) = match F::end(&mut search, rest) {
                Ok(Some(end)) => (&rest[..end], Ok(())),
                Ok(None) => (rest, F::check_last(rest)),
                Err(error) => (rest, Err(error)),
            };
            let document = F::document(record);
            let mut result = whole.and_then(|()| match document {
                Some(bytes) => made.push(&mut self.document(bytes), part),
                None => Ok(()),
            });
            let mut done = 0;
            if let (Err(_), Some(bytes), true) = (&result, document, made.options().several) {
                (done, result) = self.several(bytes, result, made, part);
            }
            if let Err(error) = result {
                let error = match document {
                    Some(line) if F::LINES && !made.options().several => {
                        self.form_first(line, error)
                    }
                    _ => error,
                };
                let first = block.offset == 0 && at == first;
                let bad = &record[done..];
                let error = explained::<F>(bad, first, &self.options, error);
                let mut lines = part.lines;
                lines.pass(&record[..done]);
                let lines = F::PROFILE.text.then_some(lines);
                made.refuse(error, block.offset + (at + done) as u64, bad, lines, part);
            }
            if counts {
                part.lines.pass(record);
            }
            part.numbers += 1;
            if part.stop.is_some() {
                return true;
            }
            at += record.len();
            if !made.give_early(part, early) {
                return false;
            }
        }
        true
    }
}

/// Returns the error that a reader of the whole input would give in place of one of a record.
#[cold]
pub(super) fn explained<F: Row>(
    record: &[u8],
    first: bool,
    options: &F::ReadOptions,
    error: Error,
) -> Error {
    let error = F::explain(record, first, options, error);
    match error.kind() {
        ErrorKind::UnexpectedEnd if F::LINES => error.with_hint("a record stands on one line"),
        _ => error,
    }
}

impl<F: Row> Documents<F> {
    /// Adds the documents of a record one by one, if `result`, which is that of reading it as one,
    /// says that there are several. Returns how many bytes were read, and the result behind them.
    #[cold]
    fn several<O: Output>(
        &mut self,
        bytes: &[u8],
        mut result: Result,
        made: &mut Made<O>,
        part: &mut Part<O::Folded>,
    ) -> (usize, Result) {
        let mut done = 0;
        while let Err(error) = &result
            && let Some(end) = F::first_end(&bytes[done..], error)
        {
            result = made.push(&mut self.document(&bytes[done..done + end]), part);
            if result.is_err() {
                break;
            }
            done += end;
            result = made.push(&mut self.document(&bytes[done..]), part);
        }
        (done, result)
    }

    /// Returns the error of a line that was refused for what it says, unless it is no document at
    /// all: a sink that stops early does not see what is wrong behind that.
    #[cold]
    fn form_first(&mut self, line: &[u8], error: Error) -> Error {
        if !error.is_data() {
            return error;
        }
        match self.document(line).drive(&mut Discard) {
            Err(form) if form.is_syntax() || form.is_eof() => form,
            _ => error,
        }
    }

    fn document<'a>(&mut self, bytes: &'a [u8]) -> Document<'a, '_, F> {
        Document {
            bytes,
            options: &self.options,
            scratch: &mut self.scratch,
        }
    }
}

/// A document of a block.
struct Document<'a, 's, F: Row> {
    bytes: &'a [u8],
    options: &'s F::ReadOptions,
    scratch: &'s mut F::Scratch,
}

impl<'a, F: Row> Given<'a> for Document<'a, '_, F> {
    const UNIQUE_KEYS: bool = false;
    const NUMBERED: bool = true;

    #[inline]
    fn drive<S: Sink<'a>>(&mut self, sink: &mut S) -> Result {
        F::drive(self.bytes, self.options, self.scratch, sink)
    }
}

impl<'a> Given<'a> for &'a View<'a> {
    const UNIQUE_KEYS: bool = true;
    const NUMBERED: bool = false;

    #[inline]
    fn drive<S: Sink<'a>>(&mut self, sink: &mut S) -> Result {
        let view: &'a View<'a> = self;
        view.encode(sink, &())
    }
}

impl Input for Segments {
    fn new(_: &Options) -> Self {
        Self
    }

    fn give<O: Output>(
        &mut self,
        block: &Block<'_>,
        made: &mut Made<O>,
        part: &mut Part<O::Folded>,
        early: &mut Early<'_, O::Folded>,
    ) -> bool {
        let mut rest = block.bytes();
        for segment in &block.segments {
            let (bytes, behind) = rest.split_at(segment.padded() as usize);
            rest = behind;
            let stop = |unit, number, error| {
                Some(Stop::Bad(Bad {
                    number,
                    lines: None,
                    offset: segment.offset,
                    bytes: Vec::new(),
                    error,
                    unit: Some(unit),
                }))
            };
            let records = match segment.validate(bytes, &made.options().limits) {
                Ok(records) => records,
                Err(error) => {
                    part.stop = stop(Unit::Segment, segment.number, error);
                    return true;
                }
            };
            for (i, record) in records.items().enumerate() {
                if let Err(error) = made.push(&mut &record, part) {
                    part.stop = stop(Unit::Record, segment.first + i as u64, error);
                    return true;
                }
                if !made.give_early(part, early) {
                    return false;
                }
            }
        }
        true
    }
}
