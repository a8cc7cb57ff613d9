//! The one error type of Varvel, and how it is shown.
//!
//! A message shows a bounded part of a document: a key of a megabyte does not make a message of a
//! megabyte. Hints about a document are for the author of a program and for its user, so they name
//! no items of Rust.

mod bounded;
mod category;
mod class;
mod held;
mod kinds;
mod limit;
mod lines;
mod refused;
mod report;
mod through_text;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use crate::node::Kind;
use crate::path::{Path, Quoted, Step};
use bounded::{Bounded, has_room, words};
use held::Held;

pub use category::Location;
pub use class::Category;
pub use kinds::ErrorKind;
pub(crate) use lines::MARK;
pub use refused::nearest;
pub use report::Report;

/// The hint of errors about a decimal of text that is beyond all floats. This is for formats.
#[doc(hidden)]
pub const BEYOND_FLOATS: &str =
    "the option `exact_decimals` keeps its digits, unless a float is asked for";

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

/// The words for what came instead.
#[derive(PartialEq, Eq)]
enum Found {
    /// Words that hold no content of the document.
    Fact(Cow<'static, str>),
    /// Words that hold content of the document.
    Content(String),
}

/// The lines of the input that an error is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    /// Nobody has counted lines yet.
    Unknown,
    /// The line and the column of the error, both from one.
    At(usize, usize),
    /// The input is binary, so it has no lines.
    None,
}

/// An error of any part of Varvel: what went wrong, where, what was expected, and what to do.
///
/// It is one pointer wide, so that results stay small.
pub struct Error(Held);

#[derive(PartialEq, Eq)]
struct Repr {
    kind: ErrorKind,
    offset: Option<usize>,
    path: Option<Vec<Step>>,
    expected: Option<Cow<'static, str>>,
    found: Option<Found>,
    hint: Option<Cow<'static, str>>,
    lines: Lines,
    /// The kind and the number that the operating system gave.
    #[cfg(feature = "std")]
    io: Option<(std::io::ErrorKind, Option<i32>)>,
}

impl Repr {
    fn new(kind: ErrorKind) -> Self {
        Self {
            kind,
            offset: None,
            path: None,
            expected: None,
            found: None,
            hint: None,
            lines: Lines::Unknown,
            #[cfg(feature = "std")]
            io: None,
        }
    }
}

