//! The errors of CBOR. All functions here are cold: they are kept out of the loops that call them.

use alloc::format;

use varvel_core::{Error, ErrorKind};

use crate::codes;

/// Makes the error of events that end before the document does.
#[cold]
pub fn unfinished(expected: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found("the end of the events")
}

/// Makes the error of an event where another must come.
#[cold]
pub fn out_of_order(expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found(found)
}

/// Makes the error of a node that CBOR does not have, or that would be read again as another value.
#[cold]
pub fn refused(what: &'static str, hint: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "what CBOR can hold")
        .with_found(what)
        .with_hint(hint)
}

/// Makes the error of input that ends at `end`, before `what` does.
#[cold]
#[inline(never)]
pub fn cut_off(end: usize, what: &'static str) -> Error {
    Error::expected(ErrorKind::UnexpectedEnd, what).at_byte(end)
}

/// Makes the error of a container at `at` whose head announces more nodes than can follow: only
/// `left` bytes are left for them.
#[cold]
#[inline(never)]
pub fn too_few_bytes(at: usize, count: usize, left: usize) -> Error {
    Error::expected(
        ErrorKind::UnexpectedEnd,
        format!("{count} items or members"),
    )
    .with_found(format!("{left} bytes"))
    .at_byte(at)
}

/// Makes the error of a head at `at` that is reserved, or has no meaning.
#[cold]
#[inline(never)]
pub fn reserved(at: usize, first: u8) -> Error {
    let error = Error::expected(ErrorKind::Syntax, "a data item").at_byte(at);
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

/// Makes the error of a simple value below 32 in two bytes at `at`.
#[cold]
#[inline(never)]
pub fn short_simple(at: usize) -> Error {
    Error::expected(
        ErrorKind::Syntax,
        "a simple value from 32 on in the second byte",
    )
    .at_byte(at)
}

/// Makes the error of a break at `at`, where none may come.
#[cold]
#[inline(never)]
pub fn misplaced_break(at: usize) -> Error {
    Error::expected(ErrorKind::Syntax, "a data item")
        .with_found("a break (0xFF)")
        .with_hint("it ends what is of indefinite length, and not between a key and its value")
        .at_byte(at)
}

/// Makes the error of a chunk at `at` of a string of indefinite length: it is not a string of that
/// kind and of definite length.
#[cold]
#[inline(never)]
pub fn bad_chunk(at: usize, major: u8) -> Error {
    let expected = match major {
        codes::TEXT => "a text string of definite length, or a break (0xFF)",
        _ => "a byte string of definite length, or a break (0xFF)",
    };
    Error::expected(ErrorKind::Syntax, expected).at_byte(at)
}

/// Makes the error of a tag at `at` before a node that its definition does not allow.
#[cold]
#[inline(never)]
pub fn wrong_content(at: usize, expected: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, expected).at_byte(at)
}

/// Makes the error of a string that is not UTF-8. Its `bytes` begin at `at`.
#[cold]
#[inline(never)]
pub fn not_utf8(bytes: &[u8], at: usize) -> Error {
    let valid = match core::str::from_utf8(bytes) {
        Ok(_) => 0,
        Err(error) => error.valid_up_to(),
    };
    let error = Error::expected(ErrorKind::InvalidUtf8, "text in UTF-8").at_byte(at + valid);
    match bytes.get(valid) {
        Some(byte) => error.with_content(format_args!("byte 0x{byte:02X}")),
        None => error,
    }
    .with_hint("bytes are to be a byte string, and a character must not be split between chunks")
}

/// Makes the error of bytes behind the document.
#[cold]
#[inline(never)]
pub fn trailing(at: usize) -> Error {
    Error::expected(ErrorKind::TrailingData, "the end of the input")
        .with_hint("data items one after the other are a sequence")
        .at_byte(at)
}
