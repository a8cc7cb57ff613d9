//! Errors
//!
//! A function that can fail returns a `vv_code`: VV_OK (zero), or the number of an error. Its last
//! parameter, `error`, may be NULL. Otherwise a function that fails stores a new `vv_error` there,
//! which the caller frees by vv_error_free(). A function that succeeds leaves it alone, so it
//! should be NULL before.
//!
//! The text functions below give strings that end with a NUL, live as long as the error, and are
//! empty where nothing is known. An error may be read by several threads at once.

use core::ffi::c_char;
use core::ptr::null;

use crate::codes::{NAMES, VV_OK, vv_code};
use crate::failure::{OUT_OF_MEMORY, VV_NO_OFFSET, VV_NO_RECORD, vv_error};
use crate::guard::{ask, free};

/// Returns the name of the number of an error, such as "DuplicateKey", or "Unknown". It is never
/// NULL and lives forever.
#[unsafe(no_mangle)]
pub extern "C" fn vv_code_name(code: vv_code) -> *const c_char {
    let found = NAMES.iter().find(|(number, _)| *number == code);
    found.map_or(c"Unknown", |(_, name)| name).as_ptr()
}

/// Returns the number of the error; VV_OK for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_code(error: *const vv_error) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { ask(error, VV_OK, |error| error.code) }
}

/// Returns where the error is, in bytes from the beginning of the input; of an error about a node
/// of a frozen document, from that of its frozen bytes. VV_NO_OFFSET if it has no such place.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_offset(error: *const vv_error) -> usize {
    // SAFETY: the contract of the header.
    unsafe {
        ask(error, VV_NO_OFFSET, |error| {
            error.offset.unwrap_or(VV_NO_OFFSET)
        })
    }
}

/// Returns the line of the error in its text, from 1; 0 if the input was no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_line(error: *const vv_error) -> usize {
    // SAFETY: the contract of the header.
    unsafe { ask(error, 0, |error| error.place.0) }
}

/// Returns the column of the error in its line, from 1, in characters; 0 if the input was no text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_column(error: *const vv_error) -> usize {
    // SAFETY: the contract of the header.
    unsafe { ask(error, 0, |error| error.place.1) }
}

/// Returns the number of the record that is bad, of a function for records: its line from 1, if
/// records are lines; else its number from 0. VV_NO_RECORD if the error is about none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_record(error: *const vv_error) -> u64 {
    // SAFETY: the contract of the header.
    unsafe {
        ask(error, VV_NO_RECORD, |error| {
            error.record.unwrap_or(VV_NO_RECORD)
        })
    }
}

/// Returns one line that says what went wrong and where; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_message(error: *const vv_error) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { ask(error, null(), |error| error.message.as_ptr()) }
}

/// Returns the path of the node that the error is about, such as `$.users[3].name`; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_path(error: *const vv_error) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { ask(error, null(), |error| error.path.as_ptr()) }
}

/// Returns what may help, such as "did you mean `retries`?"; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_hint(error: *const vv_error) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { ask(error, null(), |error| error.hint.as_ptr()) }
}

/// Returns the message again with the line of the input that is meant and a mark below it, or for
/// a binary input with the bytes around the place: several lines for a terminal. Empty if the call
/// had no input; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_excerpt(error: *const vv_error) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { ask(error, null(), |error| error.excerpt.as_ptr()) }
}

/// Returns whether this is the error that always lives. It must not be changed.
pub(crate) fn is_static(error: *const vv_error) -> bool {
    core::ptr::eq(error, &raw const OUT_OF_MEMORY)
}

/// Frees an error. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_free(error: *mut vv_error) {
    if !is_static(error) {
        // SAFETY: the contract of the header; all other errors are made by `Box::into_raw`.
        unsafe { free(error) };
    }
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;
    use crate::codes::VV_E_REFUSED;
    use crate::failure::code_of;
    use varvel::ErrorKind;

    #[test]
    fn numbers_and_names_are_those_of_the_library() {
        let kinds = [
            ErrorKind::Syntax,
            ErrorKind::DuplicateKey,
            ErrorKind::TypeMismatch,
            ErrorKind::NotFound,
            ErrorKind::Refused,
            ErrorKind::InvalidBuffer,
        ];
        for kind in kinds {
            let (code, name) = NAMES[usize::from(kind.number())];
            assert_eq!(code, code_of(kind));
            assert_eq!(name.to_str().unwrap(), format!("{kind:?}"));
        }
        let sorted = NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0);
        assert!(sorted, "numbers stand in order, and none twice");
    }

    #[test]
    fn an_error_shows_its_line() {
        let input = b"{\n  \"a\": tru\n}";
        let error = varvel::json::freeze(input).unwrap_err().or_line(input);
        let shown = vv_error::new(&error, Some(input)).unwrap();
        // SAFETY: an error that lives.
        unsafe {
            assert_eq!((vv_error_line(&shown), vv_error_column(&shown)), (2, 8));
            let excerpt = CStr::from_ptr(vv_error_excerpt(&shown));
            assert!(excerpt.to_str().unwrap().contains("\"a\": tru"));
        }
    }

    #[test]
    fn a_nul_in_a_message_is_shown() {
        let error = vv_error::of_call(VV_E_REFUSED, "a\0b").unwrap();
        assert_eq!(error.message.to_str(), Ok("a\u{FFFD}b"));
    }
}
