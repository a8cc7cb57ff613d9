//! Errors of bytes that are no VARIANT.

use varvel::{Error, ErrorKind};

/// Makes the error for bytes at `at` that VARIANT does not have there.
#[cold]
pub(super) fn invalid(at: usize, expected: &'static str) -> Error {
    Error::expected(ErrorKind::Syntax, expected)
        .with_hint("the bytes may not be VARIANT, or be damaged")
        .with_offset(at)
}

/// Makes the error for an offset, which is at `at`, of a value outside of its container.
#[cold]
pub(super) fn outside(at: usize) -> Error {
    invalid(at, "the place of a value inside of its container")
}

/// Makes the error for an offset, which is at `at`, of a value that overlaps another one.
#[cold]
pub(super) fn overlapping(at: usize) -> Error {
    invalid(at, "values that do not overlap")
}

/// Makes the error for a value at `at` that has more bytes than are left for it.
#[cold]
pub(super) fn cut(at: usize) -> Error {
    Error::expected(
        ErrorKind::UnexpectedEnd,
        "a value inside of the bytes that hold it",
    )
    .with_offset(at)
}
