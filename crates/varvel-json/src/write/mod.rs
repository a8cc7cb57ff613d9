//! Writing JSON: a sink that turns events into text.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: it writes one event after the other |
//! | `state` | what may come next, and which containers are open |
//! | `keys` | the keys of the open objects, if keys of other kinds become strings |

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
/// Values that JSON cannot hold (bytes, timestamps, tags, keys that are not strings, and floats
/// that are not finite) are errors with their path, unless the options write them as text. Events
/// in an order that no document has are errors, too. After an error the writer takes no more
/// events.
///
/// It allocates memory for the output and one bit for each open container; with
/// [`AsText::keys`](varvel_core::AsText::keys) also the keys of the objects that are open. Nesting
/// of any depth is written. Time is linear in the output.
///
/// ```
/// use varvel::Sink;
/// use varvel::json::{WriteOptions, Writer};
/// let mut writer = Writer::new(WriteOptions::compact());
/// writer.begin_map(None)?;
/// writer.key("name".into())?;
/// writer.str("a \"b\"".into())?;
/// writer.end_map()?;
/// assert_eq!(writer.finish()?, br#"{"name":"a \"b\""}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    /// The text so far. A comma stands behind every value, and the end of the container (or of the
    /// document) removes it. So no event has to know whether it is the first.
    out: Buffer,
    /// The offset in `out` at which the document begins.
    start: usize,
    order: Order,
    /// How many bytes of colon and space are written behind a key.
    colon: usize,
    options: WriteOptions,
    /// The keys of the open objects, if keys of other kinds become strings: all keys of an object
    /// must differ.
    keys: Option<Box<Keys>>,
}

impl Writer {
    /// Makes a writer with a new buffer.
    pub fn new(options: WriteOptions) -> Self {
        Self::with_buffer(options, Vec::new())
    }

    /// Makes a writer that appends to `buffer`. To reuse the memory of a buffer, clear it first.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::json::{WriteOptions, Writer};
    /// let mut lines = Vec::new();
    /// for number in [1, 2] {
    ///     let mut writer = Writer::with_buffer(WriteOptions::compact(), lines);
    ///     [number].encode(&mut writer, &())?;
    ///     lines = writer.finish()?;
    ///     lines.push(b'\n');
    /// }
    /// assert_eq!(lines, b"[1]\n[2]\n");
    /// # Ok::<(), varvel::Error>(())
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

    /// Returns the text, if the document is complete.
    #[inline]
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.order.is_complete() {
            let next = self.order.next;
            return Err(self.fail(error::unfinished(next)));
        }
        // This removes the comma behind the document's value.
        self.out.truncate(self.out.len() - 1);
        Ok(self.out.into_vec())
    }

    /// Returns the buffer as it was before the document, without anything that was written of it.
    ///
    /// ```
    /// use varvel::Sink;
    /// use varvel::json::{WriteOptions, Writer};
    /// let mut writer = Writer::with_buffer(WriteOptions::compact(), b"1,".to_vec());
    /// assert!(writer.f64(f64::NAN).is_err());
    /// assert_eq!(writer.abandon(), b"1,");
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds the path to an error, and makes the writer refuse further events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.order.next = Next::Failed;
        error.or_path(|| self.path())
    }

    /// Adds the path to an error about the next key, including that key, and makes the writer
    /// refuse further events.
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

    /// Returns the path to the next event in the document.
    fn path(&self) -> Vec<Step> {
        let text = self.out.as_slice().get(self.start..).unwrap_or(&[]);
        crate::read::path::find(text, text.len())
    }
}

/// Documents up to this length need no second allocation.
const SHORT: usize = 768;

/// How much memory is reserved beyond the guess: for escapes, and for copies that go past the end.
const MARGIN: usize = 256;

/// Calls [`Encode::size_hint`]. It is not inlined, so that it does not change the layout of the
/// code that writes.
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

/// Reserves memory for a document of about `size` bytes. Reserves less if that much is not
/// available.
#[cold]
#[inline(never)]
fn with_guessed_room(size: usize) -> Result<Vec<u8>> {
    with_room(size.saturating_add(MARGIN)).or_else(|_| with_room(SHORT + MARGIN))
}

/// Implements [`Format::to_vec`](varvel_core::Format::to_vec).
#[inline]
pub(crate) fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    // A short document needs no second allocation, and neither does one that knows its size. The
    // branch between the two matters: the processor goes on without waiting for the sum of all
    // lengths.
    let buffer = match size_hint(value) {
        0..SHORT => with_room(SHORT + MARGIN),
        size => with_guessed_room(size),
    };
    let mut writer = Writer::with_buffer(*options, buffer?);
    value.encode(&mut writer, &())?;
    writer.finish()
}
