//! [`Selectors`]: the text of a path, read step by step without allocating.

use alloc::string::ToString;

use super::name::{Name, index, unescaped};
use super::{Quoted, Step};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;

/// The node that one step of a path asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector<'a> {
    /// A member of an object.
    Name(Name<'a>),
    /// An item of an array, from zero.
    Index(usize),
    /// A token of a JSON Pointer: a member of an object, or the item of an array if it is a number.
    Token(Name<'a>),
}

impl<'a> Selector<'a> {
    /// Returns the index of the item that this asks an array for.
    #[inline]
    pub fn index(&self) -> Option<usize> {
        match self {
            Self::Index(index) => Some(*index),
            Self::Token(token) => token.index(),
            Self::Name(_) => None,
        }
    }

    /// Returns the key of the member that this asks an object for.
    #[inline]
    pub fn name(&self) -> Option<&Name<'a>> {
        match self {
            Self::Name(name) | Self::Token(name) => Some(name),
            Self::Index(_) => None,
        }
    }

    /// Returns the step that this takes from a node of the kind `from`.
    ///
    /// ```
    /// use varvel::Kind;
    /// use varvel::path::{Selectors, Step};
    /// let zero = Selectors::pointer("/0").next().unwrap()?;
    /// assert_eq!(zero.step(Kind::Array), Step::Index(0));
    /// assert_eq!(zero.step(Kind::Object), Step::Key("0".into()));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn step(&self, from: Kind) -> Step {
        match (self, self.index()) {
            (Self::Index(index), _) => Step::Index(*index),
            (_, Some(index)) if from == Kind::Array => Step::Index(index),
            (Self::Name(name) | Self::Token(name), _) => Step::Key(name.to_string()),
        }
    }

    /// Makes the error of a node that does not have this. `from` is the kind of the node, and `len`
    /// its number of items.
    #[cold]
    pub fn missing(&self, from: Kind, len: usize) -> Error {
        match self.step(from) {
            Step::Index(index) => Error::no_item(index, from, len),
            Step::Key(key) if from == Kind::Array => {
                Error::no_member(&key, from).with_hint(match self {
                    Self::Token(_) => "items of an array are written /0, /1, ... in a JSON Pointer",
                    _ => "items of an array are written [0], [1], ...",
                })
            }
            Step::Key(key) => Error::no_member(&key, from),
        }
    }
}

/// The steps of a path, read from its text one by one. Nothing is allocated except for errors.
///
/// | written | means |
/// |---|---|
/// | `users[3].name`, `.users[3].name`, `$.users[3].name` | as errors write paths: `$` is the beginning |
/// | `stock.CH-0417`, `größe` | keys of any characters but `.`, `[` and `…`; the first one of a path must not begin with `$` or `/` |
/// | `["a \"key\"."]`, `['a key.']` | any key: as a JSON string, or as it is between single quotes |
/// | `/users/3/name` | a JSON Pointer (RFC 6901): `~1` is `/`, `~0` is `~` |
/// | `$`, or nothing | the beginning |
///
/// A key that is not a string is found by its [`KeyText`](super::KeyText) (`codes.200` or
/// `/codes/200` for the integer 200), unless another member has that text as its string key.
///
/// A path that an [`Error`] shows is read to the same steps. If it was shortened, it is refused.
///
/// After an error the iterator ends.
///
/// ```
/// use varvel::ErrorKind;
/// use varvel::path::{Selector, Selectors};
/// let mut path = Selectors::path("$.users[3]");
/// assert!(matches!(path.next(), Some(Ok(Selector::Name(name))) if name == *"users"));
/// assert!(matches!(path.next(), Some(Ok(Selector::Index(3)))));
/// assert!(path.next().is_none());
///
/// let error = Selectors::path("users..name").find_map(Result::err).unwrap();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidPath, Some(5)));
/// assert_eq!(error.expectation(), Some("a key after `.`"));
/// ```
#[derive(Clone, Debug)]
pub struct Selectors<'a> {
    text: &'a str,
    at: usize,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Path,
    Pointer,
}

type Read<T> = core::result::Result<T, Wrong>;

/// The reason why the text is not a path, and the offset of the fault.
struct Wrong {
    at: usize,
    expected: &'static str,
    hint: &'static str,
}

impl Wrong {
    fn new(at: usize, expected: &'static str) -> Self {
        Self {
            at,
            expected,
            hint: "for example `users[3].name`, `$[\"a key\"]` or `/users/3/name`",
        }
    }

    /// Makes the error of `…`, which messages write for a part that they leave out.
    fn shortened(at: usize) -> Self {
        Self {
            hint: "`…` stands for what was left out of a long path; in a key itself it is written \
                   \\u2026, in double quotes",
            ..Self::new(at, "a whole path")
        }
    }
}

impl<'a> Selectors<'a> {
    /// Returns the steps of a path, or of a JSON Pointer if `text` begins with `/`.
    pub fn path(text: &'a str) -> Self {
        match text.starts_with('/') {
            true => Self::pointer(text),
            false => Self {
                text,
                at: usize::from(text.starts_with('$')),
                form: Form::Path,
            },
        }
    }

