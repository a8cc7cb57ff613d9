//! Iteration in document order. Each iterator knows its exact size and runs from both ends.

use core::iter::FusedIterator;

use super::View;
use super::raw::Raw;
use super::sites::{KeySites, Sites};

/// The items of an array; see [`View::items`].
#[derive(Clone, Debug)]
pub struct Items<'a> {
    raw: Raw<'a>,
    items: Sites,
    /// Invariant: `front <= back <=` the array's length; equal for all that is no array.
    front: usize,
    back: usize,
}

/// The keys and values of an object or map as views; see [`View::pairs`].
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    raw: Raw<'a>,
    keys: KeySites<'a>,
    values: Sites,
    /// Invariant: `front <= back <=` the number of members; equal for all that has none.
    front: usize,
    back: usize,
}

/// The members of an object; see [`View::entries`].
#[derive(Clone, Debug)]
pub struct Entries<'a>(Pairs<'a>);

/// The keys of an object; see [`View::keys`].
#[derive(Clone, Debug)]
pub struct Keys<'a>(Pairs<'a>);

/// The values of an object or map; see [`View::values`].
#[derive(Clone, Debug)]
pub struct Values<'a>(Pairs<'a>);

impl<'a> View<'a> {
    /// The items of an array, in order; none for all other kinds.
    #[inline]
    pub fn items(&self) -> Items<'a> {
        let (items, back) = self.item_sites();
        Items {
            raw: self.raw,
            items,
            front: 0,
            back,
        }
    }

    /// The members of an object or a map, in order, keys as views; none for all other kinds.
    #[inline]
    pub fn pairs(&self) -> Pairs<'a> {
        self.members(false)
    }

    /// The members of an object, in order; none for all other kinds: those of a map, whose keys
    /// may be anything, come from [`View::pairs`].
    #[inline]
    pub fn entries(&self) -> Entries<'a> {
        Entries(self.members(true))
    }

    /// The keys of an object, in order; none for all other kinds.
    #[inline]
    pub fn keys(&self) -> Keys<'a> {
        Keys(self.members(true))
    }

    /// The values of an object or a map, in order; none for all other kinds.
    #[inline]
    pub fn values(&self) -> Values<'a> {
        Values(self.members(false))
    }

    #[inline(always)]
    fn members(&self, strings: bool) -> Pairs<'a> {
        let (keys, values, back) = self.member_sites(strings);
        Pairs {
            raw: self.raw,
            keys,
            values,
            front: 0,
            back,
        }
    }
}

impl<'a> Items<'a> {
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
    /// # Safety
    /// There are more than `index` members.
    #[inline(always)]
    unsafe fn key(&self, index: usize) -> View<'a> {
        View {
            raw: self.raw,
            site: match &self.keys {
                // SAFETY: the caller's contract: as many keys in the shape as members.
                KeySites::Shape(shape) => unsafe { shape.key_site(self.raw, index) },
                KeySites::Slots(sites) => sites.site(index),
            },
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
        match &self.keys {
            // SAFETY: the caller's contract: as many keys in the shape as members.
            KeySites::Shape(shape) => unsafe { shape.key(index) },
            // SAFETY: the caller's contract.
            KeySites::Slots(_) => unsafe { self.key(index) }.as_str().unwrap_or_default(),
        }
    }
}

macro_rules! iterator {
    ($name:ident, $item:ty, $range:tt, |$this:ident, $i:ident| $get:expr) => {
        impl<'a> $name<'a> {
            #[inline(always)]
            fn give($this: &Self, $i: usize) -> $item {
                // SAFETY: the invariant of the indices: below the count of items or members.
                unsafe { $get }
            }
        }

        impl<'a> Iterator for $name<'a> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let i = iterator!(@ self $range).front;
                if i == iterator!(@ self $range).back {
                    return None;
                }
                iterator!(@ self $range).front = i + 1;
                Some(Self::give(self, i))
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let left = iterator!(@ self $range).back - iterator!(@ self $range).front;
                (left, Some(left))
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                let skip = n.min(self.len());
                iterator!(@ self $range).front += skip;
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
                if iterator!(@ self $range).front == iterator!(@ self $range).back {
                    return None;
                }
                let i = iterator!(@ self $range).back - 1;
                iterator!(@ self $range).back = i;
                Some(Self::give(self, i))
            }
        }

        impl ExactSizeIterator for $name<'_> {}
        impl FusedIterator for $name<'_> {}
    };
    (@ $self:ident own) => { $self };
    (@ $self:ident inner) => { $self.0 };
}

iterator!(Items, View<'a>, own, |this, i| this.item(i));
iterator!(Pairs, (View<'a>, View<'a>), own, |this, i| (
    this.key(i),
    this.value(i)
));
iterator!(Entries, (&'a str, View<'a>), inner, |this, i| (
    this.0.text(i),
    this.0.value(i)
));
iterator!(Keys, &'a str, inner, |this, i| this.0.text(i));
iterator!(Values, View<'a>, inner, |this, i| this.0.value(i));
