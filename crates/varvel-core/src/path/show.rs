//! Paths and keys as messages show them: on one line, shortened, without characters that steer a
//! terminal.
//!
//! [`Selectors`](super::Selectors) can read a path again that is shown whole. `…` stands for a part
//! that is left out, and for nothing else.

use core::fmt::{self, Write as _};

use super::Step;

/// How many characters of a key are shown. A longer key is shown as its beginning and its end.
const KEY: usize = 40;
const KEY_END: usize = 15;

/// How many steps of a path are shown. A longer path is shown as its beginning and its end.
const STEPS: usize = 12;
const STEPS_END: usize = 4;

/// The sign for a part that is left out.
const ELLIPSIS: char = '…';

/// The steps of a path as messages show them: `$.users[3].name`.
///
/// The text is bounded, whatever the document holds: keys beyond 40 characters and paths beyond 12
/// steps are shown without their middle.
///
/// ```
/// use varvel::path::{Path, Step};
/// let steps = [Step::Key("users".into()), Step::Index(3), Step::Key("first name".into())];
/// assert_eq!(Path::new(&steps).to_string(), r#"$.users[3]["first name"]"#);
/// ```
#[derive(Clone, Copy)]
pub struct Path<'a> {
    steps: &'a [Step],
    content: bool,
}

impl<'a> Path<'a> {
    /// Makes the path of these steps.
    pub fn new(steps: &'a [Step]) -> Self {
        Self {
            steps,
            content: true,
        }
    }

    /// Makes the path of these steps, with `*` for each key.
    pub(crate) fn redacted(steps: &'a [Step]) -> Self {
        Self {
            steps,
            content: false,
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
        steps.iter().try_for_each(|step| match step {
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Key(_) if !self.content => f.write_str(".*"),
            Step::Key(key) => match Parts::of(key) {
                parts if parts.are_plain() => write!(f, ".{parts}"),
                _ => write!(f, "[{}]", Quoted(key)),
            },
        })
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('$')?;
        if self.steps.len() <= STEPS {
            return self.write(f, self.steps);
        }
        let (start, rest) = self.steps.split_at(STEPS - 1 - STEPS_END);
        self.write(f, start)?;
        f.write_char(ELLIPSIS)?;
        self.write(f, &rest[rest.len() - STEPS_END..])
    }
}

impl fmt::Debug for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A key or a short text of a document as messages show it: in quotes, with the escapes of JSON. A
/// text beyond 40 characters is shown without its middle.
///
/// ```
/// use varvel::path::Quoted;
/// assert_eq!(Quoted("a \"b\"\u{202E}").to_string(), r#""a \"b\"\u202e""#);
/// assert_eq!(Quoted(&"k".repeat(1_000_000)).to_string().chars().count(), 42);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { start, end } = Parts::of(self.0);
        f.write_char('"')?;
        start.chars().try_for_each(|c| escaped(f, c))?;
        if let Some(end) = end {
            f.write_char(ELLIPSIS)?;
            end.chars().try_for_each(|c| escaped(f, c))?;
        }
        f.write_char('"')
    }
}

/// Writes a character as a JSON string holds it. `…`, and characters that cannot be seen or told
/// apart, are escaped.
fn escaped(f: &mut fmt::Formatter<'_>, c: char) -> fmt::Result {
    match c {
        '"' | '\\' => write!(f, "\\{c}"),
        '\n' => f.write_str("\\n"),
        '\r' => f.write_str("\\r"),
        '\t' => f.write_str("\\t"),
        c if is_visible(c) && c != ELLIPSIS => f.write_char(c),
        c => {
            let mut units = [0; 2];
            let mut units = c.encode_utf16(&mut units).iter();
            units.try_for_each(|unit| write!(f, "\\u{unit:04x}"))
        }
    }
}

/// Returns whether a person sees this character where it stands alone. A control character is not
/// visible, nor is one that turns the direction of writing, or only changes the one before it.
pub fn is_visible(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

/// The shown parts of a text: all of it, or its beginning and its end.
struct Parts<'a> {
    start: &'a str,
    end: Option<&'a str>,
}

impl<'a> Parts<'a> {
    /// Splits a text. The time does not depend on its length.
    fn of(text: &'a str) -> Self {
        if text.char_indices().nth(KEY).is_none() {
            return Self {
                start: text,
                end: None,
            };
        }
        let from_start = |n| text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
        let from_end = |n: usize| text.char_indices().nth_back(n - 1).map_or(0, |(at, _)| at);
        Self {
            start: &text[..from_start(KEY - 1 - KEY_END)],
            end: Some(&text[from_end(KEY_END)..]),
        }
    }

    /// Returns whether the text can stand in a path without quotes.
    fn are_plain(&self) -> bool {
        let mut chars = self.start.chars().chain(self.end.unwrap_or("").chars());
        let first = self.start.chars().next();
        first.is_some_and(|c| c.is_alphabetic() || c == '_')
            && chars.all(|c| c.is_alphanumeric() || c == '_')
    }
}

impl fmt::Display for Parts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.start)?;
        match self.end {
            Some(end) => write!(f, "{ELLIPSIS}{end}"),
            None => Ok(()),
        }
    }
}
