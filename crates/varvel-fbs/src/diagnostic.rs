//! The problems of a schema: several at once, each with its file, line, column, an excerpt with a
//! caret, and a hint.
//!
//! ```text
//! error: there is no type `Stat2`
//!   --> monster.fbs:12:9
//! 12 |   test: Stat2;
//!    |         ^^^^^
//! hint: did you mean `Stat`?
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use varvel_core::Span;

use super::schema::{FileId, SourcePos};

/// The most problems that are kept. No more are looked for.
const MOST: usize = 100;

/// The most characters of a long line that are shown on either side of the place.
const CONTEXT: usize = 60;

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The parser expected something else here.
    Syntax,
    /// A malformed character, string or number.
    Token,
    /// A file that cannot be found or read.
    File,
    /// There is no type of this name.
    UnknownType,
    /// The enum has no value of this name.
    UnknownValue,
    /// An attribute that is not declared.
    UnknownAttribute,
    /// A name that is taken already.
    NameClash,
    /// A type that is not allowed here.
    WrongType,
    /// A default that the field cannot have.
    Default,
    /// A number that does not fit its type.
    OutOfRange,
    /// An attribute that is not allowed here, or has not the value that it needs.
    Attribute,
    /// Ids that leave a gap, are used twice, or are missing on some fields.
    Id,
    /// A struct that contains itself.
    Recursive,
    /// A file identifier that is not four bytes long.
    Identifier,
    /// More than the format can number or address.
    TooLarge,
}

/// One problem of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of the problem.
    pub kind: ProblemKind,
    /// The place; `None` if the problem is not in a file.
    pub place: Option<SourcePos>,
    /// The problem in one sentence.
    pub message: String,
    /// Advice on how to solve it.
    pub hint: Option<String>,
}

impl Problem {
    pub(super) fn new(kind: ProblemKind, place: SourcePos, message: impl Into<String>) -> Self {
        Self {
            kind,
            place: Some(place),
            message: message.into(),
            hint: None,
        }
    }

    pub(super) fn nowhere(kind: ProblemKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            place: None,
            message: message.into(),
            hint: None,
        }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the nearest of the names as a hint, if one is near.
    pub(super) fn near(mut self, name: &str, names: &[&str]) -> Self {
        if let Some(near) = varvel_core::error::nearest(name, names) {
            self.hint = Some(format!("did you mean `{near}`?"));
        }
        self
    }
}

/// The problems that have been found so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    problems: Vec<Problem>,
    /// Whether there were more problems than are kept.
    more: bool,
}

impl Found {
    pub(super) fn push(&mut self, problem: Problem) {
        match self.problems.len() < MOST {
            true => self.problems.push(problem),
            false => self.more = true,
        }
    }

    /// Returns whether no more problems are kept, so that the caller can stop.
    pub(super) fn is_full(&self) -> bool {
        self.problems.len() >= MOST
    }

    pub(super) fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }
}

/// A file as it was read.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
}

/// All problems of a schema, in the order of the files and of the places in them. At most 100 are
/// kept.
///
/// `Display` writes them with excerpts. The value holds the text of the files for that.
#[derive(Clone, Debug)]
pub struct Problems {
    problems: Vec<Problem>,
    more: bool,
    sources: Vec<Source>,
}

impl Problems {
    pub(super) fn new(found: Found, sources: Vec<Source>) -> Self {
        let mut problems = found.problems;
        problems.sort_by_key(|problem| problem.place.map(|place| (place.file, place.span.start)));
        Self {
            problems,
            more: found.more,
            sources,
        }
    }

    /// Returns an iterator over the problems.
    ///
    /// ```
    /// use varvel::schema::fbs::{ProblemKind, parse_text};
    /// let problems = parse_text("table T { a: int = x; b: Strin; }").unwrap_err();
    /// let kinds: Vec<_> = problems.iter().map(|problem| problem.kind).collect();
    /// assert_eq!(kinds, [ProblemKind::Default, ProblemKind::UnknownType]);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Problem> {
        self.problems.iter()
    }

    /// Returns the name of a file, as it was opened.
    pub fn file_name(&self, file: FileId) -> Option<&str> {
        let source = self.sources.get(file.0 as usize)?;
        Some(&source.name)
    }

    /// Returns the line and the column of a place. Both count from one; the column counts
    /// characters, without a byte order mark that the file begins with.
    pub fn line_column(&self, place: SourcePos) -> Option<(usize, usize)> {
        let source = self.sources.get(place.file.0 as usize)?;
        let excerpt = Excerpt::of(&source.text, place.span);
        Some((excerpt.line, excerpt.column))
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.problems.iter().enumerate() {
            if n > 0 {
                f.write_str("\n")?;
            }
            writeln!(f, "error: {}", problem.message)?;
            if let Some(place) = problem.place
                && let Some(source) = self.sources.get(place.file.0 as usize)
            {
                let excerpt = Excerpt::of(&source.text, place.span);
                writeln!(
                    f,
                    "  --> {}:{}:{}",
                    source.name, excerpt.line, excerpt.column
                )?;
                excerpt.draw(f)?;
            }
            if let Some(hint) = &problem.hint {
                writeln!(f, "hint: {hint}")?;
            }
        }
        match self.more {
            true => writeln!(f, "\nand more: the first {MOST} are shown"),
            false => Ok(()),
        }
    }
}

impl core::error::Error for Problems {}

/// An excerpt: the line around a place.
struct Excerpt<'t> {
    line: usize,
    column: usize,
    before: &'t str,
    marked: &'t str,
    after: &'t str,
}

impl<'t> Excerpt<'t> {
    fn of(text: &'t str, span: Span) -> Self {
        // Editors do not show a byte order mark.
        let begin = text.len() - text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
        let at = boundary(text, span.start).max(begin);
        let before = text[begin..at].rfind('\n');
        let line_start = before.map_or(begin, |newline| begin + newline + 1);
        let line_end = text[at..]
            .find(['\n', '\r'])
            .map_or(text.len(), |end| at + end);
        let end = boundary(text, span.end).clamp(at, line_end);
        let before = &text[line_start..at];
        Self {
            line: 1 + text[..at].matches('\n').count(),
            column: 1 + before.chars().count(),
            before: last(before, CONTEXT),
            marked: first(&text[at..end], CONTEXT),
            after: first(&text[end..line_end], CONTEXT),
        }
    }

    fn draw(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gutter = format!("{}", self.line);
        write!(f, "{gutter} | ")?;
        for c in [self.before, self.marked, self.after]
            .into_iter()
            .flat_map(str::chars)
        {
            fmt::Write::write_char(f, visible(c))?;
        }
        let carets = self.marked.chars().count().max(1);
        let (width, before) = (gutter.len(), self.before.chars().count());
        writeln!(f, "\n{:width$} | {:before$}{:^<carets$}", "", "", "")
    }
}

/// Returns the character as a terminal can show it in one column. Characters that would control the
/// terminal are replaced by visible ones.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}') => {
            '\u{FFFD}'
        }
        c => c,
    }
}

/// Returns the start of the character that contains the byte `at`.
fn boundary(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    // A character has at most four bytes.
    (at.saturating_sub(3)..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// Returns the first `count` characters.
fn first(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count);
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns the last `count` characters.
fn last(text: &str, count: usize) -> &str {
    let mut starts = text.char_indices().rev();
    let start = starts.nth(count.saturating_sub(1));
    start.map_or(text, |(start, _)| &text[start..])
}
