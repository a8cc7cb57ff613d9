//! What the errors of this format say. All of it is cold: kept out of the loops that call it.

use alloc::format;

use varvel_core::{Error, ErrorKind, Kind};
use varvel_raw::number::{NumError, NumErrorKind};

use crate::write::Next;

/// Something else than `expected` stands at `at`.
#[cold]
#[inline(never)]
pub fn unexpected(input: &[u8], at: usize, expected: &'static str) -> Error {
    let Some(&byte) = input.get(at) else {
        return Error::expected(ErrorKind::UnexpectedEnd, expected).at(input.len());
    };
    let error = Error::expected(ErrorKind::Syntax, expected).at(at);
    let error = match byte {
        0x20..0x7F => error.with_content(format_args!("`{}`", char::from(byte))),
        _ => error.with_content(format_args!("byte 0x{byte:02X}")),
    };
    match byte {
        b'\'' => error.with_hint("JSON strings and keys take double quotes"),
        b'/' | b'#' => error.with_hint("JSON has no comments"),
        b'}' | b']' if input[..at].trim_ascii_end().last() == Some(&b',') => {
            error.with_hint("JSON allows no comma after the last element")
        }
        b'N' | b'I' => error.with_hint("JSON has no NaN and no infinities"),
        b'T' | b'F' => error.with_hint("JSON writes true and false in lower case"),
        b'+' | b'.' => error.with_hint("a JSON number begins with a digit or a minus sign"),
        0xEF if input[at..].starts_with(b"\xEF\xBB\xBF") => {
            error.with_hint("remove the byte order mark")
        }
        0xFE | 0xFF if at == 0 => error.with_hint("this looks like UTF-16; JSON is UTF-8"),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' if expected.contains("key") => {
            error.with_hint("keys take double quotes in JSON")
        }
        _ => error,
    }
}

/// A number that is none, or that overflows; `at` is where it begins.
#[cold]
#[inline(never)]
pub fn number(input: &[u8], at: usize, error: NumError) -> Error {
    let place = at + error.offset;
    match error.kind {
        NumErrorKind::Overflow => Error::expected(
            ErrorKind::NumberOutOfRange,
            "a number that a 64-bit float can hold",
        )
        .with_hint("write it as a string, or as an integer without fraction and exponent")
        .at(at),
        NumErrorKind::LeadingZero => {
            Error::expected(ErrorKind::InvalidNumber, "no digit after a leading zero")
                .with_hint("remove the leading zeros")
                .at(place)
        }
        _ if place >= input.len() => {
            Error::expected(ErrorKind::UnexpectedEnd, "a digit").at(input.len())
        }
        NumErrorKind::ExpectedDigit => digit_after(place, "a digit"),
        NumErrorKind::ExpectedFractionDigit => digit_after(place, "a digit after the point"),
        NumErrorKind::ExpectedExponentDigit => digit_after(place, "a digit in the exponent"),
    }
}

fn digit_after(at: usize, expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidNumber, expected).at(at)
}

/// A string that stops at `at` before its closing quote.
#[cold]
#[inline(never)]
pub fn broken_string(input: &[u8], at: usize) -> Error {
    match input.get(at) {
        None => Error::expected(ErrorKind::UnexpectedEnd, "the closing quote of a string")
            .at(input.len()),
        Some(byte) => Error::expected(ErrorKind::ControlCharacter, "a character from U+0020 up")
            .with_found(format!("byte 0x{byte:02X}"))
            .with_hint(match byte {
                b'\n' | b'\r' => "a string cannot span lines; close it or write \\n".into(),
                _ => format!("write it as \\u{byte:04x}"),
            })
            .at(at),
    }
}

/// The bytes from `start` to `end` are not all UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(input: &[u8], start: usize, end: usize) -> Error {
    let valid = match core::str::from_utf8(&input[start..end]) {
        Ok(_) => 0,
        Err(error) => error.valid_up_to(),
    };
    Error::expected(ErrorKind::InvalidUtf8, "UTF-8")
        .with_found(match input.get(start + valid) {
            Some(byte) => format!("byte 0x{byte:02X}"),
            None => "a cut-off character".into(),
        })
        .at(start + valid)
}

