//! Places in frozen bytes
//!
//! A program may read the bytes of a frozen document itself, by spec/frozen.md, and call the
//! library for the rest. These functions lead from a node to where it stands in the bytes, and
//! back.

use core::ffi::c_void;
use core::mem::size_of;
use core::ptr::NonNull;

use varvel::{Address, View};

use crate::guard::put;
use crate::node::{vv_node, with};

/// A slot of 2 bytes.
pub const VV_PLACE_SLOT_2: u32 = 0;
/// A slot of 4 bytes.
pub const VV_PLACE_SLOT_4: u32 = 1;
/// A slot of 8 bytes.
pub const VV_PLACE_SLOT_8: u32 = 2;
/// A text in the tables: a key.
pub const VV_PLACE_TEXT: u32 = 3;
/// A number of a packed array; its element, 0 to 7, is added.
pub const VV_PLACE_NUMBER: u32 = 16;
/// A row of a matrix; its element, 0 to 7, is added.
pub const VV_PLACE_ROW: u32 = 24;

/// Where a node stands in the bytes of a frozen document, in the words of spec/frozen.md.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_place {
    /// The first byte of the document.
    pub document: *const c_void,
    /// The position of the slot, number, row or text in the document.
    pub at: usize,
    /// For a slot, the position that its reference counts from; for a row, its columns; else zero.
    pub base: u64,
    /// VV_PLACE_SLOT_2 and so on.
    pub form: u32,
    /// Zero.
    pub reserved: u32,
}

const _: () = {
    assert!(size_of::<vv_place>() <= 32);
    assert!(VV_PLACE_SLOT_2 == Address::SLOT && VV_PLACE_SLOT_8 == Address::SLOT + 2);
    assert!(VV_PLACE_TEXT == Address::TEXT);
    assert!(VV_PLACE_NUMBER == Address::NUMBER && VV_PLACE_ROW == Address::ROW);
};

impl From<View<'_>> for vv_place {
    fn from(view: View<'_>) -> Self {
        let Address { at, base, form } = view.address();
        Self {
            document: view.buffer().as_ptr().cast(),
            at,
            base,
            form,
            reserved: 0,
        }
    }
}

/// Stores where a node of a frozen document, or of a value that was not changed since it was
/// thawed, stands in its bytes. Returns false for any other node, and for a missing one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_node_place(of: vv_node, out: *mut vv_place) -> bool {
    // SAFETY: the contract of the header.
    unsafe {
        with(&of, false, |node| match node.view() {
            Some(view) if of.notes_inside() == 0 => {
                put(out, view.into());
                true
            }
            _ => false,
        })
    }
}

/// Returns the node at a place of a frozen document. The place must be one of vv_node_place(), or
/// one that was found in the bytes of a document that this library has made or validated: anything
/// else is undefined. With a null pointer as the document the node is missing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_node_at_place(place: vv_place) -> vv_node {
    let vv_place { at, base, form, .. } = place;
    match NonNull::new(place.document.cast_mut().cast()) {
        // SAFETY: the contract of the header: the document is valid, and a node stands there.
        Some(document) => unsafe { View::at_address(document, Address { at, base, form }) }.into(),
        None => vv_node::MISSING,
    }
}
