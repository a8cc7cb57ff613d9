//! The members of a map: keys of any kind, at least one of which is no string.

use varvel_frozen::View;

use super::array::{look, settle};
use super::drop::Pending;
use super::frozen::own;
use super::{Memo, Origin};
use crate::count::Count;
use crate::entries::{Entries, Hash, Key};
use crate::reference::Ref;
use crate::value::{Repr, Value};

/// A thawed map.
pub struct Map<R: Count> {
    /// The members; their keys are values of their own.
    pub entries: Entries<Value<R>, Value<R>>,
    /// The origin of the values that are still frozen. Invariant: it is present if a value is
    /// `Repr::Origin`, and then it is a map that has this member.
    pub origin: Option<Origin<R>>,
    memo: Memo<R>,
}

impl<R: Count> Key for Ref<'_, R> {
    /// All keys that are neither strings nor integers have the same words.
    fn words(&self) -> [u64; 3] {
        match (self.as_str(), self.as_i64()) {
            (Some(text), _) => text.words(),
            (_, Some(number)) => [number as u64, 0, 0],
            _ => [u64::MAX; 3],
        }
    }

    fn long(&self) -> Option<&str> {
        self.as_str().and_then(Key::long)
    }

    fn digest(&self, hash: &Hash) -> u32 {
        match self.as_str() {
            Some(text) => text.digest(hash),
            None => hash.other(|state| varvel_tree::digest(*self, state)),
        }
    }
}

impl<R: Count> Key for Value<R> {
    fn words(&self) -> [u64; 3] {
        self.as_ref().words()
    }

    fn long(&self) -> Option<&str> {
        self.as_str().and_then(Key::long)
    }

    fn digest(&self, hash: &Hash) -> u32 {
        self.as_ref().digest(hash)
    }
}

impl<R: Count> Clone for Map<R> {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            origin: self.origin.clone(),
            memo: Memo::default(),
        }
    }
}

impl<R: Count> Map<R> {
    /// Returns the values that are stored here, keys and origins among them.
    pub fn stored(&self) -> impl Iterator<Item = &Value<R>> {
        self.entries
            .list()
            .iter()
            .flat_map(|(key, value)| [key, value])
    }

    pub fn new(entries: Entries<Value<R>, Value<R>>) -> Self {
        Self {
            entries,
            origin: None,
            memo: Memo::default(),
        }
    }

    /// Returns the map `view`, which is that of `origin`: values stay frozen, and so do keys that
    /// are containers.
    pub fn thawed(view: View<'_>, origin: &Origin<R>) -> Self {
        let members = view
            .pairs()
            .enumerate()
            .map(|(at, (key, _))| (own(key, origin), Value(Repr::Origin(at))));
        Self {
            entries: Entries::from_unique(members.collect()),
            origin: Some(origin.clone()),
            memo: Memo::default(),
        }
    }

    /// Returns the index of the member with this key.
    pub fn position(&self, key: Ref<'_, R>) -> Option<usize> {
        self.entries.position(&key, |other| other.as_ref() == key)
    }

    /// Returns key and value of the member at `at`, thawed or frozen.
    pub fn at(&self, at: usize) -> Option<(Ref<'_, R>, Ref<'_, R>)> {
        let (key, value) = self.entries.list().get(at)?;
        Some((Ref::inside(key), look(value, self.origin.as_ref())))
    }

    /// Returns the value of the member at `at` as one that lives as long as this map.
    pub fn value(&self, at: usize) -> Option<&Value<R>> {
        let (_, value) = self.entries.list().get(at)?;
        match (value, &self.origin) {
            (Value(Repr::Origin(in_origin)), Some(origin)) => {
                let view = origin.view().value_at(*in_origin)?;
                let len = self.entries.list().len();
                Some(self.memo.get(at, len, || own(view, origin)))
            }
            _ => Some(value),
        }
    }

    /// Drops the values made of frozen ones, which no longer fit once a member changes.
    pub fn forget(&mut self) {
        self.memo = Memo::default();
    }

    /// Returns the value of the member at `at` as one of its own.
    pub fn value_mut(&mut self, at: usize) -> Option<&mut Value<R>> {
        let (_, value) = self.entries.list_mut().get_mut(at)?;
        settle(value, self.origin.as_ref());
        Some(value)
    }

    /// Turns a value that was in this map into one of its own.
    pub fn own(&self, mut value: Value<R>) -> Value<R> {
        settle(&mut value, self.origin.as_ref());
        value
    }

    /// Returns all members, with values of their own.
    pub fn settled(&mut self) -> &mut Entries<Value<R>, Value<R>> {
        let origin = self.origin.take();
        for (_, value) in self.entries.list_mut() {
            settle(value, origin.as_ref());
        }
        &mut self.entries
    }

    /// Takes the values out that may contain other values.
    pub(super) fn give_children(&mut self, pending: &mut Pending<R>) {
        pending.add(core::mem::take(&mut self.memo).made());
        let members = self.entries.take().into_iter();
        pending.add(members.flat_map(|(key, value)| [key, value]));
    }
}
