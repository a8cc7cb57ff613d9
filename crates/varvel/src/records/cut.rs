//! The input in blocks of whole records, which can be converted apart.
//!
//! Where blocks end depends on the input alone, not on the pieces that it comes in: so does what is written.

use alloc::vec::Vec;
use std::io::Read;

use memchr::memrchr;
#[cfg(feature = "msgpack")]
use varvel_msgpack::read::Extent;

use super::failure::Failure;
use super::options::{Format, Options};
use super::order::{Bad, Kept, Stop};
use crate::{Error, RawSegment, SegmentReader};

/// Whole records, next to each other in the input.
#[derive(Debug, Default)]
pub struct Block<'i> {
    /// Their bytes, where they were read.
    pub read: Vec<u8>,
    /// Their bytes, where they were in memory.
    lent: Option<&'i [u8]>,
    /// Where in the input those begin.
    pub offset: u64,
    /// The segments of a frozen stream that these are.
    pub segments: Vec<RawSegment>,
    /// Why nothing comes behind them.
    pub stop: Option<Stop>,
}

impl Block<'_> {
    /// The bytes of the records.
    pub fn bytes(&self) -> &[u8] {
        self.lent.unwrap_or(&self.read)
    }
}

/// Asks for room for so many bytes of a block, and waits for it; `false` if all has stopped.
pub type Room<'a> = dyn FnMut(usize) -> bool + 'a;

/// Cuts an input.
pub struct Cutter<'i, R> {
    from: From<'i, R>,
    block_bytes: usize,
    ended: bool,
}

enum From<'i, R> {
    Lines(Pieces<'i, R>),
    #[cfg(feature = "msgpack")]
    Values(Pieces<'i, R>),
    Segments(SegmentReader<Kept<R>>),
}

impl<'i> Cutter<'i, &'i [u8]> {
    /// Cuts what is in memory; lines and values stay where they are.
    pub fn lent(input: &'i [u8], format: Format, options: &Options) -> Self {
        let mut cutter = Self::new(input, format, options);
        match &mut cutter.from {
            From::Lines(pieces) => pieces.lent = Some(input),
            #[cfg(feature = "msgpack")]
            From::Values(pieces) => pieces.lent = Some(input),
            From::Segments(_) => {}
        }
        cutter
    }
}

impl<'i, R: Read> Cutter<'i, R> {
    pub fn new(input: R, format: Format, options: &Options) -> Self {
        let pieces = |input| Pieces {
            input,
            lent: None,
            rest: Vec::new(),
            offset: 0,
            most: options.limits.bytes,
        };
        Self {
            from: match format {
                Format::Ndjson => From::Lines(pieces(input)),
                #[cfg(feature = "msgpack")]
                Format::MessagePack => From::Values(pieces(input)),
                Format::Frozen => {
                    From::Segments(SegmentReader::new(Kept::new(input), options.limits))
                }
            },
            block_bytes: options.block_bytes.max(1),
            ended: false,
        }
    }

    /// Fills `block` with the next records; `false` if there are none, or there was no room.
    pub fn cut(&mut self, block: &mut Block<'i>, room: &mut Room<'_>) -> bool {
        if self.ended {
            return false;
        }
        block.read.clear();
        block.lent = None;
        block.segments.clear();
        let cut = match &mut self.from {
            From::Lines(pieces) => {
                let mut looked_at = 0;
                pieces.cut(block, self.block_bytes, room, |bytes| {
                    let end = memrchr(b'\n', &bytes[looked_at..]).map(|i| looked_at + i + 1);
                    looked_at = bytes.len();
                    (end, bytes.len() as u64)
                })
            }
            #[cfg(feature = "msgpack")]
            From::Values(pieces) => {
                let (mut whole, mut extent) = (0, Extent::START);
                pieces.cut(block, self.block_bytes, room, |bytes| {
                    while let Some(end) = extent.end(&bytes[whole..]).filter(|&end| end != 0) {
                        whole += end;
                        extent = Extent::START;
                    }
                    ((whole != 0).then_some(whole), extent.least())
                })
            }
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

/// An input whose records have no length in front.
struct Pieces<'i, R> {
    input: R,
    /// All of it, if it is in memory.
    lent: Option<&'i [u8]>,
    /// What was read behind the last block.
    rest: Vec<u8>,
    /// Where that begins.
    offset: u64,
    /// No record may have more bytes.
    most: usize,
}

impl<'i, R: Read> Pieces<'i, R> {
    /// Fills `block` up to where `end` says that its last record ends, which also says how many bytes the
    /// record has at least that goes on behind it; `false` at the end of the input, or where there is no
    /// room.
    fn cut(
        &mut self,
        block: &mut Block<'i>,
        step: usize,
        room: &mut Room<'_>,
        mut end: impl FnMut(&[u8]) -> (Option<usize>, u64),
    ) -> Result<bool, Stop> {
        block.offset = self.offset;
        if let Some(input) = self.lent {
            return self.lend(input, block, step, room, end);
        }
        let bytes = &mut block.read;
        if !grow(bytes, step.max(self.rest.len()), room)? {
            return Ok(false);
        }
        bytes.append(&mut self.rest);
        loop {
            // The same length each time, so that blocks are the same whatever comes at once.
            let missing = step - bytes.len() % step;
            if !grow(bytes, missing, room)? {
                bytes.clear();
                return Ok(false);
            }
            let came = (&mut self.input).take(missing as u64).read_to_end(bytes);
            let came = came.map_err(|error| {
                bytes.clear();
                Stop::from(Failure::Read(error))
            })?;
            if came < missing {
                self.offset += bytes.len() as u64;
                return Ok(false);
            }
            let (whole, least) = end(bytes);
            if let Some(whole) = whole {
                self.rest.extend_from_slice(&bytes[whole..]);
                bytes.truncate(whole);
                self.offset += whole as u64;
                return Ok(true);
            }
            if least > self.most as u64 {
                bytes.clear();
                return Err(self.too_large());
            }
        }
    }

    /// The same of what is in memory: blocks end at the same places.
    fn lend(
        &mut self,
        input: &'i [u8],
        block: &mut Block<'i>,
        step: usize,
        room: &mut Room<'_>,
        mut end: impl FnMut(&[u8]) -> (Option<usize>, u64),
    ) -> Result<bool, Stop> {
        let left = &input[self.offset as usize..];
        let mut len = 0;
        loop {
            if !room(left.len().min(len + step)) {
                return Ok(false);
            }
            if left.len() - len < step {
                block.lent = Some(left);
                self.offset += left.len() as u64;
                return Ok(false);
            }
            len += step;
            let (whole, least) = end(&left[..len]);
            if let Some(whole) = whole {
                block.lent = Some(&left[..whole]);
                self.offset += whole as u64;
                return Ok(true);
            }
            if least > self.most as u64 {
                return Err(self.too_large());
            }
        }
    }

    fn too_large(&self) -> Stop {
        Stop::Bad(Bad {
            number: 0,
            offset: self.offset,
            bytes: Vec::new(),
            error: Error::too_large(self.most),
            unit: None,
        })
    }
}

/// Makes room for `more` bytes, half as much again if that is more: what came shows that it is worth it.
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

/// Fills `block` with segments, one at least.
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
