//! Writing CBOR: a sink that turns events into bytes.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: one event after the other into the output |
//! | `state` | what may come next, which containers are open, and how many nodes they have |
//! | `digits` | numbers that come as text |
//! | `sorted` | maps in the order of their keys |

mod digits;
mod sink;
mod sorted;
mod state;

use alloc::vec::Vec;

use varvel_core::binary::Heads;
use varvel_core::{Error, Result};
use varvel_raw::buffer::Buffer;

use crate::codes;
use crate::error;
use crate::options::WriteOptions;
use state::Order;

/// A sink that writes one CBOR document in preferred serialization (RFC 8949, section 4.1):
/// integers, lengths and floats in the fewest bytes that hold them exactly, and definite lengths.
///
/// Integers beyond 64 bits are tags 2 and 3, decimals tag 4, points in time tag 1 or, with
/// nanoseconds, tag 1001 (RFC 9581). The writer refuses numbers that no reader would read as one,
/// unless the options write them as text: integers of more than 128 bytes, decimals with such an
/// integer or an exponent beyond 9999, and decimals that are a negative zero. It refuses extension
/// types, and events in an order that no document has. It refuses a node behind a tag that allows
/// only others: the tag 0 allows text, the tag 1 numbers. And it refuses a tag that would make the
/// node another value: an integer behind the tag 1 is a point in time. After an error the writer
/// takes no more events.
///
/// A container stands behind its length. Where that is not known before, one byte is left for it,
/// and one pass at the end makes room where there are more than 23 items or members.
///
/// Memory: the output, twice for a moment if room is made, 32 bytes an open container, and 40 for
/// each that needs room. Time is linear in the output, but for sorting those.
///
/// ```
/// use varvel_cbor::Writer;
/// use varvel_core::Sink;
/// let mut writer = Writer::new();
/// writer.begin_map(None)?;
/// writer.key("a".into())?;
/// writer.i64(-1)?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, [0xA1, 0x61, b'a', 0x20]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    out: Buffer,
    /// Where in `out` the document begins.
    start: usize,
    order: Order,
    heads: Heads,
    /// The containers that may be one value with the tag before them: where each is, and the tag.
    watched: Vec<(usize, u64)>,
    options: WriteOptions,
}

impl Writer {
    /// A writer with an output of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// A writer that goes on at the end of `buffer`: so documents make a sequence, and a buffer
    /// that was cleared is used again.
    ///
    /// ```
    /// use varvel_cbor::Writer;
    /// use varvel_core::Encode;
    /// let mut sequence = Vec::new();
    /// for number in [1, 200] {
    ///     let mut writer = Writer::with_buffer(sequence);
    ///     number.encode(&mut writer, &())?;
    ///     sequence = writer.finish()?;
    /// }
    /// assert_eq!(sequence, [0x01, 0x18, 0xC8]);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn with_buffer(buffer: Vec<u8>) -> Self {
        Self {
            start: buffer.len(),
            out: Buffer::from_vec(buffer),
            ..Self::default()
        }
    }

    /// A writer that goes on at the end of `buffer`, and writes as the options say.
    pub fn with_options(options: WriteOptions, buffer: Vec<u8>) -> Self {
        let mut writer = Self {
            options,
            ..Self::with_buffer(buffer)
        };
        if options.signature && writer.out.put(codes::SIGNATURE).is_err() {
            // There will be no memory for anything else either.
            writer.order.fail();
        }
        writer
    }

    /// The bytes, if the document is complete.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.order.is_complete() {
            return Err(self.fail(error::unfinished(self.order.expected())));
        }
        let out = self.heads.widen(self.out.into_vec(), self.start)?;
        match self.options.deterministic {
            true => sorted::sorted(out, self.start),
            false => Ok(out),
        }
    }

    /// Gives the buffer back as it was before the document: what was written of it, or failed, is
    /// gone.
    ///
    /// ```
    /// use varvel_cbor::Writer;
    /// use varvel_core::Sink;
    /// let mut writer = Writer::with_buffer(vec![7]);
    /// writer.begin_array(None)?;
    /// assert!(writer.end_map().is_err());
    /// assert_eq!(writer.abandon(), [7]);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds to an error where in the document it happened, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        let error = error.or_path(|| self.order.path(self.out.as_slice()));
        self.order.fail();
        error
    }
}
