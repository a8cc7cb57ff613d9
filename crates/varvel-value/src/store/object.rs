//! The members of an object, with the keys of the frozen object that they come from, or with their
//! own.

use alloc::vec::Vec;
use core::slice;

use varvel_frozen::{Keys, View};

use super::array::{look, settle};
use super::drop::Pending;
use super::frozen::own;
use super::{Memo, Origin};
use crate::count::Count;
use crate::entries::Entries;
use crate::reference::Ref;
use crate::text::Text;
use crate::value::{Repr, Value};

/// A thawed object.
pub struct Object<R: Count> {
    pub members: Members<R>,
    /// The origin of the keys and values that are still frozen. Invariant: it is present if the
    /// members are `Shaped` or a value is `Repr::Origin`, and then it is an object that has these.
    pub origin: Option<Origin<R>>,
    memo: Memo<R>,
}

/// Keys and values.
#[derive(Clone)]
pub enum Members<R: Count> {
    /// The keys are those of the origin, in the origin's order.
    Shaped(Vec<Value<R>>),
    /// The object has its own keys.
    Own(Entries<Text<R>, Value<R>>),
}

impl<R: Count> Default for Object<R> {
    /// Returns an empty object.
    fn default() -> Self {
        Self::new(Entries::default())
    }
}

impl<R: Count> Clone for Object<R> {
    fn clone(&self) -> Self {
        Self {
            members: self.members.clone(),
            origin: self.origin.clone(),
            memo: Memo::default(),
        }
    }
}

impl<R: Count> Object<R> {
    pub fn new(entries: Entries<Text<R>, Value<R>>) -> Self {
        Self {
            members: Members::Own(entries),
            origin: None,
            memo: Memo::default(),
        }
    }

    /// Returns the object `view`, which is that of `origin`: keys and values stay frozen.
    pub fn thawed(view: View<'_>, origin: &Origin<R>) -> Self {
        let values = (0..view.len()).map(|at| Value(Repr::Origin(at)));
        Self {
            members: Members::Shaped(values.collect()),
            origin: Some(origin.clone()),
            memo: Memo::default(),
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        match &self.members {
            Members::Shaped(values) => values.len(),
            Members::Own(entries) => entries.list().len(),
        }
    }

    /// Returns the view of the origin.
    #[inline]
    pub fn view(&self) -> Option<View<'_>> {
        self.origin.as_ref().map(|origin| origin.view())
    }

    /// Returns the index of the member `key`.
    #[inline(always)]
    pub fn position(&self, key: &str) -> Option<usize> {
        match &self.members {
            Members::Shaped(_) => self.shaped_position(key),
            Members::Own(entries) => entries.find_text(key).map(|(at, _)| at),
        }
    }

