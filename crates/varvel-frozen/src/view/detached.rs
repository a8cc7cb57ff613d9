//! A view without its borrow: where a node stands and what is needed to read it.

use super::View;
use super::node::Site;
use super::unchecked::Raw;
use crate::layout;

/// What is needed to make a [`View`] of a buffer again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detached(Site);

impl Detached {
    /// The whole document. What its slot counts from is read when the view is made.
    pub const ROOT: Self = Self(Site::slot(layout::ROOT_AT, 0, 2));

    /// Where `view` stands.
    pub fn of(view: &View<'_>) -> Self {
        Self(view.site)
    }

    /// Whether this is the whole document.
    #[inline]
    pub fn is_root(&self) -> bool {
        self.0.place == layout::ROOT_AT
    }

    /// The view again.
    ///
    /// # Safety
    /// This site was made of a view of a buffer with these very bytes.
    #[inline]
    pub unsafe fn view(self, bytes: &[u8]) -> View<'_> {
        if self.is_root() {
            // SAFETY: there was a view, so the bytes are validated.
            return unsafe { View::root_unchecked(bytes) };
        }
        View {
            // SAFETY: as above.
            raw: unsafe { Raw::new(bytes) },
            site: self.0,
        }
    }
}
