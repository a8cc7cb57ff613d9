//! [`ArrayMut`]: an array with the methods of a `Vec`.

use alloc::vec::{self, Vec};
use core::cmp::Ordering;
use core::ops::RangeBounds;

use crate::count::{Atomic, Count};
use crate::iter::Items as RefItems;
use crate::reference::Ref;
use crate::store::array::{Array, Items, each_items, look, push_made};
use crate::value::{Repr, Value};

/// An array that is being changed, with the methods of a `Vec`; from [`Value::as_array_mut`].
///
/// Making this has unshared and thawed the array: take it once for many changes. Frozen items stay
/// frozen unless you ask for a `&mut Value` of them. Packed numbers stay packed as long as nothing
/// else is put between them.
///
/// ```
/// use varvel::{Value, value};
/// let mut v: Value = Value::from(value!([{"id": 1}, {"id": 2}, {"id": 3}]).freeze()?);
/// let mut list = v.array_mut()?;
/// list.swap(0, 2);
/// list.remove(1);
/// list.push("end");
/// assert_eq!(v, value!([{"id": 3}, {"id": 1}, "end"]));
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct ArrayMut<'a, R: Count = Atomic> {
    array: &'a mut Array<R>,
}

impl<R: Count> core::fmt::Debug for ArrayMut<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl<'a, R: Count> ArrayMut<'a, R> {
    #[inline]
    pub(crate) fn new(array: &'a mut Array<R>) -> Self {
        Self { array }
    }

