//! Writing JSON: a sink that turns events into text.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: one event after the other into the output |
//! | `state` | what may come next, and which containers are open |
//! | `keys` | the keys of the objects that are open, where keys of other kinds become strings |

mod keys;
mod sink;
mod state;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Encode, Error, Result};
use varvel_raw::buffer::Buffer;

use crate::error;
use crate::options::{Names, WriteOptions};
use keys::Keys;
pub(crate) use state::Next;
use state::Order;

/// A sink that writes one JSON document.
///
/// What JSON cannot hold (bytes, timestamps, tags, keys that are not strings, and floats that are
/// not finite) is an error with the path to it, unless the options say to write it as text. Events
/// in an order that no document has are an error too. After an error the writer takes no more
/// events.
///
/// Memory: the output, and one bit an open container; with
/// [`AsText::keys`](varvel_core::AsText::keys) also the keys of the objects that are open. Nesting
/// of any depth is written. Time is linear in the output.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_json::{WriteOptions, Writer};
/// let mut writer = Writer::new(WriteOptions::compact());
/// writer.begin_map(None)?;
/// writer.key("name".into())?;
/// writer.str("a \"b\"".into())?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, br#"{"name":"a \"b\""}"#);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    /// The text so far. Behind every value stands a comma, which the end of the container (or of
    /// the document) takes away again: so no event asks whether it is the first.
    out: Buffer,
    /// Where in `out` the document begins.
    start: usize,
    order: Order,
    /// Colon and space behind a key: how many of them count.
    colon: usize,
    options: WriteOptions,
    /// The keys of the open objects, while keys of other kinds become strings: no two may be the
    /// same.
    keys: Option<Box<Keys>>,
}

impl Writer {
    /// A writer with an output of its own.
    pub fn new(options: WriteOptions) -> Self {
        Self::with_buffer(options, Vec::new())
    }

    /// A writer that goes on at the end of `buffer`: to use its memory again, clear it before.
    ///
    /// ```
    /// use varvel_core::Encode;
    /// use varvel_json::{WriteOptions, Writer};
    /// let mut lines = Vec::new();
    /// for number in [1, 2] {
    ///     let mut writer = Writer::with_buffer(WriteOptions::compact(), lines);
    ///     [number].encode(&mut writer, &())?;
    ///     lines = writer.finish()?;
    ///     lines.push(b'\n');
    /// }
    /// assert_eq!(lines, b"[1]\n[2]\n");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn with_buffer(options: WriteOptions, buffer: Vec<u8>) -> Self {
        Self {
            start: buffer.len(),
            out: Buffer::from_vec(buffer),
            order: Order::new(
                options.indent.is_some(),
                options.names == Names::Bare || options.as_text.keys,
            ),
            colon: 1 + usize::from(options.indent.is_some()),
            options,
            keys: None,
        }
    }

    /// The text, if the document is complete.
    #[inline]
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.order.is_complete() {
            let next = self.order.next;
            return Err(self.fail(error::unfinished(next)));
        }
        // The comma behind the document's value.
        self.out.truncate(self.out.len() - 1);
        Ok(self.out.into_vec())
    }

    /// Gives the buffer back as it was before the document: what was written of it, or failed, is
    /// gone.
    ///
    /// ```
    /// use varvel_core::Sink;
    /// use varvel_json::{WriteOptions, Writer};
    /// let mut writer = Writer::with_buffer(WriteOptions::compact(), b"1,".to_vec());
    /// assert!(writer.f64(f64::NAN).is_err());
    /// assert_eq!(writer.abandon(), b"1,");
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds to an error where in the document it happened, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.order.next = Next::Failed;
        error.or_path(|| self.path())
    }

    /// Adds to an error about the next key where it happened, that key with it, and takes no more
    /// events.
    #[cold]
    #[inline(never)]
    fn fail_at_key(&mut self, error: Error, key: impl Into<String>) -> Error {
        self.order.next = Next::Failed;
        error.or_path(|| {
            let mut steps = self.path();
            steps.push(Step::Key(key.into()));
            steps
        })
    }

    /// Where in the document the next event is.
    fn path(&self) -> Vec<Step> {
        let text = self.out.as_slice().get(self.start..).unwrap_or(&[]);
        crate::read::path::find(text, text.len())
    }
}

/// Documents up to this length need no second allocation.
const SHORT: usize = 768;

/// Room behind what was guessed: for escapes, and for copies that go past the end.
const MARGIN: usize = 256;

/// Out of line: the code that writes the document is laid out as if nobody asked.
#[inline(never)]
fn size_hint<T: Encode + ?Sized>(value: &T) -> usize {
    value.size_hint()
}

#[inline]
fn with_room(room: usize) -> Result<Vec<u8>> {
    let mut buffer = Vec::new();
    buffer
        .try_reserve(room)
        .map_err(|_| Error::out_of_memory())?;
    Ok(buffer)
}

/// Room for a document of about `size` bytes; less, if that cannot be had.
#[cold]
#[inline(never)]
fn with_guessed_room(size: usize) -> Result<Vec<u8>> {
    with_room(size.saturating_add(MARGIN)).or_else(|_| with_room(SHORT + MARGIN))
}

/// [`Format::to_vec`](varvel_core::Format::to_vec) of this format.
#[inline]
pub(crate) fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    // A short document needs no second allocation, and neither does one that knows its size. That
    // they are told apart by a branch matters: the processor goes on without waiting for the sum of
    // all lengths.
    let buffer = match size_hint(value) {
        0..SHORT => with_room(SHORT + MARGIN),
        size => with_guessed_room(size),
    };
    let mut writer = Writer::with_buffer(*options, buffer?);
    value.encode(&mut writer, &())?;
    writer.finish()
}
