//! A block of records in the other format.

use alloc::vec::Vec;
use core::mem;

use memchr::memchr;

use super::cut::Block;
use super::failure::{Failure, Unit};
use super::given::Given;
use super::options::{Format, Options};
use super::order::{Bad, Part, Stop};
use super::text::Text;
use crate::{Error, ErrorKind, Result, SegmentBuilder, json};

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub from: Format,
    pub to: Format,
    pub options: Options,
    /// Whether bad records are set aside.
    pub aside: bool,
}

impl Job {
    /// So many times its own length a block takes in memory at most, until it is written.
    pub fn factor(&self) -> usize {
        match (self.from, self.to) {
            #[cfg(feature = "msgpack")]
            (Format::MessagePack, Format::Frozen) => 26,
            _ => 14,
        }
    }
}

/// Converts blocks, one at a time.
pub struct Worker {
    job: Job,
    output: Output,
    scratch: json::Scratch,
}

/// What records are made into.
enum Output {
    Ndjson(Text<json::Writer>),
    #[cfg(feature = "msgpack")]
    MessagePack(Text<crate::msgpack::Writer>),
    Segment(SegmentBuilder),
}

impl Output {
    fn new(to: Format, options: &Options) -> Self {
        match to {
            Format::Ndjson => Self::Ndjson(Text::new(options)),
            #[cfg(feature = "msgpack")]
            Format::MessagePack => Self::MessagePack(Text::new(options)),
            Format::Frozen => {
                Self::Segment(SegmentBuilder::new(options.duplicates, options.limits))
            }
        }
    }
}

/// Takes a part of a block before the whole is done, in its turn; `false` if all has stopped.
pub type Early<'a> = dyn FnMut(Part) -> bool + 'a;

/// So many bytes of output, and so many bad records, are at most held back until a block is done: they may
/// be many times its length.
const HELD: usize = 1 << 20;
const HELD_BAD: usize = 64;

impl Worker {
    pub fn new(job: &Job) -> Self {
        Self {
            job: *job,
            output: Output::new(job.to, &job.options),
            scratch: json::Scratch::new(),
        }
    }

    /// Converts a block, in memory that another left; `None` if all has stopped.
    pub fn convert(
        &mut self,
        block: &mut Block<'_>,
        mut spare: Vec<u8>,
        early: &mut Early<'_>,
    ) -> Option<Part> {
        let mut part = Part::default();
        match &mut self.output {
            Output::Segment(segment) => segment.recycle(spare),
            _ => {
                spare.clear();
                part.bytes = spare;
            }
        }
        let go_on = match self.job.from {
            Format::Ndjson => self.lines(block, &mut part, early),
            #[cfg(feature = "msgpack")]
            Format::MessagePack => self.values(block, &mut part, early),
            Format::Frozen => self.segments(block, &mut part, early),
        };
        if !go_on {
            return None;
        }
        if let Err(stop) = self.end(&mut part) {
            part.stop.get_or_insert(stop);
        }
        part.bytes_in = block.bytes().len() as u64;
        if part.stop.is_none() {
            part.stop = block.stop.take();
        }
        Some(part)
    }

    fn lines(&mut self, block: &Block<'_>, part: &mut Part, early: &mut Early<'_>) -> bool {
        let bytes = block.bytes();
        // A byte order mark is of the file, not of its first line.
        let mut at = match block.offset == 0 && bytes.starts_with(b"\xEF\xBB\xBF") {
            true => 3,
            false => 0,
        };
        while at < bytes.len() && part.stop.is_none() {
            let rest = &bytes[at..];
            let (line, end) = match memchr(b'\n', rest) {
                Some(end) => (&rest[..end], end + 1),
                None => (rest, rest.len()),
            };
            let blank = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
            if !line.iter().all(blank)
                && let Err(error) = self.push(Given::Json(line), part)
            {
                let offset = block.offset + at as u64;
                self.refuse(error, offset, &rest[..end], part);
            }
            part.numbers += 1;
            at += end;
            if !self.give_early(part, early) {
                return false;
            }
        }
        true
    }

