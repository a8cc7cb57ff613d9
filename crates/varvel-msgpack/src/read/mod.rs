//! Reading MessagePack: a source that is driven into a sink, or pulled value by value; and values
//! one after the other.
//!
//! | room | holds |
//! |---|---|
//! | `drive` | the loop over values: gives a node to a sink |
//! | `numbers` | integers, and arrays of numbers |
//! | `pull` | typed reads, for struct codecs |
//! | `any_number` | numbers of any form, for typed reads |
//! | `kinds` | the kind of a value, by its first bytes |
//! | `likely` | values in their most common forms |
//! | `open` | the open containers, and what comes next |
//! | `input` | the rest of a document, and the parts of values |
//! | `stream` | values one after the other, in memory |
//! | `io` | values one after the other, from a [`std::io::Read`] |

mod any_number;
mod drive;
mod input;
#[cfg(feature = "std")]
mod io;
mod kinds;
mod likely;
mod numbers;
mod open;
mod pull;
mod stream;

use alloc::vec::Vec;

use varvel_core::binary::{DoubledKey, doubled_key};
use varvel_core::format::Read;
use varvel_core::limits::Replayed;
use varvel_core::path::{KeyText, Step};
use varvel_core::{Discard, Error, ErrorKind, Limits, Result, Sink};
use varvel_raw::simd::{self, Compiled, Isa, Task};

use crate::error;
use crate::options::ReadOptions;
use input::Input;
use open::{Open, State};

#[cfg(feature = "std")]
pub use io::{ValuesReader, next_bytes, next_from_reader};
pub use pull::Mark;
pub use stream::{Extent, Values};
pub(crate) use stream::{cut_off, length};

/// A MessagePack document as a [`Source`](varvel_core::Source).
///
/// `I` is the instruction set of the checks of strings. [`drive()`] chooses the best one of the
/// processor; [`Reader::new`] takes the one that the crate was compiled for.
#[derive(Debug)]
pub struct Reader<'de, I = Compiled> {
    /// The whole document.
    bytes: &'de [u8],
    /// The rest of the document.
    input: Input<'de, I>,
    options: ReadOptions,
    /// How many nodes were read.
    nodes: usize,
    replayed: Replayed,
    open: Open,
}

/// Returns the step of a path for the key that `bytes` begin with, and the length of the key.
/// Returns `None` if the key cannot be read.
#[cold]
pub(crate) fn key_step(bytes: &[u8]) -> Option<(Step, usize)> {
    let mut text = KeyText::new();
    // A key that is too deep to be read is not part of a path.
    let limits = Limits {
        depth: Limits::DEFAULT.depth,
        ..Limits::NONE
    };
    let mut input = Input::new(Compiled::compiled(), bytes, 0);
    // A reader is not used here: it would look for the path of a key that it cannot read.
    drive::node(&mut input, &mut 0, &limits, &mut Open::new(), &mut text).ok()?;
    Some((Step::Key(text.finish()), input.position()))
}

impl<'de> Reader<'de> {
    /// Reads `input` with the instruction set that the crate was compiled for.
    ///
    /// ```
    /// use varvel::msgpack::{ReadOptions, Reader};
    /// use varvel::{Source, Tag};
    /// // {1: an extension of type 5}: a key may be anything.
    /// let mut reader = Reader::new(&[0x81, 0x01, 0xD4, 5, 0xAB], &ReadOptions::default())?;
    /// assert_eq!(reader.begin_map()?, Some(1));
    /// assert!(reader.next_entry()?);
    /// assert_eq!(reader.read_i64()?, 1);
    /// assert_eq!(reader.read_tag()?, Tag::Extension(5));
    /// assert_eq!(*reader.read_bytes()?, [0xAB]);
    /// assert!(!reader.next_entry()?);
    /// reader.finish()?;
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `SizeLimit`.
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        Self::with_isa(Compiled::compiled(), input, options)
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Reads `input` with a given instruction set.
    ///
    /// # Errors
    /// `SizeLimit`.
    #[inline]
    pub fn with_isa(isa: I, input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        options.limits.check_len(input.len())?;
        Ok(Self {
            bytes: input,
            input: Input::new(isa, input, 0),
            options: *options,
            nodes: 0,
            replayed: Replayed::default(),
            open: Open::new(),
        })
    }

    /// Checks that the document is complete, and that nothing is left.
    ///
    /// # Errors
    /// `InvalidEvents`, `TrailingData`.
    #[inline]
    pub fn finish(&mut self) -> Result {
        if self.open.state != State::DONE {
            return Err(error::unfinished(
                "the document, and the end of every container that was entered",
            ));
        }
        match self.input.rest() {
            [] => Ok(()),
            _ => Err(error::trailing(self.input.position())),
        }
    }

    /// Adds the place to an error: byte offset and path.
    ///
    /// This is for callers that pull from this reader. The functions of this module do it
    /// themselves.
    #[cold]
    pub fn locate(&self, error: Error) -> Error {
        self.open.locate(error, self.bytes, self.input.position())
    }

