//! The errors of JSON. All functions here are cold: they are kept out of the loops that call them.

mod syntax;

use alloc::format;

use varvel_core::error::BEYOND_FLOATS;
use varvel_core::path::Quoted;
use varvel_core::{AsText, Error, ErrorKind, Kind};
use varvel_raw::number::{NumError, NumErrorKind};

use crate::write::Next;

pub use syntax::{EXPECTED_KEY, Found, NO_NAN, trailing, unexpected, word};

/// Makes the error of a number that is broken or overflows. It begins at `at`.
#[cold]
#[inline(never)]
pub fn number(input: &[u8], at: usize, error: NumError) -> Error {
    let place = at + error.offset;
    let expected = match error.kind {
        NumErrorKind::Overflow => {
            return Error::expected(
                ErrorKind::NumberOutOfRange,
                "a number that a 64-bit float can hold",
            )
            .with_hint(BEYOND_FLOATS)
            .with_offset(at);
        }
        NumErrorKind::LeadingZero => {
            // `1,000`
            let hint = match &input[..at] {
                [.., b'0'..=b'9', b','] => syntax::NO_SEPARATORS,
                _ => "remove the leading zeros",
            };
            return Error::expected(ErrorKind::InvalidNumber, "no digit after a leading zero")
                .with_hint(hint)
                .with_offset(place);
        }
        // The quick look of the reader takes `.` and `/` for the beginning of a number, too.
        NumErrorKind::ExpectedDigit if error.offset == 0 => {
            return unexpected(input, at, "a value");
        }
        NumErrorKind::ExpectedDigit => "a digit",
        NumErrorKind::ExpectedFractionDigit => "a digit after the point",
        NumErrorKind::ExpectedExponentDigit => "a digit in the exponent",
    };
    if place >= input.len() {
        return Error::expected(ErrorKind::UnexpectedEnd, expected).with_offset(input.len());
    }
    let error = Error::expected(ErrorKind::InvalidNumber, expected)
        .with_content(Found(input, place))
        .with_offset(place);
    let point = place.checked_sub(1).and_then(|before| input.get(before)) == Some(&b'.');
    match word(input, place).to_ascii_lowercase().as_str() {
        "inf" | "infinity" | "nan" => error.with_hint(NO_NAN),
        _ if point => error.with_hint("a digit stands behind the point: 1.0, not 1."),
        _ if input[place] == b'.' => error.with_hint(syntax::DIGIT_BEFORE_POINT),
        _ => error,
    }
}

/// Makes the error of a string that stops at `at`, before its closing quote.
#[cold]
#[inline(never)]
pub fn broken_string(input: &[u8], at: usize) -> Error {
    match input.get(at) {
        None => Error::expected(ErrorKind::UnexpectedEnd, "the closing quote of a string")
            .with_offset(input.len()),
        Some(&byte) => control_character(byte).with_offset(at),
    }
}

/// Makes the error of a character in a string that must be escaped.
fn control_character(byte: u8) -> Error {
    let error = Error::expected(ErrorKind::ControlCharacter, "an escape");
    match byte {
        b'\n' | b'\r' => error
            .with_content("a line break")
            .with_hint("a string cannot span lines; close it, or write \\n"),
        b'\t' => error.with_content("a tab").with_hint("write it as \\t"),
        _ => error
            .with_content(format_args!("U+{byte:04X}"))
            .with_hint(format!("write it as \\u{byte:04x}")),
    }
}

/// Makes the error of bytes from `start` to `end` that are not all UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(input: &[u8], start: usize, end: usize) -> Error {
    Error::not_utf8(input, start, end)
}

