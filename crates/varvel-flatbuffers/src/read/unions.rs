//! Vectors of unions, whose items are views of their values.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use super::Unions;
use crate::schema::Union;

/// A verified vector of unions of one type. An item without a value is `None`.
pub struct UnionVector<'a, U: Union> {
    unions: Unions<'a, U::Schema>,
    of: PhantomData<fn(U) -> U>,
}

impl<U: Union> Clone for UnionVector<'_, U> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<U: Union> Copy for UnionVector<'_, U> {}

impl<'a, U: Union> From<Unions<'a, U::Schema>> for UnionVector<'a, U> {
    fn from(unions: Unions<'a, U::Schema>) -> Self {
        Self {
            unions,
            of: PhantomData,
        }
    }
}

impl<'a, U: Union> UnionVector<'a, U> {
    /// Returns the number of items.
    pub fn len(self) -> usize {
        self.unions.len()
    }

    /// Returns whether there are no items.
    pub fn is_empty(self) -> bool {
        self.unions.is_empty()
    }

    /// Returns item `index`: `None` behind the end, and `Some(None)` for an item without a value.
    pub fn get(self, index: usize) -> Option<Option<U::View<'a>>> {
        (index < self.len()).then(|| U::item(self.unions, index))
    }

    /// Returns an iterator over the items in order.
    pub fn iter(self) -> UnionIter<'a, U> {
        UnionIter {
            range: 0..self.len(),
            vector: self,
        }
    }

    /// Returns the tags and values.
    pub fn unions(self) -> Unions<'a, U::Schema> {
        self.unions
    }
}

impl<'a, U: Union> IntoIterator for UnionVector<'a, U> {
    type Item = Option<U::View<'a>>;
    type IntoIter = UnionIter<'a, U>;

    fn into_iter(self) -> UnionIter<'a, U> {
        self.iter()
    }
}

impl<U: Union> fmt::Debug for UnionVector<'_, U>
where
    for<'a> U::View<'a>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// An iterator over the items of a vector of unions.
pub struct UnionIter<'a, U: Union> {
    vector: UnionVector<'a, U>,
    range: Range<usize>,
}

impl<U: Union> Clone for UnionIter<'_, U> {
    fn clone(&self) -> Self {
        Self {
            vector: self.vector,
            range: self.range.clone(),
        }
    }
}

impl<U: Union> fmt::Debug for UnionIter<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnionIter({:?})", self.range)
    }
}

impl<'a, U: Union> Iterator for UnionIter<'a, U> {
    type Item = Option<U::View<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.range.next()?;
        self.vector.get(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.range.nth(n)?;
        self.vector.get(index)
    }
}

impl<U: Union> DoubleEndedIterator for UnionIter<'_, U> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.range.next_back()?;
        self.vector.get(index)
    }
}

impl<U: Union> ExactSizeIterator for UnionIter<'_, U> {}
impl<U: Union> FusedIterator for UnionIter<'_, U> {}
