//! Documents
//!
//! vv_freeze() reads a document of any format into a frozen document: one buffer, which nodes look
//! into. vv_write() writes a node in any format. Between two formats, vv_convert() needs neither.

use core::ffi::c_void;

use bytes::Bytes;
use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, Row, Visit, WriteOptions};
use varvel::{Buffer, Discard, Duplicates, Encode, Frozen, Sink};

use crate::buffer::{append, fill, vv_buffer};
use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{Fallible, ask, bytes, free, guard, make, of_input};
use crate::node::{node, vv_node, with};
use crate::options::{Chosen, Which, chosen, vv_bytes, vv_format, vv_options, which};

/// A frozen document. It does not change, so any number of threads may read it at once. Freed by
/// vv_frozen_free(); its nodes are not to be used after that.
pub struct vv_frozen(pub(crate) Frozen<Buffer>);

/// Frees memory that was given to the library: `context` and the memory as they were given. It may
/// be called by any thread, and must not throw.
pub type vv_free_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, data: *const c_void, len: usize)>;

/// Freezes a document that is in memory.
pub(crate) fn freeze(format: Which, input: &[u8], chosen: &Chosen) -> Fallible<Frozen> {
    of_input(
        match format {
            Which::Document(format) => format.freeze(input, chosen.duplicates, &chosen.read),
            Which::Frozen => copy(input, chosen),
        },
        input,
    )
}

/// Copies a frozen document, and validates the copy.
fn copy(input: &[u8], chosen: &Chosen) -> varvel::Result<Frozen> {
    chosen.read.limits.check_len(input.len())?;
    let mut own = Vec::new();
    append(&mut own, input)?;
    Frozen::from_bytes_with(own, &chosen.read.limits)
}

/// Reads the document of `len` bytes at `data` into a frozen document, `*out`. The bytes are not
/// used after that. With VV_FROZEN they are validated and copied.
///
/// Fails with what is wrong with the document and where, beyond a limit of the options, and with
/// VV_E_OUT_OF_MEMORY. `*out` is set on success only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_freeze(
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    out: *mut *mut vv_frozen,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let frozen = freeze(which(format)?, bytes(data, len)?, &chosen(options)?)?;
            Ok(vv_frozen(frozen.into()))
        })
    }
}

/// Freezes a node: the document that it is the root of, in the form that the flags VV_CANONICAL,
/// VV_SHARE_STRINGS and VV_CHECKSUM ask for. This is how a document that was edited is frozen
/// again. `*out` is set on success only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_freeze_node(
    of: vv_node,
    options: *const vv_options,
    out: *mut *mut vv_frozen,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let frozen = chosen(options)?.freeze().freeze(&node(&of)?)?;
            Ok(vv_frozen(frozen.into()))
        })
    }
}

/// Checks whether vv_freeze() would take the `len` bytes at `data`, and keeps nothing of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_validate(
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let (input, chosen) = (bytes(data, len)?, chosen(options)?);
            let checked = match which(format)? {
                Which::Frozen => Frozen::validate_with(input, &chosen.read.limits).map(|_| ()),
                Which::Document(format) if chosen.duplicates == Duplicates::Error => {
                    format.drive(input, &chosen.read, &mut UniqueKeys::try_new(Discard)?)
                }
                Which::Document(format) => format.drive(input, &chosen.read, &mut Discard),
            };
            of_input(checked, input)
        })
    }
}

/// Memory of the caller that a frozen document owns or borrows.
struct Adopted {
    data: *const c_void,
    len: usize,
    free: vv_free_fn,
    context: *mut c_void,
}

// SAFETY: the memory does not change, and the header says that any thread may call `free`.
unsafe impl Send for Adopted {}
// SAFETY: as above; a shared reference gives nothing but the bytes.
unsafe impl Sync for Adopted {}

impl AsRef<[u8]> for Adopted {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the contract of `vv_frozen_adopt`: the bytes can be read, and stay as they are
        // until `free` is called; that is when this is dropped.
        unsafe { bytes(self.data, self.len).unwrap_or_default() }
    }
}

