//! Reading JSON: a source that is driven into a sink, or pulled value by value.
//!
//! | room | holds |
//! |---|---|
//! | `drive` | the hot loop: a document into a sink |
//! | `exact` | the plain loop, in which decimals keep their text |
//! | `numbers` | the part of the hot loop for arrays of numbers |
//! | `pull` | typed reads, for struct codecs |
//! | `next` | what the innermost open container allows next |
//! | `skip` | skips a node |
//! | `string` | strings with escapes, into scratch memory |
//! | `path` | the path to an error, found by reading up to it a second time |

mod drive;
mod exact;
mod indent;
mod next;
mod numbers;
pub(crate) mod path;
mod pull;
mod skip;
mod string;

use varvel_core::format::Read;
use varvel_core::limits::Replayed;
use varvel_core::number::Rounding;
use varvel_core::{Error, ErrorKind, Result, Sink};
use varvel_raw::buffer::Buffer;
use varvel_raw::cursor::Cursor;
use varvel_raw::simd::{self, Compiled, Isa, Task};

use crate::error;
use crate::options::ReadOptions;
use next::Pull;

pub use pull::Mark;

/// A JSON text as a [`Source`](varvel_core::Source).
///
/// `I` is the instruction set of the scans. [`drive()`] chooses the best one of the processor;
/// [`Reader::new`] takes the one that the crate was compiled for.
#[derive(Debug)]
pub struct Reader<'de, I = Compiled> {
    cursor: Cursor<'de, I>,
    options: ReadOptions,
    /// The text of the last string that had escapes.
    scratch: Buffer,
    /// How many nodes were read.
    nodes: usize,
    replayed: Replayed,
    /// How integers become floats.
    rounding: Rounding,
    /// The open containers, and what may come next.
    pull: Pull,
}

impl<'de> Reader<'de> {
    /// Reads `input` with the instruction set that the crate was compiled for.
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        Self::with_isa(Compiled::compiled(), input, options)
    }
}

impl<'de> From<&'de [u8]> for Reader<'de> {
    /// Makes a reader of `input` with the default options, which do not limit the length.
    fn from(input: &'de [u8]) -> Self {
        Self::at_start(Compiled::compiled(), input, &ReadOptions::default())
    }
}

impl<'de, I: Isa> Reader<'de, I> {
    /// Reads `input` with a given instruction set.
    #[inline]
    pub fn with_isa(isa: I, input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        options.limits.check_len(input.len())?;
        Ok(Self::at_start(isa, input, options))
    }

    /// Makes a reader. It is inlined, because a reader is large and would be copied.
    #[inline(always)]
    fn at_start(isa: I, input: &'de [u8], options: &ReadOptions) -> Self {
        let mut cursor = Cursor::new(isa, input);
        // White space and bytes beyond ASCII need a look; any other byte may begin a document.
        if !(b'!'..0x80).contains(&cursor.peek()) {
            cursor = at_document(cursor);
        }
        Self {
            cursor,
            options: *options,
            scratch: Buffer::new(),
            nodes: 0,
            replayed: Replayed::default(),
            rounding: Rounding::Nearest,
            pull: Pull::new(),
        }
    }

    /// Checks that only white space is left.
    #[inline]
    pub fn finish(&mut self) -> Result {
        self.cursor.skip_spaces();
        if self.cursor.is_at_end() && self.pull.is_at_top() {
            return Ok(());
        }
        if !self.pull.is_at_top() {
            return Err(Error::expected(
                ErrorKind::InvalidEvents,
                "the end of every container that was entered",
            ));
        }
        Err(error::trailing(self.cursor.input(), self.cursor.position()))
    }

