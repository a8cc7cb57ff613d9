//! Writing YAML: a sink that turns events into text.
//!
//! | room | holds |
//! |---|---|
//! | `sink` | [`Writer`] as a sink: it writes one event after the other |
//! | `layout` | lines and their indentation; which containers are open, and what may come next |
//! | `style` | the style of a string: as it is, in quotes, or on lines of its own |
//! | `text` | the text of a string in its style |
//! | `tagged` | variants of enums as tags |
//! | `shared` | anchors for repeated collections |

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
/// A string is put in quotes if a reader of YAML 1.2 or 1.1 would not take it for a string without
/// them. A string with line breaks is written on lines of its own. Bytes are `!!binary`, points in
/// time `!!timestamp`. Values that YAML has no form for (extension types, tag numbers) are errors
/// with their path, and so are events in an order that no document has. After an error the writer
/// takes no more events.
///
/// It allocates memory for the output, and 16 bytes for each open container. Nesting of any depth
/// is written. Time is linear in the output.
///
/// ```
/// use varvel::Sink;
/// use varvel::yaml::{WriteOptions, Writer};
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
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer {
    out: Buffer,
    /// The offset in `out` at which the document begins.
    start: usize,
    layout: Levels,
    options: WriteOptions,
    /// The number of the next collection's anchor; zero if it gets none.
    anchor: u32,
    /// The offset of the next node's tag, including the space before it, if it has one.
    tag: usize,
}

impl Writer {
    /// Makes a writer with a new buffer.
    pub fn new(options: WriteOptions) -> Self {
        Self::with_buffer(options, Vec::new())
    }

    /// Makes a writer that appends to `buffer`, at the beginning of a line. So several documents
    /// become a stream.
    ///
    /// ```
    /// use varvel::Encode;
    /// use varvel::yaml::{WriteOptions, Writer};
    /// let mut stream = Vec::new();
    /// for number in [1, 2] {
    ///     let mut writer = Writer::with_buffer(WriteOptions::default().with_start(), stream);
    ///     [number].encode(&mut writer, &())?;
    ///     stream = writer.finish()?;
    /// }
    /// assert_eq!(stream, b"---\n- 1\n---\n- 2\n");
    /// # Ok::<(), varvel::Error>(())
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

    /// Returns the text, if the document is complete.
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

    /// Returns the buffer as it was before the document, without anything that was written of it.
    ///
    /// ```
    /// use varvel::yaml::{WriteOptions, Writer};
    /// use varvel::{Sink, Tag};
    /// let mut writer = Writer::with_buffer(WriteOptions::default(), b"# one\n".to_vec());
    /// assert!(writer.tag(Tag::Extension(5)).is_err());
    /// assert_eq!(writer.abandon(), b"# one\n");
    /// ```
    pub fn abandon(mut self) -> Vec<u8> {
        self.out.truncate(self.start);
        self.out.into_vec()
    }

    /// Adds the path to an error, and makes the writer refuse further events.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, error: Error) -> Error {
        self.layout.fail();
        let begun = self.out.as_slice().get(self.start..).unwrap_or(&[]);
        // The failed node would be at the end of the text. Some node must stand there, so that its
        // path can be found.
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

/// Implements [`Format::to_vec`](varvel_core::Format::to_vec).
pub(crate) fn to_vec<T: Encode + ?Sized>(value: &T, options: &WriteOptions) -> Result<Vec<u8>> {
    let mut buffer = Vec::new();
    buffer
        .try_reserve(value.size_hint().max(1024))
        .map_err(|_| Error::out_of_memory())?;
    let mut writer = Writer::with_buffer(*options, buffer);
    if options.anchors {
        let mut prints = Prints::new(options.most());
        value.encode(&mut prints, &())?;
        let mut sharing = Sharing::new(&mut writer, prints.finish()?);
        value.encode(&mut sharing, &())?;
        return writer.finish();
    }
    value.encode(&mut writer, &())?;
    writer.finish()
}
