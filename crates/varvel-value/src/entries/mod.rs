//! The ordered hash table of objects and maps: members in a row, with keys that differ.
//!
//! Members stand in a `Vec` in their order. Up to [`FEW`] members are found by comparing one byte
//! made of each key, all bytes at once; a hash table of indexes leads to more members. It is seeded
//! at random, so nobody can choose keys that collide.

mod key;

use alloc::boxed::Box;
use alloc::vec::Vec;

use hashbrown::HashTable;
use hashbrown::hash_table::OccupiedEntry;
use varvel_core::{Error, Result};
use varvel_raw::find::byte16;

use crate::count::Count;
use crate::text::Text;
pub use key::{Hash, Key};
use key::{Long, Words, is};

/// The most keys that are found by their marks.
const FEW: usize = 16;

/// The most keys with equal hashes of samples that a table accepts.
const ALIKE: usize = 8;

/// Members in order, with keys that differ.
pub struct Entries<K, V> {
    list: Vec<(K, V)>,
    /// The marks of the keys, if there is no index.
    marks: [u8; FEW],
    /// The hash table, if there are more than [`FEW`] members. Boxed, since most objects have none.
    index: Option<Box<Index>>,
}

#[derive(Clone)]
struct Index {
    table: HashTable<Slot>,
    hash: Hash,
}

/// A member in the table: its index and the hash of its key. So the table grows without touching
/// keys, and a look-up touches no other members.
#[derive(Clone, Copy)]
struct Slot {
    at: u32,
    hash: u32,
}

impl Slot {
    #[inline]
    fn at(self) -> usize {
        self.at as usize
    }
}

/// Returns the hash for a table, which uses some bits from the top and some from the bottom.
#[inline]
fn wide(hash: u32) -> u64 {
    u64::from(hash) << 32 | u64::from(hash)
}

/// Returns the index of a member as a slot holds it.
#[inline]
fn number(at: usize) -> u32 {
    u32::try_from(at).expect("an object has fewer than 2^32 members")
}

impl Index {
    /// Returns whether a key may be added: not if too many keys have its hash.
    #[inline]
    fn takes(&self, key: &impl Key) -> bool {
        key.long().is_none() || self.hash.is_of_whole_keys() || {
            let hash = key.digest(&self.hash);
            let alike = self.table.iter_hash(wide(hash));
            alike.filter(|slot| slot.hash == hash).count() < ALIKE
        }
    }

    #[inline]
    fn add(&mut self, at: usize, hash: u32) {
        let slot = Slot {
            at: number(at),
            hash,
        };
        self.table
            .insert_unique(wide(hash), slot, |slot| wide(slot.hash));
    }

    /// Fills the table anew; returns `false` if too many keys have equal hashes.
    fn fill<K: Key, V>(&mut self, list: &[(K, V)]) -> bool {
        self.table.clear();
        // An object that has just outgrown the marks may go on growing.
        let room = list.len().max(2 * FEW);
        self.table.reserve(room, |slot| wide(slot.hash));
        for (at, (key, _)) in list.iter().enumerate() {
            if !self.takes(key) {
                return false;
            }
            self.add(at, key.digest(&self.hash));
        }
        true
    }

    /// Returns the table's entry for the member at `at`.
    fn entry(&mut self, hash: u32, at: usize) -> Option<OccupiedEntry<'_, Slot>> {
        let is_it = |slot: &Slot| slot.at() == at && slot.hash == hash;
        self.table.find_entry(wide(hash), is_it).ok()
    }
}

impl<K, V> Default for Entries<K, V> {
    #[inline]
    fn default() -> Self {
        Self {
            list: Vec::new(),
            marks: [0; FEW],
            index: None,
        }
    }
}

impl<K: Clone, V: Clone> Clone for Entries<K, V> {
    /// Leaves room for one more member: a copy is usually made for a change.
    fn clone(&self) -> Self {
        let mut list = Vec::with_capacity(self.list.len() + 1);
        list.extend_from_slice(&self.list);
        Self {
            list,
            marks: self.marks,
            index: self.index.clone(),
        }
    }
}

impl<R: Count, V> Entries<Text<R>, V> {
    /// Returns the index and the value of the member `key`.
    #[inline(always)]
    pub fn find_text(&self, key: &str) -> Option<(usize, &V)> {
        if let [(only, value)] = &*self.list {
            return is(only, key).then_some((0, value));
        }
        match Words::new(key) {
            Some(words) => self.find(&words, |other| words.is(other)),
            None => self.find_long(key),
        }
    }