impl Error {
    /// Makes an error of a kind, without any details. Where memory is refused for the error itself,
    /// it is one of the kind `OutOfMemory`.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Held::new(Repr::new(kind)))
    }

    /// Makes an error of a kind, with a description of what should have come.
    #[cold]
    pub fn expected(kind: ErrorKind, expected: impl Into<Cow<'static, str>>) -> Self {
        let mut error = Self::new(kind);
        error.0.expected = Some(expected.into());
        error
    }

    /// Makes an error of a kind as [`Error::expected`] does. Words for which there is no memory are
    /// left out.
    #[cold]
    fn worded(kind: ErrorKind, expected: fmt::Arguments<'_>) -> Self {
        let mut error = Self::new(kind);
        error.0.expected = words(expected).map(Cow::Owned);
        error
    }

    /// Makes the error of memory that could not be allocated. It gets no path and no content, which
    /// would take memory.
    #[cold]
    pub fn out_of_memory() -> Self {
        Self::new(ErrorKind::OutOfMemory)
    }

    /// Makes the error of a node of the kind `found` where `expected` was asked for.
    #[cold]
    pub fn wrong_kind(expected: impl Into<Cow<'static, str>>, found: Kind) -> Self {
        Self::expected(ErrorKind::TypeMismatch, expected).with_found(found.name())
    }

    /// Makes the error of a member that is required and missing.
    #[cold]
    pub fn missing_field(name: &'static str) -> Self {
        Self::worded(ErrorKind::MissingField, format_args!("a member `{name}`"))
    }

    /// Makes the error of a node of the kind `found` that has no member `key`. The kind of the
    /// error is `NotFound` if such a node has members, else `TypeMismatch`.
    #[cold]
    pub fn no_member(key: &str, found: Kind) -> Self {
        match found {
            Kind::Object | Kind::Map => Self::worded(
                ErrorKind::NotFound,
                format_args!("a member {}", Quoted(key)),
            ),
            _ => Self::wrong_kind("an object", found),
        }
    }

    /// Makes the error of a node of the kind `found` with `len` items that has no item `index`. The
    /// kind of the error is `NotFound` for an array, else `TypeMismatch`.
    #[cold]
    pub fn no_item(index: usize, found: Kind, len: usize) -> Self {
        match found {
            Kind::Array => {
                let error = Self::worded(ErrorKind::NotFound, format_args!("item {index}"));
                match len {
                    0 => error.with_found("no items"),
                    1 => error.with_found("1 item"),
                    _ => match words(format_args!("{len} items")) {
                        Some(found) => error.with_found(found),
                        None => error,
                    },
                }
            }
            _ => Self::wrong_kind("an array", found),
        }
    }

    /// Makes the error of a key that came twice.
    #[cold]
    pub fn duplicate_key(key: &str) -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_content(format_args!("{} again", Quoted(key)))
            .with_hint("to keep one of them, set the duplicates policy to first or last")
    }

    /// Makes the error of bytes whose part from `start` to `end` is not UTF-8, at the byte that
    /// begins no character.
    ///
    /// ```
    /// use varvel::{Error, ErrorKind};
    /// let error = Error::not_utf8(b"a \xFF", 0, 3);
    /// assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidUtf8, Some(2)));
    /// assert!(error.to_string().contains("found byte 0xFF"));
    /// ```
    #[cold]
    #[inline(never)]
    pub fn not_utf8(input: &[u8], start: usize, end: usize) -> Self {
        let part = input.get(start..end).unwrap_or_default();
        let valid = core::str::from_utf8(part).err();
        let at = start + valid.map_or(0, |error| error.valid_up_to());
        let error = Self::expected(ErrorKind::InvalidUtf8, "text in UTF-8").with_offset(at);
        match input.get(at) {
            Some(byte) => error.with_content(format_args!("byte 0x{byte:02X}")),
            None => error.with_found("a cut-off character"),
        }
        .with_hint("the text may be in another encoding, such as Windows-1252")
    }

    /// Makes the error of a number `found` that is out of the range that `expected` describes.
    ///
    /// ```
    /// use varvel::{Error, ErrorKind};
    /// let error = Error::out_of_range("a port", 70_000);
    /// assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
    /// assert_eq!(error.to_string(), "number out of range: expected a port, found 70000");
    /// ```
    #[cold]
    pub fn out_of_range(expected: impl Into<Cow<'static, str>>, found: impl fmt::Display) -> Self {
        Self::expected(ErrorKind::NumberOutOfRange, expected).with_content(found)
    }

    /// Makes the error of a key that is not a string and came twice.
    #[doc(hidden)]
    #[cold]
    pub fn duplicate_node() -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_found("a key that is no string again")
            .with_hint("to keep one of them, set the duplicates policy to first or last")
    }

    /// Names the key that came twice in an error that does not name it yet: the last step of the
    /// path. A sink that compares keys without their texts makes such an error.
    #[doc(hidden)]
    #[cold]
    pub fn with_doubled_key(self) -> Self {
        let unnamed = self.0.kind == ErrorKind::DuplicateKey
            && !matches!(self.0.found, Some(Found::Content(_)));
        match self.steps() {
            Some([.., Step::Key(key)]) if unnamed => {
                let key = key.clone();
                self.with_content(format_args!("{key} again"))
            }
            _ => self,
        }
    }

    /// Adds the member or item in which the error happened. The step comes before those that the
    /// path has.
    #[cold]
    pub fn inside(mut self, step: Step) -> Self {
        if self.0.kind != ErrorKind::OutOfMemory {
            let path = self.0.path.get_or_insert_default();
            // The rest of a path is better than none.
            if path.try_reserve(1).is_ok() {
                path.insert(0, step);
            }
        }
        self
    }

    /// Sets what came instead. The words must not hold content of the document.
    #[cold]
    pub fn with_found(mut self, found: impl Into<Cow<'static, str>>) -> Self {
        self.0.found = Some(Found::Fact(found.into()));
        self
    }

    /// Sets what came instead, in words that may hold content of the document. They are cut off
    /// after 200 characters.
    #[cold]
    pub fn with_content(mut self, found: impl fmt::Display) -> Self {
        if self.0.kind == ErrorKind::OutOfMemory {
            return self;
        }
        let mut bounded = Bounded::default();
        if write!(bounded, "{found}").is_err() {
            let _ = bounded.push('…');
        }
        self.0.found = Some(Found::Content(bounded.text));
        self
    }

    /// Sets the hint: what to do about the error.
    #[cold]
    pub fn with_hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Sets the byte offset unless the error has one.
    #[cold]
    pub fn or_offset(mut self, offset: usize) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Replaces the byte offset, and keeps the line and the column.
    #[cold]
    pub(crate) fn moved_to(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Replaces the byte offset, and forgets the line.
    #[cold]
    pub fn with_offset(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self.0.lines = Lines::Unknown;
        self
    }

    /// Removes the byte offset. This is for an error that was not read from bytes, or from bytes
    /// that the reader of the message does not have.
    #[cold]
    pub fn without_offset(mut self) -> Self {
        self.0.offset = None;
        self.0.lines = Lines::Unknown;
        self
    }

    /// Sets the path unless the error has one. Where memory is refused, it has none.
    #[cold]
    pub fn or_path(mut self, path: impl FnOnce() -> Vec<Step>) -> Self {
        if self.0.kind != ErrorKind::OutOfMemory && self.0.path.is_none() && has_room() {
            self.0.path = Some(path());
        }
        self
    }

    /// Removes the path. This is for an error about a document that was changed since, whose path
    /// is not known any more.
    #[doc(hidden)]
    #[cold]
    pub fn without_path(mut self) -> Self {
        self.0.path = None;
        self
    }

    /// Replaces the path.
    #[cold]
    pub fn with_path(mut self, path: Vec<Step>) -> Self {
        self.0.path = Some(path);
        self
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Returns the place in the input, in bytes from its start.
    pub fn offset(&self) -> Option<usize> {
        self.0.offset
    }

    /// Returns the place in the document, such as `$.users[3].name`. Long keys and paths are shown
    /// without their middle.
    pub fn path(&self) -> Option<Path<'_>> {
        self.steps().map(Path::new)
    }

    /// Returns the steps of the path if it is known: all of them, with whole keys.
    pub fn steps(&self) -> Option<&[Step]> {
        self.0.path.as_deref()
    }

    /// Returns what should have come.
    pub fn expectation(&self) -> Option<&str> {
        self.0.expected.as_deref()
    }

    /// Returns what came instead. It may hold content of the document.
    pub fn found(&self) -> Option<&str> {
        match self.0.found.as_ref()? {
            Found::Fact(text) => Some(text),
            Found::Content(text) => Some(text),
        }
    }

    /// Returns the hint: what to do about the error.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// Returns the error as one line without any content of the document, for logs.
    ///
    /// It leaves out the keys of the path, and the words that quote the input.
    pub fn redacted(&self) -> impl fmt::Display + '_ {
        Line {
            error: self,
            content: false,
            offset: self.0.offset,
        }
    }

    /// Returns the error as it is printed, but with another offset.
    #[doc(hidden)]
    pub fn at_offset(&self, offset: usize) -> impl fmt::Display + '_ {
        Line {
            error: self,
            content: true,
            offset: Some(offset),
        }
    }

    /// Returns the error together with `input`, in which it happened: printed, it shows the line,
    /// the column, the line's text and a caret; for a binary input, the offset and the bytes around
    /// it. `input` is searched when the report is printed.
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
    offset: Option<usize>,
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
        if let Some(offset) = self.offset {
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
            offset: self.0.offset,
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
