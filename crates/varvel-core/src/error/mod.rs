//! The one error type of Varvel, and how it is shown.
//!
//! What a message shows of a document is bounded: a key of a megabyte does not make a message of a
//! megabyte. Hints about a document hold for whoever reads them, the author of a program or its
//! user: they name no items of Rust.

mod category;
mod limit;
mod refused;
mod report;
mod through_text;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::node::Kind;
use crate::path::{Path, Quoted, Step};

pub use category::{Category, Location};
pub use refused::nearest;
pub use report::Report;

/// The result of everything that can fail here.
pub type Result<T = ()> = core::result::Result<T, Error>;

/// A range of bytes of the input: `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// What kind of thing went wrong. The numbers are stable: they never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Text that cannot stand here.
    Syntax = 1,
    /// The input ends inside a document.
    UnexpectedEnd = 2,
    /// Something follows the document.
    TrailingData = 3,
    /// A text that is no number of the format.
    InvalidNumber = 4,
    /// A number that its target cannot hold.
    NumberOutOfRange = 5,
    /// A control character inside a string.
    ControlCharacter = 6,
    /// An escape that the format does not have.
    InvalidEscape = 7,
    /// Half of a surrogate pair, without the other half.
    LoneSurrogate = 8,
    /// Bytes that are not UTF-8.
    InvalidUtf8 = 9,
    /// The same key twice in one object.
    DuplicateKey = 10,
    /// More containers inside each other than the limit.
    DepthLimit = 11,
    /// More bytes than the limit.
    SizeLimit = 12,
    /// More nodes than the limit.
    NodeLimit = 13,
    /// Memory could not be had.
    OutOfMemory = 14,
    /// A node of another kind than asked for.
    TypeMismatch = 15,
    /// A member that must be there is not.
    MissingField = 16,
    /// A value that the target format cannot hold.
    Unrepresentable = 17,
    /// Bytes that are no valid frozen buffer.
    InvalidFrozen = 18,
    /// A version of the frozen format that this library does not read.
    UnsupportedVersion = 19,
    /// No node at this path.
    NotFound = 20,
    /// Reading or writing failed in the operating system.
    Io = 21,
    /// Events came in an order that no document has.
    InvalidEvents = 22,
    /// A text that is no path and no JSON Pointer; the offset is one in that text.
    InvalidPath = 23,
    /// A checksum that is not that of the bytes.
    ChecksumMismatch = 24,
    /// A value that the type it is read into, or that gives it, refuses for a reason of its own.
    Refused = 25,
    /// A member that the type does not have.
    UnknownMember = 26,
    /// A variant that the type does not have.
    UnknownVariant = 27,
    /// More of the input read again, for tags that come late and variants that do not fit, than the
    /// limit.
    ReplayLimit = 28,
    /// Bytes that are no valid FlatBuffer of the schema, or no valid FlexBuffer.
    InvalidBuffer = 29,
}

impl ErrorKind {
    /// The stable number.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// One phrase for the kind.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Syntax => "invalid syntax",
            Self::UnexpectedEnd => "unexpected end of input",
            Self::TrailingData => "data after the document",
            Self::InvalidNumber => "invalid number",
            Self::NumberOutOfRange => "number out of range",
            Self::ControlCharacter => "control character in a string",
            Self::InvalidEscape => "invalid escape",
            Self::LoneSurrogate => "lone surrogate",
            Self::InvalidUtf8 => "invalid UTF-8",
            Self::DuplicateKey => "duplicate key",
            Self::DepthLimit => "nested too deeply",
            Self::SizeLimit => "document too large",
            Self::NodeLimit => "too many nodes",
            Self::OutOfMemory => "out of memory",
            Self::TypeMismatch => "wrong kind of value",
            Self::MissingField => "missing member",
            Self::Unrepresentable => "value cannot be represented",
            Self::InvalidFrozen => "invalid frozen buffer",
            Self::UnsupportedVersion => "unsupported version",
            Self::NotFound => "not found",
            Self::Io => "input/output error",
            Self::InvalidEvents => "events out of order",
            Self::InvalidPath => "invalid path",
            Self::ChecksumMismatch => "checksum mismatch",
            Self::Refused => "value refused",
            Self::UnknownMember => "unknown member",
            Self::UnknownVariant => "unknown variant",
            Self::ReplayLimit => "too much read again",
            Self::InvalidBuffer => "invalid buffer",
        }
    }
}

