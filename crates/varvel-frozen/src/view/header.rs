//! [`Members`]: the values of an object by index, with its header read; and [`Head`]: the first
//! bytes that objects with the same layout share.

use super::View;
use super::node::Site;
use super::shape::Shape;
use super::sites::Sites;
use super::unchecked::Raw;
use crate::layout::{self, tag};

/// The values of an object.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    raw: Raw<'a>,
    values: Sites,
    /// Invariant: there are this many values from the first site on.
    count: usize,
}

/// The first `N` values of an object with slots of 2 bytes, as most small records have. The places
/// of the values follow from the place of the object.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<'a, const N: usize> {
    raw: Raw<'a>,
    /// Invariant: an object with at least `N` slots of 2 bytes stands here, behind a header of 2
    /// bytes.
    at: usize,
}

/// The first bytes of an object, up to its slots. All objects with the same head have the same
/// members at the same indexes.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    bytes: u64,
    mask: u64,
}

impl Head {
    /// The head of a node that is no object with a shape: it equals no head.
    pub const NONE: Self = Self { bytes: 1, mask: 0 };

    /// Returns whether another object has the same head.
    #[inline(always)]
    pub fn is(self, other: Self) -> bool {
        other.bytes & self.mask == self.bytes && other.mask == self.mask
    }
}

impl<'a> Members<'a> {
    /// Returns an empty list of values.
    #[inline(always)]
    pub fn none(of: View<'a>) -> Self {
        Self {
            raw: of.raw,
            values: Sites::NONE,
            count: 0,
        }
    }

    /// Returns how many values there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the value of the member with the index `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<View<'a>> {
        (i < self.count).then(|| {
            let site = self.values.site(i);
            // SAFETY: values of objects and maps are slots, so the compiler can drop the code for
            // other sites.
            unsafe { core::hint::assert_unchecked(site.is_slot()) };
            View {
                raw: self.raw,
                site,
            }
        })
    }
}

impl<'a, const N: usize> Narrow<'a, N> {
    /// The number of bytes of the header, and (`SLOT`) of each slot.
    const HEAD: usize = layout::header_len(0);
    const SLOT: usize = layout::slot_width(0);

    /// Returns the value of the member with the index `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<View<'a>> {
        (i < N).then(|| View {
            raw: self.raw,
            // The site is one of the object's slots.
            site: Site::slot(self.at + Self::HEAD + i * Self::SLOT, self.at, 0),
        })
    }
}

impl<'a> View<'a> {
    /// Returns the head of this object.
    #[inline(always)]
    pub(crate) fn head(&self) -> Head {
        let target = self.target();
        if target.tag != tag::OBJECT {
            return Head::NONE;
        }
        // SAFETY: validated: an object stands there, in the tree, and the tables follow with more
        // than 8 bytes.
        let bytes = u64::from_le_bytes(unsafe { self.raw.take(target.position()) });
        let len = 1 + layout::count_width(bytes as u8 >> 2);
        let mask = u64::MAX >> (64 - 8 * len.min(8));
        Head {
            bytes: bytes & mask,
            mask,
        }
    }

    /// Returns the values of an object with a shape; none for any other node.
    #[inline(always)]
    pub(crate) fn shaped_members(&self) -> Members<'a> {
        let target = self.target();
        if target.tag != tag::OBJECT {
            return Members::none(*self);
        }
        // SAFETY: validated: an object stands there, its shape is one of the tables', and it has as
        // many slots as the shape has keys.
        unsafe {
            let (slots, shape) = self.raw.slots(target.position(), 0);
            Members {
                raw: self.raw,
                values: Sites::slots(slots, 0, 1),
                count: Shape::of(self.raw, shape as u32).count(),
            }
        }
    }

    /// Returns the first `N` values of an object with a shape and slots of 2 bytes, if it has so
    /// many.
    #[inline(always)]
    pub(crate) fn narrow_members<const N: usize>(&self) -> Option<Narrow<'a, N>> {
        let at = self.narrow_object()?;
        // SAFETY: validated: the second byte of such an object is the number of one of the tables'
        // shapes.
        let count = unsafe {
            let [shape] = self.raw.take(at + 1);
            Shape::of(self.raw, shape.into()).count()
        };
        (count >= N).then_some(Narrow { raw: self.raw, at })
    }

    /// Returns the values of an object or a map.
    #[inline(always)]
    pub(crate) fn any_members(&self) -> Members<'a> {
        let (_, values, count) = self.member_sites(false);
        Members {
            raw: self.raw,
            values,
            count,
        }
    }

    /// Returns the position of this object, if it has slots of 2 bytes and a shape number of one
    /// byte.
    #[inline(always)]
    pub(crate) fn narrow_object(&self) -> Option<usize> {
        let at = self.node_place(tag::OBJECT)?;
        // SAFETY: validated: an object stands there, with a whole header.
        let [widths] = unsafe { self.raw.take(at) };
        (widths == 0).then_some(at)
    }

    /// Returns the position of this float of 4 bytes.
    pub(crate) fn f32_place(&self) -> Option<usize> {
        let at = self.node_place(tag::OTHER)?;
        self.as_f32().is_some().then_some(at)
    }

    /// Returns the position of this float of 8 bytes.
    pub(crate) fn f64_place(&self) -> Option<usize> {
        self.node_place(tag::F64)
    }

    /// Returns the position of the node that this slot refers to, if it has this tag.
    #[inline(always)]
    fn node_place(&self, tag: u8) -> Option<usize> {
        let target = self.target();
        (target.tag == tag).then(|| target.position())
    }
}
