//! Errors of text at a wrong place: its name, and a guess at its author's intention.

use core::fmt;

use varvel_core::path::is_visible;
use varvel_core::{Error, ErrorKind};

/// Makes the error of other text than `expected` at `at`.
#[cold]
#[inline(never)]
pub fn unexpected(input: &[u8], at: usize, expected: &'static str) -> Error {
    if at >= input.len() {
        let error = Error::expected(ErrorKind::UnexpectedEnd, expected).with_offset(input.len());
        return match input {
            [] => error.with_hint("the input is empty"),
            _ if input.trim_ascii().is_empty() => {
                error.with_hint("there is nothing but white space")
            }
            _ => error,
        };
    }
    let (at, expected) = match start_of_word(input, at) {
        Some(start) => (start, "a value"),
        None => (at, expected),
    };
    if expected == "a value" && is_cut_off(&input[at..]) {
        let expected = "the rest of `true`, `false` or `null`";
        return Error::expected(ErrorKind::UnexpectedEnd, expected).with_offset(input.len());
    }
    let error = Error::expected(ErrorKind::Syntax, expected)
        .with_content(Found(input, at))
        .with_offset(at);
    match hint(input, at, expected) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// Makes the error of bytes behind the document.
#[cold]
#[inline(never)]
pub fn trailing(input: &[u8], at: usize) -> Error {
    if start_of_word(input, at).is_some() {
        return unexpected(input, at, "a value");
    }
    let error = Error::expected(ErrorKind::TrailingData, "the end of input")
        .with_content(Found(input, at))
        .with_offset(at);
    let hint = match input.get(at) {
        Some(b'{' | b'[' | b'"' | b',' | b'-' | b'0'..=b'9') => {
            Some("a JSON document is one value; wrap several in an array")
        }
        Some(b'}' | b']') => Some("nothing is open that this would close"),
        Some(b':') => Some("members of an object stand in braces"),
        _ => hint(input, at, "the end of input"),
    };
    match hint {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// The text at a place, as messages show it: a whole word, a character, or a byte.
pub struct Found<'a>(pub &'a [u8], pub usize);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(input, at) = *self;
        match word(input, at) {
            "" => {}
            long if long.len() > WORD => return write!(f, "`{}…`", &long[..WORD - 1]),
            word => return write!(f, "`{word}`"),
        }
        match (character(input, at), input.get(at)) {
            (Some('\n' | '\r'), _) => f.write_str("a line break"),
            (Some('\t'), _) => f.write_str("a tab"),
            (Some(' '), _) => f.write_str("a space"),
            (Some('`'), _) => f.write_str("a backtick"),
            (Some(c), _) if is_visible(c) && !c.is_whitespace() => write!(f, "`{c}`"),
            (Some(c), _) if !c.is_ascii() => write!(f, "U+{:04X}", u32::from(c)),
            (_, Some(byte)) => write!(f, "byte 0x{byte:02X}"),
            (_, None) => f.write_str("nothing"),
        }
    }
}

/// Returns the character at `at`, if there is one.
fn character(input: &[u8], at: usize) -> Option<char> {
    // A character has at most four bytes.
    let rest = input.get(at..)?;
    let here = &rest[..rest.len().min(4)];
    let valid = match core::str::from_utf8(here) {
        Ok(text) => text,
        Err(error) => core::str::from_utf8(&here[..error.valid_up_to()]).ok()?,
    };
    valid.chars().next()
}

/// How many characters of a word are shown.
const WORD: usize = 16;

/// Returns whether a word can contain this byte.
fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the word of letters and digits that begins with a letter at `at`. A long word is cut off
/// one character behind the shown ones, so that the caller sees that it is too long.
pub fn word(input: &[u8], at: usize) -> &str {
    let rest = input.get(at..).unwrap_or(&[]);
    let len = rest
        .iter()
        .take(WORD + 1)
        .take_while(|byte| in_word(**byte))
        .count();
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return "";
    }
    core::str::from_utf8(&rest[..len]).unwrap_or("")
}

/// The words that are values.
const WORDS: [&str; 3] = ["true", "false", "null"];

/// The description of a key that is missing.
pub const EXPECTED_KEY: &str = "a key in double quotes";

