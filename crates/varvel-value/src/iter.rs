//! Iteration over thawed and frozen containers. Each iterator knows its exact size and runs from
//! both ends.

use core::iter::FusedIterator;
use core::slice;

use crate::count::{Atomic, Count};
use crate::reference::{Node, Ref, Thawed};
use crate::store::Origin;
use crate::store::array::{self, Array, look};
use crate::store::object::{Members, Object};
use crate::text::Text;
use crate::value::{Repr, Value};

/// An iterator over the items of an array; see [`Ref::items`].
pub struct Items<'a, R: Count = Atomic>(List<'a, R>);

enum List<'a, R: Count> {
    Frozen(varvel_frozen::Items<'a>),
    /// The values, and the origin, which holds the items that are still frozen.
    Values(slice::Iter<'a, Value<R>>, Option<&'a Origin<R>>),
    I64(slice::Iter<'a, i64>),
    F64(slice::Iter<'a, f64>),
}

/// An iterator over the keys and values of an object or map, as nodes; see [`Ref::pairs`].
pub struct Pairs<'a, R: Count = Atomic>(Table<'a, R>);

enum Table<'a, R: Count> {
    Frozen(varvel_frozen::Pairs<'a>),
    /// The keys of the origin, and values that may be in it.
    Shaped(
        varvel_frozen::Pairs<'a>,
        slice::Iter<'a, Value<R>>,
        Option<&'a Origin<R>>,
    ),
    Own(slice::Iter<'a, (Text<R>, Value<R>)>, Option<&'a Origin<R>>),
    Map(slice::Iter<'a, (Value<R>, Value<R>)>, Option<&'a Origin<R>>),
}

/// An iterator over the members of an object; see [`Ref::entries`].
pub struct Entries<'a, R: Count = Atomic>(Fields<'a, R>);

enum Fields<'a, R: Count> {
    Frozen(varvel_frozen::Entries<'a>),
    /// The keys of the origin, and values that may be in it.
    Shaped(
        varvel_frozen::Keys<'a>,
        slice::Iter<'a, Value<R>>,
        Option<&'a Origin<R>>,
    ),
    Own(slice::Iter<'a, (Text<R>, Value<R>)>, Option<&'a Origin<R>>),
}

/// An iterator over the keys of an object; see [`Ref::keys`].
pub struct Keys<'a, R: Count = Atomic>(Entries<'a, R>);

/// An iterator over the values of an object or map; see [`Ref::values`].
pub struct Values<'a, R: Count = Atomic>(Pairs<'a, R>);

impl<'a, R: Count> Items<'a, R> {
    #[inline(always)]
    pub(crate) fn of(array: &'a Array<R>) -> Self {
        Self(match &array.items {
            array::Items::Values(list) => List::Values(list.iter(), array.origin.as_ref()),
            array::Items::I64(list) => List::I64(list.iter()),
            array::Items::F64(list) => List::F64(list.iter()),
        })
    }
}

impl<'a, R: Count> Pairs<'a, R> {
    pub(crate) fn of(object: &'a Object<R>) -> Self {
        let origin = object.origin.as_ref();
        Self(match (&object.members, object.view()) {
            (Members::Own(entries), _) => Table::Own(entries.list().iter(), origin),
            (Members::Shaped(values), Some(view)) => {
                let keys = view.pairs().pathless_as(&view.pathless(true));
                Table::Shaped(keys, values.iter(), origin)
            }
            (Members::Shaped(_), None) => Table::Own([].iter(), origin),
        })
    }
}

impl<'a, R: Count> Entries<'a, R> {
    #[inline(always)]
    pub(crate) fn of(object: &'a Object<R>) -> Self {
        match &object.members {
            Members::Own(entries) => {
                Self(Fields::Own(entries.list().iter(), object.origin.as_ref()))
            }
            Members::Shaped(values) => Self::shaped(values, object.origin.as_ref()),
        }
    }

    /// Returns the members of an object with the keys of its origin. Out of line, so that the other
    /// path is short.
    #[inline(never)]
    fn shaped(values: &'a [Value<R>], origin: Option<&'a Origin<R>>) -> Self {
        Self(match origin {
            Some(frozen) => Fields::Shaped(frozen.view().keys(), values.iter(), origin),
            None => Fields::Own([].iter(), origin),
        })
    }
}

