//! Writing YAML: a sink that turns events into text.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: one event after the other into the output |
//! | `layout` | lines and their indentation; which containers are open, and what may come next |
//! | `style` | how a string is written: as it is, in quotes, or on lines of its own |
//! | `text` | its text in that style |
//! | `tagged` | variants of enums as tags |
//! | `shared` | anchors for what comes more than once |

mod layout;
mod shared;
mod sink;
mod style;
mod tagged;
mod text;

use alloc::vec::Vec;

use varvel_core::{Encode, Error, Result};
use varvel_raw::buffer::{Buffer, OutOfMemory};

use crate::error;
use crate::options::{ReadOptions, WriteOptions};
use crate::read::path;
use layout::Levels;
use shared::{Prints, Sharing};

/// A sink that writes one YAML document, in block style.
///
/// A string is put in quotes exactly where it would be read as something else without them, by a
/// reader of YAML 1.1 too; one with line breaks is written on lines of its own. Bytes are
/// `!!binary`, points in time `!!timestamp`. What YAML has no form for (extension types, tag
/// numbers) is an error with the path to it, and so are events in an order that no document has.
/// After an error the writer takes no more events.
///
/// Memory: the output, and 16 bytes an open container; nesting of any depth is written. Time is
/// linear in the output.
///
/// ```
/// use varvel_core::Sink;
/// use varvel_yaml::{WriteOptions, Writer};
/// let mut writer = Writer::new(WriteOptions::default());
/// writer.begin_map(None)?;
/// writer.key("text".into())?;
/// writer.str("one\ntwo\n".into())?;
/// writer.key("answers".into())?;
/// writer.begin_array(None)?;
/// writer.bool(true)?;
/// writer.str("no".into())?;
/// writer.end_array()?;
/// writer.end_map()?;
/// assert_eq!(
///     writer.finish()?,
///     b"text: |\n  one\n  two\nanswers:\n  - true\n  - \"no\"\n",
/// );
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    out: Buffer,
    /// Where in `out` the document begins.
    start: usize,
    layout: Levels,
    options: WriteOptions,
    /// The anchor of the next collection; zero for none.
    anchor: u32,
    /// Where the tag of the next node begins, with the space before it, if it has one.
    tag: usize,
}

impl Writer {
    /// A writer with an output of its own.
    pub fn new(options: WriteOptions) -> Self {
        Self::with_buffer(options, Vec::new())
    }

    /// A writer that goes on at the end of `buffer`, where a line begins: so documents make a
    /// stream.
    ///
    /// ```
    /// use varvel_core::Encode;
    /// use varvel_yaml::{WriteOptions, Writer};
    /// let mut stream = Vec::new();
    /// for number in [1, 2] {
    ///     let mut writer = Writer::with_buffer(WriteOptions::default().with_start(), stream);
    ///     [number].encode(&mut writer, &())?;
    ///     stream = writer.finish()?;
    /// }
    /// assert_eq!(stream, b"---\n- 1\n---\n- 2\n");
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn with_buffer(options: WriteOptions, buffer: Vec<u8>) -> Self {
        Self {
            start: buffer.len(),
            out: Buffer::from_vec(buffer),
            layout: Levels::new(),
            options,
            anchor: 0,
            tag: 0,
        }
    }

    /// The text, if the document is complete.
    ///
    /// # Errors
    /// `InvalidEvents`, `OutOfMemory`.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        if !self.layout.is_complete() {
            let expected = self.layout.expected();
            return Err(self.fail(error::unfinished(expected)));
        }
        Ok(self.out.into_vec())
    }

    /// Gives the buffer back as it was before the document: what was written of it, or failed, is
    /// gone.
    ///
    /// ```
    /// use varvel_core::{Sink, Tag};
    /// use varvel_yaml::{WriteOptions, Writer};
    /// let mut writer = Writer::with_buffer(WriteOptions::default(), b"# one\n".to_vec());
    /// assert!(writer.tag(Tag::Extension(5)).is_err());
    /// assert_eq!(writer.abandon(), b"# one\n");
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds to an error where in the document it happened, and takes no more events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.layout.fail();
        let begun = self.out.as_slice().get(self.start..).unwrap_or(&[]);
        // What was to be written is at the end: something has to be there, for its path to be
        // found.
        let mut text = Vec::from(begun);
        if text
            .last()
            .is_some_and(|&byte| byte == b'-' || byte == b':' || byte == b'?')
        {
            text.extend_from_slice(b" 0");
        }
        let at = text.len().saturating_sub(1);
        error.or_path(|| path::find(&text, &ReadOptions::default(), at, false))
    }
}

#[cold]
#[inline(never)]
fn no_memory(_: OutOfMemory) -> Error {
    Error::out_of_memory()
}

/// [`Format::to_vec`](varvel_core::Format::to_vec) of this format.
pub(crate) fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    let mut buffer = Vec::new();
    buffer
        .try_reserve(value.size_hint().max(1024))
        .map_err(|_| Error::out_of_memory())?;
    let mut writer = Writer::with_buffer(*options, buffer);
    if options.anchors {
        let mut prints = Prints::new();
        value.encode(&mut prints, &())?;
        let mut sharing = Sharing::new(&mut writer, prints.finish()?);
        value.encode(&mut sharing, &())?;
        return writer.finish();
    }
    value.encode(&mut writer, &())?;
    writer.finish()
}