impl Drop for Adopted {
    fn drop(&mut self) {
        if let Some(free) = self.free {
            // SAFETY: the caller gave the function for this memory, and this is its only call.
            unsafe { free(self.context, self.data, self.len) };
        }
    }
}

/// Makes a frozen document, `*out`, of the frozen bytes at `data` where they are: they are
/// validated once, in linear time, and not copied. They must not change as long as the document
/// lives; a mapped file is right only if nobody writes to it.
///
/// `free_fn` is called once with `context`, `data` and `len`: by vv_frozen_free(), or by whoever
/// drops the last value made of the document, or at once if this function fails. With NULL the
/// bytes are lent and must outlive the document.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_frozen_adopt(
    data: *const c_void,
    len: usize,
    free_fn: vv_free_fn,
    context: *mut c_void,
    options: *const vv_options,
    out: *mut *mut vv_frozen,
    error: *mut *mut vv_error,
) -> vv_code {
    let adopted = Adopted {
        data,
        len,
        free: free_fn,
        context,
    };
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, move || {
            bytes(adopted.data, adopted.len)?;
            let chosen = chosen(options)?;
            let owner = Buffer::from(Bytes::from_owner(adopted));
            let frozen = Frozen::from_bytes_with(owner, &chosen.read.limits)?;
            Ok(vv_frozen(frozen))
        })
    }
}

/// Returns the bytes of the document, to store or send; lent until it is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_frozen_bytes(frozen: *const vv_frozen) -> vv_bytes {
    let nothing = vv_bytes::from(&[][..]);
    // SAFETY: the contract of the header.
    unsafe { ask(frozen, nothing, |frozen| frozen.0.as_bytes().into()) }
}

/// Returns the bytes of the whole frozen document that a node is in: a reader of frozen bytes, such
/// as varvel_frozen.h, takes them. They live as long as the node, and need no further validation.
/// `data` is NULL for a missing node, and for one that is not frozen.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_node_bytes(of: vv_node) -> vv_bytes {
    // SAFETY: the contract of the header.
    unsafe {
        with(&of, vv_bytes::NONE, |node| {
            node.view()
                .map_or(vv_bytes::NONE, |view| view.buffer().into())
        })
    }
}

/// Returns the root of the document. The node of NULL is missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_frozen_root(frozen: *const vv_frozen) -> vv_node {
    // SAFETY: the contract of the header; the node is not used after the document.
    unsafe { ask(frozen, vv_node::MISSING, |frozen| frozen.0.view().into()) }
}

/// Frees a frozen document. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_frozen_free(frozen: *mut vv_frozen) {
    // SAFETY: the contract of the header.
    unsafe { free(frozen) };
}

/// Writes a value behind what a buffer holds; the buffer comes back whatever happens.
struct Write<'r, T>(&'r T, &'r WriteOptions, &'r mut Vec<u8>);

impl<T: Encode> Visit for Write<'_, T> {
    type Output = varvel::Result;

    fn visit<F: Row>(self) -> varvel::Result {
        let buffer = core::mem::take(self.2);
        let mut writer = F::writer(&F::write_options(self.1), buffer);
        if let Err(error) = self.0.encode(&mut writer, &()) {
            *self.2 = F::abandon(writer);
            return Err(error);
        }
        *self.2 = F::finish(writer)?;
        Ok(())
    }
}

/// Writes a value in a format.
pub(crate) fn write(
    format: Which,
    value: &impl Encode,
    chosen: &Chosen,
    into: &mut Vec<u8>,
) -> varvel::Result {
    match format {
        Which::Document(format) => format.visit(Write(value, &chosen.write, into)),
        Which::Frozen => append(into, chosen.freeze().freeze(value)?.as_bytes()),
    }
}

/// Writes a node as a document into `*out`, in place of what was there.
///
/// Fails with VV_E_UNREPRESENTABLE and the path for what the format cannot hold: see the flags
/// VV_BYTES_AS_TEXT and so on. `*out` is empty then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_write(
    format: vv_format,
    of: vv_node,
    options: *const vv_options,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            fill(out, |into| {
                let (format, chosen, of) = (which(format)?, chosen(options)?, node(&of)?);
                match of.view() {
                    // A frozen node has a way of its own, as in Rust.
                    Some(view) => Ok(write(format, &view, &chosen, into)?),
                    None => Ok(write(format, &of, &chosen, into)?),
                }
            })
        })
    }
}

