//! [`Members`]: the values of an object by number, with its header read; and what objects laid out
//! alike begin with.

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
    /// Invariant: there are so many from the first site on.
    count: usize,
}

/// The first `N` values of an object whose slots have 2 bytes, as those of most small records do:
/// where they are is known but for where the object is.
#[derive(Clone, Copy, Debug)]
pub struct Narrow<'a, const N: usize> {
    raw: Raw<'a>,
    /// Invariant: an object with no fewer slots, of 2 bytes each behind a header of as many.
    at: usize,
}

/// What an object begins with, up to its slots: all that begin so have the same members at the same
/// numbers.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    bytes: u64,
    mask: u64,
}

impl Head {
    /// Of what is no object with a shape: the same as nothing.
    pub const NONE: Self = Self { bytes: 1, mask: 0 };

    /// Whether another object begins so, too.
    #[inline(always)]
    pub fn is(self, other: Self) -> bool {
        other.bytes & self.mask == self.bytes && other.mask == self.mask
    }
}

impl<'a> Members<'a> {
    /// None.
    #[inline(always)]
    pub fn none(of: View<'a>) -> Self {
        Self {
            raw: of.raw,
            values: Sites::NONE,
            count: 0,
        }
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The value of member number `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<View<'a>> {
        (i < self.count).then(|| {
            let site = self.values.site(i);
            // SAFETY: values of objects and maps are slots. Nothing else is asked of the site then.
            unsafe { core::hint::assert_unchecked(site.is_slot()) };
            View {
                raw: self.raw,
                site,
            }
        })
    }
}

impl<'a, const N: usize> Narrow<'a, N> {
    /// Bytes of the header, and of each slot.
    const HEAD: usize = layout::header_len(0);
    const SLOT: usize = layout::slot_width(0);

    /// The value of member number `i`.
    #[inline(always)]
    pub fn get(&self, i: usize) -> Option<View<'a>> {
        (i < N).then(|| View {
            raw: self.raw,
            // One of the object's slots.
            site: Site::slot(self.at + Self::HEAD + i * Self::SLOT, self.at, 0),
        })
    }
}

impl<'a> View<'a> {
    /// What this object begins with.
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

    /// The values of an object that has a shape; of all else none.
    #[inline(always)]
    pub(crate) fn shaped_members(&self) -> Members<'a> {
        let target = self.target();
        if target.tag != tag::OBJECT {
            return Members::none(*self);
        }
        // SAFETY: validated: an object stands there, its shape is one of the tables', and it has as
        // many slots as that has keys.
        unsafe {
            let (slots, shape) = self.raw.slots(target.position(), 0);
            Members {
                raw: self.raw,
                values: Sites::slots(slots, 0, 1),
                count: Shape::of(self.raw, shape as u32).count(),
            }
        }
    }

    /// The first values of an object that has a shape, if there are so many, and its slots have 2
    /// bytes.
    #[inline(always)]
    pub(crate) fn narrow_members<const N: usize>(&self) -> Option<Narrow<'a, N>> {
        let at = self.narrow_object()?;
        // SAFETY: validated: behind the first byte of such an object is the number of one of the
        // tables' shapes.
        let count = unsafe {
            let [shape] = self.raw.take(at + 1);
            Shape::of(self.raw, shape.into()).count()
        };
        (count >= N).then_some(Narrow { raw: self.raw, at })
    }

    /// The values of an object or a map.
    #[inline(always)]
    pub(crate) fn any_members(&self) -> Members<'a> {
        let (_, values, count) = self.member_sites(false);
        Members {
            raw: self.raw,
            values,
            count,
        }
    }

    /// Where this object stands, if it has slots of 2 bytes and a number of its shape of one.
    #[inline(always)]
    pub(crate) fn narrow_object(&self) -> Option<usize> {
        let at = self.node_place(tag::OBJECT)?;
        // SAFETY: validated: an object stands there, with a whole header.
        let [widths] = unsafe { self.raw.take(at) };
        (widths == 0).then_some(at)
    }

    /// Where this float of 4 bytes stands.
    pub(crate) fn f32_place(&self) -> Option<usize> {
        let at = self.node_place(tag::OTHER)?;
        self.as_f32().is_some().then_some(at)
    }

    /// Where this float of 8 bytes stands.
    pub(crate) fn f64_place(&self) -> Option<usize> {
        self.node_place(tag::F64)
    }

    /// Where the node stands that this slot refers to, if that has this tag.
    #[inline(always)]
    fn node_place(&self, tag: u8) -> Option<usize> {
        let target = self.target();
        (target.tag == tag).then(|| target.position())
    }
}
