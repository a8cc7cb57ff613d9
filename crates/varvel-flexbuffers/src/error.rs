//! The errors of FlexBuffers. All of these functions are cold.

use varvel_core::{Error, ErrorKind};

/// Makes the error for bytes at `at` that are not what a buffer has there.
#[cold]
#[inline(never)]
pub fn invalid(at: usize, expected: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, expected)
        .with_hint("the input may not be a FlexBuffer, or be damaged")
        .with_offset(at)
}

/// Makes the error for too few bytes for any buffer.
#[cold]
#[inline(never)]
pub fn too_short(len: usize) -> Error {
    Error::expected(
        ErrorKind::UnexpectedEnd,
        "a value, its type and its width: at least 3 bytes",
    )
    .with_offset(len)
}

/// Makes the error for a text at `at` that is not UTF-8.
#[cold]
#[inline(never)]
pub fn not_utf8(at: usize, error: core::str::Utf8Error) -> Error {
    Error::expected(ErrorKind::InvalidUtf8, "text in UTF-8").with_offset(at + error.valid_up_to())
}

/// Makes the error for a node that FlexBuffers do not have.
#[cold]
#[inline(never)]
pub fn refused(what: &'static str, hint: &'static str) -> Error {
    Error::expected(ErrorKind::Unrepresentable, "what a FlexBuffer can hold")
        .with_found(what)
        .with_hint(hint)
}

/// Makes the error for an event where another must come.
#[cold]
#[inline(never)]
pub fn out_of_order(expected: &'static str, found: &'static str) -> Error {
    Error::expected(ErrorKind::InvalidEvents, expected).with_found(found)
}