    /// Returns how many items there are.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.len(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.array.len()
    }

    /// Returns whether there are no items.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([]);
    /// assert!(v.array_mut()?.is_empty());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item at `index`, for reading.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.at(1).unwrap(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn at(&self, index: usize) -> Option<Ref<'_, R>> {
        self.array.at(index)
    }

    /// Returns the item at `index`, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// *v.array_mut()?.at_mut(1).unwrap() = 3.into();
    /// assert_eq!(v, value!([1, 3]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn at_mut(&mut self, index: usize) -> Option<&mut Value<R>> {
        self.array.value_mut(index)
    }

    /// Returns the first item.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.first().unwrap(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn first(&self) -> Option<Ref<'_, R>> {
        self.at(0)
    }

    /// Returns the last item.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.last().unwrap(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn last(&self) -> Option<Ref<'_, R>> {
        self.at(self.len().checked_sub(1)?)
    }

    /// Returns the first item, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// *v.array_mut()?.first_mut().unwrap() = 0.into();
    /// assert_eq!(v, value!([0, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn first_mut(&mut self) -> Option<&mut Value<R>> {
        self.at_mut(0)
    }

    /// Returns the last item, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// *v.array_mut()?.last_mut().unwrap() = 0.into();
    /// assert_eq!(v, value!([1, 0]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn last_mut(&mut self) -> Option<&mut Value<R>> {
        self.at_mut(self.len().checked_sub(1)?)
    }

    /// Returns the items, for reading.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.items().filter_map(|item| item.as_i64()).sum::<i64>(), 3);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn items(&self) -> RefItems<'_, R> {
        RefItems::of(self.array)
    }

    /// Returns all items, for changing. Makes a value of each item that is still frozen.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// for item in v.array_mut()?.iter_mut() {
    ///     *item = (item.i64()? * 10).into();
    /// }
    /// assert_eq!(v, value!([10, 20]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn iter_mut(&mut self) -> core::slice::IterMut<'_, Value<R>> {
        self.array.settled().iter_mut()
    }

    /// Returns all items, for changing as long as the array is borrowed.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// if let [first, ..] = v.array_mut()?.into_mut() {
    ///     *first = 0.into();
    /// }
    /// assert_eq!(v, value!([0, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn into_mut(self) -> &'a mut [Value<R>] {
        self.array.settled()
    }

    /// Puts an item at the end.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1]);
    /// v.array_mut()?.push("two");
    /// assert_eq!(v, value!([1, "two"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn push(&mut self, value: impl Into<Value<R>>) {
        match &mut self.array.items {
            Items::Values(list) => push_made(list, || value.into()),
            _ => self.push_packed(value.into()),
        }
    }

    /// Puts an item at the end of packed numbers.
    #[inline(never)]
    fn push_packed(&mut self, value: Value<R>) {
        match (&mut self.array.items, &value.0) {
            (Items::I64(list), Repr::I64(number)) => list.push(*number),
            (Items::F64(list), Repr::F64(number)) => list.push(*number),
            _ => self.array.values().push(value),
        }
    }

    /// Removes and returns the last item.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// assert_eq!(v.array_mut()?.pop().unwrap(), 2);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Value<R>> {
        let value = match &mut self.array.items {
            Items::Values(list) => list.pop()?,
            Items::I64(list) => list.pop()?.into(),
            Items::F64(list) => list.pop()?.into(),
        };
        Some(self.array.own(value))
    }

    /// Inserts an item before the one at `index`; the items from there on move back by one.
    ///
    /// # Panics
    /// If `index` is beyond the end.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 3]);
    /// v.array_mut()?.insert(1, 2);
    /// assert_eq!(v, value!([1, 2, 3]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn insert(&mut self, index: usize, value: impl Into<Value<R>>) {
        let value = value.into();
        match (&mut self.array.items, &value.0) {
            (Items::I64(list), Repr::I64(number)) => list.insert(index, *number),
            (Items::F64(list), Repr::F64(number)) => list.insert(index, *number),
            _ => self.array.values().insert(index, value),
        }
    }

    /// Removes and returns the item at `index`; the items behind it move forward by one.
    ///
    /// # Panics
    /// If there is no such item.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// assert_eq!(v.array_mut()?.remove(0), 1);
    /// assert_eq!(v, value!([2, 3]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn remove(&mut self, index: usize) -> Value<R> {
        let value = match &mut self.array.items {
            Items::Values(list) => list.remove(index),
            Items::I64(list) => list.remove(index).into(),
            Items::F64(list) => list.remove(index).into(),
        };
        self.array.own(value)
    }

    /// Removes and returns the item at `index`, and puts the last item in its place.
    ///
    /// # Panics
    /// If there is no such item.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// assert_eq!(v.array_mut()?.swap_remove(0), 1);
    /// assert_eq!(v, value!([3, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn swap_remove(&mut self, index: usize) -> Value<R> {
        let value = match &mut self.array.items {
            Items::Values(list) => list.swap_remove(index),
            Items::I64(list) => list.swap_remove(index).into(),
            Items::F64(list) => list.swap_remove(index).into(),
        };
        self.array.own(value)
    }

    /// Swaps two items.
    ///
    /// # Panics
    /// If one of them does not exist.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// v.array_mut()?.swap(0, 2);
    /// assert_eq!(v, value!([3, 2, 1]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn swap(&mut self, a: usize, b: usize) {
        each_items!(&mut self.array.items, list => list.swap(a, b));
    }

    /// Reverses the order of the items.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// v.array_mut()?.reverse();
    /// assert_eq!(v, value!([3, 2, 1]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn reverse(&mut self) {
        each_items!(&mut self.array.items, list => list.reverse());
    }

    /// Drops all items from `len` on.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// v.array_mut()?.truncate(1);
    /// assert_eq!(v, value!([1]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn truncate(&mut self, len: usize) {
        each_items!(&mut self.array.items, list => list.truncate(len));
    }

    /// Drops all items from `len` on, or adds as many clones of `value` as are missing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1]);
    /// v.array_mut()?.resize(3, 0);
    /// assert_eq!(v, value!([1, 0, 0]));
    /// v.array_mut()?.resize(2, 0);
    /// assert_eq!(v, value!([1, 0]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn resize(&mut self, len: usize, value: impl Into<Value<R>>) {
        self.truncate(len);
        let missing = len - self.len();
        self.extend(core::iter::repeat_n(value.into(), missing));
    }

    /// Drops all items.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3]);
    /// v.array_mut()?.clear();
    /// assert_eq!(v, value!([]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn clear(&mut self) {
        self.array.items = Items::Values(Vec::new());
        self.array.origin = None;
    }

    /// Makes room for `additional` more items.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([]);
    /// v.array_mut()?.reserve(100);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        each_items!(&mut self.array.items, list => list.reserve(additional));
    }

    /// Moves all items of another array to the end of this one.
    ///
    /// ```
    /// # use varvel::value;
    /// let (mut a, mut b) = (value!([1]), value!([2, 3]));
    /// a.array_mut()?.append(&mut b.array_mut()?);
    /// assert_eq!((a, b), (value!([1, 2, 3]), value!([])));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn append(&mut self, other: &mut ArrayMut<'_, R>) {
        match (&mut self.array.items, &mut other.array.items) {
            (Items::I64(list), Items::I64(other)) => list.append(other),
            (Items::F64(list), Items::F64(other)) => list.append(other),
            _ => {
                let list = other.array.settled();
                self.array.values().append(list);
            }
        }
    }

    /// Removes the items of a range at once, and returns them.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2, 3, 4]);
    /// assert!(v.array_mut()?.drain(1..3).eq([value!(2), value!(3)]));
    /// assert_eq!(v, value!([1, 4]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the range ends before it begins, or beyond the end.
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> vec::IntoIter<Value<R>> {
        let mut taken: Vec<Value<R>> = match &mut self.array.items {
            Items::Values(list) => list.drain(range).collect(),
            Items::I64(list) => list.drain(range).map(Into::into).collect(),
            Items::F64(list) => list.drain(range).map(Into::into).collect(),
        };
        for value in &mut taken {
            *value = self.array.own(core::mem::take(value));
        }
        taken.into_iter()
    }

    /// Replaces the items of a range by others, and returns the old ones.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let mut v = value!([1, 2, 3]);
    /// let old = v.array_mut()?.splice(..2, ["a"]);
    /// assert!(old.eq([value!(1), value!(2)]));
    /// assert_eq!(v, value!(["a", 3]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the range ends before it begins, or beyond the end.
    pub fn splice<T: Into<Value<R>>>(
        &mut self,
        range: impl RangeBounds<usize>,
        with: impl IntoIterator<Item = T>,
    ) -> vec::IntoIter<Value<R>> {
        let with = with.into_iter().map(Into::into);
        let taken = self.array.values().splice(range, with);
        let mut taken: Vec<Value<R>> = taken.collect();
        for value in &mut taken {
            *value = self.array.own(core::mem::take(value));
        }
        taken.into_iter()
    }

    /// Keeps the items for which `keep` returns `true`.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, "a", 2]);
    /// v.array_mut()?.retain(|item| item.as_i64().is_some());
    /// assert_eq!(v, value!([1, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(Ref<'_, R>) -> bool) {
        let Array { items, origin, .. } = &mut *self.array;
        let origin = origin.as_ref();
        match items {
            Items::Values(list) => list.retain(|value| keep(look(value, origin))),
            Items::I64(list) => list.retain(|&value| keep(Ref::from_i64(value))),
            Items::F64(list) => list.retain(|&value| keep(Ref::from_f64(value))),
        }
    }

    /// Drops each item that equals the one before it.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 1, 1.0, 2]);
    /// v.array_mut()?.dedup();
    /// assert_eq!(v, value!([1, 1.0, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn dedup(&mut self) {
        self.dedup_by(|a, b| a == b);
    }

    /// Drops each item for which `same` returns `true`; its second argument is the item before.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, -1, 2]);
    /// v.array_mut()?.dedup_by(|a, b| a.as_i64().map(i64::abs) == b.as_i64().map(i64::abs));
    /// assert_eq!(v, value!([1, 2]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn dedup_by(&mut self, mut same: impl FnMut(Ref<'_, R>, Ref<'_, R>) -> bool) {
        let Array { items, origin, .. } = &mut *self.array;
        let origin = origin.as_ref();
        match items {
            Items::Values(list) => list.dedup_by(|a, b| same(look(a, origin), look(b, origin))),
            Items::I64(list) => list.dedup_by(|a, b| same(Ref::from_i64(*a), Ref::from_i64(*b))),
            Items::F64(list) => list.dedup_by(|a, b| same(Ref::from_f64(*a), Ref::from_f64(*b))),
        }
    }

    /// Sorts by the order of values; equal items stay in their order.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!(["b", 2, null, 1.5, "a"]);
    /// v.array_mut()?.sort();
    /// assert_eq!(v, value!([null, 1.5, 2, "a", "b"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn sort(&mut self) {
        match &mut self.array.items {
            // Equal integers are indistinguishable.
            Items::I64(list) => list.sort_unstable(),
            _ => self.sort_by(|a, b| a.cmp(b)),
        }
    }

    /// Sorts by a comparison; items that it calls equal stay in their order.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([{"age": 44}, {"age": 36}]);
    /// v.array_mut()?.sort_by(|a, b| a.get("age").cmp(&b.get("age")));
    /// assert_eq!(v, value!([{"age": 36}, {"age": 44}]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn sort_by(&mut self, mut compare: impl FnMut(&Ref<'_, R>, &Ref<'_, R>) -> Ordering) {
        let Array { items, origin, .. } = &mut *self.array;
        let origin = origin.as_ref();
        match items {
            Items::Values(list) => list.sort_by(|a, b| compare(&look(a, origin), &look(b, origin))),
            Items::I64(list) => {
                list.sort_by(|a, b| compare(&Ref::from_i64(*a), &Ref::from_i64(*b)));
            }
            Items::F64(list) => {
                list.sort_by(|a, b| compare(&Ref::from_f64(*a), &Ref::from_f64(*b)));
            }
        }
    }
}

impl<'a, R: Count> IntoIterator for ArrayMut<'a, R> {
    type Item = &'a mut Value<R>;
    type IntoIter = core::slice::IterMut<'a, Value<R>>;

    /// Returns all items, for changing, like [`ArrayMut::iter_mut`].
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// for item in v.array_mut()? {
    ///     *item = value!([item.take()]);
    /// }
    /// assert_eq!(v, value!([[1], [2]]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn into_iter(self) -> Self::IntoIter {
        self.into_mut().iter_mut()
    }
}

impl<R: Count, T: Into<Value<R>>> Extend<T> for ArrayMut<'_, R> {
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1]);
    /// v.array_mut()?.extend([2, 3]);
    /// assert_eq!(v, value!([1, 2, 3]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let items = items.into_iter();
        self.reserve(items.size_hint().0);
        items.for_each(|item| self.push(item));
    }
}