    /// Returns the value of the member `key`, thawed or frozen.
    #[inline(always)]
    pub fn get(&self, key: &str) -> Option<Ref<'_, R>> {
        match &self.members {
            Members::Shaped(values) => self.shaped(values, key),
            Members::Own(entries) => {
                let (_, value) = entries.find_text(key)?;
                Some(look(value, self.origin.as_ref()))
            }
        }
    }

    /// Returns the value of a member of an object with the keys of its origin. Out of line, so that
    /// the other path is short.
    #[inline(never)]
    fn shaped<'a>(&'a self, values: &'a [Value<R>], key: &str) -> Option<Ref<'a, R>> {
        let value = values.get(self.shaped_position(key)?)?;
        Some(look(value, self.origin.as_ref()))
    }

    /// Returns the index of a key of the origin. Out of line, so that the other path is short.
    #[inline(never)]
    fn shaped_position(&self, key: &str) -> Option<usize> {
        self.view()?.position(key)
    }

    /// Returns the key of the member at `at`.
    pub fn key_at(&self, at: usize) -> Option<&str> {
        match &self.members {
            Members::Shaped(_) => self.view()?.keys().nth(at),
            Members::Own(entries) => entries.list().get(at).map(|(key, _)| key.as_str()),
        }
    }

    #[inline(always)]
    fn stored(&self, at: usize) -> Option<&Value<R>> {
        match &self.members {
            Members::Shaped(values) => values.get(at),
            Members::Own(entries) => entries.list().get(at).map(|(_, value)| value),
        }
    }

    /// Returns the value of the member at `at`, thawed or frozen.
    #[inline(always)]
    pub fn at(&self, at: usize) -> Option<Ref<'_, R>> {
        Some(look(self.stored(at)?, self.origin.as_ref()))
    }

    /// Returns the value of the member at `at` as one that lives as long as this object.
    #[inline]
    pub fn value(&self, at: usize) -> Option<&Value<R>> {
        match self.stored(at)? {
            Value(Repr::Origin(in_origin)) => self.made(at, *in_origin),
            value => Some(value),
        }
    }

    /// Makes a value of a frozen one. Out of line, so that the other path is short.
    #[inline(never)]
    fn made(&self, at: usize, in_origin: usize) -> Option<&Value<R>> {
        let origin = self.origin.as_ref()?;
        let view = origin.view().value_at(in_origin)?;
        Some(self.memo.get(at, self.len(), || own(view, origin)))
    }

    /// Drops the values made of frozen ones, which no longer fit once a member changes.
    pub fn forget(&mut self) {
        self.memo = Memo::default();
    }

    /// Returns the value of the member at `at` as one of its own.
    #[inline]
    pub fn value_mut(&mut self, at: usize) -> Option<&mut Value<R>> {
        let value = match &mut self.members {
            Members::Shaped(values) => values.get_mut(at)?,
            Members::Own(entries) => &mut entries.list_mut().get_mut(at)?.1,
        };
        settle(value, self.origin.as_ref());
        Some(value)
    }

    /// Returns the members with keys of their own, so that a key can be added or removed.
    #[inline]
    pub fn entries(&mut self) -> &mut Entries<Text<R>, Value<R>> {
        if let Members::Shaped(_) = self.members {
            self.take_keys();
        }
        match &mut self.members {
            Members::Own(entries) => entries,
            Members::Shaped(_) => unreachable!("keys were taken above"),
        }
    }

    /// Copies the keys from the origin.
    #[cold]
    fn take_keys(&mut self) {
        if let (Members::Shaped(values), Some(origin)) = (&mut self.members, &self.origin) {
            let values = core::mem::take(values);
            let view = origin.view();
            let members = view.keys().map(Text::new).zip(values);
            self.members = Members::Own(Entries::from_unique(members.collect()));
        }
    }

    /// Turns a value that was in this object into one of its own.
    pub fn own(&self, mut value: Value<R>) -> Value<R> {
        settle(&mut value, self.origin.as_ref());
        value
    }

    /// Returns all members with keys and values of their own.
    pub fn settled(&mut self) -> &mut Entries<Text<R>, Value<R>> {
        self.entries();
        let origin = self.origin.take();
        let Members::Own(entries) = &mut self.members else {
            unreachable!("keys were taken above");
        };
        for (_, value) in entries.list_mut() {
            settle(value, origin.as_ref());
        }
        entries
    }

    /// Returns keys and values; each value becomes one of its own.
    pub fn iter_mut(&mut self) -> MembersMut<'_, R> {
        let Self {
            members, origin, ..
        } = self;
        let origin = origin.as_ref();
        let members = match members {
            Members::Shaped(values) => {
                let keys = origin.map(|origin| origin.view().keys());
                ListMut::Shaped(keys, values.iter_mut())
            }
            Members::Own(entries) => ListMut::Own(entries.list_mut().iter_mut()),
        };
        MembersMut { members, origin }
    }

    /// Returns whether values inside may contain other values.
    #[inline]
    pub(super) fn has_children(&self) -> bool {
        !self.memo.is_empty()
            || match &self.members {
                Members::Shaped(values) => values.iter().any(Value::is_counted),
                Members::Own(entries) => entries.list().iter().any(|(_, v)| v.is_counted()),
            }
    }

    /// Takes the values out that may contain other values.
    pub(super) fn give_children(&mut self, pending: &mut Pending<R>) {
        pending.add(core::mem::take(&mut self.memo).made());
        match &mut self.members {
            Members::Shaped(values) => pending.add_list(core::mem::take(values)),
            Members::Own(entries) => {
                pending.add(entries.take().into_iter().map(|(_, value)| value));
            }
        }
    }
}

/// An iterator over members whose values can be changed; see
/// [`ObjectMut::iter_mut`](crate::ObjectMut::iter_mut).
pub struct MembersMut<'a, R: Count> {
    members: ListMut<'a, R>,
    origin: Option<&'a Origin<R>>,
}

enum ListMut<'a, R: Count> {
    Shaped(Option<Keys<'a>>, slice::IterMut<'a, Value<R>>),
    Own(slice::IterMut<'a, (Text<R>, Value<R>)>),
}

impl<R: Count> core::fmt::Debug for MembersMut<'_, R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("MembersMut")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl<'a, R: Count> Iterator for MembersMut<'a, R> {
    type Item = (&'a str, &'a mut Value<R>);

    fn next(&mut self) -> Option<Self::Item> {
        let (key, value) = match &mut self.members {
            ListMut::Shaped(keys, values) => (keys.as_mut()?.next()?, values.next()?),
            ListMut::Own(members) => {
                let (key, value) = members.next()?;
                (key.as_str(), value)
            }
        };
        settle(value, self.origin);
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.members {
            ListMut::Shaped(_, values) => values.size_hint(),
            ListMut::Own(members) => members.size_hint(),
        }
    }
}

impl<R: Count> ExactSizeIterator for MembersMut<'_, R> {}
impl<R: Count> core::iter::FusedIterator for MembersMut<'_, R> {}