    #[cfg(feature = "msgpack")]
    fn values(&mut self, block: &Block<'_>, part: &mut Part, early: &mut Early<'_>) -> bool {
        let mut values = crate::msgpack::Values::new(block.bytes());
        loop {
            let at = values.offset();
            let result = match values.next() {
                None => return true,
                Some(Ok(value)) => self.push(Given::MessagePack(value), part),
                Some(Err(error)) => {
                    let inside = error.offset().unwrap_or(at) - at;
                    Err(error.at(inside))
                }
            };
            if let Err(error) = result {
                let bytes = &block.bytes()[at..values.offset()];
                self.refuse(error, block.offset + at as u64, bytes, part);
            }
            part.numbers += 1;
            if part.stop.is_some() {
                return true;
            }
            if !self.give_early(part, early) {
                return false;
            }
        }
    }

    fn segments(&mut self, block: &Block<'_>, part: &mut Part, early: &mut Early<'_>) -> bool {
        let mut rest = block.bytes();
        for segment in &block.segments {
            let (bytes, behind) = rest.split_at(segment.padded() as usize);
            rest = behind;
            let stop = |unit, number, error| {
                Some(Stop::Bad(Bad {
                    number,
                    offset: segment.offset,
                    bytes: Vec::new(),
                    error,
                    unit: Some(unit),
                }))
            };
            let records = match segment.validate(bytes, &self.job.options.limits) {
                Ok(records) => records,
                Err(error) => {
                    part.stop = stop(Unit::Segment, segment.number, error);
                    return true;
                }
            };
            for (i, record) in records.items().enumerate() {
                if let Err(error) = self.push(Given::View(&record), part) {
                    part.stop = stop(Unit::Record, segment.first + i as u64, error);
                    return true;
                }
                if !self.give_early(part, early) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds a record to what is made.
    #[inline]
    fn push(&mut self, record: Given<'_>, part: &mut Part) -> Result {
        let (options, scratch) = (&self.job.options, &mut self.scratch);
        match &mut self.output {
            Output::Ndjson(text) => text.push(record, scratch, &mut part.bytes)?,
            #[cfg(feature = "msgpack")]
            Output::MessagePack(text) => text.push(record, scratch, &mut part.bytes)?,
            Output::Segment(segment) => {
                segment.push_with(|sink| record.drive(options, scratch, sink))?;
            }
        }
        part.records += 1;
        Ok(())
    }

    /// Sets a record aside, or stops at it.
    #[cold]
    fn refuse(&self, error: Error, offset: u64, bytes: &[u8], part: &mut Part) {
        let must_stop = matches!(
            error.kind(),
            ErrorKind::SizeLimit | ErrorKind::OutOfMemory | ErrorKind::InvalidEvents
        );
        let error = match error.kind() {
            ErrorKind::UnexpectedEnd if self.job.from == Format::Ndjson => {
                error.with_hint("a record stands on one line")
            }
            _ => error,
        };
        let mut copy = Vec::new();
        if copy.try_reserve_exact(bytes.len()).is_err() {
            part.stop = Some(Failure::Input(Error::out_of_memory()).into());
            return;
        }
        copy.extend_from_slice(bytes);
        let bad = Bad {
            number: part.numbers,
            offset,
            bytes: copy,
            error,
            unit: None,
        };
        match self.job.aside && !must_stop {
            true if part.bad.try_reserve(1).is_err() => {
                part.stop = Some(Failure::Input(Error::out_of_memory()).into());
            }
            true => part.bad.push(bad),
            false => part.stop = Some(Stop::Bad(bad)),
        }
    }

    /// Hands over what there is, if that is much.
    #[inline]
    fn give_early(&mut self, part: &mut Part, early: &mut Early<'_>) -> bool {
        let held = match &self.output {
            Output::Segment(segment) => segment.byte_len(),
            _ => part.bytes.len(),
        };
        if held < HELD && part.bad.len() < HELD_BAD {
            return true;
        }
        if held >= HELD
            && let Err(stop) = self.end(part)
        {
            part.stop.get_or_insert(stop);
        }
        early(mem::take(part))
    }

    /// Ends the segment that records were put into.
    fn end(&mut self, part: &mut Part) -> core::result::Result<(), Stop> {
        if let Output::Segment(segment) = &mut self.output
            && let Some(made) = segment.finish().map_err(Failure::Input)?
        {
            let room = part.segments.try_reserve(1);
            room.map_err(|_| Failure::Input(Error::out_of_memory()))?;
            part.segments.push(made);
        }
        Ok(())
    }
}
