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
pub struct Block {
    /// Their bytes.
    pub bytes: Vec<u8>,
    /// Where in the input those begin.
    pub offset: u64,
    /// The segments of a frozen stream that these are.
    pub segments: Vec<RawSegment>,
    /// Why nothing comes behind them.
    pub stop: Option<Stop>,
}

/// Asks for room for so many bytes of a block, and waits for it; `false` if all has stopped.
pub type Room<'a> = dyn FnMut(usize) -> bool + 'a;

/// Cuts an input.
pub struct Cutter<R> {
    from: From<R>,
    block_bytes: usize,
    ended: bool,
}

enum From<R> {
    Lines(Pieces<R>),
    #[cfg(feature = "msgpack")]
    Values(Pieces<R>),
    Segments(SegmentReader<Kept<R>>),
}

impl<R: Read> Cutter<R> {
    pub fn new(input: R, format: Format, options: &Options) -> Self {
        let pieces = |input| Pieces {
            input,
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
            block_bytes: options.block_bytes,
            ended: false,
        }
    }

    /// Fills `block` with the next records; `false` if there are none, or there was no room.
    pub fn cut(&mut self, block: &mut Block, room: &mut Room<'_>) -> bool {
        if self.ended {
            return false;
        }
        block.bytes.clear();
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
        !block.bytes.is_empty() || block.stop.is_some()
    }
}

/// An input whose records have no length in front.
struct Pieces<R> {
    input: R,
    /// What was read behind the last block.
    rest: Vec<u8>,
    /// Where that begins.
    offset: u64,
    /// No record may have more bytes.
    most: usize,
}

impl<R: Read> Pieces<R> {
    /// Fills `block` up to where `end` says that its last record ends, which also says how many bytes the
    /// record has at least that goes on behind it; `false` at the end of the input, or where there is no
    /// room.
    fn cut(
        &mut self,
        block: &mut Block,
        step: usize,
        room: &mut Room<'_>,
        mut end: impl FnMut(&[u8]) -> (Option<usize>, u64),
    ) -> Result<bool, Stop> {
        block.offset = self.offset;
        let bytes = &mut block.bytes;
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
                return Err(Stop::Bad(Bad {
                    number: 0,
                    offset: self.offset,
                    bytes: Vec::new(),
                    error: Error::too_large(self.most),
                    unit: None,
                }));
            }
        }
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
    block: &mut Block,
    block_bytes: usize,
    room: &mut Room<'_>,
) -> Result<bool, Stop> {
    block.offset = reader.offset();
    let mut next = || -> crate::Result<bool> {
        while let Some(length) = reader.next_length()? {
            let length = usize::try_from(length).unwrap_or(usize::MAX);
            let after = block.bytes.len().saturating_add(length);
            if !block.segments.is_empty() && after > block_bytes {
                return Ok(true);
            }
            if !room(after) {
                block.bytes.clear();
                return Ok(false);
            }
            let segment = reader.read_next(&mut block.bytes)?;
            block.segments.extend(segment);
        }
        Ok(false)
    };
    let result = next();
    result.map_err(|error| Stop::from(reader.get_mut().cause(Failure::Input(error))))
}
