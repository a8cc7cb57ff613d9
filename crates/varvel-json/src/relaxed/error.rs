//! Errors of tokens in JSON5.

use alloc::borrow::ToOwned;

use varvel_core::{Error, ErrorKind};

use super::Words;
use crate::error::{EXPECTED_KEY, Found, NO_NAN};

/// Rewords an error of the JSON reader for the JSON5 text, where its place is `at`. It shows what
/// that text has there, and does not ask for a form that only JSON requires.
#[cold]
pub fn of_json5(error: Error, text: &str, at: usize) -> Error {
    let wrong_token = matches!(error.kind(), ErrorKind::Syntax | ErrorKind::TrailingData);
    let found = wrong_token && at < text.len() && error.found().is_some();
    let error = match error.expectation() {
        Some(EXPECTED_KEY) => no_key(&error, text, at),
        _ => error,
    };
    let error = error.with_offset(at);
    match found {
        true => error.with_content(Found(text.as_bytes(), at)),
        false => error,
    }
}

/// Makes the error of a key that is missing `at` a place in JSON5, from that of the JSON reader.
fn no_key(error: &Error, text: &str, at: usize) -> Error {
    let mut reworded = Error::expected(error.kind(), "a name or a string as key");
    if let Some(b'+' | b'-' | b'.' | b'0'..=b'9') = text.as_bytes().get(at) {
        reworded = reworded.with_hint("a key that begins like a number takes quotes");
    }
    match error.steps() {
        Some(steps) => reworded.or_path(|| steps.to_owned()),
        None => reworded,
    }
}

/// Makes the error of a character that begins no token.
#[cold]
pub fn unexpected(text: &str, at: usize) -> Error {
    let error = Error::expected(ErrorKind::Syntax, "a value, a name or a comment")
        .with_content(Found(text.as_bytes(), at))
        .with_offset(at);
    match text.as_bytes().get(at) {
        Some(b'#') => error.with_hint("a comment begins with // or stands between /* and */"),
        Some(b'`') => error.with_hint("strings take single or double quotes"),
        _ => error,
    }
}

/// Makes the error of a comment that does not end.
#[cold]
pub fn open_comment(text: &str, at: usize) -> Error {
    Error::expected(ErrorKind::UnexpectedEnd, "the end of a comment, */")
        .with_hint(alloc::format!("it begins at byte {at}"))
        .with_offset(text.len())
}

/// Makes the error of a word that is not a value. `words` says which words are.
#[cold]
pub fn word(text: &str, at: usize, words: Words) -> Error {
    let word = crate::error::word(text.as_bytes(), at);
    let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    let error = Error::expected(ErrorKind::Syntax, "a value")
        .with_content(Found(text.as_bytes(), at))
        .with_offset(at);
    let non_finite = words == Words::Numbers;
    error.with_hint(if is(&["nan", "inf", "infinity"]) {
        match non_finite {
            true => "the words for numbers are NaN, Infinity and -Infinity",
            false => NO_NAN,
        }
    } else if is(&["true", "false", "null"]) {
        "true, false and null are written in lower case"
    } else if non_finite {
        "a string takes quotes; the only words are true, false, null, NaN and Infinity"
    } else {
        "a string takes quotes; the only words are true, false and null"
    })
}

/// Makes the error of a wrong escape in a name, or of an escape that is not a letter.
#[cold]
pub fn bad_escape_in_name(text: &str, at: usize) -> Error {
    let expected = "a letter of a name, as \\u and four hexadecimal digits";
    Error::expected(ErrorKind::InvalidEscape, expected)
        .with_content(Found(text.as_bytes(), at + 1))
        .with_offset(at)
}

/// Makes the error of a string that stops at `at`, before its closing quote.
#[cold]
pub fn broken_string(text: &str, at: usize) -> Error {
    let error = crate::error::broken_string(text.as_bytes(), at);
    match text.as_bytes().get(at) {
        Some(b'\n' | b'\r') => error.with_hint("end the line with a backslash, or write \\n"),
        _ => error,
    }
}

/// Makes the error of an escape that JSON5 does not have.
#[cold]
pub fn bad_escape(text: &str, at: usize) -> Error {
    let error =
        Error::expected(ErrorKind::InvalidEscape, "an escape that JSON5 has").with_offset(at);
    let error = error.with_content(Found(text.as_bytes(), at + 1));
    match text.as_bytes().get(at + 1) {
        Some(b'u') => error.with_hint("four hexadecimal digits follow \\u"),
        Some(b'x') => error.with_hint("two hexadecimal digits follow \\x"),
        _ => error.with_hint("there are no octal escapes: write \\x and two hexadecimal digits"),
    }
}

/// Makes the error of a missing digit.
#[cold]
pub fn no_digit(text: &str, at: usize) -> Error {
    if at >= text.len() {
        return Error::expected(ErrorKind::UnexpectedEnd, "a digit").with_offset(text.len());
    }
    Error::expected(ErrorKind::InvalidNumber, "a digit")
        .with_content(Found(text.as_bytes(), at))
        .with_offset(at)
}

/// Makes the error of text right behind a number.
#[cold]
pub fn goes_on(text: &str, at: usize) -> Error {
    let error = Error::expected(ErrorKind::InvalidNumber, "the end of the number")
        .with_content(Found(text.as_bytes(), at))
        .with_offset(at);
    match text.as_bytes().get(at) {
        Some(b'_') => error.with_hint("numbers have no separators between digits"),
        _ => error,
    }
}

/// Makes the error of a sign or a point right behind a name or a word.
#[cold]
pub fn name_goes_on(text: &str, at: usize) -> Error {
    Error::expected(ErrorKind::Syntax, "the end of the name or word")
        .with_content(Found(text.as_bytes(), at))
        .with_hint("names of other characters than letters, digits, $ and _ take quotes")
        .with_offset(at)
}

/// Makes the error of a hexadecimal integer of more than 128 bits.
#[cold]
pub fn too_many_digits(at: usize) -> Error {
    let expected = "a hexadecimal integer of at most 128 bits";
    Error::expected(ErrorKind::NumberOutOfRange, expected)
        .with_hint("write it in decimal digits, of which there may be as many as you like")
        .with_offset(at)
}
