//! A view without its borrow: the place of a node.

use super::View;
use super::node::Site;
use super::unchecked::Raw;
use crate::layout;

/// The data from which a [`View`] of a buffer can be made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detached(Site);

impl Detached {
    /// The whole document. The base of its slot is read when the view is made.
    pub const ROOT: Self = Self(Site::slot(layout::ROOT_AT, 0, 2));

    /// Returns the place of `view`.
    pub fn of(view: &View<'_>) -> Self {
        Self(view.site)
    }

    /// Returns whether this is the whole document.
    #[inline]
    pub fn is_root(&self) -> bool {
        self.0.place == layout::ROOT_AT
    }

    /// Makes the view again.
    ///
    /// # Safety
    /// This was made from a view of a buffer with exactly these bytes.
    #[inline]
    pub unsafe fn view(self, bytes: &[u8]) -> View<'_> {
        if self.is_root() {
            // SAFETY: there was a view, so the bytes are validated.
            return unsafe { View::root_unchecked(bytes) };
        }
        View {
            // SAFETY: there was a view, so the bytes are validated.
            raw: unsafe { Raw::new(bytes) },
            site: self.0,
        }
    }
}
