//! The one error type of Varvel, and how it is shown.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::node::Kind;

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
    /// A byte that cannot stand here.
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
}

impl ErrorKind {
    /// The stable number.
    pub const fn number(self) -> u16 {
        self as u16
    }

    /// One phrase for the kind.
    pub const fn phrase(self) -> &'static str {
        match self {
            Self::Syntax => "unexpected byte",
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
        }
    }
}

/// One step of a path into a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A member of an object.
    Key(String),
    /// An item of an array, from zero.
    Index(usize),
}

/// What was there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
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

#[derive(Clone, Debug, PartialEq, Eq)]
struct Repr {
    kind: ErrorKind,
    offset: Option<usize>,
    path: Option<Vec<Step>>,
    expected: Option<Cow<'static, str>>,
    found: Option<Found>,
    hint: Option<Cow<'static, str>>,
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

    /// The key that came twice.
    #[cold]
    pub fn duplicate_key(key: &str) -> Self {
        Self::expected(ErrorKind::DuplicateKey, "each key once")
            .with_content(format_args!("{key:?} again"))
            .with_hint("to keep one of them, set the duplicates policy to first or last")
    }

    /// Says what was there instead; must not hold content of the document.
    #[cold]
    pub fn with_found(mut self, found: impl Into<Cow<'static, str>>) -> Self {
        self.0.found = Some(Found::Fact(found.into()));
        self
    }

    /// Says what was there instead, in words that hold content of the document.
    #[cold]
    pub fn with_content(mut self, found: impl fmt::Display) -> Self {
        self.0.found = Some(Found::Content(alloc::format!("{found}")));
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
    pub fn at(mut self, offset: usize) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Sets the path unless there is one already.
    #[cold]
    pub fn or_path(mut self, path: impl FnOnce() -> Vec<Step>) -> Self {
        self.0.path.get_or_insert_with(path);
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

    /// Where in the document, as `$.users[3].name`.
    pub fn path(&self) -> Option<impl fmt::Display + '_> {
        self.0.path.as_deref().map(|steps| Path {
            steps,
            content: true,
        })
    }

    /// The steps of the path, if it is known.
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
        Report { error: self, input }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, content: bool) -> fmt::Result {
        f.write_str(self.0.kind.phrase())?;
        if let Some(expected) = &self.0.expected {
            write!(f, ": expected {expected}")?;
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
            let content = self.content;
            write!(f, ", at {}", Path { steps, content })?;
        }
        if let Some(offset) = self.error.0.offset {
            write!(f, " (byte {offset})")?;
        }
        Ok(())
    }
}

struct Path<'a> {
    steps: &'a [Step],
    content: bool,
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        for step in self.steps {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(_) if !self.content => f.write_str(".*")?,
                Step::Key(key) if is_plain(key) => write!(f, ".{key}")?,
                Step::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        Ok(())
    }
}

/// Whether a key can stand in a path without quotes.
fn is_plain(key: &str) -> bool {
    let first = key.chars().next();
    first.is_some_and(|c| c.is_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_alphanumeric() || c == '_')
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line {
            error: self,
            content: true,
        }
        .fmt(f)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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

/// An error held against its input; see [`Error::report`].
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    error: &'a Error,
    input: &'a [u8],
}

/// How much of a long line is shown on either side of the place.
const CONTEXT: usize = 60;

impl Report<'_> {
    /// Line and column of the error, both from one; the column counts characters, a byte that is
    /// not UTF-8 as one. `None` when the error has no offset.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let offset = self.error.offset()?.min(self.input.len());
        let before = &self.input[..offset];
        let line_start = before
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Some((line, 1 + characters(&before[line_start..])))
    }

    /// The part of the line around the error, in bytes of the input, and the offset inside it.
    fn excerpt(&self) -> Option<(&[u8], usize)> {
        let offset = self.error.offset()?.min(self.input.len());
        let line_start = self.input[..offset]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let line_end = self.input[offset..]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(self.input.len(), |i| offset + i);
        let mut start = line_start.max(offset.saturating_sub(CONTEXT));
        let mut end = line_end.min(offset.saturating_add(CONTEXT));
        // Not in the middle of a character; in what is no UTF-8 at most three bytes are looked at.
        for _ in 0..3 {
            start -= usize::from(start > line_start && self.input[start] & 0xC0 == 0x80);
            end += usize::from(end < line_end && self.input[end] & 0xC0 == 0x80);
        }
        Some((&self.input[start..end], offset - start))
    }
}

/// How many characters `bytes` show as.
fn characters(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).chars().count()
}

/// Text for a terminal: one column a character, control characters made visible.
fn visible(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| match c {
            '\t' => ' ',
            c if c.is_control() => '\u{FFFD}',
            c => c,
        })
        .collect()
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.write(f, true)?;
        if let Some((line, column)) = self.line_column() {
            write!(f, "\n  --> line {line}, column {column}")?;
            if let Some(steps) = self.error.steps()
                && !steps.is_empty()
            {
                let content = true;
                write!(f, ", at {}", Path { steps, content })?;
            }
            if let Some((excerpt, offset)) = self.excerpt() {
                let gutter = alloc::format!("{line}");
                let caret = characters(&excerpt[..offset]);
                write!(f, "\n{gutter} | {}", visible(excerpt))?;
                write!(f, "\n{:1$} | {2:3$}^", "", gutter.len(), "", caret)?;
            }
        }
        if let Some(hint) = self.error.hint() {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}