/// Returns the beginning of a word such as `nulls`: a value that ends at `at`, and is followed by
/// more letters.
fn start_of_word(input: &[u8], at: usize) -> Option<usize> {
    let (before, rest) = input.split_at_checked(at)?;
    let goes_on = rest.first().is_some_and(|byte| in_word(*byte));
    let value = WORDS
        .iter()
        .find(|word| before.ends_with(word.as_bytes()))
        .filter(|_| goes_on)?;
    let start = at - value.len();
    let whole = !before[..start].last().is_some_and(|byte| in_word(*byte));
    whole.then_some(start)
}

/// Returns whether this is the beginning of a value that the end of the input cuts off: `tru`.
fn is_cut_off(rest: &[u8]) -> bool {
    WORDS.iter().any(|word| word.as_bytes().starts_with(rest))
}

/// Returns whether every other byte of the beginning is zero, as in UTF-16 of ASCII.
fn is_utf16(input: &[u8]) -> bool {
    match *input {
        [a, b] => (a == 0) != (b == 0),
        [a, b, c, d, ..] => (a == 0) == (c == 0) && (b == 0) == (d == 0) && (a == 0) != (b == 0),
        _ => false,
    }
}

/// Returns a hint that guesses what the author of the text at `at` wanted.
fn hint(input: &[u8], at: usize, expected: &str) -> Option<&'static str> {
    const UTF16: &str = "this looks like UTF-16; JSON is UTF-8";
    let (before, rest) = input.split_at_checked(at)?;
    let key = expected.starts_with("a key");
    let value = expected == "a value";
    Some(match rest.first()? {
        b'\'' | b'`' if key || value => "JSON strings and keys take double quotes",
        b'/' | b'#' => "JSON has no comments",
        b'}' | b']' if before.trim_ascii_end().last() == Some(&b',') => {
            "JSON allows no comma after the last element"
        }
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' if key => {
            "keys take double quotes in JSON"
        }
        b'x' | b'X' | b'b' | b'B' | b'o' | b'O' if before.ends_with(b"0") => {
            "JSON numbers are decimal"
        }
        b'_' if before.last().is_some_and(u8::is_ascii_digit) => NO_SEPARATORS,
        b'+' if value => "a positive number has no sign in JSON",
        b'.' if value && rest.get(1).is_some_and(u8::is_ascii_digit) => DIGIT_BEFORE_POINT,
        b';' if expected.starts_with("`,`") => "members and items have commas between them",
        b'<' if before.trim_ascii().is_empty() => "this looks like HTML or XML",
        0 if is_utf16(input) => UTF16,
        0xFE | 0xFF if at == 0 => UTF16,
        byte if !byte.is_ascii() => character_hint(character(input, at)?)?,
        b'a'..=b'z' | b'A'..=b'Z' if value => word_hint(word(input, at)),
        byte if in_word(*byte) && before.ends_with(b"\"") && expected.starts_with("`,`") => {
            "a double quote inside a string is written \\\""
        }
        _ => return None,
    })
}

pub const NO_SEPARATORS: &str = "JSON numbers have no separators between digits";
pub const DIGIT_BEFORE_POINT: &str = "a digit stands before the point: 0.5, not .5";

/// Returns a hint that guesses what the author of this character, which is not ASCII, wanted.
fn character_hint(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}'..='\u{201F}' => "JSON takes plain double quotes, no curly ones",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "a negative number takes the plain minus sign -",
        c if c.is_whitespace() || !is_visible(c) => {
            "white space in JSON is the plain space, the tab and the line break"
        }
        _ => return None,
    })
}

/// Returns a hint that guesses what the author of this word wanted, which stands as a value.
fn word_hint(word: &str) -> &'static str {
    let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    if is(&["nan", "inf", "infinity"]) {
        NO_NAN
    } else if is(&WORDS) {
        "JSON writes true, false and null in lower case"
    } else if is(&["none", "nil", "undefined"]) {
        "JSON writes null for no value"
    } else {
        "a string takes double quotes; the only words are true, false and null"
    }
}

pub const NO_NAN: &str = "JSON has no NaN and no infinities";
