//! Texts that keep their comments
//!
//! A `vv_text` is a text of JSON, JSON5 or YAML that people write and programs edit: an edit
//! changes what it names and leaves comments, spacing, quotes and order as they are.

use core::ffi::c_char;

use varvel::edit::{Document, Syntax};
use varvel::{Error, Limits};

use crate::any::{value as given, vv_any};
use crate::buffer::{append, fill, vv_buffer};
use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{
    Fallible, Room, ask, borrow, bytes, change, copied, free, guard, invalid, make, of_input, own,
    put,
};
use crate::node::vv_node;
use crate::options::{chosen, vv_options, vv_str};

/// JSON as RFC 8259 has it: the number of VV_JSON.
pub const VV_SYNTAX_JSON: u32 = 2;
/// JSON5: the number of VV_JSON5.
pub const VV_SYNTAX_JSON5: u32 = 3;
/// YAML 1.2: the number of VV_YAML.
pub const VV_SYNTAX_YAML: u32 = 4;
/// JSON with comments, and with commas behind the last item.
pub const VV_SYNTAX_JSONC: u32 = 102;
/// YAML 1.2, and two forms that it does not have: see VV_TOLERANT.
pub const VV_SYNTAX_TOLERANT_YAML: u32 = 104;

/// A text that is edited. One thread at a time may use it. Freed by vv_text_free().
pub struct vv_text(Document);

fn syntax(number: u32) -> Fallible<Syntax> {
    Ok(match number {
        VV_SYNTAX_JSON => Syntax::Json,
        VV_SYNTAX_JSONC => Syntax::Jsonc,
        VV_SYNTAX_JSON5 => Syntax::Json5,
        VV_SYNTAX_YAML => Syntax::Yaml,
        VV_SYNTAX_TOLERANT_YAML => Syntax::TolerantYaml,
        _ => return invalid("no syntax has this number"),
    })
}

/// Reads the text of `len` bytes at `data`, and copies it, into `*out`. The syntax is one of
/// VV_SYNTAX_JSON and so on, or the number of such a format. Only the limits of the options are
/// used. Keys that come twice are refused.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_new(
    syntax_number: u32,
    data: *const c_char,
    len: usize,
    options: *const vv_options,
    out: *mut *mut vv_text,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let input = bytes(data.cast(), len)?;
            let text = match core::str::from_utf8(input) {
                Ok(text) => text,
                Err(_) => {
                    let error = Error::not_utf8(input, 0, len).or_line(input);
                    return of_input(Err(error), input);
                }
            };
            let limits: Limits = chosen(options)?.read.limits;
            let document = Document::with_limits(copied(text)?, syntax(syntax_number)?, limits);
            Ok(vv_text(of_input(document, text.as_bytes())?))
        })
    }
}

/// Lets edits change what aliases of YAML refer to: the node that has the anchor, and with it the
/// value in all places. Paths then lead through aliases. Without this such an edit is
/// VV_E_REFUSED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_through_aliases(
    of: *mut vv_text,
    through: bool,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        change(
            of,
            error,
            || Ok(through),
            |text, through| {
                text.0.through_aliases(through);
                Ok(())
            },
        )
    }
}

/// Puts a value at a path or a JSON Pointer, in place of what was there, and makes what is missing
/// on the way, as vv_value_set() does. VV_E_REFUSED where the edit would change something else:
/// below an alias of YAML, say. The text is as before then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_set(
    of: *mut vv_text,
    path: *const c_char,
    path_len: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || Ok((own(path, path_len)?, given(&new)?));
        change(of, error, given, |text, (path, new)| {
            Ok(text.0.set(&path, new)?)
        })
    }
}

/// Puts a value beside others: before the item that the path leads to, behind the last one, or as a
/// member that the object does not have yet (else VV_E_DUPLICATE_KEY).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_insert(
    of: *mut vv_text,
    path: *const c_char,
    path_len: usize,
    new: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || Ok((own(path, path_len)?, given(&new)?));
        change(of, error, given, |text, (path, new)| {
            Ok(text.0.insert(&path, new)?)
        })
    }
}

/// Gives the member at a path another key. It stays where it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_rename(
    of: *mut vv_text,
    path: *const c_char,
    path_len: usize,
    key: *const c_char,
    key_len: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || Ok((own(path, path_len)?, own(key, key_len)?));
        change(of, error, given, |text, (path, key)| {
            Ok(text.0.rename(&path, &key)?)
        })
    }
}

/// Takes the node at a path away, with its key and the comment on its line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_remove(
    of: *mut vv_text,
    path: *const c_char,
    path_len: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        let given = || own(path, path_len);
        change(of, error, given, |text, path| {
            text.0.remove(&path)?;
            Ok(())
        })
    }
}

/// Returns the text. It lives until the next edit. `data` is NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_get(of: *const vv_text) -> vv_str {
    // SAFETY: the contract of the header.
    unsafe { ask(of, vv_str::NONE, |text| text.0.text().into()) }
}

/// Returns what the text means, as a node that lives until the next edit. Missing for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_node(of: *const vv_text) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        ask(of, vv_node::MISSING, |text| {
            vv_node::of_value(text.0.value(), false)
        })
    }
}

/// Where something stands in a text, in bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_span {
    /// The first byte.
    pub start: usize,
    /// One behind the last byte.
    pub end: usize,
}

/// Stores where the comments of the text stand, in order, in `room` spans at `to`, and how many
/// there are in `*count`: if that is more than `room`, the rest was left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_comments(
    of: *const vv_text,
    to: *mut vv_span,
    room: usize,
    count: *mut usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header: `room` spans can be written at `to`.
    unsafe {
        guard(error, || {
            let comments = borrow(of)?.0.comments()?;
            let into = Room::new(to, room)?;
            for (i, comment) in comments.iter().enumerate() {
                let (start, end) = (comment.start, comment.end);
                into.put(i, vv_span { start, end });
            }
            put(count, comments.len());
            Ok(())
        })
    }
}

/// Writes the YAML text with its lines indented anew into `*out`, in place of what was there. All
/// else stays. VV_E_REFUSED for a text that is no YAML.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_indent(
    of: *const vv_text,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let text = borrow(of)?;
            fill(out, |into| Ok(append(into, text.0.laid_out()?.as_bytes())?))
        })
    }
}

/// Frees a text. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_text_free(of: *mut vv_text) {
    // SAFETY: the contract of the header.
    unsafe { free(of) };
}