    /// Adds the place to an error: byte offset, line, and path.
    ///
    /// This is for callers that pull from this reader. The functions of this module do it
    /// themselves.
    ///
    /// ```
    /// use varvel::Source;
    /// use varvel::json::Reader;
    /// let mut reader = Reader::new(b"[\n tru]", &Default::default())?;
    /// reader.begin_array()?;
    /// reader.next_item()?;
    /// let error = reader.read_bool().map_err(|error| reader.locate(error)).unwrap_err();
    /// assert_eq!((error.line(), error.path().unwrap().to_string()), (2, "$[0]".to_owned()));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[cold]
    pub fn locate(&self, error: Error) -> Error {
        locate(self.cursor.input(), self.cursor.position(), error)
    }
}

/// The byte order mark.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Passes everything that may stand before a document: the byte order mark that some programs
/// write, and white space. RFC 8259, chapter 8.1, allows a reader to ignore the mark.
#[inline(never)]
fn at_document<I: Isa>(mut cursor: Cursor<'_, I>) -> Cursor<'_, I> {
    if cursor.rest().starts_with(MARK) {
        cursor.bump(MARK.len());
    }
    cursor.skip_spaces();
    cursor
}

/// Returns NaN or an infinity as JSON5 writes it, with its length, if one begins at `at`.
#[cold]
#[inline(never)]
fn non_finite(input: &[u8], at: usize) -> Option<(f64, usize)> {
    const WORDS: [(&str, f64); 3] = [
        ("NaN", f64::NAN),
        ("Infinity", f64::INFINITY),
        ("-Infinity", f64::NEG_INFINITY),
    ];
    let rest = input.get(at..)?;
    let (word, value) = WORDS
        .into_iter()
        .find(|(word, _)| rest.starts_with(word.as_bytes()))?;
    let next = rest.get(word.len()).copied().unwrap_or(b' ');
    let ends = !next.is_ascii_alphanumeric() && next.is_ascii() && !b"_$.+-".contains(&next);
    ends.then_some((value, word.len()))
}

/// Adds the place to an error: `at`, if it has no offset.
#[cold]
#[inline(never)]
fn locate(input: &[u8], at: usize, error: Error) -> Error {
    let error = error.or_offset(at);
    if error.kind() == ErrorKind::OutOfMemory {
        return error; // the way to a place takes memory
    }
    let offset = error.offset().unwrap_or(at);
    let place = match error.kind() {
        // These errors may be inside of a string, where a quote does not begin a key.
        ErrorKind::Syntax
        | ErrorKind::UnexpectedEnd
        | ErrorKind::ControlCharacter
        | ErrorKind::InvalidEscape
        | ErrorKind::LoneSurrogate
        | ErrorKind::InvalidUtf8 => offset,
        // An error about a key has the path of the member.
        _ => path::behind_key(input, offset),
    };
    error.or_path(|| path::find(input, place)).or_line(input)
}

/// Adds an offset to an error of a sink: the beginning of the value or key that it refused. The
/// sink got it after it had been read, up to `at`.
#[cold]
#[inline(never)]
fn at_value(input: &[u8], at: usize, error: Error) -> Error {
    match error.offset() {
        Some(_) => error,
        None if error.kind() == ErrorKind::OutOfMemory => error.with_offset(at),
        None => {
            let start = path::start(input, at, error.steps().and_then(<[_]>::last));
            let start = place_by_path(input, at, start, &error).unwrap_or(start);
            error.with_offset(start)
        }
    }
}

/// Returns the place that the path of an error leads to, if that is not `start`, where the last
/// event began. A sink may refuse what it got earlier: a union of a FlatBuffer waits for the member
/// that says what it is, and an array of numbers is refused when its numbers have been read.
#[cold]
fn place_by_path(input: &[u8], at: usize, start: usize, error: &Error) -> Option<usize> {
    let steps = error.steps()?;
    let found = path::find(input, path::behind_key(input, start));
    let is_inside = found.len() > steps.len() && error.kind() == ErrorKind::TypeMismatch;
    if found.starts_with(steps) && !is_inside {
        return None;
    }
    let again = error.kind() == ErrorKind::DuplicateKey;
    let value = path::value_at(input, at, steps, again)?;
    match error.kind() {
        ErrorKind::DuplicateKey | ErrorKind::UnknownMember => path::key_before(input, value),
        _ => Some(value),
    }
}

/// Drives the JSON document `input` into `sink`, with the best instruction set of this processor.
///
/// Time is linear in the input. It allocates memory for the longest string that has escapes, and
/// one bit for each open container.
///
/// ```
/// use varvel::format::UniqueKeys;
/// use varvel::json::{ReadOptions, WriteOptions, Writer, drive};
/// let mut writer = Writer::new(WriteOptions::compact());
/// drive(br#" {"a": [1, 2.50]} "#, &ReadOptions::default(), &mut writer)?;
/// assert_eq!(writer.finish()?, br#"{"a":[1,2.5]}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
#[inline]
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    drive_with(input, options, &mut Scratch::new(), sink)
}

