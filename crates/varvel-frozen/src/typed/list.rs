//! [`List`]: an array whose items all have one type.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use varvel_core::{Error, Result};
use varvel_raw::prefetch::prefetch;

use super::fixed::Tiles;
use super::{ReadInPlace, Uniform, inside};
use crate::view::{Items, View};

/// The distance in bytes at which tiles are prefetched, if a tile is not much smaller than a cache
/// line. A processor's own prefetcher sees only loads, and so few instructions a byte leave it too
/// little time. Measured with tiles of 106 bytes: 512 and 4096 do as well, and prefetching a second
/// line a tile brings nothing.
const AHEAD: usize = 2048;

/// An array that is read in place, with items that are read as `T`.
///
/// ```
/// use varvel::{List, json};
/// #[derive(varvel::View)]
/// struct Matrix {
///     rows: Vec<Vec<f64>>,
/// }
/// let frozen = json::freeze(br#"{"rows": [[1.5, 2.5], [0.5, 1.0]]}"#)?;
/// let rows: List<'_, Vec<f64>> = Matrix::view(&frozen)?.rows();
/// assert_eq!(rows.len(), 2);
/// assert_eq!(rows.iter().map(|row| row.iter().sum::<f64>()).sum::<f64>(), 5.5);
/// assert_eq!(rows.get(1).and_then(|row| row.get(0)), Some(0.5));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct List<'a, T> {
    /// `None` for an empty list that stands for a missing one.
    array: Option<View<'a>>,
    uniform: Uniform,
    items: PhantomData<fn() -> T>,
}

impl<T> Clone for List<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<'_, T> {}

impl<T> Default for List<'_, T> {
    /// Returns an empty list.
    fn default() -> Self {
        Self {
            array: None,
            uniform: Uniform::NONE,
            items: PhantomData,
        }
    }
}

impl<'a, T: ReadInPlace> List<'a, T> {
    /// Returns how many items there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.array.map_or(0, |array| array.len())
    }

    /// Returns whether there are no items.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item at `index`, from zero. Costs constant time.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a>> {
        let item = self.array?.at(index)?;
        Some(T::read(item, self.uniform, &mut T::Seen::default()))
    }

    /// Returns the items in order. If records have the same layout, as most have, their members are
    /// found only once. Records that hold only floats are read without the headers and slots
    /// between their numbers.
    #[inline]
    pub fn iter(&self) -> ListIter<'a, T> {
        ListIter {
            items: self.array.map(|array| array.items()),
            tiles: self.tiles().unwrap_or_default(),
            uniform: self.uniform,
            seen: T::Seen::default(),
        }
    }

    /// Returns the tiles of all items, one behind the other, if the items are tiles.
    #[inline]
    fn tiles(&self) -> Option<&'a [u8]> {
        if T::TILE == 0 || !(self.uniform.ordered && self.uniform.tiled) {
            return None;
        }
        let array = self.array?;
        let begin = T::tile(array.at(0)?)?;
        let end = begin.checked_add(array.len().checked_mul(T::TILE)?)?;
        array.buffer().get(begin..end)
    }

    /// Returns the numbers in place, if the array holds them as `T` does in memory: packed, with
    /// elements of exactly this type, and aligned. Returns `None` otherwise, and on big-endian
    /// hosts; [`List::iter`] always works.
    ///
    /// Floats of 64 bits always are such elements (from 8 floats on, the buffer aligns them).
    /// Integers are packed into the narrowest type that holds all of them.
    ///
    /// ```
    /// use varvel::{Buffer, Frozen};
    /// #[derive(varvel::Encode, varvel::View)]
    /// struct Sound {
    ///     samples: Vec<f64>,
    /// }
    /// let frozen = Frozen::from_typed(&Sound { samples: vec![0.5; 16] })?;
    /// // Bytes that were received may stand anywhere: a `Buffer` is aligned.
    /// let frozen = Frozen::from_bytes(Buffer::from(frozen.into_bytes()))?;
    /// let list = Sound::view(&frozen)?.samples();
    /// assert!(list.as_slice().is_none_or(|floats| floats == [0.5; 16]));
    /// assert_eq!(list.iter().sum::<f64>(), 8.0);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        T::slice(self.array?)
    }
}