    /// Returns the index and the value of a member with a long key. Out of line, so that the other
    /// path is short.
    #[inline(never)]
    fn find_long(&self, key: &str) -> Option<(usize, &V)> {
        let key = Long(key);
        self.find(&key, |other| key.is(other))
    }
}

impl<K: Key, V> Entries<K, V> {
    /// Returns entries of these members, whose keys must differ.
    pub fn from_unique(list: Vec<(K, V)>) -> Self {
        let mut entries = Self {
            list,
            ..Self::default()
        };
        entries.renumber();
        entries
    }

    #[inline]
    pub fn list(&self) -> &[(K, V)] {
        &self.list
    }

    /// Returns the members; keys must stay unchanged.
    #[inline]
    pub fn list_mut(&mut self) -> &mut [(K, V)] {
        &mut self.list
    }

    /// Returns all members and leaves no entries.
    pub fn take(&mut self) -> Vec<(K, V)> {
        core::mem::take(self).list
    }

    /// Returns the index of the member whose key is `key`; `same` compares a key with it.
    #[inline(always)]
    pub fn position(&self, key: &impl Key, same: impl Fn(&K) -> bool) -> Option<usize> {
        self.find(key, same).map(|(at, _)| at)
    }

    /// Returns the index and the value of the member whose key is `key`; `same` compares a key with
    /// it.
    #[inline(always)]
    pub fn find(&self, key: &impl Key, same: impl Fn(&K) -> bool) -> Option<(usize, &V)> {
        let member = |at: usize| match self.list.get(at) {
            Some((key, value)) if same(key) => Some((at, value)),
            _ => None,
        };
        match &self.index {
            None => {
                let mut found = byte16(&self.marks, key.mark());
                while found != 0 {
                    // Marks beyond the last member may have any value.
                    if let Some(member) = member(found.trailing_zeros() as usize) {
                        return Some(member);
                    }
                    found &= found - 1;
                }
                None
            }
            Some(index) => {
                let hash = key.digest(&index.hash);
                let mut alike = index.table.iter_hash(wide(hash));
                alike.find_map(|slot| member(slot.at()))
            }
        }
    }

    /// Adds a member at the end, whose key must be new.
    #[inline]
    pub fn push(&mut self, key: K, value: V) {
        let at = self.list.len();
        match &mut self.index {
            None if at < FEW => self.marks[at] = key.mark(),
            Some(index) if index.takes(&key) => {
                let hash = key.digest(&index.hash);
                index.add(at, hash);
            }
            _ => {
                self.list.push((key, value));
                return self.renumber();
            }
        }
        self.list.push((key, value));
    }

    /// Adds a member at the end, whose key must be new, or returns an error if memory is missing.
    #[inline]
    pub fn try_push(&mut self, key: K, value: V) -> Result {
        self.list
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        if let Some(index) = &mut self.index {
            let room = index.table.try_reserve(1, |slot| wide(slot.hash));
            room.map_err(|_| Error::out_of_memory())?;
        }
        self.push(key, value);
        Ok(())
    }

    /// Makes room for `additional` more members.
    pub fn reserve(&mut self, additional: usize) {
        self.list.reserve(additional);
        if let Some(index) = &mut self.index {
            index.table.reserve(additional, |slot| wide(slot.hash));
        }
    }

    /// Makes room in the list for exactly `additional` more members.
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result {
        self.list
            .try_reserve_exact(additional)
            .map_err(|_| Error::out_of_memory())
    }

    /// Removes a member, and puts the last one in its place.
    pub fn swap_remove(&mut self, at: usize) -> (K, V) {
        let last = self.list.len() - 1;
        self.unlist(at);
        match &mut self.index {
            None => self.marks[at] = self.marks[last],
            Some(index) => {
                let hash = self.list[last].0.digest(&index.hash);
                if let Some(mut entry) = index.entry(hash, last) {
                    entry.get_mut().at = number(at);
                }
            }
        }
        self.list.swap_remove(at)
    }

    /// Removes a member; the members behind it move forward by one. Costs time linear in the
    /// members.
    pub fn shift_remove(&mut self, at: usize) -> (K, V) {
        self.unlist(at);
        match &mut self.index {
            None => self.marks[at..].rotate_left(1),
            Some(index) if at + 1 < self.list.len() => {
                for slot in index.table.iter_mut().filter(|slot| slot.at() > at) {
                    slot.at -= 1;
                }
            }
            Some(_) => {}
        }
        self.list.remove(at)
    }