impl<'a, R: Count> Keys<'a, R> {
    pub(crate) fn of(object: &'a Object<R>) -> Self {
        Self(Entries::of(object))
    }
}

impl<'a, R: Count> Values<'a, R> {
    pub(crate) fn of(object: &'a Object<R>) -> Self {
        Self(Pairs::of(object))
    }
}

impl<'a, R: Count> Ref<'a, R> {
    /// Returns the items of an array, in order; none for all other kinds.
    ///
    /// ```
    /// # use varvel::value;
    /// let list = value!([3, 1, 2]);
    /// assert_eq!(list.items().rev().filter_map(|item| item.as_i64()).collect::<Vec<_>>(), [2, 1, 3]);
    /// ```
    #[inline]
    pub fn items(&self) -> Items<'a, R> {
        match (self.0, self.array()) {
            (_, Some(array)) => Items::of(array),
            (Node::View(view), _) => Items(List::Frozen(view.items().pathless_as(&view))),
            _ => Items(List::Values([].iter(), None)),
        }
    }

    /// Returns the members of an object or a map, in order, with keys as nodes; none for all other
    /// kinds.
    ///
    /// ```
    /// # use varvel::value;
    /// let point = value!({"x": 1, "y": 2});
    /// assert_eq!(point.pairs().filter(|(key, _)| *key == "y").count(), 1);
    /// ```
    #[inline]
    pub fn pairs(&self) -> Pairs<'a, R> {
        match (self.0, self.repr()) {
            (_, Some(Repr::Object(object))) => Pairs::of(object),
            (_, Some(Repr::Map(map))) => {
                Pairs(Table::Map(map.entries.list().iter(), map.origin.as_ref()))
            }
            (Node::View(view), _) => Pairs(Table::Frozen(view.pairs().pathless_as(&view))),
            _ => Pairs(Table::Own([].iter(), None)),
        }
    }

    /// Returns the members of an object, in order; none for all other kinds. Use [`Ref::pairs`] for
    /// a map, whose keys may have any kind.
    ///
    /// ```
    /// # use varvel::value;
    /// for (key, value) in value!({"x": 1, "y": 2}).entries() {
    ///     println!("{key} is {value}");
    /// }
    /// ```
    #[inline]
    pub fn entries(&self) -> Entries<'a, R> {
        match (self.0, self.repr()) {
            (_, Some(Repr::Object(object))) => Entries::of(object),
            (Node::View(view), _) => Entries(Fields::Frozen(view.entries().pathless_as(&view))),
            _ => Entries(Fields::Own([].iter(), None)),
        }
    }

    /// Returns the keys of an object, in order; none for all other kinds.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!({"x": 1, "y": 2}).keys().eq(["x", "y"]));
    /// ```
    #[inline]
    pub fn keys(&self) -> Keys<'a, R> {
        Keys(self.entries())
    }

    /// Returns the values of an object or a map, in order; none for all other kinds.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"x": 1, "y": 2}).values().filter_map(|v| v.as_i64()).sum::<i64>(), 3);
    /// ```
    #[inline]
    pub fn values(&self) -> Values<'a, R> {
        Values(self.pairs())
    }
}

/// # Reading
///
/// The path of most calls makes no reference first. The other paths are out of line and return the
/// parts from which the iterator is made here: an iterator returned in memory would stay there.
impl<R: Count> Value<R> {
    /// Returns the items of an array, in order; see [`Ref::items`].
    #[inline(always)]
    pub fn items(&self) -> Items<'_, R> {
        match &self.0 {
            Repr::Array(array) => Items::of(array),
            _ => match self.frozen_items() {
                Some(items) => Items(List::Frozen(items)),
                None => Items(List::Values([].iter(), None)),
            },
        }
    }

    #[inline(never)]
    fn frozen_items(&self) -> Option<varvel_frozen::Items<'_>> {
        let view = self.frozen_view()?;
        Some(view.items().pathless_as(&view))
    }

    /// Returns the members of an object, in order; see [`Ref::entries`].
    #[inline(always)]
    pub fn entries(&self) -> Entries<'_, R> {
        match &self.0 {
            Repr::Object(object) => Entries::of(object),
            _ => match self.frozen_entries() {
                Some(entries) => Entries(Fields::Frozen(entries)),
                None => Entries(Fields::Own([].iter(), None)),
            },
        }
    }

    #[inline(never)]
    fn frozen_entries(&self) -> Option<varvel_frozen::Entries<'_>> {
        let view = self.frozen_view()?;
        Some(view.entries().pathless_as(&view))
    }
}

