//! The style in which a string is written.
//!
//! Most strings are plain. One pass over their bytes finds that out: they have only letters, digits
//! and a few marks, and begin with a letter that begins no number and no word of the schema.

use crate::options::Schema;
use crate::read::schema::{self, Meaning};
use crate::timestamp;

/// The style in which a string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'text'`
    Single,
    /// `"text"`
    Double,
    /// `|`, and lines of its own.
    Literal,
}

/// A byte without special meaning anywhere in a plain scalar.
const SAFE: u8 = 0;
/// A byte with a special meaning at some places.
const MARK: u8 = 1;
/// A line feed.
const BREAK: u8 = 2;
/// A byte that is not visible, or not a character of one byte.
const OTHER: u8 = 4;
/// A byte that has to be escaped inside of double quotes: `"` and `\`.
const ESCAPED: u8 = 8;

const CLASS: [u8; 256] = {
    let mut class = [SAFE; 256];
    let mut i = 0;
    while i < 256 {
        class[i] = match i as u8 {
            b'\n' => BREAK,
            0..=0x1F | 0x7F..=0xFF => OTHER,
            b'"' | b'\\' => ESCAPED,
            b':' | b'#' => MARK,
            _ => SAFE,
        };
        i += 1;
    }
    class
};

/// Returns the style of `text`. `line` asks for a style of one line, for a key.
#[inline(always)]
pub fn of(text: &str, line: bool) -> Style {
    let bytes = text.as_bytes();
    let class = bytes
        .iter()
        .fold(0, |class, &byte| class | CLASS[usize::from(byte)]);
    if class & !(MARK | ESCAPED) == 0 && is_plain(bytes, class) {
        return Style::Plain;
    }
    other(text, class, line)
}

/// Returns whether a text of visible characters may be plain.
#[inline(always)]
fn is_plain(text: &[u8], class: u8) -> bool {
    let (Some(&first), Some(&last)) = (text.first(), text.last()) else {
        return false;
    };
    let quick = first.is_ascii_alphabetic() && last != b' ' && class & MARK == 0;
    if quick && !is_word(first) {
        return true;
    }
    is_plain_slowly(text, first, last)
}

/// Returns whether a word of the schema may begin with `first`.
const fn is_word(first: u8) -> bool {
    matches!(first | 0x20, b'n' | b't' | b'f' | b'y' | b'o')
}

#[inline(never)]
fn is_plain_slowly(text: &[u8], first: u8, last: u8) -> bool {
    let second = text.get(1).copied().unwrap_or(b' ');
    let begins = match first {
        b' ' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>'
        | b'\'' | b'"' | b'%' | b'@' | b'`' => false,
        b'-' | b'?' | b':' => second != b' ',
        _ => true,
    };
    let marks = text.windows(2).any(|pair| pair == b": " || pair == b" #");
    // The marks between documents count only in the first column, where a document's node may be.
    let marker = text.starts_with(b"---") || text.starts_with(b"...");
    if !begins || marks || marker || last == b' ' || last == b':' {
        return false;
    }
    core::str::from_utf8(text).is_ok_and(|text| !means_something(text))
}

/// Returns whether a plain scalar with this text is not a string in YAML 1.2 or 1.1. It may also
/// have the form of such a value: a reader that decides by the form refuses impossible values.
///
/// One form is left out: the page of the type `float` allows `[0-9.]*` behind a point, so `1.2.3`
/// and `127.0.0.1` would be floats. No reader takes them for floats.
fn means_something(text: &str) -> bool {
    let is = |schema| {
        !matches!(
            schema::plain(text, text.as_bytes(), schema),
            Meaning::String
        )
    };
    let number = |byte: u8| {
        byte.is_ascii_hexdigit() || matches!(byte, b'_' | b',' | b'.' | b':' | b'+' | b'-' | b'x')
    };
    let digit =
        text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.'));
    is(Schema::Core)
        || is(Schema::Yaml11)
        // Readers of YAML 1.1 differ in the places of `_` between digits, and Ruby's reader also
        // takes commas for such marks.
        || digit && text.contains(['_', ',']) && text.bytes().all(number)
        || digit && timestamp::is_like(text)
        || matches!(text, "=" | "<<")
}

/// Returns the style of a text that needs a closer look.
#[cold]
#[inline(never)]
fn other(text: &str, class: u8, line: bool) -> Style {
    if class & OTHER != 0 && text.chars().any(is_unseen) {
        return Style::Double;
    }
    if class & BREAK != 0 {
        return match !line && is_literal(text) {
            true => Style::Literal,
            false => Style::Double,
        };
    }
    if is_plain(text.as_bytes(), class | MARK) {
        return Style::Plain;
    }
    match class & ESCAPED != 0 {
        true => Style::Single,
        false => Style::Double,
    }
}

/// Returns whether a character is not visible, or not in all readers: control characters, line
/// breaks of YAML 1.1, tabs, the byte order mark.
pub fn is_unseen(character: char) -> bool {
    match character {
        '\n' => false,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{A0}' => true,
        '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}' => true,
        _ => false,
    }
}

/// Returns whether a text can be written as lines: no line ends with a space, and one of them is
/// not empty.
fn is_literal(text: &str) -> bool {
    let mut lines = text.split('\n');
    let some = text.bytes().any(|byte| byte != b'\n');
    some && lines.all(|line| !line.ends_with(' '))
}
