//! Lines, white space and comments of a text. All places are on character boundaries.

use core::ops::Range;

use varvel_json::json5;

/// The way in which comments are written, and the white space around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// With `//` or `/* */`.
    Slashes,
    /// With `//` or `/* */`; white space and ends of lines are those of ECMAScript.
    Json5,
    /// With `#`.
    Hash,
}

/// Returns the byte at a place; zero behind the end.
pub fn byte(text: &str, at: usize) -> u8 {
    text.as_bytes().get(at).copied().unwrap_or(0)
}

pub const fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

pub const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns where the line of `at` begins.
pub fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let found = before.iter().rposition(|&byte| is_break(byte));
    // A byte order mark takes no column.
    let mark = match text.starts_with('\u{FEFF}') {
        true => 3,
        false => 0,
    };
    found.map_or(mark.min(at), |at| at + 1)
}

/// Returns where the line of `at` ends, before its line break.
pub fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let found = rest.iter().position(|&byte| is_break(byte));
    found.map_or(text.len(), |len| at + len)
}

/// Returns where the next line begins, if the line break is at `at`.
pub fn after_break(text: &str, at: usize) -> usize {
    match (byte(text, at), byte(text, at + 1)) {
        (b'\r', b'\n') => at + 2,
        (b'\r' | b'\n', _) => at + 1,
        _ => at,
    }
}

/// Returns the end of the line before the one that begins at `start`, or `start` if there is none.
pub fn before_break(text: &str, start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    let line = before.strip_suffix('\n').unwrap_or(before);
    match line.len() == before.len() {
        true => before.strip_suffix('\r').unwrap_or(before).len(),
        false => line.strip_suffix('\r').unwrap_or(line).len(),
    }
}

/// Returns the column of a place, in bytes.
pub fn column(text: &str, at: usize) -> usize {
    at - line_start(text, at)
}

/// Returns whether only white space stands before a place on its line.
pub fn is_first(text: &str, at: usize) -> bool {
    let before = text.get(line_start(text, at)..at).unwrap_or_default();
    before.bytes().all(is_blank)
}

/// Returns the white space at the start of the line of `at`.
pub fn indentation(text: &str, at: usize) -> &str {
    let start = line_start(text, at);
    text.get(start..skip_blanks(text, start))
        .unwrap_or_default()
}

/// Returns the place behind the blanks at `at`.
pub fn skip_blanks(text: &str, mut at: usize) -> usize {
    while is_blank(byte(text, at)) {
        at += 1;
    }
    at
}

/// Returns the place before the blanks that end at `at`, but not before `from`.
pub fn back_over_blanks(text: &str, from: usize, mut at: usize) -> usize {
    while at > from && is_blank(byte(text, at - 1)) {
        at -= 1;
    }
    at
}

/// Returns whether a range contains a line break.
pub fn has_break(text: &str, range: Range<usize>) -> bool {
    let part = text.as_bytes().get(range).unwrap_or_default();
    part.iter().any(|&byte| is_break(byte))
}

/// Returns all lines that a range touches, with their line breaks.
pub fn lines(text: &str, range: Range<usize>) -> Range<usize> {
    line_start(text, range.start)..after_break(text, line_end(text, range.end))
}

/// Returns the place of the next byte that is neither white space nor in a comment, or the end of
/// the text.
pub fn next_token(text: &str, from: usize, comments: Comments) -> usize {
    let mut at = from;
    loop {
        at = skip_white(text.as_bytes(), at);
        let end = comment(text, at, comments);
        at = match end.or_else(|| white(text, at, comments)) {
            Some(end) => end,
            None => return at.min(text.len()),
        };
    }
}

/// Returns where the comment ends that begins at `at`, before its line break; `None` if none does.
pub fn comment(text: &str, at: usize, comments: Comments) -> Option<usize> {
    match (byte(text, at), byte(text, at + 1), comments) {
        (b'#', _, Comments::Hash) | (b'/', b'/', Comments::Slashes) => Some(line_end(text, at)),
        (b'/', b'/', Comments::Json5) => {
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            Some(json5::line_len(rest).map_or(text.len(), |len| at + len))
        }
        (b'/', b'*', Comments::Slashes | Comments::Json5) => Some(comment_end(text, at)),
        _ => None,
    }
}

/// Returns the place behind the character at `at`, if it is white space that JSON5 has alone.
pub fn white(text: &str, at: usize, comments: Comments) -> Option<usize> {
    let rest = text.as_bytes().get(at..)?;
    match comments {
        Comments::Json5 => Some(json5::white_len(rest)).filter(|len| *len > 0),
        Comments::Slashes | Comments::Hash => None,
    }
    .map(|len| at + len)
}

/// Returns the place behind the white space at `at`, line breaks included.
#[inline]
fn skip_white(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(at) {
        at += 1;
        // Most white space is indentation, so it is passed over by eight columns.
        while bytes.get(at..at + 8) == Some(b"        ") {
            at += 8;
        }
    }
    at
}

/// Returns where the `/*` at `at` ends.
pub fn comment_end(text: &str, at: usize) -> usize {
    let rest = text.get(at + 2..).unwrap_or_default();
    rest.find("*/").map_or(text.len(), |len| at + len + 4)
}

/// Returns whether a range contains only white space.
pub fn is_white(text: &str, range: Range<usize>) -> bool {
    let part = text.as_bytes().get(range).unwrap_or_default();
    part.iter().all(|&byte| is_blank(byte) || is_break(byte))
}
