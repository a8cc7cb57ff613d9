//! Cuts the input into blocks of whole records, which can be converted separately.
//!
//! The ends of blocks depend on the input alone, not on the pieces in which it comes. So the output
//! does not depend on these either.

use alloc::boxed::Box;
use alloc::vec::Vec;
use std::io::{self, Read};

use super::failure::Failure;
use super::in_turn::{Bad, Kept, Stop};
use super::options::{Format, Options, Row, Visit};
use crate::format::{Passed, RecordFormat};
use crate::{Error, ErrorKind, RawSegment, SegmentReader};

/// Successive whole records of the input.
#[derive(Debug, Default)]
pub struct Block<'i> {
    /// The bytes of the records, if they were read.
    pub read: Vec<u8>,
    /// The bytes of the records, if they were in memory.
    lent: Option<&'i [u8]>,
    /// The offset of the first record in the input.
    pub offset: u64,
    /// The segments, for a frozen stream.
    pub segments: Vec<RawSegment>,
    /// Why no block follows.
    pub stop: Option<Stop>,
}

impl Block<'_> {
    /// Returns the bytes of the records.
    pub fn bytes(&self) -> &[u8] {
        self.lent.unwrap_or(&self.read)
    }
}

/// Asks for room for this many bytes of a block, and waits for it. Returns `false` if the work has
/// stopped.
pub type Room<'a> = dyn FnMut(usize) -> bool + 'a;

/// Cuts an input into blocks.
pub struct Cutter<'i, R> {
    from: From<'i, R>,
    block_bytes: usize,
    ended: bool,
}

enum From<'i, R> {
    /// Documents of a format, and the function that cuts them.
    Documents(Pieces<'i, R>, Cut<'i, R>),
    Segments(SegmentReader<Kept<R>>),
}

/// Fills a block of about this many bytes. Returns `false` at the end of the input, or if there is
/// no room.
type Cut<'i, R> = Box<
    dyn FnMut(&mut Pieces<'i, R>, &mut Block<'i>, usize, &mut Room<'_>) -> Result<bool, Stop>
        + Send,
>;

impl<'i> Cutter<'i, &'i [u8]> {
    /// Cuts an input that is in memory. Its documents are not copied.
    pub fn lent(input: &'i [u8], format: Format, options: &Options) -> Self {
        Self::begin(input, Some(input), format, options)
    }
}

impl<'i, R: Read> Cutter<'i, R> {
    pub fn new(input: R, format: Format, options: &Options) -> Self {
        Self::begin(input, None, format, options)
    }

    fn begin(input: R, lent: Option<&'i [u8]>, format: Format, options: &Options) -> Self {
        Self {
            from: format.visit_input(
                options.array,
                Begin {
                    input,
                    lent,
                    options,
                },
            ),
            block_bytes: options.block_bytes.max(1),
            ended: false,
        }
    }

    /// Fills `block` with the next records. Returns `false` if there are none, or if there was no
    /// room.
    pub fn cut(&mut self, block: &mut Block<'i>, room: &mut Room<'_>) -> bool {
        if self.ended {
            return false;
        }
        block.read.clear();
        block.lent = None;
        block.segments.clear();
        let cut = match &mut self.from {
            From::Documents(pieces, cut) => cut(pieces, block, self.block_bytes, room),
            From::Segments(reader) => segments(reader, block, self.block_bytes, room),
        };
        match cut {
            Ok(more) => self.ended = !more,
            Err(stop) => {
                self.ended = true;
                block.stop = Some(stop);
            }
        }
        !block.bytes().is_empty() || block.stop.is_some()
    }
}

/// Begins to cut an input.
struct Begin<'o, 'i, R> {
    input: R,
    lent: Option<&'i [u8]>,
    options: &'o Options,
}

