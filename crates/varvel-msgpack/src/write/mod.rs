//! Writing MessagePack: a sink that turns events into bytes.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: one event after the other into the output |
//! | `state` | what may come next, which containers are open, and how many nodes they have |

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
/// What MessagePack cannot hold is an error: integers beyond 64 bits and decimals unless the
/// options say to write them as text, tags with a number, simple values, extension types before
/// anything but bytes, and more than 2^32 - 1 bytes, items or members. Events in an order that no
/// document has are an error too. After an error the writer takes no more events.
///
/// A container stands behind its length. Where that is not known before, one byte is left for it,
/// and one pass at the end makes room where there are more than 15 nodes.
///
/// Memory: the output, twice for a moment if room is made, 32 bytes an open container, and 16 for
/// each that needs room. Time is linear in the output, but for sorting those.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_msgpack::Writer;
/// let mut writer = Writer::new();
/// writer.begin_map(None)?;
/// writer.key("a".into())?;
/// writer.i64(-1)?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, [0x81, 0xA1, b'a', 0xFF]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Writer {
    out: Buffer,
    /// Where in `out` the value begins.
    start: usize,
    order: Order,
    heads: Heads,
    options: WriteOptions,
}

impl Writer {
    /// A writer with an output of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// A writer that goes on at the end of `buffer`: so values make a stream, and a buffer that was
    /// cleared is used again.
    ///
    /// ```
    /// use varvel_core::Encode;
    /// use varvel_msgpack::Writer;
    /// let mut stream = Vec::new();
    /// for number in [1, 200] {
    ///     let mut writer = Writer::with_buffer(stream);
    ///     number.encode(&mut writer, &())?;
    ///     stream = writer.finish()?;
    /// }
    /// assert_eq!(stream, [0x01, 0xCC, 0xC8]);
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
        Self {
            options,
            ..Self::with_buffer(buffer)
        }
    }

    /// The bytes, if the value is complete.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.order.is_complete() {
            return Err(self.fail(error::unfinished(self.order.expected())));
        }
        self.heads.widen(self.out.into_vec(), self.start)
    }

    /// Gives the buffer back as it was before the value: what was written of it, or failed, is
    /// gone.
    ///
    /// ```
    /// use varvel_core::Sink;
    /// use varvel_msgpack::Writer;
    /// let mut writer = Writer::with_buffer(vec![7]);
    /// writer.begin_array(None)?;
    /// assert!(writer.decimal("0.1").is_err());
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
