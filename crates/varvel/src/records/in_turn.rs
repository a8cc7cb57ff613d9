//! Writes the results of blocks in the order of the input.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, Read, Write};

use super::failure::{BadRecord, Failure, Unit};
use super::options::{Facts, Options, Progress, Watch};
use crate::format::Passed;
use crate::{Error, ErrorKind, Frozen, StreamWriter};

/// The result of a block, or of the next part of one.
#[derive(Debug)]
pub struct Part<M> {
    /// The records as bytes; `segments` has them if they are segments.
    pub bytes: Vec<u8>,
    pub segments: Vec<Frozen>,
    /// The value into which they were folded.
    pub folded: Option<M>,
    /// How many lines or values of earlier parts were folded into it, too.
    pub earlier: u64,
    /// The number of records.
    pub records: u64,
    /// The records that are set aside.
    pub bad: Vec<Bad>,
    /// The number of lines or values of the input in this part.
    pub numbers: u64,
    /// The lines of the input in this part, if they are counted.
    pub lines: Passed,
    /// The number of bytes of the input that this part completes.
    pub bytes_in: u64,
    /// Why no part follows.
    pub stop: Option<Stop>,
}

impl<M> Default for Part<M> {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            segments: Vec::new(),
            folded: None,
            earlier: 0,
            records: 0,
            bad: Vec::new(),
            numbers: 0,
            lines: Passed::default(),
            bytes_in: 0,
            stop: None,
        }
    }
}

/// A bad record.
#[derive(Debug)]
pub struct Bad {
    /// The number of the line or value in the part, from 0 on.
    pub number: u64,
    pub offset: u64,
    pub bytes: Vec<u8>,
    pub error: Error,
    /// The lines of the part before it, if they are counted.
    pub lines: Option<Passed>,
    /// The unit that `number` counts, where it differs from the unit of the input.
    pub unit: Option<Unit>,
}

/// The reason for stopping.
#[derive(Debug)]
pub enum Stop {
    /// A bad record. Its number in the input is not known yet.
    Bad(Bad),
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The output.
pub enum Output<'a, W> {
    Bytes(W),
    Segments(&'a mut StreamWriter<W>),
}

/// Writes parts, which come in order, and reports them to a [`Watch`].
pub struct Ordered<'o, 'w, W> {
    output: Output<'o, W>,
    watch: Watch<'w>,
    progress: Progress,
    /// The unit of the numbers of bad records; `numbers` is the next number.
    unit: Unit,
    numbers: u64,
    /// The lines of the parts that were written.
    lines: Passed,
    /// Whether the output is flushed behind each part.
    prompt: bool,
}

impl<'o, 'w, W: Write> Ordered<'o, 'w, W> {
    pub fn new(output: Output<'o, W>, watch: Watch<'w>, facts: &Facts, options: &Options) -> Self {
        Self {
            output,
            watch,
            progress: Progress::default(),
            unit: facts.unit,
            numbers: match facts.unit {
                // Segments have their numbers already.
                Unit::Segment => facts.first,
                _ => facts.first + options.part.unwrap_or_default().number,
            },
            lines: Passed::default(),
            prompt: options.prompt,
        }
    }

    /// Returns the number of the first record of the next part.
    pub fn next_number(&self) -> u64 {
        match self.unit {
            // The records of frozen streams are counted, not the segments that they are in.
            Unit::Segment => self.progress.records,
            _ => self.numbers,
        }
    }

    /// Writes the next part, and returns its memory.
    pub fn write<M>(&mut self, mut part: Part<M>) -> Result<Vec<u8>, Failure> {
        match &mut self.output {
            Output::Bytes(output) => {
                output.write_all(&part.bytes).map_err(Failure::Write)?;
                if self.prompt {
                    output.flush().map_err(Failure::Write)?;
                }
                self.progress.bytes_out += part.bytes.len() as u64;
                part.bytes.clear();
            }
            Output::Segments(writer) => {
                for segment in part.segments {
                    writer.push_segment(segment.view()).map_err(refused)?;
                    let padded = segment.as_bytes().len().next_multiple_of(8);
                    self.progress.bytes_out += padded as u64;
                    part.bytes = segment.into_bytes();
                }
            }
        }
        self.progress.records += part.records;
        for bad in part.bad {
            let record = self.numbered(bad);
            self.progress.bad += 1;
            if let Some(on_bad) = &mut self.watch.bad {
                on_bad(&record).map_err(Failure::SetAside)?;
            }
        }
        match part.stop {
            Some(Stop::Bad(bad)) => return Err(Failure::Bad(Box::new(self.numbered(bad)))),
            Some(Stop::Failure(failure)) => return Err(failure),
            None => {}
        }
        self.numbers += part.numbers;
        self.lines = self.lines.then(part.lines);
        self.progress.bytes_in += part.bytes_in;
        match &mut self.watch.progress {
            Some(on_progress) if part.bytes_in != 0 => match on_progress(&self.progress) {
                ControlFlow::Continue(()) => Ok(part.bytes),
                ControlFlow::Break(()) => Err(Failure::Cancelled),
            },
            _ => Ok(part.bytes),
        }
    }

    /// Returns a bad record of the next part with its number in the input.
    fn numbered(&self, bad: Bad) -> BadRecord<'static> {
        let unit = bad.unit.unwrap_or(self.unit);
        let number = self.numbers + bad.number;
        BadRecord {
            unit,
            number,
            offset: bad.offset,
            bytes: Cow::Owned(bad.bytes),
            error: bad.error,
            start: match (unit, bad.lines) {
                (Unit::Line, lines) => {
                    let before = Passed::of_lines(number.saturating_sub(1));
                    Some((number, before.then(lines.unwrap_or_default()).place().1))
                }
                (_, Some(lines)) => Some(self.lines.then(lines).place()),
                (_, None) => None,
            },
        }
    }

    /// Flushes the output.
    pub fn finish(self) -> Result<Progress, Failure> {
        match self.output {
            Output::Bytes(mut output) => output.flush().map_err(Failure::Write)?,
            Output::Segments(writer) => writer.flush().map_err(refused)?,
        }
        Ok(self.progress)
    }
}

/// Returns the failure for an error of writing a frozen stream.
fn refused(error: Error) -> Failure {
    match error.kind() {
        ErrorKind::Io => Failure::Write(io::Error::other(error)),
        _ => Failure::Input(error),
    }
}

/// An input or output that keeps its error, since the code in between passes only the error's text
/// on.
#[derive(Debug)]
pub struct Kept<T> {
    inner: T,
    error: Option<io::Error>,
}

impl<T> Kept<T> {
    pub fn new(inner: T) -> Self {
        Self { inner, error: None }
    }

    /// Returns the failure with the error that was kept.
    pub fn cause(&mut self, failure: Failure) -> Failure {
        match (failure, self.error.take()) {
            (Failure::Input(error), Some(cause)) if error.kind() == ErrorKind::Io => {
                Failure::Read(cause)
            }
            (Failure::Write(_), Some(cause)) => Failure::Write(cause),
            (failure, _) => failure,
        }
    }

    fn keep<R>(&mut self, result: io::Result<R>) -> io::Result<R> {
        result.map_err(|error| {
            let copy = io::Error::new(error.kind(), "kept");
            self.error = Some(error);
            copy
        })
    }
}

impl<R: Read> Read for Kept<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.inner.read(buffer);
        self.keep(result)
    }
}

impl<W: Write> Write for Kept<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.keep(result)
    }
}