/// Takes one step (`next`, `next_back` or `nth`) of items, and returns a node.
macro_rules! step {
    ($list:expr, $($step:tt)*) => {
        match &mut $list {
            List::Frozen(list) => list.$($step)*.map(Ref::from_view),
            List::Values(list, origin) => list.$($step)*.map(|value| look(value, *origin)),
            List::I64(list) => list.$($step)*.map(|&value| Ref::from_i64(value)),
            List::F64(list) => list.$($step)*.map(|&value| Ref::from_f64(value)),
        }
    };
}

impl<'a, R: Count> Iterator for Items<'a, R> {
    type Item = Ref<'a, R>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        step!(self.0, next())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            List::Frozen(list) => list.size_hint(),
            List::Values(list, _) => list.size_hint(),
            List::I64(list) => list.size_hint(),
            List::F64(list) => list.size_hint(),
        }
    }

    /// Matches the kind of container only once, not for each item. Methods such as `sum` and
    /// `for_each` use this.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
        match self.0 {
            List::Frozen(list) => list.map(Ref::from_view).fold(init, f),
            List::Values(list, origin) => list.map(|value| look(value, origin)).fold(init, f),
            List::I64(list) => list.map(|&value| Ref::from_i64(value)).fold(init, f),
            List::F64(list) => list.map(|&value| Ref::from_f64(value)).fold(init, f),
        }
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        step!(self.0, nth(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl<R: Count> DoubleEndedIterator for Items<'_, R> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        step!(self.0, next_back())
    }
}

/// Takes one step of a table, and returns a pair of nodes.
macro_rules! step_pairs {
    ($table:expr, $($step:tt)*) => {
        match &mut $table {
            Table::Frozen(pairs) => pairs
                .$($step)*
                .map(|(key, value)| (Ref::from_view(key), Ref::from_view(value))),
            Table::Shaped(keys, values, origin) => {
                // Both iterators step, even past the end.
                let (key, value) = (keys.$($step)*, values.$($step)*);
                Some((Ref::from_view(key?.0), look(value?, *origin)))
            }
            Table::Own(list, origin) => list
                .$($step)*
                .map(|(key, value)| (Ref(Node::Thawed(Thawed::Key(key))), look(value, *origin))),
            Table::Map(list, origin) => list
                .$($step)*
                .map(|(key, value)| (Ref::inside(key), look(value, *origin))),
        }
    };
}

impl<'a, R: Count> Iterator for Pairs<'a, R> {
    type Item = (Ref<'a, R>, Ref<'a, R>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        step_pairs!(self.0, next())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Table::Frozen(pairs) => pairs.size_hint(),
            Table::Shaped(_, values, _) => values.size_hint(),
            Table::Own(list, _) => list.size_hint(),
            Table::Map(list, _) => list.size_hint(),
        }
    }

    /// Matches the kind of container only once, not for each member.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
        match self.0 {
            Table::Frozen(pairs) => pairs
                .map(|(key, value)| (Ref::from_view(key), Ref::from_view(value)))
                .fold(init, f),
            Table::Shaped(keys, values, origin) => keys
                .zip(values)
                .map(|((key, _), value)| (Ref::from_view(key), look(value, origin)))
                .fold(init, f),
            Table::Own(list, origin) => list
                .map(|(key, value)| (Ref(Node::Thawed(Thawed::Key(key))), look(value, origin)))
                .fold(init, f),
            Table::Map(list, origin) => list
                .map(|(key, value)| (Ref::inside(key), look(value, origin)))
                .fold(init, f),
        }
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        step_pairs!(self.0, nth(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl<R: Count> DoubleEndedIterator for Pairs<'_, R> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        step_pairs!(self.0, next_back())
    }
}

