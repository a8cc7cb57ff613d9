//! A view without its borrow: where a node stands and what is needed to read it.

use super::View;
use super::node::Site;
use super::raw::Raw;
use crate::layout;

/// A [`Site`] in two words: what is needed to make a [`View`] of a buffer again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The place, and in the lowest byte how it is read.
    place: u64,
    base: u64,
}

impl Spot {
    /// The whole document.
    pub const ROOT: Self = Self {
        place: (layout::ROOT_AT as u64) << 8,
        base: 0,
    };

    /// Where `view` stands.
    pub fn of(view: &View<'_>) -> Self {
        let Site { place, base, how } = view.site;
        Self {
            place: (place as u64) << 8 | u64::from(how),
            base: base as u64,
        }
    }

    /// Whether this is the whole document.
    #[inline]
    pub fn is_root(&self) -> bool {
        (self.place >> 8) as usize == layout::ROOT_AT
    }

    /// The view again.
    ///
    /// # Safety
    /// This spot was made of a view of a buffer with these very bytes.
    #[inline]
    pub unsafe fn view(self, bytes: &[u8]) -> View<'_> {
        if self.is_root() {
            // SAFETY: there was a view, so the bytes are validated.
            return unsafe { View::root_unchecked(bytes) };
        }
        View {
            // SAFETY: as above.
            raw: unsafe { Raw::new(bytes) },
            site: Site {
                place: (self.place >> 8) as usize,
                base: self.base as usize,
                how: self.place as u8,
            },
        }
    }
}
