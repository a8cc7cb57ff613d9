//! [`ObjectMut`]: an object with the methods of an ordered map.

use alloc::vec::{self, Vec};
use core::cmp::Ordering;
use core::ops::RangeBounds;

use alloc::string::String;

use super::{Entry, MembersMut, OccupiedEntry, VacantEntry};
use crate::count::{Atomic, Count};
use crate::entries::Entries;
use crate::iter::{Entries as RefEntries, Keys, Values};
use crate::reference::Ref;
use crate::store::Origin;
use crate::store::array::look;
use crate::store::object::{Members, Object};
use crate::text::Text;
use crate::value::Value;

/// An object that is being changed, with the methods of an ordered map; from
/// [`Value::as_object_mut`].
///
/// Making this has unshared and thawed the object: take it once for many changes. The object keeps
/// the keys of the frozen object that it comes from until a key is added or removed. Frozen values
/// stay frozen unless you ask for a `&mut Value` of them.
///
/// ```
/// use varvel::{Value, value};
/// let mut v: Value = Value::from(value!({"name": "Ada", "born": 1815, "tmp": null}).freeze()?);
/// let mut person = v.object_mut()?;
/// person.insert("died", 1852);
/// person.remove("tmp");
/// assert_eq!(v.to_string(), r#"{"name":"Ada","born":1815,"died":1852}"#);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct ObjectMut<'a, R: Count = Atomic> {
    object: &'a mut Object<R>,
}

impl<R: Count> core::fmt::Debug for ObjectMut<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.entries()).finish()
    }
}

impl<'a, R: Count> ObjectMut<'a, R> {
    #[inline]
    pub(crate) fn new(object: &'a mut Object<R>) -> Self {
        Self { object }
    }