impl<'i, R: Read> Visit for Begin<'_, 'i, R> {
    type Output = From<'i, R>;

    fn documents<F: Row>(self) -> From<'i, R> {
        let begin = self.options.part.unwrap_or_default().offset;
        let pieces = Pieces {
            input: self.input,
            lent: self.lent,
            rest: Vec::new(),
            begin,
            offset: begin,
            most: self.options.limits.bytes,
            prompt: self.options.prompt,
            stop: None,
        };
        let mut search = F::Search::default();
        let cut =
            move |pieces: &mut Pieces<'i, R>, block: &mut Block<'i>, step, room: &mut Room<'_>| {
                pieces.cut::<F>(&mut search, block, step, room)
            };
        From::Documents(pieces, Box::new(cut))
    }

    fn frozen(self) -> From<'i, R> {
        let input = Kept::new(self.input);
        let limits = self.options.limits;
        From::Segments(match self.options.part {
            None => SegmentReader::new(input, limits),
            Some(part) => {
                let first = RawSegment {
                    number: part.number,
                    offset: part.offset,
                    first: part.record,
                    length: 0,
                };
                SegmentReader::of_part(input, limits, first)
            }
        })
    }
}

/// An input whose records have no length in front.
struct Pieces<'i, R> {
    input: R,
    /// The whole input, if it is in memory.
    lent: Option<&'i [u8]>,
    /// The bytes that were read behind the last block.
    rest: Vec<u8>,
    /// The offset of the input in the file of which it is a part.
    begin: u64,
    /// The offset of `rest` in that file.
    offset: u64,
    /// The most bytes that a record may have.
    most: usize,
    /// Whether the records that came with one read are a block.
    prompt: bool,
    /// Why no block follows the last one.
    stop: Option<Stop>,
}

impl<'i, R: Read> Pieces<'i, R> {
    /// Fills `block` up to the end of the last whole record. Returns `false` at the end of the
    /// input, or if there is no room.
    fn cut<F: RecordFormat>(
        &mut self,
        search: &mut F::Search,
        block: &mut Block<'i>,
        step: usize,
        room: &mut Room<'_>,
    ) -> Result<bool, Stop> {
        block.offset = self.offset;
        if let Some(stop) = self.stop.take() {
            return Err(stop);
        }
        if let Some(input) = self.lent {
            return self.lend::<F>(search, input, block, step, room);
        }
        let bytes = &mut block.read;
        if !grow(bytes, step.max(self.rest.len()), room)? {
            return Ok(false);
        }
        bytes.append(&mut self.rest);
        loop {
            // Each step reads up to a multiple of the same length, so that blocks do not depend on
            // how many bytes come at once.
            let missing = step - bytes.len() % step;
            if !grow(bytes, missing, room)? {
                bytes.clear();
                return Ok(false);
            }
            let came = match self.prompt {
                true => read_once(&mut self.input, missing, bytes),
                false => (&mut self.input).take(missing as u64).read_to_end(bytes),
            };
            let came = came.map_err(|error| {
                bytes.clear();
                Stop::from(Failure::Read(error))
            })?;
            if came == 0 || came < missing && !self.prompt {
                let len = self.last::<F>(search, bytes);
                bytes.truncate(len);
                self.offset += len as u64;
                return Ok(self.stop.is_some());
            }
            let whole = self.last_end::<F>(search, bytes);
            if let Some(whole) = whole.inspect_err(|_| bytes.clear())? {
                self.rest.extend_from_slice(&bytes[whole..]);
                bytes.truncate(whole);
                self.offset += whole as u64;
                return Ok(true);
            }
            if F::least(search) > self.most as u64 {
                bytes.clear();
                return Err(self.too_large::<F>());
            }
        }
    }

    /// Lends the next block of an input in memory. It ends where [`Pieces::cut`] would end it.
    fn lend<F: RecordFormat>(
        &mut self,
        search: &mut F::Search,
        input: &'i [u8],
        block: &mut Block<'i>,
        step: usize,
        room: &mut Room<'_>,
    ) -> Result<bool, Stop> {
        let left = &input[(self.offset - self.begin) as usize..];
        let mut len = 0;
        loop {
            if !room(left.len().min(len + step)) {
                return Ok(false);
            }
            if left.len() - len < step {
                let len = self.last::<F>(search, left);
                block.lent = Some(&left[..len]);
                self.offset += len as u64;
                return Ok(self.stop.is_some());
            }
            len += step;
            if let Some(whole) = self.last_end::<F>(search, &left[..len])? {
                block.lent = Some(&left[..whole]);
                self.offset += whole as u64;
                return Ok(true);
            }
            if F::least(search) > self.most as u64 {
                return Err(self.too_large::<F>());
            }
        }
    }

