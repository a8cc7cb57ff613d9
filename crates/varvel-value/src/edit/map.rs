//! Maps: members with keys of any kind.
//!
//! A map has at least one key that is no string; otherwise it is an object. So these methods change
//! the kind of a value when its keys require it.

use varvel_core::{Error, Kind, Result};

use crate::count::Count;
use crate::entries::Entries;
use crate::reference::Ref;
use crate::store::map::Map;
use crate::text::Text;
use crate::value::{Repr, Value};

impl<R: Count> Value<R> {
    /// Returns a map of these members, or an object if all keys are strings. If keys are equal, the
    /// last value is kept.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let names: Value = Value::from_pairs([(value!(1), value!("one")), (value!(2), value!("two"))]);
    /// assert_eq!(names.get_any(value!(2).as_ref()).unwrap(), "two");
    /// ```
    pub fn from_pairs(pairs: impl IntoIterator<Item = (Self, Self)>) -> Self {
        let mut map = Map::new(Entries::default());
        for (key, value) in pairs {
            insert(&mut map, key, value);
        }
        Self::from_any_members(core::mem::take(&mut map.entries))
    }

    /// Returns the value of the member with this key, which may be of any kind.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let map: Value = Value::from_pairs([(value!([1, 2]), value!("a pair"))]);
    /// assert_eq!(map.get_any(value!([1, 2]).as_ref()).unwrap(), "a pair");
    /// ```
    pub fn get_any(&self, key: Ref<'_, R>) -> Option<Ref<'_, R>> {
        self.as_ref().value_at(self.position_any(key)?)
    }

    /// Returns the value of the member with this key of any kind, for changing.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let mut map: Value = Value::from_pairs([(value!(1), value!("one"))]);
    /// *map.get_any_mut(value!(1).as_ref()).unwrap() = "eins".into();
    /// assert_eq!(map.get_any(value!(1).as_ref()).unwrap(), "eins");
    /// ```
    pub fn get_any_mut(&mut self, key: Ref<'_, R>) -> Option<&mut Self> {
        let at = self.position_any(key)?;
        match self.kind() {
            Kind::Map => self.map_store()?.value_mut(at),
            _ => self.object_store()?.value_mut(at),
        }
    }

    /// Returns the index of a member by its key. Costs time linear in the members of a frozen map.
    fn position_any(&self, key: Ref<'_, R>) -> Option<usize> {
        match (key.as_str(), &self.0) {
            (Some(text), _) => self.position(text),
            (None, Repr::Map(map)) => map.position(key),
            _ => self.pairs().position(|(other, _)| other == key),
        }
    }

    /// Sets a member of an object or a map, and returns the old value of its key. A key that is no
    /// string turns an object into a map.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// use varvel::Kind;
    /// let mut v = value!({"a": 1});
    /// v.insert_any(value!(7), value!("seven"))?;
    /// assert_eq!(v.kind(), Kind::Map);
    /// v.remove_any(value!(7).as_ref())?;
    /// assert_eq!(v, value!({"a": 1}));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `TypeMismatch` if this is neither an object nor a map.
    pub fn insert_any(&mut self, key: Self, value: Self) -> Result<Option<Self>> {
        match (self.kind(), key.as_str()) {
            (Kind::Object, Some(text)) => return Ok(self.object_mut()?.insert(text, value)),
            (Kind::Object, None) => self.object_to_map(),
            (Kind::Map, _) => {}
            (found, _) => return Err(Error::wrong_kind("an object or a map", found)),
        }
        match self.map_store() {
            Some(map) => Ok(insert(map, key, value)),
            None => unreachable!("a map is a map"),
        }
    }

    /// Removes the member with this key; the members behind it move forward by one. A map without
    /// keys that are no strings becomes an object. Costs time linear in the members.
    ///
    /// # Errors
    /// `TypeMismatch` if this is neither an object nor a map.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1, "b": 2});
    /// assert_eq!(v.remove_any(value!("a").as_ref())?, Some(value!(1)));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn remove_any(&mut self, key: Ref<'_, R>) -> Result<Option<Self>> {
        match (self.kind(), key.as_str()) {
            (Kind::Object, Some(text)) => return Ok(self.object_mut()?.remove(text)),
            (Kind::Object, None) => return Ok(None),
            (Kind::Map, _) => {}
            (found, _) => return Err(Error::wrong_kind("an object or a map", found)),
        }
        let at = self.position_any(key);
        Ok(at.map(|at| self.remove_from_map(at)))
    }

    /// Removes the member at `at`, which exists, from a map.
    pub(crate) fn remove_from_map(&mut self, at: usize) -> Self {
        let Some(map) = self.map_store() else {
            unreachable!("a map is a map");
        };
        let (_, value) = map.entries.shift_remove(at);
        let value = map.own(value);
        if map
            .entries
            .list()
            .iter()
            .all(|(key, _)| key.as_str().is_some())
        {
            let entries = core::mem::take(map.settled());
            *self = Self::from_any_members(entries);
        }
        value
    }

    /// Returns the value of a map's member at `at`. Without an index, adds a member `key` with the
    /// value null first.
    pub(crate) fn member_of_map(&mut self, at: Option<usize>, key: &str) -> &mut Self {
        let Some(map) = self.map_store() else {
            unreachable!("a map is a map");
        };
        let at = at.unwrap_or_else(|| {
            let key = Self(Repr::String(Text::new(key)));
            map.entries.push(key, Self::NULL);
            map.entries.list().len() - 1
        });
        match map.value_mut(at) {
            Some(value) => value,
            None => unreachable!("the member is there"),
        }
    }

    /// Turns an object into a map, so that a key that is no string can be added at once.
    fn object_to_map(&mut self) {
        if let Some(object) = self.object_store() {
            let members = object.settled().take().into_iter();
            let members = members.map(|(key, value)| (Self(Repr::String(key)), value));
            let entries = Entries::from_unique(members.collect());
            *self = Self(Repr::Map(R::new(Map::new(entries))));
        }
    }
}

/// Sets a member of a map, and returns the old value of its key.
fn insert<R: Count>(map: &mut Map<R>, key: Value<R>, value: Value<R>) -> Option<Value<R>> {
    match map.position(key.as_ref()) {
        Some(at) => map.value_mut(at).map(|old| core::mem::replace(old, value)),
        None => {
            map.entries.push(key, value);
            None
        }
    }
}
