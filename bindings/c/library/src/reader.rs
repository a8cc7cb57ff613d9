//! Reading step by step
//!
//! A reader goes through a document from node to node, as a parser does: for code that knows what
//! must come.
//!
//! ```c
//! vv_reader_begin(reader, &error);
//! while (vv_reader_next(reader, &key)) {
//!     vv_node value = vv_reader_take(reader);
//! }
//! ```
//!
//! It stands at a node, at first the root, or at none: behind one that was taken, or at the begin
//! of a container. vv_reader_next() goes on to the next child of the innermost container that was
//! begun, and leaves it behind the last one.

use core::ffi::c_void;

use varvel::{Buffer, Frozen};

use crate::codes::{VV_E_TYPE_MISMATCH, vv_code};
use crate::document::freeze;
use crate::failure::vv_error;
use crate::guard::{
    Failure, Fallible, borrow_mut, bytes, free, guard, guard_or, invalid, make, put,
};
use crate::node::{
    VV_ARRAY, VV_MAP, VV_MISSING, VV_OBJECT, found, lent, number_of, vv_kind, vv_node,
};
use crate::options::{chosen, vv_format, vv_options, vv_str, which};

/// A container that was begun, and the number of its next child.
#[derive(Clone, Copy)]
struct Frame {
    container: vv_node,
    next: usize,
}

/// Where a reader is.
#[derive(Clone)]
struct Place {
    open: Vec<Frame>,
    here: vv_node,
}

/// Reads a document step by step. One thread at a time may use it. Freed by vv_reader_free(); nodes
/// of a document that the reader read itself are not to be used after that.
pub struct vv_reader {
    place: Place,
    marks: Vec<Place>,
    /// The document, if it is the reader's own.
    _document: Option<Frozen<Buffer>>,
}

impl vv_reader {
    fn new(root: vv_node, document: Option<Frozen<Buffer>>) -> Self {
        Self {
            place: Place {
                open: Vec::new(),
                here: root,
            },
            marks: Vec::new(),
            _document: document,
        }
    }

    /// The kind of the node that stands here.
    ///
    /// # Safety
    /// The contract of the header.
    unsafe fn kind(&self) -> vv_kind {
        // SAFETY: the contract of this function.
        let here = unsafe { found(&self.place.here) };
        here.map_or(VV_MISSING, |node| number_of(node.kind()))
    }

    fn begin(&mut self, kind: vv_kind) -> Fallible {
        if !matches!(kind, VV_ARRAY | VV_OBJECT | VV_MAP) {
            let what = "a container was expected, and another kind of node or none is here";
            return Err(Failure::Call(VV_E_TYPE_MISMATCH, what));
        }
        let refused = |_| Failure::NO_MEMORY;
        self.place.open.try_reserve(1).map_err(refused)?;
        let container = core::mem::replace(&mut self.place.here, vv_node::MISSING);
        self.place.open.push(Frame { container, next: 0 });
        Ok(())
    }

    /// Goes on to the next child; its key.
    ///
    /// # Safety
    /// The contract of the header.
    unsafe fn next(&mut self) -> Option<vv_node> {
        let frame = self.place.open.last_mut()?;
        // SAFETY: the contract of this function.
        let container = unsafe { found(&frame.container)? };
        let child = match container.is_array() {
            true => container
                .at(frame.next)
                .map(|item| (vv_node::MISSING, item)),
            false => {
                let pair = container.pair_at(frame.next);
                pair.map(|(key, value)| (key.into(), value))
            }
        };
        frame.next += 1;
        match child {
            Some((key, value)) => {
                self.place.here = value.into();
                Some(key)
            }
            None => {
                self.place.open.pop();
                self.place.here = vv_node::MISSING;
                None
            }
        }
    }
}

/// Makes a reader, `*out`, of the document of `len` bytes at `data`. It is frozen first, so an
/// error of the document comes here, and the bytes are not used after that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_new(
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    out: *mut *mut vv_reader,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let frozen = freeze(which(format)?, bytes(data, len)?, &chosen(options)?)?;
            let frozen = Frozen::<Buffer>::from(frozen);
            // The bytes stay where they are when their owner is moved.
            let root = frozen.view().into();
            Ok(vv_reader::new(root, Some(frozen)))
        })
    }
}

/// Makes a reader, `*out`, that begins at a node, whose document must outlive it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_of(
    root: vv_node,
    out: *mut *mut vv_reader,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { make(out, error, || Ok(vv_reader::new(root, None))) }
}

