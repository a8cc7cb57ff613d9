//! Iteration in document order. Each iterator knows its exact size and runs from both ends.

use core::iter::FusedIterator;

use super::View;
use super::node::Site;
use super::sites::Sites;
use super::unchecked::Raw;

/// An iterator over the items of an array; see [`View::items`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    pub(super) raw: Raw<'a>,
    pub(super) items: Sites,
    /// Invariant: there are this many items from the first site on.
    pub(super) left: usize,
}

/// An iterator over the keys and values of an object or map, as views; see [`View::pairs`].
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    raw: Raw<'a>,
    keys: Sites,
    values: Sites,
    /// Invariant: there are this many members from the first sites on.
    left: usize,
}

/// An iterator over the members of an object; see [`View::entries`].
#[derive(Clone, Debug)]
pub struct Entries<'a>(Pairs<'a>);

/// An iterator over the keys of an object; see [`View::keys`].
#[derive(Clone, Debug)]
pub struct Keys<'a>(Pairs<'a>);

/// An iterator over the values of an object or map; see [`View::values`].
#[derive(Clone, Debug)]
pub struct Values<'a>(Pairs<'a>);

impl<'a> View<'a> {
    /// Returns the items of an array, in order; none for all other kinds.
    #[inline]
    pub fn items(&self) -> Items<'a> {
        let (items, left) = self.item_sites();
        Items {
            raw: self.raw,
            items,
            left,
        }
    }

    /// Returns the members of an object or a map, in order, with keys as views; none for all other
    /// kinds.
    #[inline]
    pub fn pairs(&self) -> Pairs<'a> {
        self.members(false)
    }

    /// Returns the members of an object, in order; none for all other kinds. Use [`View::pairs`]
    /// for a map, whose keys may have any kind.
    #[inline]
    pub fn entries(&self) -> Entries<'a> {
        Entries(self.members(true))
    }

    /// Returns the keys of an object, in order; none for all other kinds.
    #[inline]
    pub fn keys(&self) -> Keys<'a> {
        Keys(self.members(true))
    }

    /// Returns the values of an object or a map, in order; none for all other kinds.
    #[inline]
    pub fn values(&self) -> Values<'a> {
        Values(self.members(false))
    }

    #[inline(always)]
    fn members(&self, strings: bool) -> Pairs<'a> {
        let (keys, values, left) = self.member_sites(strings);
        Pairs {
            raw: self.raw,
            keys,
            values,
            left,
        }
    }
}

impl<'a> Items<'a> {
    /// Returns the same items, whose errors name no path if those of `node` do not.
    #[doc(hidden)]
    #[inline]
    pub fn pathless_as(mut self, node: &View<'_>) -> Self {
        self.items.first = self.items.first.pathless_as(node.site);
        self
    }

    #[inline(always)]
    pub(super) fn skip_some(&mut self, n: usize) {
        self.items.skip(n);
        self.left -= n;
    }

    /// # Safety
    /// There are more than `index` items.
    #[inline(always)]
    unsafe fn item(&self, index: usize) -> View<'a> {
        View {
            raw: self.raw,
            site: self.items.site(index),
        }
    }
}

impl<'a> Pairs<'a> {
    /// Returns the same members, whose errors name no path if those of `node` do not.
    #[doc(hidden)]
    #[inline]
    pub fn pathless_as(mut self, node: &View<'_>) -> Self {
        self.keys.first = self.keys.first.pathless_as(node.site);
        self.values.first = self.values.first.pathless_as(node.site);
        self
    }

    #[inline(always)]
    fn skip_some(&mut self, n: usize) {
        self.keys.skip(n);
        self.values.skip(n);
        self.left -= n;
    }

    /// # Safety
    /// There are more than `index` members.
    #[inline(always)]
    unsafe fn key(&self, index: usize) -> View<'a> {
        let mut site = self.keys.site(index);
        if site.is_name() {
            // SAFETY: validated: the place of a key in the tables stands there.
            let at = unsafe { self.raw.tree_end() + self.raw.uint(site.place, 4) as usize };
            site = Site::key(at).pathless_as(site);
        }
        View {
            raw: self.raw,
            site,
        }
    }

    /// # Safety
    /// There are more than `index` members.
    #[inline(always)]
    unsafe fn value(&self, index: usize) -> View<'a> {
        View {
            raw: self.raw,
            site: self.values.site(index),
        }
    }

    /// # Safety
    /// There are more than `index` members, and this is no map.
    #[inline(always)]
    unsafe fn text(&self, index: usize) -> &'a str {
        // SAFETY: the caller's contract.
        unsafe { self.key(index) }.as_str().unwrap_or_default()
    }
}

macro_rules! iterator {
    ($name:ident, $item:ty, [$($inner:tt)?], |$this:ident, $i:ident| $get:expr) => {
        impl<'a> $name<'a> {
            /// # Safety
            /// There are more than `i` entries.
            #[inline(always)]
            unsafe fn give($this: &Self, $i: usize) -> $item {
                // SAFETY: the caller's contract.
                unsafe { $get }
            }
        }

        impl<'a> Iterator for $name<'a> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                if self$(.$inner)?.left == 0 {
                    return None;
                }
                // SAFETY: there is a first entry.
                let first = unsafe { Self::give(self, 0) };
                self$(.$inner)?.skip_some(1);
                Some(first)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = self$(.$inner)?.left;
                (left, Some(left))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                let n = n.min(self.len());
                self$(.$inner)?.skip_some(n);
                self.next()
            }

            #[inline]
            fn count(self) -> usize {
                self.len()
            }
        }

        impl<'a> DoubleEndedIterator for $name<'a> {
            #[inline]
            fn next_back(&mut self) -> Option<$item> {
                let last = self.len().checked_sub(1)?;
                self$(.$inner)?.left = last;
                // SAFETY: there were more than `last` entries.
                Some(unsafe { Self::give(self, last) })
            }
        }

        impl ExactSizeIterator for $name<'_> {}
        impl FusedIterator for $name<'_> {}
    };
}

iterator!(Items, View<'a>, [], |this, i| this.item(i));
iterator!(Pairs, (View<'a>, View<'a>), [], |this, i| (
    this.key(i),
    this.value(i)
));
iterator!(Entries, (&'a str, View<'a>), [0], |this, i| (
    this.0.text(i),
    this.0.value(i)
));
iterator!(Keys, &'a str, [0], |this, i| this.0.text(i));
iterator!(Values, View<'a>, [0], |this, i| this.0.value(i));

impl Entries<'_> {
    /// Returns the same members, whose errors name no path if those of `node` do not.
    #[doc(hidden)]
    #[inline]
    pub fn pathless_as(self, node: &View<'_>) -> Self {
        Self(self.0.pathless_as(node))
    }
}
