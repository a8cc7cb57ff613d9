//! [`guarded`]: calls of other crates on bytes that no one vouches for, and of those that panic
//! without memory.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use varvel::{Error, ErrorKind, Result};

use crate::depth::FIELDS;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether this thread is in a call whose panic becomes an error.
///
/// A damaged file may make the crates that read it panic. The panic is caught; only the panic hook
/// hears of it. A program that does not want its message asks this in a hook of its own:
///
/// ```
/// let hook = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |info| {
///     if !varvel_arrow::is_guarded() {
///         hook(info);
///     }
/// }));
/// ```
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Calls `call`. A panic in it is an error: the file is damaged.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    guarded_or(call, |_| damaged("a file that is whole"))
}

/// Calls `call`. A panic in it is the error that `error` makes of its message.
pub(crate) fn guarded_or<T>(
    call: impl FnOnce() -> Result<T>,
    error: impl FnOnce(&str) -> Error,
) -> Result<T> {
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(error(text.unwrap_or("a panic")))
    })
}

/// Makes the error for a file that is damaged.
#[cold]
pub(crate) fn damaged(expected: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::expected(ErrorKind::Syntax, expected).with_hint("the file is damaged")
}

/// Adds to the hint of an error the part of the file in which it happened.
#[cold]
pub(super) fn inside(error: Error, part: std::fmt::Arguments<'_>) -> Error {
    let hint = match error.hint() {
        Some(hint) => format!("{hint}: {part}"),
        None => format!("in {part}"),
    };
    error.with_hint(hint)
}

/// Makes the error of another crate.
#[cold]
pub(super) fn failed(error: impl std::fmt::Display) -> Error {
    let text = error.to_string();
    // The words of crate `flatbuffers`, shown and debugged. The schema is a buffer of it.
    if text.contains("depth limit") || text.contains("DepthLimit") {
        let expected =
            format!("a file whose columns have at most {FIELDS} types inside of each other");
        return Error::expected(ErrorKind::DepthLimit, expected);
    }
    // Some have a line for each place on the way.
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    damaged("a file that is whole").with_content(lines.join(" ").trim())
}
