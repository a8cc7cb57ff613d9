//! The errors of this format, in words. All of it is cold: kept out of the loops that call it.

use alloc::format;

use varvel_core::{Error, ErrorKind};

use crate::codes;

/// The events end before the document does.
#[cold]
pub fn unfinished(expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found("the end of the events")
}

/// An event where another must come.
#[cold]
pub fn out_of_order(expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found(found)
}

/// A node that CBOR does not have, or that would not be read again as what it is.
#[cold]
pub fn refused(what: &'static str, hint: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "what CBOR can hold")
        .with_found(what)
        .with_hint(hint)
}

/// The input ends at `end` before `what` does.
#[cold]
#[inline(never)]
pub fn cut_off(end: usize, what: &'static str) -> Error {
    Error::expected(ErrorKind::UnexpectedEnd, what).with_offset(end)
}

/// A container at `at` that says it has more nodes than there are bytes for: `left`, which no
/// container around it needs.
#[cold]
#[inline(never)]
pub fn too_few_bytes(at: usize, count: usize, left: usize) -> Error {
    Error::expected(
        ErrorKind::UnexpectedEnd,
        format!("{count} items or members"),
    )
    .with_found(format!("{left} bytes"))
    .with_offset(at)
}

/// A head at `at` that the format keeps for later, or has no meaning for.
#[cold]
#[inline(never)]
pub fn reserved(at: usize, first: u8) -> Error {
    let error = Error::expected(ErrorKind::Syntax, "a data item").with_offset(at);
    match first & codes::INFO {
        codes::INDEFINITE => error
            .with_found(format!(
                "the byte 0x{first:02X}, a head without an argument"
            ))
            .with_hint("strings, arrays and maps alone may be of indefinite length"),
        _ => error
            .with_found(format!("the byte 0x{first:02X}, which is reserved"))
            .with_hint("the input may not be CBOR, or be cut in the middle"),
    }
}

/// A simple value below 32 in two bytes at `at`.
#[cold]
#[inline(never)]
pub fn short_simple(at: usize) -> Error {
    Error::expected(
        ErrorKind::Syntax,
        "a simple value from 32 on in the second byte",
    )
    .with_offset(at)
}

/// A break at `at` where none may come.
#[cold]
#[inline(never)]
pub fn misplaced_break(at: usize) -> Error {
    Error::expected(ErrorKind::Syntax, "a data item")
        .with_found("a break (0xFF)")
        .with_hint("it ends what is of indefinite length, and not between a key and its value")
        .with_offset(at)
}

/// A part of a string of indefinite length at `at` that is no string of that kind and of definite
/// length.
#[cold]
#[inline(never)]
pub fn bad_chunk(at: usize, major: u8) -> Error {
    let expected = match major {
        codes::TEXT => "a text string of definite length, or a break (0xFF)",
        _ => "a byte string of definite length, or a break (0xFF)",
    };
    Error::expected(ErrorKind::Syntax, expected).with_offset(at)
}

/// A tag at `at` before what its definition does not allow.
#[cold]
#[inline(never)]
pub fn wrong_content(at: usize, expected: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, expected).with_offset(at)
}

/// A string whose bytes are `bytes`, the first of them at `at`, is not UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(bytes: &[u8], at: usize) -> Error {
    let valid = match core::str::from_utf8(bytes) {
        Ok(_) => 0,
        Err(error) => error.valid_up_to(),
    };
    let error = Error::expected(ErrorKind::InvalidUtf8, "text in UTF-8").with_offset(at + valid);
    match bytes.get(valid) {
        Some(byte) => error.with_content(format_args!("byte 0x{byte:02X}")),
        None => error,
    }
    .with_hint("bytes are to be a byte string, and a character must not be split between chunks")
}

/// Something behind the document.
#[cold]
#[inline(never)]
pub fn trailing(at: usize) -> Error {
    Error::expected(ErrorKind::TrailingData, "the end of the input")
        .with_hint("data items one after the other are a sequence")
        .with_offset(at)
}