    /// Returns the steps of a JSON Pointer (RFC 6901), and of nothing else.
    pub fn pointer(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            form: Form::Pointer,
        }
    }

    /// Follows the path from `start`, one `step` after the other. Returns the end of the path.
    ///
    /// # Errors
    /// The first error that `step` returns; but `InvalidPath` if any part of the text is not a
    /// path.
    pub fn follow<T>(
        mut self,
        start: T,
        mut step: impl FnMut(T, Selector<'a>) -> Result<T>,
    ) -> Result<T> {
        let mut at = start;
        while let Some(selector) = self.next() {
            at = match step(at, selector?) {
                Ok(next) => next,
                Err(error) => return Err(self.find_map(Result::err).unwrap_or(error)),
            };
        }
        Ok(at)
    }

    /// Reads the selector at this place. Returns also where it ends.
    fn read(&self) -> Read<(Selector<'a>, usize)> {
        let rest = &self.text[self.at..];
        let (selector, rest) = match (self.form, rest.as_bytes()) {
            (Form::Pointer, _) => self.token(rest)?,
            (Form::Path, [b'[', ..]) => self.bracket(&rest[1..])?,
            (Form::Path, [b'.', ..]) => self.key(&rest[1..])?,
            // A key at the beginning needs no point before it.
            (Form::Path, _) if self.at == 0 => self.key(rest)?,
            (Form::Path, _) => return Err(self.no_step(rest)),
        };
        Ok((selector, self.text.len() - rest.len()))
    }

    /// Reads a token with the slash before it. Returns also the text behind it.
    fn token(&self, text: &'a str) -> Read<(Selector<'a>, &'a str)> {
        let Some(text) = text.strip_prefix('/') else {
            return Err(Wrong::new(self.at, "`/`"));
        };
        let (token, rest) = text.split_at(text.find('/').unwrap_or(text.len()));
        let name = Name::pointer(token)
            .map_err(|at| Wrong::new(self.at + 1 + at, "`~0` (for `~`) or `~1` (for `/`)"))?;
        Ok((Selector::Token(name), rest))
    }

    /// Reads a key without quotes. Returns also the text behind it.
    fn key(&self, text: &'a str) -> Read<(Selector<'a>, &'a str)> {
        let (key, rest) = text.split_at(text.find(['.', '[', '…']).unwrap_or(text.len()));
        if rest.starts_with('…') {
            return Err(Wrong::shortened(self.text.len() - rest.len()));
        }
        if key.is_empty() {
            return Err(Wrong::new(self.at, "a key after `.`"));
        }
        Ok((Selector::Name(Name::plain(key, true)), rest))
    }

    #[cold]
    fn no_step(&self, rest: &str) -> Wrong {
        if rest.starts_with('…') {
            return Wrong::shortened(self.at);
        }
        match self.at {
            1 => Wrong {
                hint: "a key that begins with `$` is written `.$key`",
                ..Wrong::new(self.at, "`.` or `[` after `$`")
            },
            _ => Wrong::new(self.at, "`.` or `[`"),
        }
    }

    /// Reads the selector behind `[`. Returns also the text from `]` on.
    fn bracket(&self, text: &'a str) -> Read<(Selector<'a>, &'a str)> {
        let wrong = |expected| Wrong::new(self.at, expected);
        let (key, rest) = if let Some(body) = text.strip_prefix('\'') {
            let (key, rest) = body.split_once('\'').ok_or(wrong("a closing quote"))?;
            (Name::plain(key, false), rest)
        } else if let Some(body) = text.strip_prefix('"') {
            let (key, rest) = self.quoted(body)?;
            (Name::json(key), rest)
        } else {
            let (digits, rest) = text.split_once(']').ok_or(wrong("`]`"))?;
            let expected = "a number from 0 up, or a key in quotes, between `[` and `]`";
            let index = index(digits).ok_or_else(|| match digits {
                "-" => Wrong {
                    hint: "only a JSON Pointer has `-`, the item behind the last one: `/users/-`",
                    ..wrong(expected)
                },
                _ => wrong(expected),
            })?;
            return Ok((Selector::Index(index), rest));
        };
        let rest = rest.strip_prefix(']').ok_or(wrong("`]`"))?;
        Ok((Selector::Name(key), rest))
    }

    /// Reads the body of a JSON string, from behind its opening quote. Returns also the text behind
    /// its closing quote.
    fn quoted(&self, text: &'a str) -> Read<(&'a str, &'a str)> {
        let mut chars = text.chars();
        loop {
            let rest = chars.as_str();
            let end = text.len() - rest.len();
            match rest.chars().next() {
                None => return Err(Wrong::new(self.at, "a closing quote")),
                Some('"') => return Ok((&text[..end], &rest[1..])),
                Some('…') => return Err(Wrong::shortened(self.text.len() - rest.len())),
                Some(_) => unescaped(&mut chars)
                    .ok_or(Wrong::new(self.at, "a key as JSON writes strings"))?,
            };
        }
    }

    #[cold]
    fn error(&self, wrong: Wrong) -> Error {
        let error = Error::expected(ErrorKind::InvalidPath, wrong.expected).with_offset(wrong.at);
        let error = match &self.text[wrong.at..] {
            "" => error.with_content(format_args!("the end of {}", Quoted(self.text))),
            rest if wrong.at == 0 => error.with_content(Quoted(rest)),
            rest => error.with_content(format_args!("{} in {}", Quoted(rest), Quoted(self.text))),
        };
        error.with_hint(wrong.hint)
    }
}

impl<'a> Iterator for Selectors<'a> {
    type Item = Result<Selector<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at == self.text.len() {
            return None;
        }
        match self.read() {
            Ok((selector, end)) => {
                self.at = end;
                Some(Ok(selector))
            }
            Err(wrong) => {
                self.at = self.text.len();
                Some(Err(self.error(wrong)))
            }
        }
    }
}

impl core::iter::FusedIterator for Selectors<'_> {}