impl<'a, T: ReadInPlace> IntoIterator for List<'a, T> {
    type Item = T::View<'a>;
    type IntoIter = ListIter<'a, T>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: ReadInPlace> fmt::Debug for List<'a, T>
where
    T::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// An iterator over the items of a [`List`].
pub struct ListIter<'a, T: ReadInPlace> {
    items: Option<Items<'a>>,
    /// The tiles of the items that are left; empty if the items are no tiles.
    tiles: &'a [u8],
    uniform: Uniform,
    seen: T::Seen,
}

impl<T: ReadInPlace> Clone for ListIter<'_, T> {
    fn clone(&self) -> Self {
        Self {
            items: self.items.clone(),
            tiles: self.tiles,
            uniform: self.uniform,
            seen: self.seen.clone(),
        }
    }
}

impl<T: ReadInPlace> fmt::Debug for ListIter<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ListIter").field(&self.items).finish()
    }
}

impl<'a, T: ReadInPlace> Iterator for ListIter<'a, T> {
    type Item = T::View<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.as_mut()?.next()?;
        if let Some((tile, left)) = self.tiles.split_at_checked(T::TILE)
            && T::TILE != 0
        {
            self.tiles = left;
            return Some(T::read_tile(tile, item));
        }
        Some(T::read(item, self.uniform, &mut self.seen))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.items.as_ref().map_or(0, Items::len);
        (left, Some(left))
    }

    /// Keeps all it needs in registers.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let Self {
            items,
            tiles,
            uniform,
            mut seen,
        } = self;
        let Some(items) = items else { return init };
        if T::TILE != 0 && !tiles.is_empty() {
            let tiles = tiles.chunks_exact(T::TILE);
            return items.zip(tiles).fold(init, |all, (item, tile)| {
                if T::TILE >= 32 {
                    prefetch(tile, AHEAD);
                }
                f(all, T::read_tile(tile, item))
            });
        }
        items.fold(init, |all, item| f(all, T::read(item, uniform, &mut seen)))
    }
}

impl<T: ReadInPlace> ExactSizeIterator for ListIter<'_, T> {}
impl<T: ReadInPlace> FusedIterator for ListIter<'_, T> {}

impl<T: ReadInPlace> ReadInPlace for alloc::vec::Vec<T> {
    type View<'a> = List<'a, T>;
    type Seen = T::Seen;

    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
        if !view.is_array() {
            return Err(view.placed(Error::wrong_kind("an array", view.kind())));
        }
        let depth = inside(view, depth)?;
        let mut uniform = Uniform::ALL;
        let mut tiles = Tiles::<T>::default();
        for item in view.items() {
            if !tiles.has(item) {
                uniform &= T::check(item, depth, seen)?;
                uniform.tiled &= tiles.begin(item, uniform);
            }
        }
        Ok(uniform)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, uniform: Uniform, _: &mut Self::Seen) -> List<'a, T> {
        List {
            array: Some(view),
            uniform,
            items: PhantomData,
        }
    }
}

impl<T: ReadInPlace> ReadInPlace for alloc::boxed::Box<[T]> {
    type View<'a> = List<'a, T>;
    type Seen = T::Seen;

    fn check(view: View<'_>, depth: usize, seen: &mut Self::Seen) -> Result<Uniform> {
        <alloc::vec::Vec<T>>::check(view, depth, seen)
    }

    #[inline(always)]
    fn read<'a>(view: View<'a>, uniform: Uniform, seen: &mut Self::Seen) -> List<'a, T> {
        <alloc::vec::Vec<T>>::read(view, uniform, seen)
    }
}
