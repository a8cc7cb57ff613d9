//! Writing MessagePack: a sink that turns events into bytes.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: it writes one event after the other |
//! | `state` | what may come next, and the open containers with their numbers of nodes |

mod sink;
mod state;

use alloc::vec::Vec;

use varvel_core::binary::Heads;
use varvel_core::{Error, Result};
use varvel_raw::buffer::Buffer;

use crate::error;
use crate::options::WriteOptions;
use state::Order;

/// A sink that writes one MessagePack value, each part in as few bytes as the format has for it.
///
/// Values that MessagePack cannot hold are errors: integers beyond 64 bits and decimals (unless the
/// options write them as text), tags with a number, simple values, extension types before anything
/// but bytes, and more than 2^32 - 1 bytes, items or members. Events in an order that no document
/// has are errors, too. After an error the writer takes no more events.
///
/// The length of a container stands before its content. If it is not known in advance, the writer
/// leaves one byte for it. One pass at the end makes room for containers of more than 15 items or
/// members.
///
/// It allocates memory for the output (twice while room is made), 32 bytes for each open container,
/// and 16 bytes for each container that needs room. Time is linear in the output, but for sorting
/// the latter.
///
/// ```
/// use varvel::Sink;
/// use varvel::msgpack::Writer;
/// let mut writer = Writer::new();
/// writer.begin_map(None)?;
/// writer.key("a".into())?;
/// writer.i64(-1)?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, [0x81, 0xA1, b'a', 0xFF]);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    out: Buffer,
    /// The offset in `out` at which the value begins.
    start: usize,
    order: Order,
    heads: Heads,
    options: WriteOptions,
}

impl Writer {
    /// Makes a writer with a new buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a writer that appends to `buffer`. So several values become a stream. To reuse the
    /// memory of a buffer, clear it first.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::msgpack::Writer;
    /// let mut stream = Vec::new();
    /// for number in [1, 200] {
    ///     let mut writer = Writer::with_buffer(stream);
    ///     number.encode(&mut writer, &())?;
    ///     stream = writer.finish()?;
    /// }
    /// assert_eq!(stream, [0x01, 0xCC, 0xC8]);
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
        Self {
            options,
            ..Self::with_buffer(buffer)
        }
    }

    /// Returns the bytes, if the value is complete.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.order.is_complete() {
            return Err(self.fail(error::unfinished(self.order.expected())));
        }
        self.heads.widen(self.out.into_vec(), self.start)
    }

    /// Returns the buffer as it was before the value, without anything that was written of it.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::msgpack::Writer;
    /// let mut writer = Writer::with_buffer(vec![7]);
    /// writer.begin_array(None)?;
    /// assert!(writer.decimal("0.1").is_err());
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