    /// Returns the end of the last whole record.
    fn last_end<F: RecordFormat>(
        &self,
        search: &mut F::Search,
        bytes: &[u8],
    ) -> Result<Option<usize>, Stop> {
        F::last_end(search, bytes).map_err(|error| bad::<F>(error, self.offset, bytes))
    }

    /// Returns how many of the last bytes of the input may be given out. If the input must not end
    /// in this way, the error is what stops it behind them.
    fn last<F: RecordFormat>(&mut self, search: &mut F::Search, bytes: &[u8]) -> usize {
        if !F::ENDS {
            return bytes.len();
        }
        let mut whole = 0;
        let wrong = loop {
            match F::end(search, &bytes[whole..]) {
                Ok(Some(end)) => whole += end,
                Ok(None) => break F::check_end(search),
                Err(error) => break Err(error),
            }
        };
        let before = match self.offset + whole as u64 {
            0 => F::before_first(bytes),
            _ => whole,
        };
        match wrong {
            Ok(()) => bytes.len(),
            // The input ends inside a record: the reader of the record finds the error.
            Err(error) if error.kind() == ErrorKind::UnexpectedEnd => {
                let left = &bytes[before..];
                if !left.is_empty() && F::document(left).is_some() {
                    return bytes.len();
                }
                let error = error.with_offset(left.len());
                self.stop = Some(bad::<F>(error, self.offset + before as u64, left));
                before
            }
            Err(error) => {
                let left = &bytes[whole..];
                self.stop = Some(bad::<F>(error, self.offset + whole as u64, left));
                whole
            }
        }
    }

    fn too_large<F: RecordFormat>(&self) -> Stop {
        bad::<F>(Error::too_large(self.most), self.offset, &[])
    }
}

/// Reads the bytes that one call gives, and at most `most`.
fn read_once(input: &mut impl Read, most: usize, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let before = bytes.len();
    bytes.resize(before + most.min(AT_ONCE), 0);
    let came = loop {
        match input.read(&mut bytes[before..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            came => break came,
        }
    };
    let count = *came.as_ref().unwrap_or(&0);
    bytes.truncate(before + count);
    came
}

/// The capacity of a pipe of Linux.
const AT_ONCE: usize = 64 << 10;

/// Returns a stop with an error at the record that begins at `offset`, the first of its block, with
/// `bytes`. They are not kept, so the lines are those before the error.
fn bad<F: RecordFormat>(error: Error, offset: u64, bytes: &[u8]) -> Stop {
    let mut lines = Passed::default();
    lines.pass(&bytes[..error.offset().unwrap_or(0).min(bytes.len())]);
    Stop::Bad(Bad {
        number: 0,
        lines: Some(lines).filter(|_| F::PROFILE.text),
        offset,
        bytes: Vec::new(),
        error,
        unit: None,
    })
}

/// Makes room for `more` bytes, or for half as much again if that is more: the bytes that came show
/// that it pays off.
fn grow(bytes: &mut Vec<u8>, more: usize, room: &mut Room<'_>) -> Result<bool, Stop> {
    let needed = bytes.len().saturating_add(more);
    if needed <= bytes.capacity() {
        return Ok(room(bytes.capacity()));
    }
    let capacity = needed.max(bytes.capacity() / 2 * 3);
    if !room(capacity) {
        return Ok(false);
    }
    bytes
        .try_reserve_exact(capacity - bytes.len())
        .map_err(|_| Stop::from(Failure::Input(Error::out_of_memory())))?;
    Ok(true)
}

/// Fills `block` with segments, at least one.
fn segments<R: Read>(
    reader: &mut SegmentReader<Kept<R>>,
    block: &mut Block<'_>,
    block_bytes: usize,
    room: &mut Room<'_>,
) -> Result<bool, Stop> {
    block.offset = reader.offset();
    let mut next = || -> crate::Result<bool> {
        while let Some(length) = reader.next_length()? {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let after = block.read.len().saturating_add(length);
            if !block.segments.is_empty() && after > block_bytes {
                return Ok(true);
            }
            if !room(after) {
                block.read.clear();
                return Ok(false);
            }
            let room = block.segments.try_reserve(1);
            room.map_err(|_| Error::out_of_memory())?;
            let segment = reader.read_next(&mut block.read)?;
            block.segments.extend(segment);
        }
        Ok(false)
    };
    let result = next();
    result.map_err(|error| Stop::from(reader.get_mut().cause(Failure::Input(error))))
}
