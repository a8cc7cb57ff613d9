//! Merges one tree into another, without recursion.

use alloc::vec::Vec;

use crate::count::Count;
use crate::value::Value;

/// # Merging
impl<R: Count> Value<R> {
    /// Applies a JSON Merge Patch (RFC 7386): merges members of objects, removes a member that the
    /// patch sets to null, and replaces everything else.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"title": "Goodbye!", "author": {"given": "John", "family": "Doe"}});
    /// v.merge_patch(&value!({"title": "Hello!", "author": {"family": null}}));
    /// assert_eq!(v, value!({"title": "Hello!", "author": {"given": "John"}}));
    /// ```
    pub fn merge_patch(&mut self, patch: &Self) {
        self.merge_with(patch, true);
    }

    /// Merges deeply: merges members of objects and replaces everything else, by null too.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": {"x": 1, "y": 2}, "b": [1]});
    /// v.merge(&value!({"a": {"y": null}, "b": [2], "c": 3}));
    /// assert_eq!(v, value!({"a": {"x": 1, "y": null}, "b": [2], "c": 3}));
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.merge_with(other, false);
    }

    /// Takes each object out of its place, merges it and puts it back. So the way back up is a
    /// list, and no reference into the tree above is needed.
    fn merge_with(&mut self, other: &Self, nulls_remove: bool) {
        let mut open = Vec::new();
        let mut done = None;
        open.push(Merge::new(self.take(), other.clone()));
        while let Some(merge) = open.last_mut() {
            if let Some(value) = done.take() {
                merge.put(value);
            }
            match merge.next(nulls_remove) {
                Some(inner) => open.push(inner),
                None => done = open.pop().map(|merge| merge.target),
            }
        }
        *self = done.unwrap_or_default();
    }
}

/// A value that is being merged into.
struct Merge<R: Count> {
    target: Value<R>,
    /// The incoming value, whose members before `next` are done.
    other: Value<R>,
    next: usize,
}

impl<R: Count> Merge<R> {
    fn new(target: Value<R>, other: Value<R>) -> Self {
        let target = match (target.is_object(), other.is_object()) {
            (true, true) => target,
            (false, true) => Value::new_object(),
            (_, false) => other.clone(),
        };
        Self {
            target,
            other,
            next: 0,
        }
    }

    /// Goes on to the next member that needs a merge of its own.
    fn next(&mut self, nulls_remove: bool) -> Option<Self> {
        if !self.other.is_object() {
            return None;
        }
        let mut target = self.target.as_object_mut()?;
        loop {
            let key = self.other.key_at(self.next)?;
            let value = self.other.child(self.next).clone();
            self.next += 1;
            if nulls_remove && value.is_null() {
                target.remove(key);
            } else if value.is_object()
                // If nulls do not remove members, a whole object is taken over unchanged.
                && (nulls_remove || target.get(key).is_some_and(|old| old.is_object()))
            {
                let old = target.get_mut(key).map(Value::take).unwrap_or_default();
                return Some(Self::new(old, value));
            } else {
                target.insert(key, value);
            }
        }
    }

    /// Puts back the merged value of the last member.
    fn put(&mut self, value: Value<R>) {
        if let (Some(key), Some(mut target)) = (
            self.other.key_at(self.next - 1),
            self.target.as_object_mut(),
        ) {
            target.insert(key, value);
        }
    }
}

impl<R: Count> Value<R> {
    /// Returns the key of an object's member at `at`.
    fn key_at(&self, at: usize) -> Option<&str> {
        self.as_ref().keys().nth(at)
    }

    /// Returns the value of an object's member at `at`; a frozen value stays frozen.
    fn child(&self, at: usize) -> &Self {
        self.child_at(at).unwrap_or(Self::NULL_REF)
    }
}
