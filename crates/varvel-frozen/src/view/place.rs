//! [`Place`]: where a node stands in its buffer, for readers in other languages.

use super::View;
use super::node::Site;
use super::unchecked::Raw;
use crate::layout::Element;

/// Where a node stands in the bytes of its document, in the words of `spec/frozen.md`: what a
/// reader in another language knows of a node. [`View::to_place`] and [`View::from_place`] lead
/// there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The position of the slot, number, row or text.
    pub at: usize,
    /// For a slot, the position that its reference counts from; for a row, its columns; else zero.
    pub base: u64,
    /// The form, one of the constants: those of numbers and rows with the element added.
    pub form: u32,
}

impl Place {
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
    /// Returns where the node stands. The bytes are those of [`View::document_bytes`].
    pub fn to_place(&self) -> Place {
        let site = self.site;
        let (base, form) = if site.is_slot() {
            (site.base() as u64, Place::SLOT + u32::from(site.code()))
        } else if site.is_key() {
            (0, Place::TEXT)
        } else if site.is_signed() || site.is_number() {
            (0, Place::NUMBER + site.element_kind() as u32)
        } else {
            let columns = site.columns() as u64;
            (columns, Place::ROW + site.element_kind() as u32)
        };
        Place {
            at: site.place,
            base,
            form,
        }
    }

    /// Returns the bytes of the whole document that the node is in.
    pub fn document_bytes(&self) -> &'a [u8] {
        // SAFETY: `raw` is that of a whole buffer (see [`View`]).
        unsafe { self.raw.buffer() }
    }

    /// Returns the node that stands at a place.
    ///
    /// # Safety
    /// `document` points to all bytes of a valid document, which can be read and do not change for
    /// as long as `'a`, and a node stands at this place of it: one that [`View::to_place`]
    /// returned, or that a reader of valid bytes found.
    pub unsafe fn from_place(document: core::ptr::NonNull<u8>, place: Place) -> Self {
        let element = Element::of(place.form as u8);
        let site = match place.form {
            0..Place::TEXT => Site::slot(place.at, place.base as usize, place.form as u8),
            Place::NUMBER..Place::ROW => Site::element(place.at, element),
            Place::ROW.. => Site::row(place.at, element, place.base as usize),
            _ => Site::key(place.at),
        };
        Self {
            // SAFETY: the contract of this function.
            raw: unsafe { Raw::at(document) },
            site,
        }
    }
}