/// Makes the error of an escape that JSON does not have. Its backslash is at `at`.
#[cold]
#[inline(never)]
pub fn bad_escape(input: &[u8], at: usize) -> Error {
    let Some(&letter) = input.get(at + 1) else {
        return broken_string(input, input.len());
    };
    if letter != b'u' {
        let expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
        let error = Error::expected(ErrorKind::InvalidEscape, expected).with_offset(at);
        let error = match letter {
            0x21..0x7F => error.with_content(format_args!("`\\{}`", char::from(letter))),
            _ => error.with_content(Found(input, at + 1)),
        };
        return match letter {
            b'x' => error.with_hint("write \\x41 as \\u0041"),
            b'\'' => error.with_hint("a single quote needs no escape"),
            b'\n' | b'\r' => error.with_hint("a string cannot span lines; write \\n"),
            _ => error.with_hint("a backslash itself is written \\\\"),
        };
    }
    let digits = input[at + 2..].iter().take(4);
    let place = at + 2 + digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
    if place >= input.len() {
        return broken_string(input, input.len());
    }
    let expected = "four hexadecimal digits after \\u";
    let error = Error::expected(ErrorKind::InvalidEscape, expected)
        .with_content(Found(input, place))
        .with_offset(place);
    match input[at + 2] {
        b'{' => error.with_hint("JSON takes no braces: write \\u{41} as \\u0041"),
        _ => error,
    }
}

/// Makes the error of half of a surrogate pair. The backslash of its escape is at `at`.
#[cold]
#[inline(never)]
pub fn lone_surrogate(input: &[u8], at: usize) -> Error {
    // The other half may be cut off.
    if let Some(
        [
            b'\\',
            b'u',
            b'd' | b'D',
            b'8' | b'9' | b'a' | b'b' | b'A' | b'B',
            _,
            _,
            rest @ ..,
        ],
    ) = input.get(at..)
        && is_begun_half(rest)
    {
        return broken_string(input, input.len());
    }
    Error::expected(ErrorKind::LoneSurrogate, "both halves of a surrogate pair")
        .with_hint("a half stands for no character, and no UTF-8 string can hold it")
        .with_offset(at)
}

/// Returns whether the input ends inside the escape of a pair's second half, or before it.
fn is_begun_half(rest: &[u8]) -> bool {
    let fits = |(place, byte): (usize, &u8)| match place {
        0 => *byte == b'\\',
        1 => *byte == b'u',
        2 => matches!(byte, b'd' | b'D'),
        3 => matches!(byte, b'c'..=b'f' | b'C'..=b'F'),
        _ => byte.is_ascii_hexdigit(),
    };
    rest.len() < 6 && rest.iter().enumerate().all(fits)
}

/// Makes the error of a value of another kind than the caller asked for.
#[cold]
#[inline(never)]
pub fn wrong_kind(at: usize, expected: &'static str, found: Kind) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected)
        .with_found(found.name())
        .with_offset(at)
}

/// Makes the error of a value whose kind JSON does not have.
#[cold]
#[inline(never)]
pub fn unrepresentable(kind: Kind) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a kind of value that JSON has")
        .with_found(kind.name())
        .with_hint(match kind {
            Kind::Bytes | Kind::Timestamp => AsText::HINT,
            _ => "write what it stands for as a string, an array or an object",
        })
}

/// Makes the error of a key that is not a string.
#[cold]
#[inline(never)]
pub fn key_not_string(kind: Kind) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a string as key")
        .with_found(kind.name())
        .with_hint(match kind {
            Kind::Array | Kind::Object | Kind::Map | Kind::Tagged => {
                "JSON has no other keys; write the map as an array of pairs"
            }
            _ => AsText::HINT,
        })
}

/// Makes the error of a key that is not a string, and whose text is a key of its object already.
#[cold]
#[inline(never)]
pub fn same_text(key: &str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "keys whose texts differ")
        .with_content(format_args!("{} again", Quoted(key)))
        .with_hint(
            "keys that are no strings are written as their text, and another key has this one",
        )
}

/// Makes the error of NaN or an infinity.
#[cold]
#[inline(never)]
pub fn non_finite(value: f64) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a finite number")
        .with_found(match value {
            v if v.is_nan() => "NaN",
            v if v > 0.0 => "infinity",
            _ => "-infinity",
        })
        .with_hint(AsText::HINT)
}

/// Makes the error of a text that should be a number.
#[cold]
#[inline(never)]
pub fn not_a_number(expected: &'static str, text: &str) -> Error {
    Error::expected(ErrorKind::InvalidNumber, expected).with_content(format_args!("{text:?}"))
}

/// Makes the error of an event that cannot come here.
#[cold]
#[inline(never)]
pub fn out_of_order(next: Next, found: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, next.name()).with_found(found)
}

/// Makes the error of a document that is not complete.
#[cold]
#[inline(never)]
pub fn unfinished(next: Next) -> Error {
    out_of_order(next, "the end of the document")
}
