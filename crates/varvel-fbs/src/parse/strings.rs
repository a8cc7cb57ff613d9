//! Strings in quotes: finds their end, and decodes their content.

use alloc::format;
use alloc::string::String;
use core::str::Chars;

use varvel_core::Span;

use crate::diagnostic::{Found, Problem, ProblemKind};
use crate::schema::{FileId, SourcePos};

/// Returns the end of the string that begins at `start`: behind its closing quote, or the end of
/// its line.
pub(super) fn end(text: &str, start: usize, file: FileId, found: &mut Found) -> usize {
    let bytes = text.as_bytes();
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\n' => break,
            b'\\' if bytes.get(at + 1).is_some_and(|&next| next != b'\n') => at += 2,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    let place = SourcePos {
        file,
        span: Span {
            start,
            end: start + 1,
        },
    };
    let message = "this string does not end on its line";
    found.push(Problem::new(ProblemKind::Token, place, message));
    at
}

/// Decodes the content of a string. `span` is that of the token with its quotes.
pub(super) fn content(text: &str, span: Span, file: FileId, found: &mut Found) -> String {
    let token = &text[span.start..span.end];
    let inner = &token[1..];
    // A string without its end has been noted already.
    let inner = match token
        .chars()
        .next()
        .and_then(|quote| inner.strip_suffix(quote))
    {
        Some(inner) => inner,
        None => inner,
    };
    if !inner.contains('\\') {
        return inner.into();
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        // The position of the backslash, which has just been taken.
        let start = span.start + inner.len() - rest.as_str().len();
        match escape(&mut rest) {
            Some(c) => out.push(c),
            None => {
                let len = text[start + 1..].chars().next().map_or(0, char::len_utf8);
                let place = SourcePos {
                    file,
                    span: Span {
                        start,
                        end: start + 1 + len,
                    },
                };
                let escape = &text[place.span.start..place.span.end];
                let message = format!("`{escape}` is no escape of a character");
                let hint = "there are \\n \\t \\r \\b \\f \\\" \\' \\\\ \\/, \\x41 below \\x80, and \\u0041";
                found.push(Problem::new(ProblemKind::Token, place, message).hint(hint));
            }
        }
    }
    out
}

/// Decodes the character that follows a backslash.
fn escape(rest: &mut Chars<'_>) -> Option<char> {
    Some(match rest.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{C}',
        c @ ('"' | '\'' | '\\' | '/') => c,
        // One byte that is a character by itself. Other bytes would be pieces of characters.
        'x' => char::from_u32(hex(rest, 2)?).filter(char::is_ascii)?,
        'u' => match hex(rest, 4)? {
            high @ 0xD800..=0xDBFF => {
                let low = (rest.next()? == '\\' && rest.next()? == 'u').then(|| hex(rest, 4))??;
                let low = low.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
                char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + low)?
            }
            unit => char::from_u32(unit)?,
        },
        _ => return None,
    })
}

fn hex(rest: &mut Chars<'_>, digits: usize) -> Option<u32> {
    let mut value = 0;
    for _ in 0..digits {
        value = value * 16 + rest.next()?.to_digit(16)?;
    }
    Some(value)
}