    /// Swaps two members.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.list.swap(a, b);
        let Some(index) = &mut self.index else {
            return self.marks.swap(a, b);
        };
        let [now_a, now_b] = [a, b].map(|at| self.list[at].0.digest(&index.hash));
        // If both hashes are equal, each slot leads to both members as before.
        if now_a != now_b {
            for (hash, was, now) in [(now_a, b, a), (now_b, a, b)] {
                if let Some(mut entry) = index.entry(hash, was) {
                    entry.get_mut().at = number(now);
                }
            }
        }
    }

    /// Removes the member at `at` from the table.
    fn unlist(&mut self, at: usize) {
        if let Some(index) = &mut self.index {
            let hash = self.list[at].0.digest(&index.hash);
            if let Some(entry) = index.entry(hash, at) {
                entry.remove();
            }
        }
    }

    /// Lets `change` move or remove members; it may panic. Costs time linear in the members.
    pub fn rearrange<T>(&mut self, change: impl FnOnce(&mut Vec<(K, V)>) -> T) -> T {
        struct Renumber<'a, K: Key, V>(&'a mut Entries<K, V>);

        impl<K: Key, V> Drop for Renumber<'_, K, V> {
            fn drop(&mut self) {
                self.0.renumber();
            }
        }
        change(&mut Renumber(self).0.list)
    }

    /// Makes the marks or the table anew.
    #[inline(never)]
    fn renumber(&mut self) {
        if self.list.len() <= FEW {
            self.index = None;
            for (mark, (key, _)) in self.marks.iter_mut().zip(&self.list) {
                *mark = key.mark();
            }
            return;
        }
        let index = self.index.get_or_insert_with(|| {
            Box::new(Index {
                table: HashTable::new(),
                hash: Hash::default(),
            })
        });
        if !index.fill(&self.list) {
            index.hash.take_whole_keys();
            index.fill(&self.list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::Local;
    use crate::text::Text;
    use alloc::format;

    fn find(entries: &Entries<Text<Local>, usize>, key: &str) -> Option<usize> {
        entries.find_text(key).map(|(at, _)| at)
    }

    /// Asserts that each member is found under its own key, and only there. Miri checks only some
    /// numbers of members.
    fn check(entries: &Entries<Text<Local>, usize>, all: usize) {
        if cfg!(miri) && !entries.list().len().is_multiple_of(9) {
            return;
        }
        let mut found = 0;
        for i in 0..all {
            let key = format!("key {i}");
            if let Some(at) = find(entries, &key) {
                assert_eq!(entries.list()[at], (Text::new(&key), i));
                found += 1;
            }
        }
        assert_eq!(found, entries.list().len());
    }

    #[test]
    fn members_are_found_after_every_change() {
        const ALL: usize = 40;
        let mut entries = Entries::default();
        for i in 0..ALL {
            let key = Text::<Local>::new(&format!("key {i}"));
            let key = Text::new(&key);
            entries.push(key, i);
            check(&entries, ALL);
        }
        for at in [0, 5, 30, 3, 20] {
            entries.swap(at, at + 1);
            check(&entries, ALL);
            entries.swap(at, 7);
            check(&entries, ALL);
            entries.swap_remove(at);
            check(&entries, ALL);
            entries.shift_remove(at.min(entries.list().len() - 1));
            check(&entries, ALL);
        }
        entries.rearrange(|list| list.reverse());
        check(&entries, ALL);
        while entries.list().len() > 2 {
            entries.shift_remove(1);
            check(&entries, ALL);
        }
    }

    #[test]
    fn long_keys_that_look_alike_are_hashed_whole() {
        let key = |i: usize| format!("{:0>10}{i:06}{:0>70}", "", "");
        let all = if cfg!(miri) { 40 } else { 2_000 };
        let mut grown = Entries::default();
        for i in 0..all {
            let key = Text::<Local>::new(&key(i));
            grown.push(key, i);
        }
        let list = (0..all).map(|i| (Text::new(&key(i)), i)).collect();
        for entries in [grown, Entries::from_unique(list)] {
            assert!((0..all).all(|i| find(&entries, &key(i)) == Some(i)));
            assert_eq!(find(&entries, &key(all)), None);
            let index = entries.index.as_ref();
            assert!(index.is_some_and(|index| index.hash.is_of_whole_keys()));
        }
    }
}
