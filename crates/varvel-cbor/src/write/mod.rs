//! Writing CBOR: a sink that turns events into bytes.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: it writes one event after the other |
//! | `state` | what may come next, and the open containers with their numbers of nodes |
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
/// nanoseconds, tag 1001 (RFC 9581). The writer refuses numbers that readers would not take for
/// numbers, unless the options write them as text: integers of more than 128 bytes, decimals with
/// such an integer or an exponent beyond 9999, and decimals that are a negative zero. It refuses
/// extension types, and events in an order that no document has. It refuses a node behind a tag
/// that allows only others: the tag 0 allows text, the tag 1 numbers. And it refuses a tag that
/// would make the node another value: a number behind the tag 1 is a point in time. After an error
/// the writer takes no more events.
///
/// The length of a container stands before its content. If it is not known in advance, the writer
/// leaves one byte for it. One pass at the end makes room for containers of more than 23 items or
/// members.
///
/// It allocates memory for the output (twice while room is made), 32 bytes for each open container,
/// and 40 bytes for each container that needs room. Time is linear in the output, but for sorting
/// the latter.
///
/// ```
/// use varvel::Sink;
/// use varvel::cbor::Writer;
/// let mut writer = Writer::new();
/// writer.begin_map(None)?;
/// writer.key("a".into())?;
/// writer.i64(-1)?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, [0xA1, 0x61, b'a', 0x20]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    out: Buffer,
    /// The offset in `out` at which the document begins.
    start: usize,
    order: Order,
    heads: Heads,
    /// The containers that may be one value with the tag before them: the offset of each, and the
    /// tag.
    watched: Vec<(usize, u64)>,
    options: WriteOptions,
}

impl Writer {
    /// Makes a writer with a new buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a writer that appends to `buffer`. So several documents become a sequence. To reuse
    /// the memory of a buffer, clear it first.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::cbor::Writer;
    /// let mut sequence = Vec::new();
    /// for number in [1, 200] {
    ///     let mut writer = Writer::with_buffer(sequence);
    ///     number.encode(&mut writer, &())?;
    ///     sequence = writer.finish()?;
    /// }
    /// assert_eq!(sequence, [0x01, 0x18, 0xC8]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn with_buffer(buffer: Vec<u8>) -> Self {
        Self {
            start: buffer.len(),
            out: Buffer::from_vec(buffer),
            ..Self::default()
        }
    }

    /// Makes a writer with options that appends to `buffer`.
    pub fn with_options(options: WriteOptions, buffer: Vec<u8>) -> Self {
        let mut writer = Self {
            options,
            ..Self::with_buffer(buffer)
        };
        if options.signature && writer.out.put(codes::SIGNATURE).is_err() {
            // There is no memory for anything else either.
            writer.order.fail();
        }
        writer
    }

    /// Returns the bytes, if the document is complete.
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

    /// Returns the buffer as it was before the document, without anything that was written of it.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::cbor::Writer;
    /// let mut writer = Writer::with_buffer(vec![7]);
    /// writer.begin_array(None)?;
    /// assert!(writer.end_map().is_err());
    /// assert_eq!(writer.abandon(), [7]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds the path to an error, and makes the writer refuse further events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        let error = error.or_path(|| self.order.path(self.out.as_slice()));
        self.order.fail();
        error
    }
}
