//! [`Address`]: where a node stands in its buffer, for readers in other languages.

use core::ptr::NonNull;

use super::View;
use super::node::Site;
use super::unchecked::Raw;
use crate::layout::Element;

/// The address of a node in the bytes of its document, in the words of `spec/frozen.md`.
///
/// A reader in another language finds nodes by it. [`View::address`] and [`View::at_address`] lead
/// there and back.
///
/// ```
/// use std::ptr::NonNull;
/// use varvel::{View, json};
/// let document = json::freeze(br#"{"ids": [7, 8]}"#)?;
/// let node = document.view().get("ids").and_then(|ids| ids.at(1)).unwrap();
/// let address = node.address();
/// let bytes = NonNull::from(node.buffer()).cast();
/// // SAFETY: these are all bytes of the document, which lives, and the node stands there.
/// let again = unsafe { View::at_address(bytes, address) };
/// assert_eq!(again, node);
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    /// The position of the slot, number, row or text.
    pub at: usize,
    /// For a slot, the position that its reference counts from; for a row, its columns; else zero.
    pub base: u64,
    /// The form, one of the constants: those of numbers and rows with the element added.
    pub form: u32,
}

impl Address {
    /// A slot of 2 bytes. The forms of slots of 4 and of 8 bytes follow.
    pub const SLOT: u32 = 0;
    /// A text in the tables: a key.
    pub const TEXT: u32 = 3;
    /// A number of a packed array; its element, 0 to 7, is added.
    pub const NUMBER: u32 = 16;
    /// A row of a matrix; its element, 0 to 7, is added.
    pub const ROW: u32 = 24;
}

impl<'a> View<'a> {
    /// Returns where the node stands in the bytes of [`View::buffer`].
    pub fn address(&self) -> Address {
        let site = self.site;
        let (base, form) = if site.is_slot() {
            (site.base() as u64, Address::SLOT + u32::from(site.code()))
        } else if site.is_key() {
            (0, Address::TEXT)
        } else if site.is_signed() || site.is_number() {
            (0, Address::NUMBER + site.element_kind() as u32)
        } else {
            let columns = site.columns() as u64;
            (columns, Address::ROW + site.element_kind() as u32)
        };
        Address {
            at: site.place,
            base,
            form,
        }
    }

    /// Returns the node at an address.
    ///
    /// # Safety
    /// `document` points to all bytes of a valid document, which can be read and do not change for
    /// as long as `'a`, and a node stands at this address of it: one that [`View::address`]
    /// returned, or that a reader of valid bytes found.
    pub unsafe fn at_address(document: NonNull<u8>, address: Address) -> Self {
        let Address { at, base, form } = address;
        let element = Element::of(form as u8);
        let site = match form {
            0..Address::TEXT => Site::slot(at, base as usize, form as u8),
            Address::NUMBER..Address::ROW => Site::element(at, element),
            Address::ROW.. => Site::row(at, element, base as usize),
            _ => Site::key(at),
        };
        Self {
            // SAFETY: the contract of this function.
            raw: unsafe { Raw::at(document) },
            site,
        }
    }
}
