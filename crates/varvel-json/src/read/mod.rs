//! Reading JSON: a source that is driven into a sink, or pulled value by value.
//!
//! | room | holds |
//! |---|---|
//! | `drive` | the hot loop: a document into a sink |
//! | `numbers` | its part for arrays of numbers |
//! | `pull` | typed reads, for struct codecs |
//! | `string` | strings with escapes, into scratch memory |
//! | `path` | where in the document an error is, found again by reading up to it |

mod drive;
mod numbers;
mod path;
// mod pull;
mod string;

use alloc::vec::Vec;

use varvel_core::{Error, Result, Sink};
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::Cursor;
use varvel_raw::simd::{self, Compiled, Isa, Task};

use crate::error;
use crate::options::ReadOptions;

/// A JSON text as a [`Source`].
///
/// `I` is the instruction set of the scans: [`drive`] chooses the processor's best, [`Reader::new`]
/// takes the one the crate was compiled for.
#[derive(Debug)]
pub struct Reader<'de, I = Compiled> {
    cursor: Cursor<'de, I>,
    options: ReadOptions,
    /// Text of the last string that had escapes.
    scratch: Buffer,
    /// One byte an open container: whether it is an object.
    open: Vec<bool>,
    /// The kinds of containers more than 64 deep, while they are driven.
    outer: Vec<u64>,
    /// Nodes read so far.
    nodes: usize,
    /// A container was entered and nothing of it was read yet (pull only).
    fresh: bool,
}

impl<'de> Reader<'de> {
    /// Reads `input` with the instruction set that the crate was compiled for.
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        Self::with_isa(Compiled::compiled(), input, options)
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Reads `input` with a given instruction set.
    #[inline]
    pub fn with_isa(isa: I, input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        if input.len() > options.limits.bytes {
            return Err(error::too_long(input.len(), options.limits.bytes));
        }
        let mut cursor = Cursor::new(isa, input);
        cursor.skip_spaces();
        Ok(Self {
            cursor,
            options: *options,
            scratch: Buffer::new(),
            open: Vec::new(),
            outer: Vec::new(),
            nodes: 0,
            fresh: false,
        })
    }

    /// Checks that nothing but white space is left.
    #[inline]
    pub fn finish(&mut self) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.is_at_end() {
            return Ok(());
        }
        Err(error::trailing(self.cursor.input(), self.cursor.at()))
    }

    /// Adds to an error where it happened.
    #[cold]
    #[inline(never)]
    fn locate(&self, error: Error) -> Error {
        let error = error.or_offset(self.cursor.at());
        let offset = error.offset().unwrap_or(0);
        error.or_path(|| path::find(self.cursor.input(), offset))
    }
}

/// Drives the JSON document `input` into `sink`, with the best instruction set of this processor.
///
/// Time is linear in the input. Memory of its own: one byte an open container, and the longest
/// string that has escapes.
///
/// ```
/// use varvel_core::UniqueKeys;
/// use varvel_json::{ReadOptions, WriteOptions, Writer, drive};
/// let mut writer = Writer::new(WriteOptions::compact());
/// drive(br#" {"a": [1, 2.50]} "#, &ReadOptions::default(), &mut writer)?;
/// assert_eq!(writer.finish()?, br#"{"a":[1,2.5]}"#);
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[inline]
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    struct Drive<'a, 'de, S> {
        input: &'de [u8],
        options: &'a ReadOptions,
        sink: &'a mut S,
    }
    impl<'de, S: Sink<'de>> Task for Drive<'_, 'de, S> {
        type Output = Result;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Result {
            let mut reader = Reader::with_isa(isa, self.input, self.options)?;
            match drive::document(&mut reader, self.sink) {
                Ok(()) => reader.finish(),
                Err(error) => Err(error),
            }
            .map_err(|error| reader.locate(error))
        }
    }
    simd::dispatch(Drive {
        input,
        options,
        sink,
    })
}

/// The source's place: what `mark` gives and `rewind` takes.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    at: usize,
    depth: usize,
    fresh: bool,
}

impl<'de, I: Isa> Reader<'de, I> {
    fn mark_here(&self) -> Mark {
        Mark {
            at: self.cursor.at(),
            depth: self.open.len(),
            fresh: self.fresh,
        }
    }
}
