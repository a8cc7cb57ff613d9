//! The errors of MessagePack. All functions here are cold: they are kept out of the loops that call
//! them.

use alloc::format;

use varvel_core::{Error, ErrorKind};

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

/// Makes the error of a node that MessagePack does not have.
#[cold]
pub fn refused(what: &'static str, hint: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "what MessagePack can hold")
        .with_found(what)
        .with_hint(hint)
}

/// Makes the error of a length that does not fit four bytes.
#[cold]
pub fn too_long(what: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "a length of at most 4294967295").with_found(what)
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

/// Makes the error of the byte 0xC1 at `at`.
#[cold]
#[inline(never)]
pub fn never_used(at: usize) -> Error {
    Error::expected(ErrorKind::Syntax, "a value")
        .with_found("the byte 0xC1, which MessagePack never uses")
        .with_hint("the input may not be MessagePack, or be cut in the middle")
        .at_byte(at)
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
    .with_hint("old writers put bytes into strings: they are to use the family bin")
}

/// Makes the error of an extension of type -1 at `at` that is not a timestamp.
#[cold]
#[inline(never)]
pub fn bad_timestamp(at: usize) -> Error {
    Error::expected(
        ErrorKind::Syntax,
        "a timestamp: 4, 8 or 12 bytes, with less than 1,000,000,000 nanoseconds",
    )
    .at_byte(at)
}

/// Makes the error of bytes behind the document.
#[cold]
#[inline(never)]
pub fn trailing(at: usize) -> Error {
    Error::expected(ErrorKind::TrailingData, "the end of the input")
        .with_hint("values one after the other are a stream")
        .at_byte(at)
}
