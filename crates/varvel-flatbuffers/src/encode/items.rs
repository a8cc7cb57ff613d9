//! Sources of vector items: a slice, or a vector in place.

use crate::read::{Enums, Scalars, Vector};
use crate::{Enum, Primitive};

/// Items whose number is known: a slice, a vector in place, or an iterator.
///
/// If the number is wrong, the vector is cut there, or filled up with empty items. It does no other
/// harm.
pub trait Items: IntoIterator<IntoIter: ExactSizeIterator> {}

impl<L: IntoIterator<IntoIter: ExactSizeIterator>> Items for L {}

/// A row of scalars.
pub trait Row<V: Primitive>: Copy {
    /// Returns the scalars as a slice, if they lie so in memory.
    fn as_slice(&self) -> Option<&[V]>;

    /// Returns an iterator over the scalars.
    fn each(self) -> impl ExactSizeIterator<Item = V>;
}

impl<V: Primitive> Row<V> for &[V] {
    #[inline(always)]
    fn as_slice(&self) -> Option<&[V]> {
        Some(self)
    }

    #[inline(always)]
    fn each(self) -> impl ExactSizeIterator<Item = V> {
        self.iter().copied()
    }
}

/// A row of the numbers of enums in a slice.
#[derive(Debug)]
pub struct Numbers<'a, E>(pub &'a [E]);

impl<E> Clone for Numbers<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Numbers<'_, E> {}

impl<V: Primitive, E: Enum<Number = V>> Row<V> for Numbers<'_, E> {
    #[inline(always)]
    fn as_slice(&self) -> Option<&[V]> {
        None
    }

    #[inline(always)]
    fn each(self) -> impl ExactSizeIterator<Item = V> {
        self.0.iter().map(|value| value.number())
    }
}

impl<V: Primitive, E: Enum<Number = V>> Row<V> for Vector<'_, Enums<E>> {
    #[inline(always)]
    fn as_slice(&self) -> Option<&[V]> {
        self.numbers().as_slice()
    }

    #[inline(always)]
    fn each(self) -> impl ExactSizeIterator<Item = V> {
        self.numbers().iter()
    }
}

impl<V: Primitive> Row<V> for Vector<'_, Scalars<V>> {
    #[inline(always)]
    fn as_slice(&self) -> Option<&[V]> {
        Vector::as_slice(*self)
    }

    #[inline(always)]
    fn each(self) -> impl ExactSizeIterator<Item = V> {
        self.iter()
    }
}