/// Takes one step of an object.
macro_rules! step_fields {
    ($fields:expr, $($step:tt)*) => {
        match &mut $fields {
            Fields::Frozen(members) => members
                .$($step)*
                .map(|(key, value)| (key, Ref::from_view(value))),
            Fields::Shaped(keys, values, origin) => {
                // Both iterators step, even past the end.
                let (key, value) = (keys.$($step)*, values.$($step)*);
                Some((key?, look(value?, *origin)))
            }
            Fields::Own(list, origin) => list
                .$($step)*
                .map(|(key, value)| (key.as_str(), look(value, *origin))),
        }
    };
}

impl<'a, R: Count> Iterator for Entries<'a, R> {
    type Item = (&'a str, Ref<'a, R>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        step_fields!(self.0, next())
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            Fields::Frozen(members) => members.size_hint(),
            Fields::Shaped(_, values, _) => values.size_hint(),
            Fields::Own(list, _) => list.size_hint(),
        }
    }

    /// Matches the kind of container only once, not for each member.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
        match self.0 {
            Fields::Frozen(members) => members
                .map(|(key, value)| (key, Ref::from_view(value)))
                .fold(init, f),
            Fields::Shaped(keys, values, origin) => keys
                .zip(values)
                .map(|(key, value)| (key, look(value, origin)))
                .fold(init, f),
            Fields::Own(list, origin) => list
                .map(|(key, value)| (key.as_str(), look(value, origin)))
                .fold(init, f),
        }
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        step_fields!(self.0, nth(n))
    }

    #[inline]
    fn count(self) -> usize {
        self.len()
    }
}

impl<R: Count> DoubleEndedIterator for Entries<'_, R> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        step_fields!(self.0, next_back())
    }
}

/// Implements iterators that return a part of each item of another iterator.
macro_rules! part_of {
    ($($name:ident $item:ty, $part:expr;)*) => {$(
        impl<'a, R: Count> Iterator for $name<'a, R> {
            type Item = $item;

            #[inline(always)]
            fn next(&mut self) -> Option<$item> {
                self.0.next().map($part)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn fold<B, F: FnMut(B, $item) -> B>(self, init: B, f: F) -> B {
                self.0.map($part).fold(init, f)
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$item> {
                self.0.nth(n).map($part)
            }

            #[inline]
            fn count(self) -> usize {
                self.0.len()
            }
        }

        impl<R: Count> DoubleEndedIterator for $name<'_, R> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back().map($part)
            }
        }
    )*};
}

part_of! {
    Keys &'a str, |(key, _)| key;
    Values Ref<'a, R>, |(_, value)| value;
}

/// Implements the traits that all of these iterators have.
macro_rules! all {
    ($($name:ident)*) => {$(
        impl<R: Count> ExactSizeIterator for $name<'_, R> {}
        impl<R: Count> FusedIterator for $name<'_, R> {}

        impl<R: Count> Clone for $name<'_, R> {
            #[inline]
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl<R: Count> core::fmt::Debug for $name<'_, R> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )*};
}

all!(Items Pairs Entries Keys Values);

impl<R: Count> Clone for List<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Frozen(list) => Self::Frozen(list.clone()),
            Self::Values(list, origin) => Self::Values(list.clone(), *origin),
            Self::I64(list) => Self::I64(list.clone()),
            Self::F64(list) => Self::F64(list.clone()),
        }
    }
}

impl<R: Count> Clone for Table<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Frozen(pairs) => Self::Frozen(pairs.clone()),
            Self::Shaped(keys, values, origin) => {
                Self::Shaped(keys.clone(), values.clone(), *origin)
            }
            Self::Own(list, origin) => Self::Own(list.clone(), *origin),
            Self::Map(list, origin) => Self::Map(list.clone(), *origin),
        }
    }
}

impl<R: Count> Clone for Fields<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Frozen(members) => Self::Frozen(members.clone()),
            Self::Shaped(keys, values, origin) => {
                Self::Shaped(keys.clone(), values.clone(), *origin)
            }
            Self::Own(list, origin) => Self::Own(list.clone(), *origin),
        }
    }
}
