//! Carries an error through a library, such as serde, that keeps only the text of errors.
//!
//! Such a library makes its error of anything that can be displayed, and Varvel displays it with
//! the flag `-`, which no other type heeds. An [`Error`] then writes its parts, and is made again
//! from them. Offset and path are left out: they are found anew.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt::{self, Write as _};

use super::{Error, ErrorKind, Found};

/// The character before and between the parts. No message contains it.
const MARK: char = '\u{1}';

/// How many bytes of a text are looked at, which is more than an error keeps.
const BYTES: usize = 4096;

impl Error {
    /// Makes the error that a message stands for: the original [`Error`] if the message is one,
    /// else an error of the kind [`ErrorKind::Refused`].
    ///
    /// ```
    /// use varvel::{Error, ErrorKind};
    /// let error = Error::duplicate_key("a");
    /// assert_eq!(Error::of_message(&error), error);
    /// assert_eq!(Error::of_message("no port").kind(), ErrorKind::Refused);
    /// ```
    #[cold]
    pub fn of_message(message: impl fmt::Display) -> Self {
        let mut text = Beginning(String::new());
        // A long text is cut here, and a second time by the error.
        let _ = write!(text, "{message:-}");
        parse(&text.0).unwrap_or_else(|| Self::refused(&text.0))
    }

    /// Writes the parts of the error.
    pub(super) fn write_parts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expectation().unwrap_or_default();
        let hint = self.hint().unwrap_or_default();
        write!(
            f,
            "{MARK}{}{MARK}{expected}{MARK}{hint}",
            self.kind().number()
        )?;
        match &self.0.found {
            Some(Found::Fact(found)) => write!(f, "{MARK}f{found}"),
            Some(Found::Content(found)) => write!(f, "{MARK}c{found}"),
            None => Ok(()),
        }
    }
}

/// Makes the error again from its parts.
fn parse(text: &str) -> Option<Error> {
    let mut parts = text.strip_prefix(MARK)?.splitn(4, MARK);
    let number: usize = parts.next()?.parse().ok()?;
    let mut error = Error::new(*ErrorKind::ALL.get(number.checked_sub(1)?)?);
    let some = |part: &str| (!part.is_empty()).then(|| Cow::Owned(part.to_owned()));
    error.0.expected = some(parts.next()?);
    error.0.hint = some(parts.next()?);
    error.0.found = parts.next().and_then(|found| {
        let content = found.get(1..)?.to_owned();
        Some(match found.starts_with('f') {
            true => Found::Fact(Cow::Owned(content)),
            false => Found::Content(content),
        })
    });
    Some(error)
}

/// The beginning of a text, up to [`BYTES`] bytes.
struct Beginning(String);

impl fmt::Write for Beginning {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| self.write_char(c))
    }

    fn write_char(&mut self, c: char) -> fmt::Result {
        if self.0.len() + c.len_utf8() > BYTES {
            return Err(fmt::Error);
        }
        self.0.push(c);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString as _;

    use super::*;

    #[test]
    fn each_kind_is_found_by_its_number() {
        for (i, kind) in ErrorKind::ALL.iter().enumerate() {
            assert_eq!(usize::from(kind.number()), i + 1);
            let error = Error::new(*kind);
            assert_eq!(Error::of_message(&error), error);
        }
    }

    #[test]
    fn all_parts_come_back_and_a_message_is_a_message() {
        let error = Error::expected(ErrorKind::NumberOutOfRange, "u8")
            .with_content("300")
            .with_hint("less");
        assert_eq!(Error::of_message(error.clone().with_offset(7)), error);
        let error = Error::wrong_kind("a string", crate::Kind::Null);
        assert_eq!(Error::of_message(&error), error);
        assert_eq!(error.to_string(), Error::of_message(&error).to_string());
        let long = "ü".repeat(10_000);
        assert!(Error::of_message(&long).to_string().len() < 500);
        for text in [
            "",
            "\u{1}",
            "\u{1}99\u{1}\u{1}",
            "\u{1}x\u{1}\u{1}",
            "a\u{1}b",
        ] {
            assert_eq!(Error::of_message(text).kind(), ErrorKind::Refused);
        }
    }
}