/// What was there instead.
#[derive(Clone, PartialEq, Eq)]
enum Found {
    /// A fact that says nothing of the document's content.
    Fact(Cow<'static, str>),
    /// Content of the document.
    Content(String),
}

/// An error of any part of Varvel: what went wrong, where, what was expected, and what to do.
///
/// One pointer wide, so that results stay small.
pub struct Error(Box<Repr>);

#[derive(Clone, PartialEq, Eq)]
struct Repr {
    kind: ErrorKind,
    offset: Option<usize>,
    path: Option<Vec<Step>>,
    expected: Option<Cow<'static, str>>,
    found: Option<Found>,
    hint: Option<Cow<'static, str>>,
    /// Line and column, where a text was read.
    line: Option<(usize, usize)>,
    #[cfg(feature = "std")]
    io: Option<std::io::ErrorKind>,
}

impl Error {
    /// An error of this kind, with nothing more known yet.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Repr {
            kind,
            offset: None,
            path: None,
            expected: None,
            found: None,
            hint: None,
            line: None,
            #[cfg(feature = "std")]
            io: None,
        }))
    }

    /// An error of this kind where `expected` should have been.
    #[cold]
    pub fn expected(kind: ErrorKind, expected: impl Into<Cow<'static, str>>) -> Self {
        let mut error = Self::new(kind);
        error.0.expected = Some(expected.into());
        error
    }

    /// Memory could not be had.
    #[cold]
    pub fn out_of_memory() -> Self {
        Self::new(ErrorKind::OutOfMemory)
    }

    /// A node of the kind `found` where `expected` was asked for.
    #[cold]
    pub fn wrong_kind(expected: impl Into<Cow<'static, str>>, found: Kind) -> Self {
        Self::expected(ErrorKind::TypeMismatch, expected).with_found(found.name())
    }

    /// The member that must be there and is not.
    #[cold]
    pub fn missing_field(name: &'static str) -> Self {
        Self::expected(ErrorKind::MissingField, alloc::format!("a member `{name}`"))
    }

    /// No member `key` in a node of the kind `found`: `NotFound` if that has members, else
    /// `TypeMismatch`.
    #[cold]
    pub fn no_member(key: &str, found: Kind) -> Self {
        match found {
            Kind::Object | Kind::Map => {
                let expected = alloc::format!("a member {}", Quoted(key));
                Self::expected(ErrorKind::NotFound, expected)
            }
            _ => Self::wrong_kind("an object", found),
        }
    }

    /// No item `index` in a node of the kind `found` and of `len` items: `NotFound` if that is an
    /// array, else `TypeMismatch`.
    #[cold]
    pub fn no_item(index: usize, found: Kind, len: usize) -> Self {
        match found {
            Kind::Array => {
                let expected = alloc::format!("an item {index} of {len}");
                Self::expected(ErrorKind::NotFound, expected)
            }
            _ => Self::wrong_kind("an array", found),
        }
    }

    /// The key that came twice.
    #[cold]
    pub fn duplicate_key(key: &str) -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_content(format_args!("{} again", Quoted(key)))
            .with_hint("to keep one of them, set the duplicates policy to first or last")
    }

    /// A number that was `found` is outside of what `expected` says.
    ///
    /// ```
    /// use varvel_core::{Error, ErrorKind};
    /// let error = Error::out_of_range("a port", 70_000);
    /// assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
    /// assert_eq!(error.to_string(), "number out of range: expected a port, found 70000");
    /// ```
    #[cold]
    pub fn out_of_range(expected: impl Into<Cow<'static, str>>, found: impl fmt::Display) -> Self {
        Self::expected(ErrorKind::NumberOutOfRange, expected).with_content(found)
    }

    /// A key that is no string came twice.
    #[doc(hidden)]
    #[cold]
    pub fn duplicate_node() -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_found("a key that is no string again")
            .with_hint("to keep one of them, set the duplicates policy to first or last")
    }

    /// Says in which member or item of its container it happened: the step comes before those that
    /// the path has.
    #[cold]
    pub fn inside(mut self, step: Step) -> Self {
        self.0.path.get_or_insert_default().insert(0, step);
        self
    }

    /// Says what was there instead; must not hold content of the document.
    #[cold]
    pub fn with_found(mut self, found: impl Into<Cow<'static, str>>) -> Self {
        self.0.found = Some(Found::Fact(found.into()));
        self
    }

    /// Says what was there instead, in words that hold content of the document; what is beyond 200
    /// characters is cut off.
    #[cold]
    pub fn with_content(mut self, found: impl fmt::Display) -> Self {
        let mut bounded = Bounded::default();
        if write!(bounded, "{found}").is_err() {
            bounded.text.push('…');
        }
        self.0.found = Some(Found::Content(bounded.text));
        self
    }

    /// Says what to do about it.
    #[cold]
    pub fn with_hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Sets the byte offset unless there is one already.
    #[cold]
    pub fn or_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Moves the byte offset.
    #[cold]
    pub fn with_offset(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self.0.line = None;
        self
    }

    /// Forgets the byte offset: for what was not read from bytes, or from bytes that the reader of
    /// the message has not.
    #[cold]
    pub fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self.0.line = None;
        self
    }

    /// Sets the path unless there is one already.
    #[cold]
    pub fn or_path(mut self, path: impl FnOnce() -> Vec<Step>) -> Self {
        self.0.path.get_or_insert_with(path);
        self
    }

    /// Sets the path, whatever it was.
    #[cold]
    pub(crate) fn with_path(mut self, path: Vec<Step>) -> Self {
        self.0.path = Some(path);
        self
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where in the input, in bytes from its start.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// Where in the document, as `$.users[3].name`; long keys and paths without their middle.
    pub fn path(&self) -> Option<Path<'_>> {
        self.steps().map(Path::new)
    }

    /// The steps of the path, if it is known: all of them, each key whole.
    pub fn steps(&self) -> Option<&[Step]> {
        self.0.path.as_deref()
    }

    /// What should have been there.
    pub fn expectation(&self) -> Option<&str> {
        self.0.expected.as_deref()
    }

    /// What was there instead; may hold content of the document.
    pub fn found(&self) -> Option<&str> {
        match self.0.found.as_ref()? {
            Found::Fact(text) => Some(text),
            Found::Content(text) => Some(text),
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The error as one line without any content of the document: for logs.
    ///
    /// Keys of the path are left out, and so is what was found where it quotes the input.
    pub fn redacted(&self) -> impl fmt::Display + '_ {
        Line {
            error: self,
            content: false,
        }
    }

    /// The error with line, column, the line's text and a caret, computed from `input` now.
    pub fn report<'a>(&'a self, input: &'a [u8]) -> Report<'a> {
        Report::new(self, input)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, content: bool) -> fmt::Result {
        f.write_str(self.0.kind.phrase())?;
        if let Some(expected) = &self.0.expected {
            write!(f, ": expected {expected}")?;
        }
        if let (None, Some(Found::Content(reason)), ErrorKind::Refused) =
            (&self.0.expected, &self.0.found, self.0.kind)
        {
            return match content {
                true => write!(f, ": {reason}"),
                false => Ok(()),
            };
        }
        match &self.0.found {
            Some(Found::Fact(found)) => write!(f, ", found {found}")?,
            Some(Found::Content(found)) if content => write!(f, ", found {found}")?,
            _ => {}
        }
        Ok(())
    }
}

struct Line<'a> {
    error: &'a Error,
    content: bool,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, self.content)?;
        if let Some(steps) = &self.error.0.path
            && !steps.is_empty()
        {
            let path = match self.content {
                true => Path::new(steps),
                false => Path::redacted(steps),
            };
            write!(f, ", at {path}")?;
        }
        if let Some(offset) = self.error.0.offset {
            write!(f, " (byte {offset})")?;
        }
        Ok(())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.sign_minus() {
            return self.write_parts(f);
        }
        Line {
            error: self,
            content: true,
        }
        .fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.kind())
            .field("offset", &self.offset())
            .field("path", &self.path())
            .field("expected", &self.expectation())
            .field("found", &self.found())
            .field("hint", &self.hint())
            .finish()
    }
}

impl Clone for Error {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl core::error::Error for Error {}

/// A text that takes no more than [`CONTENT`] characters.
#[derive(Default)]
struct Bounded {
    text: String,
    characters: usize,
}

/// Characters of a document that an error keeps.
const CONTENT: usize = 200;

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        if self.characters == CONTENT {
            return Err(fmt::Error);
        }
        self.characters += 1;
        self.text.push(c);
        Ok(())
    }
}
