//! What stands in a row: a slice, or a vector in place.

use crate::Primitive;
use crate::read::{Scalars, Vector};

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