    /// Lends the object for a shorter time, for methods that consume it, such as
    /// [`ObjectMut::entry`] and `for`.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// let mut object = v.object_mut()?;
    /// for key in ["a", "b", "b"] {
    ///     object.reborrow().entry(key).or_insert(0);
    /// }
    /// assert_eq!(v, value!({"a": 1, "b": 0}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn reborrow(&mut self) -> ObjectMut<'_, R> {
        ObjectMut::new(self.object)
    }

    /// Returns how many members there are.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// assert_eq!(v.object_mut()?.len(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.object.len()
    }

    /// Returns whether there are no members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// assert!(v.object_mut()?.is_empty());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether there is a member `key`.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// assert!(v.object_mut()?.contains_key("a"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn contains_key(&self, key: &str) -> bool {
        self.position(key).is_some()
    }

    /// Returns the index of the member `key`.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.object_mut()?.position("b"), Some(1));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn position(&self, key: &str) -> Option<usize> {
        self.object.position(key)
    }

    /// Returns the value of the member `key`, for reading.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// assert_eq!(v.object_mut()?.get("a").unwrap(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn get(&self, key: &str) -> Option<Ref<'_, R>> {
        self.object.get(key)
    }

    /// Returns the key and the value of the member `key`, for reading. Costs as much as
    /// [`get`](Self::get) and [`entry_at`](Self::entry_at) together.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// let object = v.object_mut()?;
    /// assert_eq!(object.get_key_value("a").map(|(key, _)| key), Some("a"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn get_key_value(&self, key: &str) -> Option<(&str, Ref<'_, R>)> {
        self.entry_at(self.position(key)?)
    }

    /// Returns the key and the value of the member at `index`, for reading. Costs constant time.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// let object = v.object_mut()?;
    /// assert_eq!(object.entry_at(1).map(|(key, _)| key), Some("b"));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn entry_at(&self, index: usize) -> Option<(&str, Ref<'_, R>)> {
        self.entries().nth(index)
    }

    /// Returns the value of the member `key`, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// *v.object_mut()?.get_mut("a").unwrap() = 2.into();
    /// assert_eq!(v, value!({"a": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value<R>> {
        let at = self.position(key)?;
        self.object.value_mut(at)
    }

    /// Returns the value of the member at `index`, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// *v.object_mut()?.value_at_mut(0).unwrap() = 2.into();
    /// assert_eq!(v, value!({"a": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn value_at_mut(&mut self, index: usize) -> Option<&mut Value<R>> {
        self.object.value_mut(index)
    }

    /// Returns the members, for reading.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.object_mut()?.entries().filter(|(key, _)| *key == "b").count(), 1);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn entries(&self) -> RefEntries<'_, R> {
        RefEntries::of(self.object)
    }

    /// Returns the keys.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert!(v.object_mut()?.keys().eq(["a", "b"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn keys(&self) -> Keys<'_, R> {
        Keys::of(self.object)
    }

    /// Returns the values, for reading.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert!(v.object_mut()?.values().eq([value!(1), value!(2)]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn values(&self) -> Values<'_, R> {
        Values::of(self.object)
    }

    /// Returns the members, with their values for changing. Makes a value of each one that is still
    /// frozen.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// for (key, value) in v.object_mut()?.iter_mut() {
    ///     *value = key.into();
    /// }
    /// assert_eq!(v, value!({"a": "a", "b": "b"}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn iter_mut(&mut self) -> MembersMut<'_, R> {
        self.object.iter_mut()
    }

    /// Returns the member `key`, present or not, to be changed, added or removed; see [`Entry`].
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// v.object_mut()?.entry("b").or_insert(2);
    /// assert_eq!(v, value!({"a": 1, "b": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn entry(self, key: impl AsRef<str>) -> Entry<'a, R> {
        let object = self.object;
        match object.position(key.as_ref()) {
            Some(at) => Entry::Occupied(OccupiedEntry { object, at }),
            None => Entry::Vacant(VacantEntry {
                object,
                key: Text::new(key.as_ref()),
            }),
        }
    }

    /// Sets the value of the member `key`, or adds it at the end. Returns the old value.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// assert_eq!(v.object_mut()?.insert("a", 2), Some(value!(1)));
    /// assert_eq!(v.object_mut()?.insert("b", 3), None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn insert(&mut self, key: impl AsRef<str>, value: impl Into<Value<R>>) -> Option<Value<R>> {
        let value = value.into();
        let key = key.as_ref();
        if let Some(at) = self.object.position(key) {
            let old = self.object.value_mut(at)?;
            return Some(core::mem::replace(old, value));
        }
        self.object.entries().push(Text::new(key), value);
        None
    }

    /// Sets the value of the member `key` and moves it to `index`; the members from there on move
    /// back by one. Returns the old value. Costs time linear in the members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.object_mut()?.shift_insert(0, "c", 3), None);
    /// assert_eq!(v.object_mut()?.shift_insert(0, "b", 4), Some(value!(2)));
    /// assert_eq!(v.to_string(), r#"{"b":4,"c":3,"a":1}"#);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If `index` is beyond the end.
    pub fn shift_insert(
        &mut self,
        index: usize,
        key: impl AsRef<str>,
        value: impl Into<Value<R>>,
    ) -> Option<Value<R>> {
        let key = key.as_ref();
        let rest = self.len() - usize::from(self.contains_key(key));
        assert!(index <= rest, "index {index} is beyond the end");
        let old = self.shift_remove(key);
        self.insert(key, value);
        self.rearrange(|members, _| members[index..].rotate_right(1));
        old
    }

    /// Removes the member `key`; the members behind it move forward by one. Costs time linear in
    /// the members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.object_mut()?.remove("a"), Some(value!(1)));
    /// assert_eq!(v.object_mut()?.remove("a"), None);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn remove(&mut self, key: &str) -> Option<Value<R>> {
        self.shift_remove(key)
    }

    /// Removes the member `key` like [`ObjectMut::remove`].
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// v.object_mut()?.shift_remove("a");
    /// assert!(v.keys().eq(["b", "c"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn shift_remove(&mut self, key: &str) -> Option<Value<R>> {
        let at = self.position(key)?;
        let (_, value) = self.object.entries().shift_remove(at);
        Some(self.object.own(value))
    }

    /// Removes the member `key`; the last member takes its place. Costs constant time.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// v.object_mut()?.swap_remove("a");
    /// assert!(v.keys().eq(["c", "b"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn swap_remove(&mut self, key: &str) -> Option<Value<R>> {
        let at = self.position(key)?;
        let (_, value) = self.object.entries().swap_remove(at);
        Some(self.object.own(value))
    }

    /// Removes and returns the last member.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.object_mut()?.pop(), Some(("b".to_string(), value!(2))));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn pop(&mut self) -> Option<(String, Value<R>)> {
        let last = self.len().checked_sub(1)?;
        let (key, value) = self.object.entries().swap_remove(last);
        Some((key.as_str().into(), self.object.own(value)))
    }

    /// Drops all members from `len` on.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// v.object_mut()?.truncate(1);
    /// assert_eq!(v, value!({"a": 1}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn truncate(&mut self, len: usize) {
        self.object
            .entries()
            .rearrange(|members| members.truncate(len));
    }

    /// Drops all members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// v.object_mut()?.clear();
    /// assert_eq!(v, value!({}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn clear(&mut self) {
        self.object.members = Members::Own(Entries::default());
        self.object.origin = None;
    }

    /// Makes room for `additional` more members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// v.object_mut()?.reserve(100);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn reserve(&mut self, additional: usize) {
        self.object.entries().reserve(additional);
    }

    /// Keeps the members for which `keep` returns `true`.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": null});
    /// v.object_mut()?.retain(|_, value| !value.is_null());
    /// assert_eq!(v, value!({"a": 1}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn retain(&mut self, mut keep: impl FnMut(&str, Ref<'_, R>) -> bool) {
        self.rearrange(|members, origin| {
            members.retain(|(key, value)| keep(key, look(value, origin)));
        });
    }

    /// Moves the member at `from` to `to`; the members between move by one. Costs time linear in
    /// the members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// v.object_mut()?.move_index(0, 2);
    /// assert!(v.keys().eq(["b", "c", "a"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such member.
    pub fn move_index(&mut self, from: usize, to: usize) {
        if from == to && from < self.len() {
            return;
        }
        self.rearrange(|members, _| match from <= to {
            true => members[from..=to].rotate_left(1),
            false => members[to..=from].rotate_right(1),
        });
    }

    /// Swaps two members by their indexes. Costs constant time, once the object has its own keys.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// v.object_mut()?.swap_indices(0, 2);
    /// assert!(v.keys().eq(["c", "b", "a"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If there is no such member.
    pub fn swap_indices(&mut self, a: usize, b: usize) {
        self.object.entries().swap(a, b);
    }

    /// Reverses the order of the members.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// v.object_mut()?.reverse();
    /// assert!(v.keys().eq(["b", "a"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn reverse(&mut self) {
        self.rearrange(|members, _| members.reverse());
    }

    /// Sorts the members by their keys.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"b": 1, "a": 2});
    /// v.object_mut()?.sort_keys();
    /// assert!(v.keys().eq(["a", "b"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn sort_keys(&mut self) {
        self.rearrange(|members, _| {
            members.sort_unstable_by(|(a, _), (b, _)| a.as_str().cmp(b.as_str()))
        });
    }

    /// Sorts the members by a comparison of keys and values.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 2, "b": 1});
    /// v.object_mut()?.sort_by(|_, a, _, b| a.cmp(b));
    /// assert!(v.keys().eq(["b", "a"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn sort_by(
        &mut self,
        mut compare: impl FnMut(&str, &Ref<'_, R>, &str, &Ref<'_, R>) -> Ordering,
    ) {
        self.rearrange(|members, origin| {
            members.sort_by(|(a, x), (b, y)| compare(a, &look(x, origin), b, &look(y, origin)));
        });
    }

    /// Removes the members of a range at once, and returns them.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// assert_eq!(v.object_mut()?.drain(..2).last(), Some(("b".to_string(), value!(2))));
    /// assert!(v.keys().eq(["c"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Panics
    /// If the range ends before it begins, or beyond the end.
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> vec::IntoIter<(String, Value<R>)> {
        let taken: Vec<(Text<R>, Value<R>)> = self
            .object
            .entries()
            .rearrange(|members| members.drain(range).collect());
        let own = |(key, value): (Text<R>, _)| (key.as_str().into(), self.object.own(value));
        let taken: Vec<_> = taken.into_iter().map(own).collect();
        taken.into_iter()
    }

    /// Moves all members of another object into this one. For a key of both objects, the value of
    /// the other one is kept.
    ///
    /// ```
    /// # use varvel::value;
    /// let (mut a, mut b) = (value!({"x": 1}), value!({"x": 2, "y": 3}));
    /// a.object_mut()?.append(&mut b.object_mut()?);
    /// assert_eq!((a, b), (value!({"x": 2, "y": 3}), value!({})));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn append(&mut self, other: &mut ObjectMut<'_, R>) {
        for (key, value) in other.object.settled().take() {
            self.insert(&*key, value);
        }
    }

    /// Lets `change` move or remove members.
    fn rearrange(
        &mut self,
        change: impl FnOnce(&mut Vec<(Text<R>, Value<R>)>, Option<&Origin<R>>),
    ) {
        self.object.entries();
        let Object {
            members, origin, ..
        } = &mut *self.object;
        if let Members::Own(entries) = members {
            entries.rearrange(|members| change(members, origin.as_ref()));
        }
    }
}

impl<'a, R: Count> IntoIterator for ObjectMut<'a, R> {
    type Item = (&'a str, &'a mut Value<R>);
    type IntoIter = MembersMut<'a, R>;

    /// Returns the members, with their values for changing, like [`ObjectMut::iter_mut`].
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// for (_, value) in v.object_mut()? {
    ///     *value = value.take().to_string().into();
    /// }
    /// assert_eq!(v, value!({"a": "1", "b": "2"}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn into_iter(self) -> Self::IntoIter {
        self.object.iter_mut()
    }
}

impl<R: Count, K: AsRef<str>, T: Into<Value<R>>> Extend<(K, T)> for ObjectMut<'_, R> {
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// v.object_mut()?.extend([("a", 2), ("b", 3)]);
    /// assert_eq!(v, value!({"a": 2, "b": 3}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, members: I) {
        let members = members.into_iter();
        self.reserve(members.size_hint().0);
        for (key, value) in members {
            self.insert(key, value);
        }
    }
}