/// Runs a step of a reader; `nothing` for NULL.
///
/// # Safety
/// The contract of the header.
unsafe fn step<T>(reader: *mut vv_reader, nothing: T, body: impl FnOnce(&mut vv_reader) -> T) -> T {
    // SAFETY: the contract of this function.
    match unsafe { borrow_mut(reader) } {
        Ok(reader) => guard_or(nothing, || body(reader)),
        Err(_) => nothing,
    }
}

/// Returns the kind of the node that stands here, without moving; VV_MISSING if none does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_peek(reader: *mut vv_reader) -> vv_kind {
    // SAFETY: the contract of the header.
    unsafe { step(reader, VV_MISSING, |reader| reader.kind()) }
}

/// Returns the node that stands here and goes behind it, with all that is in it; missing if none
/// does. To skip a node, take it. To read it, ask the node: `vv_i64(vv_reader_take(reader), ...)`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_take(reader: *mut vv_reader) -> vv_node {
    // SAFETY: the contract of the header.
    unsafe {
        step(reader, vv_node::MISSING, |reader| {
            core::mem::replace(&mut reader.place.here, vv_node::MISSING)
        })
    }
}

/// Goes into the container that stands here, to its begin. VV_E_TYPE_MISMATCH for any other node;
/// the reader has not moved then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_begin(
    reader: *mut vv_reader,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let reader = borrow_mut(reader)?;
            let kind = reader.kind();
            reader.begin(kind)
        })
    }
}

/// Goes on to the next child of the innermost container that was begun, over the one that stands
/// here. Stores its key in `*key` (NULL if it is not wanted); `data` is NULL for items, and for
/// keys that are no strings. Returns false behind the last child: the container has been left then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_next(reader: *mut vv_reader, key: *mut vv_str) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let next = step(reader, None, |reader| reader.next());
        let name = next
            .and_then(|key| found(&key))
            .and_then(|key| key.as_str());
        put(key, lent(name));
        next.is_some()
    }
}

/// Goes on as vv_reader_next() does, and stores the key as a node: for keys of any kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_next_pair(reader: *mut vv_reader, key: *mut vv_node) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        let next = step(reader, None, |reader| reader.next());
        put(key, next.unwrap_or(vv_node::MISSING));
        next.is_some()
    }
}

/// Returns how many containers have been begun and not left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_depth(reader: *mut vv_reader) -> usize {
    // SAFETY: the contract of the header.
    unsafe { step(reader, 0, |reader| reader.place.open.len()) }
}

/// Returns a number that stands for this place, for vv_reader_rewind(). It lives until the reader
/// goes back to a mark that was made before it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_mark(reader: *mut vv_reader) -> usize {
    // SAFETY: the contract of the header.
    unsafe {
        step(reader, 0, |reader| {
            reader.marks.push(reader.place.clone());
            reader.marks.len() - 1
        })
    }
}

/// Goes back to a place that was marked, which stays marked. VV_E_INVALID_ARGUMENT if there is no
/// such mark.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_rewind(
    reader: *mut vv_reader,
    mark: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let reader = borrow_mut(reader)?;
            match reader.marks.get(mark) {
                Some(place) => reader.place = place.clone(),
                None => return invalid("no place has this mark"),
            }
            reader.marks.truncate(mark + 1);
            Ok(())
        })
    }
}

/// Frees a reader. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_reader_free(reader: *mut vv_reader) {
    // SAFETY: the contract of the header.
    unsafe { free(reader) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr::null_mut;

    #[test]
    fn a_mark_is_a_place_to_come_back_to() {
        let frozen = varvel::json::freeze(br#"[1, [2], {"k": 3}]"#).unwrap();
        let mut reader = null_mut();
        // SAFETY: handles and documents that live.
        unsafe {
            assert_eq!(
                vv_reader_of(frozen.view().into(), &mut reader, null_mut()),
                0
            );
            assert_eq!(vv_reader_begin(reader, null_mut()), 0);
            assert!(vv_reader_next(reader, null_mut()));
            let mark = vv_reader_mark(reader);
            let mut numbers = Vec::new();
            for _ in 0..2 {
                numbers.push(found(&vv_reader_take(reader)).unwrap().as_i64().unwrap());
                while vv_reader_next(reader, null_mut()) {}
                assert_eq!(vv_reader_depth(reader), 0);
                assert_eq!(vv_reader_rewind(reader, mark, null_mut()), 0);
            }
            assert_eq!(numbers, [1, 1]);
            vv_reader_free(reader);
        }
    }
}
