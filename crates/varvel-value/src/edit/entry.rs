//! [`Entry`]: a member of an object, present or not, found once.

use crate::count::{Atomic, Count};
use crate::reference::Ref;
use crate::store::object::Object;
use crate::text::Text;
use crate::value::Value;

/// A member of an object that may be present or not; see [`crate::ObjectMut::entry`].
#[derive(Debug)]
pub enum Entry<'a, R: Count = Atomic> {
    /// The member is present.
    Occupied(OccupiedEntry<'a, R>),
    /// The member is not present.
    Vacant(VacantEntry<'a, R>),
}

/// A member that is present.
pub struct OccupiedEntry<'a, R: Count = Atomic> {
    pub(super) object: &'a mut Object<R>,
    /// Invariant: the index of a member.
    pub(super) at: usize,
}

/// A member that is not present.
pub struct VacantEntry<'a, R: Count = Atomic> {
    pub(super) object: &'a mut Object<R>,
    pub(super) key: Text<R>,
}

impl<'a, R: Count> Entry<'a, R> {
    /// Returns the member's value, after adding `default` if the member is not present.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut counts = value!({});
    /// for word in ["a", "b", "a"] {
    ///     let count = counts.object_mut()?.entry(word).or_insert(0).i64()?;
    ///     counts[word] = (count + 1).into();
    /// }
    /// assert_eq!(counts, value!({"a": 2, "b": 1}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn or_insert(self, default: impl Into<Value<R>>) -> &'a mut Value<R> {
        self.or_insert_with(|| default.into())
    }

    /// Returns the member's value, after adding the result of `default` if the member is not
    /// present.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// v.object_mut()?.entry("a").or_insert_with(|| value!([]));
    /// assert_eq!(v, value!({"a": []}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn or_insert_with(self, default: impl FnOnce() -> Value<R>) -> &'a mut Value<R> {
        match self {
            Self::Occupied(entry) => entry.into_mut(),
            Self::Vacant(entry) => entry.insert(default()),
        }
    }

    /// Changes the member's value if the member is present.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// v.object_mut()?.entry("a").and_modify(|a| *a = 2.into()).or_insert(0);
    /// assert_eq!(v, value!({"a": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[must_use]
    pub fn and_modify(mut self, change: impl FnOnce(&mut Value<R>)) -> Self {
        if let Self::Occupied(entry) = &mut self {
            change(entry.get_mut());
        }
        self
    }

    /// Returns the member's key.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({});
    /// assert_eq!(v.object_mut()?.entry("a").key(), "a");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn key(&self) -> &str {
        match self {
            Self::Occupied(entry) => entry.key(),
            Self::Vacant(entry) => entry.key(),
        }
    }
}

impl<'a, R: Count> OccupiedEntry<'a, R> {
    /// Returns the key.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied( entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.key(), "a");
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn key(&self) -> &str {
        self.object.key_at(self.at).unwrap_or_default()
    }

    /// Returns the value.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied( entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.get(), 1);
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn get(&self) -> Ref<'_, R> {
        self.object.at(self.at).unwrap_or(Ref::NULL)
    }

    /// Returns the value, for changing.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied(mut entry) = v.object_mut()?.entry("a") {
    ///     *entry.get_mut() = 3.into();
    ///     assert_eq!(entry.get(), 3);
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn get_mut(&mut self) -> &mut Value<R> {
        match self.object.value_mut(self.at) {
            Some(value) => value,
            None => unreachable!("the member is there"),
        }
    }

    /// Returns the value, for changing as long as the object is borrowed.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied( entry) = v.object_mut()?.entry("a") {
    ///     *entry.into_mut() = 3.into();
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn into_mut(self) -> &'a mut Value<R> {
        match self.object.value_mut(self.at) {
            Some(value) => value,
            None => unreachable!("the member is there"),
        }
    }

    /// Sets the value, and returns the old one.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied(mut entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.insert(3), 1);
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn insert(&mut self, value: impl Into<Value<R>>) -> Value<R> {
        core::mem::replace(self.get_mut(), value.into())
    }

    /// Removes the member like [`OccupiedEntry::shift_remove`].
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied(entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.remove(), 1);
    /// }
    /// assert_eq!(v, value!({"b": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn remove(self) -> Value<R> {
        self.shift_remove()
    }

    /// Removes the member and returns its value; the last member takes its place. Costs constant
    /// time.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2});
    /// if let Entry::Occupied( entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.swap_remove(), 1);
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn swap_remove(self) -> Value<R> {
        let (_, value) = self.object.entries().swap_remove(self.at);
        self.object.own(value)
    }

    /// Removes the member and returns its value; the members behind it move forward by one. Costs
    /// time linear in the members.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({"a": 1, "b": 2, "c": 3});
    /// if let Entry::Occupied(entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.shift_remove(), 1);
    /// }
    /// assert!(v.keys().eq(["b", "c"]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn shift_remove(self) -> Value<R> {
        let (_, value) = self.object.entries().shift_remove(self.at);
        self.object.own(value)
    }
}

impl<'a, R: Count> VacantEntry<'a, R> {
    /// Returns the key.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({});
    /// if let Entry::Vacant(entry) = v.object_mut()?.entry("a") {
    ///     assert_eq!(entry.key(), "a");
    /// }
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Adds the member with this value, and returns the value.
    ///
    /// ```
    /// # use varvel::{value, value::Entry};
    /// let mut v = value!({});
    /// if let Entry::Vacant(entry) = v.object_mut()?.entry("a") {
    ///     *entry.insert(1) = 2.into();
    /// }
    /// assert_eq!(v, value!({"a": 2}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn insert(self, value: impl Into<Value<R>>) -> &'a mut Value<R> {
        let entries = self.object.entries();
        entries.push(self.key, value.into());
        match entries.list_mut() {
            [.., (_, value)] => value,
            [] => unreachable!("a member was just added"),
        }
    }
}

impl<R: Count> core::fmt::Debug for OccupiedEntry<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("OccupiedEntry")
            .field("key", &self.key())
            .field("value", &self.get())
            .finish()
    }
}

impl<R: Count> core::fmt::Debug for VacantEntry<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("VacantEntry")
            .field("key", &self.key)
            .finish()
    }
}
