//! What stands in a row: a slice, or a vector in place.

use crate::read::{Enums, Scalars, Vector};
use crate::{Enum, Primitive};

/// Items whose count is known: a slice, a vector in place, what an iterator makes.
///
/// A wrong count makes a vector that is cut there, or filled with nothing; it does no other harm.
pub trait Items: IntoIterator<IntoIter: ExactSizeIterator> {}

impl<L: IntoIterator<IntoIter: ExactSizeIterator>> Items for L {}

/// Scalars in a row.
pub trait Row<V: Primitive>: Copy {
    /// As they lie in memory, if they do so.
    fn as_slice(&self) -> Option<&[V]>;

    /// Each of them.
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

/// Enums in a slice, as a row of their numbers.
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
