//! What the errors of this format say. All of it is cold: kept out of the loops that call it.

use alloc::format;
use core::fmt;

use varvel_core::{Error, ErrorKind, Kind};
use varvel_raw::number::{NumError, NumErrorKind};

use crate::write::Next;

/// Something else than `expected` stands at `at`.
#[cold]
#[inline(never)]
pub fn unexpected(input: &[u8], at: usize, expected: &'static str) -> Error {
    if at >= input.len() {
        return Error::expected(ErrorKind::UnexpectedEnd, expected).at(input.len());
    }
    let error = Error::expected(ErrorKind::Syntax, expected)
        .with_content(Found(input, at))
        .at(at);
    match hint(input, at, expected) {
        Some(hint) => error.with_hint(hint),
        None => error,
    }
}

/// What stands at a place, as messages show it: a whole word, a character, or a byte.
struct Found<'a>(&'a [u8], usize);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(input, at) = *self;
        let word = word(input, at);
        if !word.is_empty() {
            return write!(f, "`{word}`");
        }
        // No character has more than four bytes.
        let rest = input.get(at..).unwrap_or(&[]);
        let here = &rest[..rest.len().min(4)];
        let valid = match core::str::from_utf8(here) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&here[..error.valid_up_to()]).unwrap_or(""),
        };
        match (valid.chars().next(), here.first()) {
            (Some(c), _) if !c.is_control() && c != '\u{FEFF}' => write!(f, "`{c}`"),
            (_, Some(byte)) => write!(f, "byte 0x{byte:02X}"),
            (_, None) => f.write_str("nothing"),
        }
    }
}

/// The word of letters and digits that begins with a letter at `at`; nothing when it is long.
fn word(input: &[u8], at: usize) -> &str {
    let rest = input.get(at..).unwrap_or(&[]);
    let len = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    if len > 16 || !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return "";
    }
    core::str::from_utf8(&rest[..len]).unwrap_or("")
}

/// What a person most likely wanted who wrote what stands at `at`.
fn hint(input: &[u8], at: usize, expected: &str) -> Option<&'static str> {
    const UTF16: &str = "this looks like UTF-16; JSON is UTF-8";
    let (before, rest) = input.split_at_checked(at)?;
    let key = expected.starts_with("a key");
    Some(match rest.first()? {
        b'\'' => "JSON strings and keys take double quotes",
        b'/' | b'#' => "JSON has no comments",
        b'}' | b']' if before.trim_ascii_end().last() == Some(&b',') => {
            "JSON allows no comma after the last element"
        }
        b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' if key => "keys take double quotes in JSON",
        b'x' | b'X' if before.ends_with(b"0") => "JSON numbers are decimal",
        b'_' if before.last().is_some_and(u8::is_ascii_digit) => {
            "JSON numbers have no separators between digits"
        }
        b'+' | b'.' => "a JSON number begins with a digit or a minus sign",
        b'<' if before.trim_ascii().is_empty() => "this looks like HTML or XML",
        0xEF if rest.starts_with(b"\xEF\xBB\xBF") => "remove the byte order mark",
        0xE2 if matches!(rest, [_, 0x80, 0x98..=0x9F, ..]) => {
            "JSON takes plain double quotes, no curly ones"
        }
        0xFE | 0xFF if at == 0 => UTF16,
        0 if at < 4 => UTF16,
        b'a'..=b'z' | b'A'..=b'Z' if expected == "a value" => word_hint(word(input, at)),
        _ => return None,
    })
}

/// What a person most likely wanted who wrote this word as a value.
fn word_hint(word: &str) -> &'static str {
    let is = |names: &[&str]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
    if is(&["nan", "inf", "infinity"]) {
        "JSON has no NaN and no infinities"
    } else if is(&["true", "false", "null"]) {
        "JSON writes true, false and null in lower case"
    } else if is(&["none", "nil", "undefined"]) {
        "JSON writes null"
    } else {
        "a string takes double quotes; the only words are true, false and null"
    }
}

/// A number that is none, or that overflows; `at` is where it begins.
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
            .with_hint("write it as a string, or as an integer without fraction and exponent")
            .at(at);
        }
        NumErrorKind::LeadingZero => {
            return Error::expected(ErrorKind::InvalidNumber, "no digit after a leading zero")
                .with_hint("remove the leading zeros")
                .at(place);
        }
        // What may begin a number by the reader's quick look: `.` and `/` too.
        NumErrorKind::ExpectedDigit if error.offset == 0 => {
            return unexpected(input, at, "a value");
        }
        NumErrorKind::ExpectedDigit => "a digit",
        NumErrorKind::ExpectedFractionDigit => "a digit after the point",
        NumErrorKind::ExpectedExponentDigit => "a digit in the exponent",
    };
    if place >= input.len() {
        return Error::expected(ErrorKind::UnexpectedEnd, expected).at(input.len());
    }
    let error = Error::expected(ErrorKind::InvalidNumber, expected)
        .with_content(Found(input, place))
        .at(place);
    match word(input, place).to_ascii_lowercase().as_str() {
        "inf" | "infinity" | "nan" => error.with_hint("JSON has no NaN and no infinities"),
        _ => error,
    }
}

/// A string that stops at `at` before its closing quote.
#[cold]
#[inline(never)]
pub fn broken_string(input: &[u8], at: usize) -> Error {
    match input.get(at) {
        None => Error::expected(ErrorKind::UnexpectedEnd, "the closing quote of a string")
            .at(input.len()),
        Some(byte) => Error::expected(ErrorKind::ControlCharacter, "a character from U+0020 up")
            .with_content(format_args!("byte 0x{byte:02X}"))
            .with_hint(match byte {
                b'\n' | b'\r' => "a string cannot span lines; close it or write \\n".into(),
                b'\t' => "write it as \\t".into(),
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
    let error = Error::expected(ErrorKind::InvalidUtf8, "text in UTF-8").at(start + valid);
    match input.get(start + valid) {
        Some(byte) => error.with_content(format_args!("byte 0x{byte:02X}")),
        None => error.with_found("a cut-off character"),
    }
    .with_hint("the text may be in another encoding, such as Windows-1252")
}

/// An escape at `at` (its backslash) that JSON does not have.
#[cold]
#[inline(never)]
pub fn bad_escape(input: &[u8], at: usize) -> Error {
    let Some(&letter) = input.get(at + 1) else {
        return broken_string(input, input.len());
    };
    if letter != b'u' {
        let expected = "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX";
        let error = Error::expected(ErrorKind::InvalidEscape, expected).at(at);
        let error = match letter {
            0x21..0x7F => error.with_content(format_args!("`\\{}`", char::from(letter))),
            _ => error.with_content(Found(input, at + 1)),
        };
        return match letter {
            b'x' => error.with_hint("write \\x41 as \\u0041"),
            b'\'' => error.with_hint("a single quote needs no escape"),
            _ => error,
        };
    }
    let digits = input[at + 2..].iter().take(4);
    let place = at + 2 + digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
    if place >= input.len() {
        return broken_string(input, input.len());
    }
    Error::expected(
        ErrorKind::InvalidEscape,
        "four hexadecimal digits after \\u",
    )
    .with_content(Found(input, place))
    .at(place)
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
    let error = Error::expected(ErrorKind::TrailingData, "the end of input")
        .with_content(Found(input, at))
        .at(at);
    match input.get(at) {
        Some(b'/' | b'#') => error.with_hint("JSON has no comments"),
        Some(b'{' | b'[' | b'"') => {
            error.with_hint("a JSON document is one value; wrap several in an array")
        }
        _ => error,
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
