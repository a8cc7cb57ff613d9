//! Reading YAML: a source that is driven into a sink, or pulled value by value; and documents one
//! after the other.
//!
//! | room | holds |
//! |---|---|
//! | [`events`] | the events of a text |
//! | `nodes` | the events of a text, with the nodes of aliases in their place |
//! | `merging` | the members that merge keys add to a mapping |
//! | `schema` | the meaning of a text without quotes |
//! | `decimal` | the text of a float as a JSON number |
//! | `scalar` | the meaning of a scalar with its tag |
//! | `drive` | the loop over nodes: a node into a sink |
//! | `pull` | typed reads, for struct codecs |
//! | `transcoded` | texts in UTF-16 and UTF-32 |
//! | `documents` | one document after the other |
//! | `path` | the path to an error, found by reading up to it a second time |

mod decimal;
mod documents;
mod drive;
pub mod events;
mod merging;
mod nodes;
pub(crate) mod path;
mod pull;
mod scalar;
pub(crate) mod schema;
mod transcoded;

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::format::Read;
use varvel_core::limits::Replayed;
use varvel_core::number::Rounding;
use varvel_core::{Error, ErrorKind, Result, Sink, Source, Transient};

use crate::encoding::Encoding;
use crate::error;
use crate::options::ReadOptions;
use events::{Cursor, Event};
use nodes::Resolved;

pub use documents::Documents;
pub use pull::Mark;

/// A YAML document as a [`Source`].
///
/// An empty text has no document. It is read as null, like a document of `---` alone.
#[derive(Clone, Debug)]
pub struct Reader<'de> {
    input: &'de [u8],
    nodes: Resolved<'de>,
    options: ReadOptions,
    /// The next event, if it was read already.
    next: Option<Event>,
    /// The place before the next event.
    before: Cursor,
    /// The offset of the next event's tag, if that was read as the name of a variant.
    taken: Option<usize>,
    /// How much was read again because the caller went back.
    again: Replayed,
    /// How integers become floats.
    rounding: Rounding,
    /// Whether there is no document at all.
    empty: bool,
    /// The bytes that were read last.
    bytes: Vec<u8>,
    /// The digits of the number that was read last, if it is beyond 64 bits or a decimal.
    digits: String,
}

impl<'de> Reader<'de> {
    /// Reads the first document of `input`.
    ///
    /// ```
    /// use varvel::Source;
    /// use varvel::yaml::{ReadOptions, Reader};
    /// let mut reader = Reader::new(b"name: Ada\nborn: 1815\n", &ReadOptions::default())?;
    /// reader.begin_map()?;
    /// assert_eq!(reader.next_key()?.as_deref(), Some("name"));
    /// assert_eq!(&*reader.read_str()?, "Ada");
    /// assert_eq!(reader.next_key()?.as_deref(), Some("born"));
    /// assert_eq!(reader.read_i64()?, 1815);
    /// assert!(reader.next_key()?.is_none());
    /// reader.finish()?;
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `SizeLimit`, `InvalidUtf8`, characters that YAML does not allow, and wrong directives.
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        let mut nodes = Resolved::new(input, options)?;
        let first = nodes.events.next().map_err(|error| error.or_line(input))?;
        let empty = first == Event::StreamEnd;
        Ok(Self {
            input,
            options: *options,
            next: None,
            before: nodes.events.cursor(),
            taken: None,
            again: Replayed::default(),
            rounding: Rounding::Nearest,
            empty,
            bytes: Vec::new(),
            digits: String::new(),
            nodes,
        })
    }

    /// Checks that the document is complete, and that no other follows.
    ///
    /// # Errors
    /// `InvalidEvents`, `TrailingData`, and what is wrong behind the document's node.
    pub fn finish(&mut self) -> Result {
        if self.empty {
            return Ok(());
        }
        match self.look()? {
            Event::DocumentEnd { .. } => {}
            _ => {
                return Err(error::out_of_order(
                    "the document, and the end of every container that was entered",
                ));
            }
        }
        match self.nodes.events.next()? {
            Event::StreamEnd => Ok(()),
            _ => Err(error::another_document(self.nodes.events.offset())),
        }
    }

    /// Returns the next event, without passing it.
    #[inline(always)]
    fn look(&mut self) -> Result<Event> {
        match self.next {
            Some(event) => Ok(event),
            None => self.advance(),
        }
    }

    #[inline(always)]
    fn advance(&mut self) -> Result<Event> {
        self.before = self.nodes.events.cursor();
        self.taken = None;
        let event = match self.empty {
            true => self.nodes.events.nothing(events::Properties::NONE),
            false => self.nodes.next()?,
        };
        self.next = Some(event);
        Ok(event)
    }

    /// Adds the place to an error: byte offset, line, and path.
    ///
    /// This is for callers that pull from this reader. The functions of this module do it
    /// themselves.
    #[cold]
    pub fn locate(&self, error: Error) -> Error {
        let end = self.nodes.events.offset();
        let error = match error.kind() {
            ErrorKind::DuplicateKey if error.offset().is_none() => {
                match path::duplicate(self.input, &self.options, end) {
                    Some(at) => error.with_offset(at),
                    None => error,
                }
            }
            _ => error,
        };
        let error = error.or_offset(end);
        let error = match error.kind() {
            ErrorKind::UnknownMember if self.nodes.events.is_behind_merge_key() => {
                error.with_hint(error::MERGE_KEYS)
            }
            _ => error,
        };
        let offset = error.offset().unwrap_or(0);
        // A mapping in block style begins at the same place as its first key.
        let key = error.kind() == ErrorKind::UnknownMember
            || offset == end && self.nodes.events.was_key();
        let error = error.or_path(|| path::find(self.input, &self.options, offset, key));
        error.with_doubled_key().or_line(self.input)
    }
}

/// Drives the YAML document `input` into `sink`.
///
/// Time is linear in the input and in the nodes of its aliases, which [`ReadOptions::limits`]
/// bound. It allocates 16 bytes for each open collection, and memory for the longest scalar that is
/// not in one piece.
///
/// ```
/// use varvel::yaml::{ReadOptions, drive};
/// use varvel::{Discard, Limits};
/// drive(b"- one\n- [two, three]\n", &ReadOptions::default(), &mut Discard)?;
/// let error = drive(b"a: [1, 2\nb: 3\n", &ReadOptions::default(), &mut Discard).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid syntax: expected at least 1 space before a line inside of brackets, at $.a[1] (byte 9)",
/// );
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Errors
/// Faults of the document, with byte offset and path.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    if Encoding::of(input) != Encoding::Utf8 {
        return transcoded::drive(input, options, &mut Transient::new(sink));
    }
    drive_utf8(input, options, sink)
}

fn drive_utf8<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    let mut reader = Reader::new(input, options)?;
    let result = reader.drive(sink).and_then(|()| reader.finish());
    result.map_err(|error| reader.locate(error))
}

/// Calls `read` with a reader of all of `input`.
pub(crate) fn read<'de, R: Read<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    read: R,
) -> Result<R::Output> {
    if Encoding::of(input) != Encoding::Utf8 {
        return transcoded::read(input, options, read);
    }
    read_utf8(input, options, read)
}

fn read_utf8<'de, R: Read<'de>>(
    input: &'de [u8],
    options: &ReadOptions,
    read: R,
) -> Result<R::Output> {
    let mut reader = Reader::new(input, options)?;
    let result = match read.read(&mut reader) {
        Ok(value) => reader.finish().map(|()| value),
        Err(error) => Err(error),
    };
    result.map_err(|error| reader.locate(error))
}