/// Writes the document of `len` bytes at `data` in another format (or anew in the same) into
/// `*out`, in place of what was there. There is no tree in between, so the memory it needs is that
/// of the result. The input is the caller's, and must not be a part of `*out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_convert(
    from: vv_format,
    data: *const c_void,
    len: usize,
    to: vv_format,
    options: *const vv_options,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let (from, to, input) = (which(from)?, which(to)?, bytes(data, len)?);
            let chosen = chosen(options)?;
            fill(out, |into| convert(from, input, to, &chosen, into))
        })
    }
}

/// Gives a document of one format to the writer of another.
struct Through<'r>(AnyFormat, &'r [u8], &'r Chosen, &'r mut Vec<u8>);

impl Visit for Through<'_> {
    type Output = varvel::Result;

    fn visit<F: Row>(self) -> varvel::Result {
        let Self(from, input, chosen, into) = self;
        let options = F::write_options(&chosen.write);
        let mut writer = F::writer(&options, core::mem::take(into));
        let sink: &mut dyn Sink<'_> = &mut writer;
        let driven = UniqueKeys::try_new(sink)
            .and_then(|mut keys| from.drive(input, &chosen.read, &mut keys));
        if let Err(error) = driven {
            *into = F::abandon(writer);
            return Err(error);
        }
        *into = F::finish(writer)?;
        Ok(())
    }
}

fn convert(from: Which, input: &[u8], to: Which, chosen: &Chosen, into: &mut Vec<u8>) -> Fallible {
    if let (Which::Document(from), Which::Document(to), Duplicates::Error) =
        (from, to, chosen.duplicates)
    {
        return of_input(to.visit(Through(from, input, chosen, into)), input);
    }
    if let Which::Frozen = from {
        let view = Frozen::validate_with(input, &chosen.read.limits)?;
        return Ok(write(to, &view, chosen, into)?);
    }
    let frozen = freeze(from, input, chosen)?;
    match to {
        Which::Frozen => Ok(append(into, frozen.as_bytes())?),
        Which::Document(_) => Ok(write(to, &frozen.view(), chosen, into)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::VV_E_INVALID_FROZEN;
    use crate::node::{found, vv_kind_of};
    use core::ptr::{null, null_mut};
    use core::sync::atomic::{AtomicUsize, Ordering};

    static FREED: AtomicUsize = AtomicUsize::new(0);

    unsafe extern "C" fn free_list(_: *mut c_void, data: *const c_void, len: usize) {
        FREED.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the test gave a boxed slice away.
        drop(unsafe { Box::from_raw(core::ptr::slice_from_raw_parts_mut(data as *mut u8, len)) });
    }

    #[test]
    fn adopted_memory_is_freed_once_whatever_happens() {
        let good = varvel::json::freeze(br#"{"a": [1.5, 2.5]}"#).unwrap();
        let good = good.into_bytes().into_boxed_slice();
        let bad = vec![0; 64].into_boxed_slice();
        for (bytes, expected) in [(good, 0), (bad, VV_E_INVALID_FROZEN)] {
            let before = FREED.load(Ordering::Relaxed);
            let (len, data) = (bytes.len(), Box::into_raw(bytes).cast::<c_void>());
            let mut document = null_mut();
            // SAFETY: memory that is given away with its function; a handle that lives.
            unsafe {
                let free = Some(free_list as unsafe extern "C" fn(_, _, _));
                let code = vv_frozen_adopt(
                    data,
                    len,
                    free,
                    null_mut(),
                    null(),
                    &mut document,
                    null_mut(),
                );
                assert_eq!(code, expected);
                if code == 0 {
                    let root = vv_frozen_root(document);
                    assert_eq!(
                        found(&root).unwrap().path("a[1]").unwrap().as_f64(),
                        Some(2.5)
                    );
                }
                vv_frozen_free(document);
                assert_eq!(vv_kind_of(vv_frozen_root(null())), 0);
            }
            assert_eq!(FREED.load(Ordering::Relaxed), before + 1);
        }
    }
}
