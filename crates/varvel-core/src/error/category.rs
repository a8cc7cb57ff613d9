//! Errors in the terms of `serde_json` and `serde_yaml` (line, column, category) and as errors of
//! the operating system.

#[cfg(feature = "std")]
use super::ErrorKind;
use super::class::Category;
use super::{Error, Lines};

/// The place of an error in a text; see [`Error::location`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    line: usize,
    column: usize,
    index: usize,
}

impl Location {
    /// Returns the line, from one.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in its line, from one, in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the offset in the text, from zero, in bytes.
    pub fn index(&self) -> usize {
        self.index
    }
}

impl Error {
    /// Returns the line of the error, from one. Returns 0 if it is not known: only readers of text
    /// count lines.
    ///
    /// ```
    /// use varvel::{Error, ErrorKind, json};
    /// let error = json::freeze(b"[\n x]").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (2, 2));
    /// assert_eq!(Error::new(ErrorKind::Syntax).line(), 0);
    /// ```
    pub fn line(&self) -> usize {
        self.location().map_or(0, |place| place.line)
    }

    /// Returns the column of the error in its line, from one, in characters. Returns 0 if it is not
    /// known.
    pub fn column(&self) -> usize {
        self.location().map_or(0, |place| place.column)
    }

    /// Returns the place of the error in a text: line, column and byte offset. Returns `None` if
    /// lines were not counted: only readers of text count them.
    ///
    /// ```
    /// let error = varvel::json::freeze(b"[\n x]").unwrap_err();
    /// let location = error.location().unwrap();
    /// assert_eq!((location.line(), location.column(), location.index()), (2, 2, 3));
    /// ```
    pub fn location(&self) -> Option<Location> {
        match self.0.lines {
            Lines::At(line, column) => Some(Location {
                line,
                column,
                index: self.offset()?,
            }),
            Lines::Unknown | Lines::None => None,
        }
    }

    /// Counts the lines of `input` up to the error's offset, unless they were counted before.
    #[cold]
    pub fn or_line(mut self, input: &[u8]) -> Self {
        if self.0.lines == Lines::Unknown
            && let Some((line, column)) = self.report(input).line_column()
        {
            self.0.lines = Lines::At(line, column);
        }
        self
    }

    /// Notes that the input is binary, so that a report shows bytes and not a line.
    #[doc(hidden)]
    #[cold]
    pub fn in_binary(mut self) -> Self {
        self.0.lines = Lines::None;
        self
    }

    /// Notes the offset of an error in a binary input.
    #[doc(hidden)]
    #[cold]
    pub fn at_byte(self, offset: usize) -> Self {
        self.with_offset(offset).in_binary()
    }

    /// Returns the class of the error: the input cannot be read, is not a document, ends too early,
    /// or is not what the caller asked for.
    pub fn classify(&self) -> Category {
        self.kind().category()
    }

    /// Returns whether reading or writing failed in the operating system.
    pub fn is_io(&self) -> bool {
        self.classify() == Category::Io
    }

    /// Returns whether the input is not a document of its format.
    pub fn is_syntax(&self) -> bool {
        self.classify() == Category::Syntax
    }

    /// Returns whether the document is well-formed but not what the caller asked for.
    pub fn is_data(&self) -> bool {
        self.classify() == Category::Data
    }

    /// Returns whether the input ends inside a document. More input may help.
    pub fn is_eof(&self) -> bool {
        self.classify() == Category::Eof
    }
}

#[cfg(feature = "std")]
impl Error {
    /// Makes an error of the kind `Io` from an error of the operating system.
    #[cold]
    pub fn of_io(cause: &std::io::Error) -> Self {
        let mut error = Self::new(ErrorKind::Io).with_found(alloc::format!("{cause}"));
        error.0.io = Some((cause.kind(), cause.raw_os_error()));
        error
    }

    /// Returns the kind that the operating system gave, if the error came from there.
    pub fn io_error_kind(&self) -> Option<std::io::ErrorKind> {
        self.0.io.map(|(kind, _)| kind)
    }

    /// Returns the number that the operating system gave, such as `ENOSPC`, if the error came from
    /// there.
    ///
    /// ```
    /// # use varvel::{Error, ErrorKind};
    /// let cause = std::io::Error::from_raw_os_error(28);
    /// assert_eq!(Error::of_io(&cause).raw_os_error(), Some(28));
    /// assert_eq!(Error::new(ErrorKind::Io).raw_os_error(), None);
    /// ```
    pub fn raw_os_error(&self) -> Option<i32> {
        self.0.io.and_then(|(_, number)| number)
    }
}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    /// Makes an I/O error with the kind that the operating system gave. Other errors become
    /// `UnexpectedEof` if the input ends too early, and `InvalidData` if not.
    ///
    /// ```
    /// # use varvel::{Error, ErrorKind};
    /// use std::io;
    /// let error = io::Error::from(Error::new(ErrorKind::UnexpectedEnd));
    /// assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    /// let cause = io::Error::from(io::ErrorKind::PermissionDenied);
    /// let error = io::Error::from(Error::of_io(&cause));
    /// assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    /// ```
    fn from(error: Error) -> Self {
        use std::io::ErrorKind as Kind;
        let kind = match error.classify() {
            Category::Io => error.io_error_kind().unwrap_or(Kind::Other),
            Category::Eof => Kind::UnexpectedEof,
            Category::Syntax | Category::Data => Kind::InvalidData,
        };
        Self::new(kind, error)
    }
}