    /// Leaves a node that began at `from`, in which driving failed, and adds the place to the
    /// error. `outside` containers were open before the node, and `nodes` nodes have begun in it.
    #[cold]
    #[inline(never)]
    fn undriven(&mut self, error: Error, from: usize, outside: usize, nodes: usize) -> Error {
        let key = doubled(&error, self.bytes, from, self.input.position());
        let error = match key {
            None => {
                let at = match error.offset() {
                    Some(at) => at,
                    None => node_at(self.bytes, from, nodes).unwrap_or(self.input.position()),
                };
                self.open.locate(error, self.bytes, at)
            }
            Some(_) => error,
        };
        // The containers in the node are still open: only pulling leaves them after an error. A
        // mark in the node is then found by reading up to it.
        while self.open.frames.len() > outside {
            self.open.leave();
        }
        match key {
            None => error,
            Some(key) => key.shown_in(error, self.open.path(self.bytes, from)),
        }
    }
}

/// Drives the MessagePack value `input` into `sink`, with the best instruction set of this
/// processor.
///
/// Time is linear in the input. It allocates 32 bytes for each open container.
///
/// ```
/// use varvel::msgpack::{ReadOptions, Writer, drive};
/// // An array of one integer, in more bytes than it needs.
/// let mut writer = Writer::new();
/// drive(&[0xDC, 0, 1, 0xD2, 0, 0, 0, 7], &ReadOptions::default(), &mut writer)?;
/// assert_eq!(writer.finish()?, [0x91, 7]);
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Faults of the document, with byte offset and path.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    options.limits.check_len(input.len())?;
    let mut at = 0;
    drive_next(input, &mut at, options, sink)?;
    match at == input.len() {
        true => Ok(()),
        false => Err(error::trailing(at)),
    }
}

/// Drives the value at `at` of a stream into `sink`, and leaves `at` behind it.
///
/// ```
/// use varvel::Discard;
/// use varvel::msgpack::{ReadOptions, drive_next};
/// let stream = [0x01, 0x92, 0x02, 0x03];
/// let mut at = 0;
/// drive_next(&stream, &mut at, &ReadOptions::default(), &mut Discard)?;
/// assert_eq!(at, 1);
/// drive_next(&stream, &mut at, &ReadOptions::default(), &mut Discard)?;
/// assert_eq!(at, stream.len());
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// The errors of [`drive()`]; the limits apply to one value. After an error, `at` is the place of
/// the error, and the path begins at the value.
pub fn drive_next<'de, S: Sink<'de>>(
    input: &'de [u8],
    at: &mut usize,
    options: &ReadOptions,
    sink: &mut S,
) -> Result {
    struct Drive<'a, 'de, S> {
        bytes: &'de [u8],
        at: &'a mut usize,
        options: &'a ReadOptions,
        sink: &'a mut S,
    }
    impl<'de, S: Sink<'de>> Task for Drive<'_, 'de, S> {
        type Output = Result;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Result {
            let mut input = Input::new(isa, self.bytes, *self.at);
            let mut open = Open::new();
            let limits = &self.options.limits;
            let (from, mut nodes) = (*self.at, 0);
            let result = drive::node(&mut input, &mut nodes, limits, &mut open, self.sink);
            *self.at = input.position();
            result.map_err(|error| {
                if let Some(key) = doubled(&error, self.bytes, from, input.position()) {
                    return key.shown_in(error, Vec::new());
                }
                let at = match error.offset() {
                    Some(at) => at,
                    None => node_at(self.bytes, from, nodes).unwrap_or(input.position()),
                };
                open.locate(error, self.bytes, at)
            })
        }

        fn run_plain(self) -> Result {
            let mut sink: &mut dyn Sink<'de> = self.sink;
            shared(Drive {
                bytes: self.bytes,
                at: self.at,
                options: self.options,
                sink: &mut sink,
            })
        }
    }
    #[inline(never)]
    fn shared<'de>(drive: Drive<'_, 'de, &mut dyn Sink<'de>>) -> Result {
        drive.run(Compiled::compiled())
    }
    let most = options.limits.bytes;
    let bytes = match input.len().saturating_sub(*at) > most {
        true => &input[..*at + most],
        false => input,
    };
    let from = *at;
    let drive = Drive {
        bytes,
        at,
        options,
        sink,
    };
    simd::dispatch(drive).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEnd if bytes.len() < input.len() => {
            Error::too_large(most).with_offset(from + most)
        }
        _ => error,
    })
}

/// Returns the beginning of node number `nodes`, which the sink refused after it had been read. The
/// nodes are counted from the one that begins at `from`. It is found by reading up to it a second
/// time.
#[cold]
#[inline(never)]
fn node_at(bytes: &[u8], from: usize, nodes: usize) -> Option<usize> {
    let mut input = Input::new(Compiled::compiled(), bytes, from);
    let limits = Limits {
        nodes: nodes.checked_sub(1)?,
        ..Limits::NONE
    };
    let read = drive::node(&mut input, &mut 0, &limits, &mut Open::new(), &mut Discard);
    read.err()?.offset()
}

/// Finds the key that a sink refused without a place, as [`doubled_key`] does, in the map that ends
/// at `end`. The map is in the value that begins at `from`.
#[cold]
fn doubled(error: &Error, bytes: &[u8], from: usize, end: usize) -> Option<DoubledKey> {
    let value = bytes.get(from..)?;
    let reader = Reader::new(value, &ReadOptions::with_limits(Limits::NONE)).ok()?;
    doubled_key(error, reader, from, end, |reader, at| {
        reader.open.path(value, at)
    })
}

/// Calls `read` with a reader of all of `input`.
#[inline]
pub(crate) fn read<'de, R: Read<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    read: R,
) -> Result<R::Output> {
    let mut reader = Reader::new(input, options)?;
    let result = read
        .read(&mut reader)
        .and_then(|value| reader.finish().map(|()| value));
    result.map_err(|error| reader.locate(error))
}