/// Memory for the text of strings with escapes. It is reused from document to document.
#[derive(Debug, Default)]
pub struct Scratch(Buffer);

impl Scratch {
    /// Makes an empty scratch, which has no memory yet.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Drives the document `input` into `sink` like [`drive()`], with memory that is reused. This suits
/// many short documents.
///
/// ```
/// use varvel::Discard;
/// use varvel::json::{ReadOptions, Scratch, drive_with};
/// let mut scratch = Scratch::new();
/// for line in [r#"{"a": "one\n"}"#, r#"["\"two\""]"#] {
///     drive_with(line.as_bytes(), &ReadOptions::default(), &mut scratch, &mut Discard)?;
/// }
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// The errors of [`drive()`].
#[inline]
pub fn drive_with<'de, S: Sink<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    scratch: &mut Scratch,
    sink: &mut S,
) -> Result {
    if options.exact_decimals {
        return exact::document(input, options, sink);
    }
    struct Drive<'a, 'de, S> {
        input: &'de [u8],
        options: &'a ReadOptions,
        scratch: &'a mut Buffer,
        sink: &'a mut S,
    }
    impl<'de, S: Sink<'de>> Task for Drive<'_, 'de, S> {
        type Output = Result;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Result {
            let Self {
                input,
                options,
                scratch,
                sink,
            } = self;
            let limits = &options.limits;
            limits.check_len(input.len())?;
            let mut cursor = at_document(Cursor::new(isa, input));
            let (mut at, words) = (cursor.position(), options.non_finite);
            drive::document(isa, input, (&mut at, &mut 0), limits, words, scratch, sink)
                .and_then(|()| {
                    cursor.seek(at);
                    cursor.skip_spaces();
                    if cursor.is_at_end() {
                        return Ok(());
                    }
                    Err(error::trailing(input, cursor.position()))
                })
                .map_err(|error| locate(input, at, at_value(input, at, error)))
        }

        fn run_plain(self) -> Result {
            let mut sink: &mut dyn Sink<'de> = self.sink;
            shared(Drive {
                input: self.input,
                options: self.options,
                scratch: self.scratch,
                sink: &mut sink,
            })
        }
    }
    #[inline(never)]
    fn shared<'de>(drive: Drive<'_, 'de, &mut dyn Sink<'de>>) -> Result {
        drive.run(Compiled::compiled())
    }
    simd::dispatch(Drive {
        input,
        options,
        scratch: &mut scratch.0,
        sink,
    })
}

/// Calls `read` with a reader of all of `input`.
#[inline]
pub(crate) fn read<'de, R: Read<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    read: R,
) -> Result<R::Output> {
    options.limits.check_len(input.len())?;
    let mut reader = Reader::at_start(Compiled::compiled(), input, options);
    let result = read
        .read(&mut reader)
        .and_then(|value| reader.finish().map(|()| value));
    result.map_err(|error| reader.locate(error))
}