/// An escape at `at` (its backslash) that JSON does not have.
#[cold]
#[inline(never)]
pub fn bad_escape(input: &[u8], at: usize) -> Error {
    if at + 1 >= input.len() {
        return broken_string(input, input.len());
    }
    Error::expected(
        ErrorKind::InvalidEscape,
        "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
    )
    .at(at)
}

/// Half of a surrogate pair at `at` (the backslash of its escape).
#[cold]
#[inline(never)]
pub fn lone_surrogate(at: usize) -> Error {
    Error::expected(ErrorKind::LoneSurrogate, "both halves of a surrogate pair")
        .with_hint("a half stands for no character, and no UTF-8 string can hold it")
        .at(at)
}

/// One container too many.
#[cold]
#[inline(never)]
pub fn too_deep(at: usize, limit: usize) -> Error {
    Error::expected(
        ErrorKind::DepthLimit,
        format!("at most {limit} containers inside each other"),
    )
    .with_hint("raise Limits::depth if the input is trusted")
    .at(at)
}

/// One node too many.
#[cold]
#[inline(never)]
pub fn too_many_nodes(at: usize, limit: usize) -> Error {
    Error::expected(ErrorKind::NodeLimit, format!("at most {limit} nodes"))
        .with_hint("raise Limits::nodes if the input is trusted")
        .at(at)
}

/// A document longer than the limit.
#[cold]
#[inline(never)]
pub fn too_long(len: usize, limit: usize) -> Error {
    Error::expected(ErrorKind::SizeLimit, format!("at most {limit} bytes"))
        .with_found(format!("{len}"))
        .with_hint("raise Limits::bytes if the input is trusted")
        .at(limit)
}

/// Bytes after the document.
#[cold]
#[inline(never)]
pub fn trailing(input: &[u8], at: usize) -> Error {
    let error = unexpected(input, at, "nothing after the document");
    let trailing = Error::expected(ErrorKind::TrailingData, "the end of input").at(at);
    match error.found() {
        Some(found) => trailing.with_content(found),
        None => trailing,
    }
}

/// A value of another kind than the caller asked for.
#[cold]
#[inline(never)]
pub fn wrong_kind(at: usize, expected: &'static str, found: Kind) -> Error {
    Error::expected(ErrorKind::TypeMismatch, expected)
        .with_found(found.name())
        .at(at)
}

/// A value of a kind that JSON does not have.
#[cold]
#[inline(never)]
pub fn unrepresentable(kind: Kind) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a kind of value that JSON has")
        .with_found(kind.name())
        .with_hint(match kind {
            Kind::Bytes => "encode them as a string first, in base64 for example",
            Kind::Timestamp => "write it as a string, or as a number of seconds",
            _ => "write what it stands for as a string, an array or an object",
        })
}

/// A key that is not a string.
#[cold]
#[inline(never)]
pub fn key_not_string(kind: Kind) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a string as key")
        .with_found(kind.name())
        .with_hint("JSON has no other keys; write the map as an array of pairs")
}

/// NaN or an infinity.
#[cold]
#[inline(never)]
pub fn non_finite(value: f64) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a finite number")
        .with_found(match value {
            v if v.is_nan() => "NaN",
            v if v > 0.0 => "infinity",
            _ => "-infinity",
        })
        .with_hint("to write null for it, set WriteOptions::non_finite")
}

/// A number that came as text and is none.
#[cold]
#[inline(never)]
pub fn not_a_number(expected: &'static str, text: &str) -> Error {
    Error::expected(ErrorKind::InvalidNumber, expected).with_content(format_args!("{text:?}"))
}

/// An event that cannot come here.
#[cold]
#[inline(never)]
pub fn out_of_order(next: Next, found: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, next.name()).with_found(found)
}

/// A document of which something is missing.
#[cold]
#[inline(never)]
pub fn unfinished(next: Next) -> Error {
    out_of_order(next, "the end of the document")
}

/// What the operating system says.
#[cfg(feature = "std")]
#[cold]
#[inline(never)]
pub fn io(cause: &std::io::Error) -> Error {
    Error::new(ErrorKind::Io).with_found(format!("{cause}"))
}

/// Output that is not UTF-8; the writer never makes any.
#[cold]
#[inline(never)]
pub fn not_text() -> Error {
    Error::new(ErrorKind::InvalidUtf8)
}
