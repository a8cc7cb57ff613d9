//! [`List`]: an array of which all items are of one type.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use varvel_core::{Error, Result};

use super::{Viewed, inside};
use crate::view::{Items, View};

/// An array that is read in place, of items that are read as `T`.
///
/// ```
/// use varvel_frozen::{Frozen, List, viewed};
/// let frozen = Frozen::from_typed(&[[1.5, 2.5], [0.5, 1.0]])?;
/// let rows: List<'_, Vec<f64>> = viewed::view::<Vec<Vec<f64>>>(&frozen)?;
/// assert_eq!(rows.len(), 2);
/// assert_eq!(rows.iter().map(|row| row.iter().sum::<f64>()).sum::<f64>(), 5.5);
/// assert_eq!(rows.get(1).and_then(|row| row.get(0)), Some(0.5));
/// # Ok::<(), varvel_core::Error>(())
/// ```
pub struct List<'a, T> {
    /// None for an empty list that stands for a missing one.
    array: Option<View<'a>>,
    ordered: bool,
    items: PhantomData<fn() -> T>,
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<T> Default for List<'_, T> {
    /// An empty one.
    fn default() -> Self {
        Self {
            array: None,
            ordered: false,
            items: PhantomData,
        }
    }
}

impl<'a, T: Viewed> List<'a, T> {
    /// How many items there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.array.map_or(0, |array| array.len())
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at `index`, from zero. Constant time.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a>> {
        let item = self.array?.at(index)?;
        Some(T::read(item, self.ordered, &mut T::Layout::default()))
    }

    /// The items in order. Where records are laid out alike, as most are, their members are found once.
    #[inline]
    pub fn iter(&self) -> ListIter<'a, T> {
        ListIter {
            items: self.array.map(|array| array.items()),
            ordered: self.ordered,
            layout: T::Layout::default(),
        }
    }

    /// The numbers in place, where they stand as such in memory: a packed array of elements of just this type,
    /// aligned. `None` otherwise, and on big-endian hosts; [`List::iter`] always works.
    ///
    /// Floats of 64 bits always are such elements (from 8 on aligned in the buffer); integers are packed into the
    /// narrowest that hold all of them.
    ///
    /// ```
    /// use varvel_frozen::{Buffer, Frozen, viewed};
    /// let frozen = Frozen::from_typed(&[0.5; 16])?;
    /// // Bytes that were received may stand anywhere: a `Buffer` is aligned.
    /// let frozen = Frozen::from_bytes(Buffer::from(frozen.into_bytes()))?;
    /// let list = viewed::view::<Vec<f64>>(&frozen)?;
    /// assert!(list.as_slice().is_none_or(|floats| floats == [0.5; 16]));
    /// assert_eq!(list.iter().sum::<f64>(), 8.0);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        T::slice(self.array?)
    }
}

impl<'a, T: Viewed> IntoIterator for List<'a, T> {
    type Item = T::View<'a>;
    type IntoIter = ListIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Viewed> fmt::Debug for List<'a, T>
where
    T::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The items of a [`List`].
#[derive(Clone)]
pub struct ListIter<'a, T: Viewed> {
    items: Option<Items<'a>>,
    ordered: bool,
    layout: T::Layout,
}

impl<T: Viewed> fmt::Debug for ListIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ListIter").field(&self.items).finish()
    }
}

impl<'a, T: Viewed> Iterator for ListIter<'a, T> {
    type Item = T::View<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.as_mut()?.next()?;
        Some(T::read(item, self.ordered, &mut self.layout))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.items.as_ref().map_or(0, Items::len);
        (left, Some(left))
    }

    /// With all it needs in registers.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let Self {
            items,
            ordered,
            mut layout,
        } = self;
        let Some(items) = items else { return init };
        items.fold(init, |all, item| {
            f(all, T::read(item, ordered, &mut layout))
        })
    }
}

impl<T: Viewed> ExactSizeIterator for ListIter<'_, T> {}
impl<T: Viewed> FusedIterator for ListIter<'_, T> {}

impl<T: Viewed> Viewed for alloc::vec::Vec<T> {
    type View<'a> = List<'a, T>;
    type Layout = T::Layout;

    fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<bool> {
        if !view.is_array() {
            return Err(view.placed(Error::wrong_kind("an array", view.kind())));
        }
        let depth = inside(view, depth)?;
        let mut ordered = true;
        for item in view.items() {
            ordered &= T::check(item, depth, layout)?;
        }
        Ok(ordered)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, ordered: bool, _: &mut Self::Layout) -> List<'a, T> {
        List {
            array: Some(view),
            ordered,
            items: PhantomData,
        }
    }
}

impl<T: Viewed> Viewed for alloc::boxed::Box<[T]> {
    type View<'a> = List<'a, T>;
    type Layout = T::Layout;

    fn check(view: View<'_>, depth: usize, layout: &mut Self::Layout) -> Result<bool> {
        <alloc::vec::Vec<T>>::check(view, depth, layout)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, ordered: bool, layout: &mut Self::Layout) -> List<'a, T> {
        <alloc::vec::Vec<T>>::read(view, ordered, layout)
    }
}
